import type { ExamplesOf } from './example.ts';
import { agent, client } from './story.ts';
import { testRun } from './test-runs.ts';
import { testSuite } from './test-suites.ts';

const params = { agent_id: agent.id };

const gates = {
  agent_id: agent.id,
  live_version: 1,
  gates: [
    {
      client_id: client.id,
      suite_id: testSuite.id,
      at_least: 1,
      max_age_days: 30,
      opened_by: testRun.id,
      overridden: null,
      updated_at: '2026-11-20T10:30:00.000Z',
    },
  ],
};

const routes: ExamplesOf<'gates'> = {
  get: { params, response: gates },
  replace: { params, body: { suite_id: testSuite.id, max_age_days: 30 }, response: gates },
  remove: { params },
  setLive: { params, body: { version: 1 }, response: gates },
};

export { routes as gates };
