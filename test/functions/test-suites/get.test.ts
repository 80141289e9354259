import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';
import { tested } from '../../support/test-suites.ts';

test('a suite is read by those below it, whose agents it tests, and not by those beside', async () => {
  const { org, suite_id } = await tested();
  const params = { test_suite_id: suite_id };
  const below = await organization(org, 'location');
  expect(await below.api.testSuites.get({ params })).toMatchObject({ id: suite_id, repeat: 2 });
  const beside = await organization();
  expect(await refusalOf(beside.api.testSuites.get({ params }))).toBe('404 test_suite_not_found');
});
