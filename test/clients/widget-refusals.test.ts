import { expect, test } from 'vitest';
import { operations } from '#lib/contract/index.ts';
import { errorsOf, isLive } from '#lib/contract/route.ts';
import { consequences } from '../../clients/widget/src/refusals.ts';

test('the widget knows the next step after each refusal of a live route', () => {
  const codes = operations
    .map(({ route }) => route)
    .filter(isLive)
    .flatMap(errorsOf);
  expect(codes.length).toBeGreaterThan(0);
  expect(Object.keys(consequences).sort()).toEqual([...new Set([...codes, 'offline'])].sort());
});
