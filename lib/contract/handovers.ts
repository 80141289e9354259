import type * as z from 'zod/mini';
import { ChatState } from './chats.ts';
import { described, docs, label, orNull, strictObject, text } from './fields.ts';
import { route } from './route.ts';
import { Turn } from './transcripts.ts';

const HandoverInput = strictObject('HandoverInput', 'A request for a person', {
  reason: orNull(text(1000)).register(docs, {
    description: 'Why a person is asked for, for the one who takes over',
  }),
});

const ReplyInput = strictObject('ReplyInput', 'An answer of a person', {
  text: described(text(10_000), 'The words of the person'),
  author: orNull(label(100)).register(docs, {
    description:
      'The name of the person, which the transcript shows. An API key must send it. People who have signed in must not: they answer in their own name',
  }),
});
export type ReplyInput = z.output<typeof ReplyInput>;

const refusals = ['not_a_chat', 'conversation_ended', 'conversation_busy', 'client_suspended'] as const;

/** Two addresses of one request, of which the pages of widgets may use the second. */
const asking = {
  scope: 'chats:write',
  audit: { people: 'chat.handed_over' },
  sessionToken: true,
  body: HandoverInput,
  optionalBody: true,
  response: ChatState,
  errors: [...refusals, 'agent_not_found', 'widget_unavailable', 'rate_limited'],
} as const;

export const create = route('POST /v1/conversations/{conversation_id}/handover', {
  summary: 'Hand a chat over to people, or take a call over',
  description:
    'Asks for a person, as the agent does with the tool `hand_over`: the event `conversation.handover_requested` reports it, and the agent is silent. Messages of the user are stored, and the chat does not time out, unless it is on the page of a widget and nobody answers within the `answer_within_minutes` of the agent. A repeat has no effect. While the agent still answers a message, the request is refused with `conversation_busy`. A call that this platform holds is taken over at once: `handling` is `human`, the agent stops, and the words of the caller are stored without an answer. In a call, this and the two requests below need `calls:write` as well.',
  ...asking,
});

export const ask = route('POST /v1/live/conversations/{conversation_id}/handover', {
  summary: 'Ask for a person, on the page of a widget',
  description:
    'Does what `POST /v1/conversations/{conversation_id}/handover` does, for the pages of the widget that the chat belongs to.',
  ...asking,
});

export const remove = route('DELETE /v1/conversations/{conversation_id}/handover', {
  summary: 'Give a chat or a call back to the agent',
  description:
    'Lets the agent answer again, at the node of the flow at which it was. It speaks when the next message arrives, and knows what was said meanwhile. A repeat has no effect.',
  scope: 'chats:write',
  audit: { people: 'chat.returned' },
  response: ChatState,
  errors: ['not_a_chat', 'conversation_ended'],
});

export const reply = route('POST /v1/conversations/{conversation_id}/replies', {
  summary: 'Answer in a chat or a call as a person',
  description:
    'Adds a turn with the person’s name, and takes the chat over from the agent if nobody has yet. A page that waits for messages receives it. While the agent still answers a message, the request is refused with `conversation_busy`. In a call, the agent’s voice speaks the words, at most 1,000 characters, and the turn is what it will be if the caller does not interrupt it.',
  scope: 'chats:write',
  audit: { people: 'chat.answered' },
  body: ReplyInput,
  status: 201,
  location: '/v1/conversations/{conversation_id}/messages',
  response: Turn,
  // The name of the person, which must not be readable in what is stored for a repeat.
  confidential: true,
  errors: refusals,
});
