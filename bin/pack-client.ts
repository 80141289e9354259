import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

/*
 * Builds the package of the TypeScript client in dist/client, and its tarball in dist.
 */

const root = join(import.meta.dirname, '..');
const source = join(root, 'clients/typescript');
const target = join(root, 'dist/client');

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });

const compiler = join(root, 'node_modules/typescript/bin/tsc');
// Only the program for Node sees the types of Node.
for (const project of [source, join(source, 'tsconfig.cli.json')])
  execFileSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' });

const entry = { types: './dist/index.d.ts', default: './dist/index.js' };
const description = {
  name: `${manifest.name}-client`,
  version: manifest.version,
  description: 'Client of the voice agent platform for Node, browsers, Deno and Bun',
  license: manifest.license,
  type: 'module',
  sideEffects: false,
  // These can also `require` ES modules, so that a second build for CommonJS is not necessary.
  engines: { node: '^20.19 || >=22.12' },
  files: ['dist'],
  types: entry.types,
  exports: { '.': entry },
  bin: { 'voice-agent': 'dist/cli/voice-agent.js' },
};
await writeFile(join(target, 'package.json'), `${JSON.stringify(description, undefined, 2)}\n`);
await cp(join(source, 'README.md'), join(target, 'README.md'));
await cp(join(root, 'LICENSE'), join(target, 'LICENSE'));

// On Windows, npm is a script, which only a shell can run.
const { status, stdout } = spawnSync('npm pack --json --pack-destination ..', {
  cwd: target,
  shell: true,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (status !== 0) process.exit(status ?? 1);
const [packed] = JSON.parse(stdout) as { filename: string; size: number }[];
console.log(`Wrote dist/${packed?.filename} (${Math.ceil((packed?.size ?? 0) / 1024)} KB)`);
