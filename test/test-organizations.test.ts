import { expect, test } from 'vitest';
import type { Organization } from './fixtures.ts';
import { newAgent, operator, organization, problemOf } from './fixtures.ts';
import { monthFromNow, terms } from './support/billing.ts';
import { eventually } from './support/eventually.ts';

/*
 * Organizations above one for tests neither list nor count its conversations, unless they ask for them.
 */

const text = 'A flamingo called about a parachute';

/**
 * A reseller with a client for tests and another client, each with one conversation of an agent of the
 * reseller.
 */
const tested = async () => {
  const reseller = await organization(undefined, 'reseller');
  const [real, tests] = await Promise.all([
    organization(reseller, 'client'),
    organization(reseller, 'client', { test: true }),
  ]);
  const below = await organization(tests, 'subcompany');
  const agent = await newAgent(reseller);
  const call = async ({ client }: Organization) =>
    (
      await operator.conversations.create({
        body: {
          agent_id: agent.id,
          client_id: client.id,
          status: 'completed',
          duration_ms: 60_000,
          outcome: 'lost',
          tags: ['red', 'blue'],
          turns: [{ role: 'user', text }],
        },
      })
    ).id;
  const ids = { real: await call(real), tests: await call(tests), below: await call(below) };
  return { reseller, real, tests, below, agent, ids };
};

const listed = async (
  { api }: Organization,
  query: Parameters<Organization['api']['conversations']['list']>[0],
) => (await api.conversations.list(query)).data.map(({ id }) => id).sort();

test('organizations above list conversations for tests only if they ask for them, with any filter', async () => {
  const { reseller, tests, below, agent, ids } = await tested();
  const all = [ids.tests, ids.below].sort();
  for (const filter of [
    {},
    { outcome: ['lost'] },
    { agent_id: [agent.id] },
    { status: ['completed'] },
    { tag: ['red'] },
    { tag: ['blue'] },
    { duration_min_ms: '1000' },
  ] as const) {
    await eventually(async () => {
      expect(await listed(reseller, { query: filter })).toEqual([ids.real]);
      expect(await listed(reseller, { query: { ...filter, test: 'false' } })).toEqual([ids.real]);
      expect(await listed(reseller, { query: { ...filter, test: 'true' } })).toEqual(all);
      expect(await listed(tests, { query: filter })).toEqual(all);
      expect(await listed(tests, { query: { ...filter, test: 'true' } })).toEqual(all);
      expect(await listed(below, { query: filter })).toEqual([ids.below]);
    });
  }
});

test('words are found in an organization for tests, and not from above', async () => {
  const { reseller, tests, ids } = await tested();
  await eventually(async () => {
    expect(await listed(tests, { query: { q: 'flamingo' } })).toEqual([ids.tests, ids.below].sort());
    expect(await listed(reseller, { query: { q: 'flamingo' } })).toEqual([ids.real]);
  });
  const problem = await problemOf(
    reseller.api.conversations.list({ query: { q: 'flamingo', test: 'true' } }),
  );
  expect(problem.status).toBe(400);
});

test('usage counts conversations for tests in their organization only', async () => {
  const { reseller, tests, real } = await tested();
  const count = async ({ api, client }: Organization) =>
    (await api.usage.get({ params: { client_id: client.id }, query: { interval: 'total' } })).rows[0]
      ?.conversations;
  await eventually(async () =>
    expect(await Promise.all([reseller, real, tests].map(count))).toEqual([1, 1, 2]),
  );
});

test('an organization below one for tests is for tests, whatever its input says, and keeps it', async () => {
  const { tests, below } = await tested();
  const item = (await tests.api.clients.list({ query: { type: 'subcompany' } })).data[0];
  expect([below.client.test, item?.test]).toEqual([true, true]);
  const problem = await problemOf(
    tests.api.clients.replace({
      params: { client_id: below.client.id },
      body: { name: 'Real', test: false },
    }),
  );
  expect(problem.errors).toMatchObject([{ pointer: '/test', code: 'fixed' }]);
});

test('messages say that an event happened in an organization for tests, also to those above', async () => {
  const reseller = await organization(undefined, 'reseller');
  const { id: webhook_id } = await reseller.api.webhooks.create({
    body: { url: null, events: ['agent.created'] },
  });
  const tests = await organization(reseller, 'client', { test: true });
  await Promise.all([newAgent(reseller), newAgent(tests)]);
  await eventually(async () => {
    const { data } = await reseller.api.webhookMessages.list({ params: { webhook_id } });
    const said = data.map(({ payload }) => [payload?.client_id, payload?.test ?? false]);
    expect(said).toEqual(
      expect.arrayContaining([
        [reseller.client.id, false],
        [tests.client.id, true],
      ]),
    );
  });
});

test('a key cannot take conversations out of a bill of its own organization', async () => {
  const reseller = await organization(undefined, 'reseller');
  const { id: plan_id } = await operator.plans.create({ body: terms });
  await operator.subscriptions.replace({
    params: { client_id: reseller.client.id },
    body: { plan_id, start_date: monthFromNow(0) },
  });
  const body = { name: 'Free', type: 'client', parent_id: reseller.client.id, test: true } as const;
  const problem = await problemOf(reseller.api.clients.create({ body }));
  expect(problem.errors).toMatchObject([{ pointer: '/test', code: 'out_of_reach' }]);
  expect((await operator.clients.create({ body })).test).toBe(true);
});

test('summaries count conversations for tests only where lists show them', async () => {
  const { reseller, tests } = await tested();
  const counted = async ({ api }: Organization, query: { test?: 'true' }) =>
    (await api.conversations.summary({ query: { ...query, interval: 'total', outcome: ['lost'] } })).total
      .conversations;
  await eventually(async () =>
    expect([
      await counted(reseller, {}),
      await counted(reseller, { test: 'true' }),
      await counted(tests, {}),
      await counted(tests, { test: 'true' }),
    ]).toEqual([1, 2, 2, 2]),
  );
});
