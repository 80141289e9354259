import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';
import { tested } from '../../support/test-suites.ts';

test('the list has the suites of an organization and its descendants', async () => {
  const above = await organization();
  const { org, suite_id } = await tested(await organization(above, 'location'));
  for (const { api } of [above, org]) {
    expect((await api.testSuites.list({})).data).toMatchObject([{ id: suite_id, name: 'Daily' }]);
  }
  const query = { client_id: unknownId('client') };
  expect(await refusalOf(org.api.testSuites.list({ query }))).toBe('404 client_not_found');
});
