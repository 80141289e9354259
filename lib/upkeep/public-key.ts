import type { KeyObject } from 'node:crypto';
import { createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { GetPublicKeyCommand } from '@aws-sdk/client-kms';
import { kms } from '#lib/store/kms.ts';

/** The public key of a KMS key. It never changes, so auditors can also keep it in a file. */
export const publicKeyOf = async (keyId: string): Promise<KeyObject> => {
  const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId: keyId }));
  if (!PublicKey) throw new Error('KMS returned no public key');
  return createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' });
};

export const publicKeyIn = async (file: string): Promise<KeyObject> => createPublicKey(await readFile(file));
