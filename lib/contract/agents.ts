import * as z from 'zod/mini';
import { ConversationFlow, FlowPatch, NodeId } from './conversation-flow.ts';
import {
  atMost,
  docs,
  entity,
  id,
  LanguageTag,
  Metadata,
  MetadataPatch,
  openObject,
  openShape,
  openValue,
  orNull,
  readOnly,
  slug,
  text,
} from './fields.ts';
import { listQuery, pageOf } from './page.ts';
import { route } from './route.ts';

export const Voice = openShape(
  {
    provider: z.optional(slug(64)),
    speed: z
      .optional(z.number().check(z.minimum(0.25), z.maximum(4)))
      .register(docs, { description: '1 is the voice’s own speed' }),
  },
  8192,
).register(docs, {
  id: 'Voice',
  description: 'How the voice is made; the voice provider’s own settings are kept beside',
});

export const Personality = z
  .strictObject({
    tone: orNull(text(100)),
    style: orNull(text(100)),
    traits: z._default(z.array(text(50)).check(z.maxLength(20)), []),
  })
  .register(docs, { id: 'Personality' });

export const Model = z
  .strictObject({
    provider: orNull(slug(64)),
    id: orNull(text(200)),
    temperature: orNull(z.number().check(z.minimum(0), z.maximum(2))),
    max_tokens: orNull(z.int().check(z.minimum(1), z.maximum(10_000_000))),
  })
  .register(docs, { id: 'Model', description: 'The language model that thinks for the agent' });

export const Tool = z
  .strictObject({
    name: z
      .string()
      .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, "_" and "-"'))
      .register(docs, { maxLength: 64 }),
    description: orNull(text(4000)),
    parameters: z
      ._default(openObject(32_768), {})
      .register(docs, { description: 'JSON Schema of the arguments' }),
  })
  .register(docs, { id: 'Tool' });

export const AgentProvider = z
  .strictObject({ name: slug(64), agent_id: text(256) })
  .register(docs, { id: 'AgentProvider', description: 'Who runs the agent, and under which id' });

const uniqueNames = (tools: readonly { name: string }[]) =>
  new Set(tools.map(({ name }) => name)).size === tools.length;

const writable = {
  name: text(200),
  description: orNull(text(1000)),
  prompt: orNull(text(100_000)),
  first_message: orNull(text(5000)),
  language: orNull(LanguageTag),
  voice_id: orNull(text(200)),
  voice: orNull(Voice),
  personality: orNull(Personality),
  model: orNull(Model),
  tools: z._default(
    z.array(Tool).check(z.maxLength(128), z.refine(uniqueNames, 'must have different names')),
    [],
  ),
  conversation_flow: orNull(ConversationFlow),
  provider: orNull(AgentProvider),
  metadata: z._default(Metadata, {}),
};

export const KnowledgeBase = z
  .object({
    documents: z.int().check(z.minimum(0)),
    bytes: z.int().check(z.minimum(0)).register(docs, { description: 'Of their text, in UTF-8' }),
    version: z.int().check(z.minimum(0)).register(docs, {
      description: 'Counts the changes of its documents, from 0: the same number, the same documents',
    }),
  })
  .register(docs, {
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
  .register(docs, { id: 'Agent', description: 'A voice agent: what it says, how it sounds, who runs it' });
export type Agent = z.output<typeof Agent>;

export const AgentItem = z
  .pick(Agent, {
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
  })
  .register(docs, { id: 'AgentItem', description: 'An agent as a list shows it' });
export type AgentItem = z.output<typeof AgentItem>;

/** Leaves room beside the item's keys: DynamoDB takes items of 400 KB. */
const wholeAgent = atMost(380_000);

export const AgentInput = z
  .strictObject({
    ...writable,
    client_id: z
      .optional(id('client'))
      .register(docs, { description: 'Absent: the key’s own organisation. Fixed at creation' }),
  })
  .check(wholeAgent)
  .register(docs, { id: 'AgentInput' });
export type AgentInput = z.output<typeof AgentInput>;

export const AgentReplacement = z
  .strictObject({
    ...writable,
    client_id: z.optional(id('client')).register(docs, { description: 'Cannot be changed' }),
    id: readOnly,
    created_at: readOnly,
    updated_at: readOnly,
    version: readOnly,
    knowledge_base: readOnly,
  })
  .check(wholeAgent)
  .register(docs, { id: 'AgentReplacement' });
export type AgentReplacement = z.output<typeof AgentReplacement>;

/** A field that may be absent, or null to be removed. */
const patched = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));

/** What a PATCH may name: the fields of an agent, each of which may be absent, or null to be removed. */
export const AgentPatch = z
  .strictObject({
    name: z.optional(writable.name),
    description: z.optional(writable.description.def.innerType),
    prompt: z.optional(writable.prompt.def.innerType),
    first_message: z.optional(writable.first_message.def.innerType),
    language: z.optional(writable.language.def.innerType),
    voice_id: z.optional(writable.voice_id.def.innerType),
    voice: patched(
      openShape({ provider: patched(slug(64)), speed: patched(z.number()) }, 8192).register(docs, {
        id: 'VoicePatch',
      }),
    ),
    personality: patched(
      z
        .strictObject({
          tone: patched(text(100)),
          style: patched(text(100)),
          traits: patched(Personality.shape.traits.def.innerType),
        })
        .register(docs, { id: 'PersonalityPatch' }),
    ),
    model: patched(
      z
        .strictObject({
          provider: z.optional(Model.shape.provider.def.innerType),
          id: z.optional(Model.shape.id.def.innerType),
          temperature: z.optional(Model.shape.temperature.def.innerType),
          max_tokens: z.optional(Model.shape.max_tokens.def.innerType),
        })
        .register(docs, { id: 'ModelPatch' }),
    ),
    tools: patched(writable.tools.def.innerType).register(docs, {
      description: 'All of them: a list is replaced as a whole',
    }),
    conversation_flow: patched(FlowPatch),
    provider: patched(
      z
        .strictObject({ name: patched(slug(64)), agent_id: patched(text(256)) })
        .register(docs, { id: 'AgentProviderPatch' }),
    ),
    metadata: patched(MetadataPatch),
  })
  .check(wholeAgent)
  .register(docs, { id: 'AgentPatch', description: 'A merge patch (RFC 7396)' });

/** The path of everything that belongs to an agent. */
export const agentParams = { agent_id: id('agent', 'The agent’s id') };

const params = z.strictObject(agentParams);

export const list = route('GET /v1/agents', {
  summary: 'List agents, newest first',
  description:
    'Those of the organisation and of all below it, without prompts, tools and flows, which the agent itself has.',
  scope: 'agents:read',
  query: z.strictObject({
    ...listQuery,
    client_id: z
      .optional(id('client'))
      .register(docs, { description: 'That organisation with all below it; absent: the key’s own' }),
    name: z
      .optional(text(200))
      .register(docs, { description: 'The beginning of the name; case and accents do not matter' }),
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

export const update = route('PATCH /v1/agents/{agent_id}', {
  summary: 'Change some fields of an agent',
  description:
    'A merge patch: absent fields stay as they are, null removes, objects are merged, and lists are replaced as a whole. A change makes a version; a patch that changes nothing makes none.',
  scope: 'agents:write',
  params,
  body: AgentPatch,
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

/** A field that stands for the saved one only where it is sent. */
const tried = <S extends z.ZodMiniType>({ def }: z.ZodMiniDefault<S>) => z.optional(def.innerType);

/** Fields of an agent that are tried without being saved: what is absent is as it was saved. */
const Draft = z
  .strictObject({
    name: z.optional(writable.name),
    description: tried(writable.description),
    prompt: tried(writable.prompt),
    first_message: tried(writable.first_message),
    language: tried(writable.language),
    voice_id: tried(writable.voice_id),
    voice: tried(writable.voice),
    personality: tried(writable.personality),
    model: tried(writable.model),
    tools: tried(writable.tools),
    conversation_flow: tried(writable.conversation_flow),
    provider: tried(writable.provider),
    metadata: tried(writable.metadata),
  })
  .check(wholeAgent)
  .register(docs, {
    id: 'AgentDraft',
    description: 'Fields that are tried over those of the saved agent, or of the version that is named',
  });

const Message = z
  .strictObject({ role: z.enum(['user', 'agent']), content: text(10_000) })
  .register(docs, { id: 'TestMessage', description: 'What one side said' });

const ToolMock = z.strictObject({ name: Tool.shape.name, result: openValue(16_384) }).register(docs, {
  id: 'ToolMock',
  description: 'What a tool answers in this test, whatever it is called with',
});

const VariableName = z
  .string()
  .check(z.regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/, 'must be 1 to 64 letters, digits, "_", "." and "-"'))
  .register(docs, { maxLength: 64 });

export const AgentTestInput = z
  .strictObject({
    messages: z
      .array(Message)
      .check(
        z.maxLength(200),
        z.refine((messages) => messages.at(-1)?.role !== 'agent', 'must end with what the user said'),
        atMost(400_000),
      )
      .register(docs, { description: 'What was said so far; nothing yet: the agent begins' }),
    variables: z
      ._default(
        z
          .record(VariableName, z.string().check(z.maxLength(2000)))
          .check(z.refine((value) => Object.keys(value).length <= 100, 'must have at most 100 names')),
        {},
      )
      .register(docs, { description: 'What stands for `{{name}}` in prompt, first message and flow' }),
    node: orNull(NodeId).register(docs, {
      description: 'Where in its flow the agent is: `node` of the last answer. Absent: at the start',
    }),
    version: z
      .optional(z.int().check(z.minimum(1), z.maximum(999_999_999)))
      .register(docs, { description: 'The agent as it was at this version; absent: as it is' }),
    tool_mocks: z._default(
      z.array(ToolMock).check(z.maxLength(128), z.refine(uniqueNames, 'must have different names')),
      [],
    ),
    draft: z.optional(Draft),
  })
  .register(docs, { id: 'AgentTestInput' });
export type AgentTestInput = z.output<typeof AgentTestInput>;

export const AgentTest = z
  .object({
    message: z.nullable(z.string().check(z.maxLength(200_000))).register(docs, {
      description: 'What the agent says; null where it first waits for a tool that has no mock',
    }),
    node: z
      .nullable(NodeId)
      .register(docs, { description: 'Where in its flow the agent is now; null: it has none' }),
    ended: z.boolean().register(docs, {
      description: 'Whether the agent has ended the conversation; only a flow has an end',
    }),
    knowledge: z
      .array(
        z.object({
          document_id: z.string().check(z.maxLength(64)),
          title: z.string().check(z.maxLength(1000)),
          score: z
            .number()
            .check(z.minimum(0))
            .register(docs, { description: 'To be compared within one answer only' }),
        }),
      )
      .check(z.maxLength(20))
      .register(docs, {
        description: 'The documents of which passages were put before the model, best first',
      }),
    tool_calls: z
      .array(
        z.object({
          name: z.string().check(z.maxLength(64)),
          arguments: openObject(16_384),
          result: openValue(16_384).register(docs, {
            description: 'What the mock answered; null without one',
          }),
          mocked: z.boolean(),
        }),
      )
      .check(z.maxLength(64)),
    usage: z.object({
      input_tokens: z.int().check(z.minimum(0)),
      output_tokens: z.int().check(z.minimum(0)),
    }),
    latency_ms: z.int().check(z.minimum(0)),
    model: z.string().check(z.maxLength(200)).register(docs, {
      description: 'The model that answered; `rehearsal`: none did, the flow was walked by its words',
    }),
  })
  .register(docs, { id: 'AgentTest', description: 'What an agent answers in a test' });
export type AgentTest = z.output<typeof AgentTest>;

export const test = route('POST /v1/agents/{agent_id}/test', {
  summary: 'Talk to an agent before a customer does',
  description:
    'Answers what the agent would say next. Nothing is kept: the caller sends what was said so far, and where in the flow the agent is. A tool that has no mock is returned with what it was called with; the same request with a mock for it goes on.',
  scope: 'agents:write',
  params,
  body: AgentTestInput,
  changesNothing: true,
  asksModel: true,
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
