import { expect, test } from 'vitest';
import { hourMs } from '#lib/domain/durations.ts';

let attempts = 0;

test('a test that fails while an hour ends is repeated', ({ task: { result } }) => {
  attempts += 1;
  if (result) result.startTime = Date.now() - hourMs;
  expect(attempts).toBe(2);
});
