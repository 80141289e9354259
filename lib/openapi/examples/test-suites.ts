import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { scenario } from './scenarios.ts';
import { client } from './story.ts';

export const testSuite = {
  id: 'suite_01kagb3g7h0j3k6m9n2p5q8r1s',
  created_at: '2026-11-20T10:15:00.000Z',
  updated_at: '2026-11-20T10:15:00.000Z',
  version: 1,
  client_id: client.id,
  name: 'Before each deployment',
  description: null,
  agent_id: null,
  scenario_ids: [scenario.id],
  repeat: 3,
  pass: { rule: 'at_least' as const, count: 2 },
  caller_model: null,
  judge_model: null,
  metadata: {},
};

const { id, created_at, updated_at, version, client_id, name, description, agent_id } = testSuite;
const item = { id, created_at, updated_at, version, client_id, name, description, agent_id };
const params = { test_suite_id: testSuite.id };
const body = {
  name: testSuite.name,
  scenario_ids: testSuite.scenario_ids,
  repeat: 3,
  pass: testSuite.pass,
};

export const testSuites: ExamplesOf<'testSuites'> = {
  list: { query: { limit: '20' }, response: { data: [item], ...lastPage } },
  create: { body, response: testSuite },
  get: { params, response: testSuite },
  replace: { params, body, response: testSuite },
  update: {
    params,
    body: { description: 'Runs in CI' },
    response: { ...testSuite, description: 'Runs in CI', version: 2 },
  },
  remove: { params },
};
