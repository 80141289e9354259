import { expect, test, vi } from 'vitest';
import { expiring, memoryFor } from '#lib/store/memory.ts';

test('a cache that is full forgets its oldest value only', () => {
  const memory = expiring<number>(2);
  const until = Date.now() + 60_000;
  for (const [at, name] of ['a', 'b', 'a', 'c'].entries()) memory.set(name, at, until);
  expect(['a', 'b', 'c'].map((name) => memory.get(name))).toEqual([2, undefined, 3]);
});

test('a value is forgotten at its time, and a failure or a missing value at once', async () => {
  const memory = expiring<string>(10);
  memory.set('a', 'one', 1000);
  expect([memory.get('a', 999), memory.get('a', 1000)]).toEqual(['one', undefined]);
  const recall = memoryFor<string | undefined>(60_000, 10);
  const read = vi
    .fn<() => Promise<string | undefined>>()
    .mockRejectedValueOnce(new Error('Throttled'))
    .mockResolvedValueOnce(undefined)
    .mockResolvedValue('found');
  await expect(recall('a', read)).rejects.toThrow('Throttled');
  expect(await recall('a', read)).toBeUndefined();
  expect(await Promise.all([recall('a', read), recall('a', read), recall('a', read)])).toEqual(
    Array(3).fill('found'),
  );
  expect(read).toHaveBeenCalledTimes(3);
});
