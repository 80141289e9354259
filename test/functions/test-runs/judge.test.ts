import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { organization, refusalOf, suspend } from '../../fixtures.ts';
import { planAnswers } from '../../support/model-server.ts';
import { anyAgent, attemptsOf, ended, modelAgent, useUpPlan } from '../../support/test-suites.ts';

test('an argument that only a model can judge is judged, once the rest of its check holds', async () => {
  const org = await organization();
  const prompt = `You are Pia (${randomUUID()}).`;
  await planAnswers(inject('modelServer'), prompt, [
    { calls: [{ name: 'find_slots', arguments: { day: '1999-12-31' } }] },
    { text: 'There is none.' },
  ]);
  const { id: agent_id } = await org.api.agents.create({
    body: {
      ...{ name: 'Pia', prompt, first_message: 'Hello', model: { id: 'test-model' } },
      tools: [
        {
          ...{ name: 'find_slots', action: { type: 'page' } },
          parameters: { type: 'object', properties: { day: { type: 'string' } } },
        },
      ],
    },
  });
  const condition = `is a day in the future (${randomUUID()})`;
  const rationale = 'It is a day in the past';
  const found = { evidence: [{ index: 2, quote: 'There is none.' }], rationale, verdict: 'failed' };
  const submitted = { results: [{ name: 'check_1_0', ...found }] };
  const asked = await planAnswers(inject('modelServer'), condition, [
    { calls: [{ name: 'submit', arguments: submitted }] },
  ]);
  const judged = { path: 'day', judge: condition };
  const check = { type: 'calls_tool' as const, tool: 'find_slots' };
  const { id } = await org.api.scenarios.create({
    body: {
      ...{ name: 'Judged', agent_id, tool_mocks: [{ name: 'find_slots', result: 'None' }] },
      caller: { kind: 'script', lines: ['Can you find slots?'] },
      checks: [
        { ...check, arguments: [{ path: 'nothing', equals: 1 }, judged], required: false },
        { ...check, arguments: [judged] },
      ],
    },
  });
  const both = { name: 'Both', agent_id, caller: { kind: 'script' as const, lines: ['Hello'] } };
  const refused = { ...check, arguments: [judged], min: 2 };
  expect(await refusalOf(org.api.scenarios.create({ body: { ...both, checks: [refused] } }))).toBe(
    '400 validation_failed',
  );
  const body = { scenario_ids: [id] };
  const { id: run } = await org.api.testRuns.create({ params: { agent_id }, body });
  expect(await ended(org, run)).toMatchObject({ result: 'failed', input_tokens: 33 });
  const [attempt] = await attemptsOf(org, run);
  expect(attempt).toMatchObject({ status: 'failed', judge_model: 'test-model' });
  expect(attempt?.checks.map(({ verdict, detail }) => [verdict, detail])).toEqual([
    ['failed', expect.any(String)],
    ['failed', rationale],
  ]);
  expect(await asked()).toHaveLength(1);
});

test('a judge that fails leaves a run inconclusive, and judging again needs no agent', async () => {
  const org = await organization();
  const { agent_id, asked } = await modelAgent(org, [{ text: 'Thursday' }]);
  const marker = randomUUID();
  const verdict = {
    name: 'submit',
    arguments: {
      results: [
        {
          name: 'check_0',
          evidence: [{ index: 2, quote: 'Thursday' }],
          rationale: 'It names a day',
          verdict: 'passed',
        },
      ],
    },
  };
  await planAnswers(inject('modelServer'), marker, [{ status: 500, body: 'x' }, { calls: [verdict] }]);
  const { id } = await org.api.scenarios.create({
    body: {
      name: 'Judged',
      caller: { kind: 'script', lines: ['When?'] },
      checks: [{ type: 'judge', instruction: `The agent names a day (${marker}).` }],
    },
  });
  const suite = await org.api.testSuites.create({
    body: { name: 'Judged', scenario_ids: [id], judge_model: 'test-model' },
  });
  const { id: run } = await org.api.testRuns.create({ params: { agent_id }, body: { suite_id: suite.id } });
  expect(await ended(org, run)).toMatchObject({ result: 'inconclusive' });
  expect(await attemptsOf(org, run)).toMatchObject([{ status: 'error', reason: 'model_failed' }]);
  const before = (await asked()).length;
  const params = { test_run_id: run };
  await org.api.testRuns.judge({ params, body: {} });
  expect(await ended(org, run)).toMatchObject({ result: 'passed' });
  expect((await asked()).length).toBe(before);
});

test('of the questions of an attempt, those are not asked for which the tokens of the day are used up', async () => {
  const quotas = { model_tokens_per_day: 1000 };
  const org = await organization(undefined, 'client', { settings: { quotas } });
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia' } });
  const marker = randomUUID();
  const results = Array.from({ length: 10 }, (_, at) => {
    return { name: `check_${at}`, evidence: [], rationale: 'It is', verdict: 'passed' };
  });
  const asked = await planAnswers(inject('modelServer'), marker, [
    { calls: [{ name: 'submit', arguments: { results } }], usage: { input: 900, output: 300 } },
  ]);
  // A model judges ten at once.
  const checks = Array.from({ length: 21 }, (_, at) => {
    return { type: 'judge' as const, instruction: `Is the agent kind (${marker}, ${at})?` };
  });
  const { id } = await org.api.scenarios.create({ body: { ...anyAgent, checks } });
  const body = { scenario_ids: [id] };
  const { id: run } = await org.api.testRuns.create({ params: { agent_id }, body });
  await ended(org, run);
  expect(await asked()).toHaveLength(1);
  const [attempt] = await attemptsOf(org, run);
  expect(attempt?.checks.at(-1)).toMatchObject({ verdict: 'unscored', detail: 'budget' });
});

test('the questions of a judge are held to the tokens of their run', async () => {
  const org = await organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia' } });
  const marker = randomUUID();
  const results = Array.from({ length: 10 }, (_, at) => {
    const evidence = [{ index: 2, quote: 'rehearsal' }];
    return { name: `check_${at}`, evidence, rationale: 'It is', verdict: 'passed' };
  });
  const asked = await planAnswers(inject('modelServer'), marker, [
    { calls: [{ name: 'submit', arguments: { results } }], usage: { input: 900, output: 300 } },
  ]);
  // A model judges ten at once.
  const checks = Array.from({ length: 21 }, (_, at) => {
    return { type: 'judge' as const, instruction: `Is the agent kind (${marker}, ${at})?` };
  });
  const { id } = await org.api.scenarios.create({ body: { ...anyAgent, checks } });
  const start = { params: { agent_id }, body: { scenario_ids: [id], tokens: 1200 } };
  const { id: test_run_id } = await org.api.testRuns.create(start);
  expect(await ended(org, test_run_id)).toMatchObject({ result: 'inconclusive', input_tokens: 900 });
  const [attempt] = await attemptsOf(org, test_run_id);
  expect(attempt?.checks.map(({ verdict }) => verdict)).toEqual([
    ...results.map(() => 'passed'),
    ...checks.slice(10).map(() => 'unscored'),
  ]);
  // Judging again would lose the verdicts.
  const again = await org.api.testRuns.judge({ params: { test_run_id }, body: { all: true } });
  expect(again).toMatchObject({ status: 'completed', result: 'inconclusive' });
  expect(await asked()).toHaveLength(1);
});

test.for([
  ['is suspended', 'client_suspended', suspend],
  ['has used up its plan', 'usage_limit_reached', useUpPlan],
] as const)('no model judges for an organization that %s', async ([, reason, stop]) => {
  const org = await organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia' } });
  const marker = randomUUID();
  const asked = await planAnswers(inject('modelServer'), marker, [{ status: 500, body: 'x' }]);
  const checks = [{ type: 'judge' as const, instruction: `Is the agent kind (${marker})?` }];
  const { id } = await org.api.scenarios.create({ body: { ...anyAgent, checks } });
  const { id: other } = await org.api.scenarios.create({ body: anyAgent });
  const start = (scenario: string) =>
    org.api.testRuns.create({ params: { agent_id }, body: { scenario_ids: [scenario] } });
  const { id: test_run_id } = await start(id);
  await ended(org, test_run_id);
  const before = await asked();
  await stop(org, () => start(other));
  await org.api.testRuns.judge({ params: { test_run_id }, body: {} });
  expect(await ended(org, test_run_id)).toMatchObject({ result: 'inconclusive' });
  expect(await attemptsOf(org, test_run_id)).toMatchObject([{ status: 'error', reason }]);
  expect(await asked()).toEqual(before);
});
