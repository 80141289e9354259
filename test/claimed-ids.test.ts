import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Organization } from './fixtures.ts';
import { operator, platform, problemOf, usersOf } from './fixtures.ts';
import { billedOrganization, monthFromNow } from './support/billing.ts';
import { eventually } from './support/eventually.ts';

type Body = Parameters<Organization['api']['conversations']['create']>[0]['body'];

/** A client that is billed by the minute, and the call that its reseller records with a key. */
const billed = async () => {
  const { reseller, client, params, plan_id } = await billedOrganization(usersOf(platform));
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
  const { id: agent_id } = await reseller.api.agents.create({
    body: { name: 'Pia', client_id: client.client.id },
  });
  const call = {
    agent_id,
    channel: 'phone',
    status: 'completed',
    start_time: new Date().toISOString(),
    duration_ms: 30 * 60_000,
    turns: [{ role: 'user', text: 'Hello' }],
  } satisfies Body;
  const minutes = async () => {
    const { data } = await reseller.api.statements.list({ params });
    return data[0]?.minutes_used;
  };
  return { reseller, client, agent_id, call, minutes };
};

const providerOf = (conversation_id: string) => ({ name: 'twilio', conversation_id, agent_id: null });

/** The ids by which a client can be first, and what it has recorded under them. */
const ids: Readonly<Record<string, (id: string) => Pick<Body, 'external_id' | 'provider'>>> = {
  external_id: (id) => ({ external_id: id }),
  provider: (id) => ({ provider: providerOf(id) }),
};

test.for(Object.keys(ids))(
  'a client that claims the %s first takes no call from its reseller',
  async (name) => {
    const { reseller, client, agent_id, call, minutes } = await billed();
    const claim = ids[name]?.(randomUUID()) ?? {};
    const { id } = await client.api.conversations.create({
      body: { agent_id, channel: 'chat', status: 'completed', summary: 'Ours', ...claim },
    });
    const recorded = await reseller.api.conversations.create({ body: { ...call, ...claim } });
    expect(recorded).toMatchObject({ id, channel: 'phone', duration_ms: 1_800_000, summary: 'Ours' });
    await eventually(async () => expect(await minutes()).toBe('30'));
    const refused = problemOf(
      client.api.conversations.update({ params: { conversation_id: id }, body: { status: 'failed' } }),
    );
    expect((await refused).problem.code).toMatch(/out_of_reach|invalid/);

    // The same call once more, and another one under its id.
    const again = await problemOf(reseller.api.conversations.create({ body: { ...call, ...claim } }));
    expect(again.problem).toMatchObject({ conversation_id: id, same_call: true });
    const other = { ...call, start_time: new Date(Date.now() - 60_000).toISOString() };
    const strange = await problemOf(reseller.api.conversations.create({ body: { ...other, ...claim } }));
    expect(strange.problem).toMatchObject({ conversation_id: id, same_call: false });
    const below = await problemOf(client.api.conversations.create({ body: { ...call, ...claim } }));
    expect(below.problem.status).toBe(409);
  },
);

test('a call is recorded over an active one of another time and external_id, which is free again', async () => {
  const { reseller, client, agent_id, call, minutes } = await billed();
  const [provider, mine, theirs] = [providerOf(randomUUID()), randomUUID(), randomUUID()];
  const start_time = new Date(Date.now() - 60_000).toISOString();
  const ours: Body = { agent_id, status: 'active', provider, external_id: mine, start_time, tags: ['a'] };
  const { id } = await client.api.conversations.create({ body: ours });
  const body = { ...call, provider, external_id: theirs, tags: ['b'] };
  const recorded = await reseller.api.conversations.create({ body });
  expect(recorded).toMatchObject({ id, external_id: theirs, start_time: call.start_time, tags: ['b', 'a'] });
  await eventually(async () => expect(await minutes()).toBe('30'));
  const idsOf = async (external_id: string) =>
    (await client.api.conversations.list({ query: { external_id } })).data.map((found) => found.id);
  expect(await idsOf(theirs)).toEqual([id]);
  const next = await client.api.conversations.create({ body: { ...ours, provider: null } });
  expect(await idsOf(mine)).toEqual([next.id]);
});

test('a client’s end of its reseller’s call is none', async () => {
  for (const claims of [false, true]) {
    const { reseller, client, agent_id, call, minutes } = await billed();
    const { duration_ms: _duration, turns: _turns, start_time, ...begun } = call;
    const external_id = randomUUID();
    const failed = { status: 'failed', end_time: start_time } as const;
    if (claims)
      await client.api.conversations.create({ body: { agent_id, start_time, external_id, ...failed } });
    const { id } = await reseller.api.conversations.create({
      body: { ...begun, start_time, external_id, status: 'active' },
    });
    const params = { conversation_id: id };
    if (!claims) await client.api.conversations.update({ params, body: failed });
    const body = { status: 'completed', duration_ms: 1_800_000, end_reason: 'hung_up' } as const;
    expect(await reseller.api.conversations.update({ params, body })).toMatchObject(body);
    await eventually(async () => expect(await minutes()).toBe('30'));
    const again = await problemOf(client.api.conversations.update({ params, body: failed }));
    expect(again.problem.status).toBe(409);
    // Nor is another end of its own level one, nor that of an organization that decides it.
    const other = await problemOf(reseller.api.conversations.update({ params, body: { status: 'failed' } }));
    expect(other.problem.code).toBe('invalid_transition');
  }
});

test('what a call brings has room before what was claimed, and can still be changed', async () => {
  const { reseller, client, agent_id, call } = await billed();
  const external_id = randomUUID();
  const tags = Array.from({ length: 10 }, (_, at) => `tag_${at}`);
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key_${at}`, 'below']));
  await client.api.conversations.create({
    body: { agent_id, channel: 'chat', status: 'completed', external_id, tags, metadata },
  });
  const own = { tags: ['urgent', 'tag_9'], metadata: { key_3: 'above', customer: '7' } };
  const { id } = await reseller.api.conversations.create({ body: { ...call, external_id, ...own } });
  const params = { conversation_id: id };
  const changed = await reseller.api.conversations.update({ params, body: { summary: 'Kept' } });
  expect(changed.tags).toEqual(['urgent', 'tag_9', ...tags.slice(0, 8)]);
  expect(Object.keys(changed.metadata)).toHaveLength(50);
  expect(changed).toMatchObject({ summary: 'Kept', metadata: own.metadata });
  const found = async (tag: string) =>
    (await client.api.conversations.list({ query: { tag } })).data.map((one) => one.id);
  expect([await found('urgent'), await found('tag_8')]).toEqual([[id], []]);
});

test('calls of a batch are recorded over what clients have claimed', async () => {
  const { reseller, client, agent_id, call, minutes } = await billed();
  const external_ids = [randomUUID(), randomUUID()];
  for (const external_id of external_ids) {
    await client.api.conversations.create({
      body: { agent_id, channel: 'chat', status: 'completed', external_id },
    });
  }
  const conversations = external_ids.map((external_id) => ({ ...call, external_id }));
  const { results } = await reseller.api.conversations.batch({ body: { conversations } });
  expect(results.map(({ status }) => status)).toEqual([201, 201]);
  await eventually(async () => expect(await minutes()).toBe('60'));
});

test('a chat of the platform loses an id that a call from above has', async () => {
  const { reseller, client, agent_id, call, minutes } = await billed();
  const external_id = randomUUID();
  const { id } = await client.api.chats.create({ params: { agent_id }, body: { external_id } });
  const recorded = await reseller.api.conversations.create({ body: { ...call, external_id } });
  expect(recorded.id).not.toBe(id);
  const chat = await operator.conversations.get({ params: { conversation_id: id } });
  expect([chat.external_id, chat.status]).toEqual([null, 'active']);
  await eventually(async () => expect(await minutes()).toBe('30'));
});

test('what an organization above has recorded stays', async () => {
  const { agent_id, reseller, call } = await billed();
  const external_id = randomUUID();
  const { id } = await operator.conversations.create({ body: { ...call, external_id } });
  const body = { ...call, agent_id, external_id, duration_ms: 1000 };
  const refused = await problemOf(reseller.api.conversations.create({ body }));
  expect(refused.problem).toMatchObject({ code: 'external_id_exists', conversation_id: id });
  const { duration_ms } = await operator.conversations.get({ params: { conversation_id: id } });
  expect(duration_ms).toBe(1_800_000);
});
