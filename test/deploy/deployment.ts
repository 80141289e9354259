import { join } from 'node:path';
import { stop } from 'esbuild';
import { buildBundles } from '#lib/build/bundles.ts';
import { buildConsole } from '#lib/console/build.ts';
import type { StepResult } from '#lib/upkeep/smoke.ts';
import { smoke } from '#lib/upkeep/smoke.ts';
import { assemble } from './assembly.ts';
import type { EmulatedRun } from './emulated-run.ts';
import { must } from './emulated-run.ts';
import type { Emulator } from './emulator.ts';

export const platform = 'VoiceAgentPlatform';
export const dataStack = `${platform}-data`;

/** Builds what is deployed. */
export const build = async (): Promise<void> => {
  await Promise.all([buildBundles(), buildConsole()]);
  await stop();
};

const useDeployed = async (
  { emulator, report, step, program }: EmulatedRun,
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
  if (outcome !== 'passed' && results.every(({ error }) => error === undefined))
    report(false, 'the tour', 0, outcome);
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
    const printed = await program('verify-table', ['--table', table]);
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

/**
 * A first deployment that fails and is repeated, the tour, an update of the data, and the removal of the
 * platform.
 */
export const deployAndRemove = async (run: EmulatedRun): Promise<void> => {
  const { emulator, scratch, step, cdk, deploy, program, statusOf, outputs: stackOutputs } = run;
  await step('the functions and the console are built', build);
  await step('cdk bootstrap', async () => {
    await cdk('bootstrap', 'aws://123456789012/eu-central-1');
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
    const deployed = await deploy(broken.directory).then(
      () => true,
      () => false,
    );
    must(!deployed, 'It was deployed');
    return statusOf(platform);
  });
  const { key, outputs } = await step(
    'npm run deploy repeats it without the mistake, and makes a key',
    async () => {
      const environment = { CDK_APP: first.directory, CDK_NOTICES: 'false', CI: 'true' };
      const printed = await program('deploy', ['--no-preflight', '--no-smoke'], { environment });
      const [key] = /vap_\w+/.exec(printed) ?? [];
      if (!key) throw new Error(printed);
      return { key, outputs: await stackOutputs() };
    },
  );
  await useDeployed(run, key, outputs);

  await step('an update of the data stack alone, with other settings', async () => {
    const changed = await assemble(
      join(scratch, 'second'),
      { data: { recordings_tiering_days: 60 } },
      emulator.awsCommand,
    );
    await deploy(changed.directory, dataStack);
    const status = await statusOf(dataStack);
    must(status === 'UPDATE_COMPLETE', `The data stack is in ${status}`);
    must((await stackOutputs()).TableName === outputs.TableName, 'The table was replaced');
    return status;
  });
  await step('cdk destroy removes the platform stack, and keeps the data', async () => {
    await cdk('destroy', '--app', first.directory, platform, '--force');
    const functions = await countOf(emulator, 'lambda', 'list_functions', 'Functions');
    const mappings = await countOf(emulator, 'lambda', 'list_event_source_mappings', 'EventSourceMappings');
    const tables = await countOf(emulator, 'dynamodb', 'list_tables', 'TableNames');
    const buckets = await countOf(emulator, 's3', 'list_buckets', 'Buckets');
    // Beside the two buckets of the data stack, the CDK has its own.
    must(functions === 0 && mappings === 0, `${functions} functions and ${mappings} mappings are left`);
    must(tables === 1 && buckets === 3, `There are ${tables} tables and ${buckets} buckets`);
  });
};
