import { execFile, spawnSync } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeDerivedFiles } from '#lib/build/generated-files.ts';
import { unlessBuilt } from '#lib/build/unless-built.ts';
import type { PackageFile } from '#lib/contract/packages.ts';
import manifest from '../../package.json' with { type: 'json' };

/*
 * Builds the packages of the clients in dist/client and dist/voice, and their tarballs in dist.
 */

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');
const run = promisify(execFile);

const entry = { types: './dist/index.d.ts', default: './dist/index.js' };

const common = {
  version: manifest.version,
  license: manifest.license,
  type: 'module',
  sideEffects: false,
  types: entry.types,
};

const compile = (project: string): Promise<unknown> =>
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, project)]).catch(
    ({ stdout, message }: Error & { readonly stdout?: string }) => {
      throw new Error(stdout || message);
    },
  );

interface Package {
  /** The folder in dist. */
  readonly target: string;
  readonly source: string;
  /** Those of the compiler. */
  readonly projects: readonly string[];
  /** One file for pages that are served as they are. */
  readonly bundled?: string;
  /** The content of package.json. */
  readonly description: Readonly<Record<string, unknown>> & { readonly name: string };
}

const packages: Readonly<Record<PackageFile, Package>> = {
  'voice-agent-platform-client.tgz': {
    target: 'client',
    source: 'clients/typescript',
    // Only the program for Node sees the types of Node.
    projects: ['clients/typescript', 'clients/typescript/tsconfig.cli.json'],
    description: {
      ...common,
      name: `${manifest.name}-client`,
      description: 'Client of the voice agent platform for Node, browsers, Deno and Bun',
      // These can also `require` ES modules, so that a second build for CommonJS is not necessary.
      engines: { node: '^20.19 || >=22.12' },
      files: ['dist'],
      exports: { '.': entry },
      bin: { 'voice-agent': 'dist/cli/voice-agent.js' },
    },
  },
  'voice-agent-platform-voice.tgz': {
    target: 'voice',
    source: 'clients/voice',
    projects: ['clients/voice'],
    bundled: 'voice.js',
    description: {
      ...common,
      name: `${manifest.name}-voice`,
      description: 'Talks with agents of the voice agent platform in a page',
      files: ['dist', 'voice.js', 'example.html'],
      exports: { '.': entry, './voice.js': './voice.js' },
    },
  },
};

export const packageFiles = Object.keys(packages) as PackageFile[];

/** The path of a tarball, whose bytes are the same for the same sources. */
export const tarballOf = (file: PackageFile): string =>
  join(dist, `${packages[file].description.name}-${manifest.version}.tgz`);

const pack = async ({ source, projects, bundled, description, ...folder }: Package): Promise<void> => {
  const target = join(dist, folder.target);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  for (const project of projects) await compile(project);
  if (bundled) {
    // Imported here, because a program that packs nothing need not load it.
    const { build } = await import('esbuild');
    await build({
      entryPoints: [join(root, source, 'src/index.ts')],
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      outfile: join(target, bundled),
    });
    await cp(join(root, source, 'example.html'), join(target, 'example.html'));
  }
  await writeFile(join(target, 'package.json'), `${JSON.stringify(description, undefined, 2)}\n`);
  await cp(join(root, source, 'README.md'), join(target, 'README.md'));
  await cp(join(root, 'LICENSE'), join(target, 'LICENSE'));
  // On Windows, npm is a script, which only a shell can run.
  const options = { cwd: target, shell: true, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync('npm pack --pack-destination ..', options);
  if (status !== 0) throw new Error(stderr);
};

const sources = [
  'clients/{typescript,voice}/{*,src/**/*}.{ts,json,md,html}',
  'lib/packages/pack.ts',
  'package.json',
  'LICENSE',
] as const;

/** Packs the clients, unless they were already packed from the same files. */
export const packClients = async (): Promise<boolean> => {
  // A fresh clone lacks the generated part of the sources.
  await writeDerivedFiles();
  return unlessBuilt(join(dist, '.packed'), sources, async () => {
    for (const each of Object.values(packages)) await pack(each);
  });
};
