import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { scenario } from './scenarios.ts';
import { agent, apiKey, client } from './story.ts';
import { testSuite } from './test-suites.ts';

const running = {
  id: 'trun_01kagb3j8k1m4n7p0q3r6s9t2v',
  created_at: '2026-11-20T10:20:00.000Z',
  updated_at: '2026-11-20T10:20:00.000Z',
  client_id: client.id,
  agent_id: agent.id,
  agent_version: 1,
  knowledge_version: 0,
  suite_id: testSuite.id,
  suite_version: 1,
  compared_with: null,
  repeat: 3,
  pass: testSuite.pass,
  caller_model: null,
  judge_model: null,
  tokens: null,
  status: 'running' as const,
  result: null,
  total: 3,
  done: 0,
  scenarios: [],
  input_tokens: 0,
  output_tokens: 0,
  created_by: apiKey.id,
};

export const testRun = {
  ...running,
  updated_at: '2026-11-20T10:20:21.000Z',
  status: 'completed' as const,
  result: 'passed' as const,
  done: 3,
  scenarios: [
    {
      scenario_id: scenario.id,
      name: scenario.name,
      result: 'passed' as const,
      ...{ attempts: 3, passed: 3, failed: 0, errors: 0, pass_hat: [1, 1, 1], flaky: false, change: null },
    },
  ],
  input_tokens: 4120,
  output_tokens: 260,
};

const params = { test_run_id: testRun.id };

const attempt = {
  number: 0,
  scenario_id: scenario.id,
  scenario_name: scenario.name,
  attempt: 1,
  status: 'passed' as const,
  ended_by: 'caller' as const,
  reason: null,
  messages: [
    {
      role: 'agent' as const,
      content: 'Thursday at half past nine is free.',
      ...{ node: null, tool_calls: [], document_ids: [], latency_ms: 812 },
    },
  ],
  checks: [
    {
      check: 0,
      type: 'says' as const,
      required: true,
      verdict: 'passed' as const,
      turn: 0,
      detail: 'Thursday at half past nine is free.',
    },
  ],
  model: 'eu.amazon.nova-lite-v1:0',
  caller_model: null,
  judge_model: null,
  input_tokens: 1380,
  output_tokens: 86,
  updated_at: '2026-11-20T10:20:09.000Z',
};

export const testRuns: ExamplesOf<'testRuns'> = {
  create: { params: { agent_id: agent.id }, body: { suite_id: testSuite.id }, response: running },
  list: { query: { limit: '20' }, response: { data: [testRun], ...lastPage } },
  get: { params, response: testRun },
  items: { params, query: { limit: '20' }, response: { data: [attempt], ...lastPage } },
  cancel: { params, response: { ...running, status: 'canceled' } },
  judge: { params, body: {}, response: testRun },
};
