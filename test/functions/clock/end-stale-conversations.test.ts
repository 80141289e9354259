import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { usersOf } from '../../fixtures.ts';
import { connect, conversationsOf, deliver, newCall, settled } from '../../support/connected.ts';
import { preparedDeployment } from '../../support/deployments.ts';
import { preparedWebCall } from '../../support/outbound-calls.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import type { Users } from '../../support/users.ts';

let platform: OwnPlatform;
let users: Users;

beforeAll(async () => {
  process.env.PROVIDER_URLS = JSON.stringify({ vapi: `${inject('providerServers')}/vapi` });
  platform = await startOwnPlatform();
  users = usersOf(platform.description);
});
afterAll(() => platform.close());

/** Each run ends the conversations of all tests. */
const alone = { concurrent: false };

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

test(
  'conversations that are active for longer than their organization allows are ended as failed',
  alone,
  async () => {
    const { organization, operator } = users;
    const reseller = await organization(undefined, 'reseller', { settings: { active_timeout_minutes: 60 } });
    const inherits = await organization(reseller, 'client');
    const patient = await organization(reseller, 'client', { settings: { active_timeout_minutes: 600 } });
    const silent = await organization();
    const start = async ({ client, api }: typeof reseller, minutes: number, more = {}) => {
      const agent = await operator.agents.create({ body: { name: 'Reception', client_id: client.id } });
      const body = { agent_id: agent.id, start_time: minutesAgo(minutes), ...more };
      const { id } = await api.conversations.create({ body });
      return async () => (await operator.conversations.get({ params: { conversation_id: id } })).status;
    };
    const young = [await start(inherits, 30), await start(patient, 300), await start(silent, 120)];
    const old = [await start(inherits, 61), await start(patient, 601), await start(silent, 241)];
    const over = await start(silent, 1000, { status: 'completed' });
    const many = await Promise.all(Array.from({ length: 120 }, () => start(silent, 500)));

    // With no time to spare it leaves them to its next run.
    await platform.run('clock.endStaleConversations', 0);
    expect(await old[0]?.()).toBe('active');

    // Twice at the same time, as when one run takes longer than the pause between two.
    const runs = [1, 2].map(() => platform.run('clock.endStaleConversations'));
    await Promise.all(runs);
    const statuses = (reads: (() => Promise<string>)[]) => Promise.all(reads.map((read) => read()));
    expect(await statuses(young)).toEqual(['active', 'active', 'active']);
    expect(await statuses(old)).toEqual(['failed', 'failed', 'failed']);
    expect(new Set(await statuses(many))).toEqual(new Set(['failed']));
    expect(await over()).toBe('completed');

    const { data } = await inherits.api.conversations.list({ query: { status: 'failed' } });
    expect(data).toMatchObject([{ end_reason: 'timed_out', end_time: expect.any(String) }]);
    const [ended] = data;
    const { version, transcript } = await operator.conversations.get({
      params: { conversation_id: ended?.id ?? '' },
    });
    // Ended once, although two runs were at it.
    expect([version, transcript.status]).toEqual([2, 'none']);
    expect((await inherits.api.conversations.active({})).data).toHaveLength(1);
  },
);

test('a conversation that nobody ended ends at the last moment that is known of it', alone, async () => {
  const { api } = await users.organization();
  const { id: agent_id } = await api.agents.create({ body: { name: 'Reception' } });
  const start_time = minutesAgo(300);
  const turn = (start_ms: number | null, end_ms: number | null = null) => {
    return { role: 'user' as const, text: 'Hello', start_ms, end_ms };
  };
  const long = Array.from({ length: 12 }, (_, at) => ({ ...turn(at), text: 'x'.repeat(20_000) }));
  const ended = async (more: object, later: ReturnType<typeof turn>[] = []) => {
    const body = { agent_id, start_time, ...more };
    const params = { conversation_id: (await api.conversations.create({ body })).id };
    if (later.length > 0) await api.transcripts.append({ params, body: { turns: later } });
    return async () => {
      const conversation = await api.conversations.get({ params });
      expect(conversation).toMatchObject({ status: 'failed', end_reason: 'timed_out' });
      return conversation;
    };
  };
  const calls = [
    await ended({ turns: [turn(20_000, 21_000), turn(5000, 30_000), turn(null)] }),
    await ended({ turns: [turn(0, 900)] }, [turn(60_000)]),
    await ended({ channel: 'web', turns: long }, [turn(90_000, 90_500)]),
    await ended({ turns: [turn(null)] }),
    await ended({}),
  ];
  const early = await ended({ turns: [turn(0, 366 * 24 * 60 * 60_000)] });
  const before = Date.now();
  const [email, oldEmail] = [
    await ended({ channel: 'email' }, [turn(null)]),
    await ended({ channel: 'email', start_time: '2020-01-01T00:00:00Z' }),
  ];
  const written = Date.now();
  await platform.run('clock.endStaleConversations');

  const lengths = await Promise.all(calls.map(async (call) => (await call()).duration_ms));
  expect(lengths).toEqual([30_000, 60_000, 90_500, 0, 0]);
  const { end_time, updated_at } = await early();
  expect(Date.parse(String(end_time))).toBeLessThanOrEqual(Date.parse(updated_at));
  const lastChange = Date.parse(String((await email()).end_time));
  expect(lastChange).toBeGreaterThanOrEqual(before);
  expect(lastChange).toBeLessThanOrEqual(written);
  expect((await oldEmail()).duration_ms).toBe(366 * 24 * 60 * 60_000);
});

test('a provider still reports when a call ended that nobody had ended', alone, async () => {
  const org = await users.organization();
  const { id } = await org.api.agents.create({ body: { name: 'Reception' } });
  const { agent_id, events } = newCall('retell');
  const integration = await connect(org, 'retell', { [agent_id]: id });
  const start_timestamp = Date.parse(minutesAgo(300));
  const report = async (event: unknown, times: object) => {
    const { call } = event as { readonly call: object };
    await deliver(integration, { ...(event as object), call: { ...call, ...times } });
    await settled(org, integration);
    return (await conversationsOf(org))[0];
  };
  expect(await report(events[0], { start_timestamp })).toMatchObject({ status: 'active' });
  await platform.run('clock.endStaleConversations');
  expect(await conversationsOf(org)).toMatchObject([{ end_reason: 'timed_out', duration_ms: 0 }]);
  const end_timestamp = start_timestamp + 7 * 60_000;
  const times = { start_timestamp, end_timestamp, duration_ms: 7 * 60_000 };
  expect(await report(events.at(-1), times)).toMatchObject({ status: 'completed', duration_ms: 420_000 });
});

const ordersOf = <Entry>(entries: readonly Entry[]): readonly (readonly Entry[])[] =>
  entries.length < 2
    ? [entries]
    : entries.flatMap((entry) =>
        ordersOf(entries.filter((other) => other !== entry)).map((rest) => [entry, ...rest]),
      );

const orders = ordersOf(['begun', 'ended', 'analyzed'] as const).map((order) => ({
  order,
  title: order.join(', '),
}));

test.for(orders)(
  'a web call that nobody joins is ended without minutes, and is completed by later reports: $title',
  alone,
  async ({ order }) => {
    const { org, integration, webCall } = await preparedWebCall('vapi', [], users);
    const { call_id, conversation_id } = await webCall();
    const read = async () => {
      const [call, ...others] = await conversationsOf(org);
      expect([call?.id, others]).toEqual([conversation_id, []]);
      return call;
    };
    expect(await read()).toMatchObject({ status: 'active' });
    const { endStaleConversations } = await import('#lib/chats/stale-conversations.ts');
    await endStaleConversations(() => true, Date.now() + 241 * 60_000);
    const missed = { status: 'completed', end_reason: 'not_joined', duration_ms: 0 };
    expect(await read()).toMatchObject(missed);

    const said = newCall('vapi', 'agent_there');
    const [begun, ended, analyzed] = JSON.parse(
      JSON.stringify(said.events).replaceAll(said.conversation_id, String(call_id)),
    ) as { readonly message: { readonly endedReason: string; readonly endedAt: string } }[];
    // Vapi leaves out of this message what it does not know yet.
    const { endedReason: _reason, endedAt: _end, ...unsaid } = ended?.message ?? {};
    const reports = { begun, ended: { message: unsaid }, analyzed };
    for (const report of order) {
      await deliver(integration, reports[report]);
      await settled(org, integration);
      const later = await read();
      if (report === 'begun' && order[0] === 'begun') expect(later).toMatchObject(missed);
    }
    expect(await read()).toMatchObject({
      status: 'completed',
      end_reason: 'customer-ended-call',
      duration_ms: 16_000,
    });
  },
);

/** A change between the end by the clock and the provider's report, and the fields that the report sets. */
const corrections = {
  end_reason: [{ end_reason: 'bot_crashed' }, { duration_ms: 420_000, status: 'completed' }],
  duration_ms: [{ duration_ms: 300_000 }, { end_reason: 'user_hangup', status: 'completed' }],
  summary: [{ summary: 'Cut off' }, { duration_ms: 420_000, end_reason: 'user_hangup' }],
  status: [{ status: 'completed', duration_ms: 300_000 }, { end_reason: 'user_hangup' }],
} as const;

test.for(Object.entries(corrections))(
  'what a key says of a call that the clock has ended stays, and its provider says the rest: %s',
  alone,
  async ([, [said, reported]]) => {
    const org = await users.organization();
    const { id } = await org.api.agents.create({ body: { name: 'Reception' } });
    const { agent_id, events } = newCall('retell');
    const integration = await connect(org, 'retell', { [agent_id]: id });
    const start_timestamp = Date.parse(minutesAgo(300));
    const times = { start_timestamp, end_timestamp: start_timestamp + 420_000, duration_ms: 420_000 };
    const report = async (event: unknown, more: object) => {
      const { call } = event as { readonly call: object };
      await deliver(integration, { ...(event as object), call: { ...call, ...more } });
      await settled(org, integration);
    };
    await report(events[0], { start_timestamp });
    await platform.run('clock.endStaleConversations');
    const [given] = await conversationsOf(org);
    expect(given).toMatchObject({ status: 'failed', end_reason: 'timed_out' });
    const params = { conversation_id: String(given?.id) };
    expect(await org.api.conversations.update({ params, body: said })).toMatchObject(said);
    await report(events.at(-1), times);
    expect(await org.api.conversations.get({ params })).toMatchObject({ ...reported, ...said });
  },
);

test('a web call that somebody has joined, and of which no end is reported, is given up', alone, async () => {
  const { org, integration, webCall } = await preparedWebCall('vapi', [], users);
  const [joined, noted, unjoined] = [await webCall(), await webCall(), await webCall()];
  const said = newCall('vapi', 'agent_there');
  const [begun] = said.events;
  const about = JSON.stringify(begun).replaceAll(said.conversation_id, String(joined.call_id));
  await deliver(integration, JSON.parse(about));
  await settled(org, integration);
  const params = { conversation_id: String(noted.conversation_id) };
  await org.api.transcripts.append({ params, body: { turns: [{ role: 'user', text: 'Hello' }] } });
  const { endStaleConversations } = await import('#lib/chats/stale-conversations.ts');
  await endStaleConversations(() => true, Date.now() + 241 * 60_000);
  const reasons = new Map((await conversationsOf(org)).map(({ id, end_reason }) => [id, end_reason]));
  expect(
    [joined, noted, unjoined].map(({ conversation_id }) => reasons.get(String(conversation_id))),
  ).toEqual(['timed_out', 'timed_out', 'not_joined']);
});

test('a web call in which the platform has answered was joined', alone, async () => {
  const prepared = await preparedDeployment('vapi', { model: { id: 'rehearsal' }, tools: [] }, users);
  const { org, params, integration, agents } = prepared;
  await prepared.deploy({ runs_on: 'platform' });
  const [made] = (await agents()) as { readonly model: { readonly url: string; readonly headers: object } }[];
  const begin = () => org.api.webCalls.create({ params, body: { integration_id: integration.id } });
  const [answered, unjoined] = [await begin(), await begin()];
  const { status } = await fetch(`${made?.model.url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...made?.model.headers },
    body: JSON.stringify({
      messages: [{ role: 'user', content: 'Hello' }],
      call: { id: answered.call_id, type: 'webCall' },
    }),
  });
  expect(status).toBe(200);
  const { endStaleConversations } = await import('#lib/chats/stale-conversations.ts');
  await endStaleConversations(() => true, Date.now() + 241 * 60_000);
  const reasonOf = async ({ conversation_id }: typeof answered) => {
    const read = { params: { conversation_id: String(conversation_id) } };
    return (await org.api.conversations.get(read)).end_reason;
  };
  expect([await reasonOf(answered), await reasonOf(unjoined)]).toEqual(['timed_out', 'not_joined']);
});
