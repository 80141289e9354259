import * as z from 'zod';
import { ConversationFlow, NodeId } from './conversation-flow.ts';
import {
  atMost,
  entity,
  id,
  LanguageTag,
  Metadata,
  openObject,
  openShape,
  openValue,
  readOnly,
  slug,
  text,
} from './fields.ts';
import { listQuery, pageOf } from './page.ts';
import { route } from './route.ts';

export const Voice = openShape(
  {
    provider: slug(64).optional(),
    speed: z.number().min(0.25).max(4).optional().meta({ description: '1 is the voice’s own speed' }),
  },
  8192,
).meta({
  id: 'Voice',
  description: 'How the voice is made; the voice provider’s own settings are kept beside',
});

export const Personality = z
  .strictObject({
    tone: text(100).nullable().default(null),
    style: text(100).nullable().default(null),
    traits: z.array(text(50)).max(20).default([]),
  })
  .meta({ id: 'Personality' });

export const Model = z
  .strictObject({
    provider: slug(64).nullable().default(null),
    id: text(200).nullable().default(null),
    temperature: z.number().min(0).max(2).nullable().default(null),
    max_tokens: z.int().min(1).max(10_000_000).nullable().default(null),
  })
  .meta({ id: 'Model', description: 'The language model that thinks for the agent' });

export const Tool = z
  .strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, "_" and "-"')
      .meta({ maxLength: 64 }),
    description: text(4000).nullable().default(null),
    parameters: openObject(32_768).default({}).meta({ description: 'JSON Schema of the arguments' }),
  })
  .meta({ id: 'Tool' });

export const AgentProvider = z
  .strictObject({ name: slug(64), agent_id: text(256) })
  .meta({ id: 'AgentProvider', description: 'Who runs the agent, and under which id' });

const uniqueNames = (tools: readonly { name: string }[]) =>
  new Set(tools.map(({ name }) => name)).size === tools.length;

const writable = {
  name: text(200),
  description: text(1000).nullable().default(null),
  prompt: text(100_000).nullable().default(null),
  first_message: text(5000).nullable().default(null),
  language: LanguageTag.nullable().default(null),
  voice_id: text(200).nullable().default(null),
  voice: Voice.nullable().default(null),
  personality: Personality.nullable().default(null),
  model: Model.nullable().default(null),
  tools: z.array(Tool).max(128).refine(uniqueNames, 'must have different names').default([]),
  conversation_flow: ConversationFlow.nullable().default(null),
  provider: AgentProvider.nullable().default(null),
  metadata: Metadata.default({}),
};

export const KnowledgeBase = z
  .object({
    documents: z.int().min(0),
    bytes: z.int().min(0).meta({ description: 'Of their text, in UTF-8' }),
    version: z.int().min(0).meta({
      description: 'Counts the changes of its documents, from 0: the same number, the same documents',
    }),
  })
  .meta({
    id: 'KnowledgeBase',
    description:
      'How much the agent knows; the documents are a resource of their own, and changing them makes no version of the agent',
  });
export type KnowledgeBase = z.output<typeof KnowledgeBase>;

export const Agent = z
  .object({
    ...entity('agent'),
    client_id: id('client'),
    ...writable,
    knowledge_base: KnowledgeBase,
  })
  .meta({ id: 'Agent', description: 'A voice agent: what it says, how it sounds, who runs it' });
export type Agent = z.output<typeof Agent>;

export const AgentItem = Agent.pick({
  id: true,
  client_id: true,
  name: true,
  description: true,
  language: true,
  voice_id: true,
  provider: true,
  created_at: true,
  updated_at: true,
  version: true,
}).meta({ id: 'AgentItem', description: 'An agent as a list shows it' });
export type AgentItem = z.output<typeof AgentItem>;

/** Leaves room beside the item's keys: DynamoDB takes items of 400 KB. */
const wholeAgent = atMost(380_000);

export const AgentInput = z
  .strictObject({
    ...writable,
    client_id: id('client')
      .optional()
      .meta({ description: 'Absent: the key’s own organisation. Fixed at creation' }),
  })
  .check(wholeAgent)
  .meta({ id: 'AgentInput' });
export type AgentInput = z.output<typeof AgentInput>;

export const AgentReplacement = z
  .strictObject({
    ...writable,
    client_id: id('client').optional().meta({ description: 'Cannot be changed' }),
    id: readOnly,
    created_at: readOnly,
    updated_at: readOnly,
    version: readOnly,
    knowledge_base: readOnly,
  })
  .check(wholeAgent)
  .meta({ id: 'AgentReplacement' });
export type AgentReplacement = z.output<typeof AgentReplacement>;

/** The path of everything that belongs to an agent. */
export const agentParams = { agent_id: id('agent').meta({ description: 'The agent’s id' }) };

const params = z.strictObject(agentParams);

export const list = route('GET /v1/agents', {
  summary: 'List agents, newest first',
  description:
    'Those of the organisation and of all below it, without prompts, tools and flows, which the agent itself has.',
  scope: 'agents:read',
  query: z.strictObject({
    ...listQuery,
    client_id: id('client')
      .optional()
      .meta({ description: 'That organisation with all below it; absent: the key’s own' }),
    name: text(200)
      .optional()
      .meta({ description: 'The beginning of the name; case and accents do not matter' }),
  }),
  status: 200,
  response: pageOf(AgentItem),
  paged: true,
  errors: ['client_not_found'],
});

export const create = route('POST /v1/agents', {
  summary: 'Create an agent',
  description:
    'An agent belongs to one organisation, and serves it and all below it. A platform key names the organisation, because the platform has no agents.',
  scope: 'agents:write',
  body: AgentInput,
  status: 201,
  location: '/v1/agents/{id}',
  response: Agent,
  etag: Agent,
  errors: ['client_not_found', 'client_suspended', 'quota_exceeded'],
});

export const get = route('GET /v1/agents/{agent_id}', {
  summary: 'Get one agent',
  description: 'The whole agent, with its prompt, its tools and its flow.',
  scope: 'agents:read',
  params,
  status: 200,
  response: Agent,
  etag: Agent,
  errors: ['agent_not_found'],
});

export const replace = route('PUT /v1/agents/{agent_id}', {
  summary: 'Replace what can be changed of an agent',
  description:
    'What is left out gets its default. What it was before stays as a version of it. A conversation keeps the number of the version that it started with, in `agent_version`.',
  scope: 'agents:write',
  params,
  body: AgentReplacement,
  status: 200,
  response: Agent,
  etag: Agent,
  errors: ['agent_not_found'],
});

export const remove = route('DELETE /v1/agents/{agent_id}', {
  summary: 'Remove an agent; its conversations stay',
  description:
    'It can no longer be read, nor its versions and documents, and no conversation can be started with it.',
  scope: 'agents:write',
  params,
  status: 204,
  etag: Agent,
  errors: ['agent_not_found'],
});

/** Fields of an agent that are tried without being saved: what is absent is as it was saved. */
const Draft = z
  .strictObject({
    name: writable.name.optional(),
    description: writable.description.unwrap().optional(),
    prompt: writable.prompt.unwrap().optional(),
    first_message: writable.first_message.unwrap().optional(),
    language: writable.language.unwrap().optional(),
    voice_id: writable.voice_id.unwrap().optional(),
    voice: writable.voice.unwrap().optional(),
    personality: writable.personality.unwrap().optional(),
    model: writable.model.unwrap().optional(),
    tools: writable.tools.unwrap().optional(),
    conversation_flow: writable.conversation_flow.unwrap().optional(),
    provider: writable.provider.unwrap().optional(),
    metadata: writable.metadata.unwrap().optional(),
  })
  .check(wholeAgent)
  .meta({
    id: 'AgentDraft',
    description: 'Fields that are tried over those of the saved agent, or of the version that is named',
  });

const Message = z
  .strictObject({ role: z.enum(['user', 'agent']), content: text(10_000) })
  .meta({ id: 'TestMessage', description: 'What one side said' });

const ToolMock = z
  .strictObject({ name: Tool.shape.name, result: openValue(16_384) })
  .meta({ id: 'ToolMock', description: 'What a tool answers in this test, whatever it is called with' });

const VariableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/, 'must be 1 to 64 letters, digits, "_", "." and "-"')
  .meta({ maxLength: 64 });

export const AgentTestInput = z
  .strictObject({
    messages: z
      .array(Message)
      .max(200)
      .refine((messages) => messages.at(-1)?.role !== 'agent', 'must end with what the user said')
      .check(atMost(400_000))
      .meta({ description: 'What was said so far; nothing yet: the agent begins' }),
    variables: z
      .record(VariableName, z.string().max(2000))
      .refine((value) => Object.keys(value).length <= 100, 'must have at most 100 names')
      .default({})
      .meta({ description: 'What stands for `{{name}}` in prompt, first message and flow' }),
    node: NodeId.nullable().default(null).meta({
      description: 'Where in its flow the agent is: `node` of the last answer. Absent: at the start',
    }),
    version: z
      .int()
      .min(1)
      .max(999_999_999)
      .optional()
      .meta({ description: 'The agent as it was at this version; absent: as it is' }),
    tool_mocks: z.array(ToolMock).max(128).refine(uniqueNames, 'must have different names').default([]),
    draft: Draft.optional(),
  })
  .meta({ id: 'AgentTestInput' });
export type AgentTestInput = z.output<typeof AgentTestInput>;

export const AgentTest = z
  .object({
    message: z.string().max(200_000).nullable().meta({
      description: 'What the agent says; null where it first waits for a tool that has no mock',
    }),
    node: NodeId.nullable().meta({ description: 'Where in its flow the agent is now; null: it has none' }),
    ended: z
      .boolean()
      .meta({ description: 'Whether the agent has ended the conversation; only a flow has an end' }),
    knowledge: z
      .array(
        z.object({
          document_id: z.string().max(64),
          title: z.string().max(1000),
          score: z.number().min(0).meta({ description: 'To be compared within one answer only' }),
        }),
      )
      .max(20)
      .meta({ description: 'The documents of which passages were put before the model, best first' }),
    tool_calls: z
      .array(
        z.object({
          name: z.string().max(64),
          arguments: openObject(16_384),
          result: openValue(16_384).meta({ description: 'What the mock answered; null without one' }),
          mocked: z.boolean(),
        }),
      )
      .max(64),
    usage: z.object({ input_tokens: z.int().min(0), output_tokens: z.int().min(0) }),
    latency_ms: z.int().min(0),
    model: z.string().max(200).meta({
      description: 'The model that answered; `rehearsal`: none did, the flow was walked by its words',
    }),
  })
  .meta({ id: 'AgentTest', description: 'What an agent answers in a test' });
export type AgentTest = z.output<typeof AgentTest>;

export const test = route('POST /v1/agents/{agent_id}/test', {
  summary: 'Talk to an agent before a customer does',
  description:
    'Answers what the agent would say next. Nothing is kept: the caller sends what was said so far, and where in the flow the agent is. A tool that has no mock is returned with what it was called with; the same request with a mock for it goes on.',
  scope: 'agents:write',
  params,
  body: AgentTestInput,
  changesNothing: true,
  status: 200,
  response: AgentTest,
  errors: [
    'agent_not_found',
    'agent_version_not_found',
    'client_suspended',
    'model_not_allowed',
    'model_failed',
    'model_unavailable',
    'model_timed_out',
  ],
});
