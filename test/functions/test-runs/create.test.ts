import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import {
  clientFor,
  makeKey,
  newConversation,
  operator,
  organization,
  problemOf,
  refusalOf,
  unknownId,
} from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { planAnswers } from '../../support/model-server.ts';
import {
  anyAgent,
  attemptsOf,
  ended,
  flow,
  manyLines,
  modelAgent,
  tested,
  useUpPlan,
} from '../../support/test-suites.ts';

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

test('what a run names must exist, and be of the agent', async () => {
  const { org, agent_id, suite_id, scenario_id, run } = await tested();
  const { id: other } = await org.api.agents.create({ body: { name: 'Other' } });
  const create = (body: object, of = agent_id) =>
    refusalOf(org.api.testRuns.create({ params: { agent_id: of }, body: body as never }));
  expect(await create({ suite_id: unknownId('suite') })).toBe('404 test_suite_not_found');
  expect(await create({ scenario_ids: [unknownId('scen')] })).toBe('404 scenario_not_found');
  expect(await create({ scenario_ids: [scenario_id] }, other)).toBe('404 scenario_not_found');
  expect(await create({ suite_id, version: 9 })).toBe('404 agent_version_not_found');
  expect(await create({ suite_id, compare_with: unknownId('trun') })).toBe('404 test_run_not_found');
  expect(await create({})).toBe('400 validation_failed');
  const { id } = await run();
  const { id: any } = await org.api.scenarios.create({ body: anyAgent });
  const suite = await org.api.testSuites.create({ body: { name: 'Mine', agent_id, scenario_ids: [any] } });
  expect(await create({ suite_id: suite.id }, other)).toBe('404 test_suite_not_found');
  expect(await create({ scenario_ids: [any], compare_with: id }, other)).toBe('404 test_run_not_found');
});

test('a run shows what its agent says, and needs the scope that reads agents', async () => {
  const { org, agent_id, suite_id } = await tested();
  const params = { agent_id };
  const tester = clientFor(await makeKey(org.client.id, ['tests:read', 'tests:write']));
  const { code, problem } = await problemOf(tester.testRuns.create({ params, body: { suite_id } }));
  expect([code, problem.required_scope]).toEqual(['insufficient_scope', 'agents:read']);
});

test('a run has no scenario of an organization beside that of its agent', async () => {
  const above = await organization();
  const [org, beside] = [await organization(above), await organization(above)];
  const { id: theirs } = await beside.api.scenarios.create({ body: anyAgent });
  const { id: own } = await org.api.scenarios.create({ body: anyAgent });
  const suite = await above.api.testSuites.create({ body: { name: 'All', scenario_ids: [theirs] } });
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia' } });
  const { id: agent_above } = await above.api.agents.create({ body: { name: 'Pia' } });
  const start = ({ api }: typeof org, body: object, of = agent_id) =>
    refusalOf(api.testRuns.create({ params: { agent_id: of }, body: body as never }));
  // The readers of a run see the words of its scenarios.
  expect(await start(org, { suite_id: suite.id })).toBe('404 scenario_not_found');
  expect(await start(above, { suite_id: suite.id })).toBe('404 scenario_not_found');
  expect(await start(above, { scenario_ids: [theirs] })).toBe('404 scenario_not_found');
  // Those of the platform are in its suites.
  const { id: ofPlatform } = await operator.scenarios.create({ body: anyAgent });
  const all = await operator.testSuites.create({ body: { name: 'All', scenario_ids: [ofPlatform] } });
  expect(await start(org, { scenario_ids: [ofPlatform] })).toBe('404 scenario_not_found');
  await org.api.testRuns.create({ params: { agent_id }, body: { suite_id: all.id } });
  for (const body of [{ suite_id: suite.id }, { scenario_ids: [theirs, own] }]) {
    await above.api.testRuns.create({ params: { agent_id: agent_above }, body });
  }
});

test('a run has words of a call only if its readers reach the organization of the call', async () => {
  const above = await organization();
  const [org, beside] = [await organization(above), await organization(above)];
  const { id: conversation_id } = await newConversation(beside, { status: 'completed' });
  const source = { conversation_id, turn: 0 };
  const { id } = await above.api.scenarios.create({ body: { ...anyAgent, source } });
  const suite = await above.api.testSuites.create({ body: { name: 'All', scenario_ids: [id] } });
  const whole = await operator.scenarios.create({ body: { ...anyAgent, source } });
  const all = await operator.testSuites.create({ body: { name: 'All', scenario_ids: [whole.id] } });
  const agentOf = async ({ api }: typeof org) => (await api.agents.create({ body: { name: 'Pia' } })).id;
  const [agent_id, agent_above] = [await agentOf(org), await agentOf(above)];
  const start = ({ api }: typeof org, body: object, of = agent_id) =>
    refusalOf(api.testRuns.create({ params: { agent_id: of }, body: body as never }));
  for (const body of [{ suite_id: suite.id }, { scenario_ids: [id] }, { suite_id: all.id }]) {
    expect(await start(org, body)).toBe('404 scenario_not_found');
    expect(await start(above, body)).toBe('404 scenario_not_found');
  }
  await above.api.testRuns.create({ params: { agent_id: agent_above }, body: { suite_id: suite.id } });
});

test('a model that passes three of five is flaky, and fails a suite that asks for four', async () => {
  const org = await organization();
  const answers = ['yes', 'yes', 'no', 'yes', 'no'].map((text) => ({ text }));
  const { agent_id } = await modelAgent(org, answers);
  const body = { ...anyAgent, checks: [{ type: 'says' as const, equals: 'yes', turn: 'last' }] };
  const { id } = await org.api.scenarios.create({ body });
  const pass = { rule: 'at_least' as const, count: 4 };
  const suite = await org.api.testSuites.create({
    body: { name: 'Five', scenario_ids: [id], repeat: 5, pass },
  });
  const { id: run } = await org.api.testRuns.create({ params: { agent_id }, body: { suite_id: suite.id } });
  const completed = await ended(org, run);
  expect(completed).toMatchObject({ result: 'failed', input_tokens: 55, output_tokens: 35 });
  expect(completed.scenarios).toMatchObject([
    { passed: 3, failed: 2, flaky: true, pass_hat: [0.6, 0.3, 0.1, 0, 0], result: 'failed' },
  ]);
  // Attempts are no conversations and no messages, and their tokens have their cost.
  expect((await org.api.conversations.list({ query: {} })).data).toEqual([]);
  await eventually(async () => {
    const params = { client_id: org.client.id };
    const { rows } = await operator.usage.get({ params, query: {} });
    const [used, ...others] = rows.filter(({ tokens }) => tokens.input > 0);
    expect(used).toMatchObject({
      ...{ conversations: 0, messages: 0, tokens: { input: 55, output: 35 } },
      costs: [{ currency: 'USD' }],
    });
    expect(others).toEqual([]);
  });
});

test('an attempt whose tools return more than it can store ends, and its run with it', async () => {
  const org = await organization();
  const [call, text] = [{ calls: [{ name: 'find_slots', arguments: {} }] }, { text: 'Let me look again.' }];
  const tools = [{ name: 'find_slots', description: 'Free times', parameters: { type: 'object' } }];
  const answers = Array.from({ length: 40 }, () => [call, text]).flat();
  const { agent_id, asked } = await modelAgent(org, answers, { tools });
  const { id } = await org.api.scenarios.create({
    body: {
      ...anyAgent,
      caller: manyLines,
      max_turns: 40,
      tool_mocks: [{ name: 'find_slots', result: 'x'.repeat(16_000) }],
    },
  });
  const { id: run } = await org.api.testRuns.create({ params: { agent_id }, body: { scenario_ids: [id] } });
  expect(await ended(org, run)).toMatchObject({ done: 1, total: 1 });
  const [attempt] = await attemptsOf(org, run);
  expect(attempt).toMatchObject({ status: 'error', reason: 'too_long' });
  // Each of its answers, and the one that found no room, was asked for once.
  const answered = attempt?.messages.filter(({ role }) => role === 'agent').length ?? 0;
  expect((await asked()).length).toBe(2 * answered);
  expect(attempt?.input_tokens).toBe(11 * 2 * answered);
});

test('a model plays a caller, who tells what is known when it is asked, and hangs up', async () => {
  const org = await organization();
  const { id: agent_id } = await org.api.agents.create({
    body: { name: 'Pia', first_message: 'Harbor Dental, how can I help you?' },
  });
  const persona = `A regular patient (${randomUUID()})`;
  const asked = await planAnswers(inject('modelServer'), persona, [
    { text: 'I would like to move my cleaning.' },
    { text: 'I was born on 4 May 1980.' },
    { text: '', calls: [{ name: 'hang_up', arguments: {} }] },
  ]);
  const caller = {
    kind: 'simulated' as const,
    ...{ persona, goal: 'Move the cleaning', facts: { born: '1980-05-04' } },
    ...{ behavior: 'terse' as const, language: 'en' },
  };
  const body = { ...anyAgent, caller, checks: [{ type: 'ends' as const, by: 'caller' as const }] };
  const { id } = await org.api.scenarios.create({ body });
  const start = { params: { agent_id }, body: { scenario_ids: [id] } };
  const run = await ended(org, (await org.api.testRuns.create(start)).id);
  expect(run).toMatchObject({ result: 'passed', input_tokens: 33, output_tokens: 21 });
  const [attempt] = await attemptsOf(org, run.id);
  expect(attempt).toMatchObject({ ended_by: 'caller', caller_model: 'test-model', judge_model: null });
  expect(attempt?.messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
    'I would like to move my cleaning.',
    'I was born on 4 May 1980.',
  ]);
  const [first, second] = await asked();
  const messagesIn = (one: typeof first) => one?.body.messages as { role: string; content: string }[];
  const [instructions] = messagesIn(first);
  for (const part of ['Move the cleaning', '1980-05-04', 'few words', 'Never invent', 'language en'])
    expect(instructions?.content).toContain(part);
  // The caller reads the agent's words as those of the other side.
  expect(messagesIn(first).slice(1)).toMatchObject([
    { role: 'user', content: 'Harbor Dental, how can I help you?' },
  ]);
  expect(messagesIn(second).map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
});

test.for([
  ['without a mock', [], { result: 'ok' }],
  ['with one', [{ name: 'press_keys', result: 'pressed' }], { result: 'pressed' }],
] as const)('a simulated caller learns of keys, and speaks next: %s', async ([, tool_mocks, learned]) => {
  const org = await organization();
  const digits = '1w2#';
  const pressing = { text: '', calls: [{ name: 'press_keys', arguments: { digits } }] };
  const tools = [{ name: 'press_keys', action: { type: 'builtin', name: 'send_digits' } }] as const;
  const { agent_id } = await modelAgent(org, [pressing, { text: 'At last.' }], { tools: [...tools] });
  const persona = `A telephone menu (${randomUUID()})`;
  const asked = await planAnswers(inject('modelServer'), persona, [
    { text: 'You have reached our sales.' },
    { text: '', calls: [{ name: 'hang_up', arguments: {} }] },
  ]);
  const caller = {
    kind: 'simulated' as const,
    persona,
    goal: 'To be a menu',
    opening: 'For sales, press one.',
  };
  const checks = [{ type: 'calls_tool' as const, tool: 'press_keys' }];
  const body = { ...anyAgent, agent_id, caller, checks, tool_mocks: [...tool_mocks] };
  const { id } = await org.api.scenarios.create({ body });
  const start = { params: { agent_id }, body: { scenario_ids: [id] } };
  const run = await ended(org, (await org.api.testRuns.create(start)).id);
  expect(run).toMatchObject({ result: 'passed' });
  const [first] = await asked();
  expect(JSON.stringify(first?.body.messages)).toContain(`(presses ${digits})`);
  const [{ messages } = { messages: [] }] = await attemptsOf(org, run.id);
  expect(messages.map(({ content }) => content)).toEqual([
    expect.any(String),
    'For sales, press one.',
    '',
    'You have reached our sales.',
    'At last.',
  ]);
  expect(messages[2]?.tool_calls).toMatchObject([{ ...learned, error: null, mocked: true }]);
});

test('an agent whose mock of keys has an error presses none, and speaks', async () => {
  const org = await organization();
  const pressing = { text: '', calls: [{ name: 'press_keys', arguments: { digits: '1' } }] };
  const tools = [{ name: 'press_keys', action: { type: 'builtin', name: 'send_digits' } }] as const;
  const { agent_id } = await modelAgent(org, [pressing, { text: 'I cannot.' }], { tools: [...tools] });
  const checks = [{ type: 'says' as const, contains: ['I cannot'] }];
  const tool_mocks = [{ name: 'press_keys', error: 'No keys' }];
  const { id } = await org.api.scenarios.create({ body: { ...anyAgent, agent_id, checks, tool_mocks } });
  const start = { params: { agent_id }, body: { scenario_ids: [id] } };
  const run = await ended(org, (await org.api.testRuns.create(start)).id);
  expect(run).toMatchObject({ result: 'passed' });
  const [attempt] = await attemptsOf(org, run.id);
  expect(attempt?.messages[2]).toMatchObject({
    content: 'I cannot.',
    tool_calls: [{ result: null, error: 'No keys', mocked: true }],
  });
});

test.for([
  ['without a mock', []],
  ['with one', [{ name: 'speak', result: 'Changed' }]],
] as const)('an agent that changes its language goes on in the new one: %s', async ([, tool_mocks]) => {
  const org = await organization();
  const languages = [{ language: 'fr' }];
  const speak = { name: 'speak', action: { type: 'builtin', name: 'switch_language', languages } } as const;
  const { agent_id, asked } = await modelAgent(
    org,
    [
      { text: '', calls: [{ name: 'speak', arguments: { language: 'fr' } }] },
      { text: 'Bonjour.' },
      { text: 'Oui.' },
    ],
    { language: 'en', tools: [speak] },
  );
  const caller = { kind: 'script' as const, lines: ['Français?', 'Merci.'] };
  const checks = [{ type: 'calls_tool' as const, tool: 'speak' }];
  const body = { ...anyAgent, agent_id, caller, checks, tool_mocks: [...tool_mocks] };
  const { id } = await org.api.scenarios.create({ body });
  const start = { params: { agent_id }, body: { scenario_ids: [id] } };
  expect(await ended(org, (await org.api.testRuns.create(start)).id)).toMatchObject({ result: 'passed' });
  const tags = (await asked()).map(({ body }) => /with the tag (\w+)/.exec(JSON.stringify(body))?.[1]);
  expect(tags).toEqual(['en', 'fr', 'fr']);
});

test('a simulated caller is an error where its model may not play it, and its run is inconclusive', async () => {
  const org = await organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia', first_message: 'Hello' } });
  const caller = { kind: 'simulated' as const, goal: 'An appointment', opening: 'Hi' };
  const { id } = await org.api.scenarios.create({ body: { ...anyAgent, caller } });
  const suite = await org.api.testSuites.create({
    body: { name: 'Simulated', scenario_ids: [id], caller_model: 'no-such-model' },
  });
  const { id: run } = await org.api.testRuns.create({ params: { agent_id }, body: { suite_id: suite.id } });
  expect(await ended(org, run)).toMatchObject({ result: 'inconclusive' });
  const [attempt] = await attemptsOf(org, run);
  expect(attempt).toMatchObject({ status: 'error', reason: expect.stringContaining('model_not_allowed') });
});

test('a simulated caller is held to the tokens of a day', async () => {
  const quotas = { model_tokens_per_day: 1 };
  const org = await organization(undefined, 'client', { settings: { quotas } });
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia', first_message: 'Hello' } });
  const persona = `A regular patient (${randomUUID()})`;
  const asked = await planAnswers(inject('modelServer'), persona, [{ text: 'Good day' }]);
  const caller = { kind: 'simulated' as const, persona, goal: 'An appointment' };
  const { id } = await org.api.scenarios.create({ body: { ...anyAgent, caller } });
  const start = { params: { agent_id }, body: { scenario_ids: [id] } };
  const run = await ended(org, (await org.api.testRuns.create(start)).id);
  // The first words use up the day.
  expect(run).toMatchObject({ result: 'inconclusive', input_tokens: 11 });
  const reason = expect.stringContaining('rate_limited');
  expect(await attemptsOf(org, run.id)).toMatchObject([{ status: 'error', reason }]);
  expect(await asked()).toHaveLength(1);
});

test('the tokens of a caller whose answer fails count in the attempt and in the run', async () => {
  const org = await organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia', first_message: 'Hello' } });
  const persona = `A regular patient (${randomUUID()})`;
  await planAnswers(inject('modelServer'), persona, [{ status: 200, body: '{}' }]);
  const caller = { kind: 'simulated' as const, persona, goal: 'An appointment' };
  const { id } = await org.api.scenarios.create({ body: { ...anyAgent, caller } });
  const start = { params: { agent_id }, body: { scenario_ids: [id] } };
  const run = await ended(org, (await org.api.testRuns.create(start)).id);
  expect(run.result).toBe('inconclusive');
  expect(run.input_tokens).toBeGreaterThan(100);
  expect(run.output_tokens).toBe(1000);
  const { input_tokens, output_tokens } = run;
  expect(await attemptsOf(org, run.id)).toMatchObject([{ status: 'error', input_tokens, output_tokens }]);
});

test('a caller whose tokens are used up before it speaks has not hung up', async () => {
  const org = await organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia', first_message: 'Hello' } });
  const persona = `A regular patient (${randomUUID()})`;
  await planAnswers(inject('modelServer'), persona, [{ text: '', isCutShort: true }]);
  const caller = { kind: 'simulated' as const, persona, goal: 'An appointment' };
  const { id } = await org.api.scenarios.create({ body: { ...anyAgent, caller } });
  const start = { params: { agent_id }, body: { scenario_ids: [id] } };
  const run = await ended(org, (await org.api.testRuns.create(start)).id);
  expect(run).toMatchObject({ result: 'inconclusive', input_tokens: 11, output_tokens: 7 });
  expect(await attemptsOf(org, run.id)).toMatchObject([{ status: 'error', ended_by: null }]);
});

test('attempts beyond the quota of a day, and beyond the tokens of a run, are skipped', async () => {
  const quotas = { agent_tests_per_day: 2 };
  const org = await organization(undefined, 'client', { settings: { quotas } });
  const { run } = await tested(org);
  const limited = await run({ repeat: 3 });
  expect(limited).toMatchObject({ result: 'inconclusive', scenarios: [{ passed: 2, failed: 0, errors: 1 }] });
  const skipped = (await attemptsOf(org, limited.id)).filter(({ status }) => status === 'skipped');
  expect(skipped).toMatchObject([{ reason: 'rate_limited', messages: [] }]);

  const other = await organization();
  const { agent_id } = await modelAgent(other, [{ text: 'Good day' }]);
  const { id } = await other.api.scenarios.create({ body: { ...anyAgent, caller: manyLines } });
  const body = { scenario_ids: [id], tokens: 20 };
  const { id: few } = await other.api.testRuns.create({ params: { agent_id }, body });
  expect(await ended(other, few)).toMatchObject({ result: 'inconclusive', input_tokens: 22 });
  expect(await attemptsOf(other, few)).toMatchObject([{ status: 'skipped', reason: 'tokens_used_up' }]);
});

test('the tokens of an answer that fails count in its attempt and in its run', async () => {
  const org = await organization();
  const calls = [{ name: 'find', arguments: {} }];
  const { agent_id } = await modelAgent(org, [{ calls }, { status: 500, body: 'x' }]);
  await org.api.agents.update({ params: { agent_id }, body: { tools: [{ name: 'find' }] } });
  const tool_mocks = [{ name: 'find', result: [] }];
  const { id } = await org.api.scenarios.create({ body: { ...anyAgent, agent_id, tool_mocks } });
  const start = { params: { agent_id }, body: { scenario_ids: [id] } };
  const run = await ended(org, (await org.api.testRuns.create(start)).id);
  const used = { input_tokens: 11, output_tokens: 7 };
  expect(run).toMatchObject({ result: 'inconclusive', ...used });
  expect(await attemptsOf(org, run.id)).toMatchObject([{ status: 'error', ...used }]);
});

test('a plan that stops at its limit stops runs', async () => {
  const { org, start } = await tested();
  await useUpPlan(org, start);
});
