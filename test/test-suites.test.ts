import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { organization, refusalOf } from './fixtures.ts';
import { eventually } from './support/eventually.ts';

type Org = Awaited<ReturnType<typeof organization>>;

const ended = (org: Org, id: string) =>
  eventually(async () => {
    const run = await org.api.testRuns.get({ params: { test_run_id: id } });
    expect(run.status).not.toBe('running');
    return run;
  });

const attemptsOf = async (org: Org, id: string) =>
  (await org.api.testRuns.items({ params: { test_run_id: id }, query: { limit: '100' } })).data;

const flow = {
  start: 'greet',
  nodes: [
    { id: 'greet', instruction: 'Greet.', transitions: [{ to: 'book', when: 'they want an appointment' }] },
    { id: 'book', instruction: 'Ask for a day.', transitions: [] },
  ],
};

const scenarioBody = {
  name: 'Books',
  caller: { kind: 'script' as const, lines: ['I would like an appointment', 'Can you find slots?'] },
  checks: [
    { type: 'reaches_node' as const, node: 'book', name: 'gets to booking' },
    { type: 'says' as const, contains: ['rehearsal'] },
    { type: 'ends' as const, by: 'agent' as const },
  ],
};

/** A flow agent with a suite of one scripted scenario. */
const tested = async () => {
  const org = await organization();
  const { id: agent_id } = await org.api.agents.create({
    body: { name: 'Pia', conversation_flow: flow, first_message: 'Hello' },
  });
  const { id: scenario_id } = await org.api.scenarios.create({ body: { ...scenarioBody, agent_id } });
  const { id: suite_id } = await org.api.testSuites.create({
    body: { name: 'Daily', scenario_ids: [scenario_id], repeat: 2 },
  });
  const run = async (body: object = {}) => {
    const params = { agent_id };
    const { id } = await org.api.testRuns.create({ params, body: { suite_id, ...body } });
    return ended(org, id);
  };
  return { org, agent_id, scenario_id, suite_id, run };
};

test('a scripted suite has the same result twice, and fails where the flow was broken', async () => {
  const { org, agent_id, scenario_id, run } = await tested();
  const first = await run();
  expect(first).toMatchObject({ status: 'completed', result: 'passed', total: 2, done: 2 });
  expect(first.scenarios).toMatchObject([
    { scenario_id, passed: 2, pass_hat: [1, 1], flaky: false, change: null },
  ]);
  const second = await run({ compare_with: 'last_passed' });
  expect(second).toMatchObject({ compared_with: first.id, result: 'passed' });
  expect(second.scenarios).toMatchObject([{ change: 'same' }]);
  const words = async (id: string) =>
    (await attemptsOf(org, id)).map(({ messages, checks }) => [
      messages.map(({ content }) => content),
      checks.map(({ verdict }) => verdict),
    ]);
  expect(await words(second.id)).toEqual(await words(first.id));

  const [, ...others] = flow.nodes;
  const transitions = [{ to: 'book', when: 'the moon is full' }];
  const broken = { ...flow, nodes: [{ id: 'greet', instruction: 'Greet.', transitions }, ...others] };
  await org.api.agents.update({ params: { agent_id }, body: { conversation_flow: broken } });
  const third = await run();
  expect(third).toMatchObject({ result: 'failed', agent_version: 2 });
  const [attempt] = await attemptsOf(org, third.id);
  expect(attempt).toMatchObject({ status: 'failed' });
  expect(attempt?.checks[0]).toMatchObject({
    type: 'reaches_node',
    verdict: 'failed',
    turn: expect.any(Number),
  });
});

test('a gate opens for the version, the documents and the suite that passed, and for nothing else', async () => {
  const { org, agent_id, suite_id, scenario_id, run } = await tested();
  const params = { agent_id };
  await org.api.gates.replace({ params, body: { suite_id } });
  expect(await org.api.agents.get({ params })).toMatchObject({ live_version: 1 });
  await org.api.agents.update({ params, body: { first_message: 'Good day' } });
  const setLive = (version: number | null, rest: object = {}) =>
    refusalOf(org.api.gates.setLive({ params, body: { version, ...rest } }));
  expect(await setLive(2)).toBe('409 gate_not_passed');
  expect(await setLive(null)).toBe('409 gate_not_passed');
  expect(await refusalOf(org.api.gates.setLive({ params, body: { version: 9 } }))).toBe(
    '404 agent_version_not_found',
  );
  // Saving alone changes nothing that customers meet.
  expect(await org.api.chats.create({ params, body: {} })).toMatchObject({ message: 'Hello' });

  expect(await run()).toMatchObject({ result: 'passed', agent_version: 2 });
  expect((await org.api.gates.get({ params })).gates).toMatchObject([
    { suite_id, opened_by: expect.any(String) },
  ]);
  await org.api.gates.setLive({ params, body: { version: 2 } });
  expect(await org.api.chats.create({ params, body: {} })).toMatchObject({ message: 'Good day' });

  const { id: document_id } = await org.api.documents.create({
    params,
    body: { name: 'Hours', text: 'Open at nine.' },
  });
  expect(await setLive(2)).toBe('409 gate_not_passed');
  await run();
  await org.api.gates.setLive({ params, body: { version: 2 } });
  await org.api.documents.remove({ params: { ...params, document_id } });
  expect(await setLive(2)).toBe('409 gate_not_passed');
  await run();
  await org.api.scenarios.update({ params: { scenario_id }, body: { max_turns: 5 } });
  expect(await setLive(2)).toBe('409 gate_not_passed');
  await org.api.gates.setLive({ params, body: { version: 2, override: { reason: 'A fire' } } });

  // A simulated caller that is skipped never passes.
  await run();
  await org.api.gates.setLive({ params, body: { version: 2 } });
});

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

test('a real tool is never called, and a call without a mock fails the attempt', async () => {
  const org = await organization();
  const { id: agent_id } = await org.api.agents.create({
    body: { name: 'Pia', first_message: 'Hello', tools: [{ name: 'find_slots', action: { type: 'page' } }] },
  });
  const params = { agent_id };
  const caller = { kind: 'script' as const, lines: ['Can you find slots?'] };
  const check = { type: 'calls_tool' as const, tool: 'find_slots', max: 1 };
  const body = { name: randomUUID(), agent_id, caller, checks: [check] };
  const { id: bare } = await org.api.scenarios.create({ body });
  const tool_mocks = [{ name: 'find_slots', result: 'Thursday', times: 1 }];
  const { id: mocked } = await org.api.scenarios.create({ body: { ...body, tool_mocks } });
  const { id } = await org.api.testRuns.create({ params, body: { scenario_ids: [bare, mocked] } });
  expect(await ended(org, id)).toMatchObject({ result: 'failed', suite_id: null });
  const [first, second] = await attemptsOf(org, id);
  expect(first?.checks.at(-1)).toMatchObject({ type: 'unmocked_tool', verdict: 'failed' });
  expect(second).toMatchObject({ status: 'passed', ended_by: 'caller' });
  expect(second?.messages.flatMap(({ tool_calls }) => tool_calls)).toMatchObject([
    { name: 'find_slots', result: 'Thursday', mocked: true },
  ]);
});

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
