import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { eventually } from '../../support/eventually.ts';
import { environmentOfPrograms } from '../../support/local-process.ts';

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

test.for(['in memory', 'in a file'])(
  'the database %s ends with the process that started it',
  async (where) => {
    const directory = await mkdtemp(join(tmpdir(), 'dynamodb-'));
    const options = where === 'in a file' ? { file: join(directory, 'dynamodb.sqlite') } : {};
    const program = `
    import { startDynamoDb } from ${JSON.stringify(join(root, 'lib/local/dynamodb.ts'))};
    console.log((await startDynamoDb(${JSON.stringify(options)})).endpoint);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: environmentOfPrograms(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = await once(child.stdout, 'data');
    const endpoint = String(printed).trim();
    expect(await answers(endpoint)).toBe(true);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await eventually(async () => expect(await answers(endpoint)).toBe(false));
    await rm(directory, { recursive: true });
  },
);
