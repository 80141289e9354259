import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Period } from '#lib/domain/billing/periods.ts';
import { periodAt, periodOf, periodsBegun, periodsUntil, termsInForce } from '#lib/domain/billing/periods.ts';
import type { QuantitySplit } from '#lib/domain/billing/statement.ts';
import {
  adjust,
  marginOf,
  noSplit,
  reachedThresholds,
  statementOf,
  sumOf,
  thresholdsFor,
} from '#lib/domain/billing/statement.ts';
import type { Terms } from '#lib/domain/billing/subscription.ts';
import {
  billedMessages,
  billedSeconds,
  noMessages,
  withAnswersFrom,
} from '#lib/domain/billing/subscription.ts';
import { quarterMs, startOfDay } from '#lib/domain/usage/time-zones.ts';

const terms: Terms = {
  plan_id: 'plan',
  name: 'Starter',
  currency: 'EUR',
  base_fee: '49',
  included_minutes: 100,
  minute_rate: '0.12',
  included_messages: 100,
  message_rate: '0.05',
  rounding_seconds: 60,
  at_limit: 'charge',
};

const november: Period = { start: '2026-11-01', end: '2026-12-01', days: 30, daysOfMonth: 30 };
const october: Period = { start: '2026-10-01', end: '2026-11-01', days: 31, daysOfMonth: 31 };

/** A correction of a month in which there were no messages. */
const correction = { period: october, terms, messagesBefore: noSplit, messages: 0 };

const asked = { terms, period: november, messages: 0, packs: [], packSeconds: 0, corrections: [] };

test('minutes are taken from the plan, then from packs, and then charged', () => {
  const { lines, total } = statementOf({
    ...asked,
    seconds: 200 * 60,
    packs: [{ minutes: 30, price: '3' }],
    packSeconds: 30 * 60,
  });
  expect(lines.map(({ description, quantity, amount }) => [description, quantity, amount.amount])).toEqual([
    ['Starter, November 2026', '1', '49.00'],
    ['Pack of 30 minutes', '1', '3.00'],
    ['Minutes included in the plan', '100', '0.00'],
    ['Minutes from packs', '30', '0.00'],
    ['Minutes', '70', '8.40'],
  ]);
  expect(total).toEqual({ amount: '60.40', currency: 'EUR' });
});

test('messages are taken from the plan and then charged, and corrected at the rate of their month', () => {
  const { lines, total, messages } = statementOf({
    ...asked,
    seconds: 0,
    messages: 120,
    corrections: [
      {
        ...correction,
        terms: { ...terms, message_rate: '0.10' },
        before: noSplit,
        seconds: 0,
        messagesBefore: { included: 90, packs: 0, charged: 0 },
        messages: 12,
      },
    ],
  });
  expect(lines.map(({ description, quantity, amount }) => [description, quantity, amount.amount])).toEqual([
    ['Starter, November 2026', '1', '49.00'],
    ['Messages included in the plan', '100', '0.00'],
    ['Messages', '20', '1.00'],
    ['Correction of October 2026: messages already paid', '10', '0.00'],
    ['Correction of October 2026: messages', '2', '0.20'],
  ]);
  expect(total.amount).toBe('50.20');
  expect(messages).toEqual({ included: 100, packs: 0, charged: 20 });
});

test('a chat of the platform takes messages and no minutes, and nothing under terms without messages', () => {
  const chat = { messages: 3, input_tokens: 10, output_tokens: 5 };
  const held = { channel: 'web', duration_ms: 600_000, chat };
  const time = { subscription: { terms }, period: { start: '2026-12-01' }, issuer: 1 };
  expect([billedSeconds(held, terms), billedMessages(held, time)]).toEqual([0, 3]);
  const without = { ...time, subscription: { terms: { ...terms, ...noMessages } } };
  expect(billedMessages(held, without)).toBe(0);
});

test('further answers are messages from the next period on, and not those of an account of the issuer', () => {
  const dates = { start_date: '2026-11-05', end_date: null, timezone: 'UTC' };
  const running = { id: 'sub_1', terms, ...dates, issuer_id: 'client_1' };
  const subscription = withAnswersFrom(running, Date.parse('2026-12-31T23:00:00Z'));
  expect(subscription.answers_from).toBe('2027-01-01');
  expect(withAnswersFrom(subscription, Date.parse('2027-05-01T00:00:00Z'))).toBe(subscription);
  const billed = (start: string, asked_by?: number) => {
    const used = { messages: 1, input_tokens: 10, output_tokens: 5, further: 2 };
    const chat = { ...used, ...(asked_by !== undefined && { asked_by }) };
    return billedMessages({ chat }, { subscription, period: { start }, issuer: 1 });
  };
  expect([billed('2026-12-01'), billed('2027-01-01'), billed('2027-02-01')]).toEqual([1, 3, 3]);
  expect([billed('2027-01-01', 2), billed('2027-01-01', 1)]).toEqual([3, 1]);
});

test('part of a month costs and includes its share', () => {
  const period: Period = { start: '2026-11-16', end: '2026-12-01', days: 15, daysOfMonth: 30 };
  const { lines, split } = statementOf({ ...asked, period, seconds: 60 * 60 });
  expect(lines[0]).toMatchObject({
    description: 'Starter, November 2026 (15 of 30 days)',
    amount: { amount: '24.50' },
  });
  expect(split).toEqual({ included: 50 * 60, packs: 0, charged: 10 * 60 });
});

test('what part of a month includes is rounded up to whole minutes and messages', () => {
  const period: Period = { ...october, start: '2026-10-31', days: 1 };
  const { split, messages } = statementOf({ ...asked, period, seconds: 5 * 60, messages: 5 });
  // A thirty-first of 100 is 3.2.
  expect(split).toEqual({ included: 4 * 60, packs: 0, charged: 60 });
  expect(messages).toEqual({ included: 4, packs: 0, charged: 1 });
});

test('a later correction is a line of the next statement, at the rate of its own period', () => {
  const before: QuantitySplit = { included: 100 * 60, packs: 0, charged: 10 * 60 };
  const earlier = { ...terms, minute_rate: '0.20' };
  const { lines, total } = statementOf({
    ...asked,
    seconds: 0,
    corrections: [{ ...correction, terms: earlier, before, seconds: -15 * 60 }],
  });
  expect(
    lines.slice(1).map(({ description, quantity, amount }) => [description, quantity, amount.amount]),
  ).toEqual([
    ['Correction of October 2026: minutes already paid', '-5', '0.00'],
    ['Correction of October 2026', '-10', '-2.00'],
  ]);
  expect(total.amount).toBe('47.00');
});

test('minutes of packs that a correction takes are not there for the period any more', () => {
  const before: QuantitySplit = { included: 100 * 60, packs: 0, charged: 0 };
  const { split, corrected } = statementOf({
    ...asked,
    seconds: 115 * 60,
    packSeconds: 30 * 60,
    corrections: [{ ...correction, before, seconds: 20 * 60 }],
  });
  expect(corrected[0]?.split).toEqual({ included: 100 * 60, packs: 20 * 60, charged: 0 });
  expect(split).toEqual({ included: 100 * 60, packs: 10 * 60, charged: 5 * 60 });
});

test.for([
  ['JPY', '12345', '12345'],
  ['EUR', '0.005', '0.01'],
  ['KWD', '1.0005', '1.001'],
] as const)('in %s a fee of %s is billed as %s', ([currency, base_fee, billed]) => {
  const { total } = statementOf({ ...asked, terms: { ...terms, currency, base_fee }, seconds: 0 });
  expect(total).toEqual({ amount: billed, currency });
});

test('amounts are added exactly, where floating point would not', () => {
  const packs = Array.from({ length: 1000 }, () => ({ minutes: 1, price: '0.1' }));
  const { total } = statementOf({ ...asked, terms: { ...terms, base_fee: '0.2' }, seconds: 0, packs });
  expect(total.amount).toBe('100.20');
});

test('the margin is the total minus the costs, and null if they are in another currency', () => {
  const total = { amount: '47.00', currency: 'EUR' };
  expect(marginOf(total, [{ amount: '12.345678901', currency: 'EUR' }])?.amount).toBe('34.654321099');
  expect(marginOf(total, [{ amount: '47.10', currency: 'EUR' }])?.amount).toBe('-0.10');
  expect(marginOf(total, [{ amount: '1', currency: 'USD' }])).toBeNull();
  expect(marginOf(total, [])).toEqual(total);
});

test.for([
  [1, 1000, 1],
  [1, 1001, 2],
  [6, 61_000, 66],
  [30, 61_000, 90],
  [60, 61_000, 120],
  [60, 0, 0],
] as const)('rounded to %i s, a call of %i ms takes %i s', ([rounding_seconds, duration_ms, seconds]) => {
  expect(billedSeconds({ channel: 'phone', duration_ms }, { rounding_seconds })).toBe(seconds);
});

test('written conversations use no minutes', () => {
  expect(billedSeconds({ channel: 'chat', duration_ms: 600_000 }, terms)).toBe(0);
});

test('periods are the calendar months of a subscription, cut where it begins and ends', () => {
  const subscription = { start_date: '2026-09-15', end_date: '2026-12-03' };
  expect(periodsUntil(subscription, '2027-06-01')).toEqual([
    { start: '2026-09-15', end: '2026-10-01', days: 16, daysOfMonth: 30 },
    { start: '2026-10-01', end: '2026-11-01', days: 31, daysOfMonth: 31 },
    { start: '2026-11-01', end: '2026-12-01', days: 30, daysOfMonth: 30 },
    { start: '2026-12-01', end: '2026-12-03', days: 2, daysOfMonth: 31 },
  ]);
  expect(periodOf(subscription, '2026-09-14')).toBeUndefined();
  expect(periodOf(subscription, '2026-12-03')).toBeUndefined();
  // A period begins with its first day.
  const begunBy = (date: string) => periodsUntil(subscription, date).map(({ start }) => start);
  expect(begunBy('2026-09-14')).toEqual([]);
  expect(begunBy('2026-09-15')).toEqual(['2026-09-15']);
  expect(begunBy('2026-09-30')).toEqual(['2026-09-15']);
  expect(begunBy('2026-10-01')).toEqual(['2026-09-15', '2026-10-01']);
});

const zones = [
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'America/St_Johns',
  'Pacific/Honolulu',
];
const moves = zones.flatMap((before) => zones.map((after) => [before, after] as const));

test.for(moves)('every quarter hour around a move from %s to %s belongs to one period', ([before, after]) => {
  const of = (id: string, timezone: string, start_date: string, end_date: string | null) => ({
    ...{ id, terms, timezone, start_date, end_date, issuer_id: null },
  });
  const inForce = termsInForce([
    of('sub_1', before, '2026-09-20', '2026-11-10'),
    of('sub_2', after, '2026-11-10', null),
  ]);
  const until = Date.parse('2026-11-14T00:00:00Z');
  const periods = inForce.flatMap((term) =>
    periodsBegun(term, until).map((timed) => ({ ...timed, of: term.subscription.id })),
  );
  expect(periods.map(({ of: id, period }) => [id, period.start])).toEqual([
    ['sub_1', '2026-09-20'],
    ['sub_1', '2026-10-01'],
    ['sub_1', '2026-11-01'],
    ['sub_2', '2026-11-10'],
  ]);
  for (let at = Date.parse('2026-10-30T00:00:00Z'); at < until; at += quarterMs) {
    const [found, ...more] = periods.filter(({ start, end }) => start <= at && at < end);
    expect(found).toBeDefined();
    expect(more).toEqual([]);
    const { subscription, period } = periodAt(inForce, at) ?? {};
    expect([subscription?.id, period?.start]).toEqual([found?.of, found?.period.start]);
  }
});

test('days without a subscription are billed by none', () => {
  const of = (start_date: string, end_date: string | null) => ({
    ...{ id: start_date, terms, timezone: 'Asia/Kathmandu', start_date, end_date, issuer_id: null },
  });
  const inForce = termsInForce([of('2026-09-20', '2026-11-10'), of('2026-11-11', null)]);
  const subscribed = (date: string) => periodAt(inForce, startOfDay('Asia/Kathmandu', date))?.subscription.id;
  const dates = ['2026-11-09', '2026-11-10', '2026-11-11'];
  expect(dates.map(subscribed)).toEqual(['2026-09-20', undefined, '2026-11-11']);
});

test('thresholds are reached at their share, and none without usage', () => {
  const all = thresholdsFor({ at_limit: 'charge' });
  expect(reachedThresholds(49, 100, all)).toEqual([]);
  expect(reachedThresholds(50, 100, all)).toEqual([50]);
  expect(reachedThresholds(250, 100, all)).toEqual([50, 80, 100]);
  expect(reachedThresholds(0, 0, all)).toEqual([]);
  expect(reachedThresholds(1, 0, all)).toEqual([50, 80, 100]);
  expect(reachedThresholds(150, 100, thresholdsFor({ at_limit: 'warn' }))).toEqual([50, 80, 100, 120, 150]);
});

type Source = keyof QuantitySplit;

/** The plain model: each second by itself, in the order in which they came. */
const settle = (changes: readonly number[], included: number, packs: number): QuantitySplit => {
  const taken: Source[] = [];
  const count = (source: Source) => taken.filter((one) => one === source).length;
  for (const change of changes) {
    for (let second = 0; second < change; second += 1) {
      if (count('included') < included) taken.push('included');
      else if (count('packs') < packs) taken.push('packs');
      else taken.push('charged');
    }
    for (let second = 0; second < -change; second += 1) {
      const source = (['charged', 'packs', 'included'] as const).find((one) => count(one) > 0);
      if (source) taken.splice(taken.lastIndexOf(source), 1);
    }
  }
  return { included: count('included'), packs: count('packs'), charged: count('charged') };
};

test('seconds are settled as if one by one, after any number of corrections', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -40, max: 60 }), { maxLength: 8 }),
      fc.nat(80),
      fc.nat(40),
      (changes, included, packs) => {
        let split = noSplit;
        const made: number[] = [];
        for (const change of changes) {
          // A period never has less than no usage.
          const possible = Math.max(change, -sumOf(split));
          made.push(possible);
          split = adjust(split, possible, { included, packs: packs - split.packs });
        }
        expect(split).toEqual(settle(made, included, packs));
      },
    ),
    { numRuns: 500 },
  );
});

test('a period and its corrections add up, to the cent, to the charge without corrections', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 6 }), (states) => {
      // Whole minutes: fractions of them are rounded to the cent on each statement by itself.
      const minutes = states.map((seconds) => Math.round(seconds / 60) * 60);
      let split = noSplit;
      let paid = 0n;
      minutes.forEach((seconds, at) => {
        const statement =
          at === 0
            ? statementOf({ ...asked, period: october, seconds })
            : statementOf({
                ...asked,
                seconds: 0,
                corrections: [{ ...correction, before: split, seconds: seconds - sumOf(split) }],
              });
        split = at === 0 ? statement.split : (statement.corrected[0]?.split ?? noSplit);
        paid += BigInt(statement.total.amount.replace('.', '')) - 4900n;
      });
      const charged = Math.max(0, (minutes.at(-1) ?? 0) / 60 - 100);
      expect(paid).toBe(BigInt(charged) * 12n);
    }),
    { numRuns: 300 },
  );
});
