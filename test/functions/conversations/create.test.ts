import { expect, test } from 'vitest';
import { currencies } from '#lib/contract/currencies.ts';
import {
  newAgent,
  operator,
  organization,
  problemOf,
  refusalOf,
  suspend,
  unknownId,
} from '../../fixtures.ts';

const start_time = '2026-11-20T09:00:00.000Z';

const recorded = {
  channel: 'phone' as const,
  direction: 'inbound' as const,
  caller: { id: 'crm-77', number: '+14155550123', name: 'Ann Example' },
  status: 'completed' as const,
  start_time,
  end_time: '2026-11-20T09:01:30.500Z',
  end_reason: 'caller_hung_up',
  outcome: 'appointment_booked',
  sentiment: 'positive' as const,
  summary: 'Ann booked a cleaning.',
  data: { when: '2026-12-01', nested: { a: [1, null, 'x', 1e300, -0.5] } },
  quality: { successful: true, score: 0.9, criteria: [{ name: 'polite', passed: true, rationale: 'Yes' }] },
  metrics: { e2e_latency_p50_ms: 812.5, interruptions: 0 },
  cost: { amount: '0.1250', currency: 'USD' },
  provider: { name: 'vapi', conversation_id: 'call-1', agent_id: 'asst-1', metadata: { raw: { x: 1 } } },
  external_id: 'call-2026-1',
  metadata: { campaign: 'autumn' },
  tags: ['vip', 'needs_follow_up'],
};

test('a conversation that has ended is stored with every field and its turns', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const turns = [
    { role: 'agent' as const, text: 'Hello', start_ms: 0, end_ms: 900 },
    {
      role: 'user' as const,
      text: 'A cleaning, please 🦷',
      tool_calls: [{ id: 'c1', name: 'book', arguments: { at: 'x' }, result: [{ ok: true }] }],
    },
  ];
  const { reply, response } = await org.api.conversations.create.withResponse({
    body: { ...recorded, agent_id: agent.id, turns },
  });
  expect(response.status).toBe(201);
  expect(response.headers.get('location')).toBe(`/v1/conversations/${reply.id}`);
  expect(reply).toEqual({
    ...recorded,
    analysis: null,
    carrier_cost: null,
    handling: null,
    handover: null,
    sources: { outcome: 'api', sentiment: 'api', summary: 'api', data: 'api', quality: 'api' },
    id: reply.id,
    created_at: reply.created_at,
    updated_at: reply.created_at,
    version: 1,
    agent_id: agent.id,
    agent_version: 1,
    client_id: org.client.id,
    duration_ms: 90_500,
    reviewed: null,
    audio: { status: 'none', content_type: null, size_bytes: null, duration_ms: null, channels: null },
    transcript: { status: 'final', turns: 2 },
  });
  expect(await org.api.conversations.get({ params: { conversation_id: reply.id } })).toEqual(reply);
});

test('a conversation that starts is active, and starts now', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const conversation = await org.api.conversations.create({ body: { agent_id: agent.id } });
  expect(conversation).toMatchObject({
    status: 'active',
    channel: 'phone',
    caller: null,
    start_time: conversation.created_at,
    end_time: null,
    duration_ms: null,
    outcome: null,
    transcript: { status: 'none', turns: 0 },
  });
});

test('it ends at the time that was sent, in either form', async () => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const create = (body: object) =>
    org.api.conversations.create({ body: { agent_id, status: 'completed', start_time, ...body } });
  const end_time = '2026-11-20T09:00:05.000Z';
  expect(await create({ end_time: '2026-11-20T10:00:05+01:00' })).toMatchObject({
    end_time,
    duration_ms: 5000,
  });
  expect(await create({ duration_ms: 5000 })).toMatchObject({ end_time, duration_ms: 5000 });
  expect(await create({ end_time, duration_ms: 5000 })).toMatchObject({ end_time, duration_ms: 5000 });
  const turns = [{ role: 'user', text: 'Hi', end_ms: 5000 }];
  expect(await create({ turns })).toMatchObject({ end_time, duration_ms: 5000 });
  expect(await create({})).toMatchObject({ end_time: null, duration_ms: null });
  expect(await create({ start_time: undefined, end_time, duration_ms: 5000 })).toMatchObject({
    start_time,
    duration_ms: 5000,
  });
  const ended = await create({ start_time: undefined, duration_ms: 5000 });
  expect(ended).toMatchObject({ end_time: ended.created_at, duration_ms: 5000 });
  expect(await create({ status: 'failed' })).toMatchObject({
    status: 'failed',
    transcript: { status: 'none' },
  });
});

test('times that contradict each other are refused', async () => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const pointers = async (body: object) => {
    const create = org.api.conversations.create({ body: { agent_id, start_time, ...body } });
    return (await problemOf(create)).errors.map(({ pointer }) => pointer);
  };
  const over = { status: 'completed' };
  expect(await pointers({ ...over, end_time: '2026-11-20T08:59:59Z' })).toEqual(['/end_time']);
  expect(await pointers({ ...over, end_time: '2036-11-20T08:59:59Z' })).toEqual(['/end_time']);
  expect(await pointers({ ...over, end_time: '2026-11-20T09:00:05Z', duration_ms: 6000 })).toEqual([
    '/duration_ms',
  ]);
  expect(await pointers({ end_time: '2026-11-20T09:00:05Z' })).toEqual(['/end_time']);
  expect(await pointers({ duration_ms: 5 })).toEqual(['/duration_ms']);
  expect(await pointers({ start_time: '2026-02-30T09:00:00Z' })).toEqual(['/start_time']);
  expect(await pointers({ start_time: '2026-11-20 09:00' })).toEqual(['/start_time']);
});

test('times before 1970 or after 9998 are refused, sent with an offset or computed', async () => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const create = (body: object) =>
    org.api.conversations.create({ body: { agent_id, status: 'completed', ...body } });
  const faultsOf = async (body: object) => {
    const { code, errors } = await problemOf(create(body));
    return [code, ...errors.map((fault) => [fault.pointer, fault.code])];
  };
  const last = '9998-12-31T23:59:59.999Z';
  const first = '1970-01-01T00:00:00.000Z';
  const invalidAt = (pointer: string, code: string) => ['validation_failed', [pointer, code]];

  const start_time = '9998-12-31T23:59:59-23:59';
  expect(await faultsOf({ start_time, duration_ms: 31_622_400_000 })).toEqual(
    invalidAt('/start_time', 'invalid'),
  );
  expect(await faultsOf({ end_time: '1970-01-01T00:00:00+23:59' })).toEqual(
    invalidAt('/end_time', 'invalid'),
  );
  expect(await faultsOf({ start_time: last, duration_ms: 1 })).toEqual(
    invalidAt('/duration_ms', 'out_of_range'),
  );
  expect(await faultsOf({ end_time: first, duration_ms: 1 })).toEqual(
    invalidAt('/duration_ms', 'out_of_range'),
  );

  expect(await create({ start_time: '9999-01-01T00:00:00+00:01', duration_ms: 59_999 })).toMatchObject({
    start_time: '9998-12-31T23:59:00.000Z',
    end_time: '9998-12-31T23:59:59.999Z',
  });
  expect(await create({ end_time: '1969-12-31T23:00:00-01:00', duration_ms: 0 })).toMatchObject({
    start_time: first,
    end_time: first,
  });
  // Nobody sent an end, and what the turns say of it cannot be.
  const turns = [{ role: 'user', text: 'Hi', end_ms: 1 }];
  expect(await create({ start_time: last, turns })).toMatchObject({ start_time: last, end_time: null });
});

test('a provider’s conversation is recorded once in an organization, and a second request gets its id', async () => {
  const [org, other] = await Promise.all([organization(), organization()]);
  const [agent, elsewhere] = await Promise.all([newAgent(org), newAgent(other)]);
  const provider = { name: 'retell', conversation_id: 'call_1' };
  const first = await org.api.conversations.create({ body: { agent_id: agent.id, provider } });
  const second = await problemOf(org.api.conversations.create({ body: { agent_id: agent.id, provider } }));
  expect([second.status, second.code]).toEqual([409, 'conversation_exists']);
  expect(second.problem.conversation_id).toBe(first.id);

  await org.api.conversations.create({
    body: { agent_id: agent.id, provider: { ...provider, name: 'vapi' } },
  });
  await other.api.conversations.create({ body: { agent_id: elsewhere.id, provider } });
  expect((await org.api.conversations.list()).data).toHaveLength(2);

  const race = await Promise.allSettled(
    Array.from({ length: 5 }, () =>
      org.api.conversations.create({
        body: { agent_id: agent.id, provider: { name: 'retell', conversation_id: 'call_2' } },
      }),
    ),
  );
  expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await org.api.conversations.list()).data).toHaveLength(3);
});

test('an agent serves its own organization and its descendants', async () => {
  const client = await organization();
  const [north, south] = await Promise.all([organization(client), organization(client)]);
  const [central, local] = await Promise.all([newAgent(client), newAgent(north)]);
  const create = (agent_id: string, client_id: string) =>
    client.api.conversations.create({ body: { agent_id, client_id } });
  expect((await create(central.id, south.client.id)).client_id).toBe(south.client.id);
  expect((await create(local.id, north.client.id)).client_id).toBe(north.client.id);
  expect(await refusalOf(create(local.id, south.client.id))).toBe('409 agent_not_serving_client');
  expect(await refusalOf(create(local.id, client.client.id))).toBe('409 agent_not_serving_client');
});

test('entities out of reach are not found', async () => {
  const [org, stranger] = await Promise.all([organization(), organization()]);
  const [own, foreign] = await Promise.all([newAgent(org), newAgent(stranger)]);
  const create = (agent_id: string, client_id?: string) =>
    refusalOf(org.api.conversations.create({ body: { agent_id, ...(client_id && { client_id }) } }));
  expect(await create(foreign.id)).toBe('404 agent_not_found');
  expect(await create(unknownId('agent'))).toBe('404 agent_not_found');
  expect(await create(own.id, stranger.client.id)).toBe('404 client_not_found');
  expect(await create(own.id, unknownId('client'))).toBe('404 client_not_found');
});

test('a suspended organization accepts no conversations', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  await suspend(org);
  const create = operator.conversations.create({ body: { agent_id: agent.id } });
  expect(await refusalOf(create)).toBe('409 client_suspended');
});

test('an agent that is known by earlier conversations is neither kept nor lent to others', async () => {
  const org = await organization();
  const other = await organization();
  const agent = await newAgent(org);
  const body = { agent_id: agent.id, status: 'completed' as const };
  await org.api.conversations.create({ body });
  await org.api.conversations.create({ body });
  expect(await refusalOf(other.api.conversations.create({ body }))).toBe('404 agent_not_found');
  await suspend(org);
  expect(await refusalOf(operator.conversations.create({ body }))).toBe('409 client_suspended');
  await operator.agents.remove({ params: { agent_id: agent.id } });
  expect(await refusalOf(operator.conversations.create({ body }))).toBe('404 agent_not_found');
});

test('every field is bounded, and all faults are reported at once', async () => {
  const org = await organization();
  const problem = await problemOf(
    org.api.conversations.create({
      body: {
        agent_id: 'agent_x',
        channel: 'fax',
        direction: 'sideways',
        caller: { id: '+14155550123', number: '0123' },
        outcome: 'Not A Slug',
        sentiment: 'angry',
        summary: 'x'.repeat(5001),
        data: { x: 'x'.repeat(33_000) },
        quality: { score: 2 },
        metrics: { 'Bad Name': 1, huge: 1e300 },
        cost: { amount: '1,5', currency: 'usd' },
        provider: { name: 'Vapi!' },
        turns: [{ role: 'nobody', text: 7, start_ms: -1, tool_calls: [{}] }],
      } as never,
    }),
  );
  expect([...new Set(problem.errors.map(({ pointer }) => pointer))].sort()).toEqual([
    '/agent_id',
    '/caller/id',
    '/caller/number',
    '/channel',
    '/cost/amount',
    '/cost/currency',
    '/data',
    '/direction',
    '/metrics/Bad Name',
    '/metrics/huge',
    '/outcome',
    '/provider/name',
    '/quality/score',
    '/sentiment',
    '/summary',
    '/turns/0/role',
    '/turns/0/start_ms',
    '/turns/0/text',
    '/turns/0/tool_calls/0/name',
  ]);
});

test('turns are numbered from 0, and a transcript has a maximum length', async () => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const pointers = async (turns: object[]) => {
    const create = org.api.conversations.create({ body: { agent_id, turns: turns as never } });
    return (await problemOf(create)).errors.map(({ pointer }) => pointer);
  };
  const turn = { role: 'user', text: 'Hi' };
  expect(await pointers([{ ...turn, index: 1 }])).toEqual(['/turns/0/index']);
  expect(await pointers([turn, { ...turn, index: 2 }])).toEqual(['/turns/1/index']);
  expect(await pointers([turn, { ...turn, index: 0 }])).toEqual(['/turns/1/index']);
  expect(await pointers([{ ...turn, start_ms: 5, end_ms: 4 }])).toEqual(['/turns/0/end_ms']);
  expect(await pointers(Array.from({ length: 20 }, () => ({ ...turn, text: 'x'.repeat(19_000) })))).toEqual([
    '/turns',
  ]);
});

test('a caller’s number can also be its id', async () => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const caller = { id: '+14155550123', number: '+14155550123' };
  const conversation = await org.api.conversations.create({ body: { agent_id, caller } });
  expect(conversation.caller).toEqual({ ...caller, name: null });
});

test('a currency is one of ISO 4217, so that sums are kept for a bounded number of them', async () => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const costing = (currency: string) =>
    org.api.conversations.create({ body: { agent_id, cost: { amount: '1.5', currency } } });
  expect((await costing('CHF')).cost).toEqual({ amount: '1.5', currency: 'CHF' });
  expect(await refusalOf(costing('ZZZ'))).toBe('400 validation_failed');
  expect(currencies.size).toBeLessThanOrEqual(200);
});
