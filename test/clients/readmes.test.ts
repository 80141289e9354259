import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { platform } from '../fixtures.ts';
import { pythonEnvironment, pythonMissing } from '../support/python.ts';

const run = promisify(execFile);

/**
 * The samples of a README, for this platform, up to those that never end or need a webhook or a recording.
 */
const samplesOf = async (language: string, fence: string): Promise<string[]> => {
  const readme = await readFile(join(root, `clients/${language}/README.md`), 'utf8');
  const [before = ''] = readme.split('\n## Events\n');
  const blocks = before.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'));
  return [...blocks].map(([, code = '']) => code.replaceAll('http://127.0.0.1:3000', platform.base_url));
};

const env = { KEY: platform.api_key };

test('the samples of the README run with the key of npm start, in TypeScript', async () => {
  const samples = await samplesOf('typescript', 'ts');
  expect(samples.length).toBe(3);
  const calls = 'const calls = [{ agent_id: agent.id, status: "completed" }];';
  const program = [...samples.slice(0, -1), calls, samples.at(-1)].join('\n');
  const directory = await mkdtemp(join(tmpdir(), 'readme-'));
  await writeFile(join(directory, 'samples.mjs'), program);
  const resolver = pathToFileURL(join(root, 'test/support/resolve-client.ts')).href;
  const given = ['--import', resolver, join(directory, 'samples.mjs')];
  const { stdout } = await run(process.execPath, given, { env: { ...process.env, ...env } });
  expect(stdout).toContain('Rehearsal');
  await rm(directory, { recursive: true });
});

/** An `await` outside of a function is for a shell of Python: `python3 -m asyncio`. */
const program = `
import ast, asyncio, inspect, json, sys
names = {}
for sample in json.load(sys.stdin):
    code = compile(sample, "sample", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    waits = code.co_flags & inspect.CO_COROUTINE
    found = eval(code, {**names} if waits else names)
    if waits:
        asyncio.run(found)
`;

test('the samples of the README run with the key of npm start, in Python', async ({ skip }) => {
  skip(Boolean(pythonMissing), pythonMissing);
  const samples = await samplesOf('python', 'python');
  expect(samples.length).toBe(5);
  const calls = 'calls = [{"agent_id": agent["id"], "status": "completed"}]';
  const child = run('python3', ['-c', program], { env: pythonEnvironment(env) });
  child.child.stdin?.end(JSON.stringify([...samples.slice(0, -1), calls, samples.at(-1)]));
  const { stdout } = await child;
  expect(stdout).toContain('Rehearsal');
});
