import { expect, test } from 'vitest';
import { oncePerRun } from './support/once-per-run.ts';

const failing = (): never => {
  throw new Error('Failed');
};

test('a value is computed once in a run, and an error is not kept', () => {
  const key = crypto.randomUUID();
  expect(() => oncePerRun(key, failing)).toThrow('Failed');
  expect(oncePerRun(key, () => [1, { a: 'b' }])).toEqual([1, { a: 'b' }]);
  expect(oncePerRun(key, failing)).toEqual([1, { a: 'b' }]);
  expect(oncePerRun(`${key} `, () => 2)).toBe(2);
});
