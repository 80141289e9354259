import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { client, conversation } from './story.ts';

const noCheck = {
  ...{ name: null, required: true, turn: null, contains: [], equals: null, pattern: null, absent: false },
  ...{ tool: null, arguments: [], min: null, max: null, node: null, by: null, document_id: null },
  ...{ instruction: null, examples: [], p95_ms: null },
};

const content = {
  name: 'Moves an appointment',
  agent_id: null,
  tags: ['appointments'],
  start: { messages: [], node: null, variables: {} },
  caller: {
    kind: 'script' as const,
    lines: ['Hello, I have to reschedule my cleaning on Tuesday.', 'Thursday suits me.'],
    ...{
      persona: null,
      goal: null,
      facts: {},
      behavior: 'cooperative' as const,
      language: null,
      opening: null,
    },
  },
  max_turns: 6,
  tool_mocks: [],
  checks: [
    { ...noCheck, type: 'says' as const, contains: ['Thursday'], turn: 'any' },
    { ...noCheck, type: 'max_agent_turns' as const, max: 4 },
  ],
  source: null,
  metadata: {},
};

export const scenario = {
  id: 'scen_01kagb3e6f9g2h5j8k1m4n7p0q',
  created_at: '2026-11-20T10:10:00.000Z',
  updated_at: '2026-11-20T10:10:00.000Z',
  version: 1,
  client_id: client.id,
  ...content,
};

const { id, created_at, updated_at, version, client_id, name, agent_id, tags } = scenario;
const item = { id, created_at, updated_at, version, client_id, name, agent_id, tags };
const params = { scenario_id: scenario.id };
const minimal = {
  name: content.name,
  caller: { kind: 'script' as const, lines: content.caller.lines },
  checks: [{ type: 'says' as const, contains: ['Thursday'] }],
};

export const scenarios: ExamplesOf<'scenarios'> = {
  list: { query: { limit: '20' }, response: { data: [item], ...lastPage } },
  create: { body: minimal, response: scenario },
  get: { params, response: scenario },
  replace: { params, body: minimal, response: { ...scenario, version: 2 } },
  update: { params, body: { tags: ['appointments'] }, response: scenario },
  remove: { params },
  draft: {
    params: { conversation_id: conversation.id },
    body: { turn: 1 },
    response: { ...content, client_id: client.id, source: { conversation_id: conversation.id, turn: 1 } },
  },
};
