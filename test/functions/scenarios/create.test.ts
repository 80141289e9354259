import { expect, test } from 'vitest';
import { newConversation, operator, organization, refusalOf, unknownId } from '../../fixtures.ts';
import { anyAgent } from '../../support/test-suites.ts';

test('a scenario names only tools, nodes and patterns that exist', async () => {
  const org = await organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia', tools: [{ name: 'find' }] } });
  const create = (change: object) =>
    refusalOf(org.api.scenarios.create({ body: { ...anyAgent, agent_id, ...change } }));
  const invalid = '400 validation_failed';
  expect(await create({ tool_mocks: [{ name: 'other' }] })).toBe(invalid);
  expect(await create({ checks: [{ type: 'calls_tool', tool: 'other' }] })).toBe(invalid);
  expect(await create({ checks: [{ type: 'reaches_node', node: 'x' }] })).toBe(invalid);
  expect(await create({ start: { node: 'x' } })).toBe(invalid);
  expect(await create({ checks: [{ type: 'says', pattern: '(' }] })).toBe(invalid);
  expect(await create({ checks: [{ type: 'says' }] })).toBe(invalid);
  expect(await create({ checks: [{ type: 'unmocked_tool' }] })).toBe(invalid);
  expect(await create({ caller: { kind: 'script', lines: [] } })).toBe(invalid);
  expect(await create({ caller: { kind: 'simulated' } })).toBe(invalid);
  expect(await create({ agent_id: unknownId('agent') })).toBe('404 agent_not_found');
  expect(await create({ client_id: unknownId('client') })).toBe('404 client_not_found');
  expect(await create({ client_id: null })).toBe(invalid);
});

test('a scenario belongs to an organization or to the platform', async () => {
  const org = await organization();
  expect(await org.api.scenarios.create({ body: anyAgent })).toMatchObject({
    client_id: org.client.id,
    agent_id: null,
    max_turns: 12,
    version: 1,
  });
  const { id } = await operator.scenarios.create({ body: anyAgent });
  expect(await refusalOf(org.api.scenarios.get({ params: { scenario_id: id } }))).toBe(
    '404 scenario_not_found',
  );
});

test('a scenario is for an agent of its organization or of one below', async () => {
  const above = await organization();
  const [org, beside] = [await organization(above), await organization(above)];
  const create = async (owner: typeof org, of: typeof org) => {
    const { id: agent_id } = await of.api.agents.create({ body: { name: 'Pia' } });
    return above.api.scenarios.create({ body: { ...anyAgent, client_id: owner.client.id, agent_id } });
  };
  expect(await refusalOf(create(org, beside))).toBe('404 agent_not_found');
  expect(await refusalOf(create(org, above))).toBe('404 agent_not_found');
  await create(above, org);
});

test('a scenario is made from a call of its organization or of one below that is not erased', async () => {
  const above = await organization();
  const [org, beside] = [await organization(above), await organization(above)];
  const { id: conversation_id } = await newConversation(org, { status: 'completed' });
  const source = { conversation_id, turn: 0 };
  const notFound = '404 conversation_not_found';
  const create = ({ api }: typeof org, change: object = {}) =>
    refusalOf(api.scenarios.create({ body: { ...anyAgent, source, ...change } }));
  expect(await create(beside)).toBe(notFound);
  // The organization beside would read the words.
  expect(await create(above, { client_id: beside.client.id })).toBe(notFound);
  expect(await above.api.scenarios.create({ body: { ...anyAgent, source } })).toMatchObject({ source });
  await org.api.conversations.erase({ params: { conversation_id } });
  expect(await create(org)).toBe(notFound);
});
