import { expect, test } from 'vitest';
import type { Account, FinalStatement } from '#lib/domain/billing/account.ts';
import { periodKey, statementsOf } from '#lib/domain/billing/account.ts';
import { noMessages } from '#lib/domain/billing/subscription.ts';

const october = periodKey('sub_1', '2026-10-01');
const now = Date.parse('2026-11-20T12:00:00Z');

/** A month whose statement settled 30 of the 60 minutes that are known of by now. */
const accountWith = (status: FinalStatement['status']): Account => ({
  client_id: 'client_1',
  subscriptions: [
    {
      id: 'sub_1',
      issuer_id: null,
      timezone: 'UTC',
      start_date: '2026-10-01',
      end_date: null,
      terms: {
        plan_id: 'plan_1',
        name: 'Starter',
        currency: 'EUR',
        base_fee: '0',
        included_minutes: 0,
        minute_rate: '1',
        ...noMessages,
        rounding_seconds: 60,
        at_limit: 'charge',
      },
    },
  ],
  meters: [{ key: october, seconds: 3600, messages: 0, costs: {} }],
  packs: [],
  finals: [
    {
      id: 'stmt_1',
      key: october,
      status,
      lines: [],
      total: { amount: '30.00', currency: 'EUR' },
      costs: {},
      settled: [{ key: october, split: { included: 0, packs: 0, charged: 1800 }, costs: {} }],
    },
  ],
});

test.for([
  ['final', '30.00'],
  ['paid', '30.00'],
  ['void', '0.00'],
] as const)(
  'what changed in a month whose statement is %s costs %s in the next draft',
  ([status, amount]) => {
    const draft = statementsOf(accountWith(status), now).at(-1);
    expect(draft?.final).toBeUndefined();
    expect(draft?.content.total).toEqual({ amount, currency: 'EUR' });
  },
);

test.for([
  ['2027-11-04T12:00:00Z', '30.00'],
  ['2027-11-06T12:00:00Z', '0.00'],
] as const)('at %s, what changed in October of the year before costs %s', ([time, amount]) => {
  // The first draft corrects, and the statement of October 2026 began 400 days before 5 November.
  const draft = statementsOf(accountWith('final'), Date.parse(time)).find(({ final }) => !final);
  expect(draft?.content.total).toEqual({ amount, currency: 'EUR' });
});

test('of two drafts, only the first settles what changed before', () => {
  const drafts = statementsOf(accountWith('final'), Date.parse('2026-12-01T12:00:00Z')).filter(
    ({ final }) => !final,
  );
  expect(drafts.map(({ content }) => content.total.amount)).toEqual(['30.00', '0.00']);
});

test('messages that were counted late are settled even if no minutes were', () => {
  const { subscriptions, ...account } = accountWith('final');
  const draft = statementsOf(
    {
      ...account,
      subscriptions: subscriptions.map((each) => ({ ...each, terms: { ...each.terms, message_rate: '2' } })),
      meters: [{ key: october, seconds: 1800, messages: 3, costs: {} }],
    },
    now,
  ).at(-1);
  expect(draft?.content.total.amount).toBe('6.00');
});

test('a pack that is bought at the first moment of a period is a line of that period', () => {
  const pack = { id: 'pack_1', minutes: 10, price: '5', created_at: '2026-11-01T00:00:00.000Z' };
  const statements = statementsOf({ ...accountWith('final'), finals: [], packs: [pack] }, now);
  const packs = statements.map(({ content }) => content.lines.filter(({ unit }) => unit === 'pack').length);
  expect(packs).toEqual([0, 1]);
});
