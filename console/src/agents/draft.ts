import type {
  Agent,
  AgentDraft,
  AgentReplacement,
  ConversationFlowInput,
  ToolActionInput,
} from 'voice-agent-platform-client';

/** A tool as it is edited: its parameters as text, which may not be JSON yet. */
export interface DraftTool {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly parameters: string;
  readonly action: ToolActionInput | null;
  /** The arguments that the model cannot choose: `name=value` in each line. */
  readonly bind: string;
  /** The languages that the action changes to: `language` or `language=voice` in each line. */
  readonly languages: string;
}

/** An agent as it is edited. Texts are empty where the agent has none. */
export interface Draft {
  readonly name: string;
  readonly description: string;
  readonly external_id: string;
  readonly prompt: string;
  readonly first_message: string;
  readonly language: string;
  readonly voice_id: string;
  readonly voice_provider: string;
  readonly voice_speed: string;
  readonly tone: string;
  readonly style: string;
  readonly traits: string;
  readonly model_provider: string;
  readonly model_id: string;
  readonly temperature: string;
  readonly max_tokens: string;
  readonly provider_name: string;
  readonly provider_agent_id: string;
  readonly handover_minutes: string;
  readonly handover_message: string;
  readonly limit_message: string;
  readonly disclosure: string;
  readonly filler: string;
  readonly failure_message: string;
  readonly fallback_number: string;
  readonly tools: readonly DraftTool[];
  readonly flow: ConversationFlowInput | null;
}

const text = (value: string | number | null | undefined): string => String(value ?? '');

export const draftOf = (agent: Agent): Draft => ({
  name: agent.name,
  description: text(agent.description),
  external_id: text(agent.external_id),
  prompt: text(agent.prompt),
  first_message: text(agent.first_message),
  language: text(agent.language),
  voice_id: text(agent.voice_id),
  voice_provider: text(agent.voice?.provider),
  voice_speed: text(agent.voice?.speed),
  tone: text(agent.personality?.tone),
  style: text(agent.personality?.style),
  traits: (agent.personality?.traits ?? []).join(', '),
  model_provider: text(agent.model?.provider),
  model_id: text(agent.model?.id),
  temperature: text(agent.model?.temperature),
  max_tokens: text(agent.model?.max_tokens),
  provider_name: text(agent.provider?.name),
  provider_agent_id: text(agent.provider?.agent_id),
  handover_minutes: text(agent.handover?.answer_within_minutes),
  handover_message: text(agent.handover?.unanswered_message),
  limit_message: text(agent.limit_message),
  disclosure: text(agent.disclosure),
  filler: text(agent.filler),
  failure_message: text(agent.failure_message),
  fallback_number: text(agent.fallback_number),
  tools: agent.tools.map(({ name, description, parameters, action }) => ({
    key: name,
    name,
    description: text(description),
    parameters: JSON.stringify(parameters, undefined, 2),
    action,
    bind: Object.entries((action && 'bind' in action && action.bind) || {})
      .map(([argument, value]) => `${argument}=${value}`)
      .join('\n'),
    languages: ((action?.type === 'builtin' && action.languages) || [])
      .map(({ language, voice_id }) => (voice_id === null ? language : `${language}=${voice_id}`))
      .join('\n'),
  })),
  flow: agent.conversation_flow,
});

/** The names of the fields in which two drafts differ. */
export const changedIn = (draft: Draft, saved: Draft): (keyof Draft)[] =>
  (Object.keys(saved) as (keyof Draft)[]).filter(
    (name) => JSON.stringify(draft[name]) !== JSON.stringify(saved[name]),
  );

const orNull = (value: string): string | null => (value === '' ? null : value);
const numberOrNull = (value: string): number | null => (value === '' ? null : Number(value));

/** Null if all its fields are empty. */
const unlessEmpty = <T extends object>(fields: T): T | null =>
  Object.values(fields).some(
    (value) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
    ? fields
    : null;

export const parseJson = (source: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(source || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

/** The names and values of a text with `name=value` in each line. */
export const boundIn = (source: string): [name: string, value: string][] =>
  source
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...value] = line.split('=');
      return [name.trim(), value.join('=').trim()];
    });

/** Whether each line of a text is a name and a value. */
export const isBound = (source: string): boolean =>
  boundIn(source).every(([name, value]) => name !== '' && value !== '');

/** Whether the draft can be sent: what else is wrong with it, the API says. */
export const isReadable = ({ tools }: Draft): boolean =>
  tools.every(({ parameters, bind }) => parseJson(parameters) !== undefined && isBound(bind));

const actionOf = ({ action, bind, languages }: DraftTool): ToolActionInput | null => {
  if (action?.type === 'builtin' && action.name === 'switch_language') {
    const spoken = boundIn(languages).map(([language, voice]) => ({ language, voice_id: orNull(voice) }));
    return { ...action, languages: spoken };
  }
  return action?.type === 'http' || action?.type === 'mcp'
    ? { ...action, bind: Object.fromEntries(boundIn(bind)) }
    : action;
};

/** The fields of the draft as the API takes them. Further settings of the voice are those of the agent. */
const fieldsOf = (draft: Draft, agent: Agent) => {
  const { provider: _provider, speed: _speed, ...furtherVoice } = agent.voice ?? {};
  return {
    name: draft.name,
    description: orNull(draft.description),
    prompt: orNull(draft.prompt),
    first_message: orNull(draft.first_message),
    language: orNull(draft.language),
    voice_id: orNull(draft.voice_id),
    voice: unlessEmpty({
      ...furtherVoice,
      ...(draft.voice_provider && { provider: draft.voice_provider }),
      ...(draft.voice_speed && { speed: Number(draft.voice_speed) }),
    }),
    personality: unlessEmpty({
      tone: orNull(draft.tone),
      style: orNull(draft.style),
      traits: draft.traits
        .split(',')
        .map((trait) => trait.trim())
        .filter(Boolean),
    }),
    model: unlessEmpty({
      provider: orNull(draft.model_provider),
      id: orNull(draft.model_id),
      temperature: numberOrNull(draft.temperature),
      max_tokens: numberOrNull(draft.max_tokens),
    }),
    provider:
      draft.provider_name || draft.provider_agent_id
        ? { name: draft.provider_name, agent_id: draft.provider_agent_id }
        : null,
    handover:
      draft.handover_minutes || draft.handover_message
        ? {
            answer_within_minutes: Number(draft.handover_minutes),
            unanswered_message: draft.handover_message,
          }
        : null,
    limit_message: orNull(draft.limit_message),
    // An empty disclosure is none, which is set by the API only.
    disclosure: draft.disclosure === '' && agent.disclosure === '' ? '' : orNull(draft.disclosure),
    filler: orNull(draft.filler),
    failure_message: orNull(draft.failure_message),
    fallback_number: orNull(draft.fallback_number),
    tools: draft.tools.map((tool) => ({
      name: tool.name,
      description: orNull(tool.description),
      parameters: parseJson(tool.parameters) ?? {},
      action: actionOf(tool),
    })),
    conversation_flow: draft.flow,
  };
};

export const replacementOf = (draft: Draft, agent: Agent): AgentReplacement => ({
  ...fieldsOf(draft, agent),
  external_id: orNull(draft.external_id),
  metadata: agent.metadata,
});

export const triedDraftOf = (draft: Draft, agent: Agent): AgentDraft => fieldsOf(draft, agent);
