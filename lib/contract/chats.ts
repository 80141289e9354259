import * as z from 'zod/mini';
import { NodeId } from './conversation-flow.ts';
import { Handling } from './conversations/handling.ts';
import { Caller, Conversation, labels, Status } from './conversations.ts';
import {
  atMost,
  described,
  docs,
  enumeration,
  id,
  Money,
  object,
  openObject,
  openValue,
  orNull,
  strictObject,
  Timestamp,
  text,
} from './fields.ts';
import { route } from './route.ts';
import { SpeechType } from './speech.ts';
import { TokenCount, Turn } from './transcripts.ts';
import { Wait } from './webhook-messages.ts';

/** The limits of a chat, which docs/decisions/chats.md explains. */
export const chatLimits = {
  messages: 100,
  characters: 2000,
  tokens: 300_000,
  hours: 24,
  idleMinutes: 30,
  /** On a day. */
  listeningMinutes: 120,
  /** On a day: several hours of an agent's words. */
  spokenCharacters: 150_000,
} as const;

export const VariableName = z
  .string()
  .check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'must be a name of letters, digits and "_"'))
  .register(docs, { maxLength: 64 });

export const ChatVariables = z
  .record(VariableName, z.string().check(z.maxLength(200)))
  .check(z.refine((variables) => Object.keys(variables).length <= 20, 'must have at most 20 names'))
  .register(docs, {
    id: 'ChatVariables',
    description: 'Values for `{{name}}` in the agent’s texts: at most 20, by name',
  });

const WrittenChannel = enumeration(
  'ChatChannel',
  ['chat', 'web', 'sms', 'email', 'other'],
  'The channel of a chat',
);

export const ChatInput = strictObject('ChatInput', 'A new chat', {
  client_id: z.optional(id('client')).register(docs, {
    description:
      'The organization that the chat belongs to: the agent’s, which is the default, or one of its descendants',
  }),
  channel: z._default(WrittenChannel, 'chat'),
  caller: described(orNull(Caller), 'The person who talks with the agent; null if unknown'),
  variables: z._default(ChatVariables, {}),
  idle_minutes: z
    ._default(z.int().check(z.minimum(1), z.maximum(1440)), chatLimits.idleMinutes)
    .register(docs, { description: 'The minutes without a message after which the chat ends' }),
  widget_id: described(
    orNull(id('wdg')),
    'A widget of the agent whose page has the chat: its limits apply, and `metadata.widget_id` is set. Null: no widget',
  ),
  ...labels,
});
export type ChatInput = z.output<typeof ChatInput>;

/** The means by which a chat that has begun continues. */
export const startedChat = {
  message: z.nullable(z.string().check(z.maxLength(200_000))).register(docs, {
    description: 'The agent’s first message; null if it waits for the first message of the user',
  }),
  session_token: z
    .string()
    .check(z.maxLength(100))
    .register(docs, {
      description:
        'Reads, writes and ends this conversation, and nothing else: for the page or the app that the user writes in. It is valid for 24 hours, and for ten minutes after an earlier end of the chat, so that the page can read the last words. Send it in place of an API key. It is shown only once',
      examples: ['vac_4PnUq0x1NwJZcGkT9yRb3sVd7mHfLa6eKoWi2tXjB8QzYpC5r0vE1DgSuh'],
    }),
};

const Chat = z
  .extend(Conversation, {
    ...startedChat,
    stream_url: z
      .string()
      .check(z.maxLength(2000))
      .register(docs, {
        description: 'The address to send messages to whose answers are streamed',
        examples: ['https://api.example.com/v1/live/conversations/conv_01kag3x5ntfyxs4v4yh2m8q9ab/messages'],
      }),
  })
  .register(docs, { id: 'Chat', description: 'A new chat: the conversation, and how to continue it' });

const WhenBusy = enumeration(
  'WhenBusy',
  ['refuse', 'interrupt'],
  'The treatment of a message while the agent still answers the previous one: it is refused with `conversation_busy`, or that answer is given up and both messages are answered together',
);

export const MessageInput = strictObject('MessageInput', 'A message of the user', {
  text: described(text(chatLimits.characters), 'The words of the user'),
  when_busy: z._default(WhenBusy, 'refuse'),
});
export type MessageInput = z.output<typeof MessageInput>;

const HeardInput = strictObject(
  'HeardInput',
  'The part of an answer that the user heard before interrupting it',
  {
    turn: described(z.int().check(z.minimum(0)), 'The `turn` of the `audio` events that were played'),
    characters: z.int().check(z.minimum(0), z.maximum(20_000)).register(docs, {
      description:
        'The part of the answer’s text that was played until the user interrupted it, in UTF-16 units. It is cut to whole words',
    }),
  },
);
export type HeardInput = z.output<typeof HeardInput>;

const SpokenMessageInput = z
  .extend(MessageInput, {
    speak: z._default(z.boolean(), false).register(docs, {
      description: 'Whether the answer is also spoken, in `audio` events',
    }),
    heard: z.optional(z.nullable(HeardInput)).register(docs, {
      description:
        'The part of the last answer that the user heard, if this message interrupted it. It shortens that answer once: the rest becomes `unheard` of the turn. Ignored if that answer was not spoken, or is no longer the last one',
    }),
  })
  .register(docs, { id: 'SpokenMessageInput', description: 'A message of the user to a streamed answer' });
export type SpokenMessageInput = z.output<typeof SpokenMessageInput>;

const AnswerUsage = object('AnswerUsage', 'The tokens that the language model processed', {
  input_tokens: TokenCount,
  output_tokens: TokenCount,
});

const OpenCall = object('OpenToolCall', 'A call of a tool that the platform does not run', {
  id: described(z.string().check(z.maxLength(200)), 'The id of the call'),
  name: described(z.string().check(z.maxLength(64)), 'The tool to run'),
  arguments: described(openObject(16_384), 'The arguments that the agent chose'),
});

const ResultInput = strictObject('ToolResultInput', 'The result of a tool', {
  id: described(text(200), 'The id of the call'),
  result: z
    ._default(openValue(16_384), null)
    .register(docs, { description: 'The result of the tool: any JSON value' }),
  error: described(orNull(text(1000)), 'Why the tool failed; null if it succeeded'),
});

const ToolResultsInput = z
  .strictObject({
    results: z
      .array(ResultInput)
      .check(z.minLength(1), z.maxLength(16))
      .register(docs, { description: 'The results of all calls in `tool_calls` of the answer' }),
  })
  .check(atMost(65_536))
  .register(docs, { id: 'ToolResultsInput', description: 'The results of tools that you have run' });

export const ChatAnswer = object('ChatAnswer', 'The agent’s answer to a message', {
  conversation_id: id('conv', 'The conversation’s id'),
  turns: z.array(Turn).check(z.maxLength(200)).register(docs, {
    description:
      'The turns that were added: the messages of the user, and the agent’s answer. The agent’s `unanswered_message` is before them, and its `limit_message` after them, if it says one',
  }),
  message: z.nullable(z.string().check(z.maxLength(200_000))).register(docs, {
    description:
      'The agent’s words; null if it does not speak: a person has taken over, or it waits for a tool that your program runs',
  }),
  tool_calls: z.array(OpenCall).check(z.maxLength(32)).register(docs, {
    description:
      'The tools that you have to run before the agent goes on: send the results to `POST /v1/conversations/{conversation_id}/tool-results`. Session tokens see those of type `page`',
  }),
  node: z.nullable(NodeId).register(docs, {
    description: 'The current node of the flow; null if the agent has no flow, and for session tokens',
  }),
  ended: z.boolean().register(docs, { description: 'Whether the chat is over' }),
  handling: Handling,
  usage: z.nullable(AnswerUsage).register(docs, {
    description: 'The tokens of this answer; null for session tokens',
  }),
  cost: z.nullable(Money).register(docs, {
    description:
      'The price of these tokens by the installation’s price list. Null without one, for session tokens, and for keys that do not see costs of the platform (`settings.costs_shown`)',
  }),
});
export type ChatAnswer = z.output<typeof ChatAnswer>;

/**
 * The events of a streamed answer by their names, with their data as further fields. An `error` has a
 * problem.
 */
const ChatEvent = z
  .discriminatedUnion('type', [
    object('ChatAccepted', 'The first event', {
      type: z.literal('accepted').register(docs, { description: 'The message was accepted' }),
      turn: described(z.int().check(z.minimum(0)), 'The `index` of the message in the transcript'),
    }),
    object('ChatDelta', 'A part of the answer', {
      type: z.literal('delta').register(docs, { description: 'The agent speaks' }),
      text: described(z.string().check(z.maxLength(200_000)), 'Further words of the answer'),
    }),
    object('ChatToolUse', 'The progress of a tool’s call', {
      type: z.literal('tool').register(docs, { description: 'The agent uses a tool' }),
      name: described(z.string().check(z.maxLength(64)), 'The name of the tool'),
      status: enumeration(
        'ToolUseStatus',
        ['started', 'succeeded', 'failed', 'returned'],
        'The progress of the call; `returned`: your program or page has to run the tool',
      ),
    }),
    object('ChatAudio', 'A sentence as the agent speaks it', {
      type: z.literal('audio').register(docs, { description: 'The agent is heard' }),
      turn: described(
        z.int().check(z.minimum(0)),
        'The `index` that the answer will have in the transcript, for `heard`',
      ),
      sentence: described(z.int().check(z.minimum(0)), 'The number of the sentence, from 0, in order'),
      characters: z.int().check(z.minimum(0), z.maximum(20_000)).register(docs, {
        description:
          'The length of the answer’s text up to the end of the sentence, in UTF-16 units. The agent’s `disclosure`, `filler`, `failure_message`, `unanswered_message` and `limit_message` are no part of that text, and add nothing',
      }),
      interruptible: z.boolean().register(docs, {
        description:
          'False: the sentence says that an AI speaks, and is played to its end, also if the user speaks',
      }),
      content_type: SpeechType,
      data: z.nullable(z.string().check(z.maxLength(4_000_000))).register(docs, {
        description: 'The audio, as Base64; null if the sentence could not be spoken',
      }),
    }),
    object('ChatHandover', 'The agent hands over to people', {
      type: z.literal('handover').register(docs, { description: 'The agent asks for a person' }),
      handling: Handling,
    }),
    z
      .extend(ChatAnswer, {
        type: z.literal('done').register(docs, { description: 'The answer is complete' }),
      })
      .register(docs, { id: 'ChatDone', description: 'The last event: the whole answer' }),
  ])
  .register(docs, {
    id: 'ChatEvent',
    description: 'An event of a streamed answer, with its name as `type`',
  });

export const After = z
  .pipe(z.string().check(z.regex(/^\d{1,7}$/, 'must be the index of a turn')), z.transform(Number))
  .register(docs, {
    description: 'The `index` of the last turn that you have. By default, all turns are returned',
    maxLength: 7,
  });

const ChatMessages = object('ChatMessages', 'The turns of a chat after a position', {
  data: z.array(Turn).check(z.maxLength(500)).register(docs, { description: 'The turns, in order' }),
  status: Status,
  handling: Handling,
});

export const ChatState = object('ChatState', 'Whether a chat continues, and who answers in it', {
  conversation_id: id('conv', 'The conversation’s id'),
  status: Status,
  handling: Handling,
  end_time: described(z.nullable(Timestamp), 'When the chat ended; null while it is active'),
  end_reason: z.nullable(z.string().check(z.maxLength(100))).register(docs, {
    description: 'Why it ended, such as `user_ended`; null while it is active',
  }),
});

const refusals = ['conversation_not_found', 'not_a_chat'] as const;
const ofModel = ['model_not_allowed', 'model_failed', 'model_unavailable', 'model_timed_out'] as const;
const answering = [
  ...refusals,
  'conversation_ended',
  'conversation_busy',
  'answer_interrupted',
  'agent_not_found',
  'client_suspended',
  'usage_limit_reached',
  'widget_unavailable',
  'rate_limited',
  ...ofModel,
] as const;

export const create = route('POST /v1/agents/{agent_id}/chats', {
  summary: 'Start a chat with an agent',
  description:
    'Starts a conversation that this platform holds by itself, and returns the agent’s first message. Send messages with the API key or, from a page or an app, with the `session_token`. The chat uses the agent’s current version until its end. It ends when the agent or the user ends it, after `idle_minutes` without a message, or when it reaches a limit. Open chats are counted against `quotas.open_chats` of the organization and those above; further ones get 409 `quota_exceeded`.',
  scope: 'chats:write',
  audit: { people: 'chat.created' },
  body: ChatInput,
  confidential: true,
  tool: true,
  status: 201,
  location: '/v1/conversations/{id}',
  response: Chat,
  errors: [
    'client_not_found',
    'agent_not_serving_client',
    'client_suspended',
    'usage_limit_reached',
    'quota_exceeded',
    'external_id_exists',
    'widget_not_found',
    'widget_unavailable',
    'rate_limited',
  ],
});

export const send = route('POST /v1/conversations/{conversation_id}/messages', {
  summary: 'Send a message in a chat',
  description:
    'Stores the user’s message and the agent’s answer, and returns both. Send an `Idempotency-Key`: a repeated request then returns the first answer and never asks the agent twice. A failed request stores nothing, and the chat accepts the next message at once. Messages and tokens are counted against `quotas.chat_messages_per_day` and `quotas.model_tokens_per_day` of the organization and those above; further messages get 429 `rate_limited` with `Retry-After`.',
  scope: 'chats:write',
  audit: null,
  sessionToken: true,
  body: MessageInput,
  tool: true,
  asksModel: true,
  sendsMessage: true,
  response: ChatAnswer,
  errors: answering,
});

export const sendResults = route('POST /v1/conversations/{conversation_id}/tool-results', {
  summary: 'Send the results of tools, and receive the agent’s answer',
  description:
    'Continues an answer that ended with `tool_calls`, with the results of all of them. With a session token, a page sends the results of its own functions (tools of type `page`), and no others. A message of the user makes the agent go on without results.',
  scope: 'chats:write',
  audit: null,
  sessionToken: true,
  body: ToolResultsInput,
  asksModel: true,
  response: ChatAnswer,
  errors: [...answering, 'no_tool_calls'],
});

/** Two addresses of one request, of which the pages of widgets may use the second. */
const reading = {
  scope: 'chats:write',
  sessionToken: true,
  query: z.strictObject({
    after: z.optional(After),
    wait: z.optional(Wait).register(docs, {
      description: 'The number of seconds to wait for a turn if there is none. Default: 0',
    }),
  }),
  waits: true,
  audit: 'transcript.read',
  response: ChatMessages,
  errors: refusals,
} as const;

export const messages = route('GET /v1/conversations/{conversation_id}/messages', {
  summary: 'Get the new messages of a chat',
  description:
    'Returns the turns after a position, at most 500. With `wait`, the answer comes as soon as there is one: for a page on which people answer.',
  ...reading,
});

const ending = {
  scope: 'chats:write',
  audit: { people: 'chat.closed' },
  sessionToken: true,
  response: ChatState,
  errors: refusals,
} as const;

export const end = route('POST /v1/conversations/{conversation_id}/end', {
  summary: 'End a chat',
  description: 'Ends the chat for the user, who has said goodbye or closed the page. A repeat has no effect.',
  ...ending,
  tool: true,
});

export const follow = route('GET /v1/live/conversations/{conversation_id}/messages', {
  summary: 'Get the new messages of a chat, on the page of a widget',
  description:
    'Does what `GET /v1/conversations/{conversation_id}/messages` does, for the pages of the widget that the chat belongs to.',
  ...reading,
  tool: false,
});

export const leave = route('POST /v1/live/conversations/{conversation_id}/end', {
  summary: 'End a chat, on the page of a widget',
  description:
    'Does what `POST /v1/conversations/{conversation_id}/end` does, for the pages of the widget that the chat belongs to.',
  ...ending,
});

const EarsKind = enumeration(
  'EarsKind',
  ['transcribe', 'deepgram', 'local', 'none'],
  'The recognizer. `transcribe`: Amazon Transcribe; `deepgram`: an account of the agent’s organization at Deepgram; `local`: a server on the machine of the platform with the same protocol; `none`: the page recognizes speech by itself, or users write',
);

const Ears = object('Ears', 'The place to which a page sends what its microphone hears', {
  kind: EarsKind,
  url: z.nullable(z.string().check(z.maxLength(4000))).register(docs, {
    description:
      'The address of a WebSocket that takes audio and returns words: in the event-stream encoding of Amazon Transcribe, or as Deepgram does. With the former, it opens one stream of this chat: another one ends it',
  }),
  token: z.nullable(z.string().check(z.maxLength(4000))).register(docs, {
    description:
      'With `deepgram`, a token of seconds for the stream, sent as `Sec-WebSocket-Protocol: bearer, <token>`; otherwise null',
  }),
  sample_rate: z.nullable(z.int().check(z.minimum(8000), z.maximum(48_000))).register(docs, {
    description: 'The samples a second to send, of 16 bits each, in one channel',
  }),
  expires_at: z.nullable(Timestamp).register(docs, {
    description: 'Until when the stream must be opened; null if the address does not expire',
  }),
});

const EarsInput = strictObject('EarsInput', 'What the page wants of the recognizer', {
  ended: z.optional(Timestamp).register(docs, {
    description:
      'The `expires_at` of an address at whose stream the page listens no longer. Its minutes are given back, except for those that have passed and the one in which it opens a stream, and the answer has `kind` `none`. An older address than the last one, or a repeat, changes nothing',
  }),
});

export const ears = route('POST /v1/live/conversations/{conversation_id}/ears', {
  summary: 'Get an address that recognizes speech for a chat',
  description:
    'For a page whose user speaks: it sends audio to `url`, and the words that come back as messages. 30 minutes are reserved in `quotas.listening_minutes_per_day` of the organization and those above, and those that did not pass are given back when the page says that it has `ended`, with the next address, or at the end of the chat. Without room for them, it answers 429 `rate_limited`, as above the limits of the widget on whose page the chat is, and above 120 minutes of a chat on a day. The operator allows recognition (`ears` in the settings of the stack), or the agent’s organization has connected an account at Deepgram, which is used first.',
  scope: 'chats:write',
  sessionToken: true,
  body: EarsInput,
  optionalBody: true,
  changesNothing: true,
  holdsLink: true,
  waits: true,
  response: Ears,
  errors: [
    ...refusals,
    'conversation_ended',
    'agent_not_found',
    'client_suspended',
    'usage_limit_reached',
    'widget_unavailable',
    'rate_limited',
    'provider_refused',
    'provider_unavailable',
  ],
});

export const stream = route('POST /v1/live/conversations/{conversation_id}/messages', {
  summary: 'Send a message in a chat, and receive the answer word by word',
  description:
    'Does what `POST /v1/conversations/{conversation_id}/messages` does, with the same `Idempotency-Key`s, and answers with server-sent events. `accepted` has the `turn` of the message, each `delta` a further `text`, `tool` the `name` and `status` of a call, `handover` that a person is asked for, and `done` the whole answer. With `speak`, `audio` events have the agent’s voice, sentence by sentence and in order, while the model goes on. As in calls, the first words of the chat that are spoken are the agent’s `disclosure`, its `filler` bridges silence, and its `failure_message` comes before `error` if it cannot answer or has said nothing for eight seconds. A sentence that cannot be spoken has no `data`, and a repeated request has no audio. `error` has a problem in place of `done`. Lines that begin with a colon keep the connection open. A stream without `done` and `error` was cut off: the answer is still stored, and a repeat or the messages of the chat have it. Send the request to the chat’s `stream_url`.',
  scope: 'chats:write',
  audit: null,
  sessionToken: true,
  body: SpokenMessageInput,
  asksModel: true,
  sendsMessage: true,
  streams: true,
  events: ChatEvent,
  content: 'text/event-stream',
  response: z.string().register(docs, { description: 'Server-sent events', maxLength: 10_000_000 }),
  errors: answering,
});
