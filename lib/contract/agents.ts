import * as z from 'zod';
import { ConversationFlow } from './conversation-flow.ts';
import {
  atMost,
  entity,
  id,
  LanguageTag,
  Metadata,
  openObject,
  openShape,
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
