import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';
import { anyAgent } from '../../support/test-suites.ts';

test('the list has the scenarios of an organization and its descendants, newest first', async () => {
  const above = await organization();
  const org = await organization(above, 'location');
  const { id: first } = await above.api.scenarios.create({ body: anyAgent });
  const { id: second } = await org.api.scenarios.create({ body: { ...anyAgent, tags: ['x'] } });
  const { data } = await above.api.scenarios.list({});
  expect(data.map(({ id, tags }) => [id, tags])).toEqual([
    [second, ['x']],
    [first, []],
  ]);
  expect((await org.api.scenarios.list({})).data.map(({ id }) => id)).toEqual([second]);
  const query = { client_id: unknownId('client') };
  expect(await refusalOf(org.api.scenarios.list({ query }))).toBe('404 client_not_found');
});
