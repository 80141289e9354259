import { describe, expect, test } from 'vitest';
import type { Organization, operator } from '../../fixtures.ts';
import {
  available,
  clientFor,
  costOf,
  makeKey,
  newAgent,
  organization,
  platform,
  problemOf,
  refusalOf,
  suspend,
  unknownId,
  upload,
} from '../../fixtures.ts';

type Query = NonNullable<Parameters<typeof operator.conversations.summary>[0]>['query'];
type Body = Parameters<typeof operator.conversations.create>[0]['body'];

const june = { start_after: '2026-06-01T00:00:00Z', start_before: '2026-07-01T00:00:00Z' } as const;

/** Records conversations of a minute on 10 June, each with what is different about it. */
const record = async (
  org: Organization,
  bodies: readonly Partial<Body>[],
  agent_id?: string,
): Promise<void> => {
  const id = agent_id ?? (await newAgent(org)).id;
  for (const body of bodies) {
    const usual = { status: 'completed', start_time: '2026-06-10T12:00:00Z', duration_ms: 60_000 } as const;
    await org.api.conversations.create({ body: { agent_id: id, ...usual, ...body } });
  }
};

const summaryOf = ({ api }: Organization, query: Query = {}) =>
  api.conversations.summary({ query: { ...june, ...query } });

const zeros = {
  conversations: 0,
  completed: 0,
  failed: 0,
  successful: 0,
  judged: 0,
  with_recording: 0,
  duration_ms: { sum: 0, p50: null, p95: null },
  costs: [],
};

const faultsOf = async (call: Promise<unknown>): Promise<string[]> =>
  (await problemOf(call)).errors.map(({ parameter, code }) => `${parameter} ${code}`);

test('conversations are counted with their verdicts, recordings, durations and costs', async () => {
  const org = await organization();
  await record(org, [
    { quality: { successful: true }, cost: { amount: '0.125', currency: 'USD' }, duration_ms: 10_000 },
    { quality: { successful: false }, cost: { amount: '0.000000001', currency: 'USD' }, duration_ms: 20_000 },
    {
      status: 'failed',
      quality: { score: 0.5 },
      cost: { amount: '3', currency: 'EUR' },
      duration_ms: 30_000,
    },
    { status: 'active', duration_ms: undefined },
  ]);
  const { data } = await org.api.conversations.list({ query: { limit: '1' } });
  const params = { conversation_id: data[0]?.id ?? '' };
  const sound = Buffer.from('Sound');
  const body = { content_type: 'audio/ogg', size_bytes: sound.length } as const;
  await upload((await org.api.recordings.create({ params, body })).upload, sound);
  await available(org, params.conversation_id);

  const figures = {
    conversations: 4,
    completed: 2,
    failed: 1,
    successful: 1,
    judged: 2,
    with_recording: 1,
    duration_ms: { sum: 60_000, p50: 20_000, p95: 30_000 },
    costs: [
      { amount: '3', currency: 'EUR' },
      { amount: '0.125000001', currency: 'USD' },
    ],
  };
  expect(await summaryOf(org, { interval: 'total' })).toEqual({
    timezone: 'UTC',
    from: '2026-06-01T00:00:00.000Z',
    to: '2026-07-01T00:00:00.000Z',
    rows: [{ start: '2026-06-01T00:00:00.000Z', group: {}, ...figures }],
    total: figures,
  });
});

test('changes count at once, and an erased conversation no longer counts', async () => {
  const org = await organization();
  await record(org, [{}]);
  const { data } = await org.api.conversations.list();
  const params = { conversation_id: data[0]?.id ?? '' };
  await org.api.conversations.update({ params, body: { quality: { successful: true }, outcome: 'sold' } });
  const sold: Query = { interval: 'total', group_by: ['outcome', 'successful'] };
  expect((await summaryOf(org, sold)).rows).toMatchObject([
    { group: { outcome: 'sold', successful: true }, conversations: 1 },
  ]);
  await org.api.conversations.erase({ params });
  expect((await summaryOf(org, sold)).rows).toEqual([
    { start: '2026-06-01T00:00:00.000Z', group: { outcome: null, successful: null }, ...zeros },
  ]);
});

test('rows are grouped by up to three properties, of which one is the organization directly below', async () => {
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client');
  const location = await organization(client, 'location');
  const { id } = await newAgent(client);
  await record(client, [{ outcome: 'sold' }, { client_id: location.client.id }], id);
  await record(client, [{ client_id: location.client.id, provider: { name: 'own' } }], id);

  const groups = async (org: Organization, group_by: NonNullable<Query>['group_by']) =>
    (await summaryOf(org, { interval: 'total', group_by })).rows.map(({ group, conversations }) => [
      group,
      conversations,
    ]);
  expect(await groups(reseller, ['child'])).toEqual([[{ child: client.client.id }, 3]]);
  expect(
    new Map((await groups(client, ['child'])).map(([group, count]) => [JSON.stringify(group), count])),
  ).toEqual(
    new Map([
      [JSON.stringify({ child: client.client.id }), 1],
      [JSON.stringify({ child: location.client.id }), 2],
    ]),
  );
  expect(await groups(location, ['child', 'provider', 'agent_id'])).toEqual([
    [{ child: location.client.id, provider: null, agent_id: id }, 1],
    [{ child: location.client.id, provider: 'own', agent_id: id }, 1],
  ]);
});

describe('The intervals of a range', () => {
  test('are in the organization’s time zone: a day has 23 hours in spring and 25 in autumn', async () => {
    const org = await organization(undefined, 'client', { settings: { timezone: 'Europe/Berlin' } });
    for (const [from, until, hours] of [
      ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 23],
      ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 25],
    ] as const) {
      await record(org, [
        { start_time: from },
        { start_time: new Date(Date.parse(until) - 1).toISOString() },
      ]);
      const range = { start_after: from, start_before: until };
      expect((await summaryOf(org, range)).rows).toMatchObject([{ conversations: 2 }]);
      const { rows } = await summaryOf(org, { ...range, interval: 'hour' });
      expect(rows.map(({ conversations }) => conversations)).toEqual([1, ...Array(hours - 2).fill(0), 1]);
    }
  });

  test('begin with the range, which may begin within one', async () => {
    const org = await organization();
    await record(org, [{ start_time: '2026-06-10T12:40:00Z' }, { start_time: '2026-06-10T13:00:00Z' }]);
    const range = { start_after: '2026-06-10T12:30:00Z', start_before: '2026-06-10T13:00:00.001Z' };
    for (const [interval, starts] of [
      ['hour', ['2026-06-10T12:30:00.000Z', '2026-06-10T13:00:00.000Z']],
      ['day', ['2026-06-10T12:30:00.000Z']],
      ['month', ['2026-06-10T12:30:00.000Z']],
    ] as const) {
      const { rows } = await summaryOf(org, { ...range, interval });
      expect(rows.map(({ start }) => start)).toEqual(starts);
    }
  });

  test('a date is the beginning of its day in the organization’s time zone', async () => {
    const org = await organization(undefined, 'client', { settings: { timezone: 'Asia/Kolkata' } });
    const { id: agent_id } = await newAgent(org);
    for (const start_time of ['2026-06-10T18:29:59Z', '2026-06-10T18:30:00Z']) {
      const body = { agent_id, status: 'completed', start_time, duration_ms: 1000 } as const;
      await org.api.conversations.create({ body });
    }
    const query = { start_after: '2026-06-11', start_before: '2026-06-12' };
    const { from, to, total } = await org.api.conversations.summary({ query });
    expect([from, to]).toEqual(['2026-06-10T18:30:00.000Z', '2026-06-11T18:30:00.000Z']);
    expect(total.conversations).toBe(1);
  });

  test('are zeros without conversations, and by default those of the last 30 days', async () => {
    const org = await organization();
    const { rows, total, to } = await org.api.conversations.summary();
    expect(rows).toHaveLength(30);
    expect(rows.every(({ conversations }) => conversations === 0)).toBe(true);
    expect(total).toEqual(zeros);
    expect(Date.parse(to)).toBeGreaterThan(Date.now());
  });

  test('are 400 days at most, of 24 hours or of the time zone', async () => {
    const org = await organization(undefined, 'client', { settings: { timezone: 'Europe/Berlin' } });
    const ask = (start_after: string, start_before: string) =>
      org.api.conversations.summary({ query: { start_after, start_before } });
    // The last Sunday of October has 25 hours.
    expect((await ask('2025-09-30T22:00:00Z', '2026-11-04T23:00:00Z')).rows).toHaveLength(400);
    expect((await ask('2025-06-01T12:00:00Z', '2026-07-06T12:00:00Z')).rows).toHaveLength(401);
    const late = ['start_before out_of_range'];
    expect(await faultsOf(ask('2025-06-01T12:00:00Z', '2026-07-06T12:00:00.001Z'))).toEqual(late);
    expect(await faultsOf(ask('2025-09-30T22:00:00Z', '2026-11-05T23:00:00Z'))).toEqual(late);
    expect(await faultsOf(ask('2026-06-01T12:00:00Z', '2026-06-01T12:00:00Z'))).toEqual(late);
  });
});

test('a property that does not exist, is named twice, or is one too many is refused, as are too many rows', async () => {
  const org = await organization();
  const url = (search: string) => `${platform.base_url}/v1/conversations/summary?${search}`;
  const headers = { authorization: `Bearer ${org.key}` };
  const ask = async (search: string) => {
    const problem = (await (await fetch(url(search), { headers })).json()) as Awaited<
      ReturnType<typeof problemOf>
    >;
    return problem.errors.map(({ parameter, code }) => `${parameter} ${code}`);
  };
  expect(await ask('group_by=weather')).toEqual(['group_by invalid_value']);
  expect(await ask('group_by=outcome&group_by=outcome')).toEqual(['group_by invalid']);
  expect(await ask('group_by=outcome&group_by=status&group_by=channel&group_by=child')).toEqual([
    'group_by too_big',
  ]);
  expect(await ask('interval=day&interval=day')).toEqual(['interval repeated']);
  expect(await ask('q=hello')).toEqual(['q unknown']);

  await record(
    org,
    Array.from({ length: 14 }, (_, at) => ({ end_reason: `Reason ${at}` })),
  );
  const hours = {
    start_after: '2026-06-01T00:00:00Z',
    start_before: '2026-07-01T00:00:00Z',
    interval: 'hour',
  } as const;
  expect(await faultsOf(summaryOf(org, { ...hours, group_by: ['end_reason'] }))).toEqual([
    'interval too_big',
  ]);
});

test('a caller who does not reach an organization does not learn that it exists', async () => {
  const [org, other] = [await organization(), await organization()];
  for (const client_id of [org.client.id, unknownId('client')]) {
    expect(await refusalOf(other.api.conversations.summary({ query: { client_id } }))).toBe(
      '404 client_not_found',
    );
  }
});

test('the calls of a suspended organization are still counted', async () => {
  const org = await organization();
  await record(org, [{}]);
  await suspend(org);
  expect((await summaryOf(org)).total.conversations).toBe(1);
});

test('costs are included as far as the key sees them', async () => {
  const client = await organization(undefined, 'client');
  const location = await organization(client, 'location');
  const { id } = await newAgent(location);
  const euros = (amount: string) => ({ cost: { amount, currency: 'EUR' }, client_id: location.client.id });
  await record(client, [euros('5')], id);
  await record(location, [euros('2')], id);
  const costs = async (org: Organization) =>
    (await summaryOf(org, { client_id: location.client.id })).total.costs;
  expect(await costs(client)).toEqual([{ amount: '7', currency: 'EUR' }]);
  expect(await costs(location)).toEqual([{ amount: '2', currency: 'EUR' }]);
});

test('the rows are returned as CSV on request, and may be kept for ten seconds', async () => {
  const org = await organization();
  await record(org, [{ outcome: 'sold', cost: { amount: '2', currency: 'EUR' } }, { end_reason: '=1+1' }]);
  const url = new URL('/v1/conversations/summary', platform.base_url);
  url.search = String(
    new URLSearchParams([
      ...Object.entries(june),
      ['interval', 'month'],
      ['group_by', 'outcome'],
      ['group_by', 'end_reason'],
    ]),
  );
  const response = await fetch(url, { headers: { authorization: `Bearer ${org.key}`, accept: 'text/csv' } });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(response.headers.get('cache-control')).toBe('private, max-age=10');
  expect(response.headers.get('vary')).toContain('authorization, accept');
  expect((await response.text()).trimEnd().split('\r\n')).toEqual([
    'start,outcome,end_reason,conversations,completed,failed,successful,judged,with_recording,duration_ms_sum,duration_ms_p50,duration_ms_p95,cost_eur',
    "2026-06-01T00:00:00.000Z,,'=1+1,1,1,0,0,0,0,60000,60000,60000,0",
    '2026-06-01T00:00:00.000Z,sold,,1,1,0,0,0,0,60000,60000,60000,2',
  ]);

  const refused = await fetch(url, { headers: { authorization: 'Bearer nobody' } });
  expect(refused.headers.get('cache-control')).toBe('no-store');
});

test('every column of the CSV has a name of its own', async () => {
  const org = await organization();
  await record(org, [{ quality: { successful: true } }]);
  const url = new URL('/v1/conversations/summary?group_by=successful&interval=total', platform.base_url);
  for (const [name, value] of Object.entries(june)) url.searchParams.set(name, value);
  const response = await fetch(url, { headers: { authorization: `Bearer ${org.key}`, accept: 'text/csv' } });
  const [header = ''] = (await response.text()).split('\r\n');
  const names = header.split(',');
  expect(names.slice(0, 2)).toEqual(['start', 'group_successful']);
  expect(new Set(names).size).toBe(names.length);
});

test('a key without the scope is refused', async () => {
  const org = await organization();
  const api = clientFor(await makeKey(org.client.id, ['usage:read']));
  expect(await refusalOf(api.conversations.summary())).toBe('403 insufficient_scope');
});

test('a small list is read by one Query, whatever the filter', async () => {
  const org = await organization(await organization());
  await record(org, [{ outcome: 'sold' }, { outcome: 'lost' }]);
  for (const filter of [{}, { outcome: 'sold' }, { caller: '+4930123456' }]) {
    const cost = await costOf(org, (api) =>
      api.conversations.summary.withResponse({ query: { ...june, ...filter } }),
    );
    expect(cost).toBe('4 calls, 3.5 RCU, 1 WCU');
  }
});
