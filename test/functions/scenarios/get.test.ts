import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';
import { anyAgent } from '../../support/test-suites.ts';

test('a scenario is read by its organization and those above, and by nobody below', async () => {
  const above = await organization();
  const org = await organization(above, 'location');
  const scenario = await org.api.scenarios.create({ body: anyAgent });
  const params = { scenario_id: scenario.id };
  expect(await above.api.scenarios.get({ params })).toEqual(scenario);
  const { id } = await above.api.scenarios.create({ body: anyAgent });
  expect(await refusalOf(org.api.scenarios.get({ params: { scenario_id: id } }))).toBe(
    '404 scenario_not_found',
  );
});
