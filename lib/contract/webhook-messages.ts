import * as z from 'zod/mini';
import { docs } from './fields.ts';
import { listQuery, pagesOf } from './page.ts';
import { route } from './route.ts';
import { EventTypeName, Message, MessageItem, MessageStatus } from './webhooks.ts';

/** The maximum time for which a request may wait for a message, in seconds. */
export const maxWaitSeconds = 20;

export const Wait = z
  .pipe(z.string().check(z.regex(/^(1?\d|20)$/, 'must be a whole number from 0 to 20')), z.transform(Number))
  .register(docs, {
    description:
      'The number of seconds to wait for a message if none matches, before an empty page is returned. Default: 0',
  });

export const list = route('GET /v1/webhooks/{webhook_id}/messages', {
  summary: 'List the messages of a webhook, newest first',
  description:
    'Lists the messages of the last 30 days. To handle the messages of a webhook without a `url`, request `status=pending&order=asc&wait=20`, handle the messages in the answer, acknowledge them, and repeat the request.',
  scope: 'webhooks:read',
  audit: 'message.read',
  query: z.strictObject({
    ...listQuery,
    status: z.optional(MessageStatus).register(docs, { description: 'Only messages with this status' }),
    event: z.optional(EventTypeName).register(docs, { description: 'Only messages of this type of event' }),
    wait: z.optional(Wait),
  }),
  waits: true,
  ...pagesOf('MessageList', MessageItem),
});

export const get = route('GET /v1/webhooks/{webhook_id}/messages/{message_id}', {
  summary: 'Get a message of a webhook',
  description: 'Returns the message with its body and every attempt to deliver it.',
  scope: 'webhooks:read',
  audit: 'message.read',
  response: Message,
});

export const resend = route('POST /v1/webhooks/{webhook_id}/messages/{message_id}/resend', {
  summary: 'Send a message again',
  description:
    'Sends the message immediately, whether or not it was delivered, and retries it by the usual schedule if that fails. The message keeps its id. A message of an event that the webhook no longer receives fails.',
  scope: 'webhooks:write',
  audit: 'message.resent',
  status: 202,
  response: MessageItem,
  errors: ['webhook_disabled', 'client_suspended'],
});
