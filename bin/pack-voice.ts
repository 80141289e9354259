import { execFileSync } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import manifest from '../package.json' with { type: 'json' };

/*
 * Builds the package with which pages talk to agents in dist/voice: modules with types, and `voice.js`, one
 * file for pages that are served as they are.
 */

const root = join(import.meta.dirname, '..');
const source = join(root, 'clients/voice');
const target = join(root, 'dist/voice');

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const compiler = join(root, 'node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [compiler, '-p', source], { stdio: 'inherit' });
await build({
  entryPoints: [join(source, 'src/index.ts')],
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  outfile: join(target, 'voice.js'),
});
const entry = { types: './dist/index.d.ts', default: './dist/index.js' };
const description = {
  name: `${manifest.name}-voice`,
  version: manifest.version,
  description: 'Talks with agents of the voice agent platform in a page',
  license: manifest.license,
  type: 'module',
  sideEffects: false,
  files: ['dist', 'voice.js'],
  types: entry.types,
  exports: { '.': entry, './voice.js': './voice.js' },
};
await writeFile(join(target, 'package.json'), `${JSON.stringify(description, undefined, 2)}\n`);
await cp(join(source, 'README.md'), join(target, 'README.md'));
await cp(join(source, 'example.html'), join(target, 'example.html'));
await cp(join(root, 'LICENSE'), join(target, 'LICENSE'));
console.log('Wrote dist/voice');
