import { expect, test } from 'vitest';
import { clientFor, makeKey, newConversation, organization, problemOf, refusalOf } from '../../fixtures.ts';
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

test('the words of a call are read only with the scope of calls', async () => {
  const org = await organization();
  const { id: conversation_id } = await newConversation(org, { status: 'completed' });
  const source = { conversation_id, turn: 0 };
  const { id: own } = await org.api.scenarios.create({ body: anyAgent });
  const { id: theirs } = await org.api.scenarios.create({ body: { ...anyAgent, source } });
  const tester = clientFor(await makeKey(org.client.id, ['tests:read', 'tests:write']));
  expect(await tester.scenarios.get({ params: { scenario_id: own } })).toMatchObject(anyAgent);
  const params = { scenario_id: theirs };
  const [read, changed] = await Promise.all([
    problemOf(tester.scenarios.get({ params })),
    problemOf(tester.scenarios.update({ params, body: { tags: ['call'] } })),
  ]);
  for (const { code, problem } of [read, changed])
    expect([code, problem.required_scope]).toEqual(['insufficient_scope', 'conversations:read']);
  const reader = clientFor(await makeKey(org.client.id, ['tests:read', 'conversations:read']));
  expect(await reader.scenarios.get({ params })).toMatchObject({ source });
});

test('the organization of a call sees who has read its words in a scenario', async () => {
  const above = await organization();
  const org = await organization(above);
  const { id: conversation_id } = await newConversation(org, { status: 'completed' });
  const source = { conversation_id, turn: 0 };
  const { id: scenario_id } = await above.api.scenarios.create({ body: { ...anyAgent, source } });
  const params = { scenario_id };
  const reads = async () =>
    (await org.api.auditRecords.list({ query: { action: 'transcript.read' } })).data
      .map(({ actor, target }) => [actor.id, target.id])
      .sort();
  expect(await reads()).toEqual([]);
  const keys: string[] = [];
  const reader = async () => {
    const api = clientFor(await makeKey(above.client.id));
    keys.push((await api.me.get()).key?.id ?? '');
    return api;
  };
  await (await reader()).scenarios.get({ params });
  await (await reader()).scenarios.update({ params, body: { tags: ['call'] } });
  expect(await reads()).toEqual(keys.map((key) => [key, org.client.id]));
});
