import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { organization, platform } from './fixtures.ts';

const run = promisify(execFile);
const here = join(root, 'test/generators');
const document = join(root, 'openapi.json');

let directory: string;
let key: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'generated-'));
  await writeFile(join(directory, 'package.json'), '{"type": "module"}');
  key = (await organization()).key;
});

afterAll(() => rm(directory, { recursive: true, force: true }));

/** The compiler options that the tools' own guides recommend. */
const compilerOptions = {
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  rewriteRelativeImportExtensions: true,
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  noEmit: true,
};

const check = async (program: string): Promise<void> => {
  await copyFile(join(here, program), join(directory, program));
  const config = join(directory, `${program}.json`);
  await writeFile(config, JSON.stringify({ compilerOptions, files: [program] }));
  const compiler = join(here, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '-p', config]).catch(({ stdout }: { stdout: string }) =>
    expect(stdout).toBe(''),
  );
};

const expected = { found: true, sentiment: null, code: 'agent_not_found' };

test('the types of openapi-typescript, with its defaults, match the requests and responses of the platform', async () => {
  const generator = join(here, 'node_modules/openapi-typescript/bin/cli.js');
  await run(process.execPath, [generator, document, '-o', join(directory, 'schema.ts')]);
  await check('with-openapi-typescript.ts');
  const program = join(directory, 'with-openapi-typescript.ts');
  const { stdout } = await run(process.execPath, [program, platform.base_url, key]);
  expect(JSON.parse(stdout)).toEqual(expected);
});

test('the client of @hey-api/openapi-ts, with its defaults, works with the platform', async () => {
  await run(process.execPath, [join(here, 'hey-api.ts'), document, join(directory, 'hey')]);
  await check('with-hey-api.ts');
  // Its modules leave out the endings of files, which Node does not.
  const bundle = join(directory, 'bundle.mjs');
  const esbuild = join(root, 'node_modules/esbuild/bin/esbuild');
  const source = join(directory, 'with-hey-api.ts');
  await run(esbuild, [source, '--bundle', '--format=esm', '--platform=node', `--outfile=${bundle}`]);
  const { stdout } = await run(process.execPath, [bundle, platform.base_url, key]);
  expect(JSON.parse(stdout)).toEqual(expected);
});
