import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';
import { anyAgent } from '../../support/test-suites.ts';

test('an update changes what is sent', async () => {
  const org = await organization();
  const { id: scenario_id } = await org.api.scenarios.create({ body: { ...anyAgent, tags: ['x'] } });
  const params = { scenario_id };
  const changed = await org.api.scenarios.update({ params, body: { max_turns: 3 } });
  expect(changed).toMatchObject({ max_turns: 3, tags: ['x'], version: 2 });
  const body = { agent_id: unknownId('agent') };
  expect(await refusalOf(org.api.scenarios.update({ params, body }))).toBe('404 agent_not_found');
});
