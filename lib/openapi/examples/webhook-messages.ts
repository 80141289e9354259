import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { message, messageItem } from './story.ts';

const params = { webhook_id: message.webhook_id, message_id: message.id };

export const webhookMessages: ExamplesOf<'webhookMessages'> = {
  list: {
    params: { webhook_id: message.webhook_id },
    query: { status: 'delivered', limit: '20' },
    response: { data: [messageItem], ...lastPage },
  },
  get: { params, response: message },
  resend: {
    params,
    response: {
      ...messageItem,
      status: 'pending',
      next_attempt_at: '2026-11-20T10:00:00.000Z',
      delivered_at: null,
    },
  },
};
