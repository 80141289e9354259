import * as z from 'zod/mini';
import { ConversationFlow, FlowPatch, NodeId } from './conversation-flow.ts';
import { PhoneNumber } from './conversations.ts';
import {
  atMost,
  described,
  docs,
  ExternalId,
  entity,
  enumeration,
  id,
  LanguageTag,
  label,
  Metadata,
  object,
  openObject,
  openShape,
  openValue,
  orNull,
  patched,
  patchOf,
  sentBack,
  slug,
  strictObject,
  text,
} from './fields.ts';
import { listQuery, ofOrganization, pagesOf, UpdatedAfter } from './page.ts';
import { created, entityOf, route } from './route.ts';
import { Tool } from './tools.ts';
import type { AgentTexts } from './variables.ts';
import { isMisspelled, placeholdersIn, textsOf } from './variables.ts';

export const Voice = openShape(
  {
    provider: described(z.optional(slug(64)), 'The company that makes the voice, such as `elevenlabs`'),
    speed: z
      .optional(z.number().check(z.minimum(0.25), z.maximum(4)))
      .register(docs, { description: 'The speed of speech; 1 is the normal speed of the voice' }),
  },
  8192,
).register(docs, {
  id: 'Voice',
  description:
    'The agent’s voice. You can store further settings of the voice’s provider, up to 8,192 bytes in total, which are returned unchanged',
});

export const Personality = strictObject('Personality', 'The character that the agent speaks with', {
  tone: described(orNull(text(100)), 'The tone of voice, such as `warm`'),
  style: described(orNull(text(100)), 'The manner of speaking, such as `concise`'),
  traits: z
    ._default(z.array(text(50)).check(z.maxLength(20)), [])
    .register(docs, { description: 'Character traits, such as `patient`' }),
});

export const Model = strictObject('Model', 'The language model that generates the agent’s answers', {
  provider: described(orNull(slug(64)), 'The company that serves the model, such as `openai`'),
  id: described(orNull(text(200)), 'The model’s name at its provider'),
  temperature: described(
    orNull(z.number().check(z.minimum(0), z.maximum(2))),
    'The randomness of answers: 0 is the least',
  ),
  max_tokens: described(
    orNull(z.int().check(z.minimum(1), z.maximum(10_000_000))),
    'The greatest length of one answer, in tokens',
  ),
});

const providerDescription =
  'The provider that runs the agent. An integration without a mapping for the provider’s agent finds the agent by it, if a key of the integration’s organization or of one above has set it';

export const AgentProvider = strictObject('AgentProvider', 'The provider that runs the agent', {
  name: described(slug(64), 'The provider, such as `elevenlabs`, `vapi` or `retell`'),
  agent_id: described(text(256), 'The agent’s id at the provider'),
});

const HandoverRules = strictObject('HandoverRules', 'The action to take if nobody takes over a chat', {
  answer_within_minutes: z.int().check(z.minimum(1), z.maximum(1440)).register(docs, {
    description:
      'The time that a chat waits for a person, in minutes. The agent resumes at most five minutes later',
  }),
  unanswered_message: described(
    text(2000),
    'The agent’s words when nobody has answered in time, after which it resumes. They are heard before its next answer if the user writes or speaks first, and that answer is spoken',
  ),
});

const uniqueNames = (tools: readonly { name: string }[]) =>
  new Set(tools.map(({ name }) => name)).size === tools.length;

const writable = {
  name: described(label(200), 'The agent’s name, for people'),
  description: described(orNull(text(1000)), 'The purpose of the agent'),
  prompt: described(
    orNull(text(100_000)),
    'The system prompt: the agent’s instructions. `{{name}}` is replaced by the variable of that name, and `{{name|text}}` by the text if it has no value. Variables with a dot, such as `{{now.date}}`, are the platform’s',
  ),
  first_message: described(
    orNull(text(5000)),
    'The sentence that the agent begins a conversation with. Variables are replaced as in `prompt`',
  ),
  language: described(
    orNull(LanguageTag),
    'The language that the agent speaks: a BCP 47 tag such as `en-GB`',
  ),
  voice_id: described(orNull(text(200)), 'The voice’s id at its provider'),
  voice: described(orNull(Voice), 'The agent’s voice'),
  personality: described(orNull(Personality), 'The character that the agent speaks with'),
  model: described(orNull(Model), 'The language model that generates the agent’s answers'),
  tools: z
    ._default(z.array(Tool).check(z.maxLength(128), z.refine(uniqueNames, 'must have different names')), [])
    .register(docs, { description: 'The functions that the agent may call' }),
  conversation_flow: described(
    orNull(ConversationFlow),
    'The steps that the agent takes a caller through, as a graph',
  ),
  handover: described(
    orNull(HandoverRules),
    'The action to take if nobody takes over a chat that was handed over. If null, the chat waits until it ends',
  ),
  limit_message: described(
    orNull(text(2000)),
    'The agent’s last words in a chat that ends with its answer because a limit of the chat is reached, such as that of messages. They are a turn after the answer, and heard after it if that is spoken. If null, it says nothing more',
  ),
  disclosure: described(
    orNull(z.string().check(z.maxLength(500))),
    'The agent’s first words in a call that this platform holds, and in a chat that is spoken, which say that an AI speaks. They cannot be interrupted, except at Telnyx, where the next answer begins with them again. If null, a sentence in the agent’s `language`; an empty text says nothing, unless `disclosure_required` of the organization is true. Variables are replaced as in `prompt`',
  ),
  filler: described(
    orNull(z.string().check(z.maxLength(100))),
    'Short words, such as `One moment.`, that the agent speaks once in an answer if nothing of it was heard for 700 milliseconds, and again while a tool works, only in calls that this platform holds and in chats that are spoken. If null, it speaks a sentence in its `language` while a tool works; an empty text waits in silence',
  ),
  failure_message: described(
    orNull(text(500)),
    'The agent’s words if it cannot answer in a call that this platform holds, or in a chat that is spoken. If null, a sentence in the agent’s `language`. Variables are replaced as in `prompt`',
  ),
  fallback_number: described(
    orNull(PhoneNumber),
    'The number to which a call is transferred after `failure_message`, in E.164 form. `call_prefixes` of the organization must allow it, and it counts toward `quotas.calls_per_day`; otherwise the call goes on',
  ),
  provider: described(orNull(AgentProvider), providerDescription),
  external_id: described(
    orNull(ExternalId),
    'Your own id of the agent, unique within its organization; null if there is none',
  ),
  metadata: z._default(Metadata, {}),
};

export const KnowledgeBase = object(
  'KnowledgeBase',
  'The size of the agent’s knowledge base. Documents are a separate resource; changing one does not create a version of the agent',
  {
    documents: z.int().check(z.minimum(0)).register(docs, { description: 'The number of documents' }),
    bytes: z
      .int()
      .check(z.minimum(0))
      .register(docs, { description: 'The size of the documents’ text, in bytes of UTF-8' }),
    version: z.int().check(z.minimum(0)).register(docs, {
      description: 'The number of changes to the documents, counted from 0',
    }),
  },
);
export type KnowledgeBase = z.output<typeof KnowledgeBase>;

export const Agent = object(
  'Agent',
  'A voice agent: its instructions, its voice, its tools and the provider that runs it',
  {
    ...entity('agent'),
    client_id: id('client', 'The organization that owns the agent'),
    ...writable,
    live_version: z.nullable(z.int().check(z.minimum(1), z.maximum(999_999_999))).register(docs, {
      description:
        'The version that chats, calls and the custom LLM speak with (`PUT /v1/agents/{agent_id}/live-version`); null: the version that was saved last',
    }),
    knowledge_base: KnowledgeBase,
  },
);
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
    external_id: true,
    created_at: true,
    updated_at: true,
    version: true,
  })
  .register(docs, { id: 'AgentItem', description: 'An agent as it appears in a list' });
export type AgentItem = z.output<typeof AgentItem>;

/** Each node of the flow may only name tools of the agent. */
const knownTools = ({
  value,
  issues,
}: z.core.ParsePayload<Pick<Agent, 'tools' | 'conversation_flow'>>): void => {
  const known = new Set(value.tools.map(({ name }) => name));
  for (const [at, { tools }] of (value.conversation_flow?.nodes ?? []).entries()) {
    for (const [index, name] of (tools ?? []).entries()) {
      if (known.has(name)) continue;
      const path = ['conversation_flow', 'nodes', at, 'tools', index];
      issues.push({ code: 'custom', path, message: 'must be the name of a tool of the agent', input: value });
    }
  }
};

/**
 * One tool names all languages that an agent may change to: a carrier gets each of them when a call begins,
 * and a list is bounded.
 */
const oneSwitch = ({ value, issues }: z.core.ParsePayload<Pick<Agent, 'tools'>>): void => {
  const switches = value.tools.flatMap(({ action }, at) =>
    action?.type === 'builtin' && action.name === 'switch_language' ? [at] : [],
  );
  for (const at of switches.slice(1)) {
    const message = 'must not be a second tool that changes the language: one has all languages';
    issues.push({ code: 'custom', path: ['tools', at, 'action', 'name'], message, input: value });
  }
};

/**
 * A variable of the platform's must be one. At a provider, only the provider knows the variables that it
 * sets.
 */
const knownVariables = ({
  value,
  issues,
}: z.core.ParsePayload<AgentTexts & Pick<Agent, 'provider'>>): void => {
  if (value.provider !== null) return;
  for (const [path, text] of textsOf(value)) {
    for (const { name } of placeholdersIn(text)) {
      if (!isMisspelled(name)) continue;
      const message = `must not have {{${name}}}, which is no variable of the platform`;
      issues.push({ code: 'custom', path: [...path], message, input: value });
    }
  }
};

/** Leaves room beside the item's keys: DynamoDB takes items of 400 KB. */
const wholeAgent = atMost(380_000);

export const AgentInput = z
  .strictObject({
    ...writable,
    client_id: z.optional(id('client')).register(docs, {
      description:
        'The organization that owns the agent; by default the API key’s own. It cannot be changed later',
    }),
  })
  .check(wholeAgent, knownTools, oneSwitch, knownVariables)
  .register(docs, { id: 'AgentInput', description: 'A new agent' });
export type AgentInput = z.output<typeof AgentInput>;

export const AgentReplacement = z
  .strictObject({
    ...sentBack(Agent),
    ...writable,
    client_id: z
      .optional(id('client'))
      .register(docs, { description: 'The owner; a value other than the current one is refused' }),
  })
  .check(wholeAgent, knownTools, oneSwitch, knownVariables)
  .register(docs, {
    id: 'AgentReplacement',
    description: 'Everything that can be changed of an agent. An absent field is reset to its default',
  });
export type AgentReplacement = z.output<typeof AgentReplacement>;

const VoicePatch = openShape(
  {
    provider: described(patched(slug(64)), 'The company that makes the voice, such as `elevenlabs`'),
    speed: described(patched(z.number()), 'The speed of speech; 1 is the normal speed of the voice'),
  },
  8192,
).register(docs, { id: 'VoicePatch', description: 'The settings of the voice to change' });

const PersonalityPatch = strictObject('PersonalityPatch', 'The traits of the character to change', {
  tone: described(patched(text(100)), 'The tone of voice, such as `warm`'),
  style: described(patched(text(100)), 'The manner of speaking, such as `concise`'),
  traits: described(
    patched(Personality.shape.traits.def.innerType),
    'Character traits: the list is replaced as a whole',
  ),
});

const ModelPatch = strictObject(
  'ModelPatch',
  'The settings of the language model to change',
  patchOf(Model.shape),
);

const AgentProviderPatch = strictObject('AgentProviderPatch', 'The fields of the provider to change', {
  name: described(patched(slug(64)), 'The provider, such as `elevenlabs`, `vapi` or `retell`'),
  agent_id: described(patched(text(256)), 'The agent’s id at the provider'),
});

/** The body of a PATCH: the fields of an agent. An absent field keeps its value, and null removes one. */
export const AgentPatch = z
  .strictObject({
    ...patchOf(writable),
    voice: described(patched(VoicePatch), 'The agent’s voice'),
    personality: described(patched(PersonalityPatch), 'The character that the agent speaks with'),
    model: described(patched(ModelPatch), 'The language model that generates the agent’s answers'),
    tools: described(
      patched(writable.tools.def.innerType),
      'The functions that the agent may call: the list is replaced as a whole',
    ),
    conversation_flow: described(patched(FlowPatch), 'The steps that the agent takes a caller through'),
    provider: described(patched(AgentProviderPatch), 'The provider that runs the agent'),
  })
  .check(wholeAgent)
  .register(docs, {
    id: 'AgentPatch',
    description:
      'The fields to change, as a merge patch (RFC 7396): an absent field stays as it is, null removes its value',
  });

/** The path parameters of everything that belongs to an agent. */
export const agentParams = { agent_id: id('agent', 'The agent’s id') };

export const list = route('GET /v1/agents', {
  summary: 'List agents, newest first',
  description:
    'Lists the agents of an organization and its descendants. Items leave out prompts, tools and flows; get the agent to read them.',
  scope: 'agents:read',
  query: z.strictObject({
    ...listQuery,
    updated_after: UpdatedAfter,
    client_id: ofOrganization('agents'),
    name: z.optional(text(200)).register(docs, {
      description: 'Only agents whose name begins with this text, ignoring case and accents',
    }),
    external_id: z.optional(ExternalId).register(docs, {
      description: 'Only the agent with this `external_id`: at most one of each organization',
    }),
  }),
  ...pagesOf('AgentList', AgentItem),
  errors: ['client_not_found'],
});

export const create = route('POST /v1/agents', {
  summary: 'Create an agent',
  description:
    'Creates an agent that serves its organization and that organization’s descendants. A platform key must send `client_id`, because the platform itself owns no agents.',
  scope: 'agents:write',
  audit: 'agent.created',
  body: AgentInput,
  ...created('/v1/agents/{id}', Agent),
  errors: ['client_not_found', 'client_suspended', 'quota_exceeded', 'external_id_exists'],
});

export const get = route('GET /v1/agents/{agent_id}', {
  summary: 'Get an agent',
  description: 'Returns the whole agent, including its prompt, tools and conversation flow.',
  scope: 'agents:read',
  ...entityOf(Agent),
});

export const replace = route('PUT /v1/agents/{agent_id}', {
  summary: 'Replace an agent',
  description:
    'Replaces everything that can be changed of an agent. An absent field is reset to its default. The previous state is kept as a version; a conversation records the version that it started with in `agent_version`.',
  scope: 'agents:write',
  audit: 'agent.updated',
  body: AgentReplacement,
  ...entityOf(Agent),
  errors: ['external_id_exists'],
});

export const update = route('PATCH /v1/agents/{agent_id}', {
  summary: 'Update an agent',
  description:
    'Changes the fields that are sent: null removes a value, objects are merged, and lists are replaced as a whole. The change creates a version; a patch that changes nothing creates none.',
  scope: 'agents:write',
  audit: 'agent.updated',
  tool: true,
  body: AgentPatch,
  ...entityOf(Agent),
  errors: ['external_id_exists'],
});

export const remove = route('DELETE /v1/agents/{agent_id}', {
  summary: 'Remove an agent and keep its conversations',
  description:
    'Removes the agent with its versions and documents. It can no longer be read, and no conversation can be started with it. Its conversations stay. An agent to which an integration of an organization above maps calls, or whose `provider` was set from above, can be removed only with a key from there. Agents that it was deployed to remain at their providers: remove its deployments first.',
  scope: 'agents:write',
  audit: 'agent.removed',
  etag: Agent,
  errors: ['ancestor_key_required'],
});

/** Fields of an agent to test without saving them. Absent fields keep their saved values. */
const Draft = z
  .omit(
    z.strictObject({
      ...patchOf(writable),
      tools: described(z.optional(writable.tools.def.innerType), 'The functions that the agent may call'),
      metadata: z.optional(Metadata),
    }),
    { external_id: true },
  )
  .check(wholeAgent)
  .register(docs, {
    id: 'AgentDraft',
    description:
      'Fields to try without saving them. They replace those of the saved agent, or of the version in `version`',
  });

export const TestMessage = strictObject('TestMessage', 'One message of the conversation so far', {
  role: enumeration('TestRole', ['user', 'agent'], 'The speaker of a message in a test'),
  content: described(text(10_000), 'The words that were said'),
});

const ToolMock = strictObject(
  'ToolMock',
  'A fixed answer for a tool during a test. Of `send_digits`, `switch_language`, `hand_over` and `transfer`, it replaces only the result: the agent goes on as it does in a call',
  {
    name: described(Tool.shape.name, 'The name of the tool'),
    result: described(openValue(16_384), 'The value that each call of the tool returns: any JSON value'),
  },
);

const VariableName = z
  .string()
  .check(z.regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/, 'must be 1 to 64 letters, digits, "_", "." and "-"'))
  .register(docs, { maxLength: 64 });

export const TestVariables = z
  ._default(
    z
      .record(VariableName, z.string().check(z.maxLength(2000)))
      .check(z.refine((value) => Object.keys(value).length <= 100, 'must have at most 100 names')),
    {},
  )
  .register(docs, {
    description:
      'Values that replace `{{name}}` in the agent’s texts. Those of the platform can be set as well, such as `now.date` or `conversation.channel`, which is `phone` by default',
  });

export const AgentTestInput = strictObject(
  'AgentTestInput',
  'One turn of a test conversation with an agent',
  {
    messages: z
      .array(TestMessage)
      .check(
        z.maxLength(200),
        z.refine((messages) => messages.at(-1)?.role !== 'agent', 'must end with a message of the user'),
        atMost(400_000),
      )
      .register(docs, {
        description: 'The conversation so far, oldest message first. When it is empty, the agent begins',
      }),
    variables: TestVariables,
    node: orNull(NodeId).register(docs, {
      description: 'The current node of the flow: `node` of the previous answer. Null at the start',
    }),
    version: z
      .optional(z.int().check(z.minimum(1), z.maximum(999_999_999)))
      .register(docs, { description: 'The version of the agent to test; by default the current one' }),
    tool_mocks: z
      ._default(
        z.array(ToolMock).check(z.maxLength(128), z.refine(uniqueNames, 'must have different names')),
        [],
      )
      .register(docs, { description: 'Fixed answers for the agent’s tools' }),
    draft: z.optional(Draft),
  },
);
export type AgentTestInput = z.output<typeof AgentTestInput>;

const KnowledgeMatch = object(
  'KnowledgeMatch',
  'A document of which passages were given to the language model',
  {
    document_id: z.string().check(z.maxLength(64)).register(docs, { description: 'The document’s id' }),
    title: z.string().check(z.maxLength(1000)).register(docs, { description: 'The document’s name' }),
    score: z.number().check(z.minimum(0)).register(docs, {
      description: 'The relevance of the document. Comparable within one answer only',
    }),
  },
);

const TestToolCall = object('TestToolCall', 'A call of a tool during a test', {
  name: z.string().check(z.maxLength(64)).register(docs, { description: 'The tool that was called' }),
  arguments: described(openObject(16_384), 'The arguments that the agent called it with'),
  result: described(openValue(16_384), 'The mock’s result; null without a mock'),
  mocked: z.boolean().register(docs, { description: 'Whether a mock answered the call' }),
});

const TokenUsage = object('TokenUsage', 'The tokens that the language model processed', {
  input_tokens: z.int().check(z.minimum(0)).register(docs, { description: 'Tokens sent to the model' }),
  output_tokens: z.int().check(z.minimum(0)).register(docs, { description: 'Tokens generated by the model' }),
});

export const AgentTest = object('AgentTestResult', 'The agent’s answer in a test', {
  message: z.nullable(z.string().check(z.maxLength(200_000))).register(docs, {
    description:
      'The agent’s next words; null while it waits for a tool without a mock, or if it only presses keys',
  }),
  node: z.nullable(NodeId).register(docs, {
    description: 'The current node of the flow; null if the agent has no flow',
  }),
  ended: z.boolean().register(docs, {
    description: 'Whether the agent has ended the conversation. Only an agent with a flow ends one',
  }),
  knowledge: z.array(KnowledgeMatch).check(z.maxLength(20)).register(docs, {
    description: 'The documents with passages that the model received, most relevant first',
  }),
  tool_calls: z
    .array(TestToolCall)
    .check(z.maxLength(64))
    .register(docs, { description: 'The tools that the agent called' }),
  usage: TokenUsage,
  latency_ms: z
    .int()
    .check(z.minimum(0))
    .register(docs, { description: 'The time until the answer was complete, in milliseconds' }),
  model: z.string().check(z.maxLength(200)).register(docs, {
    description:
      'The model that answered; `rehearsal` if no model is configured and the flow was followed by its words',
  }),
});
export type AgentTest = z.output<typeof AgentTest>;

export const test = route('POST /v1/agents/{agent_id}/test', {
  summary: 'Test an agent',
  description:
    'Returns what the agent would say next. Only its tokens are stored, which count toward `quotas.model_tokens_per_day` and in usage, without a message: each request sends the conversation so far and the current node of the flow. If the agent calls a tool without a mock, the answer shows the call; send the same request again with a mock for that tool to continue.',
  scope: 'agents:write',
  body: AgentTestInput,
  changesNothing: true,
  tool: true,
  asksModel: true,
  response: AgentTest,
  errors: [
    'agent_version_not_found',
    'client_suspended',
    'usage_limit_reached',
    'model_not_allowed',
    'model_failed',
    'model_unavailable',
    'model_timed_out',
  ],
});
