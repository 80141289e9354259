import { execFile, spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { root } from '#lib/build/bundles.ts';
import { startPlatform } from '#lib/local/platform.ts';
import { reasonToSkip } from './support/required.ts';

/*
 * npm run test:generators: generates clients from openapi.json with the defaults of oapi-codegen and
 * openapi-generator, compiles them, and lets a program of each create an organization, an agent and a
 * conversation, and list it. OAPI_CODEGEN names the program, and OPENAPI_GENERATOR the jar. A generator whose
 * tools are missing is skipped.
 */

const { OAPI_CODEGEN: oapiCodegen = 'oapi-codegen', OPENAPI_GENERATOR: jar = '' } = process.env;
const { PYTHON: python = 'python3' } = process.env;

const run = promisify(execFile);
const here = join(root, 'test/generators');
const document = join(root, 'openapi.json');

type Environment = NodeJS.ProcessEnv;

interface Generator {
  readonly name: string;
  /** Commands that succeed if its tools are here. */
  readonly needs: readonly (readonly [string, ...string[]])[];
  /** Generates, compiles and runs; returns what the program printed. */
  readonly use: (directory: string, env: Environment) => Promise<string>;
}

const place = (program: string, ...target: string[]) =>
  copyFile(join(here, 'programs', program), join(...target));

const openApiGenerator = (language: string, output: string, ...options: string[]) =>
  run('java', ['-jar', jar, 'generate', '-g', language, '-i', document, '-o', output, ...options], {
    maxBuffer: 1e8,
  });

const goProgram = async (program: string, cwd: string, env: Environment): Promise<string> => {
  await mkdir(join(cwd, 'program'));
  await place(program, cwd, 'program/main.go');
  await writeFile(join(cwd, 'go.mod'), 'module generated\n\ngo 1.24\n');
  await run('go', ['mod', 'tidy'], { cwd });
  await run('go', ['vet', './api'], { cwd });
  return (await run('go', ['run', './program'], { cwd, env })).stdout;
};

const jarWorks = ['java', '-jar', jar, 'version'] as const;
const goWorks = ['go', 'version'] as const;

const generators: readonly Generator[] = [
  {
    name: 'oapi-codegen (Go)',
    needs: [goWorks, [oapiCodegen, '-version']],
    use: async (directory, env) => {
      await mkdir(join(directory, 'api'));
      const output = join(directory, 'api/api.go');
      await run(oapiCodegen, ['-generate', 'types,client', '-package', 'api', '-o', output, document]);
      return goProgram('oapi-codegen.go', directory, env);
    },
  },
  {
    name: 'openapi-generator (Go)',
    needs: [goWorks, jarWorks],
    use: async (directory, env) => {
      const output = join(directory, 'api');
      await openApiGenerator(
        'go',
        output,
        '--package-name',
        'api',
        '--additional-properties=withGoMod=false',
      );
      await rm(join(output, 'test'), { recursive: true, force: true });
      return goProgram('go.go', directory, env);
    },
  },
  {
    name: 'openapi-generator (Java)',
    needs: [['mvn', '-version'], jarWorks],
    use: async (cwd, env) => {
      await openApiGenerator('java', cwd, '--library', 'native');
      await place('Main.java', cwd, 'src/main/java/Main.java');
      const exec = 'org.codehaus.mojo:exec-maven-plugin:3.5.0:java';
      const options = [
        '-q',
        '-B',

        '-DskipTests',
        'compile',
        exec,
        '-Dexec.mainClass=Main',
      ];
      return (await run('mvn', options, { cwd, env })).stdout;
    },
  },
  {
    name: 'openapi-generator (Python)',
    needs: [[python, '-c', 'import pydantic, urllib3, dateutil'], jarWorks],
    use: async (cwd, env) => {
      await openApiGenerator('python', cwd, '--package-name', 'generated');
      await place('python.py', cwd, 'program.py');
      return (await run(python, ['program.py'], { cwd, env })).stdout;
    },
  },
  {
    name: 'openapi-generator (TypeScript)',
    needs: [jarWorks],
    use: async (cwd, env) => {
      await openApiGenerator('typescript-fetch', join(cwd, 'generated'));
      await place('typescript.ts', cwd, 'program.ts');
      const options = [
        '--target',
        'es2022',
        '--module',
        'esnext',
        '--moduleResolution',
        'bundler',
        '--noEmit',
      ];
      const compiler = join(here, 'node_modules/typescript/bin/tsc');
      await run(process.execPath, [compiler, '--strict', ...options, 'program.ts'], { cwd });
      const bundle = join(cwd, 'bundle.mjs');
      const esbuild = join(root, 'node_modules/esbuild/bin/esbuild');
      await run(esbuild, [join(cwd, 'program.ts'), '--bundle', '--format=esm', `--outfile=${bundle}`]);
      return (await run(process.execPath, [bundle], { env })).stdout;
    },
  },
];

const works = ([command, ...options]: readonly [string, ...string[]]): boolean =>
  spawnSync(command, options, { stdio: 'ignore' }).status === 0;

const scratch = await mkdtemp(join(tmpdir(), 'generators-'));
const { info } = console;
// The functions log into this process.
console.info = () => {};
const platform = await startPlatform({ directory: join(scratch, 'platform'), memory: true, port: 0 });
const { base_url: BASE, api_key: KEY } = platform.description;
try {
  for (const [at, { name, needs, use }] of generators.entries()) {
    const broken = needs.find((command) => !works(command));
    const missing = reasonToSkip(
      'generators',
      broken && `${name} is skipped: ${broken.slice(0, 3).join(' ')} does not work`,
    );
    if (missing !== undefined) {
      info(missing);
      continue;
    }
    const directory = join(scratch, String(at));
    await mkdir(directory);
    const printed = await use(directory, { ...process.env, BASE, KEY }).catch(
      ({ message, stdout = '' }: { message: string; stdout?: string }) => `${message}\n${stdout}`,
    );
    const isRight = stripVTControlCharacters(printed).trim() === 'true';
    info(isRight ? `${name}: compiles and works` : `${name}: ${printed}`);
    if (!isRight) process.exitCode = 1;
  }
} finally {
  await platform.close();
  await rm(scratch, { recursive: true, force: true });
}
