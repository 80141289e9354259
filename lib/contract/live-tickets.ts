import * as z from 'zod/mini';
import { described, docs, id, object, Timestamp } from './fields.ts';
import { route } from './route.ts';

const LiveTicketInput = z
  .strictObject({
    client_id: z.optional(id('client')).register(docs, {
      description:
        'The organization whose conversations, and those below, the page watches; by default the API key’s own',
    }),
    conversation_id: z.optional(id('conv')).register(docs, {
      description: 'The conversation that the page watches, in place of all of an organization',
    }),
  })
  .check(
    z.refine(
      ({ client_id, conversation_id }) => client_id === undefined || conversation_id === undefined,
      'must name an organization or a conversation, and not both',
    ),
  )
  .register(docs, { id: 'LiveTicketInput', description: 'The conversations that a page watches' });

const LiveTicket = object('LiveTicket', 'The address of a socket that rings when to read again', {
  url: z.url().register(docs, {
    description: 'The `wss://` address at which a page opens a socket, once. Its ticket opens nothing else',
    maxLength: 2048,
  }),
  expires_at: described(Timestamp, 'When the address opens no socket anymore'),
});

export const create = route('POST /v1/live-tickets', {
  summary: 'Get the address of a socket that rings',
  description:
    'For a page that shows conversations while they change: a message `{type, id, client_id, version, turns}` arrives when to read a conversation again, with the API and its own rights. `type` is that of the event, or `turns.spoken` for words of a call that are not in the transcript yet. Each conversation rings at most once in a second, and what follows within that second rings no more: read at once, and once more a second later. The address opens one socket, within 30 seconds and, if a page has asked for it, for pages of the same origin. The gateway closes a socket after ten minutes without a message and after two hours: get another ticket, and read again. An organization may have 200 sockets open, and each key or member 50; with more, the answer is 429 `rate_limited`. The socket is closed when the key or the membership ends.',
  scope: 'conversations:read',
  body: LiveTicketInput,
  optionalBody: true,
  changesNothing: true,
  holdsLink: true,
  response: LiveTicket,
  errors: ['client_not_found', 'conversation_not_found', 'rate_limited'],
});
