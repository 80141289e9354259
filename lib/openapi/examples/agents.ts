import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { agent, agentItem, client, writableAgent } from './story.ts';

const params = { agent_id: agent.id };

export const agents: ExamplesOf<'agents'> = {
  list: { query: { name: 'Pi', limit: '20' }, response: { data: [agentItem], ...lastPage } },
  create: {
    body: { client_id: client.id, ...writableAgent },
    response: { ...agent, knowledge_base: { documents: 0, bytes: 0, version: 0 } },
  },
  get: { params, response: agent },
  replace: {
    params,
    body: { ...writableAgent, first_message: 'Harbor Dental, Pia speaking. What can I do for you?' },
    response: {
      ...agent,
      first_message: 'Harbor Dental, Pia speaking. What can I do for you?',
      updated_at: '2026-11-20T10:00:00.000Z',
      version: 2,
    },
  },
  update: {
    params,
    body: {
      prompt: 'You are Pia, the receptionist of {{practice|Harbor Dental}}. Offer the earliest slot first.',
      tools: null,
    },
    response: {
      ...agent,
      prompt: 'You are Pia, the receptionist of {{practice|Harbor Dental}}. Offer the earliest slot first.',
      tools: [],
      updated_at: '2026-11-20T10:02:00.000Z',
      version: 3,
    },
  },
  remove: { params },
  test: {
    params,
    body: {
      messages: [{ role: 'user', content: 'Good morning. When are you open on Saturday?' }],
      variables: { practice: 'Harbor Dental' },
      draft: { first_message: 'Harbor Dental, Pia speaking.' },
    },
    response: {
      message: 'On Saturday we are open until noon.',
      node: 'greet',
      ended: false,
      knowledge: [{ document_id: 'doc_01kaf4z1c6d8e3f5g7h9j2k4mn', title: 'Opening hours', score: 4.2 }],
      tool_calls: [],
      usage: { input_tokens: 214, output_tokens: 11 },
      latency_ms: 640,
      model: 'gpt-5-mini',
    },
  },
};
