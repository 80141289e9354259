import type { ExamplesOf } from './example.ts';
import { conversation } from './story.ts';

const params = { conversation_id: conversation.id };

const state = {
  conversation_id: conversation.id,
  status: 'active',
  end_time: null,
  end_reason: null,
} as const;

export const handovers: ExamplesOf<'handovers'> = {
  create: {
    params,
    body: { reason: 'The caller asks for a refund.' },
    response: { ...state, handling: 'waiting' },
  },
  ask: { params, body: { reason: null }, response: { ...state, handling: 'waiting' } },
  remove: { params, response: { ...state, handling: 'agent' } },
  reply: {
    params,
    body: { text: 'Hello, this is Kim. I have moved your appointment.', author: 'Kim Reyes' },
    response: {
      index: 4,
      role: 'agent',
      text: 'Hello, this is Kim. I have moved your appointment.',
      start_ms: 81_200,
      end_ms: null,
      tool_calls: [],
      metadata: {},
      author: 'Kim Reyes',
    },
  },
};
