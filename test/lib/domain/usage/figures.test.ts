import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fact } from '#lib/domain/usage/fact.ts';
import {
  addFact,
  addFigures,
  fromBillionths,
  isNothing,
  noFigures,
  packFigures,
  toBillionths,
  unpackFigures,
} from '#lib/domain/usage/figures.ts';

const amount = fc
  .tuple(fc.integer({ min: 0, max: 999_999_999_999 }), fc.integer({ min: 0, max: 999_999_999 }))
  .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(9, '0')}`);

const count = fc.integer({ min: 0, max: 300_000 });
const chat = fc.record({ messages: count, input_tokens: count, output_tokens: count });

const called = fc.record({
  quarter: fc.nat(),
  agent: fc.constant('agent'),
  client: fc.constant('client'),
  channel: fc.constant('phone'),
  provider: fc.constant(null),
  outcome: fc.constant(null),
  sentiment: fc.constant(null),
  completed: fc.boolean(),
  successful: fc.boolean(),
  duration_ms: fc.integer({ min: 0, max: 31_622_400_000 }),
  latency_ms: fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: null }),
  cost: fc.option(fc.record({ amount, currency: fc.constantFrom('EUR', 'USD') }), { nil: null }),
});

const fact: fc.Arbitrary<Fact> = fc.oneof(
  called,
  fc.tuple(called, chat).map(([one, held]) => ({ ...one, chat: held })),
  called.map((one) => ({ ...one, successful: false, unsuccessful: true as const })),
  fc.tuple(called, chat).map(([one, used]) => ({ ...one, chat: used, isAnalysis: true as const })),
);

const sumOf = (facts: readonly Fact[]) => {
  const figures = noFigures();
  for (const one of facts) addFact(figures, one, 1);
  return figures;
};

test('adding and subtracting the same leaves nothing, in any order', () => {
  fc.assert(
    fc.property(fc.array(fact), fc.array(fact), (kept, taken) => {
      const figures = noFigures();
      for (const one of taken) addFact(figures, one, -1);
      addFigures(figures, sumOf(kept));
      for (const one of taken) addFact(figures, one, 1);
      expect(packFigures(figures)).toEqual(packFigures(sumOf(kept)));
      for (const one of kept) addFact(figures, one, -1);
      expect(isNothing(figures)).toBe(true);
    }),
  );
});

test('stored figures are read back unchanged', () => {
  fc.assert(
    fc.property(fc.array(fact), (facts) => {
      const figures = sumOf(facts);
      expect(unpackFigures(JSON.parse(JSON.stringify(packFigures(figures))))).toEqual(figures);
    }),
  );
});

test('costs are exact to the ninth decimal', () => {
  const figures = noFigures();
  for (let count = 0; count < 10; count += 1) {
    addFact(figures, { ...factOf('0.1') }, 1);
  }
  expect(fromBillionths(figures.costs.get('USD') ?? 0n)).toBe('1');
  fc.assert(
    fc.property(amount, (text) => {
      expect(toBillionths(fromBillionths(toBillionths(text)))).toBe(toBillionths(text));
    }),
  );
  expect(fromBillionths(toBillionths('-0.000000001'))).toBe('-0.000000001');
});

const factOf = (cost: string): Fact => ({
  quarter: 0,
  agent: 'agent',
  client: 'client',
  channel: 'phone',
  provider: null,
  outcome: null,
  sentiment: null,
  completed: true,
  successful: true,
  duration_ms: 1000,
  latency_ms: null,
  cost: { amount: cost, currency: 'USD' },
});
