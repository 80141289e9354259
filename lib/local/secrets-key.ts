import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';

/**
 * The key that encrypts secrets of other services on one machine. It is created at the first start and never
 * replaced, because the secrets cannot be decrypted without it. A copy of the data without this file contains
 * only ciphertext.
 */
export const ensureSecretsKey = async (file: string): Promise<void> => {
  if (existsSync(file)) return;
  // Atomic, even if the process is killed.
  await writeFile(`${file}.tmp`, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  await rename(`${file}.tmp`, file);
};
