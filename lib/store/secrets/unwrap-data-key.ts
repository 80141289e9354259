import { DecryptCommand } from '@aws-sdk/client-kms';
import { kms } from '../kms.ts';
import type { SecretContext } from './data-key.ts';
import { decrypt } from './data-key.ts';
import { keyFile, readKeyFile } from './key-file.ts';
import { encryptionContext, kmsKeyId } from './kms.ts';

/** Decrypts a data key. */
export const unwrapDataKey = async (wrapped: Buffer, context: SecretContext): Promise<Uint8Array> => {
  const file = keyFile();
  if (file) return decrypt(await readKeyFile(file), wrapped, context);
  const { Plaintext } = await kms.send(
    new DecryptCommand({
      KeyId: kmsKeyId(),
      CiphertextBlob: wrapped,
      EncryptionContext: encryptionContext(context),
    }),
  );
  if (!Plaintext) throw new Error('KMS returned no data key');
  return Plaintext;
};
