import { beforeAll, expect, test } from 'vitest';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { Integration } from '#lib/contract/integrations.ts';
import { minuteMs } from '#lib/domain/durations.ts';
import type { Client } from '#lib/local/client.ts';
import { newAgent, operator, organization, platform, refusalOf, usersOf } from './fixtures.ts';
import { billedOrganization, monthFromOpen, untilOpen } from './support/billing.ts';
import { connect, conversationsOf, deliver, newCall, settled } from './support/connected.ts';
import { eventually } from './support/eventually.ts';
import { phoneOf } from './support/phone.ts';
import type { Organization } from './support/users.ts';

/*
 * A client must not be able to restate what it owes: what an integration or a key of an organization above
 * has reported of a call counts, whatever the client does before or after. Every writer is tried on every
 * field from which a bill follows.
 */

const noonOf = (month: string): number => Date.parse(`${month}T12:00:00Z`) + 9 * 24 * 60 * minuteMs;

interface Reported {
  readonly conversation_id: string;
  readonly agent_id: string;
  readonly start: number;
  readonly minutes: number;
  /** In cents. */
  readonly cost?: number;
  readonly channel?: 'phone_call' | 'web_call';
}

/** The last report of a call at Retell. */
const analyzed = ({
  conversation_id,
  agent_id,
  start,
  minutes,
  cost = 500,
  channel = 'phone_call',
}: Reported) => {
  const { call } = newCall('retell').events.at(-1) as { readonly call: object };
  return {
    event: 'call_analyzed',
    call: {
      ...call,
      call_id: conversation_id,
      call_type: channel,
      agent_id,
      start_timestamp: start,
      end_timestamp: start + minutes * minuteMs,
      duration_ms: minutes * minuteMs,
      call_cost: { combined_cost: cost },
    },
  };
};

/** Costs that are hidden from a key cannot be restated with it either: here they are shown. */
const opened = { costs_shown: true };

/** A client whose reseller bills it by the calls that the reseller’s integration reports. */
const billed = async () => {
  const users = usersOf(platform);
  const organizations = await billedOrganization(users, { included_minutes: 0 });
  const { reseller, client } = organizations;
  const params = { client_id: client.client.id };
  await reseller.api.clients.update({ params, body: { settings: opened } });
  const { id: agent_id } = await newAgent(client);
  const ids = () => newCall('retell');
  const { agent_id: agent_there } = ids();
  const integration = await connect(reseller, 'retell', { [agent_there]: agent_id });
  const report = async (call: Omit<Reported, 'agent_id'>): Promise<Conversation> => {
    await deliver(integration, analyzed({ ...call, agent_id: agent_there }));
    await settled(reseller, integration);
    const found = (await conversationsOf(client)).find(
      ({ provider }) => provider?.conversation_id === call.conversation_id,
    );
    return found as Conversation;
  };
  /** Billed minutes and their costs by month, with corrections of earlier ones. */
  const owed = async () => {
    const { data } = await reseller.api.statements.list({ params });
    return untilOpen(data).map(({ status, period_start, lines, costs }) => ({
      status,
      month: period_start.slice(0, 10),
      minutes: lines
        .filter(({ unit }) => unit === 'minute')
        .map(({ description, quantity }) => [description, quantity]),
      costs,
    }));
  };
  return { ...organizations, agent_id, agent_there, integration, report, owed, params };
};

const outOfReach = '400 validation_failed';

test('only keys of the organization that reported the calls change the amount of a final statement and of a draft', async () => {
  const { reseller, client, plan_id, params, report, owed } = await billed();
  const [past, now] = [monthFromOpen(-2), monthFromOpen(0)];
  const start = Math.min(noonOf(now), Date.now() - 60 * minuteMs);
  const calls = [
    await report({ conversation_id: newCall('retell').conversation_id, start: noonOf(past), minutes: 30 }),
    await report({ conversation_id: newCall('retell').conversation_id, start, minutes: 20 }),
  ];
  await eventually(async () => {
    const { rows } = await client.api.usage.get({ params, query: { start_after: past, interval: 'month' } });
    expect(rows.reduce((sum, { conversations }) => sum + conversations, 0)).toBe(2);
  });
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: past } });
  const before = await eventually(async () => {
    const statements = await owed();
    expect(statements.find(({ month }) => month === past)).toMatchObject({
      status: 'final',
      minutes: [['Minutes', '30']],
    });
    expect(statements.map(({ status }) => status)).toEqual(['draft', 'final', 'final']);
    return statements;
  });
  expect(before[0]).toMatchObject({ status: 'draft', minutes: [['Minutes', '20']] });

  for (const { id, start_time, duration_ms, cost, ...conversation } of calls) {
    const to = { conversation_id: id };
    const restated: NonNullable<Parameters<Client['conversations']['update']>[0]['body']>[] = [
      { end_time: new Date(Date.parse(start_time) + 1000).toISOString() },
      { duration_ms: 1 },
      { cost: { amount: '0' } },
      { cost: null },
      { duration_ms: 0, summary: 'Nothing was said.' },
    ];
    for (const body of restated) {
      expect(await refusalOf(client.api.conversations.update({ params: to, body }))).toBe(outOfReach);
    }
    // As it is, with something else.
    const same = { duration_ms: duration_ms ?? 0, cost, outcome: 'sold' };
    const changed = await client.api.conversations.update({ params: to, body: same });
    expect(changed).toMatchObject({ outcome: 'sold', duration_ms, cost, status: conversation.status });
  }
  expect(await owed()).toEqual(before);

  for (const { id } of calls) {
    const body = { duration_ms: 10 * minuteMs, cost: { amount: '1' } };
    await reseller.api.conversations.update({ params: { conversation_id: id }, body });
    const shorter = client.api.conversations.update({
      params: { conversation_id: id },
      body: { duration_ms: 1 },
    });
    expect(await refusalOf(shorter)).toBe(outOfReach);
  }
  await eventually(async () => {
    const [draft] = await owed();
    expect(draft?.minutes).toEqual([
      ['Minutes', '10'],
      [expect.stringContaining('Correction of'), '-20'],
    ]);
  });
});

test('a call that a client has recorded before it is reported from above is billed as reported', async () => {
  const { client, reseller, plan_id, params, report, owed, agent_id } = await billed();
  const { id: own_agent } = await newAgent(client, 'Own');
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromOpen(-1) } });
  const recorded = async (conversation_id: string, agent: string, over: boolean): Promise<Conversation> =>
    client.api.conversations.create({
      body: {
        agent_id: agent,
        channel: 'chat',
        cost: { amount: '0', currency: 'USD' },
        start_time: `${monthFromOpen(-24)}T00:00:00Z`,
        ...(over ? { status: 'completed', duration_ms: 1 } : {}),
        provider: { name: 'retell', conversation_id },
      },
    });
  await eventually(async () =>
    expect((await owed()).map(({ status }) => status)).toEqual(['draft', 'final']),
  );
  const start = noonOf(monthFromOpen(-1));
  for (const [agent, over] of [
    [agent_id, true],
    [own_agent, true],
    [agent_id, false],
  ] as const) {
    const { conversation_id } = newCall('retell');
    const { id } = await recorded(conversation_id, agent, over);
    expect(await report({ conversation_id, start, minutes: 30 })).toMatchObject({
      id,
      channel: 'phone',
      status: 'completed',
      duration_ms: 30 * minuteMs,
      cost: { amount: '5', currency: 'USD' },
    });
  }
  await eventually(async () => {
    const statements = await owed();
    // The statement of the month in which they started is final: they are charged with the next one.
    expect(statements.flatMap(({ minutes }) => minutes)).toEqual([
      [expect.stringContaining('Correction of'), '90'],
    ]);
    expect(statements.flatMap(({ costs }) => costs)).toEqual([{ amount: '15.00', currency: 'USD' }]);
  });
});

test('an agent to which calls are mapped from above stays, and is named as it was', async () => {
  const { reseller, client, agent_id, report } = await billed();
  const params = { agent_id };
  expect(await refusalOf(client.api.agents.remove({ params }))).toBe('403 ancestor_key_required');

  const provider = { name: 'retell', agent_id: 'named_from_above' };
  expect(await refusalOf(client.api.agents.update({ params, body: { provider } }))).toBe(outOfReach);
  await client.api.agents.update({ params, body: { name: 'Renamed' } });
  const { id } = await newAgent(client, 'Named');
  const named = { agent_id: id };
  await reseller.api.agents.update({ params: named, body: { provider } });
  expect(await refusalOf(client.api.agents.remove({ params: named }))).toBe('403 ancestor_key_required');
  for (const other of [null, { ...provider, agent_id: 'another' }]) {
    const changed = client.api.agents.update({ params: named, body: { provider: other } });
    expect(await refusalOf(changed)).toBe(outOfReach);
  }
  const renamed = await client.api.agents.update({ params: named, body: { name: 'Renamed', provider } });
  expect(renamed.name).toBe('Renamed');

  const { conversation_id } = newCall('retell');
  expect((await report({ conversation_id, start: Date.now() - minuteMs, minutes: 1 })).agent_id).toBe(
    agent_id,
  );
  await reseller.api.agents.remove({ params });
  await reseller.api.agents.remove({ params: named });
  const unmapped = await newAgent(client, 'Unmapped');
  await client.api.agents.remove({ params: { agent_id: unmapped.id } });
});

test('a call that is reported from above is not erased before its end is reported, and is billed after that', async () => {
  const { client, reseller, integration, agent_there, report, params } = await billed();
  const { conversation_id, events } = newCall('retell', agent_there);
  const [started] = events as readonly { readonly call: object }[];
  const start = Date.now() - 40 * minuteMs;
  await deliver(integration, {
    ...started,
    call: { ...started?.call, conversation_id, start_timestamp: start },
  });
  await settled(reseller, integration);
  const [{ id } = { id: '' }] = await conversationsOf(client);
  const erase = () => client.api.conversations.erase({ params: { conversation_id: id } });
  expect(await refusalOf(erase())).toBe('403 ancestor_key_required');
  // The right to end a call does not make it erasable.
  const body = { status: 'completed', duration_ms: 1 } as const;
  await client.api.conversations.update({ params: { conversation_id: id }, body });
  expect(await refusalOf(erase())).toBe('403 ancestor_key_required');

  expect((await report({ conversation_id, start, minutes: 30 })).duration_ms).toBe(30 * minuteMs);
  await erase();
  await eventually(async () => {
    const { rows } = await client.api.usage.get({ params });
    expect(rows.reduce((sum, { duration_ms }) => sum + duration_ms.sum, 0)).toBe(30 * minuteMs);
  });
});

interface Tree {
  readonly reseller: Organization;
  readonly client: Organization;
  readonly location: Organization;
  readonly beside: Organization;
}
let tree: Tree;
beforeAll(async () => {
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client', { settings: opened });
  const location = await organization(client, 'subcompany', { settings: opened });
  tree = { reseller, client, location, beside: await organization(client, 'subcompany') };
});

/** A call of the location, reported by the client’s integration. */
const reportedCall = async () => {
  const { client, location } = tree;
  const { id: agent_id } = await newAgent(location);
  const { agent_id: agent_there, conversation_id } = newCall('retell');
  const mapping = { [agent_there]: agent_id };
  const integration = await connect(client, 'retell', mapping);
  const start = Date.now() - 90 * minuteMs;
  const send = async (by: Integration, owner: Organization, said: Partial<Reported>): Promise<void> => {
    const call = { conversation_id, agent_id: agent_there, start, minutes: 30, ...said };
    await deliver(by, analyzed(call));
    await settled(owner, by);
  };
  await send(integration, client, {});
  const read = async () => {
    const all = await conversationsOf(location);
    return all.find(({ provider }) => provider?.conversation_id === conversation_id) as Conversation;
  };
  return { agent_id, mapping, send, read, start };
};

const restated = { duration_ms: 5 * minuteMs, cost: { amount: '1', currency: 'USD' } };

test.for([
  ['its own', 'location', outOfReach],
  ['the reporter', 'client', 'done'],
  ['an organization above the reporter', 'reseller', 'done'],
  ['an organization beside it', 'beside', '404 conversation_not_found'],
] as const)('a key of %s changes what was reported: %s', async ([, name, expected]) => {
  const { read } = await reportedCall();
  const before = await read();
  for (const [field, value] of Object.entries(restated)) {
    const params = { conversation_id: before.id };
    const changed = tree[name].api.conversations.update({ params, body: { [field]: value } });
    const outcome = await changed.then(
      () => 'done',
      () => refusalOf(changed),
    );
    expect([field, outcome]).toEqual([field, expected]);
  }
  expect(await read()).toMatchObject(
    expected === 'done' ? restated : { duration_ms: before.duration_ms, cost: before.cost },
  );
});

test.for([
  ['its own organization', 'location', false],
  ['the reporter', 'client', true],
  ['an organization above the reporter', 'reseller', true],
] as const)('a report by a later integration of %s counts: %s', async ([, name, counts]) => {
  const { mapping, send, read, start } = await reportedCall();
  const other = await connect(tree[name], 'retell', mapping);
  const before = await read();
  // It ends later, and so is the later report.
  await send(other, tree[name], { start: start + minuteMs, minutes: 40, cost: 100, channel: 'web_call' });
  expect(await read()).toMatchObject(
    counts
      ? { channel: 'web', duration_ms: 40 * minuteMs, cost: { amount: '1' } }
      : { channel: 'phone', duration_ms: before.duration_ms, cost: before.cost },
  );
});

test('only the platform restates how long a call was that it held', async () => {
  const phone = await phoneOf({}, await organization(tree.reseller, 'client'));
  const line = await phone.call();
  await line.hear();
  const [{ id, start_time } = { id: '', start_time: '' }] = await phone.conversations();
  const params = { conversation_id: id };
  const shorter = [{ duration_ms: 0 }, { end_time: start_time }];
  const refused = async (more: { status?: 'completed' }) => {
    for (const { api } of [phone.org, tree.reseller]) {
      for (const body of shorter) {
        const changed = api.conversations.update({ params, body: { ...body, ...more } });
        expect(await refusalOf(changed)).toBe(outOfReach);
      }
    }
  };
  await refused({ status: 'completed' });
  await line.hangUp();
  const { duration_ms } = await operator.conversations.get({ params });
  expect(duration_ms).toBeGreaterThan(0);
  await refused({});
  expect(await operator.conversations.get({ params })).toMatchObject({ duration_ms });
  const corrected = await operator.conversations.update({ params, body: { duration_ms: 1 } });
  expect(corrected).toMatchObject({ duration_ms: 1 });
});
