import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { stop } from 'esbuild';
import { buildBundles, root } from '#lib/build/bundles.ts';
import { buildConsole } from '#lib/console/build.ts';
import type { StepResult } from '#lib/upkeep/smoke.ts';
import { smoke } from '#lib/upkeep/smoke.ts';
import { assemble } from './assembly.ts';
import type { Emulator } from './emulator.ts';
import { missing, startEmulator } from './emulator.ts';

/*
 * npm run test:deploy: deploys the platform into MiniStack, a model of AWS in Python, and uses it there:
 * bootstrap, a first deployment that fails and is repeated, the tour, an update, and the removal. With
 * `-- --secure`, over TLS and with the policies of the deployed roles. README.md beside this file has what is
 * left out, and why. PYTHON names the interpreter; without the emulator, the run is skipped.
 */

const { PYTHON: python = 'python3' } = process.env;
const { values } = parseArgs({
  options: {
    /** The deployed functions run with their deployed roles. */
    secure: { type: 'boolean', default: false },
    /** Keeps the folder with the emulator's log. */
    keep: { type: 'boolean', default: false },
  },
});
const lacking = missing(python);
if (lacking !== undefined) {
  console.log(`Skipped: ${lacking}`);
  process.exit(0);
}

const run = promisify(execFile);
const began = performance.now();
let failed = 0;
const report = (passed: boolean, name: string, milliseconds: number, note = ''): void => {
  if (!passed) failed += 1;
  const seconds = (milliseconds / 1000).toFixed(1).padStart(7);
  console.log(`${passed ? 'passed' : 'FAILED'} ${seconds} s  ${name}${note && `: ${note}`}`);
};
/** Runs a step; what it returns is printed. A later step that needs it cannot run after it failed. */
const step = async <T>(name: string, task: () => Promise<T>): Promise<T> => {
  const from = performance.now();
  try {
    const result = await task();
    report(true, name, performance.now() - from, typeof result === 'string' ? result : '');
    return result;
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    report(false, name, performance.now() - from, [message, stdout, stderr].join('\n').slice(-3000));
    throw error;
  }
};

const scratch = await mkdtemp(join(tmpdir(), 'deploy-'));

const cdkOf =
  ({ environment }: Emulator) =>
  (...options: string[]) =>
    run(
      process.execPath,
      // Without the last option it waits for the network.
      [join(root, 'node_modules/aws-cdk/bin/cdk'), ...options, '--no-notices', '--ci'],
      { cwd: scratch, env: environment, maxBuffer: 1e9 },
    );

type Outputs = Readonly<Record<string, Readonly<Record<string, string>>>>;

const deploy = async (emulator: Emulator, directory: string): Promise<Record<string, string>> => {
  const file = join(scratch, 'outputs.json');
  const options = ['--all', '--require-approval', 'never', '--outputs-file', file];
  await cdkOf(emulator)('deploy', '--app', directory, ...options);
  const outputs = JSON.parse(await readFile(file, 'utf8')) as Outputs;
  return Object.assign({}, ...Object.values(outputs)) as Record<string, string>;
};

const program = async ({ environment }: Emulator, name: string, ...options: string[]): Promise<string> => {
  const { stdout } = await run(process.execPath, [join(root, `bin/${name}.ts`), ...options], {
    env: environment,
  });
  return stdout;
};

const platform = 'VoiceAgentPlatform';

const statusOf = async ({ aws }: Emulator, name: string): Promise<string> => {
  const { Stacks } = (await aws('cloudformation', 'describe_stacks', { StackName: name })) as {
    Stacks: [{ StackStatus: string }];
  };
  return Stacks[0].StackStatus;
};

/** The outputs of both stacks. */
const outputsOf = async ({ aws }: Emulator): Promise<Record<string, string>> => {
  const { Stacks } = (await aws('cloudformation', 'describe_stacks')) as {
    Stacks: readonly { Outputs?: readonly { OutputKey: string; OutputValue: string }[]; ParentId?: string }[];
  };
  const own = Stacks.filter(({ ParentId }) => !ParentId).flatMap(({ Outputs = [] }) => Outputs);
  return Object.fromEntries(own.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
};

const must = (condition: boolean, sentence: string): void => {
  if (!condition) throw new Error(sentence);
};

const useDeployed = async (
  emulator: Emulator,
  key: string,
  outputs: Readonly<Record<string, string>>,
): Promise<void> => {
  const { aws } = emulator;
  const table = outputs.TableName ?? '';
  const results: StepResult[] = [];
  const outcome = await smoke({
    url: await emulator.reach(outputs.ApiId ?? ''),
    key,
    // The emulator's REST APIs know no streamed answers, and it has no CloudFront that serves.
    skip: ['stream'],
    waitMs: 180_000,
    onResult: (result) => {
      results.push(result);
      report(
        result.error === undefined,
        `the tour, ${result.name}`,
        result.milliseconds,
        result.error ?? result.shows,
      );
    },
  });
  if (outcome !== 'passed') failed += results.every(({ error }) => error === undefined) ? 1 : 0;
  await step('the clock runs scheduled functions, which log', async () => {
    for (let tries = 0; ; tries += 1) {
      const { events } = (await aws('logs', 'filter_log_events', { logGroupName: outputs.EventsLog })) as {
        events: readonly { message: string }[];
      };
      if (events.some(({ message }) => message.includes('Swept'))) return;
      must(tries < 40, `None of ${events.length} lines of ${outputs.EventsLog} says "Swept"`);
      await new Promise((resolve) => setTimeout(resolve, 3000));
    }
  });
  await step('the console’s files were copied', async () => {
    const { Buckets } = (await aws('s3', 'list_buckets')) as { Buckets: readonly { Name: string }[] };
    const listed = await Promise.all(
      Buckets.map(async ({ Name }) => {
        const { Contents = [] } = (await aws('s3', 'list_objects_v2', { Bucket: Name })) as {
          Contents?: readonly { Key: string }[];
        };
        return Contents.map(({ Key }) => Key);
      }),
    );
    const keys = listed.find((found) => found.includes('index.html')) ?? [];
    must(keys.length > 10, `No bucket has them: ${JSON.stringify(Buckets)}`);
    return `${keys.length} files`;
  });
  await step('verify-table finds no difference', async () => {
    const printed = await program(emulator, 'verify-table', '--table', table);
    must(printed.includes('Everything agrees.'), printed);
  });
};

/** The number of what a removal has to leave, or to remove. */
const countOf = async (
  { aws }: Emulator,
  service: string,
  operation: string,
  name: string,
): Promise<number> =>
  ((await aws(service, operation)) as Readonly<Record<string, readonly unknown[]>>)[name]?.length ?? 0;

const emulator = await step('the emulator starts', () =>
  startEmulator({ python, scratch: join(scratch, 'emulator'), secure: values.secure }),
);
try {
  await step('the functions and the console are built', async () => {
    await Promise.all([buildBundles(), buildConsole()]);
    await stop();
  });
  await step('cdk bootstrap', async () => {
    await cdkOf(emulator)('bootstrap', 'aws://123456789012/eu-central-1');
  });

  const first = await step('the stacks are synthesized', () =>
    assemble(join(scratch, 'first'), {}, emulator.awsCommand),
  );
  for (const [reason, count] of first.leftOut) console.log(`       left out: ${count}, because ${reason}`);

  await step('a first deployment fails, and leaves a stack that cannot be updated', async () => {
    // Another setting, so that its template is another asset.
    const settings = { alarms: { slow_ms: 2999 } };
    const broken = await assemble(
      join(scratch, 'broken'),
      settings,
      emulator.awsCommand,
      (template, file) => {
        if (file !== `${platform}.template.json`) return;
        template.Resources.Broken = { Type: 'AWS::CloudWatch::Alarm', Properties: { Metrics: [{}] } };
      },
    );
    const deployed = await deploy(emulator, broken.directory).then(
      () => true,
      () => false,
    );
    must(!deployed, 'It was deployed');
    return statusOf(emulator, platform);
  });
  const { key, outputs } = await step(
    'npm run deploy repeats it without the mistake, and makes a key',
    async () => {
      const environment = {
        ...emulator.environment,
        CDK_APP: first.directory,
        CDK_NOTICES: 'false',
        CI: 'true',
      };
      const printed = await program({ ...emulator, environment }, 'deploy', '--no-preflight', '--no-smoke');
      const [key] = /vap_\w+/.exec(printed) ?? [];
      if (!key) throw new Error(printed);
      return { key, outputs: await outputsOf(emulator) };
    },
  );
  await useDeployed(emulator, key, outputs);

  await step('an update of the data stack alone, with other settings', async () => {
    const changed = await assemble(
      join(scratch, 'second'),
      { data: { recordings_tiering_days: 60 } },
      emulator.awsCommand,
    );
    const data = `${platform}-data`;
    await cdkOf(emulator)(
      'deploy',
      '--app',
      changed.directory,
      data,
      '--exclusively',
      '--require-approval',
      'never',
    );
    const status = await statusOf(emulator, data);
    must(status === 'UPDATE_COMPLETE', `The data stack is in ${status}`);
    must((await outputsOf(emulator)).TableName === outputs.TableName, 'The table was replaced');
    return status;
  });
  await step('cdk destroy removes the platform stack, and keeps the data', async () => {
    await cdkOf(emulator)('destroy', '--app', first.directory, platform, '--force');
    const functions = await countOf(emulator, 'lambda', 'list_functions', 'Functions');
    const mappings = await countOf(emulator, 'lambda', 'list_event_source_mappings', 'EventSourceMappings');
    const tables = await countOf(emulator, 'dynamodb', 'list_tables', 'TableNames');
    const buckets = await countOf(emulator, 's3', 'list_buckets', 'Buckets');
    // Beside the two buckets of the data stack, the CDK has its own.
    must(functions === 0 && mappings === 0, `${functions} functions and ${mappings} mappings are left`);
    must(tables === 1 && buckets === 3, `There are ${tables} tables and ${buckets} buckets`);
  });
} catch {
  // The step has said so.
} finally {
  await emulator.close();
}
const seconds = Math.round((performance.now() - began) / 1000);
console.log(`\n${failed} failed, ${seconds} seconds, at most ${emulator.peakMemory()} MB of memory`);
if (values.keep || failed > 0) console.log(`The emulator's log: ${join(scratch, 'emulator/emulator.log')}`);
else await rm(scratch, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
