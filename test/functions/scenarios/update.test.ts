import { expect, test } from 'vitest';
import { newConversation, organization, refusalOf, unknownId } from '../../fixtures.ts';
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

test('an update leaves a scenario with its call', async () => {
  const org = await organization();
  const { id: conversation_id } = await newConversation(org, { status: 'completed' });
  const source = { conversation_id, turn: 1 };
  const { id: scenario_id } = await org.api.scenarios.create({ body: { ...anyAgent, source } });
  const params = { scenario_id };
  const body: object = { source: null };
  expect(await refusalOf(org.api.scenarios.update({ params, body }))).toBe('400 validation_failed');
  expect(await org.api.scenarios.update({ params, body: { tags: ['x'] } })).toMatchObject({ source });
});
