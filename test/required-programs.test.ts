import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';

const runs = ['moto/run', 'deploy/run', 'dynamodb-local/run', 'compile-generated'];

test.for(runs)('test/%s.ts fails where it lacks programs that REQUIRED names', async (name) => {
  // A machine with Node and nothing else.
  const env = { PATH: '', PYTHON: 'no-python', OAPI_CODEGEN: 'no-oapi-codegen', REQUIRED: 'all' };
  const child = spawn(process.execPath, [join(root, `test/${name}.ts`)], { env, cwd: root });
  const [complaints, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect({ complaints, code }).toEqual({ complaints: expect.stringContaining('REQUIRED names '), code: 1 });
});
