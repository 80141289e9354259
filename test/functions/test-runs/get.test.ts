import { expect, test } from 'vitest';
import { kindOf } from '#lib/store/keys.ts';
import { organization, refusalOf } from '../../fixtures.ts';
import { allItems } from '../../support/table.ts';
import { tested } from '../../support/test-suites.ts';

test('a run is read above its organization, and not beside it', async () => {
  const above = await organization();
  const { run } = await tested(await organization(above, 'location'));
  const completed = await run();
  const params = { test_run_id: completed.id };
  expect(await above.api.testRuns.get({ params })).toEqual(completed);
  expect(await refusalOf((await organization()).api.testRuns.get({ params }))).toBe('404 test_run_not_found');
});

test('everything of a run that has words expires after 90 days, with the run', async () => {
  const { run } = await tested();
  const { id, created_at } = await run();
  const expires = Math.ceil(Date.parse(created_at) / 1000) + 90 * 86_400;
  const items = (await allItems(id)).filter(({ pk }) => !/^(events|tasks|usage)|#audit_records$/.test(pk));
  const kinds = new Set(items.map((item) => kindOf(item)));
  expect([...kinds]).toEqual(expect.arrayContaining(['test_run', 'test_run_scenario', 'test_attempt']));
  const early = items.filter((item) => Math.abs(Number(item.expires) - expires) > 1);
  expect(early.map(({ pk, sk }) => `${pk} ${sk}`)).toEqual([]);
});
