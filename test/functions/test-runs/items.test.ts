import { expect, test } from 'vitest';
import { tested } from '../../support/test-suites.ts';

test('attempts are listed in the order of their numbers, page by page', async () => {
  const { org, run } = await tested();
  const { id } = await run({ repeat: 3 });
  const params = { test_run_id: id };
  const first = await org.api.testRuns.items({ params, query: { limit: '2' } });
  const second = await org.api.testRuns.items({
    params,
    query: { limit: '2', cursor: first.next_cursor ?? '' },
  });
  expect([...first.data, ...second.data].map(({ number, attempt }) => [number, attempt])).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
  expect([first.has_more, second.has_more]).toEqual([true, false]);
});
