import { readFile } from 'node:fs/promises';

/** The file with the key that encrypts data keys on one machine. On AWS, KMS does so. */
export const keyFile = (): string | undefined => process.env.SECRETS_KEY_FILE;

/** 32 bytes, in hexadecimal. */
export const readKeyFile = async (file: string): Promise<Buffer> => {
  const text = (await readFile(file, 'utf8')).trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${file} holds no key of 32 bytes`);
  return Buffer.from(text, 'hex');
};
