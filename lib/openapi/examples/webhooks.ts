import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { message, messageItem, webhook, webhookItem } from './story.ts';

const params = { webhook_id: webhook.id };
/** A public example that signs nothing. */
const secret = 'whsec_RVhBTVBMRS1vZi1hLXNlY3JldC10aGF0LXNpZ25z';
const { url, description, events, per_second, metadata } = webhook;
const writable = { url, description, events, per_second, metadata };

export const webhooks: ExamplesOf<'webhooks'> = {
  list: { query: { limit: '20' }, response: { data: [webhookItem], ...lastPage } },
  create: { body: writable, response: { ...webhook, secret } },
  get: { params, response: webhook },
  replace: {
    params,
    body: { ...writable, events: ['*'] },
    response: { ...webhook, events: ['*'], updated_at: '2026-11-20T10:00:00.000Z', version: 2 },
  },
  update: {
    params,
    body: { status: 'disabled' },
    response: {
      ...webhook,
      status: 'disabled',
      disabled_reason: 'by_request',
      updated_at: '2026-11-20T10:00:00.000Z',
      version: 2,
    },
  },
  remove: { params },
  rotate: {
    params,
    body: { overlap_seconds: 3600 },
    response: { ...webhook, updated_at: '2026-11-20T10:00:00.000Z', version: 2, secret },
  },
  test: {
    params,
    body: { event: 'conversation.ended' },
    response: {
      ...messageItem,
      event: 'conversation.ended',
      entity_id: webhook.id,
      status: 'pending',
      attempt_count: 0,
      next_attempt_at: messageItem.created_at,
      delivered_at: null,
    },
  },
  acknowledge: { params, body: { message_ids: [message.id] }, response: { messages: 1 } },
  recover: { params, body: { since: '2026-11-20T00:00:00Z' }, response: { messages: 42 } },
  replay: {
    params,
    body: { since: '2026-11-19T00:00:00Z', until: '2026-11-20T00:00:00Z', events: ['conversation.ended'] },
    response: { messages: 318 },
  },
};
