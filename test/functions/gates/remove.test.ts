import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';

test('a gate from above cannot be overridden or removed below', async () => {
  const above = await organization();
  const org = await organization(above, 'location');
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia' } });
  const params = { agent_id };
  const { id: scenario_id } = await above.api.scenarios.create({
    body: {
      name: 'Greets',
      caller: { kind: 'script', lines: ['Hello'] },
      checks: [{ type: 'says', contains: ['x'] }],
    },
  });
  const { id: suite_id } = await above.api.testSuites.create({
    body: { name: 'All', scenario_ids: [scenario_id] },
  });
  await above.api.gates.replace({ params, body: { suite_id } });
  expect(await org.api.testSuites.get({ params: { test_suite_id: suite_id } })).toMatchObject({
    id: suite_id,
  });
  expect(await refusalOf(org.api.gates.remove({ params }))).toBe('404 gate_not_found');
  const override = { version: 1, override: { reason: 'A fire' } };
  expect(await refusalOf(org.api.gates.setLive({ params, body: override }))).toBe('409 gate_not_passed');
  await above.api.gates.setLive({ params, body: override });
  await above.api.gates.remove({ params });
  expect((await org.api.gates.get({ params })).gates).toEqual([]);
});
