import * as z from 'zod/mini';
import { ChatVariables } from './chats.ts';
import { Caller, Channel } from './conversations.ts';
import { described, docs, enumeration, object, openObject, openShape, openValue, text } from './fields.ts';
import { route } from './route.ts';
import { ToolName } from './tools.ts';
import { TokenCount } from './transcripts.ts';

/** The greatest size of a field with content of others. */
const maxBytes = 524_288;

/** A field that clients leave out or set to null. */
const maybe = <S extends z.ZodMiniType>(schema: S, description: string) =>
  described(z.optional(z.nullable(schema)), description);

const CompletionRole = enumeration(
  'CompletionRole',
  ['system', 'developer', 'user', 'assistant', 'tool', 'function'],
  'The author of a message. Messages of `system` and `developer` are ignored: the agent’s own prompt applies',
);

const CompletionToolCall = openShape(
  {
    id: described(text(200), 'The id of the call'),
    function: openShape(
      {
        name: described(text(64), 'The tool'),
        arguments: described(z.string().check(z.maxLength(maxBytes)), 'The arguments, as JSON'),
      },
      maxBytes,
    ).register(docs, { id: 'CompletionFunctionCall', description: 'A tool with its arguments' }),
  },
  maxBytes,
).register(docs, { id: 'CompletionToolCall', description: 'A call of a tool' });

/** A part that is left out would change what the person has said. */
const hasWordsOnly = z.refine<unknown>(
  (content) =>
    !Array.isArray(content) ||
    content.every((part: unknown) =>
      ['text', 'refusal'].includes(String((part as { type?: unknown } | null)?.type)),
    ),
  'must have parts of type "text" only: the agent reads nothing else',
);

const CompletionMessage = openShape(
  {
    role: CompletionRole,
    content: described(
      z.optional(openValue(maxBytes).check(hasWordsOnly)),
      'The words: a text, or a list of parts of type `text`. Others, such as `image_url`, are refused',
    ),
    tool_calls: maybe(
      z.array(CompletionToolCall).check(z.maxLength(128)),
      'The tools that the agent called; null or absent without',
    ),
    tool_call_id: maybe(z.string().check(z.maxLength(200)), 'The call that the message is the result of'),
  },
  maxBytes,
).register(docs, { id: 'CompletionMessage', description: 'A message of the conversation so far' });
export type CompletionMessage = z.output<typeof CompletionMessage>;

const CompletionTool = openShape(
  {
    type: described(text(64), 'The type of the tool. Others than `function` are ignored'),
    function: z.optional(
      openShape(
        {
          name: ToolName,
          description: maybe(z.string().check(z.maxLength(16_384)), 'When to call it'),
          parameters: maybe(openObject(65_536), 'The JSON Schema of its arguments'),
        },
        maxBytes,
      ).register(docs, { id: 'CompletionFunction', description: 'A function that the client runs' }),
    ),
  },
  maxBytes,
).register(docs, { id: 'CompletionTool', description: 'A tool that the client runs' });
export type CompletionTool = z.output<typeof CompletionTool>;

/** A model reads the tools with each request, and is paid for them. */
const maxToolCharacters = 64_000;

export const CompletionInput = openShape(
  {
    model: maybe(z.string().check(z.maxLength(200)), 'Not read: the agent decides on its model'),
    messages: z.array(CompletionMessage).check(z.maxLength(5000)).register(docs, {
      description:
        'The conversation as it was heard. The last message of the user is answered. Without one, the agent begins. The model reads the newest 60 messages or 48,000 characters',
    }),
    n: maybe(
      z.int().check(z.minimum(1), z.maximum(1, 'must be 1: the agent has one answer')),
      'The number of answers: 1',
    ),
    stream: maybe(z.boolean(), 'Whether the answer comes word by word, as server-sent events'),
    stream_options: maybe(
      openShape(
        { include_usage: maybe(z.boolean(), 'Whether the last chunk has the number of tokens') },
        4096,
      ).register(docs, { id: 'CompletionStreamOptions', description: 'Options of a stream' }),
      'Options of a stream',
    ),
    tools: maybe(
      z.array(CompletionTool).check(
        z.maxLength(128),
        z.refine(
          (tools) => JSON.stringify(tools).length <= maxToolCharacters,
          `must have at most ${maxToolCharacters} characters together`,
        ),
      ),
      'Tools of the client, which the agent may call in addition to its own, with at most 64,000 characters together as JSON. A tool of the agent with the same name comes first',
    ),
    tool_choice: maybe(openValue(4096), '`none` keeps the tools of the client from the agent'),
    variables: maybe(ChatVariables, 'Values for `{{name}}` in the agent’s texts and tools, by name'),
    channel: maybe(
      Channel,
      'The channel on which the agent’s words reach the other person. Default: `phone`',
    ),
    caller: maybe(Caller, 'The person who talks with the agent; by default the customer that Vapi sends'),
    call: maybe(openObject(maxBytes), 'The call as Vapi sends it, with its `id`'),
  },
  1_048_576,
).register(docs, {
  id: 'CompletionInput',
  description: 'A request in the format of OpenAI’s chat completions. Further fields are ignored',
});
export type CompletionInput = z.output<typeof CompletionInput>;

const FinishReason = enumeration(
  'CompletionFinishReason',
  ['stop', 'tool_calls'],
  'Why the answer ended: it is complete, or the client has to run tools',
);

const OpenToolCall = object('CompletionAskedCall', 'A call of a tool that the client has to run', {
  id: described(z.string().check(z.maxLength(200)), 'The id of the call'),
  type: described(z.literal('function'), 'Always `function`'),
  function: object('CompletionAskedFunction', 'A tool with its arguments', {
    name: described(z.string().check(z.maxLength(64)), 'The tool'),
    arguments: described(z.string().check(z.maxLength(65_536)), 'The arguments, as JSON'),
  }),
});

export const Completion = object(
  'Completion',
  'The agent’s answer in the format of OpenAI’s chat completions',
  {
    id: described(z.string().check(z.maxLength(100)), 'The id of the answer'),
    object: described(z.literal('chat.completion'), 'Always `chat.completion`'),
    created: described(z.int().check(z.minimum(0)), 'When the answer began, in seconds since 1970'),
    model: described(z.string().check(z.maxLength(200)), 'The agent’s id'),
    choices: z
      .array(
        object('CompletionChoice', 'An answer', {
          index: described(z.int().check(z.minimum(0)), 'Always 0'),
          message: object('CompletionAnswer', 'The agent’s message', {
            role: described(z.literal('assistant'), 'Always `assistant`'),
            content: described(
              z.nullable(z.string().check(z.maxLength(200_000))),
              'The agent’s words; null if it only calls tools',
            ),
            tool_calls: z.optional(z.array(OpenToolCall).check(z.maxLength(64))).register(docs, {
              description: 'The tools that the client has to run; absent without',
            }),
          }),
          finish_reason: FinishReason,
        }),
      )
      .check(z.maxLength(1))
      .register(docs, { description: 'The answer' }),
    usage: object(
      'CompletionUsage',
      'The tokens that the language model processed, in all steps of the answer',
      {
        prompt_tokens: TokenCount,
        completion_tokens: TokenCount,
        total_tokens: TokenCount,
      },
    ),
  },
);
export type Completion = z.output<typeof Completion>;

export const create = route('POST /v1/live/agents/{agent_id}/chat/completions', {
  summary: 'Let an agent answer as a custom LLM',
  description:
    'Answers for the agent in the format of OpenAI’s chat completions, so that a voice provider or any OpenAI client can use the agent as its model: with the base URL `…/v1/live/agents/{agent_id}` and an API key. Prompt, flow, knowledge and tools are the agent’s. The header `X-Call-Id`, or `call.id` in the body, names the call: the position in the flow is then kept between requests, requests for the same turn make each call of a `write` tool once, and the agent knows of such calls in later turns. Without a name, each request is a call of its own, also one that a library repeats. A refused request has a problem whose `error` is in OpenAI’s form. Each request counts as a message and with its tokens against the quotas of chats. One with the results of calls that the agent returned for the same message, within the last hour, counts with its tokens only.',
  scope: 'chats:write',
  body: CompletionInput,
  asksModel: true,
  sendsMessage: true,
  changesNothing: true,
  streams: true,
  protocol: 'openai',
  response: Completion,
  errors: [
    'client_suspended',
    'usage_limit_reached',
    'model_not_allowed',
    'model_failed',
    'model_unavailable',
    'model_timed_out',
  ],
});
