import { expect, test } from 'vitest';
import { tested } from '../../support/test-suites.ts';

test('an agent without a gate has no live version, and a gate says which run opens it', async () => {
  const { org, agent_id, suite_id, run } = await tested();
  const params = { agent_id };
  expect(await org.api.gates.get({ params })).toEqual({ agent_id, live_version: null, gates: [] });
  await org.api.gates.replace({ params, body: { suite_id } });
  const { id } = await run();
  expect(await org.api.gates.get({ params })).toMatchObject({ gates: [{ opened_by: id }] });
});
