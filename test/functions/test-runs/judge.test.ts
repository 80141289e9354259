import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { organization } from '../../fixtures.ts';
import { planAnswers } from '../../support/model-server.ts';
import { attemptsOf, ended, modelAgent } from '../../support/test-suites.ts';

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
