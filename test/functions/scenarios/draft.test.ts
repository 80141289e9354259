import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { attemptsOf, ended } from '../../support/test-suites.ts';

test('a scenario from a call is emptied with it, and so are the copies in runs', async () => {
  const org = await organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia', first_message: 'Hello' } });
  const word = `walrus${randomUUID().slice(0, 8)}`;
  const turns = ['agent', 'user', 'agent', 'user'].map((role, at) => ({
    role: role as 'agent' | 'user',
    text: `${word} ${at}`,
  }));
  const { id: conversation_id } = await org.api.conversations.create({
    body: { agent_id, status: 'completed', duration_ms: 9000, turns },
  });
  const params = { conversation_id };
  const draft = await org.api.scenarios.draft({ params, body: { turn: 2 } });
  expect(draft).toMatchObject({
    start: { messages: [{ role: 'agent' }, { role: 'user' }] },
    source: { conversation_id, turn: 2 },
  });
  const { id: scenario_id } = await org.api.scenarios.create({ body: draft });
  const { id } = await org.api.testRuns.create({
    params: { agent_id },
    body: { scenario_ids: [scenario_id] },
  });
  await ended(org, id);
  expect(JSON.stringify(await attemptsOf(org, id))).toContain(word);
  await org.api.conversations.erase({ params });
  await eventually(async () => {
    const scenario = await org.api.scenarios.get({ params: { scenario_id } });
    expect(JSON.stringify(scenario)).not.toContain(word);
    expect(JSON.stringify(await attemptsOf(org, id))).not.toContain(word);
  });
});

test('the results of tools become mocks, and calls become checks', async () => {
  const org = await organization();
  const keypad = { name: 'press_keys', action: { type: 'builtin', name: 'send_digits' } } as const;
  const tools = [{ name: 'find' }, keypad];
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia', tools } });
  const call = { id: null, name: 'find', arguments: { day: 'Tuesday' }, result: ['10:00'], error: null };
  const turns = [
    { role: 'user' as const, text: 'When?' },
    { role: 'agent' as const, text: 'At ten', tool_calls: [call, { ...call, name: 'unknown' }] },
    { role: 'agent' as const, text: '', tool_calls: [{ ...call, name: keypad.name }] },
  ];
  const { id: conversation_id } = await org.api.conversations.create({
    body: { agent_id, status: 'completed', duration_ms: 9000, turns },
  });
  const params = { conversation_id };
  expect(await org.api.scenarios.draft({ params, body: { turn: 0 } })).toMatchObject({
    caller: { lines: ['When?'] },
    tool_mocks: [{ name: 'find', result: ['10:00'] }],
    checks: [
      { type: 'calls_tool', tool: 'find', min: 1 },
      { type: 'calls_tool', tool: keypad.name, min: 1 },
    ],
  });
  await org.api.agents.remove({ params: { agent_id } });
  expect(await refusalOf(org.api.scenarios.draft({ params, body: { turn: 0 } }))).toBe('404 agent_not_found');
});

test('a scenario from a call with an agent from above belongs to the organization of the agent', async () => {
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client');
  const { id: agent_id } = await reseller.api.agents.create({ body: { name: 'Pia' } });
  const { id: conversation_id } = await reseller.api.conversations.create({
    body: {
      agent_id,
      client_id: client.client.id,
      status: 'completed',
      duration_ms: 9000,
      turns: [{ role: 'user', text: 'When?' }],
    },
  });
  const params = { conversation_id };
  const draft = await reseller.api.scenarios.draft({ params, body: { turn: 0 } });
  expect(draft).toMatchObject({ agent_id, client_id: reseller.client.id });
  expect(await reseller.api.scenarios.create({ body: draft })).toMatchObject({ source: { conversation_id } });
});
