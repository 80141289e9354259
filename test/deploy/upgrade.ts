import { execFileSync } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#lib/build/bundles.ts';
import { createClient } from '#lib/local/client.ts';
import { recordedStacks } from '../last-release/recorded.ts';
import type { Assembly } from './assembly.ts';
import { adapt, assemble } from './assembly.ts';
import { build, dataStack, platform } from './deployment.ts';
import type { EmulatedRun } from './emulated-run.ts';
import { must } from './emulated-run.ts';
import { place } from './emulator.ts';

const git = (...options: string[]): string =>
  execFileSync('git', ['-C', root, ...options], { encoding: 'utf8' }).trim();

/** The assembly of a release in a checkout of its own, with the packages of this version. */
const assembleRelease = async (
  { emulator, scratch }: EmulatedRun,
  checkout: string,
  commit: string,
): Promise<Assembly> => {
  git('worktree', 'add', '--detach', checkout, commit);
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
  const file = join(checkout, 'cdk.json');
  const cdk = JSON.parse(await readFile(file, 'utf8')) as { context: object };
  const settings = { ...place, termination_protection: false };
  await writeFile(file, JSON.stringify({ ...cdk, context: { ...cdk.context, settings } }));
  const inCheckout = (...options: string[]) =>
    execFileSync(process.execPath, options, { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] });
  inCheckout('bin/build.ts');
  const output = join(scratch, 'release-synth');
  inCheckout(join(root, 'node_modules/aws-cdk/bin/cdk'), 'synth', '--quiet', '--output', output);
  return adapt(output, emulator.awsCommand);
};

/** The indexes of the table, as the emulator has them. */
const indexesOf = async ({ emulator: { aws } }: EmulatedRun, table: string): Promise<string[]> => {
  const { Table } = (await aws('dynamodb', 'describe_table', { TableName: table })) as {
    Table: { GlobalSecondaryIndexes?: readonly { IndexName: string }[] };
  };
  return (Table.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName).toSorted();
};

/**
 * Deploys the last release, upgrades its data stack as docs/operations.md says, goes on to this version, and
 * back. The emulator cannot update the platform stack, so that one is removed and deployed each time.
 */
export const upgradeAndReturn = async (run: EmulatedRun): Promise<void> => {
  const { emulator, scratch, step, cdk, deploy, program, outputs } = run;
  const { commit, version } = recordedStacks();
  const checkout = join(scratch, 'release');
  const apiWith = async (key: string) => {
    // The release has no output of its id.
    const { Items } = (await emulator.aws('apigatewayv2', 'get_apis')) as {
      Items: readonly { ApiId: string; ProtocolType: string }[];
    };
    const api = Items.find(({ ProtocolType }) => ProtocolType === 'HTTP');
    return createClient({ baseUrl: await emulator.reach(api?.ApiId ?? ''), apiKey: key });
  };
  try {
    const release = await step(`${version} is built and synthesized`, () =>
      assembleRelease(run, checkout, commit),
    );
    await step('this version is built', build);
    const assembly = (name: string, data: object = {}) =>
      assemble(join(scratch, name), { data }, emulator.awsCommand);
    const lastIndexes = ['by_f11', 'by_f12'] as const;
    const steps = await step('this version is synthesized, with fewer indexes too', async () => [
      ...(await Promise.all(lastIndexes.map((last_index) => assembly(last_index, { last_index })))),
      await assembly('whole'),
    ]);
    const whole = steps.at(-1) as Assembly;
    await step('cdk bootstrap', async () => {
      await cdk('bootstrap', `aws://${place.account}/${place.region}`);
    });

    const { key, conversation_id, table } = await step(`${version} is deployed, and used`, async () => {
      await deploy(release.directory, dataStack);
      await deploy(release.directory, platform);
      const { TableName: table = '' } = await outputs();
      const printed = await program('create-key', ['--table', table], { checkout });
      const [key = ''] = /vap_\w+/.exec(printed) ?? [];
      const api = await apiWith(key);
      const { id: client_id } = await api.clients.create({ body: { type: 'reseller', name: 'Kept' } });
      const { id: agent_id } = await api.agents.create({ body: { client_id, name: 'Kept' } });
      const turns = [{ role: 'user', text: 'Is this kept?' }] as const;
      const { id } = await api.conversations.create({
        body: { agent_id, status: 'completed', turns: [...turns] },
      });
      return { key, conversation_id: id, table };
    });

    const isKept = async () => {
      const api = await apiWith(key);
      const { data } = await api.transcripts.get({ params: { conversation_id } });
      must(data[0]?.text === 'Is this kept?', `The transcript is ${JSON.stringify(data)}`);
      const listed = await api.conversations.list({ query: {} });
      must(
        listed.data.some(({ id }) => id === conversation_id),
        'The list lacks the conversation',
      );
    };
    const follow = (stages: readonly Assembly[], name: string) =>
      step(name, async () => {
        const seen: number[] = [(await indexesOf(run, table)).length];
        for (const { directory } of stages) {
          await deploy(directory, dataStack);
          const { length } = await indexesOf(run, table);
          must(Math.abs(length - (seen.at(-1) ?? 0)) <= 1, `${seen.join(', ')}, then ${length} indexes`);
          seen.push(length);
        }
        const { TableName } = await outputs();
        must(TableName === table, `The table ${table} was replaced by ${TableName}`);
        return `${seen.join(', ')} indexes`;
      });
    const replacePlatform = async ({ directory }: Assembly, before: Assembly) => {
      await cdk('destroy', '--app', before.directory, platform, '--force');
      await deploy(directory, platform);
    };

    await follow(steps, 'its data stack is upgraded, one index at a time');
    await step(`${version} still serves what it wrote`, isKept);
    await step('this version is deployed on the same data, serves it, and finds no difference', async () => {
      await replacePlatform(whole, release);
      await isKept();
      await program('upgrade-table', ['--table', table]);
      await program('recount', ['--table', table]);
      const printed = await program('verify-table', ['--table', table]);
      must(printed.includes('Everything agrees.'), printed);
    });
    await step(`${version} is deployed again, and serves it`, async () => {
      await replacePlatform(release, whole);
      await isKept();
    });
    await follow(
      [...steps.slice(0, -1).toReversed(), release],
      'its data stack follows, one index at a time',
    );
    await step(`${version} serves it with its own data stack`, isKept);
  } finally {
    git('worktree', 'remove', '--force', checkout);
  }
};
