import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noMessages } from '#lib/domain/billing/subscription.ts';
import { newAgent, organization, platform, refusalOf, usersOf } from './fixtures.ts';
import { monthFromNow, terms as plan } from './support/billing.ts';
import type { ModelCall } from './support/billing-model.ts';
import { BillingModel } from './support/billing-model.ts';
import { connect, deliver, newCall } from './support/connected.ts';
import { eventually } from './support/eventually.ts';
import { CallModel } from './support/reported-model.ts';

/*
 * Random histories of calls through the front door: reports by integrations of the location that they belong
 * to, of the client and of the reseller above it, changes and removals by all their keys, and conversations
 * that the location has recorded before. Drafts and final statements are held against a plain model of who
 * reported what. `HISTORIES=1000` runs as many, `SEED` repeats a run.
 */

const histories = Number(process.env.HISTORIES ?? 20);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
/** The histories of one tree, which take place at the same time. */
const together = 20;

const { operator } = usersOf(platform);
const own = 3;
const moneyOf = (amount: string) => ({ amount, currency: 'USD' });

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const depth = fc.integer({ min: 1, max: own });
const minute = 60_000;
const start = fc.integer({ min: 0, max: 10 }).map((minutes) => minutes * minute);
const end = fc.integer({ min: 20, max: 90 }).map((minutes) => minutes * minute);
const cost = fc.constantFrom('0', '0.5', '7.25');
const channel = fc.constantFrom('phone' as const, 'web' as const);

const report = fc.record({
  what: fc.constant('report' as const),
  stage: fc.constantFrom('begun' as const, 'over' as const, 'analyzed' as const),
  ...{ depth, start, end, channel: optional(channel), cost: optional(cost) },
});

const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('record' as const),
      ...{ start, end, cost: optional(cost), over: fc.boolean() },
      channel: fc.constantFrom('phone' as const, 'chat' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('change' as const),
      depth: fc.integer({ min: 0, max: own }),
      ...{ length: optional(end), cost: optional(cost) },
    }),
  },
  { weight: 6, arbitrary: report },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('remove' as const), depth }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const history = fc.record({
  month: fc.constantFrom(-2, 0),
  /** The highest organization whose integration maps the agent. */
  mappedFrom: depth,
  before: fc.array(step, { minLength: 1, maxLength: 4 }),
  after: fc.array(step, { minLength: 1, maxLength: 4 }),
});
type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

/**
 * The history of a call that is billed whatever follows, because it begins with a report by its own
 * organization that the call is over.
 */
const billedHistory = fc.tuple(report, history).map(
  ([first, { before, ...life }]): History => ({
    ...life,
    before: [{ ...first, depth: own, stage: 'over' }, ...before],
  }),
);

const half = together / 2;
/** By chance alone, one run in forty would bill too few calls to show anything. */
const livesOfTree = fc
  .tuple(
    fc.array(history, { minLength: half, maxLength: half }),
    fc.array(billedHistory, { minLength: half, maxLength: half }),
  )
  .map((lives) => lives.flat());

const createTree = async () => {
  const settings = { costs_shown: true };
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client', { settings });
  const location = await organization(client, 'subcompany', { settings });
  const members = [reseller, client, location] as const;
  const integrations = await Promise.all(members.map((member) => connect(member, 'retell')));
  const keys = [operator, ...members.map(({ api }) => api)];
  return { reseller, client, location, members, integrations, keys };
};
type Tree = Awaited<ReturnType<typeof createTree>>;

const event = { begun: 'call_started', over: 'call_ended', analyzed: 'call_analyzed' } as const;
const stageOf = { begun: 1, over: 2, analyzed: 3 } as const;

/** A call in a tree, with its model. */
const createCall = async (
  { location, members, integrations, keys }: Tree,
  { month, mappedFrom }: History,
) => {
  const { id: agent_id } = await newAgent(location);
  const { conversation_id: call_id, agent_id: provider_agent_id } = newCall('retell');
  for (const integration of integrations.slice(mappedFrom - 1)) {
    const params = { integration_id: integration.id, provider_agent_id };
    await operator.agentMappings.replace({ params, body: { agent_id } });
  }
  const noon = Date.parse(`${monthFromNow(month)}T12:00:00Z`) + 9 * 24 * 60 * minute;
  const origin = Math.min(noon, Date.now() - 3 * 60 * minute);
  const model = new CallModel(own);
  /** The levels whose integrations know the conversation. */
  const assigned = new Set<number>();
  let isRemoved = false;
  let at = 0;
  const timeAt = (moment: number) => new Date(origin + moment).toISOString();
  const conversationId = async () => {
    const { data } = await location.api.conversations.list({ query: { agent_id } });
    expect(data).toHaveLength(1);
    return String(data[0]?.id);
  };

  const record = async ({ over, ...said }: Extract<Step, { what: 'record' }>) => {
    if (model.isKnown || isRemoved) return;
    await location.api.conversations.create({
      body: {
        ...{ agent_id, channel: said.channel, start_time: timeAt(said.start) },
        provider: { name: 'retell', conversation_id: call_id },
        cost: said.cost === undefined ? null : moneyOf(said.cost),
        ...(over && { status: 'completed', end_time: timeAt(said.end) }),
      },
    });
    model.create(own, { ...said, over });
  };
  const change = async ({ depth: by, length, cost: paid }: Extract<Step, { what: 'change' }>) => {
    const body = {
      ...(length !== undefined && { duration_ms: length }),
      ...(length !== undefined && !model.isOver && { status: 'completed' as const }),
      ...(paid !== undefined && { cost: moneyOf(paid) }),
    };
    if (!model.isKnown || Object.keys(body).length === 0) return;
    const params = { conversation_id: await conversationId() };
    const changed = keys[by]?.conversations.update({ params, body }) ?? Promise.reject();
    if (model.patch(by, { length, cost: paid })) await changed;
    else expect(await refusalOf(changed)).toBe('400 validation_failed');
  };
  const report = async ({ depth: by, stage, ...said }: Extract<Step, { what: 'report' }>) => {
    const integration = integrations[by - 1] as (typeof integrations)[number];
    const over = stage !== 'begun';
    // No two reports are of the same moment.
    const [begun, ended] = [said.start + at, said.end + at];
    const { call } = newCall('retell').events[0] as { readonly call: object };
    await deliver(integration, {
      event: event[stage],
      call: {
        ...{ ...call, call_id, agent_id: provider_agent_id, start_timestamp: origin + begun },
        call_type: said.channel && `${said.channel}_call`,
        ...(over && { end_timestamp: origin + ended, disconnection_reason: 'user_hangup' }),
        ...(over && said.cost !== undefined && { call_cost: { combined_cost: Number(said.cost) * 100 } }),
      },
    });
    await eventually(async () => {
      const { data } = await (members[by - 1] as Tree['client']).api.integrationEvents.list({
        params: { integration_id: integration.id },
        query: { status: 'received', limit: '100' },
      });
      expect(data.filter((one) => one.provider_conversation_id === call_id)).toEqual([]);
    });
    if (!assigned.has(by) && (isRemoved || by < mappedFrom)) return;
    assigned.add(by);
    const facts = { start: begun, channel: said.channel, over, ...(over && { end: ended, cost: said.cost }) };
    model.report(by, [stageOf[stage], origin + (over ? ended : begun)], facts);
  };
  const remove = async ({ depth: by }: Extract<Step, { what: 'remove' }>) => {
    if (isRemoved) return;
    const removed = keys[by]?.agents.remove({ params: { agent_id } }) ?? Promise.reject();
    if (by > mappedFrom) expect(await refusalOf(removed)).toBe('403 ancestor_key_required');
    else await removed;
    isRemoved = by <= mappedFrom;
  };
  const steps = { record, change, report, remove } as Readonly<
    Record<Step['what'], (step: never) => Promise<void>>
  >;
  return {
    take: async (taken: readonly Step[]) => {
      for (const one of taken) {
        at += 1;
        await steps[one.what](one as never);
      }
    },
    billed: (): ModelCall[] => {
      const { billed } = model;
      if (!billed) return [];
      const paid = billed.cost === undefined ? null : moneyOf(billed.cost);
      return [
        { channel: billed.channel, start: origin + billed.start, duration_ms: billed.length, cost: paid },
      ];
    },
  };
};

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const liveThrough = async (lives: readonly History[]): Promise<number> => {
  const tree = await createTree();
  const calls = await Promise.all(lives.map((life) => createCall(tree, life)));
  const billed = () => calls.flatMap((call) => call.billed());
  const { reseller, client, location } = tree;
  /**
   * Whether everything has been counted from which statements follow: a change of the channel alone changes
   * them too.
   */
  const counted = async (): Promise<void> => {
    const query = { start_after: monthFromNow(-3), interval: 'month', group_by: 'channel' } as const;
    const { rows } = await operator.usage.get({ params: { client_id: location.client.id }, query });
    for (const channel of ['phone', 'web', 'chat']) {
      const of = rows.filter(({ group }) => group.channel === channel);
      const expected = billed().filter((call) => call.channel === channel);
      expect({
        conversations: sum(of.map(({ conversations }) => conversations)),
        duration_ms: sum(of.map(({ duration_ms }) => duration_ms.sum)),
        costs: sum(of.flatMap(({ costs }) => costs.map(({ amount }) => Number(amount)))),
      }).toEqual({
        conversations: expected.length,
        duration_ms: sum(expected.map(({ duration_ms }) => duration_ms)),
        costs: sum(expected.map(({ cost }) => Number(cost?.amount ?? 0))),
      });
    }
  };

  await Promise.all(calls.map(({ take }, at) => take(lives[at]?.before ?? [])));
  await eventually(counted);
  const accounts = await Promise.all(
    [
      [reseller, client],
      [client, location],
    ].map(async ([above, org]) => {
      const params = { client_id: String(org?.client.id) };
      const terms = { ...plan, ...noMessages, currency: 'USD' };
      const { id: plan_id } = await (above as Tree['client']).api.plans.create({ body: terms });
      const start_date = monthFromNow(-2);
      await above?.api.subscriptions.replace({ params, body: { plan_id, start_date } });
      const model = new BillingModel(billed);
      expect(model.subscribe({ plan_id, ...terms }, 'UTC', start_date, Date.now())).toBe(true);
      const compare = () =>
        eventually(async () => {
          // The platform sees every cost, whoever reported it.
          const { data } = await operator.statements.list({ params });
          const shown = data.map(
            ({ status, period_start, period_end, timezone, lines, total, costs, margin }) => ({
              ...{ status, period_start, period_end, timezone, lines, total, costs, margin },
            }),
          );
          expect(shown).toEqual(model.statements(Date.now()));
        });
      model.finalize(Date.now());
      await compare();
      return compare;
    }),
  );
  await Promise.all(calls.map(({ take }, at) => take(lives[at]?.after ?? [])));
  for (const compare of accounts) await compare();
  return billed().length;
};

test(
  `statements are of what the highest organization reported, in random histories (SEED=${seed})`,
  async () => {
    let counted = 0;
    await fc.assert(
      fc.asyncProperty(livesOfTree, async (lives) => {
        counted += await liveThrough(lives);
      }),
      { numRuns: Math.ceil(histories / together), seed, endOnFailure: true },
    );
    expect(counted).toBeGreaterThan(histories / 2);
  },
  Math.max(300_000, histories * 5000),
);
