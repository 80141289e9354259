import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucketOf, percentile } from '#lib/domain/usage/histogram.ts';

const histogramOf = (values: readonly number[]): Map<number, number> => {
  const histogram = new Map<number, number>();
  for (const value of values) histogram.set(bucketOf(value), (histogram.get(bucketOf(value)) ?? 0) + 1);
  return histogram;
};

test('a percentile is within five percent of the exact one, and half a unit for its rounding', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer({ min: 0, max: 31_622_400_000 }), fc.integer({ min: 0, max: 2000 })), {
        minLength: 1,
        maxLength: 200,
      }),
      fc.constantFrom(0.5, 0.95),
      (values, share) => {
        const sorted = [...values].sort((one, other) => one - other);
        const exact = sorted[Math.max(1, Math.ceil(values.length * share)) - 1] ?? 0;
        const found = percentile(histogramOf(values), share) ?? Number.NaN;
        expect(Math.abs(found - exact)).toBeLessThanOrEqual(exact * 0.05 + 0.5);
      },
    ),
    { numRuns: 1000 },
  );
});

test('every power of the growth factor is in its own bucket', () => {
  for (let bucket = 0; bucket < 280; bucket += 8) expect(bucketOf(2 ** (bucket / 8))).toBe(bucket);
});

test('an empty histogram has no percentile', () => {
  expect(percentile(new Map(), 0.5)).toBeNull();
  expect(percentile(histogramOf([0, 0]), 0.95)).toBe(0);
});
