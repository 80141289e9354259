import { afterAll, beforeAll, expect, test } from 'vitest';
import { billedOrganization, monthFromNow } from '../../support/billing.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import { tableOf } from '../../support/table.ts';
import type { Users } from '../../support/users.ts';
import { usersOf } from '../../support/users.ts';

let platform: OwnPlatform;
let users: Users;
let table: ReturnType<typeof tableOf>;

beforeAll(async () => {
  platform = await startOwnPlatform({ following: false });
  users = usersOf(platform.description);
  table = tableOf(platform.description);
});
afterAll(() => platform.close());

const eventsOf = async (client_id: string, type: string) =>
  (await table.events())
    .filter((item) => item.type === type && item.client_id === client_id)
    .map(({ data }) => JSON.parse(String(data)) as Record<string, unknown>);

const startOf = (months: number, day = 10): string =>
  new Date(Date.parse(`${monthFromNow(months)}T12:00:00Z`) + (day - 1) * 86_400_000).toISOString();

test('each threshold of a period is reported once, and again after a pack has made room', async () => {
  const { countConversations } = await import('#lib/billing/counting.ts');
  const { watchLimit } = await import('#lib/billing/limits.ts');
  const { reseller, params, plan_id, call } = await billedOrganization(users);
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
  const { client_id } = params;
  const reached = async (minutes: number): Promise<unknown[]> => {
    const { id } = await call(minutes * 60_000);
    await Promise.all([countConversations([id]), countConversations([id])]);
    await Promise.all([watchLimit(client_id), watchLimit(client_id)]);
    return (await eventsOf(client_id, 'usage.threshold_reached')).map(({ percent }) => percent).sort();
  };
  expect(await reached(4)).toEqual([]);
  expect(await reached(4)).toEqual([50, 80]);
  expect(await reached(1)).toEqual([50, 80]);
  expect(await reached(0.6)).toEqual([100, 50, 80]);
  // Ten minutes of thirty now: less than half again.
  await reseller.api.subscriptions.addPack({ params, body: { minutes: 20, price: '1' } });
  expect(await reached(0.1)).toEqual([100, 50, 80]);
  expect(await reached(4)).toEqual([100, 50, 50, 80]);
});

test('changes after a statement is final are settled by the next one, including costs', async () => {
  const { countConversations } = await import('#lib/billing/counting.ts');
  const { finalizeStatements } = await import('#lib/billing/statements.ts');
  const { reseller, client, params, plan_id, call } = await billedOrganization(users);
  const { client_id } = params;
  const first = await call(12 * 60_000, {
    start_time: startOf(-2),
    cost: { amount: '2', currency: 'EUR' },
  });
  const second = await call(3 * 60_000, { start_time: startOf(-2) });
  await countConversations([first.id]);
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(-2) } });
  // Two days into the month after: only the first one is over and a day old.
  const soon = Date.parse(startOf(-1, 2));
  const outcome = await finalizeStatements(client_id, () => true, soon);
  expect(outcome).toEqual({ again: new Date(`${startOf(0, 2).slice(0, 10)}T00:00:00.000Z`) });
  await finalizeStatements(client_id, () => true, soon);
  const oldest = async () => (await reseller.api.statements.list({ params })).data.at(-1);
  const final = await oldest();
  expect(final).toMatchObject({
    status: 'final',
    total: { amount: '49.24', currency: 'EUR' },
    costs: [{ amount: '2.00', currency: 'EUR' }],
  });
  expect(await eventsOf(client_id, 'statement.finalized')).toEqual([
    expect.objectContaining({ id: final?.id, client_id, total: { amount: '49.24', currency: 'EUR' } }),
  ]);

  // A call that was counted late, another one that was longer than it seemed, and its cost.
  await countConversations([second.id]);
  await client.api.conversations.update({
    params: { conversation_id: first.id },
    body: { duration_ms: 13 * 60_000, cost: { amount: '2.5' } },
  });
  await countConversations([first.id]);
  expect(await oldest()).toEqual(final);
  const next = (await reseller.api.statements.list({ params })).data.at(-2);
  expect(
    next?.lines.map(({ description, quantity, amount }) => [
      description.slice(0, 10),
      quantity,
      amount.amount,
    ]),
  ).toEqual([
    ['Starter, ', '1', '49.00'].map((text, at) =>
      at === 0 ? (next?.lines[0]?.description ?? '').slice(0, 10) : text,
    ),
    ['Correction', '4', '0.48'],
  ]);
  expect(next?.costs).toEqual([{ amount: '0.50', currency: 'EUR' }]);

  await finalizeStatements(client_id, () => true);
  const settled = (await reseller.api.statements.list({ params })).data;
  expect(settled.at(-2)).toMatchObject({ total: { amount: '49.48', currency: 'EUR' } });
  expect(settled[0]?.lines).toHaveLength(1);
});

test('thresholds are reported again in the next period, and its first call lets somebody look', async () => {
  const { countConversations } = await import('#lib/billing/counting.ts');
  const { watchLimit } = await import('#lib/billing/limits.ts');
  const { reseller, params, plan_id, call } = await billedOrganization(users);
  const { client_id } = params;
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(-1) } });
  const looks = async () => (await table.tasks()).filter(({ id }) => id === client_id);
  const reached = async (start_time: string, now: number): Promise<unknown[]> => {
    await watchLimit(client_id, now);
    for (const { pk, sk } of await looks()) await table.remove({ pk, sk });
    const { id } = await call(10 * 60_000, { start_time });
    await countConversations([id]);
    expect((await looks()).map(({ kind }) => kind)).toEqual(['bill_usage']);
    await watchLimit(client_id, now);
    return (await eventsOf(client_id, 'usage.threshold_reached')).map(({ percent }) => percent).sort();
  };
  const first = startOf(-1);
  expect(await reached(first, Date.parse(first))).toEqual([100, 50, 80]);
  expect(await reached(new Date().toISOString(), Date.now())).toEqual([100, 100, 50, 50, 80, 80]);
});

test.for([
  ['a cost without minutes', { status: 'failed', cost: { amount: '0.01', currency: 'EUR' } }, 0],
  ['a call of this month that was counted last month', {}, 60_000],
] as const)('the minutes of a month stop an organization after %s', async ([, body, duration_ms]) => {
  const { countConversations } = await import('#lib/billing/counting.ts');
  const { watchLimit } = await import('#lib/billing/limits.ts');
  const { findStopped } = await import('#lib/organizations/stopped.ts');
  const { reseller, params, plan_id, call } = await billedOrganization(users, { at_limit: 'stop' });
  const { client_id } = params;
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(-1) } });
  const look = async (now?: number) => {
    const due = (await table.tasks()).filter(({ id }) => id === client_id);
    for (const { pk, sk } of due) {
      await table.remove({ pk, sk });
      await watchLimit(client_id, now);
    }
  };
  await countConversations([(await call(duration_ms, body)).id]);
  await look(Date.parse(startOf(-1)));
  await countConversations([(await call(10 * 60_000)).id]);
  await look();
  expect(await eventsOf(client_id, 'usage.threshold_reached')).toHaveLength(3);
  // By then, the answer that the last call has cached is out of date.
  expect(await findStopped([client_id], 'stopped', Date.now() + 5000)).toBe(client_id);
});

test('a plan without minutes stops the organization for as long as it is subscribed', async () => {
  const { watchLimit } = await import('#lib/billing/limits.ts');
  const { findStopped } = await import('#lib/organizations/stopped.ts');
  const none = { included_minutes: 0, at_limit: 'stop' } as const;
  const { reseller, params, plan_id } = await billedOrganization(users, none);
  const { client_id } = params;
  const path = [reseller.client.id, client_id];
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
  await watchLimit(client_id);
  const months = (count: number) => Date.parse(monthFromNow(count)) + 12 * 60 * 60_000;
  expect(await findStopped(path, 'stopped', months(3))).toBe(client_id);

  await reseller.api.subscriptions.remove({ params });
  await watchLimit(client_id);
  expect(await findStopped(path, 'stopped', months(4))).toBeUndefined();
});

test('nothing is left of the meters of a subscription that another one replaces', async () => {
  const { countConversations } = await import('#lib/billing/counting.ts');
  const { reseller, params, plan_id, call } = await billedOrganization(users);
  const subscribe = (months: number) =>
    reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(months) } });
  const meters = async () =>
    (await table.partitions(`billing#${params.client_id}`))
      .filter(({ sk }) => sk.startsWith('meter#'))
      .map(({ sk }) => sk.split('#')[1]);
  const { id: first } = await subscribe(0);
  await countConversations([(await call(60_000)).id]);
  expect(await meters()).toEqual([first]);
  const { id: second } = await subscribe(-1);
  expect(await meters()).toEqual([second]);
});

test('a statement is final a day after its period, and not a millisecond earlier', async () => {
  const { finalizeStatements } = await import('#lib/billing/statements.ts');
  const { reseller, params, plan_id } = await billedOrganization(users);
  const { client_id } = params;
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(-1) } });
  const dayAfter = (month: string) => Date.parse(`${month}T00:00:00Z`) + 24 * 60 * 60_000;
  const due = dayAfter(monthFromNow(0));
  const status = async () => (await reseller.api.statements.list({ params })).data.at(-1)?.status;
  expect(await finalizeStatements(client_id, () => true, due - 1)).toEqual({ again: new Date(due) });
  expect(await status()).toBe('draft');
  const next = { again: new Date(dayAfter(monthFromNow(1))) };
  expect(await finalizeStatements(client_id, () => true, due)).toEqual(next);
  expect(await status()).toBe('final');
});

test('statements of a subscription that has not started are not due before it does', async () => {
  const { finalizeStatements } = await import('#lib/billing/statements.ts');
  const { reseller, params, plan_id } = await billedOrganization(users);
  const start_date = monthFromNow(1);
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date } });
  const again = new Date(Date.parse(`${start_date}T00:00:00Z`) + 1000);
  expect(await finalizeStatements(params.client_id, () => true)).toEqual({ again });
  await reseller.api.subscriptions.remove({ params });
  expect(await finalizeStatements(params.client_id, () => true)).toBe('done');
});

test('the limit is checked when usage reaches a threshold exactly, and when a pack is bought', async () => {
  const { countConversations } = await import('#lib/billing/counting.ts');
  const { watchLimit } = await import('#lib/billing/limits.ts');
  const { reseller, params, plan_id, call } = await billedOrganization(users);
  const { client_id } = params;
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
  /** The tasks that follow from what is done. */
  const looksAfter = async (work: () => Promise<unknown>): Promise<number> => {
    const looks = async () => (await table.tasks()).filter(({ id }) => id === client_id);
    for (const { pk, sk } of await looks()) await table.remove({ pk, sk });
    await work();
    return (await looks()).length;
  };
  const talk = async (minutes: number): Promise<void> =>
    countConversations([(await call(minutes * 60_000)).id]);
  await talk(3);
  await watchLimit(client_id);
  expect(await looksAfter(() => talk(1))).toBe(0);
  // Five of ten minutes.
  expect(await looksAfter(() => talk(1))).toBe(1);
  const body = { minutes: 20, price: '1' };
  expect(await looksAfter(() => reseller.api.subscriptions.addPack({ params, body }))).toBe(1);
});
