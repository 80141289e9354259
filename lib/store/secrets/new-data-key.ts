import { randomBytes } from 'node:crypto';
import { GenerateDataKeyCommand } from '@aws-sdk/client-kms';
import { kms } from '../kms.ts';
import type { SecretContext } from './data-key.ts';
import { encrypt } from './data-key.ts';
import { keyFile, readKeyFile } from './key-file.ts';
import { encryptionContext, kmsKeyId } from './kms.ts';

export interface DataKey {
  readonly plain: Uint8Array;
  /** The encrypted data key, to be stored with the secret that it encrypts. */
  readonly wrapped: Uint8Array;
}

/** Creates a data key for one secret. */
export const newDataKey = async (context: SecretContext): Promise<DataKey> => {
  const file = keyFile();
  if (file) {
    const plain = randomBytes(32);
    return { plain, wrapped: encrypt(await readKeyFile(file), plain, context) };
  }
  const { Plaintext, CiphertextBlob } = await kms.send(
    new GenerateDataKeyCommand({
      KeyId: kmsKeyId(),
      KeySpec: 'AES_256',
      EncryptionContext: encryptionContext(context),
    }),
  );
  if (!Plaintext || !CiphertextBlob) throw new Error('KMS returned no data key');
  return { plain: Plaintext, wrapped: CiphertextBlob };
};
