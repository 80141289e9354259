import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';

/**
 * The key under which secrets of others are kept on one machine: made at the first start, and never replaced, because
 * without it none of them could be read again. Whoever copies the data without the file has only ciphertext.
 */
export const ensureSecretsKey = async (file: string): Promise<void> => {
  if (existsSync(file)) return;
  // Whole or not at all, whenever the process is killed.
  await writeFile(`${file}.tmp`, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  await rename(`${file}.tmp`, file);
};
