import type { ExamplesOf } from './example.ts';
import { agent } from './story.ts';

export const completions: ExamplesOf<'completions'> = {
  create: {
    params: { agent_id: agent.id },
    body: {
      model: agent.id,
      messages: [
        { role: 'assistant', content: 'Hello, this is Pia of Harbor Dental. How can I help you?' },
        { role: 'user', content: 'I have to reschedule my cleaning on Tuesday.' },
      ],
      call: { id: '9b1c2d3e-4f5a-6b7c-8d9e-0f1a2b3c4d5e', type: 'inboundPhoneCall' },
    },
    response: {
      id: 'chatcmpl-4e0c2f1e-7a63-4d1b-9a58-0b7f3c9d2e11',
      created: 1_795_599_000,
      model: agent.id,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Of course. Would Thursday at ten suit you?' },
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 412, completion_tokens: 14, total_tokens: 426 },
    },
  },
};
