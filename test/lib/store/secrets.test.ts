import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { testSecrets } from '../../support/secrets.ts';

let directory = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'secrets-'));
  const file = join(directory, 'secrets.key');
  await writeFile(file, `${randomBytes(32).toString('hex')}\n`);
  process.env.SECRETS_KEY_FILE = file;
});

afterAll(() => rm(directory, { recursive: true }));

testSecrets();
