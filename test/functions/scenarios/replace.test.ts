import { expect, test } from 'vitest';
import { newConversation, organization, refusalOf, unknownId } from '../../fixtures.ts';
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

test('a scenario stays one of its call', async () => {
  const org = await organization();
  const { id: conversation_id } = await newConversation(org, { status: 'completed' });
  const source = { conversation_id, turn: 1 };
  const { id: scenario_id } = await org.api.scenarios.create({ body: { ...anyAgent, source } });
  const { id: own } = await org.api.scenarios.create({ body: anyAgent });
  const replace = (scenario_id: string, change: object) =>
    org.api.scenarios.replace({ params: { scenario_id }, body: { ...anyAgent, ...change } });
  for (const other of [null, { ...source, turn: 2 }, { ...source, conversation_id: unknownId('conv') }])
    expect(await refusalOf(replace(scenario_id, { source: other }))).toBe('400 validation_failed');
  expect(await refusalOf(replace(own, { source }))).toBe('400 validation_failed');
  expect(await replace(scenario_id, { source, tags: ['x'] })).toMatchObject({ source, version: 2 });
  expect(await replace(scenario_id, { tags: ['y'] })).toMatchObject({ source, version: 3 });
  expect(await replace(own, { source: null })).toMatchObject({ source: null, version: 1 });
});
