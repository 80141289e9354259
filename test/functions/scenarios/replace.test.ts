import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';
import { anyAgent } from '../../support/test-suites.ts';

test('a replacement resets what it leaves out, and changes nothing if it is the same', async () => {
  const org = await organization();
  const { id: scenario_id } = await org.api.scenarios.create({ body: { ...anyAgent, tags: ['x'] } });
  const params = { scenario_id };
  expect(await org.api.scenarios.replace({ params, body: anyAgent })).toMatchObject({ tags: [], version: 2 });
  expect(await org.api.scenarios.replace({ params, body: anyAgent })).toMatchObject({ version: 2 });
  const body = { ...anyAgent, agent_id: unknownId('agent') };
  expect(await refusalOf(org.api.scenarios.replace({ params, body }))).toBe('404 agent_not_found');
});
