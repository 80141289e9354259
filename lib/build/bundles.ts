import { hash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';
import { build as esbuild } from 'esbuild';
import { parseAstAsync } from 'rolldown/parseAst';
import type { ESTree } from 'rolldown/utils';
import { Visitor } from 'rolldown/utils';
import { operations } from '#lib/contract/index.ts';
import { inBatches } from '#lib/domain/batches.ts';
import { backgroundFolders, unrouted } from './function-settings.ts';
import { writeDerivedFiles } from './generated-files.ts';
import { isBuilt, unlessBuilt } from './unless-built.ts';

/** One function's code, ready to be deployed: its directory holds `index.cjs` and nothing else. */
export interface Bundle {
  /** `agents.create`, or `events.followWrites` for a function without a route. */
  readonly id: string;
  /** `functions/agents/create.ts` */
  readonly entry: string;
  readonly directory: string;
  readonly bytes: number;
  /** The hash of its `index.cjs`. */
  readonly sha256: string;
  /** The project's own modules that remain in the bundle after tree shaking. */
  readonly modules: readonly string[];
  /** The npm packages in the bundle, with their size in bytes. */
  readonly packages: Readonly<Record<string, number>>;
}

export const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');
const manifest = join(dist, 'manifest.json');
const stamp = join(dist, '.inputs');

const sources = [
  'functions/**/*.ts',
  'lib/**/*.*',
  // One function has the packages of the clients. The generated part follows from the others.
  'clients/{typescript,voice}/{*,src/**/!(generated)}.{ts,json,md,html}',
  'package.json',
  'package-lock.json',
] as const;

const camel = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

type FunctionEntry = Pick<Bundle, 'id' | 'entry'>;

const entries = (): FunctionEntry[] => [
  ...operations.map(({ id, entry }) => ({ id, entry })),
  { id: unrouted, entry: 'functions/service/unrouted.ts' },
  ...globSync(`functions/{${backgroundFolders.join(',')}}/*.ts`, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((entry) => ({ id: `${basename(dirname(entry))}.${camel(basename(entry, '.ts'))}`, entry })),
];

const nameOf = (entry: string): string => entry.replace(/^functions\//, '').replace(/\.ts$/, '');

/** Excludes zod's translations, which libraries that import all of zod would add. */
const withoutTranslations: Plugin = {
  name: 'without-translations',
  setup: (build) => {
    build.onResolve({ filter: /\/locales\/index\.js$/ }, ({ path, importer }) =>
      /node_modules[\\/]zod[\\/]/.test(importer) ? { path, namespace: 'left-out' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'export {};' }));
  },
};

/**
 * Leaves out event streams, which the SDK loads for operations that have one. No function calls such an
 * operation, but a bundle is one file, so every cold start would read them.
 */
const withoutEventStreams: Plugin = {
  name: 'without-event-streams',
  setup: (build) => {
    build.onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, namespace: 'event-streams' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'event-streams' }, () => ({
      contents: "throw new Error('Bundles do not contain event streams');",
    }));
  },
};

/**
 * Evaluates files called `*.static.ts` at build time and keeps their exports: values that never change but
 * need a tool to compute.
 */
const evaluated: Plugin = {
  name: 'evaluated',
  setup: (build) => {
    build.onLoad({ filter: /\.static\.ts$/ }, async ({ path }) => {
      const exported = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
      const lines = Object.entries(exported).map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
      );
      return { contents: lines.join('\n'), loader: 'js' };
    });
  },
};

/** A span of a file's text, and what replaces it. */
type Edit = readonly [start: number, end: number, text: string];

/**
 * Replaces the names and texts of `described(…)`, `enumeration(…)`, `object(…)`, `strictObject(…)`,
 * `register(docs, …)` and `route(…)`, which only documents show, by empty ones.
 */
const withoutDescriptions = (program: ESTree.Program): Edit[] => {
  const edits: Edit[] = [];
  const empty = (node: ESTree.Node | undefined) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') edits.push([node.start, node.end, "''"]);
  };
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      const called = callee.type === 'MemberExpression' ? callee.property : callee;
      const name = called.type === 'Identifier' && called.name;
      const last = given.at(-1);
      if (name && /^(described|enumeration|object|strictObject)$/.test(name)) given.forEach(empty);
      if ((name !== 'register' && name !== 'route') || last?.type !== 'ObjectExpression') return;
      for (const property of last.properties)
        if (property.type === 'Property' && property.key.type === 'Identifier')
          if (/^(description|summary)$/.test(property.key.name)) empty(property.value);
    },
  }).visit(program);
  return edits;
};

/**
 * Marks each declaration of the contract as free of side effects, so that a function keeps only the schemas
 * it uses. A bundler cannot know this about `schema.check(…)` and `schema.register(…)`.
 */
const asPure = ({ body }: ESTree.Program): Edit[] =>
  body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? statement.declarations : []))
    .flatMap(({ init }) => (init && init.type !== 'ArrowFunctionExpression' ? [init] : []))
    .flatMap(({ start, end }): Edit[] => [
      [start, start, '/* @__PURE__ */ (() => ('],
      [end, end, '))()'],
    ]);

/** A file of the contract as bundles have it. Each batch of bundles reads the same files. */
const strippedContract = new Map<string, string>();

/** Leaves of the contract what a function uses: its schemas, without their descriptions. */
const contract: Plugin = {
  name: 'contract',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]lib[\\/]contract[\\/].+\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const known = strippedContract.get(text);
      if (known !== undefined) return { contents: known, loader: 'ts' };
      const program = await parseAstAsync(text, { lang: 'ts' }, path);
      const edits = [...asPure(program), ...withoutDescriptions(program)].sort(
        ([one], [other]) => one - other,
      );
      let at = 0;
      const parts = edits.flatMap(([start, end, by]) => {
        const before = text.slice(at, start);
        at = end;
        return [before, by];
      });
      const contents = [...parts, text.slice(at)].join('');
      strippedContract.set(text, contents);
      return { contents, loader: 'ts' };
    });
  },
};

/** The folder of the file that contains all functions. No function's folder has this name. */
const together = 'together';

/**
 * The file with all functions, for the platform on one machine: `functions[id]()` evaluates what the function
 * needs, once.
 */
export const functionsFile = join(dist, together, 'index.cjs');

const entryOfAll = { in: together, out: `${together}/index` };

/** Adds each function to one file, as a part that is evaluated when it is first requested. */
const allFunctions = (functions: readonly FunctionEntry[]): Plugin => ({
  name: 'all-functions',
  setup: (build) => {
    build.onResolve({ filter: new RegExp(`^${together}$`) }, ({ path }) => ({ path, namespace: together }));
    build.onLoad({ filter: /.*/, namespace: together }, () => {
      const members = functions.map(({ id, entry }) => `'${id}': () => require('./${entry}')`);
      return { contents: `exports.functions = {${members.join(',\n')}};`, loader: 'js', resolveDir: root };
    });
  },
});

/**
 * CommonJS starts faster. Identifiers stay readable for stack traces. Minified identifiers with `keepNames`
 * would define a name for every function that a request creates.
 */
export const bundleOptions = {
  absWorkingDir: root,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  minifyWhitespace: true,
  minifySyntax: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  mainFields: ['module', 'main'] as string[],
  alias: { '@aws-sdk/credential-provider-node': join(root, 'lib/store/function-credentials.ts') },
  logLevel: 'warning',
  plugins: [withoutTranslations, withoutEventStreams, evaluated, contract] as Plugin[],
} as const satisfies BuildOptions;

const sameAs = (path: string, contents: Uint8Array): Promise<boolean> =>
  readFile(path).then(
    (written) => written.equals(contents),
    () => false,
  );

/**
 * Writes only what has changed, so that rebuilding the same code does not disturb a platform that runs from
 * these files.
 */
const writeChanged = async (path: string, contents: Uint8Array): Promise<void> => {
  if (await sameAs(path, contents)) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
};

const removeOthers = async (paths: ReadonlySet<string>): Promise<void> => {
  const others = globSync('**/index.cjs', { cwd: dist })
    .map((file) => join(dist, file))
    .filter((path) => !paths.has(path));
  await Promise.all(others.map((path) => rm(dirname(path), { recursive: true })));
};

const packagesOf = (inputs: readonly (readonly [path: string, bytes: number])[]): Record<string, number> => {
  const packages: Record<string, number> = {};
  for (const [path, bytes] of inputs) {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
    if (name) packages[name] = (packages[name] ?? 0) + bytes;
  }
  return packages;
};

const writeFunctionsFile = async (functions: readonly FunctionEntry[]): Promise<void> => {
  const { outputFiles } = await esbuild({
    ...bundleOptions,
    entryPoints: [entryOfAll],
    plugins: [...bundleOptions.plugins, allFunctions(functions)],
    outdir: 'dist',
    write: false,
  });
  await Promise.all(outputFiles.map(({ path, contents }) => writeChanged(path, contents)));
};

/**
 * The number of functions that are bundled at a time. esbuild holds all of a build in memory, about 20 MB for
 * each function, and all of them at once would not fit into a small machine.
 */
const bundledAtOnce = 24;

const buildBatch = async (functions: readonly FunctionEntry[]): Promise<Bundle[]> => {
  const { metafile, outputFiles } = await esbuild({
    ...bundleOptions,
    entryPoints: functions.map(({ entry }) => ({ in: entry, out: `${nameOf(entry)}/index` })),
    outdir: 'dist',
    metafile: true,
    write: false,
  });
  await Promise.all(outputFiles.map(({ path, contents }) => writeChanged(path, contents)));
  return functions.map(({ id, entry }) => {
    const path = `dist/${nameOf(entry)}/index.cjs`;
    const output = metafile.outputs[path];
    const file = outputFiles.find((one) => one.path === join(root, path));
    if (!output || !file) throw new Error(`${entry} was not built`);
    const inputs = Object.entries(output.inputs)
      .map(([path, { bytesInOutput }]) => [path, bytesInOutput] as const)
      .filter(([, bytes]) => bytes > 0);
    const modules = inputs.map(([path]) => path).filter((path) => !/^(node_modules\/|left-out:)/.test(path));
    const directory = join('dist', nameOf(entry));
    const sha256 = hash('sha256', file.contents);
    return { id, entry, directory, bytes: output.bytes, sha256, modules, packages: packagesOf(inputs) };
  });
};

const build = async (): Promise<void> => {
  await writeDerivedFiles();
  const functions = entries();
  await writeFunctionsFile(functions);
  const bundles: Bundle[] = [];
  for (const batch of inBatches(functions, bundledAtOnce)) bundles.push(...(await buildBatch(batch)));
  await removeOthers(
    new Set([functionsFile, ...bundles.map(({ directory }) => join(root, directory, 'index.cjs'))]),
  );
  await writeChanged(manifest, Buffer.from(JSON.stringify(bundles, undefined, 2)));
};

/**
 * Bundles all functions, minified and with the SDK inside: a cold start reads one file that contains only
 * what the function uses. A second output, for the platform on one machine, is one file in which all
 * functions share their code. docs/decisions/bundles.md has the measurements. Nothing is built if nothing has
 * changed.
 */
export const buildBundles = async (): Promise<readonly Bundle[]> => {
  await unlessBuilt(stamp, sources, build);
  return readBundles();
};

/** Builds only the file with all functions, which takes a tenth of the time. */
export const buildFunctionsFile = async (): Promise<void> => {
  if (await isBuilt(stamp, sources)) return;
  await rm(stamp, { force: true });
  await writeDerivedFiles();
  await writeFunctionsFile(entries());
};

/** The bundles of the last build. */
export const readBundles = async (): Promise<readonly Bundle[]> => {
  try {
    return JSON.parse(await readFile(manifest, 'utf8')) as Bundle[];
  } catch (cause) {
    throw new Error('The functions are not built yet: npm run build', { cause });
  }
};
