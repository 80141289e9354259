import { expect, test } from 'vitest';
import type { Organization } from '../../fixtures.ts';
import {
  newAgent,
  operator,
  organization,
  platform,
  problemOf,
  refusalOf,
  unknownId,
} from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';

type Body = Parameters<typeof operator.conversations.create>[0]['body'];
type Query = NonNullable<Parameters<typeof operator.usage.get>[0]['query']>;

const call = (agent_id: string, body: Partial<Body> = {}): Body => ({
  agent_id,
  status: 'completed',
  start_time: '2026-06-10T12:00:00Z',
  duration_ms: 60_000,
  ...body,
});

const rowsOf = async ({ api, client }: Organization, query: Query) =>
  (await api.usage.get({ params: { client_id: client.id }, query })).rows;

const june = { start_after: '2026-06-01', start_before: '2026-07-01' } as const;

/** The usage of June in one row, once so many conversations are counted. */
const counted = (org: Organization, conversations: number) =>
  eventually(async () => {
    const [row] = await rowsOf(org, { ...june, interval: 'total' });
    expect(row?.conversations).toBe(conversations);
    return row;
  });

test('conversations are counted at every level above them, with durations, outcomes and costs', async () => {
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client');
  const location = await organization(client, 'location');
  const { id } = await newAgent(client);
  await client.api.conversations.create({
    body: call(id, {
      client_id: location.client.id,
      cost: { amount: '0.125', currency: 'USD' },
      quality: { successful: true },
      metrics: { e2e_latency_p50_ms: 800 },
    }),
  });
  await client.api.conversations.create({
    body: call(id, {
      status: 'failed',
      duration_ms: 30_000,
      cost: { amount: '0.000000001', currency: 'USD' },
    }),
  });
  for (const org of [reseller, client]) {
    const row = await counted(org, 2);
    expect(row).toMatchObject({
      start: '2026-06-01T00:00:00.000Z',
      group: {},
      completed: 1,
      failed: 1,
      successful: 1,
      duration_ms: { sum: 90_000 },
      costs: [{ amount: '0.125000001', currency: 'USD' }],
    });
    expect(Math.abs((row?.duration_ms.p95 ?? 0) - 60_000)).toBeLessThan(3000);
    expect(Math.abs((row?.latency_ms.p50 ?? 0) - 800)).toBeLessThan(40);
  }
  await counted(location, 1);

  const groups = await rowsOf(reseller, { ...june, interval: 'total', group_by: 'child' });
  expect(groups.map(({ group, conversations }) => [group.child, conversations])).toEqual([
    [client.client.id, 2],
  ]);
  const below = await rowsOf(client, { ...june, interval: 'total', group_by: 'child' });
  expect(Object.fromEntries(below.map(({ group, conversations }) => [group.child, conversations]))).toEqual({
    [location.client.id]: 1,
    [client.client.id]: 1,
  });
});

test('days are in the organization’s time zone, including half-hour offsets, and empty days are zeros', async () => {
  const org = await organization(undefined, 'client', { settings: { timezone: 'Asia/Kolkata' } });
  const { id } = await newAgent(org);
  await org.api.conversations.create({ body: call(id, { start_time: '2026-06-10T18:29:59Z' }) });
  await org.api.conversations.create({ body: call(id, { start_time: '2026-06-10T18:30:00Z' }) });
  await counted(org, 2);
  const days = await rowsOf(org, { start_after: '2026-06-09', start_before: '2026-06-13', interval: 'day' });
  expect(days.map(({ start, conversations }) => [start, conversations])).toEqual([
    ['2026-06-08T18:30:00.000Z', 0],
    ['2026-06-09T18:30:00.000Z', 1],
    ['2026-06-10T18:30:00.000Z', 1],
    ['2026-06-11T18:30:00.000Z', 0],
  ]);
  const hours = await rowsOf(org, {
    start_after: '2026-06-10T17:30:00Z',
    start_before: '2026-06-10T19:30:00Z',
    interval: 'hour',
  });
  expect(hours.map(({ conversations }) => conversations)).toEqual([1, 1]);
});

test('a range without conversations has a row of zeros for each interval, grouped or not', async () => {
  const org = await organization();
  const days = { start_after: '2026-06-09', start_before: '2026-06-11', interval: 'day' } as const;
  const zeros = [
    { start: '2026-06-09T00:00:00.000Z', group: {}, conversations: 0 },
    { start: '2026-06-10T00:00:00.000Z', group: {}, conversations: 0 },
  ];
  expect(await rowsOf(org, days)).toMatchObject(zeros);
  const none = zeros.map((row) => ({ ...row, group: { outcome: null } }));
  expect(await rowsOf(org, { ...days, group_by: 'outcome' })).toMatchObject(none);
});

test('later changes are counted, and erased conversations remain counted', async () => {
  const org = await organization();
  const { id } = await newAgent(org);
  const { id: conversation_id } = await org.api.conversations.create({ body: call(id) });
  await counted(org, 1);
  const params = { conversation_id };
  await org.api.conversations.update({
    params,
    body: { outcome: 'booked', cost: { amount: '1.50', currency: 'EUR' }, duration_ms: 61_000 },
  });
  const booked = () =>
    eventually(async () => {
      const rows = await rowsOf(org, { ...june, interval: 'month', group_by: 'outcome' });
      expect(rows).toMatchObject([
        {
          group: { outcome: 'booked' },
          conversations: 1,
          duration_ms: { sum: 61_000 },
          costs: [{ amount: '1.5', currency: 'EUR' }],
        },
      ]);
    });
  await booked();
  await org.api.conversations.erase({ params });
  await eventually(async () =>
    expect(await refusalOf(org.api.conversations.erase({ params }))).toBe('404 conversation_not_found'),
  );
  await booked();
});

test('an active conversation is not counted', async () => {
  const org = await organization();
  const { id } = await newAgent(org);
  await org.api.conversations.create({ body: { agent_id: id, start_time: '2026-06-10T12:00:00Z' } });
  await org.api.conversations.create({ body: call(id) });
  await counted(org, 1);
});

test('usage is returned as CSV on request', async () => {
  const org = await organization();
  const { id } = await newAgent(org);
  await org.api.conversations.create({
    body: call(id, { outcome: 'success', cost: { amount: '2', currency: 'EUR' } }),
  });
  await counted(org, 1);
  const url = new URL(`/v1/clients/${org.client.id}/usage`, platform.base_url);
  url.search = String(new URLSearchParams({ ...june, interval: 'month', group_by: 'outcome' }));
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${org.key}`, accept: 'text/csv' },
  });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  const [header, row] = (await response.text()).split('\r\n');
  expect(header).toMatch(/^start,outcome,conversations,.*,cost_eur$/);
  expect(row).toMatch(/^2026-06-01T00:00:00.000Z,success,1,1,0,0,60000,\d+,\d+,,,0,0,0,0,0,0,0,0,2$/);
});

test('a range begins and ends with a day, or with an hour for hourly intervals, and is bounded', async () => {
  const org = await organization(undefined, 'client', { settings: { timezone: 'Europe/Berlin' } });
  const ask = (query: Query) => problemOf(org.api.usage.get({ params: { client_id: org.client.id }, query }));
  const fault = async (query: Query) =>
    (await ask(query)).errors.map(({ parameter, code }) => `${parameter} ${code}`);
  expect(await fault({ start_after: '2026-06-01T00:00:00Z' })).toEqual(['start_after not_aligned']);
  expect(await fault({ start_before: '2026-06-01', start_after: '2026-06-01' })).toEqual([
    'start_before out_of_range',
  ]);
  expect(await fault({ start_after: '2025-01-01', start_before: '2026-06-01', interval: 'hour' })).toEqual([
    'start_before out_of_range',
  ]);
  expect(await fault({ start_after: '2026-02-30' })).toEqual(['start_after invalid']);
  const aligned = { start_after: '2026-05-31T22:00:00Z', start_before: '2026-06-02' } as const;
  expect(await rowsOf(org, aligned)).toHaveLength(1);
});

test('a caller who does not reach an organization does not learn that it exists', async () => {
  const [org, other] = [await organization(), await organization()];
  expect(await refusalOf(other.api.usage.get({ params: { client_id: org.client.id } }))).toBe(
    '404 client_not_found',
  );
  expect(await refusalOf(operator.usage.get({ params: { client_id: unknownId('client') } }))).toBe(
    '404 client_not_found',
  );
});
