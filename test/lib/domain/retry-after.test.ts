import { expect, test } from 'vitest';
import { retryAfterMs } from '#lib/domain/retry-after.ts';

const now = Date.parse('2026-11-23T10:00:00.000Z');

test.each([
  ['0', 0],
  [' 120 ', 120_000],
  ['Mon, 23 Nov 2026 10:00:30 GMT', 30_000],
  ['Mon, 23 Nov 2026 09:00:00 GMT', 0],
  ['soon', undefined],
  ['1.5', undefined],
  ['-5', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After: %s', (header, expected) => {
  expect(retryAfterMs(header, now)).toBe(expected);
});
