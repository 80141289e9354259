import { keyFile } from './key-file.ts';
import { kmsKeyId } from './kms.ts';

/** Refuses, as encrypting a secret would, what makes the platform encrypt secrets later. */
export const requireSecretsKey = (): void => {
  if (!keyFile()) kmsKeyId();
};
