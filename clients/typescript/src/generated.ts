// Made by `npm run openapi` from the contract.

import type { Call, ListCall, StreamCall } from './calls.ts';

/** The codes of problems. New ones may be added. */
export type ErrorCode =
  | 'invalid_json'
  | 'validation_failed'
  | 'unknown_parameter'
  | 'invalid_cursor'
  | 'unauthenticated'
  | 'logout_refused'
  | 'signature_invalid'
  | 'insufficient_scope'
  | 'sign_in_refused'
  | 'person_required'
  | 'ancestor_key_required'
  | 'route_not_found'
  | 'agent_not_found'
  | 'erasure_not_found'
  | 'analysis_run_not_found'
  | 'analyzer_not_found'
  | 'analyzer_version_not_found'
  | 'agent_version_not_found'
  | 'api_key_not_found'
  | 'client_not_found'
  | 'connection_not_found'
  | 'member_not_found'
  | 'invitation_not_found'
  | 'conversation_not_found'
  | 'plan_not_found'
  | 'review_not_found'
  | 'statement_not_found'
  | 'subscription_not_found'
  | 'deployment_not_found'
  | 'audit_record_not_found'
  | 'export_not_found'
  | 'document_not_found'
  | 'message_not_found'
  | 'event_not_found'
  | 'import_not_found'
  | 'integration_not_found'
  | 'provider_agent_not_found'
  | 'recording_not_available'
  | 'tool_server_not_found'
  | 'webhook_not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'api_key_outlives'
  | 'agent_not_deployed'
  | 'agent_not_serving_client'
  | 'answer_interrupted'
  | 'client_erasing'
  | 'client_suspended'
  | 'analysis_disabled'
  | 'audit_record_not_sealed'
  | 'conversation_active'
  | 'conversation_busy'
  | 'conversation_ended'
  | 'conversation_exists'
  | 'connection_in_use'
  | 'domain_not_verified'
  | 'domain_taken'
  | 'sign_in_enforced'
  | 'enforced_without_owner'
  | 'last_owner'
  | 'member_exists'
  | 'external_id_exists'
  | 'integration_disabled'
  | 'integration_without_key'
  | 'custom_llm_not_supported'
  | 'invalid_parent'
  | 'invalid_transition'
  | 'knowledge_base_full'
  | 'model_not_allowed'
  | 'no_tool_calls'
  | 'not_a_chat'
  | 'platform_key_needed'
  | 'currency_fixed'
  | 'period_final'
  | 'statement_not_final'
  | 'usage_limit_reached'
  | 'too_many_exports'
  | 'replay_in_progress'
  | 'quota_exceeded'
  | 'recording_disabled'
  | 'recording_exists'
  | 'recording_pending'
  | 'request_in_flight'
  | 'transcript_full'
  | 'transcript_gap'
  | 'turn_conflict'
  | 'webhook_disabled'
  | 'webhook_posts'
  | 'recording_deleted'
  | 'provider_refused'
  | 'tool_server_failed'
  | 'speech_not_available'
  | 'voices_not_listed'
  | 'precondition_failed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'idempotency_key_reused'
  | 'range_too_large'
  | 'rate_limited'
  | 'internal'
  | 'provider_unavailable'
  | 'model_failed'
  | 'model_unavailable'
  | 'model_timed_out'
  | 'unavailable';

/** Additional fields of active conversations in a list */
export type ActiveConversationExpansion = 'details' | 'names' | 'turns';

/** A voice agent: its instructions, its voice, its tools and the provider that runs it */
export interface Agent {
  /** The unique id; begins with `agent_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The organization that owns the agent */
  readonly client_id: string;
  /** The agent’s name, for people */
  readonly name: string;
  /** The purpose of the agent */
  readonly description: string | null;
  /** The system prompt: the agent’s instructions. `{{name}}` is replaced by the variable of that name */
  readonly prompt: string | null;
  /** The sentence that the agent begins a conversation with */
  readonly first_message: string | null;
  /** The language that the agent speaks: a BCP 47 tag such as `en-GB` */
  readonly language: string | null;
  /** The voice’s id at its provider */
  readonly voice_id: string | null;
  /** The agent’s voice */
  readonly voice: Voice | null;
  /** The character that the agent speaks with */
  readonly personality: Personality | null;
  /** The language model that generates the agent’s answers */
  readonly model: Model | null;
  /** The functions that the agent may call */
  readonly tools: readonly Tool[];
  /** The steps that the agent takes a caller through, as a graph */
  readonly conversation_flow: ConversationFlow | null;
  /** The action to take if nobody takes over a chat that was handed over. If null, the chat waits until it ends */
  readonly handover: HandoverRules | null;
  /** The agent’s last words in a chat that ends with its answer because a limit of the chat is reached, such as that of messages. They are a turn after the answer. If null, it says nothing more */
  readonly limit_message: string | null;
  /** The provider that runs the agent. An integration without a mapping for the provider’s agent finds the agent by it, if a key of the integration’s organization or of one above has set it */
  readonly provider: AgentProvider | null;
  /** Your own id of the agent, unique within its organization; null if there is none */
  readonly external_id: string | null;
  readonly knowledge_base: KnowledgeBase;
}

/** An agent was created */
export interface AgentCreatedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'agent.created';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: Agent | EventReference;
}

/** Fields to try without saving them. They replace those of the saved agent, or of the version in `version` */
export interface AgentDraft {
  /** The agent’s name, for people */
  readonly name?: string;
  /** The purpose of the agent */
  readonly description?: string | null;
  /** The system prompt: the agent’s instructions. `{{name}}` is replaced by the variable of that name */
  readonly prompt?: string | null;
  /** The sentence that the agent begins a conversation with */
  readonly first_message?: string | null;
  /** The language that the agent speaks: a BCP 47 tag such as `en-GB` */
  readonly language?: string | null;
  /** The voice’s id at its provider */
  readonly voice_id?: string | null;
  /** The agent’s voice */
  readonly voice?: Voice | null;
  /** The character that the agent speaks with */
  readonly personality?: PersonalityInput | null;
  /** The language model that generates the agent’s answers */
  readonly model?: ModelInput | null;
  /** The functions that the agent may call */
  readonly tools?: readonly ToolInput[];
  /** The steps that the agent takes a caller through, as a graph */
  readonly conversation_flow?: ConversationFlowInput | null;
  /** The action to take if nobody takes over a chat that was handed over. If null, the chat waits until it ends */
  readonly handover?: HandoverRules | null;
  /** The agent’s last words in a chat that ends with its answer because a limit of the chat is reached, such as that of messages. They are a turn after the answer. If null, it says nothing more */
  readonly limit_message?: string | null;
  /** The provider that runs the agent. An integration without a mapping for the provider’s agent finds the agent by it, if a key of the integration’s organization or of one above has set it */
  readonly provider?: AgentProvider | null;
  readonly metadata?: Metadata;
}

/** A new agent */
export interface AgentInput {
  /** The agent’s name, for people */
  readonly name: string;
  /** The purpose of the agent */
  readonly description?: string | null;
  /** The system prompt: the agent’s instructions. `{{name}}` is replaced by the variable of that name */
  readonly prompt?: string | null;
  /** The sentence that the agent begins a conversation with */
  readonly first_message?: string | null;
  /** The language that the agent speaks: a BCP 47 tag such as `en-GB` */
  readonly language?: string | null;
  /** The voice’s id at its provider */
  readonly voice_id?: string | null;
  /** The agent’s voice */
  readonly voice?: Voice | null;
  /** The character that the agent speaks with */
  readonly personality?: PersonalityInput | null;
  /** The language model that generates the agent’s answers */
  readonly model?: ModelInput | null;
  /** The functions that the agent may call */
  readonly tools?: readonly ToolInput[];
  /** The steps that the agent takes a caller through, as a graph */
  readonly conversation_flow?: ConversationFlowInput | null;
  /** The action to take if nobody takes over a chat that was handed over. If null, the chat waits until it ends */
  readonly handover?: HandoverRules | null;
  /** The agent’s last words in a chat that ends with its answer because a limit of the chat is reached, such as that of messages. They are a turn after the answer. If null, it says nothing more */
  readonly limit_message?: string | null;
  /** The provider that runs the agent. An integration without a mapping for the provider’s agent finds the agent by it, if a key of the integration’s organization or of one above has set it */
  readonly provider?: AgentProvider | null;
  /** Your own id of the agent, unique within its organization; null if there is none */
  readonly external_id?: string | null;
  readonly metadata?: Metadata;
  /** The organization that owns the agent; by default the API key’s own. It cannot be changed later */
  readonly client_id?: string;
}

/** An agent as it appears in a list */
export interface AgentItem {
  /** The unique id; begins with `agent_` */
  readonly id: string;
  /** The organization that owns the agent */
  readonly client_id: string;
  /** The agent’s name, for people */
  readonly name: string;
  /** The purpose of the agent */
  readonly description: string | null;
  /** The language that the agent speaks: a BCP 47 tag such as `en-GB` */
  readonly language: string | null;
  /** The voice’s id at its provider */
  readonly voice_id: string | null;
  /** The provider that runs the agent. An integration without a mapping for the provider’s agent finds the agent by it, if a key of the integration’s organization or of one above has set it */
  readonly provider: AgentProvider | null;
  /** Your own id of the agent, unique within its organization; null if there is none */
  readonly external_id: string | null;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
}

/** One page of a list */
export interface AgentList {
  /** The items of this page */
  readonly data: readonly AgentItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** Maps a provider’s agent to an agent. Conversations belong to the agent’s organization */
export interface AgentMapping {
  /** The agent’s id at the provider */
  readonly provider_agent_id: string;
  /** The agent of the organization, or of one of its descendants */
  readonly agent_id: string;
}

/** The agent that a provider’s agent is */
export interface AgentMappingInput {
  /** The agent of the organization, or of one of its descendants */
  readonly agent_id: string;
}

/** One page of a list */
export interface AgentMappingList {
  /** The items of this page */
  readonly data: readonly AgentMapping[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** The fields to change, as a merge patch (RFC 7396): an absent field stays as it is, null removes its value */
export interface AgentPatch {
  /** The agent’s name, for people */
  readonly name?: string;
  /** The purpose of the agent */
  readonly description?: string | null;
  /** The system prompt: the agent’s instructions. `{{name}}` is replaced by the variable of that name */
  readonly prompt?: string | null;
  /** The sentence that the agent begins a conversation with */
  readonly first_message?: string | null;
  /** The language that the agent speaks: a BCP 47 tag such as `en-GB` */
  readonly language?: string | null;
  /** The voice’s id at its provider */
  readonly voice_id?: string | null;
  /** The agent’s voice */
  readonly voice?: VoicePatch | null;
  /** The character that the agent speaks with */
  readonly personality?: PersonalityPatch | null;
  /** The language model that generates the agent’s answers */
  readonly model?: ModelPatch | null;
  /** The functions that the agent may call: the list is replaced as a whole */
  readonly tools?: readonly ToolInput[] | null;
  /** The steps that the agent takes a caller through */
  readonly conversation_flow?: ConversationFlowPatch | null;
  /** The action to take if nobody takes over a chat that was handed over. If null, the chat waits until it ends */
  readonly handover?: HandoverRules | null;
  /** The agent’s last words in a chat that ends with its answer because a limit of the chat is reached, such as that of messages. They are a turn after the answer. If null, it says nothing more */
  readonly limit_message?: string | null;
  /** The provider that runs the agent */
  readonly provider?: AgentProviderPatch | null;
  /** Your own id of the agent, unique within its organization; null if there is none */
  readonly external_id?: string | null;
  /** Your own keys to set; null removes one */
  readonly metadata?: MetadataPatch | null;
}

/** The provider that runs the agent */
export interface AgentProvider {
  /** The provider, such as `elevenlabs`, `vapi` or `retell` */
  readonly name: string;
  /** The agent’s id at the provider */
  readonly agent_id: string;
}

/** The fields of the provider to change */
export interface AgentProviderPatch {
  /** The provider, such as `elevenlabs`, `vapi` or `retell` */
  readonly name?: string | null;
  /** The agent’s id at the provider */
  readonly agent_id?: string | null;
}

/** An agent was removed */
export interface AgentRemovedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'agent.removed';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  readonly data: EventReference;
}

/** Everything that can be changed of an agent. An absent field is reset to its default */
export interface AgentReplacement {
  /** The agent’s name, for people */
  readonly name: string;
  /** The purpose of the agent */
  readonly description?: string | null;
  /** The system prompt: the agent’s instructions. `{{name}}` is replaced by the variable of that name */
  readonly prompt?: string | null;
  /** The sentence that the agent begins a conversation with */
  readonly first_message?: string | null;
  /** The language that the agent speaks: a BCP 47 tag such as `en-GB` */
  readonly language?: string | null;
  /** The voice’s id at its provider */
  readonly voice_id?: string | null;
  /** The agent’s voice */
  readonly voice?: Voice | null;
  /** The character that the agent speaks with */
  readonly personality?: PersonalityInput | null;
  /** The language model that generates the agent’s answers */
  readonly model?: ModelInput | null;
  /** The functions that the agent may call */
  readonly tools?: readonly ToolInput[];
  /** The steps that the agent takes a caller through, as a graph */
  readonly conversation_flow?: ConversationFlowInput | null;
  /** The action to take if nobody takes over a chat that was handed over. If null, the chat waits until it ends */
  readonly handover?: HandoverRules | null;
  /** The agent’s last words in a chat that ends with its answer because a limit of the chat is reached, such as that of messages. They are a turn after the answer. If null, it says nothing more */
  readonly limit_message?: string | null;
  /** The provider that runs the agent. An integration without a mapping for the provider’s agent finds the agent by it, if a key of the integration’s organization or of one above has set it */
  readonly provider?: AgentProvider | null;
  /** Your own id of the agent, unique within its organization; null if there is none */
  readonly external_id?: string | null;
  readonly metadata?: Metadata;
  /** The owner; a value other than the current one is refused */
  readonly client_id?: string;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly id?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly created_at?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly updated_at?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly version?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly knowledge_base?: unknown;
}

/** One turn of a test conversation with an agent */
export interface AgentTestInput {
  /** The conversation so far, oldest message first. When it is empty, the agent begins */
  readonly messages: readonly TestMessage[];
  /** Values that replace `{{name}}` in the prompt, the first message and the flow */
  readonly variables?: Readonly<Record<string, string>>;
  /** The current node of the flow: `node` of the previous answer. Null at the start */
  readonly node?: string | null;
  /** The version of the agent to test; by default the current one */
  readonly version?: number;
  /** Fixed answers for the agent’s tools */
  readonly tool_mocks?: readonly ToolMock[];
  readonly draft?: AgentDraft;
}

/** The agent’s answer in a test */
export interface AgentTestResult {
  /** The agent’s next words; null while it waits for a tool without a mock */
  readonly message: string | null;
  /** The current node of the flow; null if the agent has no flow */
  readonly node: string | null;
  /** Whether the agent has ended the conversation. Only an agent with a flow ends one */
  readonly ended: boolean;
  /** The documents with passages that the model received, most relevant first */
  readonly knowledge: readonly KnowledgeMatch[];
  /** The tools that the agent called */
  readonly tool_calls: readonly TestToolCall[];
  readonly usage: TokenUsage;
  /** The time until the answer was complete, in milliseconds */
  readonly latency_ms: number;
  /** The model that answered; `rehearsal` if no model is configured and the flow was followed by its words */
  readonly model: string;
}

/** An agent was changed */
export interface AgentUpdatedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'agent.updated';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: Agent | EventReference;
}

/** An earlier state of an agent, without its documents, which have no versions */
export interface AgentVersion {
  /** The unique id; begins with `agent_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The organization that owns the agent */
  readonly client_id: string;
  /** The agent’s name, for people */
  readonly name: string;
  /** The purpose of the agent */
  readonly description: string | null;
  /** The system prompt: the agent’s instructions. `{{name}}` is replaced by the variable of that name */
  readonly prompt: string | null;
  /** The sentence that the agent begins a conversation with */
  readonly first_message: string | null;
  /** The language that the agent speaks: a BCP 47 tag such as `en-GB` */
  readonly language: string | null;
  /** The voice’s id at its provider */
  readonly voice_id: string | null;
  /** The agent’s voice */
  readonly voice: Voice | null;
  /** The character that the agent speaks with */
  readonly personality: Personality | null;
  /** The language model that generates the agent’s answers */
  readonly model: Model | null;
  /** The functions that the agent may call */
  readonly tools: readonly Tool[];
  /** The steps that the agent takes a caller through, as a graph */
  readonly conversation_flow: ConversationFlow | null;
  /** The action to take if nobody takes over a chat that was handed over. If null, the chat waits until it ends */
  readonly handover: HandoverRules | null;
  /** The agent’s last words in a chat that ends with its answer because a limit of the chat is reached, such as that of messages. They are a turn after the answer. If null, it says nothing more */
  readonly limit_message: string | null;
  /** The provider that runs the agent. An integration without a mapping for the provider’s agent finds the agent by it, if a key of the integration’s organization or of one above has set it */
  readonly provider: AgentProvider | null;
  /** Your own id of the agent, unique within its organization; null if there is none */
  readonly external_id: string | null;
}

/** A version of an agent as it appears in a list */
export interface AgentVersionItem {
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  /** The agent’s name, for people */
  readonly name: string;
  /** The purpose of the agent */
  readonly description: string | null;
  /** The language that the agent speaks: a BCP 47 tag such as `en-GB` */
  readonly language: string | null;
  /** The voice’s id at its provider */
  readonly voice_id: string | null;
  /** The provider that runs the agent. An integration without a mapping for the provider’s agent finds the agent by it, if a key of the integration’s organization or of one above has set it */
  readonly provider: AgentProvider | null;
  /** When this version was created */
  readonly created_at: string;
}

/** One page of a list */
export interface AgentVersionList {
  /** The items of this page */
  readonly data: readonly AgentVersionItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** A language model of the installation */
export interface AllowedModel {
  /** The model’s id; `rehearsal` follows the flow by comparing words, without a language model */
  readonly id: string;
  /** The uses for which the model may be named */
  readonly uses: readonly ModelUse[];
  /** The uses that have the model by default */
  readonly default_of: readonly ModelUse[];
}

/** The language models of the installation */
export interface AllowedModelList {
  /** The models */
  readonly data: readonly AllowedModel[];
}

/** An exact amount of money, which can be negative */
export interface Amount {
  /** A decimal number as a string, so that it stays exact */
  readonly amount: string;
  /** An ISO 4217 currency code */
  readonly currency: string;
}

/** The analysis of a conversation by one analyzer */
export interface Analysis {
  /** The conversation that was analyzed */
  readonly conversation_id: string;
  /** The analyzer */
  readonly analyzer_id: string;
  /** The analyzer’s name at that version */
  readonly analyzer_name: string;
  /** The version of the analyzer */
  readonly version: number;
  /** The model that judged; null if none was asked */
  readonly model: string | null;
  readonly status: AnalysisStatus;
  /** Why it is not `completed`; null if it is */
  readonly status_reason: AnalysisReason | null;
  /** The first condition of `when` that does not hold; null otherwise */
  readonly condition: string | null;
  /** When the analysis was made */
  readonly analyzed_at: string;
  /** The number of turns that were read */
  readonly turns_read: number;
  /** A verdict for each criterion */
  readonly results: readonly AnalysisResult[];
  /** The extracted values */
  readonly fields: readonly ExtractedField[];
  /** The chosen outcome; null if none was */
  readonly outcome: string | null;
  /** The caller’s sentiment; null if it was not determined */
  readonly sentiment: Sentiment | null;
  /** The summary; null if none was written */
  readonly summary: string | null;
  /** Whether the conversation was successful by the analyzer’s rule; null if that is open */
  readonly successful: boolean | null;
  /** The weighted share of criteria that passed, from 0 to 1; null if none was decided */
  readonly score: number | null;
  /** The tokens of the model; null if none was asked */
  readonly usage: AnalysisUsage | null;
  /** The cost of the tokens at the operator’s prices; null without prices */
  readonly cost: Money | null;
  /** The review of people; null if there is none */
  readonly review: AnalysisReview | null;
}

/** The agreement between the analyzer’s verdicts on a criterion and those of reviewers */
export interface AnalysisAgreement {
  /** The version of the analyzer */
  readonly version: number;
  /** The criterion */
  readonly name: string;
  /** The number of verdicts that analyzer and reviewer agree are passed */
  readonly both_passed: number;
  /** The number of verdicts that the analyzer passed and the reviewer failed */
  readonly wrongly_passed: number;
  /** The number of verdicts that the analyzer failed and the reviewer passed */
  readonly wrongly_failed: number;
  /** The number of verdicts that analyzer and reviewer agree are failed */
  readonly both_failed: number;
  /** The number of reviewed verdicts in which both decided */
  readonly reviewed: number;
  /** The share of equal verdicts; null without reviews */
  readonly agreement: number | null;
  /** The share passed by the analyzer, among the verdicts that reviewers passed; null if there are none */
  readonly passed_rate: number | null;
  /** The share failed by the analyzer, among the verdicts that reviewers failed; null if there are none */
  readonly failed_rate: number | null;
  /** Cohen’s κ, the agreement beyond chance; null below 20 reviews, or with one class only */
  readonly kappa: number | null;
}

/** The tokens of a month that are used up */
export interface AnalysisBudget {
  /** The organization whose analyzers used the tokens; null for the platform */
  readonly client_id: string | null;
  /** The analyzer whose own limit was reached; null if it was the limit of its organization */
  readonly analyzer_id: string | null;
  /** The month of UTC, such as `2026-11` */
  readonly month: string;
  /** The limit */
  readonly tokens_per_month: number;
  /** The tokens that were used or reserved */
  readonly tokens: number;
}

/** Analyzers used up their tokens of a month */
export interface AnalysisBudgetReachedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'analysis.budget_reached';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: AnalysisBudget | EventReference;
}

/** The conditions that a conversation must meet to be analyzed */
export interface AnalysisConditions {
  /** Only conversations with these agents; empty for all */
  readonly agent_ids: readonly string[];
  /** Only these channels; empty for all */
  readonly channels: readonly Channel[];
  /** Only these directions; empty for all */
  readonly directions: readonly Direction[];
  /** Only conversations that ended so */
  readonly statuses: readonly ConversationStatus[];
  /** The smallest number of turns */
  readonly min_turns: number;
  /** The shortest duration in milliseconds */
  readonly min_duration_ms: number;
  /** Only conversations that ended for these reasons; empty for all */
  readonly end_reasons: readonly string[];
  /** The share of conversations, chosen by their ids: always the same ones */
  readonly sample: number;
}

/** The conditions that a conversation must meet to be analyzed */
export interface AnalysisConditionsInput {
  /** Only conversations with these agents; empty for all */
  readonly agent_ids?: readonly string[];
  /** Only these channels; empty for all */
  readonly channels?: readonly Channel[];
  /** Only these directions; empty for all */
  readonly directions?: readonly Direction[];
  /** Only conversations that ended so */
  readonly statuses?: readonly ConversationStatus[];
  /** The smallest number of turns. Default: `2` */
  readonly min_turns?: number;
  /** The shortest duration in milliseconds. Default: `10000` */
  readonly min_duration_ms?: number;
  /** Only conversations that ended for these reasons; empty for all */
  readonly end_reasons?: readonly string[];
  /** The share of conversations, chosen by their ids: always the same ones. Default: `1` */
  readonly sample?: number;
}

/** The conditions to change */
export interface AnalysisConditionsPatch {
  /** Only conversations with these agents; empty for all */
  readonly agent_ids?: readonly string[] | null;
  /** Only these channels; empty for all */
  readonly channels?: readonly Channel[] | null;
  /** Only these directions; empty for all */
  readonly directions?: readonly Direction[] | null;
  /** Only conversations that ended so */
  readonly statuses?: readonly ConversationStatus[] | null;
  /** The smallest number of turns */
  readonly min_turns?: number | null;
  /** The shortest duration in milliseconds */
  readonly min_duration_ms?: number | null;
  /** Only conversations that ended for these reasons; empty for all */
  readonly end_reasons?: readonly string[] | null;
  /** The share of conversations, chosen by their ids: always the same ones */
  readonly sample?: number | null;
}

/** One requirement that conversations are judged by */
export interface AnalysisCriterion {
  /** The name, unique within the analyzer */
  readonly name: string;
  readonly kind: CriterionKind;
  /** With `judge` and `score`: what the model decides, such as “The agent repeated the appointment before ending the call”. Phrase it so that `passed` is good */
  readonly instruction: string | null;
  /** With `judge`: examples that show the model how to decide */
  readonly examples: readonly CriterionExample[];
  /** With `judge` and `score`: the condition, in words, without which the verdict is `not_applicable` */
  readonly applies_when: string | null;
  /** With `score`: the lowest score */
  readonly min: number | null;
  /** With `score`: the highest score */
  readonly max: number | null;
  /** With `score`: the lowest score that passes; by default the middle of the range */
  readonly pass_at: number | null;
  readonly speaker: AnalysisSpeaker;
  /** With `contains`: one of these must be said, ignoring case */
  readonly texts: readonly string[];
  /** With `pattern`: the regular expression in the syntax of RE2, which must match a turn */
  readonly pattern: string | null;
  /** With `contains`, `pattern` and `tool_called`: passes if there is none */
  readonly absent: boolean;
  /** With `tool_called`: the name of the tool */
  readonly tool: string | null;
  /** With `metric`: the name in `metrics`. A price is unknown unless everybody sees it who sees the results: of a shared analyzer, also the organization of the conversation */
  readonly metric: string | null;
  /** With `metric`, `duration` and `turns`: the comparison */
  readonly op: Comparison | null;
  /** With `metric`, `duration` and `turns`: the number to compare with */
  readonly value: number | null;
  /** With `ended_by`: the reasons that pass */
  readonly end_reasons: readonly string[];
  /** Whether a conversation must meet it to be successful (`success.rule` `all_required`) */
  readonly required: boolean;
  /** Its share of the score, relative to the other criteria */
  readonly weight: number;
  /** Whether conversations can be found by its verdict: `label=criterion.<name>:<verdict>` */
  readonly labels: boolean;
}

/** One requirement that conversations are judged by */
export interface AnalysisCriterionInput {
  /** The name, unique within the analyzer */
  readonly name: string;
  readonly kind: CriterionKind;
  /** With `judge` and `score`: what the model decides, such as “The agent repeated the appointment before ending the call”. Phrase it so that `passed` is good */
  readonly instruction?: string | null;
  /** With `judge`: examples that show the model how to decide */
  readonly examples?: readonly CriterionExample[];
  /** With `judge` and `score`: the condition, in words, without which the verdict is `not_applicable` */
  readonly applies_when?: string | null;
  /** With `score`: the lowest score */
  readonly min?: number | null;
  /** With `score`: the highest score */
  readonly max?: number | null;
  /** With `score`: the lowest score that passes; by default the middle of the range */
  readonly pass_at?: number | null;
  /** Default: `any` */
  readonly speaker?: AnalysisSpeaker;
  /** With `contains`: one of these must be said, ignoring case */
  readonly texts?: readonly string[];
  /** With `pattern`: the regular expression in the syntax of RE2, which must match a turn */
  readonly pattern?: string | null;
  /** With `contains`, `pattern` and `tool_called`: passes if there is none. Default: `false` */
  readonly absent?: boolean;
  /** With `tool_called`: the name of the tool */
  readonly tool?: string | null;
  /** With `metric`: the name in `metrics`. A price is unknown unless everybody sees it who sees the results: of a shared analyzer, also the organization of the conversation */
  readonly metric?: string | null;
  /** With `metric`, `duration` and `turns`: the comparison */
  readonly op?: Comparison | null;
  /** With `metric`, `duration` and `turns`: the number to compare with */
  readonly value?: number | null;
  /** With `ended_by`: the reasons that pass */
  readonly end_reasons?: readonly string[];
  /** Whether a conversation must meet it to be successful (`success.rule` `all_required`). Default: `true` */
  readonly required?: boolean;
  /** Its share of the score, relative to the other criteria. Default: `1` */
  readonly weight?: number;
  /** Whether conversations can be found by its verdict: `label=criterion.<name>:<verdict>`. Default: `true` */
  readonly labels?: boolean;
}

/** A quote from the transcript, which was found there */
export interface AnalysisEvidence {
  /** The turn’s position in the transcript */
  readonly index: number;
  /** The words of the turn that the verdict rests on */
  readonly quote: string;
}

/** One value to extract from conversations */
export interface AnalysisField {
  /** The name, unique within the analyzer */
  readonly name: string;
  readonly type: AnalysisFieldType;
  /** The value to extract, for the model */
  readonly description: string | null;
  /** With `enum`: the possible values */
  readonly values: readonly string[];
  /** A regular expression in the syntax of RE2. Its first group, or else the whole match, is the value, and no model is asked */
  readonly pattern: string | null;
  /** Whether a missing value is reported, with a reason. It does not make a conversation unsuccessful */
  readonly required: boolean;
  /** Whether conversations can be found by its value: `label=field.<name>:<value>` */
  readonly labels: boolean;
}

/** One value to extract from conversations */
export interface AnalysisFieldInput {
  /** The name, unique within the analyzer */
  readonly name: string;
  readonly type: AnalysisFieldType;
  /** The value to extract, for the model */
  readonly description?: string | null;
  /** With `enum`: the possible values */
  readonly values?: readonly string[];
  /** A regular expression in the syntax of RE2. Its first group, or else the whole match, is the value, and no model is asked */
  readonly pattern?: string | null;
  /** Whether a missing value is reported, with a reason. It does not make a conversation unsuccessful. Default: `false` */
  readonly required?: boolean;
  /** Whether conversations can be found by its value: `label=field.<name>:<value>`. Default: `false` */
  readonly labels?: boolean;
}

/** The type of a value: `date` is `YYYY-MM-DD`, `list` a list of texts */
export type AnalysisFieldType = 'text' | 'number' | 'integer' | 'boolean' | 'enum' | 'date' | 'list';

/** One page of a list */
export interface AnalysisList {
  /** The items of this page */
  readonly data: readonly Analysis[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** The language model that judges */
export interface AnalysisModel {
  /** The model’s id, one of those that the operator allows */
  readonly id: string;
}

/** The outcomes that a model chooses from */
export interface AnalysisOutcome {
  /** The possible outcomes, of which the model chooses one */
  readonly values: readonly OutcomeChoice[];
}

/** The outcomes that a model chooses from */
export interface AnalysisOutcomeInput {
  /** The possible outcomes, of which the model chooses one */
  readonly values: readonly OutcomeChoiceInput[];
}

/** The conversation to analyze, and optionally the draft of an analyzer */
export interface AnalysisPreviewInput {
  /** The conversation to analyze */
  readonly conversation_id: string;
  /** An analyzer to try in place of the saved one. `client_id` is ignored */
  readonly draft?: AnalyzerInput;
}

/** Why there is no verdict or value. `condition`, `sample`: the conversation is not analyzed; `budget`: the tokens of the month are used up; `no_transcript`, `too_long`: nothing to read, or more than a model is given; `no_model`: none is configured; `model_failed`: it did not answer; `invalid_output`: its answer cannot be used; `evidence_missing`: it cited words that were not said; `not_found`: a required value does not occur */
export type AnalysisReason = 'condition' | 'sample' | 'budget' | 'no_transcript' | 'too_long' | 'no_model' | 'model_failed' | 'invalid_output' | 'evidence_missing' | 'not_found';

/** The verdicts of an analyzer, by criterion and version */
export interface AnalysisReport {
  /** The analyzer */
  readonly analyzer_id: string;
  /** The start of the first conversations (inclusive) */
  readonly from: string;
  /** The start of the last conversations (exclusive) */
  readonly to: string;
  /** The number of analyses */
  readonly analyses: number;
  /** The verdicts */
  readonly rows: readonly AnalysisReportRow[];
  /** The agreement with reviews */
  readonly agreement: readonly AnalysisAgreement[];
}

/** The grouping of a report’s rows */
export type AnalysisReportGroup = 'agent';

/** The length of the periods of a report, in UTC */
export type AnalysisReportInterval = 'day' | 'month' | 'total';

/** The verdicts on one criterion in a period. Versions are never added up */
export interface AnalysisReportRow {
  /** When the period starts */
  readonly start: string;
  /** The version of the analyzer */
  readonly version: number;
  /** The agent; null without `group_by=agent` */
  readonly agent_id: string | null;
  /** The criterion */
  readonly name: string;
  /** The number of conversations in which it passed */
  readonly passed: number;
  /** The number of conversations in which it failed */
  readonly failed: number;
  /** The number of conversations that did not show whether it passed */
  readonly unknown: number;
  /** The number of conversations to which it did not apply */
  readonly not_applicable: number;
  /** The number of conversations for which no verdict was obtained */
  readonly unscored: number;
}

/** The analyses to make again */
export interface AnalysisRequest {
  /** The analyzer to run; by default all that apply to the conversation */
  readonly analyzer_id?: string;
}

/** The verdict on one criterion */
export interface AnalysisResult {
  /** The name of the criterion */
  readonly name: string;
  readonly verdict: CriterionVerdict;
  /** The score, with kind `score`; null otherwise */
  readonly score: number | null;
  /** Why the verdict is so; null if it was computed */
  readonly rationale: string | null;
  /** The turns that show it */
  readonly evidence: readonly AnalysisEvidence[];
  /** Why there is no verdict; null if there is one */
  readonly reason: AnalysisReason | null;
}

/** A reviewer’s decisions, beside the original verdicts */
export interface AnalysisReview {
  /** The reviewer’s verdicts; criteria that are absent stay as they are */
  readonly results: readonly ReviewedResult[];
  /** The reviewer’s values; fields that are absent stay as they are */
  readonly fields: readonly ReviewedField[];
  /** The right outcome. If null, it is unchanged */
  readonly outcome: string | null;
  /** The right sentiment. If null, it is unchanged */
  readonly sentiment: Sentiment | null;
  /** Whether the conversation was successful. If null, the result is unchanged */
  readonly successful: boolean | null;
  /** When it was reviewed */
  readonly at: string;
  /** The API key or the member that reviewed it, which may have been removed since */
  readonly by: string | null;
}

/** The analyses that people review */
export interface AnalysisReviews {
  /** The share of analyses that people review without seeing the verdicts first */
  readonly sample: number;
  /** The verdicts that ask for a review */
  readonly on: readonly ReviewTrigger[];
}

/** The analyses that people review */
export interface AnalysisReviewsInput {
  /** The share of analyses that people review without seeing the verdicts first. Default: `0` */
  readonly sample?: number;
  /** The verdicts that ask for a review */
  readonly on?: readonly ReviewTrigger[];
}

/** The rules to change */
export interface AnalysisReviewsPatch {
  /** The share of analyses that people review without seeing the verdicts first */
  readonly sample?: number | null;
  /** The verdicts that ask for a review */
  readonly on?: readonly ReviewTrigger[] | null;
}

/** A run of an analyzer over earlier conversations */
export interface AnalysisRun {
  /** The run’s id */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it last made progress */
  readonly updated_at: string;
  /** The organization that owns the analyzer; null for the platform */
  readonly client_id: string | null;
  /** The analyzer */
  readonly analyzer_id: string;
  /** The version of the analyzer */
  readonly version: number;
  readonly only: AnalysisRunScope;
  /** The most conversations to analyze */
  readonly max_conversations: number;
  /** The most tokens to use; null if the run has no limit */
  readonly tokens: number | null;
  /** Whether it only counts */
  readonly dry_run: boolean;
  readonly status: AnalysisRunStatus;
  /** The number of conversations that were looked at */
  readonly seen: number;
  /** The number of conversations that were analyzed, or would be */
  readonly analyzed: number;
  /** The number of conversations whose conditions or budget did not allow it */
  readonly skipped: number;
  /** The number of conversations that could not be analyzed */
  readonly failed: number;
  /** The tokens that were used, also by analyses that failed; or the estimate of a dry run */
  readonly tokens_used: number;
  /** The API key or the member that created the run, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
}

/** An analysis run ended */
export interface AnalysisRunCompletedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'analysis_run.completed';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: AnalysisRunSummary | EventReference;
}

/** The conversations to analyze: the filters of `GET /v1/conversations` except `q` and `ids` */
export interface AnalysisRunFilters {
  /** Only conversations with one of these agents */
  readonly agent_id?: readonly string[];
  /** Only conversations with one of these outcomes */
  readonly outcome?: readonly string[];
  /** Only conversations over one of these channels */
  readonly channel?: readonly Channel[];
  /** Only conversations with one of these sentiments */
  readonly sentiment?: readonly Sentiment[];
  /** Only conversations that ended for one of these reasons */
  readonly end_reason?: readonly string[];
  /** Only conversations in one of these directions */
  readonly direction?: readonly Direction[];
  /** Only conversations that one of these providers held */
  readonly provider?: readonly string[];
  /** Only conversations with this id at the provider */
  readonly provider_conversation_id?: string;
  /** Only conversations with this value of one key of `metadata`: `metadata.<key>=<value>` in a query */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Only conversations that have ended and lasted at least so long */
  readonly duration_min_ms?: number;
  /** Only conversations that have ended and lasted at most so long */
  readonly duration_max_ms?: number;
  /** Only conversations whose recording is available, or only those without one */
  readonly has_recording?: boolean;
  /** Only conversations that reached their goal, or only those that did not (`quality.successful`) */
  readonly successful?: boolean;
  /** Only conversations that are marked as reviewed, or only those that are not */
  readonly reviewed?: boolean;
  /** Only conversations of this caller: the exact phone number in E.164 form, or the exact id */
  readonly caller?: string;
  /** Only conversations of callers whose name has words that begin with all of these, ignoring case and accents */
  readonly caller_name?: string;
  /** Only the conversation with this `external_id`: at most one of each organization */
  readonly external_id?: string;
  /** Only conversations with one of these tags */
  readonly tag?: readonly string[];
  /** Only conversations with all of these verdicts and values of shared analyzers, at most three: `criterion.<name>:<verdict>` or `field.<name>:<value>` */
  readonly label?: readonly string[];
  /** Only conversations that started at this time or later (inclusive) */
  readonly start_after?: string;
  /** Only conversations that started before this time (exclusive), which must be after `start_after` */
  readonly start_before?: string;
  /** For an organization above one for tests: `true` returns only conversations of organizations for tests, which are left out otherwise. In an organization for tests, it has no effect */
  readonly test?: Flag;
  /** Only conversations with one of these statuses */
  readonly status?: readonly ConversationStatus[];
}

/** The earlier conversations to analyze */
export interface AnalysisRunInput {
  /** The analyzer */
  readonly analyzer_id: string;
  /** The version of the analyzer; by default the current one. `tokens_per_month` and `shared` are always the current ones */
  readonly version?: number;
  readonly filters?: AnalysisRunFilters;
  /** Default: `missing` */
  readonly only?: AnalysisRunScope;
  /** The most conversations to analyze. Default: `1000` */
  readonly max_conversations?: number;
  /** The most tokens of models that the run uses, plus those of one analysis at most: none begins once they are used. With a limit, conversations are analyzed one after the other. If null, only the budgets of the analyzer and its organization apply */
  readonly tokens?: number | null;
  /** With `true`, nothing is analyzed, and the run counts conversations and estimates their tokens. Default: `false` */
  readonly dry_run?: boolean;
}

/** One page of a list */
export interface AnalysisRunList {
  /** The items of this page */
  readonly data: readonly AnalysisRun[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** The result of a run */
export type AnalysisRunResult = 'completed' | 'canceled' | 'failed';

/** The conversations that a run analyzes: those without an analysis, or whose analysis failed or lacked tokens (`missing`); those analyzed by another version (`outdated`); or all */
export type AnalysisRunScope = 'missing' | 'outdated' | 'all';

/** The status of a run: `running`, then `completed` or `canceled` */
export type AnalysisRunStatus = 'running' | 'completed' | 'canceled';

/** The result of an analysis run */
export interface AnalysisRunSummary {
  /** The run’s id */
  readonly id: string;
  /** The analyzer */
  readonly analyzer_id: string;
  readonly status: AnalysisRunResult;
  /** The number of conversations that were analyzed */
  readonly analyzed: number;
  /** The number of conversations that were skipped */
  readonly skipped: number;
  /** The number of conversations that could not be analyzed */
  readonly failed: number;
  /** The tokens of models that were used */
  readonly tokens: number;
}

/** Whether analyzers of the organization run, and what they may use. Only a key of an organization above can change it */
export interface AnalysisSettings {
  /** Whether analyzers of the organization run; false if absent. False in any organization above applies here as well */
  readonly enabled?: boolean;
  /** The most tokens of language models that the analyzers of the organization and its descendants use together in a calendar month of UTC; no limit if absent */
  readonly tokens_per_month?: number;
}

/** The settings to change; null removes one */
export interface AnalysisSettingsPatch {
  /** Whether analyzers of the organization run; false if absent. False in any organization above applies here as well */
  readonly enabled?: boolean | null;
  /** The most tokens of language models that the analyzers of the organization and its descendants use together in a calendar month of UTC; no limit if absent */
  readonly tokens_per_month?: number | null;
}

/** The speakers whose words a check reads */
export type AnalysisSpeaker = 'any' | 'user' | 'agent';

/** The status of an analysis: `pending` until it is made; `completed`; `partial` if some verdicts could not be obtained; `failed` if none could; `skipped` if its conditions or its budget did not allow it */
export type AnalysisStatus = 'pending' | 'completed' | 'partial' | 'failed' | 'skipped';

/** The rule by which a conversation is successful */
export interface AnalysisSuccess {
  readonly rule: SuccessRule;
  /** With `score`: the lowest score of a successful conversation, from 0 to 1 */
  readonly threshold: number | null;
}

/** The rule by which a conversation is successful */
export interface AnalysisSuccessInput {
  readonly rule: SuccessRule;
  /** With `score`: the lowest score of a successful conversation, from 0 to 1 */
  readonly threshold?: number | null;
}

/** A summary that a model writes */
export interface AnalysisSummary {
  /** The content of the summary, as an instruction to the model */
  readonly instruction: string;
}

/** The tokens of a model that an analysis used */
export interface AnalysisUsage {
  /** Tokens sent to the model */
  readonly input_tokens: number;
  /** Tokens generated by the model */
  readonly output_tokens: number;
  /** Whether the model did not report its usage, so that the estimate counts */
  readonly estimated: boolean;
}

/** Whether the analysis sets a field of the conversation: `fill` if there is no value, `replace` also in place of a provider’s, `none` never. What a key of the API or a review has set stays in any case */
export type AnalysisWriteMode = 'fill' | 'replace' | 'none';

/** The fields of a conversation that the analysis sets. An analyzer that is not shared sets none */
export interface AnalysisWrites {
  readonly outcome: AnalysisWriteMode;
  readonly sentiment: AnalysisWriteMode;
  readonly summary: AnalysisWriteMode;
  readonly data: AnalysisWriteMode;
  readonly quality: AnalysisWriteMode;
}

/** The fields of a conversation that the analysis sets. An analyzer that is not shared sets none */
export interface AnalysisWritesInput {
  /** Default: `fill` */
  readonly outcome?: AnalysisWriteMode;
  /** Default: `fill` */
  readonly sentiment?: AnalysisWriteMode;
  /** Default: `fill` */
  readonly summary?: AnalysisWriteMode;
  /** Default: `fill` */
  readonly data?: AnalysisWriteMode;
  /** Default: `fill` */
  readonly quality?: AnalysisWriteMode;
}

/** The modes to change */
export interface AnalysisWritesPatch {
  /** Whether the analysis sets a field of the conversation: `fill` if there is no value, `replace` also in place of a provider’s, `none` never. What a key of the API or a review has set stays in any case */
  readonly outcome?: AnalysisWriteMode | null;
  /** Whether the analysis sets a field of the conversation: `fill` if there is no value, `replace` also in place of a provider’s, `none` never. What a key of the API or a review has set stays in any case */
  readonly sentiment?: AnalysisWriteMode | null;
  /** Whether the analysis sets a field of the conversation: `fill` if there is no value, `replace` also in place of a provider’s, `none` never. What a key of the API or a review has set stays in any case */
  readonly summary?: AnalysisWriteMode | null;
  /** Whether the analysis sets a field of the conversation: `fill` if there is no value, `replace` also in place of a provider’s, `none` never. What a key of the API or a review has set stays in any case */
  readonly data?: AnalysisWriteMode | null;
  /** Whether the analysis sets a field of the conversation: `fill` if there is no value, `replace` also in place of a provider’s, `none` never. What a key of the API or a review has set stays in any case */
  readonly quality?: AnalysisWriteMode | null;
}

/** Judges the conversations of an organization: by criteria, values to extract, and a rule of success */
export interface Analyzer {
  /** The unique id; begins with `anl_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The organization that owns the analyzer, whose conversations and those of its descendants it analyzes; null for an analyzer of the platform */
  readonly client_id: string | null;
  /** The analyzer’s name, for people */
  readonly name: string;
  /** The purpose of the analyzer */
  readonly description: string | null;
  /** Whether conversations are analyzed */
  readonly enabled: boolean;
  /** Whether organizations below cannot switch it off (`settings.analyzers_excluded`) */
  readonly mandatory: boolean;
  /** Whether organizations below see its instructions and results. If not, it has no labels and sets no field of a conversation */
  readonly shared: boolean;
  /** The criteria that conversations are judged by */
  readonly criteria: readonly AnalysisCriterion[];
  /** The values to extract */
  readonly fields: readonly AnalysisField[];
  /** The outcomes to choose from. If null, none is chosen */
  readonly outcome: AnalysisOutcome | null;
  /** Whether a model determines the caller’s sentiment */
  readonly sentiment: boolean;
  /** The summary to write. If null, none is written */
  readonly summary: AnalysisSummary | null;
  /** The rule by which a conversation is successful; if null, success is not decided */
  readonly success: AnalysisSuccess | null;
  readonly when: AnalysisConditions;
  readonly write: AnalysisWrites;
  /** The model that judges. If null, the first one that the operator allows */
  readonly model: AnalysisModel | null;
  /** The language of rationales and summaries. If null, that of the call */
  readonly language: string | null;
  /** The most tokens of models in a calendar month of UTC. If null, only the limit of its organization applies */
  readonly tokens_per_month: number | null;
  /** The analyses that people are asked to review; null for none */
  readonly review: AnalysisReviews | null;
}

/** A new analyzer */
export interface AnalyzerInput {
  /** The analyzer’s name, for people */
  readonly name: string;
  /** The purpose of the analyzer */
  readonly description?: string | null;
  /** Whether conversations are analyzed. Default: `true` */
  readonly enabled?: boolean;
  /** Whether organizations below cannot switch it off (`settings.analyzers_excluded`). Default: `false` */
  readonly mandatory?: boolean;
  /** Whether organizations below see its instructions and results. If not, it has no labels and sets no field of a conversation. Default: `true` */
  readonly shared?: boolean;
  /** The criteria that conversations are judged by */
  readonly criteria?: readonly AnalysisCriterionInput[];
  /** The values to extract */
  readonly fields?: readonly AnalysisFieldInput[];
  /** The outcomes to choose from. If null, none is chosen */
  readonly outcome?: AnalysisOutcomeInput | null;
  /** Whether a model determines the caller’s sentiment. Default: `false` */
  readonly sentiment?: boolean;
  /** The summary to write. If null, none is written */
  readonly summary?: AnalysisSummary | null;
  /** The rule by which a conversation is successful; if null, success is not decided */
  readonly success?: AnalysisSuccessInput | null;
  readonly when?: AnalysisConditionsInput;
  readonly write?: AnalysisWritesInput;
  /** The model that judges. If null, the first one that the operator allows */
  readonly model?: AnalysisModel | null;
  /** The language of rationales and summaries. If null, that of the call */
  readonly language?: string | null;
  /** The most tokens of models in a calendar month of UTC. If null, only the limit of its organization applies */
  readonly tokens_per_month?: number | null;
  /** The analyses that people are asked to review; null for none */
  readonly review?: AnalysisReviewsInput | null;
  readonly metadata?: Metadata;
  /** The organization that owns the analyzer. Default: the key’s organization, or the platform */
  readonly client_id?: string | null;
}

/** An analyzer as it appears in a list */
export interface AnalyzerItem {
  /** The unique id; begins with `anl_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  /** The organization that owns the analyzer, whose conversations and those of its descendants it analyzes; null for an analyzer of the platform */
  readonly client_id: string | null;
  /** The analyzer’s name, for people */
  readonly name: string;
  /** The purpose of the analyzer */
  readonly description: string | null;
  /** Whether conversations are analyzed */
  readonly enabled: boolean;
  /** Whether organizations below cannot switch it off (`settings.analyzers_excluded`) */
  readonly mandatory: boolean;
  /** Whether organizations below see its instructions and results. If not, it has no labels and sets no field of a conversation */
  readonly shared: boolean;
}

/** One page of a list */
export interface AnalyzerList {
  /** The items of this page */
  readonly data: readonly AnalyzerItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** A merge patch (RFC 7396) for an analyzer. Lists are replaced as a whole */
export interface AnalyzerPatch {
  /** The analyzer’s name, for people */
  readonly name?: string;
  /** The purpose of the analyzer */
  readonly description?: string | null;
  /** Whether conversations are analyzed */
  readonly enabled?: boolean | null;
  /** Whether organizations below cannot switch it off (`settings.analyzers_excluded`) */
  readonly mandatory?: boolean | null;
  /** Whether organizations below see its instructions and results. If not, it has no labels and sets no field of a conversation */
  readonly shared?: boolean | null;
  /** The criteria that conversations are judged by */
  readonly criteria?: readonly AnalysisCriterionInput[] | null;
  /** The values to extract */
  readonly fields?: readonly AnalysisFieldInput[] | null;
  /** The outcomes to choose from. If null, none is chosen */
  readonly outcome?: AnalysisOutcomeInput | null;
  /** Whether a model determines the caller’s sentiment */
  readonly sentiment?: boolean | null;
  /** The summary to write. If null, none is written */
  readonly summary?: AnalysisSummary | null;
  /** The rule by which a conversation is successful; if null, success is not decided */
  readonly success?: AnalysisSuccessInput | null;
  /** Conditions to change */
  readonly when?: AnalysisConditionsPatch | null;
  /** Modes to change */
  readonly write?: AnalysisWritesPatch | null;
  /** The model that judges. If null, the first one that the operator allows */
  readonly model?: AnalysisModel | null;
  /** The language of rationales and summaries. If null, that of the call */
  readonly language?: string | null;
  /** The most tokens of models in a calendar month of UTC. If null, only the limit of its organization applies */
  readonly tokens_per_month?: number | null;
  /** Rules of reviews to change */
  readonly review?: AnalysisReviewsPatch | null;
  /** Your own keys to set; null removes one */
  readonly metadata?: MetadataPatch | null;
}

/** The new content of an analyzer */
export interface AnalyzerReplacement {
  /** The analyzer’s name, for people */
  readonly name: string;
  /** The purpose of the analyzer */
  readonly description?: string | null;
  /** Whether conversations are analyzed. Default: `true` */
  readonly enabled?: boolean;
  /** Whether organizations below cannot switch it off (`settings.analyzers_excluded`). Default: `false` */
  readonly mandatory?: boolean;
  /** Whether organizations below see its instructions and results. If not, it has no labels and sets no field of a conversation. Default: `true` */
  readonly shared?: boolean;
  /** The criteria that conversations are judged by */
  readonly criteria?: readonly AnalysisCriterionInput[];
  /** The values to extract */
  readonly fields?: readonly AnalysisFieldInput[];
  /** The outcomes to choose from. If null, none is chosen */
  readonly outcome?: AnalysisOutcomeInput | null;
  /** Whether a model determines the caller’s sentiment. Default: `false` */
  readonly sentiment?: boolean;
  /** The summary to write. If null, none is written */
  readonly summary?: AnalysisSummary | null;
  /** The rule by which a conversation is successful; if null, success is not decided */
  readonly success?: AnalysisSuccessInput | null;
  readonly when?: AnalysisConditionsInput;
  readonly write?: AnalysisWritesInput;
  /** The model that judges. If null, the first one that the operator allows */
  readonly model?: AnalysisModel | null;
  /** The language of rationales and summaries. If null, that of the call */
  readonly language?: string | null;
  /** The most tokens of models in a calendar month of UTC. If null, only the limit of its organization applies */
  readonly tokens_per_month?: number | null;
  /** The analyses that people are asked to review; null for none */
  readonly review?: AnalysisReviewsInput | null;
  readonly metadata?: Metadata;
  /** The owner; a value other than the current one is refused */
  readonly client_id?: string | null;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly id?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly created_at?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly updated_at?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly version?: unknown;
}

/** A version of an analyzer as it appears in a list */
export interface AnalyzerVersionItem {
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  /** The analyzer’s name, for people */
  readonly name: string;
  /** The purpose of the analyzer */
  readonly description: string | null;
  /** Whether conversations are analyzed */
  readonly enabled: boolean;
  /** When this version was created */
  readonly created_at: string;
}

/** One page of a list */
export interface AnalyzerVersionList {
  /** The items of this page */
  readonly data: readonly AnalyzerVersionItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** The tokens that the language model processed */
export interface AnswerUsage {
  /** A number of tokens of a language model */
  readonly input_tokens: number;
  /** A number of tokens of a language model */
  readonly output_tokens: number;
}

/** An API key. It gives access to its organization and the organization’s descendants */
export interface ApiKey {
  /** The unique id; begins with `key_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The organization that the key belongs to; null for a platform key */
  readonly client_id: string | null;
  /** The key’s name, for people */
  readonly name: string;
  /** The API key or the member that created this one, which may have been removed since; null if an operator’s program created it */
  readonly created_by: string | null;
  /** The scopes of the key */
  readonly scopes: readonly Scope[];
  /** When the key stops working; null if it never expires */
  readonly expires_at: string | null;
  /** When the key was last used, accurate to the hour; null if it was never used */
  readonly last_used_at: string | null;
}

/** An API key was created */
export interface ApiKeyCreatedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'api_key.created';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: ApiKey | EventReference;
}

/** A new API key */
export interface ApiKeyInput {
  /** The key’s name, for people */
  readonly name: string;
  /** The organization that the key belongs to; by default that of the calling key */
  readonly client_id?: string;
  /** The scopes of the key, which the calling key must have itself */
  readonly scopes: readonly Scope[];
  /** When the key stops working: no later than the calling key does, which is also the default */
  readonly expires_at?: string | null;
  readonly metadata?: Metadata;
}

/** An API key as it appears in a list */
export interface ApiKeyItem {
  /** The unique id; begins with `key_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  /** The organization that the key belongs to; null for a platform key */
  readonly client_id: string | null;
  /** The key’s name, for people */
  readonly name: string;
  /** The API key or the member that created this one, which may have been removed since; null if an operator’s program created it */
  readonly created_by: string | null;
  /** The scopes of the key */
  readonly scopes: readonly Scope[];
  /** When the key stops working; null if it never expires */
  readonly expires_at: string | null;
  /** When the key was last used, accurate to the hour; null if it was never used */
  readonly last_used_at: string | null;
}

/** One page of a list */
export interface ApiKeyList {
  /** The items of this page */
  readonly data: readonly ApiKeyItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** An API key was revoked */
export interface ApiKeyRevokedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'api_key.revoked';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  readonly data: EventReference;
}

/** The secret of an API key was replaced */
export interface ApiKeyRotatedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'api_key.rotated';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: ApiKey | EventReference;
}

/** The options for replacing the secret */
export interface ApiKeyRotation {
  /** The number of seconds that the previous secret keeps working, at most a week. Default: `86400` */
  readonly overlap_seconds?: number;
}

/** An API key with its new secret */
export interface ApiKeyWithSecret {
  /** The unique id; begins with `key_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The organization that the key belongs to; null for a platform key */
  readonly client_id: string | null;
  /** The key’s name, for people */
  readonly name: string;
  /** The API key or the member that created this one, which may have been removed since; null if an operator’s program created it */
  readonly created_by: string | null;
  /** The scopes of the key */
  readonly scopes: readonly Scope[];
  /** When the key stops working; null if it never expires */
  readonly expires_at: string | null;
  /** When the key was last used, accurate to the hour; null if it was never used */
  readonly last_used_at: string | null;
  /** The secret to send as `Authorization: Bearer <key>`. It cannot be read again */
  readonly key: string;
}

/** An attempt to deliver a message */
export interface Attempt {
  /** When the attempt was made */
  readonly at: string;
  /** The status of the answer; null if there was none */
  readonly status_code: number | null;
  /** The duration of the attempt, in milliseconds */
  readonly duration_ms: number;
  /** Why it failed, in words; null if it succeeded */
  readonly error: string | null;
  /** The first kilobyte of the answer’s body; null if there was none, or if the API key lacks the scope to read the entity, because a server may repeat what it was sent */
  readonly response: string | null;
}

/** The conversation’s recording */
export interface Audio {
  readonly status: AudioStatus;
  /** The media type of the recording */
  readonly content_type: AudioType | null;
  /** The size of the file in bytes */
  readonly size_bytes: number | null;
  /** The length of the recording, in milliseconds */
  readonly duration_ms: number | null;
  /** The number of audio channels */
  readonly channels: number | null;
}

/** The recording to upload */
export interface AudioInput {
  readonly content_type: AudioType;
  /** The size of the file in bytes: at most 5 GB */
  readonly size_bytes: number;
  /** The length of the recording, in milliseconds */
  readonly duration_ms?: number | null;
  /** The number of audio channels */
  readonly channels?: number | null;
}

/** The state of the recording */
export interface AudioItem {
  readonly status: AudioStatus;
  /** The length of the recording, in milliseconds */
  readonly duration_ms: number | null;
}

/** The status of a recording: `none` if no recording was announced, `pending` until it is uploaded, `available`, `failed` if it could not be fetched from the provider, or `deleted` */
export type AudioStatus = 'none' | 'pending' | 'available' | 'failed' | 'deleted';

/** The media type of a recording */
export type AudioType = 'audio/aac' | 'audio/flac' | 'audio/mp4' | 'audio/mpeg' | 'audio/ogg' | 'audio/wav' | 'audio/webm';

/** The actor: a person, an API key, or a program of the operator */
export interface AuditActor {
  readonly type: AuditActorType;
  /** The id of the person or of the API key, or the name of the operator’s program */
  readonly id: string;
  /** The way of the first request. Only `mcp` follows from what the program says about itself. Absent in records from before it was recorded */
  readonly via?: AuditVia;
}

/** The kind of actor: a person who has signed in, a program with an API key, or a program of the operator such as `npm run create-key`, which needs none */
export type AuditActorType = 'person' | 'api_key' | 'operator';

/** The inclusion proof of a record in the Merkle tree of its hour (RFC 9162, section 2.1.3) */
export interface AuditProof {
  /** The record’s id */
  readonly audit_record_id: string;
  /** The beginning of the hour that the record was sealed with */
  readonly hour: string;
  /** The SHA-256 of a zero byte and of the record’s JSON text: its fields as `GET` returns them, without spaces */
  readonly leaf_hash: string;
  /** The position of the record in its hour */
  readonly leaf_index: number;
  /** The number of records of the hour */
  readonly tree_size: number;
  /** The hashes that lead from the record to the root, from the bottom up */
  readonly inclusion_path: readonly string[];
  /** The root of the hour’s Merkle tree */
  readonly root: string;
  /** The SHA-256 of the hour’s digest, which contains the root */
  readonly digest_sha256: string;
  /** The SHA-256 of the digest of the hour before, which the digest contains as well; null for the first one */
  readonly previous_digest_sha256: string | null;
  /** The signature of the digest; null if the operator did not have digests signed at that time */
  readonly signature: AuditSignature | null;
}

/** A change, or an access to words or audio: ids and names of fields, never content */
export interface AuditRecord {
  /** The record’s id */
  readonly id: string;
  /** The version of the fields: 1. It increases if their meaning changes, and not if one is added. Absent in records from before it was recorded */
  readonly version?: number;
  /** The time of the first such request that the record stands for */
  readonly time: string;
  /** The action, such as `recording.opened`: an open set of names */
  readonly action: string;
  readonly actor: AuditActor;
  /** The organization of the target; null if it belongs to the platform itself */
  readonly client_id: string | null;
  readonly target: AuditTarget;
  /** The names of the fields that were changed, without their values; empty for a deletion */
  readonly changed: readonly string[];
  /** The names of the parameters with which a person asked for a list, such as `q`, without their values. Lists with other values are other records. Absent for everything else */
  readonly parameters?: readonly string[];
  /** The number of requests: 1 for a change and for reads of a person within ten minutes, and the number of reads of an API key within an hour */
  readonly count: number;
  /** The id of the first request */
  readonly request_id: string | null;
  /** The address that the first request came from */
  readonly ip: string | null;
  /** The program that sent it, as it names itself */
  readonly user_agent: string | null;
}

/** One page of a list */
export interface AuditRecordList {
  /** The items of this page */
  readonly data: readonly AuditRecord[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** The audit log has a new record of a change, or of an access to words or audio. `*` does not include it */
export interface AuditRecordedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'audit.recorded';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: AuditRecord | EventReference;
}

/** The signature of an hour’s digest */
export interface AuditSignature {
  /** The ARN of the KMS key */
  readonly key_id: string;
  /** Always `ECDSA_SHA_256`, on the curve P-256 */
  readonly algorithm: 'ECDSA_SHA_256';
  /** The signature of the digest (DER, in base64). The hash that is signed is `digest_sha256` */
  readonly value: string;
}

/** The entity that was read or changed */
export interface AuditTarget {
  /** The kind of entity, such as `conversation` */
  readonly type: string;
  /** The id of the entity; `platform` for lists of the whole platform */
  readonly id: string;
}

/** The way of a request: a session in the console, the API, an assistant (`POST /v1/mcp`), or a program of the operator */
export type AuditVia = 'console' | 'api' | 'mcp' | 'program';

/** Information for billing. You can store further fields, which are returned unchanged */
export interface BillingInfo {
  /** The address that invoices are sent to */
  readonly email?: string;
  /** The currency of invoices: an ISO 4217 code. Only a key of an organization above can change it */
  readonly currency?: string;
  /** The name of the plan. Only a key of an organization above can change it */
  readonly plan?: string;
  /** The customer’s id in your billing system. Only a key of an organization above can change it */
  readonly external_id?: string;
  /** The organization as its statements name it, those that it receives and those that it issues */
  readonly party?: Party;
  /** The tax on what the organization is billed, in place of the tax that the issuer charges by default. Only a key of an organization above can change it and, while there is a subscription, only one of its issuer or of an organization above the issuer */
  readonly tax?: TaxTerms;
  /** The terms of the statements that the organization issues: those of subscriptions to its plans */
  readonly issuing?: IssuingTerms;
  readonly [name: string]: unknown;
}

/** The billing information to change; null removes a field */
export interface BillingInfoPatch {
  /** The names to change; null removes all of them */
  readonly party?: PartyPatch | null;
  /** The tax to change; null removes it */
  readonly tax?: TaxTermsPatch | null;
  /** The terms to change; null removes all of them */
  readonly issuing?: IssuingTermsPatch | null;
  /** The address that invoices are sent to */
  readonly email?: string | null;
  /** The currency of invoices: an ISO 4217 code. Only a key of an organization above can change it */
  readonly currency?: string | null;
  /** The name of the plan. Only a key of an organization above can change it */
  readonly plan?: string | null;
  /** The customer’s id in your billing system. Only a key of an organization above can change it */
  readonly external_id?: string | null;
  readonly [name: string]: unknown;
}

/** The appearance of the console for people with a key of the organization or its descendants. The branding of the nearest organization that sets it applies as a whole */
export interface Branding {
  /** The name that people see */
  readonly name?: string;
  /** The logo as a `data:` URL: a PNG, JPEG, WebP or SVG image in Base64, of 8,000 characters (some 6 KB) at most */
  readonly logo?: string;
  /** The color of buttons and links, such as `#0f766e`. Where text would be hard to read in it, the console uses a darker or lighter shade */
  readonly accent_color?: string;
  /** A domain of the organization under which people find the console, with this branding before they sign in as well. Its TXT record `voice-agent-platform=` with the organization’s id must exist when it is set, so it cannot be set while the organization is created. A domain belongs to one organization */
  readonly domain?: string;
}

/** The branding to change; null removes a field */
export interface BrandingPatch {
  /** The name that people see */
  readonly name?: string | null;
  /** The logo as a `data:` URL: a PNG, JPEG, WebP or SVG image in Base64, of 8,000 characters (some 6 KB) at most */
  readonly logo?: string | null;
  /** The color of buttons and links, such as `#0f766e` */
  readonly accent_color?: string | null;
  /** The domain of the console, whose TXT record must exist when it is set */
  readonly domain?: string | null;
}

/** An ability of the platform */
export interface BuiltinAction {
  /** An ability of the platform */
  readonly type: 'builtin';
  readonly name: BuiltinName;
  /** The number that a call is transferred to, which the language model cannot choose */
  readonly number: string | null;
}

/** An ability of the platform */
export interface BuiltinActionInput {
  /** An ability of the platform */
  readonly type: 'builtin';
  readonly name: BuiltinName;
  /** The number that a call is transferred to, which the language model cannot choose */
  readonly number?: string | null;
}

/** `hand_over`: a person takes over; `end`: the conversation ends; `transfer`: the call is transferred to `number`. A chat has no call, so its agent does not get that tool */
export type BuiltinName = 'hand_over' | 'end' | 'transfer';

/** A call to make */
export interface CallInput {
  /** The account at the provider that calls */
  readonly integration_id: string;
  /** The number to call, in E.164 form */
  readonly to: string;
  /** The account’s number to call from, in E.164 form; by default its only one */
  readonly from?: string | null;
  readonly variables?: CallVariables;
  /** Your own id of the conversation, unique within its organization; null if there is none */
  readonly external_id?: string | null;
  readonly metadata?: Metadata;
  /** Tags by which people sort conversations: at most ten, in the order in which they were set. Reports of providers never change them */
  readonly tags?: readonly string[];
}

/** Values for `{{name}}` in the agent’s texts: at most 50, by name */
export type CallVariables = Readonly<Record<string, string>>;

/** The person who talks with the agent */
export interface Caller {
  /** Your own id of the caller */
  readonly id: string | null;
  /** The caller’s phone number in E.164 form */
  readonly number: string | null;
  /** The caller’s name */
  readonly name: string | null;
}

/** The receipt of an erasure: how much was erased, when, and who requested it. It contains nothing about the caller */
export interface CallerErasure {
  /** The erasure’s id */
  readonly id: string;
  /** When it was requested */
  readonly created_at: string;
  /** When it last made progress */
  readonly updated_at: string;
  /** The organization whose conversations are erased; null for the whole platform */
  readonly client_id: string | null;
  readonly status: CallerErasureStatus;
  /** The number of conversations that were erased, with all that belongs to them */
  readonly conversations: number;
  /** The number of them that had a recording */
  readonly recordings: number;
  /** The number of conversations that must stay, because an organization above has yet to report how they ended */
  readonly kept: number;
  /** When nothing of the caller was found any more */
  readonly completed_at: string | null;
  /** The API key or the member that created the erasure, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
}

/** One page of a list */
export interface CallerErasureList {
  /** The items of this page */
  readonly data: readonly CallerErasure[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** The result of an erasure of a caller, if it were requested now */
export interface CallerErasurePreview {
  /** The organization whose conversations are erased; null for the whole platform */
  readonly client_id: string | null;
  /** The number of conversations that would be erased, with all that belongs to them */
  readonly conversations: number;
  /** The number of them that have a recording */
  readonly recordings: number;
  /** The number of conversations that must stay, because an organization above has yet to report how they ended */
  readonly kept: number;
  /** Whether there are more conversations: counting stops after about 1,000 */
  readonly has_more: boolean;
}

/** The status of an erasure: `running`, then `completed` */
export type CallerErasureStatus = 'running' | 'completed';

/** The person who talks with the agent */
export interface CallerInput {
  /** Your own id of the caller */
  readonly id?: string | null;
  /** The caller’s phone number in E.164 form */
  readonly number?: string | null;
  /** The caller’s name */
  readonly name?: string | null;
}

/** A changed member, and what the change does not end */
export interface ChangedMember {
  /** The unique id; begins with `mem_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The organization; null for the platform, which reaches everything */
  readonly client_id: string | null;
  /** The API key or the member that created the member, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
  readonly person: Person;
  /** The role; null if the scopes were chosen one by one */
  readonly role: Role | null;
  /** The scopes: those of the role, or those that were chosen */
  readonly scopes: readonly Scope[];
  /** When the membership ends; null if it does not */
  readonly expires_at: string | null;
  readonly source: MemberSource;
  /** The ids of API keys whose secret the member may know, as in the answer to a removal, and that have scopes which the member lacks now. They keep working: revoke or rotate them. Empty if neither a role nor scopes were sent */
  readonly exceeding_api_keys: readonly string[];
}

/** The channel of a conversation */
export type Channel = 'phone' | 'chat' | 'web' | 'sms' | 'email' | 'other';

/** A new chat: the conversation, and how to continue it */
export interface Chat {
  /** The unique id; begins with `conv_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The agent that held the conversation */
  readonly agent_id: string;
  /** The version of the agent at the start of the conversation */
  readonly agent_version: number;
  /** The organization that the conversation belongs to */
  readonly client_id: string;
  readonly channel: Channel;
  /** `inbound` if the caller started the conversation, `outbound` if the agent did; null if unknown */
  readonly direction: Direction | null;
  /** The person who talks with the agent; null if unknown */
  readonly caller: Caller | null;
  /** The provider that held the conversation; null if there was none */
  readonly provider: ConversationProvider | null;
  readonly status: ConversationStatus;
  /** When the conversation started */
  readonly start_time: string;
  /** When the conversation ended; null while it is active */
  readonly end_time: string | null;
  /** The time from `start_time` to `end_time` in milliseconds; null while the conversation is active */
  readonly duration_ms: number | null;
  /** Why the conversation ended, such as `caller_hung_up` */
  readonly end_reason: string | null;
  /** The result of the conversation, such as `appointment_booked`; null if unknown */
  readonly outcome: string | null;
  /** The caller’s sentiment; null if unknown */
  readonly sentiment: Sentiment | null;
  /** A summary of the conversation */
  readonly summary: string | null;
  /** Data extracted from the conversation: any JSON object, at most 32,768 bytes */
  readonly data: Readonly<Record<string, unknown>>;
  /** An evaluation of the conversation; null if there is none */
  readonly quality: Quality | null;
  readonly metrics: Metrics;
  /** The amount that the provider charged for the conversation; null if unknown, or if an organization above the API key’s has reported it and does not show it (`settings.costs_shown`). Lists show what a chat of this platform costs once it is over */
  readonly cost: Money | null;
  /** Your own id of the conversation, unique within its organization; null if there is none */
  readonly external_id: string | null;
  /** Tags by which people sort conversations: at most ten, in the order in which they were set. Reports of providers never change them */
  readonly tags: readonly string[];
  /** The one who answers in a chat of this platform; null for all other conversations */
  readonly handling: Handling | null;
  /** The handover of the chat to people; null while the agent answers */
  readonly handover: Handover | null;
  /** When it was marked as reviewed, and by which key; null if it is not. Reports of providers never change it */
  readonly reviewed: Reviewed | null;
  readonly sources: ConversationSources;
  /** The result of the shared analyzers; null if there is none */
  readonly analysis: ConversationAnalysis | null;
  readonly audio: Audio;
  readonly transcript: TranscriptSummary;
  /** The agent’s first message; null if it waits for the first message of the user */
  readonly message: string | null;
  /** Reads, writes and ends this conversation, and nothing else: for the page or the app that the user writes in. It is valid for 24 hours, and for ten minutes after an earlier end of the chat, so that the page can read the last words. Send it in place of an API key. It is shown only once */
  readonly session_token: string;
  /** The address to send messages to whose answers are streamed */
  readonly stream_url: string;
}

/** The first event */
export interface ChatAccepted {
  /** The message was accepted */
  readonly type: 'accepted';
  /** The `index` of the message in the transcript */
  readonly turn: number;
}

/** The agent’s answer to a message */
export interface ChatAnswer {
  /** The conversation’s id */
  readonly conversation_id: string;
  /** The turns that were added: the messages of the user, and the agent’s answer. The agent’s `unanswered_message` is before them, and its `limit_message` after them, if it says one */
  readonly turns: readonly Turn[];
  /** The agent’s words; null if it does not speak: a person has taken over, or it waits for a tool that your program runs */
  readonly message: string | null;
  /** The tools that you have to run before the agent goes on: send the results to `POST /v1/conversations/{conversation_id}/tool-results`. Session tokens see those of type `page` */
  readonly tool_calls: readonly OpenToolCall[];
  /** The current node of the flow; null if the agent has no flow, and for session tokens */
  readonly node: string | null;
  /** Whether the chat is over */
  readonly ended: boolean;
  readonly handling: Handling;
  /** The tokens of this answer; null for session tokens */
  readonly usage: AnswerUsage | null;
  /** The price of these tokens by the installation’s price list. Null without one, for session tokens, and for keys that do not see costs of the platform (`settings.costs_shown`) */
  readonly cost: Money | null;
}

/** The channel of a chat */
export type ChatChannel = 'chat' | 'web' | 'sms' | 'email' | 'other';

/** A part of the answer */
export interface ChatDelta {
  /** The agent speaks */
  readonly type: 'delta';
  /** Further words of the answer */
  readonly text: string;
}

/** The last event: the whole answer */
export interface ChatDone {
  /** The conversation’s id */
  readonly conversation_id: string;
  /** The turns that were added: the messages of the user, and the agent’s answer. The agent’s `unanswered_message` is before them, and its `limit_message` after them, if it says one */
  readonly turns: readonly Turn[];
  /** The agent’s words; null if it does not speak: a person has taken over, or it waits for a tool that your program runs */
  readonly message: string | null;
  /** The tools that you have to run before the agent goes on: send the results to `POST /v1/conversations/{conversation_id}/tool-results`. Session tokens see those of type `page` */
  readonly tool_calls: readonly OpenToolCall[];
  /** The current node of the flow; null if the agent has no flow, and for session tokens */
  readonly node: string | null;
  /** Whether the chat is over */
  readonly ended: boolean;
  readonly handling: Handling;
  /** The tokens of this answer; null for session tokens */
  readonly usage: AnswerUsage | null;
  /** The price of these tokens by the installation’s price list. Null without one, for session tokens, and for keys that do not see costs of the platform (`settings.costs_shown`) */
  readonly cost: Money | null;
  /** The answer is complete */
  readonly type: 'done';
}

/** An event of a streamed answer, with its name as `type` */
export type ChatEvent = ChatAccepted | ChatDelta | ChatToolUse | ChatHandover | ChatDone;

/** The agent hands over to people */
export interface ChatHandover {
  /** The agent asks for a person */
  readonly type: 'handover';
  readonly handling: Handling;
}

/** A new chat */
export interface ChatInput {
  /** The organization that the chat belongs to: the agent’s, which is the default, or one of its descendants */
  readonly client_id?: string;
  /** Default: `chat` */
  readonly channel?: ChatChannel;
  /** The person who talks with the agent; null if unknown */
  readonly caller?: CallerInput | null;
  readonly variables?: ChatVariables;
  /** The minutes without a message after which the chat ends. Default: `30` */
  readonly idle_minutes?: number;
  /** Your own id of the conversation, unique within its organization; null if there is none */
  readonly external_id?: string | null;
  readonly metadata?: Metadata;
  /** Tags by which people sort conversations: at most ten, in the order in which they were set. Reports of providers never change them */
  readonly tags?: readonly string[];
}

/** The turns of a chat after a position */
export interface ChatMessages {
  /** The turns, in order */
  readonly data: readonly Turn[];
  readonly status: ConversationStatus;
  readonly handling: Handling;
}

/** Whether a chat continues, and who answers in it */
export interface ChatState {
  /** The conversation’s id */
  readonly conversation_id: string;
  readonly status: ConversationStatus;
  readonly handling: Handling;
  /** When the chat ended; null while it is active */
  readonly end_time: string | null;
  /** Why it ended, such as `user_ended`; null while it is active */
  readonly end_reason: string | null;
}

/** The progress of a tool’s call */
export interface ChatToolUse {
  /** The agent uses a tool */
  readonly type: 'tool';
  /** The name of the tool */
  readonly name: string;
  readonly status: ToolUseStatus;
}

/** Values for `{{name}}` in the agent’s texts: at most 20, by name */
export type ChatVariables = Readonly<Record<string, string>>;

/** An organization was created */
export interface ClientCreatedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'client.created';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: Organization | EventReference;
}

/** An organization was erased with everything that it and its descendants owned */
export interface ClientErasedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'client.erased';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  readonly data: EventReference;
}

/** An organization was suspended */
export interface ClientSuspendedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'client.suspended';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: Organization | EventReference;
}

/** An organization was changed */
export interface ClientUpdatedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'client.updated';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: Organization | EventReference;
}

/** The comparison of a number: less, at most, equal, at least, or greater */
export type Comparison = 'lt' | 'lte' | 'eq' | 'gte' | 'gt';

/** The agent’s answer in the format of OpenAI’s chat completions */
export interface Completion {
  /** The id of the answer */
  readonly id: string;
  /** Always `chat.completion` */
  readonly object: 'chat.completion';
  /** When the answer began, in seconds since 1970 */
  readonly created: number;
  /** The agent’s id */
  readonly model: string;
  /** The answer */
  readonly choices: readonly CompletionChoice[];
  readonly usage: CompletionUsage;
}

/** The agent’s message */
export interface CompletionAnswer {
  /** Always `assistant` */
  readonly role: 'assistant';
  /** The agent’s words; null if it only calls tools */
  readonly content: string | null;
  /** The tools that the client has to run; absent without */
  readonly tool_calls?: readonly CompletionAskedCall[];
}

/** A call of a tool that the client has to run */
export interface CompletionAskedCall {
  /** The id of the call */
  readonly id: string;
  /** Always `function` */
  readonly type: 'function';
  readonly function: CompletionAskedFunction;
}

/** A tool with its arguments */
export interface CompletionAskedFunction {
  /** The tool */
  readonly name: string;
  /** The arguments, as JSON */
  readonly arguments: string;
}

/** An answer */
export interface CompletionChoice {
  /** Always 0 */
  readonly index: number;
  readonly message: CompletionAnswer;
  readonly finish_reason: CompletionFinishReason;
}

/** Why the answer ended: it is complete, or the client has to run tools */
export type CompletionFinishReason = 'stop' | 'tool_calls';

/** A function that the client runs */
export interface CompletionFunction {
  /** The tool’s name, unique within the agent */
  readonly name: string;
  /** When to call it */
  readonly description?: string | null;
  /** The JSON Schema of its arguments */
  readonly parameters?: Readonly<Record<string, unknown>> | null;
  readonly [name: string]: unknown;
}

/** A tool with its arguments */
export interface CompletionFunctionCall {
  /** The tool */
  readonly name: string;
  /** The arguments, as JSON */
  readonly arguments: string;
  readonly [name: string]: unknown;
}

/** A request in the format of OpenAI’s chat completions. Further fields are ignored */
export interface CompletionInput {
  /** Not read: the agent decides on its model */
  readonly model?: string | null;
  /** The conversation as it was heard. The last message of the user is answered. Without one, the agent begins. The model reads the newest 60 messages or 48,000 characters */
  readonly messages: readonly CompletionMessage[];
  /** Whether the answer comes word by word, as server-sent events */
  readonly stream?: boolean | null;
  /** Options of a stream */
  readonly stream_options?: CompletionStreamOptions | null;
  /** Tools of the client, which the agent may call in addition to its own. A tool of the agent with the same name comes first */
  readonly tools?: readonly CompletionTool[] | null;
  /** `none` keeps the tools of the client from the agent */
  readonly tool_choice?: unknown | null;
  /** Values for `{{name}}` in the agent’s texts and tools, by name */
  readonly variables?: ChatVariables | null;
  /** The call as Vapi sends it, with its `id` */
  readonly call?: Readonly<Record<string, unknown>> | null;
  readonly [name: string]: unknown;
}

/** A message of the conversation so far */
export interface CompletionMessage {
  readonly role: CompletionRole;
  /** The words: a text, or a list of parts, of which those of type `text` are read */
  readonly content?: unknown;
  /** The tools that the agent called; null or absent without */
  readonly tool_calls?: readonly CompletionToolCall[] | null;
  /** The call that the message is the result of */
  readonly tool_call_id?: string | null;
  readonly [name: string]: unknown;
}

/** The author of a message. Messages of `system` and `developer` are ignored: the agent’s own prompt applies */
export type CompletionRole = 'system' | 'developer' | 'user' | 'assistant' | 'tool' | 'function';

/** Options of a stream */
export interface CompletionStreamOptions {
  /** Whether the last chunk has the number of tokens */
  readonly include_usage?: boolean | null;
  readonly [name: string]: unknown;
}

/** A tool that the client runs */
export interface CompletionTool {
  /** The type of the tool. Others than `function` are ignored */
  readonly type: string;
  readonly function?: CompletionFunction;
  readonly [name: string]: unknown;
}

/** A call of a tool */
export interface CompletionToolCall {
  /** The id of the call */
  readonly id: string;
  readonly function: CompletionFunctionCall;
  readonly [name: string]: unknown;
}

/** The tokens that the language model processed, in all steps of the answer */
export interface CompletionUsage {
  /** A number of tokens of a language model */
  readonly prompt_tokens: number;
  /** A number of tokens of a language model */
  readonly completion_tokens: number;
  /** A number of tokens of a language model */
  readonly total_tokens: number;
}

/** An OpenID provider through which people sign in */
export interface Connection {
  /** The unique id; begins with `con_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The organization that the connection belongs to; null for the platform */
  readonly client_id: string | null;
  /** The API key or the member that created the connection, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
  /** The connection’s name, which people see when they sign in */
  readonly name: string;
  /** The issuer of the OpenID provider */
  readonly issuer: string;
  /** The id of the client at the provider */
  readonly oidc_client_id: string;
  /** The last four characters of the client’s secret; null if there is none */
  readonly client_secret_hint: string | null;
  /** Claims that the ID token must have with these values */
  readonly required_claims: Readonly<Record<string, string>>;
  /** The domains of e-mail addresses by which people find the connection, once they are verified */
  readonly domains: readonly ConnectionDomain[];
  /** Whether members of the organization can only sign in through this connection */
  readonly enforced: boolean;
  readonly join: ConnectionJoin;
  /** The claim that gives the role of those who join by their domain; null if all get `max_role` */
  readonly role_claim: string | null;
  /** The roles for values of `role_claim` */
  readonly role_map: readonly RoleMapping[];
  /** The most that people get by signing in */
  readonly max_role: GivenRole;
  /** The authentication contexts of which the ID token must name one */
  readonly acr_values: readonly string[];
  /** The duration of a session, in hours */
  readonly session_hours: number;
  /** The interval at which the provider is asked whether a session may go on, in minutes; null if it is not asked */
  readonly recheck_minutes: number | null;
  /** The redirect URI to register at the provider */
  readonly callback_url: string;
  /** The URL to register at the provider for back-channel logout */
  readonly logout_url: string;
}

/** A domain of e-mail addresses */
export interface ConnectionDomain {
  /** A domain name in lower case */
  readonly name: string;
  /** The text of the DNS record of type TXT that proves the domain to be yours */
  readonly txt: string;
  /** When the record was found; null until then */
  readonly verified_at: string | null;
}

/** A domain of e-mail addresses */
export interface ConnectionDomainInput {
  /** A domain name in lower case */
  readonly name: string;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly txt?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly verified_at?: unknown;
}

/** A new connection */
export interface ConnectionInput {
  /** The connection’s name, which people see when they sign in */
  readonly name: string;
  /** The issuer of the OpenID provider, exactly as its discovery document gives it */
  readonly issuer: string;
  /** The id of the client that you registered at the provider */
  readonly oidc_client_id: string;
  /** Claims that the ID token must have with these values. A provider that is shared by many companies needs one, such as `hd` for Google */
  readonly required_claims?: Readonly<Record<string, string>>;
  /** The domains of e-mail addresses by which people find the connection, once they are verified */
  readonly domains?: readonly ConnectionDomainInput[];
  /** Whether members of the organization can only sign in through this connection. Members of organizations above are not affected. Only a caller with every scope of an owner can change it. People of the organization can only enforce the connection through which they have signed in themselves, or one through which an owner signs in whose membership does not end. Default: `false` */
  readonly enforced?: boolean;
  /** The people who become members of the organization by signing in. Default: `invited` */
  readonly join?: ConnectionJoin;
  /** The claim that gives the role of those who join by their domain; null if all get `max_role` */
  readonly role_claim?: string | null;
  /** The roles for values of `role_claim`. The first that matches applies, and without one a person is no member */
  readonly role_map?: readonly RoleMapping[];
  /** The most that people get by signing in: a role with other scopes is refused. Default: `listener` */
  readonly max_role?: GivenRole;
  /** The authentication contexts of which the ID token must name one (`acr`), for example one with two factors; empty if any is accepted */
  readonly acr_values?: readonly string[];
  /** The duration of a session, in hours. Default: `12` */
  readonly session_hours?: number;
  /** The interval at which the provider is asked, by a refresh token, whether a session may go on, in minutes. A session for which the provider gives no refresh token ends after that time. It applies to sessions that begin afterwards. Refused with 503 if the stack has no key that encrypts secrets. Null: sessions are not rechecked */
  readonly recheck_minutes?: number | null;
  readonly metadata?: Metadata;
  /** The organization that the connection belongs to; by default the caller’s own */
  readonly client_id?: string;
  /** The secret of the client at the provider. It is stored encrypted and cannot be read again; null for a public client */
  readonly client_secret?: string | null;
}

/** A connection as it appears in a list */
export interface ConnectionItem {
  /** The unique id; begins with `con_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  /** The organization that the connection belongs to; null for the platform */
  readonly client_id: string | null;
  /** The API key or the member that created the connection, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
  /** The connection’s name, which people see when they sign in */
  readonly name: string;
  /** The issuer of the OpenID provider */
  readonly issuer: string;
  /** Whether members of the organization can only sign in through this connection */
  readonly enforced: boolean;
  readonly join: ConnectionJoin;
}

/** The people who become members: invited people only, or also people whose verified e-mail address has one of the verified domains */
export type ConnectionJoin = 'invited' | 'domain';

/** One page of a list */
export interface ConnectionList {
  /** The items of this page */
  readonly data: readonly ConnectionItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** Changes of a connection (RFC 7396) */
export interface ConnectionPatch {
  /** The connection’s name, which people see when they sign in */
  readonly name?: string;
  /** The id of the client that you registered at the provider */
  readonly oidc_client_id?: string;
  /** Claims that the ID token must have with these values. A provider that is shared by many companies needs one, such as `hd` for Google */
  readonly required_claims?: Readonly<Record<string, string>> | null;
  /** The domains of e-mail addresses by which people find the connection, once they are verified */
  readonly domains?: readonly ConnectionDomainInput[] | null;
  /** Whether members of the organization can only sign in through this connection. Members of organizations above are not affected. Only a caller with every scope of an owner can change it. People of the organization can only enforce the connection through which they have signed in themselves, or one through which an owner signs in whose membership does not end */
  readonly enforced?: boolean | null;
  /** The people who become members of the organization by signing in */
  readonly join?: ConnectionJoin | null;
  /** The claim that gives the role of those who join by their domain; null if all get `max_role` */
  readonly role_claim?: string | null;
  /** The roles for values of `role_claim`. The first that matches applies, and without one a person is no member */
  readonly role_map?: readonly RoleMapping[] | null;
  /** The most that people get by signing in: a role with other scopes is refused */
  readonly max_role?: GivenRole | null;
  /** The authentication contexts of which the ID token must name one (`acr`), for example one with two factors; empty if any is accepted */
  readonly acr_values?: readonly string[] | null;
  /** The duration of a session, in hours */
  readonly session_hours?: number | null;
  /** The interval at which the provider is asked, by a refresh token, whether a session may go on, in minutes. A session for which the provider gives no refresh token ends after that time. It applies to sessions that begin afterwards. Refused with 503 if the stack has no key that encrypts secrets. Null: sessions are not rechecked */
  readonly recheck_minutes?: number | null;
  /** Your own keys to set; null removes one */
  readonly metadata?: MetadataPatch | null;
  /** The new secret of the client at the provider; null removes it, and without this field it stays */
  readonly client_secret?: string | null;
}

/** The result of testing a connection */
export interface ConnectionTestResult {
  /** Whether people can sign in, as far as the provider shows */
  readonly successful: boolean;
  /** The problem that was found; null if there is none */
  readonly detail: string | null;
}

/** A conversation between a caller and an agent, such as a call or a chat */
export interface Conversation {
  /** The unique id; begins with `conv_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The agent that held the conversation */
  readonly agent_id: string;
  /** The version of the agent at the start of the conversation */
  readonly agent_version: number;
  /** The organization that the conversation belongs to */
  readonly client_id: string;
  readonly channel: Channel;
  /** `inbound` if the caller started the conversation, `outbound` if the agent did; null if unknown */
  readonly direction: Direction | null;
  /** The person who talks with the agent; null if unknown */
  readonly caller: Caller | null;
  /** The provider that held the conversation; null if there was none */
  readonly provider: ConversationProvider | null;
  readonly status: ConversationStatus;
  /** When the conversation started */
  readonly start_time: string;
  /** When the conversation ended; null while it is active */
  readonly end_time: string | null;
  /** The time from `start_time` to `end_time` in milliseconds; null while the conversation is active */
  readonly duration_ms: number | null;
  /** Why the conversation ended, such as `caller_hung_up` */
  readonly end_reason: string | null;
  /** The result of the conversation, such as `appointment_booked`; null if unknown */
  readonly outcome: string | null;
  /** The caller’s sentiment; null if unknown */
  readonly sentiment: Sentiment | null;
  /** A summary of the conversation */
  readonly summary: string | null;
  /** Data extracted from the conversation: any JSON object, at most 32,768 bytes */
  readonly data: Readonly<Record<string, unknown>>;
  /** An evaluation of the conversation; null if there is none */
  readonly quality: Quality | null;
  readonly metrics: Metrics;
  /** The amount that the provider charged for the conversation; null if unknown, or if an organization above the API key’s has reported it and does not show it (`settings.costs_shown`). Lists show what a chat of this platform costs once it is over */
  readonly cost: Money | null;
  /** Your own id of the conversation, unique within its organization; null if there is none */
  readonly external_id: string | null;
  /** Tags by which people sort conversations: at most ten, in the order in which they were set. Reports of providers never change them */
  readonly tags: readonly string[];
  /** The one who answers in a chat of this platform; null for all other conversations */
  readonly handling: Handling | null;
  /** The handover of the chat to people; null while the agent answers */
  readonly handover: Handover | null;
  /** When it was marked as reviewed, and by which key; null if it is not. Reports of providers never change it */
  readonly reviewed: Reviewed | null;
  readonly sources: ConversationSources;
  /** The result of the shared analyzers; null if there is none */
  readonly analysis: ConversationAnalysis | null;
  readonly audio: Audio;
  readonly transcript: TranscriptSummary;
}

/** The result of the shared analyzers. `GET /v1/conversations/{conversation_id}/analyses` shows all */
export interface ConversationAnalysis {
  readonly status: ConversationAnalysisStatus;
  /** Whether the conversation was successful by the nearest analyzer that decides it; null if that is open */
  readonly successful: boolean | null;
  /** The names of criteria that failed, at most five */
  readonly failed: readonly string[];
}

/** Whether all shared analyzers reached their verdicts, some, or none */
export type ConversationAnalysisStatus = 'completed' | 'partial' | 'failed';

/** A conversation was analyzed */
export interface ConversationAnalyzedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'conversation.analyzed';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: Conversation | EventReference;
}

/** New conversations */
export interface ConversationBatch {
  /** The new conversations, at most 100, each as `POST /v1/conversations` takes it */
  readonly conversations: readonly ConversationInput[];
}

/** The result of one conversation of a batch */
export interface ConversationBatchResult {
  /** The HTTP status that `POST /v1/conversations` answers with */
  readonly status: number;
  /** The new conversation’s id. With `conversation_exists` and `external_id_exists`, that of the recorded one; null with any other problem */
  readonly id: string | null;
  /** Why the conversation was refused; null if it was written */
  readonly problem: Problem | null;
}

/** The results of the conversations of a batch, in the order of the request */
export interface ConversationBatchResults {
  /** The results, in the order of the request */
  readonly results: readonly ConversationBatchResult[];
}

/** A conversation ended, or was recorded after its end */
export interface ConversationEndedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'conversation.ended';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: Conversation | EventReference;
}

/** The erasure of a conversation began */
export interface ConversationErasedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'conversation.erased';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  readonly data: EventReference;
}

/** A part of a conversation that the answer contains in addition */
export type ConversationExpansion = 'transcript' | 'recording' | 'names';

/** A graph of instructions. Every node must be reachable from the start */
export interface ConversationFlow {
  /** The id of the first node */
  readonly start: string;
  /** The nodes of the graph */
  readonly nodes: readonly FlowNode[];
}

/** A graph of instructions. Every node must be reachable from the start */
export interface ConversationFlowInput {
  /** The id of the first node */
  readonly start: string;
  /** The nodes of the graph */
  readonly nodes: readonly FlowNodeInput[];
}

/** The fields of a flow to change */
export interface ConversationFlowPatch {
  /** The id of the first node */
  readonly start?: string | null;
  /** All nodes of the graph: the list is replaced as a whole */
  readonly nodes?: readonly FlowNodeInput[] | null;
}

/** A person was asked to take over a chat */
export interface ConversationHandoverRequestedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'conversation.handover_requested';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: Conversation | EventReference;
}

/** A new conversation */
export interface ConversationInput {
  /** The agent that holds the conversation */
  readonly agent_id: string;
  /** The organization that the conversation belongs to: the agent’s, which is the default, or one of its descendants */
  readonly client_id?: string;
  /** Default: `phone` */
  readonly channel?: Channel;
  /** `inbound` if the caller started the conversation, `outbound` if the agent did; null if unknown */
  readonly direction?: Direction | null;
  /** The person who talks with the agent; null if unknown */
  readonly caller?: CallerInput | null;
  /** The provider that held the conversation; null if there was none */
  readonly provider?: ConversationProviderInput | null;
  /** Why the conversation ended, such as `caller_hung_up` */
  readonly end_reason?: string | null;
  /** The result of the conversation, such as `appointment_booked`; null if unknown */
  readonly outcome?: string | null;
  /** The caller’s sentiment; null if unknown */
  readonly sentiment?: Sentiment | null;
  /** A summary of the conversation */
  readonly summary?: string | null;
  /** Data extracted from the conversation: any JSON object, at most 32,768 bytes */
  readonly data?: Readonly<Record<string, unknown>>;
  /** An evaluation of the conversation; null if there is none */
  readonly quality?: QualityInput | null;
  readonly metrics?: Metrics;
  /** The amount that the provider charged for the conversation; null if unknown, or if an organization above the API key’s has reported it and does not show it (`settings.costs_shown`). Lists show what a chat of this platform costs once it is over */
  readonly cost?: Money | null;
  /** Your own id of the conversation, unique within its organization; null if there is none */
  readonly external_id?: string | null;
  readonly metadata?: Metadata;
  /** Tags by which people sort conversations: at most ten, in the order in which they were set. Reports of providers never change them */
  readonly tags?: readonly string[];
  /** The state: `active`, or `completed` or `failed` to record a conversation that is over. Default: `active` */
  readonly status?: ConversationStatus;
  /** When the conversation started; by default now, or for one that is over, `duration_ms` before `end_time` */
  readonly start_time?: string;
  /** When the conversation ended */
  readonly end_time?: string | null;
  /** The length of the conversation in milliseconds, in place of `end_time` */
  readonly duration_ms?: number;
  /** The first turns of the transcript; more can be appended later */
  readonly turns?: readonly TurnInput[];
}

/** A conversation as it appears in a list */
export interface ConversationItem {
  /** The unique id; begins with `conv_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** The agent that held the conversation */
  readonly agent_id: string;
  /** The organization that the conversation belongs to */
  readonly client_id: string;
  readonly channel: Channel;
  /** `inbound` if the caller started the conversation, `outbound` if the agent did; null if unknown */
  readonly direction: Direction | null;
  /** The person who talks with the agent; null if unknown */
  readonly caller: Caller | null;
  readonly status: ConversationStatus;
  /** When the conversation started */
  readonly start_time: string;
  /** When the conversation ended; null while it is active */
  readonly end_time: string | null;
  /** The time from `start_time` to `end_time` in milliseconds; null while the conversation is active */
  readonly duration_ms: number | null;
  /** Why the conversation ended, such as `caller_hung_up` */
  readonly end_reason: string | null;
  /** The result of the conversation, such as `appointment_booked`; null if unknown */
  readonly outcome: string | null;
  /** The caller’s sentiment; null if unknown */
  readonly sentiment: Sentiment | null;
  /** The amount that the provider charged for the conversation; null if unknown, or if an organization above the API key’s has reported it and does not show it (`settings.costs_shown`). Lists show what a chat of this platform costs once it is over */
  readonly cost: Money | null;
  /** Your own id of the conversation, unique within its organization; null if there is none */
  readonly external_id: string | null;
  /** Tags by which people sort conversations: at most ten, in the order in which they were set. Reports of providers never change them */
  readonly tags: readonly string[];
  /** When it was marked as reviewed, and by which key; null if it is not. Reports of providers never change it */
  readonly reviewed: Reviewed | null;
  /** The beginning of the summary: at most 250 bytes of UTF-8. `expand=details` shows it whole */
  readonly summary: string | null;
  readonly audio: AudioItem;
  /** Whether the conversation reached its goal (`quality.successful`); null if unknown */
  readonly successful: boolean | null;
  /** The result of the shared analyzers; null if there is none */
  readonly analysis: ConversationAnalysis | null;
  /** The one who answers in a chat of this platform; null for all other conversations */
  readonly handling: Handling | null;
  /** The provider; null if there was none */
  readonly provider?: ConversationProvider | null;
  /** Data extracted from the conversation: any JSON object, at most 32,768 bytes */
  readonly data?: Readonly<Record<string, unknown>>;
  /** An evaluation of the conversation; null if there is none */
  readonly quality?: Quality | null;
  readonly metrics?: Metrics;
  readonly metadata?: Metadata;
  /** The handover of the chat to people; null while the agent answers */
  readonly handover?: Handover | null;
  /** The name of the agent, also of one that belongs to an organization above; null if it was removed. Absent without `expand=names` */
  readonly agent_name?: string | null;
  /** The name of the organization; null if it was erased. Absent without `expand=names` */
  readonly client_name?: string | null;
  /** The last turns, in order: at most eight. Absent without `expand=turns` */
  readonly latest_turns?: readonly LatestTurn[];
  /** The first ten turns that contain a word of `q`; absent without `q` */
  readonly matches?: readonly TranscriptMatch[];
}

/** Additional fields of the conversations in a list */
export type ConversationItemExpansion = 'details' | 'names';

/** One page of a list */
export interface ConversationList {
  /** The items of this page */
  readonly data: readonly ConversationItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** The fields to change, as a merge patch (RFC 7396): an absent field stays as it is, null removes its value */
export interface ConversationPatch {
  readonly status?: ConversationStatus;
  /** When the conversation ended */
  readonly end_time?: string;
  /** The length of the conversation in milliseconds, in place of `end_time` */
  readonly duration_ms?: number;
  /** Why the conversation ended, such as `caller_hung_up` */
  readonly end_reason?: string | null;
  /** The result of the conversation, such as `appointment_booked`; null if unknown */
  readonly outcome?: string | null;
  /** The caller’s sentiment; null if unknown */
  readonly sentiment?: Sentiment | null;
  /** A summary of the conversation */
  readonly summary?: string | null;
  /** Data extracted from the conversation: any JSON object, at most 32,768 bytes */
  readonly data?: Readonly<Record<string, unknown>> | null;
  /** An evaluation of the conversation; null if there is none */
  readonly quality?: QualityPatch | null;
  /** Measurements to set; null removes one. Prices that an organization above has reported and does not show stay as they are */
  readonly metrics?: Readonly<Record<string, number | null>> | null;
  /** The amount that the provider charged for the conversation; null if unknown, or if an organization above the API key’s has reported it and does not show it (`settings.costs_shown`). Lists show what a chat of this platform costs once it is over */
  readonly cost?: MoneyPatch | null;
  /** Your own id of the conversation, unique within its organization; null if there is none */
  readonly external_id?: string | null;
  /** Your own keys to set; null removes one */
  readonly metadata?: MetadataPatch | null;
  /** All tags; replaces the earlier ones */
  readonly tags?: readonly string[] | null;
  /** Tags to add to the present ones, instead of `tags` */
  readonly add_tags?: readonly string[];
  /** Tags to remove from the present ones, instead of `tags` */
  readonly remove_tags?: readonly string[];
  /** Whether the conversation is reviewed; null is the same as false. If it is already reviewed, it keeps the time and the key of the first review */
  readonly reviewed?: boolean | null;
}

/** The provider that held the conversation */
export interface ConversationProvider {
  /** The provider, such as `elevenlabs`, `vapi` or `retell` */
  readonly name: string;
  /** The conversation’s id at the provider. Within an organization, each is recorded once */
  readonly conversation_id: string | null;
  /** The agent’s id at the provider */
  readonly agent_id: string | null;
  /** Further data of the provider: any JSON object, at most 16,384 bytes */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The provider that held the conversation */
export interface ConversationProviderInput {
  /** The provider, such as `elevenlabs`, `vapi` or `retell` */
  readonly name: string;
  /** The conversation’s id at the provider. Within an organization, each is recorded once */
  readonly conversation_id?: string | null;
  /** The agent’s id at the provider */
  readonly agent_id?: string | null;
  /** Further data of the provider: any JSON object, at most 16,384 bytes */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The analysis of a conversation was reviewed */
export interface ConversationReviewedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'conversation.reviewed';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: Conversation | EventReference;
}

/** The source of each field. A review prevails over keys of the API, and these over providers and analyzers, in whatever order they arrive */
export interface ConversationSources {
  /** The source of `outcome`; null if it has no value */
  readonly outcome: FieldSource | null;
  /** The source of `sentiment`; null if it has no value */
  readonly sentiment: FieldSource | null;
  /** The source of `summary`; null if it has no value */
  readonly summary: FieldSource | null;
  /** The source of `data`; null if it has no value */
  readonly data: FieldSource | null;
  /** The source of `quality`; null if it has no value */
  readonly quality: FieldSource | null;
}

/** A conversation started */
export interface ConversationStartedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'conversation.started';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: Conversation | EventReference;
}

/** The state of a conversation: `active` until it ends, then `completed`, or `failed` if it never connected or was ended by an error. Both are final */
export type ConversationStatus = 'active' | 'completed' | 'failed';

/** Counts and figures of the conversations that a list would have */
export interface ConversationSummary {
  /** The time zone of the intervals: the organization’s */
  readonly timezone: string;
  /** When the range begins */
  readonly from: string;
  /** The end of the range, exclusive */
  readonly to: string;
  /** By interval, then by group. Intervals without conversations are rows of zeros */
  readonly rows: readonly SummaryRow[];
  readonly total: SummaryFigures;
}

/** A conversation was changed */
export interface ConversationUpdatedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'conversation.updated';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: Conversation | EventReference;
}

/** An example that shows a model how to judge */
export interface CriterionExample {
  /** The words that were said */
  readonly text: string;
  readonly verdict: ExampleVerdict;
}

/** The check of a criterion. `judge` and `score` ask a language model; all others are computed from the conversation: words (`contains`), a regular expression (`pattern`), a call of a tool, a value in `metrics`, the duration in milliseconds, the number of turns, or the reason of the end */
export type CriterionKind = 'judge' | 'score' | 'contains' | 'pattern' | 'tool_called' | 'metric' | 'duration' | 'turns' | 'ended_by';

/** The verdict on a criterion. `unknown`: the conversation does not show it. `not_applicable`: its condition does not hold. `unscored`: no verdict was obtained, for the given reason */
export type CriterionVerdict = 'passed' | 'failed' | 'unknown' | 'not_applicable' | 'unscored';

/** A copy of an agent at a provider */
export interface Deployment {
  /** The deployment’s id */
  readonly id: string;
  /** When the agent was first deployed there */
  readonly created_at: string;
  /** When it was last deployed */
  readonly updated_at: string;
  /** The agent that is deployed */
  readonly agent_id: string;
  /** The integration that the agent is deployed to */
  readonly integration_id: string;
  readonly provider: Provider;
  /** The agent’s id at the provider; null until the provider’s agent is created */
  readonly provider_agent_id: string | null;
  readonly runs_on: DeploymentRunsOn;
  /** The version of the agent that was deployed */
  readonly agent_version: number;
  readonly status: DeploymentStatus;
  /** Why the deployment, or its removal, failed; null otherwise */
  readonly status_detail: string | null;
  /** Fields of the agent without a counterpart at the provider */
  readonly not_carried: readonly NotCarried[];
}

/** The integration to deploy an agent to */
export interface DeploymentInput {
  /** The account at the provider: of the agent’s organization, or of one above */
  readonly integration_id: string;
  /** The version of the agent to deploy, with the current documents; by default the current version. A deployment of an older one is `outdated` */
  readonly version?: number;
  /** The place where the agent’s answers are generated: `platform` for ElevenLabs and Vapi, and requires the scope `chats:write`. By default as in the last deployment, and `provider` for the first */
  readonly runs_on?: DeploymentRunsOn;
}

/** One page of a list */
export interface DeploymentList {
  /** The items of this page */
  readonly data: readonly Deployment[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** The place where the agent’s answers are generated. `provider`: a copy of prompt, flow, knowledge and tools, with a language model of the provider. `platform`: the provider has the voice, and asks the platform for each answer */
export type DeploymentRunsOn = 'provider' | 'platform';

/** Whether the provider’s agent matches the agent. `outdated`: the agent or its documents have changed since; `drifted`: the provider’s agent was changed at the provider; `failed`: the provider did not create or remove it completely */
export type DeploymentStatus = 'current' | 'outdated' | 'drifted' | 'failed';

/** The direction of a conversation: `inbound` if the caller started it, `outbound` if the agent did */
export type Direction = 'inbound' | 'outbound';

/** Why a webhook is disabled */
export type DisabledReason = 'by_request' | 'gone' | 'failing';

/** A document in an agent’s knowledge base */
export interface Document {
  /** The unique id; begins with `doc_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The agent that uses the document */
  readonly agent_id: string;
  /** The document’s name */
  readonly name: string;
  /** The text of the document: at most 204,800 bytes in UTF-8 */
  readonly text: string;
  /** Your own id of the document, unique within its agent; null if there is none */
  readonly external_id: string | null;
  /** The size of the text, in bytes of UTF-8 */
  readonly bytes: number;
}

/** A document was added to an agent’s knowledge base */
export interface DocumentCreatedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'document.created';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: DocumentItem | DocumentReference;
}

/** A new document */
export interface DocumentInput {
  /** The document’s name */
  readonly name: string;
  /** The text of the document: at most 204,800 bytes in UTF-8 */
  readonly text: string;
  /** Your own id of the document, unique within its agent; null if there is none */
  readonly external_id?: string | null;
  readonly metadata?: Metadata;
}

/** A document as it appears in a list */
export interface DocumentItem {
  /** The unique id; begins with `doc_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  /** The agent that uses the document */
  readonly agent_id: string;
  /** The document’s name */
  readonly name: string;
  /** Your own id of the document, unique within its agent; null if there is none */
  readonly external_id: string | null;
  /** The size of the text, in bytes of UTF-8 */
  readonly bytes: number;
}

/** One page of a list */
export interface DocumentList {
  /** The items of this page */
  readonly data: readonly DocumentItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** A merge patch (RFC 7396) for a document */
export interface DocumentPatch {
  /** The document’s name */
  readonly name?: string;
  /** The text of the document: at most 204,800 bytes in UTF-8 */
  readonly text?: string;
  /** Your own id of the document, unique within its agent; null if there is none */
  readonly external_id?: string | null;
  /** Your own keys to set; null removes one */
  readonly metadata?: MetadataPatch | null;
}

/** The ids that are needed to read a document */
export interface DocumentReference {
  /** The document’s id */
  readonly id: string;
  /** The agent that the document belongs to */
  readonly agent_id: string;
}

/** A document was removed from an agent’s knowledge base */
export interface DocumentRemovedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'document.removed';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  readonly data: DocumentReference;
}

/** All fields of a document that can be changed. An absent field is reset to its default */
export interface DocumentReplacement {
  /** The document’s name */
  readonly name: string;
  /** The text of the document: at most 204,800 bytes in UTF-8 */
  readonly text: string;
  /** Your own id of the document, unique within its agent; null if there is none */
  readonly external_id?: string | null;
  readonly metadata?: Metadata;
  /** The agent; a value other than the current one is refused */
  readonly agent_id?: string;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly id?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly created_at?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly updated_at?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly version?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly bytes?: unknown;
}

/** A document in an agent’s knowledge base was changed */
export interface DocumentUpdatedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'document.updated';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: DocumentItem | DocumentReference;
}

/** The domain to verify */
export interface DomainToVerify {
  /** One of the connection’s domains */
  readonly domain: string;
}

/** A conversation that is being erased */
export interface Erasure {
  /** The conversation’s id */
  readonly id: string;
  /** Always `erasing` */
  readonly status: 'erasing';
}

/** The caller to erase. It is forgotten once everything is erased */
export interface ErasureInput {
  /** The organization whose conversations, and those below, are erased; by default the API key’s own */
  readonly client_id?: string;
  /** Only conversations of this caller: the exact phone number in E.164 form, or the exact id */
  readonly caller: string;
}

/** The body of a message */
export interface EventPayload {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  readonly type: EventType;
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id, as described under `webhooks` in this document */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The id of the entity that an event is about */
export interface EventReference {
  /** The id of the entity that the event is about */
  readonly id: string;
}

/** A type of event, or `*` for all types, also future ones, except `audit.recorded` */
export type EventSelector = '*' | 'client.created' | 'client.updated' | 'client.suspended' | 'client.erased' | 'agent.created' | 'agent.updated' | 'agent.removed' | 'document.created' | 'document.updated' | 'document.removed' | 'conversation.started' | 'conversation.updated' | 'conversation.handover_requested' | 'conversation.ended' | 'conversation.analyzed' | 'conversation.reviewed' | 'conversation.erased' | 'transcript.appended' | 'note.created' | 'recording.available' | 'api_key.created' | 'api_key.rotated' | 'api_key.revoked' | 'integration.failing' | 'tool_server.changed' | 'webhook.disabled' | 'usage.threshold_reached' | 'statement.finalized' | 'export.completed' | 'analysis.budget_reached' | 'analysis_run.completed' | 'audit.recorded' | 'ping';

/** The type of the event. New types may be added */
export type EventType = 'client.created' | 'client.updated' | 'client.suspended' | 'client.erased' | 'agent.created' | 'agent.updated' | 'agent.removed' | 'document.created' | 'document.updated' | 'document.removed' | 'conversation.started' | 'conversation.updated' | 'conversation.handover_requested' | 'conversation.ended' | 'conversation.analyzed' | 'conversation.reviewed' | 'conversation.erased' | 'transcript.appended' | 'note.created' | 'recording.available' | 'api_key.created' | 'api_key.rotated' | 'api_key.revoked' | 'integration.failing' | 'tool_server.changed' | 'webhook.disabled' | 'usage.threshold_reached' | 'statement.finalized' | 'export.completed' | 'analysis.budget_reached' | 'analysis_run.completed' | 'audit.recorded' | 'ping';

/** The right verdict on an example */
export type ExampleVerdict = 'passed' | 'failed';

/** A conversation, with the parts that `expand` names */
export interface ExpandedConversation {
  /** The unique id; begins with `conv_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The agent that held the conversation */
  readonly agent_id: string;
  /** The version of the agent at the start of the conversation */
  readonly agent_version: number;
  /** The organization that the conversation belongs to */
  readonly client_id: string;
  readonly channel: Channel;
  /** `inbound` if the caller started the conversation, `outbound` if the agent did; null if unknown */
  readonly direction: Direction | null;
  /** The person who talks with the agent; null if unknown */
  readonly caller: Caller | null;
  /** The provider that held the conversation; null if there was none */
  readonly provider: ConversationProvider | null;
  readonly status: ConversationStatus;
  /** When the conversation started */
  readonly start_time: string;
  /** When the conversation ended; null while it is active */
  readonly end_time: string | null;
  /** The time from `start_time` to `end_time` in milliseconds; null while the conversation is active */
  readonly duration_ms: number | null;
  /** Why the conversation ended, such as `caller_hung_up` */
  readonly end_reason: string | null;
  /** The result of the conversation, such as `appointment_booked`; null if unknown */
  readonly outcome: string | null;
  /** The caller’s sentiment; null if unknown */
  readonly sentiment: Sentiment | null;
  /** A summary of the conversation */
  readonly summary: string | null;
  /** Data extracted from the conversation: any JSON object, at most 32,768 bytes */
  readonly data: Readonly<Record<string, unknown>>;
  /** An evaluation of the conversation; null if there is none */
  readonly quality: Quality | null;
  readonly metrics: Metrics;
  /** The amount that the provider charged for the conversation; null if unknown, or if an organization above the API key’s has reported it and does not show it (`settings.costs_shown`). Lists show what a chat of this platform costs once it is over */
  readonly cost: Money | null;
  /** Your own id of the conversation, unique within its organization; null if there is none */
  readonly external_id: string | null;
  /** Tags by which people sort conversations: at most ten, in the order in which they were set. Reports of providers never change them */
  readonly tags: readonly string[];
  /** The one who answers in a chat of this platform; null for all other conversations */
  readonly handling: Handling | null;
  /** The handover of the chat to people; null while the agent answers */
  readonly handover: Handover | null;
  /** When it was marked as reviewed, and by which key; null if it is not. Reports of providers never change it */
  readonly reviewed: Reviewed | null;
  readonly sources: ConversationSources;
  /** The result of the shared analyzers; null if there is none */
  readonly analysis: ConversationAnalysis | null;
  readonly audio: Audio;
  readonly transcript: ExpandedTranscript;
  /** A link to the recording; null if none can be played, and absent without `expand=recording` */
  readonly recording?: RecordingLink | null;
  /** The name of the agent, also of one that belongs to an organization above; null if it was removed. Absent without `expand=names` */
  readonly agent_name?: string | null;
  /** The name of the organization; null if it was erased. Absent without `expand=names` */
  readonly client_name?: string | null;
}

/** The state of the transcript, with its first turns on request */
export interface ExpandedTranscript {
  readonly status: TranscriptStatus;
  /** The number of turns */
  readonly turns: number;
  /** The first 500 turns; absent without `expand=transcript` */
  readonly data?: readonly Turn[];
  /** Whether more turns follow; absent without `expand=transcript` */
  readonly has_more?: boolean;
  /** Send it as `cursor` to the route of the transcript to get the turns that follow; null if none do */
  readonly next_cursor?: string | null;
}

/** An export of an organization’s data, as files */
export interface Export {
  /** The unique id; begins with `exp_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The organization that is exported, with its descendants; null for everything */
  readonly client_id: string | null;
  /** The API key or the member that created the export, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
  /** The conversations to export */
  readonly resources: readonly ExportResource[];
  readonly format: ExportFormat;
  /** Whether the recordings of the conversations are exported as well, in ZIP files */
  readonly recordings: boolean;
  readonly filters: ExportFilters;
  readonly status: ExportStatus;
  /** Why the export failed; null if it did not */
  readonly status_detail: string | null;
  /** The number of rows that have been written */
  readonly rows: number;
  /** The size of the files that have been written, in bytes */
  readonly size_bytes: number;
  /** When the export and its files are removed: seven days after its creation */
  readonly expires_at: string;
  /** When the links in `files` expire. Get the export again for new ones */
  readonly links_expire_at: string;
  /** The files that are complete. There can be several of a resource, each with its own header */
  readonly files: readonly ExportFile[];
}

/** An export ended */
export interface ExportCompletedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'export.completed';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: ExportSummary | EventReference;
}

/** A file of an export */
export interface ExportFile {
  /** The file’s name, such as `conversations-0001.csv` */
  readonly name: string;
  readonly resource: ExportFileResource;
  /** The number of rows without the header, or of recordings */
  readonly rows: number;
  /** The file’s size, in bytes */
  readonly size_bytes: number;
  /** A presigned link that downloads the file. It needs no API key */
  readonly url: string;
}

/** The content of a file of an export */
export type ExportFileResource = 'conversations' | 'turns' | 'notes' | 'analyses' | 'agents' | 'documents' | 'clients' | 'usage' | 'audit_records' | 'ocsf_events' | 'recordings';

/** The conversations to export */
export interface ExportFilters {
  /** Only conversations with one of these agents */
  readonly agent_id?: readonly string[];
  /** Only conversations with one of these outcomes */
  readonly outcome?: readonly string[];
  /** Only conversations over one of these channels */
  readonly channel?: readonly Channel[];
  /** Only conversations with one of these sentiments */
  readonly sentiment?: readonly Sentiment[];
  /** Only conversations that ended for one of these reasons */
  readonly end_reason?: readonly string[];
  /** Only conversations in one of these directions */
  readonly direction?: readonly Direction[];
  /** Only conversations that one of these providers held */
  readonly provider?: readonly string[];
  /** Only conversations with this id at the provider */
  readonly provider_conversation_id?: string;
  /** Only conversations with one of these ids, at most 100 */
  readonly ids?: readonly string[];
  /** Only conversations with this value of one key of `metadata`: `metadata.<key>=<value>` in a query */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Only conversations that have ended and lasted at least so long */
  readonly duration_min_ms?: number;
  /** Only conversations that have ended and lasted at most so long */
  readonly duration_max_ms?: number;
  /** Only conversations whose recording is available, or only those without one */
  readonly has_recording?: boolean;
  /** Only conversations that reached their goal, or only those that did not (`quality.successful`) */
  readonly successful?: boolean;
  /** Only conversations that are marked as reviewed, or only those that are not */
  readonly reviewed?: boolean;
  /** Only conversations of this caller: the exact phone number in E.164 form, or the exact id */
  readonly caller?: string;
  /** Only conversations of callers whose name has words that begin with all of these, ignoring case and accents */
  readonly caller_name?: string;
  /** Only the conversation with this `external_id`: at most one of each organization */
  readonly external_id?: string;
  /** Only conversations with one of these tags */
  readonly tag?: readonly string[];
  /** Only conversations with all of these verdicts and values of shared analyzers, at most three: `criterion.<name>:<verdict>` or `field.<name>:<value>` */
  readonly label?: readonly string[];
  /** Only conversations that started at this time or later (inclusive) */
  readonly start_after?: string;
  /** Only conversations that started before this time (exclusive) */
  readonly start_before?: string;
  /** For an organization above one for tests: `true` returns only conversations of organizations for tests, which are left out otherwise. In an organization for tests, it has no effect */
  readonly test?: Flag;
  /** Only conversations with one of these statuses */
  readonly status?: readonly ConversationStatus[];
  /** Only conversations that have ended and whose transcript contains all of these words: at most ten, ignoring case and accents. `word*` matches words that begin with it */
  readonly q?: string;
}

/** The conversations to export, with their turns, notes and recordings: the filters of `GET /v1/conversations`. `start_after` and `start_before` also bound the days of usage and the audit log. Agents, their documents and organizations are always exported whole */
export interface ExportFiltersInput {
  /** Only conversations with one of these agents */
  readonly agent_id?: readonly string[];
  /** Only conversations with one of these outcomes */
  readonly outcome?: readonly string[];
  /** Only conversations over one of these channels */
  readonly channel?: readonly Channel[];
  /** Only conversations with one of these sentiments */
  readonly sentiment?: readonly Sentiment[];
  /** Only conversations that ended for one of these reasons */
  readonly end_reason?: readonly string[];
  /** Only conversations in one of these directions */
  readonly direction?: readonly Direction[];
  /** Only conversations that one of these providers held */
  readonly provider?: readonly string[];
  /** Only conversations with this id at the provider */
  readonly provider_conversation_id?: string;
  /** Only conversations with one of these ids, at most 100 */
  readonly ids?: readonly string[];
  /** Only conversations with this value of one key of `metadata`: `metadata.<key>=<value>` in a query */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Only conversations that have ended and lasted at least so long */
  readonly duration_min_ms?: number;
  /** Only conversations that have ended and lasted at most so long */
  readonly duration_max_ms?: number;
  /** Only conversations whose recording is available, or only those without one */
  readonly has_recording?: boolean;
  /** Only conversations that reached their goal, or only those that did not (`quality.successful`) */
  readonly successful?: boolean;
  /** Only conversations that are marked as reviewed, or only those that are not */
  readonly reviewed?: boolean;
  /** Only conversations of this caller: the exact phone number in E.164 form, or the exact id */
  readonly caller?: string;
  /** Only conversations of callers whose name has words that begin with all of these, ignoring case and accents */
  readonly caller_name?: string;
  /** Only the conversation with this `external_id`: at most one of each organization */
  readonly external_id?: string;
  /** Only conversations with one of these tags */
  readonly tag?: readonly string[];
  /** Only conversations with all of these verdicts and values of shared analyzers, at most three: `criterion.<name>:<verdict>` or `field.<name>:<value>` */
  readonly label?: readonly string[];
  /** Only conversations that started at this time or later (inclusive) */
  readonly start_after?: string;
  /** Only conversations that started before this time (exclusive), which must be after `start_after` */
  readonly start_before?: string;
  /** For an organization above one for tests: `true` returns only conversations of organizations for tests, which are left out otherwise. In an organization for tests, it has no effect */
  readonly test?: Flag;
  /** Only conversations with one of these statuses */
  readonly status?: readonly ConversationStatus[];
  /** Only conversations that have ended and whose transcript contains all of these words: at most ten, ignoring case and accents. `word*` matches words that begin with it */
  readonly q?: string;
}

/** The format of the files: `ndjson` has a JSON object per line, as the API shows it; `csv` (RFC 4180) and `parquet` have the same fields as columns */
export type ExportFormat = 'ndjson' | 'csv' | 'parquet';

/** The data to export. An empty object exports everything except recordings and the audit log */
export interface ExportInput {
  /** The organization to export, with its descendants. By default the API key’s own; everything for a key of the platform. The files contain the costs that this organization sees, whichever key creates the export */
  readonly client_id?: string;
  /** The conversations to export */
  readonly resources?: readonly ExportResource[];
  /** Default: `ndjson` */
  readonly format?: ExportFormat;
  /** Whether the recordings of the conversations are exported as well, in ZIP files. Default: `false` */
  readonly recordings?: boolean;
  readonly filters?: ExportFiltersInput;
  readonly metadata?: Metadata;
}

/** An export as it appears in a list */
export interface ExportItem {
  /** The unique id; begins with `exp_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  /** The organization that is exported, with its descendants; null for everything */
  readonly client_id: string | null;
  /** The API key or the member that created the export, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
  /** The conversations to export */
  readonly resources: readonly ExportResource[];
  readonly format: ExportFormat;
  /** Whether the recordings of the conversations are exported as well, in ZIP files */
  readonly recordings: boolean;
  readonly status: ExportStatus;
  /** Why the export failed; null if it did not */
  readonly status_detail: string | null;
  /** The number of rows that have been written */
  readonly rows: number;
  /** The size of the files that have been written, in bytes */
  readonly size_bytes: number;
  /** When the export and its files are removed: seven days after its creation */
  readonly expires_at: string;
}

/** One page of a list */
export interface ExportList {
  /** The items of this page */
  readonly data: readonly ExportItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** The content of an export. `ocsf_events` are the audit records in the Open Cybersecurity Schema Framework 1.6 */
export type ExportResource = 'conversations' | 'turns' | 'notes' | 'analyses' | 'agents' | 'documents' | 'clients' | 'usage' | 'audit_records' | 'ocsf_events';

/** The final status of an export */
export type ExportResult = 'completed' | 'failed';

/** The status of an export: `pending` until it starts, `running` while its files are written, then `completed` or `failed` */
export type ExportStatus = 'pending' | 'running' | 'completed' | 'failed';

/** The result of an export, without links to its files */
export interface ExportSummary {
  /** The export’s id */
  readonly id: string;
  readonly status: ExportResult;
  /** The number of rows that were written */
  readonly rows: number;
  /** The size of all files, in bytes */
  readonly size_bytes: number;
}

/** A value that was extracted */
export interface ExtractedField {
  /** The name of the field */
  readonly name: string;
  /** The value, of the type of the field; null if there is none */
  readonly value: unknown;
  /** The turns that show it */
  readonly evidence: readonly AnalysisEvidence[];
  /** Why there is no value; null if there is one, or none is required */
  readonly reason: AnalysisReason | null;
}

/** The source of a field: a voice provider’s report, a key of the API, an analyzer, or the review of an analysis */
export type FieldSource = 'provider' | 'api' | 'analysis' | 'review';

/** Whether something applies */
export type Flag = 'true' | 'false';

/** One step of a flow */
export interface FlowNode {
  /** The node’s id, unique within the flow */
  readonly id: string;
  /** The agent’s instructions while it is at this node */
  readonly instruction: string;
  /** The names of the tools that the agent may call at this node; null for all */
  readonly tools: readonly string[] | null;
  /** The transitions to the next nodes. A node without transitions ends the flow */
  readonly transitions: readonly FlowTransition[];
}

/** One step of a flow */
export interface FlowNodeInput {
  /** The node’s id, unique within the flow */
  readonly id: string;
  /** The agent’s instructions while it is at this node */
  readonly instruction: string;
  /** The names of the tools that the agent may call at this node; null for all */
  readonly tools?: readonly string[] | null;
  /** The transitions to the next nodes. A node without transitions ends the flow */
  readonly transitions?: readonly FlowTransition[];
}

/** A transition from one node to another */
export interface FlowTransition {
  /** The id of the next node */
  readonly to: string;
  /** The condition for taking this transition, in words */
  readonly when: string;
}

/** Limits that are the same for all organizations */
export interface GatewayLimits {
  /** The number of requests a second of all API keys together; null if there is no limit */
  readonly requests_per_second: number | null;
  readonly slow_routes: SlowRouteLimit;
}

/** A role that people can get by signing in: every role except `owner` */
export type GivenRole = 'admin' | 'builder' | 'operator' | 'listener' | 'analyst' | 'billing' | 'auditor';

/** The one who answers in a chat: the agent, nobody until a person takes over, or a person */
export type Handling = 'agent' | 'waiting' | 'human';

/** The handover of a chat to people */
export interface Handover {
  /** When a person was asked for, or took over */
  readonly requested_at: string;
  /** Why a person was asked for, in the words of the one who asked; null if unknown */
  readonly reason: string | null;
  /** When the agent resumes if nobody has answered; null if it waits until the end of the chat, or if a person has answered */
  readonly answer_by: string | null;
  /** The name of the person who answered last; `Staff` if the provider reports none, if the person has left, and in messages of webhooks for everybody who has signed in; null while nobody has answered */
  readonly author: string | null;
}

/** A request for a person */
export interface HandoverInput {
  /** Why a person is asked for, for the one who takes over */
  readonly reason?: string | null;
}

/** The action to take if nobody takes over a chat */
export interface HandoverRules {
  /** The time that a chat waits for a person, in minutes. The agent resumes at most five minutes later */
  readonly answer_within_minutes: number;
  /** The agent’s words when nobody has answered in time, after which it resumes */
  readonly unanswered_message: string;
}

/** The health of the service */
export interface Health {
  /** Always `ok` */
  readonly status: 'ok';
  /** The version of the service */
  readonly version: string;
}

/** A request to your server */
export interface HttpAction {
  /** A signed POST to your server */
  readonly type: 'http';
  /** The address of your server, with `https:`. Redirects are not followed */
  readonly url: string;
  readonly effect: ToolEffect;
  /** The time within which the server must answer, in seconds */
  readonly timeout_seconds: number;
  /** Arguments that the platform sets, each with a text in which `{{name}}` is replaced by the variable of the conversation. The language model does not see these arguments and cannot choose them */
  readonly bind: Readonly<Record<string, string>>;
}

/** A request to your server */
export interface HttpActionInput {
  /** A signed POST to your server */
  readonly type: 'http';
  /** The address of your server, with `https:`. Redirects are not followed */
  readonly url: string;
  /** Default: `read` */
  readonly effect?: ToolEffect;
  /** The time within which the server must answer, in seconds. Default: `5` */
  readonly timeout_seconds?: number;
  /** Arguments that the platform sets, each with a text in which `{{name}}` is replaced by the variable of the conversation. The language model does not see these arguments and cannot choose them */
  readonly bind?: Readonly<Record<string, string>>;
}

/** The caller and its organization */
export interface Identity {
  /** The API key of the request; null for a person who has signed in */
  readonly key: ApiKeyItem | null;
  /** The person who has signed in; null for an API key */
  readonly person: Person | null;
  /** The organizations that the person can choose with `Organization`; empty for an API key */
  readonly memberships: readonly Membership[];
  /** The organization of the request; null for the platform. A person whose request names none, and who can choose only one, gets that one, with the scopes there */
  readonly client: OrganizationItem | null;
  /** The branding in effect for the organization: its own, or that of the nearest organization above that sets one; null without */
  readonly branding: Branding | null;
  /** The scopes of the request */
  readonly scopes: readonly Scope[];
  readonly limits: Limits;
  /** The current time of the service */
  readonly time: string;
}

/** An import of agents or earlier conversations from a provider */
export interface Import {
  /** The import’s id */
  readonly id: string;
  /** When the import was started */
  readonly created_at: string;
  /** When its progress was last noted */
  readonly updated_at: string;
  /** The integration that is imported from */
  readonly integration_id: string;
  readonly resource: ImportResource;
  /** Only conversations that started at or after this time; null if there is no lower limit */
  readonly start_after: string | null;
  /** Only conversations that started before this time; null for agents */
  readonly start_before: string | null;
  /** Whether recordings are fetched as well */
  readonly recordings: boolean;
  readonly status: ImportStatus;
  /** Why the import failed, or why it is waiting */
  readonly status_detail: string | null;
  /** The number of agents or conversations that the provider has listed so far */
  readonly seen: number;
  /** The number of those that are new here */
  readonly created: number;
  /** The number of existing ones. Missing data was added to them */
  readonly skipped: number;
  /** The number of those that could not be imported */
  readonly failed: number;
  /** The first 50 entities that could not be imported */
  readonly errors: readonly ImportFault[];
  /** When the import ended; null while it is running */
  readonly completed_at: string | null;
}

/** An entity that could not be imported */
export interface ImportFault {
  /** The id of the agent or conversation at the provider */
  readonly provider_id: string;
  /** Why it was not imported */
  readonly detail: string;
}

/** A new import */
export interface ImportInput {
  readonly resource: ImportResource;
  /** Only conversations that started at or after this time. For Vapi: that were created */
  readonly start_after?: string | null;
  /** Only conversations that started before this time; by default the time of the request. Later ones arrive as webhooks */
  readonly start_before?: string | null;
  /** Whether recordings are fetched as well. Default: `true` */
  readonly recordings?: boolean;
}

/** One page of a list */
export interface ImportList {
  /** The items of this page */
  readonly data: readonly Import[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** The data to import. `agents` become agents of the integration’s organization; `conversations` become conversations of the agents that they are mapped to */
export type ImportResource = 'agents' | 'conversations';

/** The state of the import. `failed`: the provider refused the requests or did not answer; entities that were already imported remain */
export type ImportStatus = 'running' | 'completed' | 'failed' | 'canceled';

/** An account at a voice provider, whose calls become conversations */
export interface Integration {
  /** The unique id; begins with `intg_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The organization that the integration belongs to */
  readonly client_id: string;
  /** The API key or the member that created the integration, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
  readonly provider: Provider;
  /** The integration’s name, for people */
  readonly name: string;
  /** The last four characters of the API key; null if none is set */
  readonly api_key_hint: string | null;
  /** The method that verifies webhooks; null unless the provider is Vapi */
  readonly verification: Verification | null;
  /** The mapping of the provider’s agents to agents of the platform */
  readonly agents: readonly AgentMapping[];
  readonly status: IntegrationStatus;
  /** The reason why the integration fails; null unless it does */
  readonly status_detail: string | null;
  /** The URL to set at the provider for its webhooks */
  readonly webhook_url: string;
}

/** An event from a provider, and the result of processing it */
export interface IntegrationEvent {
  /** The event’s id */
  readonly id: string;
  /** The integration that received the event */
  readonly integration_id: string;
  /** The provider’s name for this type of event; `unknown` if the event has none */
  readonly type: string;
  readonly status: IntegrationEventStatus;
  /** Why the event was parked or failed; null otherwise */
  readonly status_detail: string | null;
  /** The conversation that the event is about; null if there is none */
  readonly conversation_id: string | null;
  /** The call’s id at the provider */
  readonly provider_conversation_id: string | null;
  /** The agent’s id at the provider */
  readonly provider_agent_id: string | null;
  /** When the event was received */
  readonly received_at: string;
  /** When the event was last processed; null before that */
  readonly processed_at: string | null;
  /** The payload from the provider; null if it is larger than 1 MB, is not a JSON object, or has been erased, or if the API key lacks `conversations:read` or `recordings:read` */
  readonly payload: Readonly<Record<string, unknown>> | null;
  /** A link to a payload that is larger than 1 MB, valid for five minutes; null otherwise, or if the API key lacks one of these scopes */
  readonly payload_url: string | null;
}

/** An event as it appears in a list */
export interface IntegrationEventItem {
  /** The event’s id */
  readonly id: string;
  /** The integration that received the event */
  readonly integration_id: string;
  /** The provider’s name for this type of event; `unknown` if the event has none */
  readonly type: string;
  readonly status: IntegrationEventStatus;
  /** Why the event was parked or failed; null otherwise */
  readonly status_detail: string | null;
  /** The conversation that the event is about; null if there is none */
  readonly conversation_id: string | null;
  /** The call’s id at the provider */
  readonly provider_conversation_id: string | null;
  /** The agent’s id at the provider */
  readonly provider_agent_id: string | null;
  /** When the event was received */
  readonly received_at: string;
  /** When the event was last processed; null before that */
  readonly processed_at: string | null;
}

/** One page of a list */
export interface IntegrationEventList {
  /** The items of this page */
  readonly data: readonly IntegrationEventItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** The state of the event. `received`: it will be processed shortly; `parked`: it waits, for example for a mapping of its agent; `failed`: it cannot be processed */
export type IntegrationEventStatus = 'received' | 'processed' | 'parked' | 'failed';

/** A provider refused the requests of an integration */
export interface IntegrationFailingEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'integration.failing';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: IntegrationFailure | EventReference;
}

/** An integration whose requests the provider refuses */
export interface IntegrationFailure {
  /** The integration’s id */
  readonly id: string;
  /** The provider, such as `elevenlabs` */
  readonly provider: string;
  /** The integration’s name */
  readonly name: string;
  /** Why the provider refused the requests */
  readonly status_detail: string;
}

/** A new integration */
export interface IntegrationInput {
  /** The integration’s name, for people */
  readonly name: string;
  /** The method that verifies webhooks, for Vapi only; `secret_header` if absent */
  readonly verification?: Verification | null;
  /** The mapping of the provider’s agents to agents of the platform */
  readonly agents?: readonly AgentMapping[];
  /** `disabled` refuses webhooks and the tokens of deployments, and fetches nothing. Anything else lets the integration work: whether it fails, the platform finds out. Default: `active` */
  readonly status?: IntegrationStatus;
  readonly metadata?: Metadata;
  /** The organization that the integration belongs to; by default the API key’s own */
  readonly client_id?: string;
  readonly provider: Provider;
  /** The API key of the account at the provider. It is stored encrypted and cannot be read again */
  readonly api_key?: string | null;
  /** The secret that the provider signs webhooks with. Retell signs with an API key, by default the one above. It is stored encrypted and cannot be read again */
  readonly webhook_secret?: string | null;
}

/** An integration as it appears in a list */
export interface IntegrationItem {
  /** The unique id; begins with `intg_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  /** The organization that the integration belongs to */
  readonly client_id: string;
  /** The API key or the member that created the integration, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
  readonly provider: Provider;
  /** The integration’s name, for people */
  readonly name: string;
  /** The last four characters of the API key; null if none is set */
  readonly api_key_hint: string | null;
  /** The method that verifies webhooks; null unless the provider is Vapi */
  readonly verification: Verification | null;
  readonly status: IntegrationStatus;
  /** The reason why the integration fails; null unless it does */
  readonly status_detail: string | null;
  /** The number of parked events, for example of an agent that is not mapped; at most 100, even if there are more. Included only with `expand=parked_events` */
  readonly parked_events?: number;
}

/** Additional fields of the integrations in a list */
export type IntegrationItemExpansion = 'parked_events';

/** One page of a list */
export interface IntegrationList {
  /** The items of this page */
  readonly data: readonly IntegrationItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** A merge patch (RFC 7396) for an integration */
export interface IntegrationPatch {
  /** The integration’s name, for people */
  readonly name?: string;
  /** The method that verifies webhooks, for Vapi only; `secret_header` if absent */
  readonly verification?: Verification | null;
  /** The mapping of the provider’s agents to agents of the platform */
  readonly agents?: readonly AgentMapping[] | null;
  /** `disabled` refuses webhooks and the tokens of deployments, and fetches nothing. Anything else lets the integration work: whether it fails, the platform finds out */
  readonly status?: IntegrationStatus | null;
  /** Your own keys to set; null removes one */
  readonly metadata?: MetadataPatch | null;
  /** The API key of the account at the provider. It is stored encrypted and cannot be read again. Absent: it stays; null removes it */
  readonly api_key?: string | null;
  /** The secret that the provider signs webhooks with. Retell signs with an API key, by default the one above. It is stored encrypted and cannot be read again. Absent: it stays; null removes it. The previous one remains valid for a day */
  readonly webhook_secret?: string | null;
}

/** Everything that can be changed of an integration. An absent field is reset to its default, but a secret stays */
export interface IntegrationReplacement {
  /** The integration’s name, for people */
  readonly name: string;
  /** The method that verifies webhooks, for Vapi only; `secret_header` if absent */
  readonly verification?: Verification | null;
  /** The mapping of the provider’s agents to agents of the platform */
  readonly agents?: readonly AgentMapping[];
  /** `disabled` refuses webhooks and the tokens of deployments, and fetches nothing. Anything else lets the integration work: whether it fails, the platform finds out. Default: `active` */
  readonly status?: IntegrationStatus;
  readonly metadata?: Metadata;
  /** The organization; a value other than the current one is refused */
  readonly client_id?: string;
  /** The provider; a value other than the current one is refused */
  readonly provider?: Provider;
  /** The API key of the account at the provider. It is stored encrypted and cannot be read again. Absent: it stays; null removes it */
  readonly api_key?: string | null;
  /** The secret that the provider signs webhooks with. Retell signs with an API key, by default the one above. It is stored encrypted and cannot be read again. Absent: it stays; null removes it. The previous one remains valid for a day */
  readonly webhook_secret?: string | null;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly id?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly created_at?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly updated_at?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly version?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly created_by?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly api_key_hint?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly status_detail?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly webhook_url?: unknown;
}

/** Whether the integration works. `failing`: the provider refuses requests or cannot be reached; `disabled`: webhooks are refused, nothing is fetched, and the tokens of deployments are not accepted */
export type IntegrationStatus = 'active' | 'failing' | 'disabled';

/** An invitation to an organization */
export interface Invitation {
  /** The unique id; begins with `inv_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The organization that the person is invited to; null for the platform */
  readonly client_id: string | null;
  /** The API key or the member that created the invitation, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
  /** The connection through which the person has to sign in */
  readonly connection_id: string;
  /** The e-mail address that the provider must report */
  readonly email: string;
  /** The role; null if the scopes were chosen one by one */
  readonly role: Role | null;
  /** The scopes: those of the role, or those that were chosen */
  readonly scopes: readonly Scope[];
  /** When the membership will end; null if it does not */
  readonly member_expires_at: string | null;
  /** When the invitation can no longer be accepted: seven days after its creation */
  readonly expires_at: string;
}

/** The proof of having received an invitation */
export interface InvitationAcceptance {
  /** The token of the invitation */
  readonly token: string;
}

/** A new invitation */
export interface InvitationInput {
  /** The organization that the person is invited to; by default the caller’s own */
  readonly client_id?: string;
  /** A connection of the organization or of one above. By default the one that the organization enforces, or else the one through which the caller signed in, or else the newest one of the nearest organization whose `max_role` has every scope that the person gets. An organization that enforces a connection refuses others */
  readonly connection_id?: string;
  /** The e-mail address that the provider must report */
  readonly email: string;
  /** The role: either this or `scopes` */
  readonly role?: Role;
  /** Scopes that no role has together: either this or `role` */
  readonly scopes?: readonly Scope[];
  /** When the membership will end: no later than the caller’s own access, which is also the default; null if it does not */
  readonly member_expires_at?: string | null;
}

/** An invitation as it appears in a list */
export interface InvitationItem {
  /** The unique id; begins with `inv_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  /** The organization that the person is invited to; null for the platform */
  readonly client_id: string | null;
  /** The API key or the member that created the invitation, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
  /** The connection through which the person has to sign in */
  readonly connection_id: string;
  /** The e-mail address that the provider must report */
  readonly email: string;
  /** The role; null if the scopes were chosen one by one */
  readonly role: Role | null;
  /** The scopes: those of the role, or those that were chosen */
  readonly scopes: readonly Scope[];
  /** When the membership will end; null if it does not */
  readonly member_expires_at: string | null;
  /** When the invitation can no longer be accepted: seven days after its creation */
  readonly expires_at: string;
}

/** One page of a list */
export interface InvitationList {
  /** The items of this page */
  readonly data: readonly InvitationItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** A new invitation with its token */
export interface InvitationWithToken {
  /** The unique id; begins with `inv_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The organization that the person is invited to; null for the platform */
  readonly client_id: string | null;
  /** The API key or the member that created the invitation, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
  /** The connection through which the person has to sign in */
  readonly connection_id: string;
  /** The e-mail address that the provider must report */
  readonly email: string;
  /** The role; null if the scopes were chosen one by one */
  readonly role: Role | null;
  /** The scopes: those of the role, or those that were chosen */
  readonly scopes: readonly Scope[];
  /** When the membership will end; null if it does not */
  readonly member_expires_at: string | null;
  /** When the invitation can no longer be accepted: seven days after its creation */
  readonly expires_at: string;
  /** The token to accept the invitation with. It cannot be read again */
  readonly token: string;
  /** The page of the console on which the person accepts. Send it to the person */
  readonly url: string;
}

/** The terms of the statements that an organization issues */
export interface IssuingTerms {
  /** The tax that is added; by default none */
  readonly tax?: TaxTerms;
  /** The number of days from the date of a statement to its due date; by default, there is no due date */
  readonly payment_days?: number;
  /** The way to pay, such as a bank account, with line breaks */
  readonly payment_details?: string;
  /** The address for questions about statements. Those who receive them see it */
  readonly email?: string;
  /** The beginning of each number, such as `BV-`; by default there is none */
  readonly number_prefix?: string;
}

/** The terms to change; null removes one */
export interface IssuingTermsPatch {
  /** The tax to change; null removes it */
  readonly tax?: TaxTermsPatch | null;
  /** The number of days from the date of a statement to its due date; by default, there is no due date */
  readonly payment_days?: number | null;
  /** The way to pay, such as a bank account, with line breaks */
  readonly payment_details?: string | null;
  /** The address for questions about statements. Those who receive them see it */
  readonly email?: string | null;
  /** The beginning of each number, such as `BV-`; by default there is none */
  readonly number_prefix?: string | null;
}

/** The size of the agent’s knowledge base. Documents are a separate resource; changing one does not create a version of the agent */
export interface KnowledgeBase {
  /** The number of documents */
  readonly documents: number;
  /** The size of the documents’ text, in bytes of UTF-8 */
  readonly bytes: number;
  /** The number of changes to the documents, counted from 0 */
  readonly version: number;
}

/** A document of which passages were given to the language model */
export interface KnowledgeMatch {
  /** The document’s id */
  readonly document_id: string;
  /** The document’s name */
  readonly title: string;
  /** The relevance of the document. Comparable within one answer only */
  readonly score: number;
}

/** A turn at the end of a transcript */
export interface LatestTurn {
  /** The turn’s position in the transcript, from 0 */
  readonly index: number;
  readonly role: TurnRole;
  /** The beginning of what was said: at most 500 bytes of UTF-8 */
  readonly text: string;
}

/** The effect of using up the included minutes and all packs. `charge`: further minutes are charged; `warn`: they are charged, and events are also sent at 120, 150 and 200 percent; `stop`: new conversations are refused. Under a plan with messages, `stop` refuses chats of this platform once the included messages are used up, whatever minutes are left, and other conversations once the minutes are */
export type LimitAction = 'charge' | 'warn' | 'stop';

/** The limits on requests, on entities and on use */
export interface Limits {
  /** The smallest limit on requests of the organization and those above; null if there is none */
  readonly requests_per_minute: number | null;
  readonly gateway: GatewayLimits;
  /** The quotas of the organization, or their defaults, and those of the organizations above; empty for a platform key */
  readonly quotas: readonly QuotaInEffect[];
}

/** A call of a tool at an MCP server. A tool without a description or parameters takes those of the server */
export interface McpAction {
  /** A call to an MCP server */
  readonly type: 'mcp';
  /** The tool server, of the agent’s organization or of one above */
  readonly tool_server_id: string;
  /** The name of the tool at the server */
  readonly tool: string;
  readonly effect: ToolEffect;
  /** Arguments that the platform sets, each with a text in which `{{name}}` is replaced by the variable of the conversation. The language model does not see these arguments and cannot choose them */
  readonly bind: Readonly<Record<string, string>>;
}

/** A call of a tool at an MCP server. A tool without a description or parameters takes those of the server */
export interface McpActionInput {
  /** A call to an MCP server */
  readonly type: 'mcp';
  /** The tool server, of the agent’s organization or of one above */
  readonly tool_server_id: string;
  /** The name of the tool at the server */
  readonly tool: string;
  /** Default: `read` */
  readonly effect?: ToolEffect;
  /** Arguments that the platform sets, each with a text in which `{{name}}` is replaced by the variable of the conversation. The language model does not see these arguments and cannot choose them */
  readonly bind?: Readonly<Record<string, string>>;
}

/** A JSON-RPC 2.0 message of the Model Context Protocol */
export type McpMessage = Readonly<Record<string, unknown>>;

/** A person in an organization */
export interface Member {
  /** The unique id; begins with `mem_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The organization; null for the platform, which reaches everything */
  readonly client_id: string | null;
  /** The API key or the member that created the member, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
  readonly person: Person;
  /** The role; null if the scopes were chosen one by one */
  readonly role: Role | null;
  /** The scopes: those of the role, or those that were chosen */
  readonly scopes: readonly Scope[];
  /** When the membership ends; null if it does not */
  readonly expires_at: string | null;
  readonly source: MemberSource;
}

/** A member as it appears in a list */
export interface MemberItem {
  /** The unique id; begins with `mem_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  /** The organization; null for the platform, which reaches everything */
  readonly client_id: string | null;
  /** The API key or the member that created the member, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
  readonly person: Person;
  /** The role; null if the scopes were chosen one by one */
  readonly role: Role | null;
  /** The scopes: those of the role, or those that were chosen */
  readonly scopes: readonly Scope[];
  /** When the membership ends; null if it does not */
  readonly expires_at: string | null;
  readonly source: MemberSource;
}

/** One page of a list */
export interface MemberList {
  /** The items of this page */
  readonly data: readonly MemberItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** Changes of a member (RFC 7396) */
export interface MemberPatch {
  /** The role: either this or `scopes` */
  readonly role?: Role;
  /** Scopes that no role has together: either this or `role` */
  readonly scopes?: readonly Scope[];
  /** When the membership ends, no later than the caller’s own access; null if it does not */
  readonly expires_at?: string | null;
  /** Your own keys to set; null removes one */
  readonly metadata?: MetadataPatch | null;
}

/** A removed member, and what remains */
export interface MemberRemoval {
  /** The removed member’s id */
  readonly member_id: string;
  /** API keys that the member created, or that such a key created: revoked with `revoke_keys=true`, and valid otherwise. A key that somebody else has rotated since is not among them, once its previous secret has ended */
  readonly api_keys: readonly ApiKeyItem[];
  /** API keys of others whose secret the member knows, because the member or one of `api_keys` has rotated them. They are never revoked with the member, because others rely on them: rotate them, with `overlap_seconds: 0` */
  readonly rotated_api_keys: readonly ApiKeyItem[];
}

/** Whether the person was invited, or joined by signing in: then each sign-in sets the role again */
export type MemberSource = 'invitation' | 'connection';

/** An organization that a person is a member of */
export interface Membership {
  /** The member’s id */
  readonly id: string;
  /** The organization, to be sent as `Organization`; null for the platform, which is sent as `platform` */
  readonly client_id: string | null;
  /** The organization’s name */
  readonly name: string;
  /** The role; null if the scopes were chosen one by one */
  readonly role: Role | null;
  /** The scopes: those of the role, or those that were chosen */
  readonly scopes: readonly Scope[];
  /** When the membership ends; null if it does not */
  readonly expires_at: string | null;
}

/** A message of a webhook, with every attempt to deliver it */
export interface Message {
  /** The message’s id, in the header `webhook-id` */
  readonly id: string;
  /** When the event happened */
  readonly created_at: string;
  /** The webhook that the message is for */
  readonly webhook_id: string;
  /** The event’s id */
  readonly event_id: string;
  readonly event: EventType;
  /** The id of the entity of the event */
  readonly entity_id: string;
  /** The organization the event happened in; null for the platform */
  readonly client_id: string | null;
  readonly status: MessageStatus;
  /** The number of attempts to deliver it */
  readonly attempt_count: number;
  /** When the next attempt is due; null if there is none */
  readonly next_attempt_at: string | null;
  /** When it was delivered or acknowledged; null if it was not */
  readonly delivered_at: string | null;
  /** The body. Its `data` is only an id if the API key lacks the scope to read the entity */
  readonly payload: EventPayload | null;
  /** The attempts to deliver it, newest first, at most 100 */
  readonly attempts: readonly Attempt[];
}

/** Messages that were handled */
export interface MessageAcknowledgment {
  /** The ids of the messages, at most 50 */
  readonly message_ids: readonly string[];
}

/** The number of messages */
export interface MessageCount {
  /** The number of messages */
  readonly messages: number;
}

/** A message of the user */
export interface MessageInput {
  /** The words of the user */
  readonly text: string;
  /** Default: `refuse` */
  readonly when_busy?: WhenBusy;
}

/** A message as it appears in a list */
export interface MessageItem {
  /** The message’s id, in the header `webhook-id` */
  readonly id: string;
  /** When the event happened */
  readonly created_at: string;
  /** The webhook that the message is for */
  readonly webhook_id: string;
  /** The event’s id */
  readonly event_id: string;
  readonly event: EventType;
  /** The id of the entity of the event */
  readonly entity_id: string;
  /** The organization the event happened in; null for the platform */
  readonly client_id: string | null;
  readonly status: MessageStatus;
  /** The number of attempts to deliver it */
  readonly attempt_count: number;
  /** When the next attempt is due; null if there is none */
  readonly next_attempt_at: string | null;
  /** When it was delivered or acknowledged; null if it was not */
  readonly delivered_at: string | null;
  /** The body of a message that is fetched; null if it is posted. Its `data` is only an id if the API key lacks the scope to read the entity */
  readonly payload: EventPayload | null;
}

/** One page of a list */
export interface MessageList {
  /** The items of this page */
  readonly data: readonly MessageItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** The failed messages to send again */
export interface MessageRecovery {
  /** Only messages of events that happened at this time or later */
  readonly since: string;
}

/** The messages to send again */
export interface MessageReplay {
  /** Only messages of events that happened at this time or later */
  readonly since: string;
  /** Only messages of events that happened before this time; by default now */
  readonly until?: string;
  /** Only messages of these types; by default all */
  readonly events?: readonly EventType[];
}

/** The status of a message: `pending` until a server accepts it or it is acknowledged; `failed` after the last attempt */
export type MessageStatus = 'pending' | 'delivered' | 'failed';

/** Your own key-value pairs: up to 50 keys of at most 40 characters, with values of at most 500 characters */
export type Metadata = Readonly<Record<string, string>>;

/** Your own keys to set; null removes one */
export type MetadataPatch = Readonly<Record<string, string | null>>;

/** Measurements by name, such as `e2e_latency_p50_ms`: at most 100 */
export type Metrics = Readonly<Record<string, number>>;

/** The language model that generates the agent’s answers */
export interface Model {
  /** The company that serves the model, such as `openai` */
  readonly provider: string | null;
  /** The model’s name at its provider */
  readonly id: string | null;
  /** The randomness of answers: 0 is the least */
  readonly temperature: number | null;
  /** The greatest length of one answer, in tokens */
  readonly max_tokens: number | null;
}

/** The language model that generates the agent’s answers */
export interface ModelInput {
  /** The company that serves the model, such as `openai` */
  readonly provider?: string | null;
  /** The model’s name at its provider */
  readonly id?: string | null;
  /** The randomness of answers: 0 is the least */
  readonly temperature?: number | null;
  /** The greatest length of one answer, in tokens */
  readonly max_tokens?: number | null;
}

/** The settings of the language model to change */
export interface ModelPatch {
  /** The company that serves the model, such as `openai` */
  readonly provider?: string | null;
  /** The model’s name at its provider */
  readonly id?: string | null;
  /** The randomness of answers: 0 is the least */
  readonly temperature?: number | null;
  /** The greatest length of one answer, in tokens */
  readonly max_tokens?: number | null;
}

/** The use of a model: in `model.id` of agents, or in analyzers */
export type ModelUse = 'agents' | 'analyzers';

/** An exact amount of money */
export interface Money {
  /** A decimal number with up to nine decimal places, as a string so that it stays exact */
  readonly amount: string;
  /** An ISO 4217 currency code */
  readonly currency: string;
}

/** The fields of an amount of money to change */
export interface MoneyPatch {
  /** The amount, as a decimal number in a string */
  readonly amount?: string | null;
  /** The currency: an ISO 4217 code */
  readonly currency?: string | null;
}

/** An exact sum of money */
export interface MoneySum {
  /** A decimal number as a string, so that it stays exact */
  readonly amount: string;
  /** An ISO 4217 currency code */
  readonly currency: string;
}

/** A subscription that has not started */
export interface NextSubscription {
  /** The id of the subscription that follows */
  readonly id: string;
  /** The plan whose terms were copied */
  readonly plan_id: string;
  /** Its first day */
  readonly start_date: string;
}

/** Something of an agent that a provider cannot take over */
export interface NotCarried {
  /** The field of the agent, such as `model.max_tokens` */
  readonly field: string;
  /** Why the provider’s agent does not have it */
  readonly detail: string;
}

/** A note that people add to a conversation */
export interface Note {
  /** The note’s id */
  readonly id: string;
  /** When the note was added */
  readonly created_at: string;
  /** The conversation that the note is about */
  readonly conversation_id: string;
  /** The text of the note */
  readonly text: string;
  /** The name of the person who wrote the note, as a program states it; null for a person who has signed in, whom `created_by` names */
  readonly author: string | null;
  /** The API key or the member that created the note, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
}

/** A note was added to a conversation */
export interface NoteCreatedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'note.created';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: Note | EventReference;
}

/** A new note */
export interface NoteInput {
  /** The text of the note */
  readonly text: string;
  /** The name of the person who wrote the note, as a program states it; null for a person who has signed in, whom `created_by` names */
  readonly author?: string | null;
}

/** One page of a list */
export interface NoteList {
  /** The items of this page */
  readonly data: readonly Note[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** An OpenAPI 3.1 document */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

/** A call of a tool that the platform does not run */
export interface OpenToolCall {
  /** The id of the call */
  readonly id: string;
  /** The tool to run */
  readonly name: string;
  /** The arguments that the agent chose */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** An organization: a reseller, a client, a subcompany or a location */
export interface Organization {
  /** The unique id; begins with `client_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The organization’s name */
  readonly name: string;
  readonly settings: OrganizationSettings;
  readonly billing_info: BillingInfo;
  readonly status: OrganizationStatus;
  /** The id that the organization above has given to this one, unique below the same parent; null if there is none */
  readonly external_id: string | null;
  /** Whether it is for tests. So is every organization below it. Its conversations are in its own lists, usage and statements, and in those of no organization above */
  readonly test: boolean;
  readonly type: OrganizationType;
  /** The organization directly above; null at the top of the hierarchy */
  readonly parent_id: string | null;
  /** The settings in effect: the organization’s own and those that it inherits */
  readonly effective_settings: OrganizationSettings;
}

/** The number of entities that are still to be erased */
export interface OrganizationContents {
  /** The organization and its descendants */
  readonly organizations: number;
  /** Their API keys */
  readonly api_keys: number;
  /** Their agents, each with its versions and documents */
  readonly agents: number;
  /** Their conversations, each with its transcript and recording */
  readonly conversations: number;
}

/** The progress of the erasure of an organization */
export interface OrganizationErasure {
  /** The organization’s id */
  readonly client_id: string;
  readonly status: OrganizationErasureStatus;
  /** When the erasure began; null in a dry run of one that has not begun */
  readonly started_at: string | null;
  readonly remaining: OrganizationContents;
  /** Whether more is left than `remaining` shows: counting stops after about 50,000 entries */
  readonly has_more: boolean;
}

/** Whether the organization is being erased; `dry_run`: nothing was changed */
export type OrganizationErasureStatus = 'dry_run' | 'erasing';

/** A new organization */
export interface OrganizationInput {
  /** The organization’s name */
  readonly name: string;
  readonly settings?: OrganizationSettings;
  readonly billing_info?: BillingInfo;
  /** Default: `active` */
  readonly status?: OrganizationStatus;
  /** The id that the organization above has given to this one, unique below the same parent; null if there is none */
  readonly external_id?: string | null;
  readonly metadata?: Metadata;
  /** Whether it is for tests. So is every organization below it. Its conversations are in its own lists, usage and statements, and in those of no organization above. It cannot be changed later. In an organization for tests, it is always true. Below an organization that is billed, only the issuer of its statements and organizations above the issuer can set it, because it takes conversations out of the bill. Default: `false` */
  readonly test?: boolean;
  readonly type: OrganizationType;
  /** The organization directly above; by default the API key’s own. It cannot be changed later */
  readonly parent_id?: string | null;
}

/** An organization as it appears in a list */
export interface OrganizationItem {
  /** The unique id; begins with `client_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  /** The organization’s name */
  readonly name: string;
  readonly status: OrganizationStatus;
  /** The id that the organization above has given to this one, unique below the same parent; null if there is none */
  readonly external_id: string | null;
  /** Whether it is for tests. So is every organization below it. Its conversations are in its own lists, usage and statements, and in those of no organization above */
  readonly test: boolean;
  readonly type: OrganizationType;
  /** The organization directly above; null at the top of the hierarchy */
  readonly parent_id: string | null;
}

/** One page of a list */
export interface OrganizationList {
  /** The items of this page */
  readonly data: readonly OrganizationItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** A merge patch (RFC 7396) for an organization */
export interface OrganizationPatch {
  /** The organization’s name */
  readonly name?: string;
  /** The settings to change; null removes one */
  readonly settings?: OrganizationSettingsPatch | null;
  /** The billing information to change */
  readonly billing_info?: BillingInfoPatch | null;
  /** Whether the organization may create anything. Only a key of an organization above can change it */
  readonly status?: OrganizationStatus;
  /** The id that the organization above has given to this one. Only a key of an organization above can change it; null removes it */
  readonly external_id?: string | null;
  /** Your own keys to set; null removes one */
  readonly metadata?: MetadataPatch | null;
}

/** Everything that can be changed of an organization. An absent field is reset to its default */
export interface OrganizationReplacement {
  /** The organization’s name */
  readonly name: string;
  readonly settings?: OrganizationSettings;
  readonly billing_info?: BillingInfo;
  /** Whether the organization may create anything. Only a key of an organization above can change it; absent in a request with such a key, it is `active` */
  readonly status?: OrganizationStatus;
  /** The id that the organization above has given to this one. Only a key of an organization above can change it; absent in a request with such a key, it is null */
  readonly external_id?: string | null;
  readonly metadata?: Metadata;
  /** The level; a value other than the current one is refused */
  readonly type?: OrganizationType;
  /** Whether it is for tests; a value other than the current one is refused */
  readonly test?: boolean;
  /** The organization directly above; a value other than the current one is refused */
  readonly parent_id?: string | null;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly id?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly created_at?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly updated_at?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly version?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly effective_settings?: unknown;
}

/** Settings of an organization. A setting that is listed here and absent is inherited from the organizations above. You can store further settings, which are returned unchanged and are not inherited */
export interface OrganizationSettings {
  /** An IANA time zone name, such as `Europe/Berlin` */
  readonly timezone?: string;
  /** A BCP 47 language tag, such as `en-GB` */
  readonly locale?: string;
  /** The number of days that a conversation is kept after its end, with its transcript and recording. Without it, conversations are kept until they are erased. The smallest value of the organization and those above applies. Only a key of an organization above can change it */
  readonly retention_days?: number;
  /** The number of minutes that a conversation may stay active; 240 if absent. After that, it ends as `failed` with `end_reason` `timed_out`, at the last moment that is known: in a call, at the latest time of a turn, or at its start if no turn has a time; on written channels, at the last change. A later report of a provider corrects the end */
  readonly active_timeout_minutes?: number;
  readonly rate_limit?: RequestLimit;
  readonly quotas?: Quotas;
  readonly branding?: Branding;
  /** Whether recordings are accepted; true if absent. False in any organization above applies here as well. Only a key of an organization above can change it */
  readonly recording_enabled?: boolean;
  /** The prefixes that outbound calls may dial, such as `+49`; an empty list allows no calls. Without it, any number can be called. A number must be allowed here and in every organization above. Only a key of an organization above can change it */
  readonly call_prefixes?: readonly string[];
  /** Whether the organization sees every cost that the organization directly above sees. Without it, it sees only costs that its own integrations and keys, or those of its descendants, have reported. Not inherited. Only a key of an organization above can change it */
  readonly costs_shown?: boolean;
  readonly analysis?: AnalysisSettings;
  /** Analyzers of organizations above that do not run for the organization and its descendants, unless they are `mandatory` */
  readonly analyzers_excluded?: readonly string[];
  readonly [name: string]: unknown;
}

/** The settings to change; null removes one */
export interface OrganizationSettingsPatch {
  /** An IANA time zone name, such as `Europe/Berlin` */
  readonly timezone?: string | null;
  /** A BCP 47 language tag, such as `en-GB` */
  readonly locale?: string | null;
  /** The number of days that a conversation is kept after its end, with its transcript and recording. Without it, conversations are kept until they are erased. The smallest value of the organization and those above applies. Only a key of an organization above can change it */
  readonly retention_days?: number | null;
  /** The number of minutes that a conversation may stay active; 240 if absent. After that, it ends as `failed` with `end_reason` `timed_out`, at the last moment that is known: in a call, at the latest time of a turn, or at its start if no turn has a time; on written channels, at the last change. A later report of a provider corrects the end */
  readonly active_timeout_minutes?: number | null;
  /** A limit on requests; null removes it */
  readonly rate_limit?: RequestLimit | null;
  /** The quotas to change; null removes all of them */
  readonly quotas?: QuotasPatch | null;
  /** The branding to change; null removes all of it, so that it is inherited */
  readonly branding?: BrandingPatch | null;
  /** Whether recordings are accepted; true if absent. False in any organization above applies here as well. Only a key of an organization above can change it */
  readonly recording_enabled?: boolean | null;
  /** The prefixes that outbound calls may dial, such as `+49`; an empty list allows no calls. Without it, any number can be called. A number must be allowed here and in every organization above. Only a key of an organization above can change it */
  readonly call_prefixes?: readonly string[] | null;
  /** Whether the organization sees every cost that the organization directly above sees. Without it, it sees only costs that its own integrations and keys, or those of its descendants, have reported. Not inherited. Only a key of an organization above can change it */
  readonly costs_shown?: boolean | null;
  /** The settings of analysis to change; null removes all */
  readonly analysis?: AnalysisSettingsPatch | null;
  /** Analyzers of organizations above that do not run for the organization and its descendants, unless they are `mandatory` */
  readonly analyzers_excluded?: readonly string[] | null;
  readonly [name: string]: unknown;
}

/** Whether an organization may create anything: `suspended` stops new conversations, agents, documents, organizations and API keys, and messages of webhooks that are sent again on request, for the organization and its descendants. Calls that voice providers report meanwhile become conversations when the suspension ends */
export type OrganizationStatus = 'active' | 'suspended';

/** The level of an organization in the hierarchy */
export type OrganizationType = 'reseller' | 'client' | 'subcompany' | 'location';

/** A possible outcome */
export interface OutcomeChoice {
  /** The result of the conversation, as a name of your choice */
  readonly value: string;
  /** When this outcome applies, for the model */
  readonly description: string | null;
}

/** A possible outcome */
export interface OutcomeChoiceInput {
  /** The result of the conversation, as a name of your choice */
  readonly value: string;
  /** When this outcome applies, for the model */
  readonly description?: string | null;
}

/** Minutes that were bought in addition to a plan */
export interface Pack {
  /** The pack’s id */
  readonly id: string;
  /** The organization that bought it */
  readonly client_id: string;
  /** The minutes of the pack. They do not expire */
  readonly minutes: number;
  readonly price: Money;
  readonly metadata: Metadata;
  /** A time: RFC 3339 in UTC with milliseconds */
  readonly created_at: string;
}

/** Minutes to add */
export interface PackInput {
  /** The minutes of the pack. They do not expire */
  readonly minutes: number;
  /** The price, in the subscription’s currency */
  readonly price: string;
  readonly metadata?: Metadata;
}

/** A function of the page that shows the chat, which sends the result */
export interface PageAction {
  /** The page that shows the chat */
  readonly type: 'page';
}

/** An organization as statements name it */
export interface Party {
  /** The legal name; by default the organization’s name */
  readonly name?: string;
  /** The postal address, with line breaks */
  readonly address?: string;
  /** The id for taxes, such as a VAT number */
  readonly tax_id?: string;
}

/** The names to change; null removes one */
export interface PartyPatch {
  /** The legal name; by default the organization’s name */
  readonly name?: string | null;
  /** The postal address, with line breaks */
  readonly address?: string | null;
  /** The id for taxes, such as a VAT number */
  readonly tax_id?: string | null;
}

/** A person who signs in */
export interface Person {
  /** The unique id; begins with `prs_` */
  readonly id: string;
  /** The connection through which the person signs in */
  readonly connection_id: string;
  /** The e-mail address that the provider last reported, if it did */
  readonly email: string | null;
  /** The name that the provider last reported, if it did */
  readonly name: string | null;
  /** When the person last signed in */
  readonly signed_in_at: string;
}

/** The character that the agent speaks with */
export interface Personality {
  /** The tone of voice, such as `warm` */
  readonly tone: string | null;
  /** The manner of speaking, such as `concise` */
  readonly style: string | null;
  /** Character traits, such as `patient` */
  readonly traits: readonly string[];
}

/** The character that the agent speaks with */
export interface PersonalityInput {
  /** The tone of voice, such as `warm` */
  readonly tone?: string | null;
  /** The manner of speaking, such as `concise` */
  readonly style?: string | null;
  /** Character traits, such as `patient` */
  readonly traits?: readonly string[];
}

/** The traits of the character to change */
export interface PersonalityPatch {
  /** The tone of voice, such as `warm` */
  readonly tone?: string | null;
  /** The manner of speaking, such as `concise` */
  readonly style?: string | null;
  /** Character traits: the list is replaced as a whole */
  readonly traits?: readonly string[] | null;
}

/** A test of the webhook */
export interface PingEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'ping';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  readonly data: EventReference;
}

/** Prices, included minutes and included messages. A subscription copies them when it starts */
export interface Plan {
  /** The unique id; begins with `plan_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The organization that owns the plan; null for a plan of the platform. Descendants of the organization can subscribe to it */
  readonly client_id: string | null;
  /** The name that statements show */
  readonly name: string;
  /** An ISO 4217 currency code */
  readonly currency: string;
  /** The fee for a whole month, in the plan’s currency */
  readonly base_fee: string;
  /** The minutes that a whole month includes */
  readonly included_minutes: number;
  /** The price of each further minute, in the plan’s currency */
  readonly minute_rate: string;
  /** The messages that a whole month includes: those of users that agents answered in chats of this platform */
  readonly included_messages: number;
  /** The price of each further message, in the plan’s currency. If it is 0 and no messages are included, messages are not on the bill */
  readonly message_rate: string;
  /** Each call is rounded up to a multiple of these seconds: 1, 6, 30 or 60 */
  readonly rounding_seconds: number;
  readonly at_limit: LimitAction;
}

/** A plan to create */
export interface PlanInput {
  /** The organization that owns the plan. Default: the key’s organization, or the platform */
  readonly client_id?: string | null;
  /** The name that statements show */
  readonly name: string;
  /** An ISO 4217 currency code */
  readonly currency: string;
  /** The fee for a whole month, in the plan’s currency */
  readonly base_fee: string;
  /** The minutes that a whole month includes */
  readonly included_minutes: number;
  /** The price of each further minute, in the plan’s currency */
  readonly minute_rate: string;
  /** The messages that a whole month includes: those of users that agents answered in chats of this platform. Default: `0` */
  readonly included_messages?: number;
  /** The price of each further message, in the plan’s currency. If it is 0 and no messages are included, messages are not on the bill. Default: `0` */
  readonly message_rate?: string;
  /** Each call is rounded up to a multiple of these seconds: 1, 6, 30 or 60. Default: `60` */
  readonly rounding_seconds?: number;
  /** Default: `charge` */
  readonly at_limit?: LimitAction;
  readonly metadata?: Metadata;
}

/** A plan as it appears in a list */
export interface PlanItem {
  /** The unique id; begins with `plan_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  /** The organization that owns the plan; null for a plan of the platform. Descendants of the organization can subscribe to it */
  readonly client_id: string | null;
  /** The name that statements show */
  readonly name: string;
  /** An ISO 4217 currency code */
  readonly currency: string;
  /** The fee for a whole month, in the plan’s currency */
  readonly base_fee: string;
  /** The minutes that a whole month includes */
  readonly included_minutes: number;
  /** The price of each further minute, in the plan’s currency */
  readonly minute_rate: string;
  /** The messages that a whole month includes: those of users that agents answered in chats of this platform */
  readonly included_messages: number;
  /** The price of each further message, in the plan’s currency. If it is 0 and no messages are included, messages are not on the bill */
  readonly message_rate: string;
  /** Each call is rounded up to a multiple of these seconds: 1, 6, 30 or 60 */
  readonly rounding_seconds: number;
  readonly at_limit: LimitAction;
}

/** One page of a list */
export interface PlanList {
  /** The items of this page */
  readonly data: readonly PlanItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** A merge patch (RFC 7396) for a plan */
export interface PlanPatch {
  /** The name that statements show */
  readonly name?: string;
  /** An ISO 4217 currency code */
  readonly currency?: string;
  /** The fee for a whole month, in the plan’s currency */
  readonly base_fee?: string;
  /** The minutes that a whole month includes */
  readonly included_minutes?: number;
  /** The price of each further minute, in the plan’s currency */
  readonly minute_rate?: string;
  /** The messages that a whole month includes: those of users that agents answered in chats of this platform */
  readonly included_messages?: number | null;
  /** The price of each further message, in the plan’s currency. If it is 0 and no messages are included, messages are not on the bill */
  readonly message_rate?: string | null;
  /** Each call is rounded up to a multiple of these seconds: 1, 6, 30 or 60 */
  readonly rounding_seconds?: number | null;
  /** The effect of using up the included minutes and all packs. `charge`: further minutes are charged; `warn`: they are charged, and events are also sent at 120, 150 and 200 percent; `stop`: new conversations are refused. Under a plan with messages, `stop` refuses chats of this platform once the included messages are used up, whatever minutes are left, and other conversations once the minutes are */
  readonly at_limit?: LimitAction | null;
  /** Your own keys to set; null removes one */
  readonly metadata?: MetadataPatch | null;
}

/** The new content of a plan */
export interface PlanReplacement {
  /** The name that statements show */
  readonly name: string;
  /** An ISO 4217 currency code */
  readonly currency: string;
  /** The fee for a whole month, in the plan’s currency */
  readonly base_fee: string;
  /** The minutes that a whole month includes */
  readonly included_minutes: number;
  /** The price of each further minute, in the plan’s currency */
  readonly minute_rate: string;
  /** The messages that a whole month includes: those of users that agents answered in chats of this platform. Default: `0` */
  readonly included_messages?: number;
  /** The price of each further message, in the plan’s currency. If it is 0 and no messages are included, messages are not on the bill. Default: `0` */
  readonly message_rate?: string;
  /** Each call is rounded up to a multiple of these seconds: 1, 6, 30 or 60. Default: `60` */
  readonly rounding_seconds?: number;
  /** Default: `charge` */
  readonly at_limit?: LimitAction;
  readonly metadata?: Metadata;
  /** The owner; a value other than the current one is refused */
  readonly client_id?: string | null;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly id?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly created_at?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly updated_at?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly version?: unknown;
}

/** Any JSON object of at most 32 KB: language, time zone, saved views. The platform stores it and reads nothing in it */
export type Preferences = Readonly<Record<string, unknown>>;

/** The voice provider */
export type Provider = 'elevenlabs' | 'vapi' | 'retell';

/** The result of a logout token */
export interface ProviderLogout {
  /** The number of sessions that the token ended */
  readonly ended: number;
}

/** A voice that a provider speaks with */
export interface ProviderVoice {
  /** The voice’s id at the provider: an agent’s `voice_id` */
  readonly voice_id: string;
  /** The voice’s name */
  readonly name: string | null;
  /** The main language of the voice; null if the provider does not state it */
  readonly language: string | null;
  /** The gender of the voice, as the provider describes it */
  readonly gender: string | null;
  /** The accent of the voice, as the provider describes it */
  readonly accent: string | null;
  /** A link to a sample; null if there is none */
  readonly preview_url: string | null;
}

/** An evaluation of the conversation */
export interface Quality {
  /** Whether the conversation reached its goal; null if unknown */
  readonly successful: boolean | null;
  /** A score from 0 (worst) to 1 (best); null if unknown */
  readonly score: number | null;
  /** The criteria that the conversation was judged by */
  readonly criteria: readonly QualityCriterion[];
}

/** One criterion and its verdict */
export interface QualityCriterion {
  /** The name of the criterion */
  readonly name: string;
  /** Whether the conversation met it; null if unknown */
  readonly passed: boolean | null;
  /** Why the verdict is so */
  readonly rationale: string | null;
}

/** One criterion and its verdict */
export interface QualityCriterionInput {
  /** The name of the criterion */
  readonly name: string;
  /** Whether the conversation met it; null if unknown */
  readonly passed?: boolean | null;
  /** Why the verdict is so */
  readonly rationale?: string | null;
}

/** An evaluation of the conversation */
export interface QualityInput {
  /** Whether the conversation reached its goal; null if unknown */
  readonly successful?: boolean | null;
  /** A score from 0 (worst) to 1 (best); null if unknown */
  readonly score?: number | null;
  /** The criteria that the conversation was judged by */
  readonly criteria?: readonly QualityCriterionInput[];
}

/** The fields of an evaluation to change */
export interface QualityPatch {
  /** Whether the conversation reached its goal */
  readonly successful?: boolean | null;
  /** A score from 0 (worst) to 1 (best) */
  readonly score?: number | null;
  /** All criteria; replaces the earlier ones */
  readonly criteria?: readonly QualityCriterionInput[] | null;
}

/** A quota that limits an organization */
export interface QuotaInEffect {
  readonly name: QuotaName;
  /** The largest number */
  readonly limit: number;
  /** The number that counts toward the limit now; null for a quota that the organization shares with others */
  readonly used: number | null;
  /** The time at which a daily count starts again; null for others */
  readonly resets_at: string | null;
  readonly set_by: QuotaOrigin;
}

/** The name of a quota */
export type QuotaName = 'agents' | 'api_keys' | 'children' | 'agent_tests_per_day' | 'calls_per_day' | 'chat_messages_per_day' | 'open_chats' | 'model_tokens_per_day';

/** Whether the quota is in the settings of the organization or of one above, or is the default */
export type QuotaOrigin = 'organization' | 'above' | 'default';

/** Limits on what the organization and its descendants may own together. Without a limit here or above, each organization may own 1,000 agents, 1,000 API keys and 10,000 organizations directly below. An organization directly below the platform and its descendants may together test agents 1,000 times, place 1,000 calls and send 10,000 messages in chats a day, and have 1,000 chats open, unless its own limits say otherwise. Only a key of an organization above can change them */
export interface Quotas {
  /** The largest number of agents */
  readonly agents?: number;
  /** The largest number of API keys */
  readonly api_keys?: number;
  /** The largest number of organizations at every level below */
  readonly children?: number;
  /** The largest number of tests of agents in a day of UTC, spoken texts included. Further ones get 429 */
  readonly agent_tests_per_day?: number;
  /** The largest number of outbound calls that are placed in a day of UTC. Further ones get 429 */
  readonly calls_per_day?: number;
  /** The largest number of messages that users send in chats of this platform in a day of UTC. Further ones get 429, and so do those above the limit of a minute, which grows with a quota above 10,000 */
  readonly chat_messages_per_day?: number;
  /** The largest number of chats of this platform that are open at once. Further ones get 409. A chat counts until it ends or is erased */
  readonly open_chats?: number;
  /** The number of tokens of language models in chats of this platform, in a day of UTC, after which further messages get 429; no limit if absent. The answer that reaches it is still made */
  readonly model_tokens_per_day?: number;
}

/** The quotas to change; null removes one */
export interface QuotasPatch {
  /** The largest number of agents */
  readonly agents?: number | null;
  /** The largest number of API keys */
  readonly api_keys?: number | null;
  /** The largest number of organizations at every level below */
  readonly children?: number | null;
  /** The largest number of tests of agents in a day of UTC, spoken texts included. Further ones get 429 */
  readonly agent_tests_per_day?: number | null;
  /** The largest number of outbound calls that are placed in a day of UTC. Further ones get 429 */
  readonly calls_per_day?: number | null;
  /** The largest number of messages that users send in chats of this platform in a day of UTC. Further ones get 429, and so do those above the limit of a minute, which grows with a quota above 10,000 */
  readonly chat_messages_per_day?: number | null;
  /** The largest number of chats of this platform that are open at once. Further ones get 409. A chat counts until it ends or is erased */
  readonly open_chats?: number | null;
  /** The number of tokens of language models in chats of this platform, in a day of UTC, after which further messages get 429; no limit if absent. The answer that reaches it is still made */
  readonly model_tokens_per_day?: number | null;
}

/** The event is stored */
export interface Received {
}

/** The recording of a conversation became available */
export interface RecordingAvailableEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'recording.available';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: Conversation | EventReference;
}

/** A link to the recording */
export interface RecordingLink {
  /** A presigned URL, which needs no API key */
  readonly url: string;
  /** When the link stops working */
  readonly expires_at: string;
  readonly content_type: AudioType;
  /** The size of the file in bytes: at most 5 GB */
  readonly size_bytes: number;
  /** The length of the recording, in milliseconds */
  readonly duration_ms: number | null;
  /** The number of audio channels */
  readonly channels: number | null;
}

/** The request that uploads the recording */
export interface RecordingUpload {
  readonly upload: UploadRequest;
}

/** An answer of a person */
export interface ReplyInput {
  /** The words of the person */
  readonly text: string;
  /** The name of the person, which the transcript shows. An API key must send it. People who have signed in must not: they answer in their own name */
  readonly author?: string | null;
}

/** A limit on the requests of the organization’s API keys, together with those of its descendants; absent for no limit. Only a key of an organization above can change it */
export interface RequestLimit {
  /** The largest number of requests in a minute */
  readonly requests_per_minute: number;
}

/** Analyses that will be made */
export interface RequestedAnalyses {
  /** The conversation */
  readonly conversation_id: string;
  /** The analyzers that will run */
  readonly analyzer_ids: readonly string[];
}

/** A reviewer’s verdicts on an analysis. A review without corrections confirms it */
export interface ReviewInput {
  /** The reviewer’s verdicts; criteria that are absent stay as they are */
  readonly results?: readonly ReviewedResultInput[];
  /** The reviewer’s values; fields that are absent stay as they are */
  readonly fields?: readonly ReviewedField[];
  /** The right outcome. If null, it is unchanged */
  readonly outcome?: string | null;
  /** The right sentiment. If null, it is unchanged */
  readonly sentiment?: Sentiment | null;
  /** Whether the conversation was successful. If null, the result is unchanged */
  readonly successful?: boolean | null;
}

/** An analysis that people review */
export interface ReviewItem {
  /** The conversation */
  readonly conversation_id: string;
  /** The analyzer */
  readonly analyzer_id: string;
  /** The analyzer’s name */
  readonly analyzer_name: string;
  /** The organization that the conversation belongs to */
  readonly client_id: string;
  /** The agent that held the conversation */
  readonly agent_id: string;
  /** When the conversation started */
  readonly start_time: string;
  readonly status: ReviewStatus;
  readonly reason: ReviewReason;
  /** The verdicts of the analysis; null in the random sample until it is reviewed, so that they sway nobody */
  readonly results: readonly ReviewItemResult[] | null;
}

/** A verdict to review */
export interface ReviewItemResult {
  /** The criterion */
  readonly name: string;
  readonly verdict: CriterionVerdict;
}

/** One page of a list */
export interface ReviewList {
  /** The items of this page */
  readonly data: readonly ReviewItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** Why people review it: it belongs to the random sample, or one of its verdicts asks for it */
export type ReviewReason = 'sample' | 'failed' | 'unknown' | 'unscored';

/** Whether an analysis was reviewed */
export type ReviewStatus = 'open' | 'done';

/** A verdict that asks for a review */
export type ReviewTrigger = 'failed' | 'unknown' | 'unscored';

/** When a conversation was reviewed, and by whom */
export interface Reviewed {
  /** When it was marked as reviewed */
  readonly at: string;
  /** The API key or the member that marked it, which may have been removed since; null if that was not recorded */
  readonly by: string | null;
}

/** A reviewer’s value of a field */
export interface ReviewedField {
  /** The name of the field */
  readonly name: string;
  /** The right value; null if there is none */
  readonly value: unknown;
}

/** A reviewer’s verdict on one criterion */
export interface ReviewedResult {
  /** The name of the criterion */
  readonly name: string;
  readonly verdict: CriterionVerdict;
  /** Why, in the reviewer’s words */
  readonly note: string | null;
}

/** A reviewer’s verdict on one criterion */
export interface ReviewedResultInput {
  /** The name of the criterion */
  readonly name: string;
  readonly verdict: CriterionVerdict;
  /** Why, in the reviewer’s words */
  readonly note?: string | null;
}

/** A person’s permissions in an organization: a set of scopes, which grows with the API */
export type Role = 'owner' | 'admin' | 'builder' | 'operator' | 'listener' | 'analyst' | 'billing' | 'auditor';

/** The role that a value of the claim gives */
export interface RoleMapping {
  /** A value of the claim */
  readonly value: string;
  readonly role: GivenRole;
}

/** A permission of an API key: a resource, and whether it may be read or written */
export type Scope = 'clients:read' | 'clients:write' | 'agents:read' | 'agents:write' | 'conversations:read' | 'conversations:write' | 'recordings:read' | 'recordings:write' | 'keys:read' | 'keys:write' | 'integrations:read' | 'integrations:write' | 'webhooks:read' | 'webhooks:write' | 'usage:read' | 'usage:write' | 'billing:read' | 'billing:write' | 'exports:read' | 'exports:write' | 'analysis:read' | 'analysis:write' | 'audit:read' | 'audit:write' | 'members:read' | 'members:write' | 'connections:read' | 'connections:write' | 'calls:write' | 'chats:write' | 'conversations:erase';

/** The caller’s sentiment */
export type Sentiment = 'positive' | 'neutral' | 'negative' | 'mixed' | 'unknown';

/** A tool of a tool server */
export interface ServerTool {
  /** The tool’s name at the server */
  readonly name: string;
  readonly status: ServerToolStatus;
  /** The description that was accepted, which language models see; null for a new tool */
  readonly accepted: ToolDescription | null;
  /** The description that the server gave last, if it is not the accepted one */
  readonly found: ToolDescription | null;
}

/** Whether agents can call the tool. `changed`: its server describes it differently than when it was accepted; `new`: the server has added it since; `removed`: the server no longer has it. Only `enabled` tools are called */
export type ServerToolStatus = 'enabled' | 'changed' | 'new' | 'removed';

/** A browser in which a person has signed in */
export interface Session {
  /** The unique id; begins with `ses_` */
  readonly id: string;
  /** When the person signed in */
  readonly created_at: string;
  /** When the session ends by itself */
  readonly expires_at: string;
  /** The IP address from which the person signed in */
  readonly address: string;
  /** The browser, as it described itself; null if it did not */
  readonly user_agent: string | null;
  /** Whether this is the session of the request */
  readonly current: boolean;
}

/** The sessions of a person */
export interface SessionList {
  /** The sessions */
  readonly data: readonly Session[];
}

/** Identifies the connection: exactly one of `email`, `domain` and `connection_id` */
export interface SignIn {
  /** The person’s e-mail address, whose domain leads to the connection */
  readonly email?: string;
  /** The company’s domain */
  readonly domain?: string;
  /** The connection, if it is known, for example from an invitation */
  readonly connection_id?: string;
  /** The path of the page to which the browser returns. Default: `/` */
  readonly return_to?: string;
}

/** The next step of a sign-in */
export interface SignInDestination {
  /** The URL to which the browser goes next */
  readonly url: string;
}

/** The appearance of the sign-in page */
export interface SignInPage {
  /** The branding; null if no organization has the domain */
  readonly branding: Branding | null;
}

/** The secret that signs the requests of an agent’s tools */
export interface SigningSecret {
  /** The agent whose tools it signs the requests of */
  readonly agent_id: string;
  /** The secret (Standard Webhooks). It cannot be read again */
  readonly secret: string;
  /** When it was created */
  readonly updated_at: string;
}

/** The options for replacing the secret */
export interface SigningSecretRotation {
  /** The time in seconds during which requests are also signed with the previous secret: at most a week. Default: `86400` */
  readonly overlap_seconds?: number;
}

/** The limit on routes that wait for other services */
export interface SlowRouteLimit {
  /** The number of requests a minute of an organization that wait for other services, such as tests of agents. Messages in chats have the same limit, and are counted apart */
  readonly requests_per_minute: number;
}

/** The order of a list: `asc` is oldest first, `desc` is newest first */
export type SortOrder = 'asc' | 'desc';

/** A text as the agent speaks it */
export interface Speech {
  /** A presigned URL, which needs no API key */
  readonly url: string;
  /** When the link stops working */
  readonly expires_at: string;
  readonly content_type: SpeechType;
  /** The length of the text, in characters */
  readonly characters: number;
  readonly voice: SpeechVoice;
}

/** The format of the audio file */
export type SpeechFormat = 'mp3' | 'wav';

/** A text to speak */
export interface SpeechInput {
  /** The reply of the agent */
  readonly text: string;
  /** The format to ask for. `content_type` in the answer has the format of the file. Default: `mp3` */
  readonly format?: SpeechFormat;
  /** The account at a provider that speaks, of the agent’s organization or of one above; by default the account that the agent was last deployed to, or else the operator’s own choice */
  readonly integration_id?: string | null;
}

/** The service that spoke. `openai_compatible` is an endpoint of the operator’s choice; `stand_in` hums in place of a voice, on a platform on one machine without a speech service */
export type SpeechProvider = 'elevenlabs' | 'openai_compatible' | 'polly' | 'stand_in';

/** The media type of the audio file */
export type SpeechType = 'audio/mpeg' | 'audio/wav';

/** The voice that spoke */
export interface SpeechVoice {
  readonly provider: SpeechProvider;
  /** The voice’s id at its provider: the agent’s, or one that the provider speaks with by default */
  readonly voice_id: string;
}

/** The amount that an organization owes for a period */
export interface Statement {
  /** The unique id; begins with `stmt_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The organization that is billed */
  readonly client_id: string;
  /** The subscription whose terms apply */
  readonly subscription_id: string;
  /** When the period begins. The first period of a subscription that follows another one begins when that one ends, even if the time zone has changed */
  readonly period_start: string;
  /** The end of the period, exclusive */
  readonly period_end: string;
  /** The time zone of the period */
  readonly timezone: string;
  readonly status: StatementStatus;
  /** The lines of the statement */
  readonly lines: readonly StatementLine[];
  /** The sum of all lines, without tax */
  readonly total: Amount;
  /** The tax on the total; null if none is set, or if the statement is older than taxes */
  readonly tax: StatementTax | null;
  /** The total and the tax */
  readonly amount_due: Amount;
  /** The number that the statement got when it became final. The numbers of an issuer have no gaps. Null for drafts, and for statements that became final before numbers existed */
  readonly number: string | null;
  /** The organization that issues the statement, which owned the plan; null for the platform */
  readonly issuer_id: string | null;
  /** The issuer as it was when the statement became final; null for the platform */
  readonly issuer: StatementIssuer | null;
  /** The organization that is billed, as it was when the statement became final. Null if it was erased and the statement is older than this field */
  readonly addressee: StatementAddressee | null;
  /** The date by which to pay; null for drafts, and if the issuer has set no `payment_days` */
  readonly due_date: string | null;
  /** The plan whose terms were copied. It may have been removed since */
  readonly plan_id: string;
  /** The name of the plan */
  readonly plan_name: string;
  /** The minutes of the period, each call rounded up */
  readonly minutes_used: string;
  /** The minutes that the plan includes in the period */
  readonly minutes_included: string;
  /** The messages of the period in chats of this platform that are billed */
  readonly messages_used: number;
  /** The messages that the plan includes in the period */
  readonly messages_included: number;
  /** The costs of the conversations, including costs of earlier periods that became known after their statements. Visible only to keys of organizations above, without costs that are not shown to the API key (`settings.costs_shown`) */
  readonly costs?: readonly Amount[];
  /** The total minus the costs that are shown. Null if there are costs in another currency, or hidden ones that were counted before their reporters were stored. Visible only to keys of organizations above */
  readonly margin?: Amount | null;
  /** Your own reference, such as the invoice number in your accounting system */
  readonly external_reference: string | null;
  /** When the statement became final; null for drafts */
  readonly finalized_at: string | null;
  /** When the statement was sent; null if it was not */
  readonly sent_at: string | null;
}

/** The recipient of a statement */
export interface StatementAddressee {
  /** The legal name, or else the organization’s name */
  readonly name: string;
  /** The postal address, with line breaks */
  readonly address: string | null;
  /** The id for taxes, such as a VAT number */
  readonly tax_id: string | null;
  /** The address that statements are sent to */
  readonly email: string | null;
}

/** The statement of a period became final */
export interface StatementFinalizedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'statement.finalized';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: StatementSummary | EventReference;
}

/** The issuer of a statement */
export interface StatementIssuer {
  /** The legal name, or else the organization’s name */
  readonly name: string;
  /** The postal address, with line breaks */
  readonly address: string | null;
  /** The id for taxes, such as a VAT number */
  readonly tax_id: string | null;
  /** The address for questions about the statement */
  readonly email: string | null;
  /** The way to pay, such as a bank account, with line breaks */
  readonly payment_details: string | null;
}

/** A statement as it appears in the list of all */
export interface StatementItem {
  /** The unique id; begins with `stmt_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  /** The organization that is billed */
  readonly client_id: string;
  /** The subscription whose terms apply */
  readonly subscription_id: string;
  /** When the period begins. The first period of a subscription that follows another one begins when that one ends, even if the time zone has changed */
  readonly period_start: string;
  /** The end of the period, exclusive */
  readonly period_end: string;
  /** The time zone of the period */
  readonly timezone: string;
  readonly status: StatementStatus;
  /** The sum of all lines, without tax */
  readonly total: Amount;
  /** The tax on the total; null if none is set, or if the statement is older than taxes */
  readonly tax: StatementTax | null;
  /** The total and the tax */
  readonly amount_due: Amount;
  /** The number that the statement got when it became final. The numbers of an issuer have no gaps. Null for drafts, and for statements that became final before numbers existed */
  readonly number: string | null;
  /** The organization that issues the statement, which owned the plan; null for the platform */
  readonly issuer_id: string | null;
  /** The issuer as it was when the statement became final; null for the platform */
  readonly issuer: StatementIssuer | null;
  /** The organization that is billed, as it was when the statement became final. Null if it was erased and the statement is older than this field */
  readonly addressee: StatementAddressee | null;
  /** The date by which to pay; null for drafts, and if the issuer has set no `payment_days` */
  readonly due_date: string | null;
  /** The plan whose terms were copied. It may have been removed since */
  readonly plan_id: string;
  /** The name of the plan */
  readonly plan_name: string;
  /** The minutes of the period, each call rounded up */
  readonly minutes_used: string;
  /** The minutes that the plan includes in the period */
  readonly minutes_included: string;
  /** The messages of the period in chats of this platform that are billed */
  readonly messages_used: number;
  /** The messages that the plan includes in the period */
  readonly messages_included: number;
  /** The costs of the conversations, including costs of earlier periods that became known after their statements. Visible only to keys of organizations above, without costs that are not shown to the API key (`settings.costs_shown`) */
  readonly costs?: readonly Amount[];
  /** The total minus the costs that are shown. Null if there are costs in another currency, or hidden ones that were counted before their reporters were stored. Visible only to keys of organizations above */
  readonly margin?: Amount | null;
  /** Your own reference, such as the invoice number in your accounting system */
  readonly external_reference: string | null;
  /** When the statement became final; null for drafts */
  readonly finalized_at: string | null;
  /** When the statement was sent; null if it was not */
  readonly sent_at: string | null;
}

/** One page of a list */
export interface StatementItemList {
  /** The items of this page */
  readonly data: readonly StatementItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** A line of a statement */
export interface StatementLine {
  /** The item that the line bills */
  readonly description: string;
  /** The quantity, as a decimal number */
  readonly quantity: string;
  readonly unit: StatementUnit;
  /** The price of one unit */
  readonly unit_price: Amount;
  /** Quantity times price, rounded to the currency’s smallest unit */
  readonly amount: Amount;
}

/** One page of a list */
export interface StatementList {
  /** The items of this page */
  readonly data: readonly Statement[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** A merge patch (RFC 7396) */
export interface StatementPatch {
  readonly status?: StatementPatchStatus;
  /** Your own reference, such as the invoice number in your accounting system. Null removes it */
  readonly external_reference?: string | null;
  /** When the statement was sent; null if it was not */
  readonly sent_at?: string | null;
  /** The keys to set. Null removes all metadata */
  readonly metadata?: MetadataPatch | null;
}

/** The settlement of a final statement */
export type StatementPatchStatus = 'paid' | 'void';

/** A draft is updated as usage grows. One day after its period ends, the statement becomes final and does not change any more; conversations that are counted later are settled by the next statement. `paid` and `void` are set by the issuer, or by an organization above it */
export type StatementStatus = 'draft' | 'final' | 'paid' | 'void';

/** A statement without its lines */
export interface StatementSummary {
  /** The statement’s id */
  readonly id: string;
  /** The organization that the statement is for */
  readonly client_id: string;
  /** When the period started */
  readonly period_start: string;
  /** When the period ended */
  readonly period_end: string;
  /** The sum of all lines */
  readonly total: Amount;
}

/** The tax of a statement */
export interface StatementTax {
  /** The name of the tax, such as `VAT` */
  readonly name: string;
  /** The rate in percent. `0`: the tax is shown, and nothing is added */
  readonly rate: string;
  /** A sentence to show with the tax */
  readonly note: string | null;
  /** The tax on the total, rounded to the currency’s smallest unit */
  readonly amount: Amount;
}

/** The unit of the quantity */
export type StatementUnit = 'period' | 'pack' | 'minute' | 'message';

/** A new subcompany or location */
export interface SubcompanyInput {
  /** The organization’s name */
  readonly name: string;
  readonly settings?: OrganizationSettings;
  readonly billing_info?: BillingInfo;
  /** Default: `active` */
  readonly status?: OrganizationStatus;
  /** The id that the organization above has given to this one, unique below the same parent; null if there is none */
  readonly external_id?: string | null;
  readonly metadata?: Metadata;
  /** Whether it is for tests. So is every organization below it. Its conversations are in its own lists, usage and statements, and in those of no organization above. It cannot be changed later. In an organization for tests, it is always true. Below an organization that is billed, only the issuer of its statements and organizations above the issuer can set it, because it takes conversations out of the bill. Default: `false` */
  readonly test?: boolean;
  /** Default: `subcompany` */
  readonly type?: SubcompanyType;
}

/** The level of an organization below a client */
export type SubcompanyType = 'subcompany' | 'location';

/** The terms that an organization is billed by */
export interface Subscription {
  /** The subscription’s id */
  readonly id: string;
  /** The organization that is billed */
  readonly client_id: string;
  /** The plan whose terms were copied. It may have been changed or removed since */
  readonly plan_id: string;
  /** The first day, in the organization’s time zone */
  readonly start_date: string;
  /** The end date, exclusive; null if the subscription has no end */
  readonly end_date: string | null;
  /** The time zone of its days and months: the organization’s time zone when the subscription started */
  readonly timezone: string;
  /** The organization that issues the statements, which owned the plan; null for the platform. Only its keys and those of organizations above can change the subscription */
  readonly issuer_id: string | null;
  /** The name that statements show */
  readonly name: string;
  /** An ISO 4217 currency code */
  readonly currency: string;
  /** The fee for a whole month, in the plan’s currency */
  readonly base_fee: string;
  /** The minutes that a whole month includes */
  readonly included_minutes: number;
  /** The price of each further minute, in the plan’s currency */
  readonly minute_rate: string;
  /** The messages that a whole month includes: those of users that agents answered in chats of this platform */
  readonly included_messages: number;
  /** The price of each further message, in the plan’s currency. If it is 0 and no messages are included, messages are not on the bill */
  readonly message_rate: string;
  /** Each call is rounded up to a multiple of these seconds: 1, 6, 30 or 60 */
  readonly rounding_seconds: number;
  readonly at_limit: LimitAction;
  /** The current period; null before the subscription starts */
  readonly current_period: SubscriptionPeriod | null;
  /** The subscription that follows; null if none does */
  readonly next: NextSubscription | null;
  /** A time: RFC 3339 in UTC with milliseconds */
  readonly created_at: string;
}

/** The plan to copy, and the first day */
export interface SubscriptionInput {
  /** A plan of an organization above, or of the platform */
  readonly plan_id: string;
  /** The first day, at most 366 days ago. A previous subscription ends on the day before */
  readonly start_date: string;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly id?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly client_id?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly end_date?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly timezone?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly issuer_id?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly name?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly currency?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly base_fee?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly included_minutes?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly minute_rate?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly included_messages?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly message_rate?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly rounding_seconds?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly at_limit?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly current_period?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly next?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly created_at?: unknown;
}

/** A merge patch (RFC 7396) for a subscription */
export interface SubscriptionPatch {
  /** The plan to copy the terms of */
  readonly plan_id?: string;
  /** The first day of the terms, at most 366 days ago */
  readonly start_date?: string;
}

/** The usage of a period */
export interface SubscriptionPeriod {
  /** When the period begins */
  readonly start: string;
  /** The end of the period, exclusive */
  readonly end: string;
  /** The minutes used so far, each call rounded up */
  readonly minutes_used: string;
  /** The minutes that the plan includes in the period */
  readonly minutes_included: string;
  /** The minutes left in packs. They do not expire */
  readonly pack_minutes_left: string;
  /** The messages in chats of this platform that are billed so far: those of chats that are over */
  readonly messages_used: number;
  /** The messages that the plan includes in the period */
  readonly messages_included: number;
  /** Whether included minutes and packs are used up */
  readonly limit_reached: boolean;
}

/** The condition of success: all required criteria passed, or the score reaches `threshold` */
export type SuccessRule = 'all_required' | 'score';

/** A property that rows are grouped by. `child` is the organization directly below the requested one that the conversation belongs to, itself or through its descendants, or the requested one for its own conversations */
export type SummaryDimension = 'agent_id' | 'client_id' | 'child' | 'outcome' | 'status' | 'end_reason' | 'sentiment' | 'channel' | 'direction' | 'provider' | 'successful';

/** The exact durations of the conversations that have ended */
export interface SummaryDurations {
  /** The sum of all durations, in milliseconds */
  readonly sum: number;
  /** The median by nearest rank: the shortest of the durations that at least half of them do not exceed. Null if no conversation has ended */
  readonly p50: number | null;
  /** The 95th percentile, by the same definition: at least 95 percent do not exceed it */
  readonly p95: number | null;
}

/** The figures of all rows together */
export interface SummaryFigures {
  /** The number of conversations, including active ones */
  readonly conversations: number;
  /** The number of those that were completed */
  readonly completed: number;
  /** The number of those that failed */
  readonly failed: number;
  /** The number of those with `quality.successful` */
  readonly successful: number;
  /** The number of those for which `quality.successful` is true or false */
  readonly judged: number;
  /** The number of those with a recording that is available */
  readonly with_recording: number;
  readonly duration_ms: SummaryDurations;
  /** The costs of the conversations, one sum per currency. Costs that are not shown to the API key are not included (`settings.costs_shown`) */
  readonly costs: readonly MoneySum[];
}

/** The values of a group, for each property of `group_by`; empty without it. Null: the conversations have no value */
export interface SummaryGroup {
  /** The agent’s id */
  readonly agent_id?: string | null;
  /** The organization’s id */
  readonly client_id?: string | null;
  /** The id of the organization directly below, or of the requested one */
  readonly child?: string | null;
  /** The outcome */
  readonly outcome?: string | null;
  /** The status */
  readonly status?: string | null;
  /** Why the conversations ended */
  readonly end_reason?: string | null;
  /** The caller’s sentiment */
  readonly sentiment?: string | null;
  /** The channel */
  readonly channel?: string | null;
  /** The direction of the conversations */
  readonly direction?: string | null;
  /** The provider’s name */
  readonly provider?: string | null;
  /** `quality.successful`; null: not judged */
  readonly successful?: boolean | null;
}

/** The figures of an interval, or of a group in it */
export interface SummaryRow {
  /** When the interval begins. The first interval begins with the range */
  readonly start: string;
  readonly group: SummaryGroup;
  /** The number of conversations, including active ones */
  readonly conversations: number;
  /** The number of those that were completed */
  readonly completed: number;
  /** The number of those that failed */
  readonly failed: number;
  /** The number of those with `quality.successful` */
  readonly successful: number;
  /** The number of those for which `quality.successful` is true or false */
  readonly judged: number;
  /** The number of those with a recording that is available */
  readonly with_recording: number;
  readonly duration_ms: SummaryDurations;
  /** The costs of the conversations, one sum per currency. Costs that are not shown to the API key are not included (`settings.costs_shown`) */
  readonly costs: readonly MoneySum[];
}

/** A tax, as it is added to statements */
export interface TaxTerms {
  /** The name of the tax, such as `VAT` */
  readonly name: string;
  /** The rate in percent. `0`: the tax is shown, and nothing is added */
  readonly rate: string;
  /** A sentence that statements show with the tax, such as the reason why it is not charged */
  readonly note?: string;
}

/** The parts of a tax to change. A tax that is not set yet needs its name and its rate */
export interface TaxTermsPatch {
  /** The name of the tax, such as `VAT` */
  readonly name?: string;
  /** The rate in percent. `0`: the tax is shown, and nothing is added */
  readonly rate?: string;
  /** A sentence that statements show with the tax, such as the reason why it is not charged */
  readonly note?: string | null;
}

/** The event to test a webhook with */
export interface TestEvent {
  /** The event to send a sample of. Except `ping`, it must be one that the webhook receives. Default: `ping` */
  readonly event?: EventType;
}

/** One message of the conversation so far */
export interface TestMessage {
  readonly role: TestRole;
  /** The words that were said */
  readonly content: string;
}

/** The speaker of a message in a test */
export type TestRole = 'user' | 'agent';

/** A call of a tool during a test */
export interface TestToolCall {
  /** The tool that was called */
  readonly name: string;
  /** The arguments that the agent called it with */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The mock’s result; null without a mock */
  readonly result: unknown;
  /** Whether a mock answered the call */
  readonly mocked: boolean;
}

/** The tokens that the language model processed */
export interface TokenUsage {
  /** Tokens sent to the model */
  readonly input_tokens: number;
  /** Tokens generated by the model */
  readonly output_tokens: number;
}

/** A function that the agent may call during a conversation */
export interface Tool {
  /** The tool’s name, unique within the agent */
  readonly name: string;
  /** A description for the language model: the purpose of the tool, and when to call it */
  readonly description: string | null;
  /** The JSON Schema of the tool’s arguments */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The action to run when the agent calls the tool in a conversation that the platform holds. If null, the call is returned to the client that runs the agent. Setting an address that receives callers’ data requires the scope `conversations:read` */
  readonly action: ToolAction | null;
}

/** The action to run when the agent calls the tool */
export type ToolAction = HttpAction | McpAction | PageAction | BuiltinAction;

/** The action to run when the agent calls the tool */
export type ToolActionInput = HttpActionInput | McpActionInput | PageAction | BuiltinActionInput;

/** A call of a tool by the agent, with its result */
export interface ToolCall {
  /** The id of the call at the provider */
  readonly id: string | null;
  /** The tool that was called */
  readonly name: string;
  /** The arguments of the call: any JSON value, at most 65,536 bytes */
  readonly arguments: unknown;
  /** The result of the call: any JSON value, at most 131,072 bytes */
  readonly result: unknown;
  /** Why the call failed; null if it succeeded */
  readonly error: string | null;
}

/** A call of a tool by the agent, with its result */
export interface ToolCallInput {
  /** The id of the call at the provider */
  readonly id?: string | null;
  /** The tool that was called */
  readonly name: string;
  /** The arguments of the call: any JSON value, at most 65,536 bytes */
  readonly arguments?: unknown;
  /** The result of the call: any JSON value, at most 131,072 bytes */
  readonly result?: unknown;
  /** Why the call failed; null if it succeeded */
  readonly error?: string | null;
}

/** A tool as its server describes it */
export interface ToolDescription {
  /** The server’s description of the tool */
  readonly description: string | null;
  /** The JSON Schema of its arguments */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The SHA-256 of name, description and parameters */
  readonly hash: string;
}

/** Whether the tool changes something. The same `write` call is made at most once for each turn of a conversation */
export type ToolEffect = 'read' | 'write';

/** A function that the agent may call during a conversation */
export interface ToolInput {
  /** The tool’s name, unique within the agent */
  readonly name: string;
  /** A description for the language model: the purpose of the tool, and when to call it */
  readonly description?: string | null;
  /** The JSON Schema of the tool’s arguments */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** The action to run when the agent calls the tool in a conversation that the platform holds. If null, the call is returned to the client that runs the agent. Setting an address that receives callers’ data requires the scope `conversations:read` */
  readonly action?: ToolActionInput | null;
}

/** A fixed answer for a tool during a test */
export interface ToolMock {
  /** The name of the tool */
  readonly name: string;
  /** The value that each call of the tool returns: any JSON value */
  readonly result: unknown;
}

/** The result of a tool */
export interface ToolResultInput {
  /** The id of the call */
  readonly id: string;
  /** The result of the tool: any JSON value */
  readonly result?: unknown;
  /** Why the tool failed; null if it succeeded */
  readonly error?: string | null;
}

/** The results of tools that you have run */
export interface ToolResultsInput {
  /** The results of all calls in `tool_calls` of the answer */
  readonly results: readonly ToolResultInput[];
}

/** An MCP server, whose tools agents can call */
export interface ToolServer {
  /** The unique id; begins with `tsrv_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The organization that the server belongs to, whose agents and those below can use it */
  readonly client_id: string;
  /** The API key or the member that created the tool server, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
  /** The server’s name, for people */
  readonly name: string;
  /** The address of an MCP server (Streamable HTTP), with `https:` */
  readonly url: string;
  /** The last four characters of the token; null if none is set */
  readonly token_hint: string | null;
  /** When the server was last asked for its tools */
  readonly checked_at: string;
  /** The tools of the server */
  readonly tools: readonly ServerTool[];
}

/** A tool server whose tools have changed */
export interface ToolServerChange {
  /** The tool server’s id */
  readonly id: string;
  /** The tool server’s name */
  readonly name: string;
  /** The names of the tools that agents can no longer call */
  readonly tools: readonly string[];
}

/** Tools were disabled because their server describes them differently, or no longer has them */
export interface ToolServerChangedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'tool_server.changed';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: ToolServerChange | EventReference;
}

/** A new tool server */
export interface ToolServerInput {
  /** The server’s name, for people */
  readonly name: string;
  readonly metadata?: Metadata;
  /** The organization that the server belongs to; by default the API key’s own */
  readonly client_id?: string;
  /** The address of an MCP server (Streamable HTTP), with `https:` */
  readonly url: string;
  /** The bearer token for the server. It is stored encrypted and cannot be read again */
  readonly token?: string | null;
}

/** A tool server as it appears in a list */
export interface ToolServerItem {
  /** The unique id; begins with `tsrv_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  /** The organization that the server belongs to, whose agents and those below can use it */
  readonly client_id: string;
  /** The API key or the member that created the tool server, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
  /** The server’s name, for people */
  readonly name: string;
  /** The address of an MCP server (Streamable HTTP), with `https:` */
  readonly url: string;
  /** The last four characters of the token; null if none is set */
  readonly token_hint: string | null;
  /** When the server was last asked for its tools */
  readonly checked_at: string;
}

/** One page of a list */
export interface ToolServerList {
  /** The items of this page */
  readonly data: readonly ToolServerItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** A merge patch (RFC 7396) for a tool server */
export interface ToolServerPatch {
  /** The server’s name, for people */
  readonly name?: string;
  /** Your own keys to set; null removes one */
  readonly metadata?: MetadataPatch | null;
  /** The bearer token for the server. It is stored encrypted and cannot be read again. Absent: it stays; null removes it */
  readonly token?: string | null;
}

/** The descriptions of tools to accept */
export interface ToolServerRefresh {
  /** The hashes of descriptions to accept */
  readonly accept?: readonly string[];
}

/** Everything that can be changed of a tool server. An absent token stays as it is */
export interface ToolServerReplacement {
  /** The server’s name, for people */
  readonly name: string;
  readonly metadata?: Metadata;
  /** The organization; a value other than the current one is refused */
  readonly client_id?: string;
  /** The address; a value other than the current one is refused */
  readonly url?: string;
  /** The bearer token for the server. It is stored encrypted and cannot be read again. Absent: it stays; null removes it */
  readonly token?: string | null;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly id?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly created_at?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly updated_at?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly version?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly created_by?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly token_hint?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly checked_at?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly tools?: unknown;
}

/** The progress of the call; `returned`: your program or page has to run the tool */
export type ToolUseStatus = 'started' | 'succeeded' | 'failed' | 'returned';

/** One page of a list */
export interface Transcript {
  /** The conversation’s id */
  readonly conversation_id: string;
  readonly status: TranscriptStatus;
  /** The items of this page */
  readonly data: readonly Turn[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** Turns were appended to the transcript of a conversation */
export interface TranscriptAppendedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'transcript.appended';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: Conversation | EventReference;
}

/** Turns to append */
export interface TranscriptInput {
  /** The turns to append, in order */
  readonly turns: readonly TurnInput[];
}

/** The state of a transcript after an append */
export interface TranscriptLength {
  /** The conversation’s id */
  readonly conversation_id: string;
  readonly status: TranscriptStatus;
  /** The number of turns in the transcript now */
  readonly turns: number;
}

/** A turn that contains a word of the search */
export interface TranscriptMatch {
  /** The turn’s position in the transcript, from 0 */
  readonly index: number;
  /** An excerpt of the turn around the first matching word */
  readonly text: string;
}

/** Whether a transcript has turns: `none` yet, `partial` while the conversation is active, `final` after its end */
export type TranscriptStatus = 'none' | 'partial' | 'final';

/** The state of the transcript */
export interface TranscriptSummary {
  readonly status: TranscriptStatus;
  /** The number of turns */
  readonly turns: number;
}

/** One turn of a conversation: what one speaker said */
export interface Turn {
  /** The turn’s position in the transcript, from 0 */
  readonly index: number;
  readonly role: TurnRole;
  /** The words that were said */
  readonly text: string;
  /** When the turn began, in milliseconds from the start of the conversation */
  readonly start_ms: number | null;
  /** When the turn ended, in milliseconds from the start of the conversation */
  readonly end_ms: number | null;
  /** The tools that the agent called in this turn */
  readonly tool_calls: readonly ToolCall[];
  readonly metadata: Metadata;
  /** The name of the person who answered in place of the agent, or `Staff` if the provider reports none or the person has left; absent for all other turns */
  readonly author?: string;
  /** The work of the language model; only for answers of agents in chats of this platform */
  readonly usage?: TurnUsage;
}

/** A turn to append: at most 300,000 bytes as JSON */
export interface TurnInput {
  /** The turn’s position in the transcript, from 0. Default: the next position. If you send it, sending the turn again has no effect */
  readonly index?: number;
  readonly role: TurnRole;
  /** The words that were said */
  readonly text: string;
  /** When the turn began, in milliseconds from the start of the conversation */
  readonly start_ms?: number | null;
  /** When the turn ended, in milliseconds from the start of the conversation */
  readonly end_ms?: number | null;
  /** The tools that the agent called in this turn */
  readonly tool_calls?: readonly ToolCallInput[];
  readonly metadata?: Metadata;
}

/** The speaker of a turn */
export type TurnRole = 'user' | 'agent' | 'system' | 'tool';

/** The work of the language model for one answer */
export interface TurnUsage {
  /** The model that answered; `rehearsal` if the flow was followed without a model */
  readonly model: string;
  /** Tokens sent to the model */
  readonly input_tokens: number;
  /** Tokens generated by the model */
  readonly output_tokens: number;
  /** The time until the answer was complete, in milliseconds */
  readonly latency_ms: number;
  /** The time until the first word, in milliseconds; null if the answer was not streamed */
  readonly first_token_ms: number | null;
}

/** A request to send with the file as its body */
export interface UploadRequest {
  /** A presigned URL, which needs no API key */
  readonly url: string;
  /** The method of the request: always `PUT` */
  readonly method: 'PUT';
  /** The headers of the request, to be sent as they are */
  readonly headers: Readonly<Record<string, string>>;
  /** When the link stops working */
  readonly expires_at: string;
}

/** The usage of an organization and its descendants */
export interface Usage {
  /** The time zone of the intervals: the organization’s, or for a short time after a change the one before */
  readonly timezone: string;
  /** When the range begins */
  readonly from: string;
  /** The end of the range, exclusive */
  readonly to: string;
  /** By interval, then by group. Intervals without usage are rows of zeros */
  readonly rows: readonly UsageRow[];
}

/** The use of language models by the analyzers of the organization and its descendants. Analyzers of organizations above are not included: those pay for them */
export interface UsageAnalysis {
  readonly tokens: UsageAnalysisTokens;
  /** The costs of these tokens, which are not in the `costs` of the conversations, one sum per currency. Costs that are not shown to the API key are not included (`settings.costs_shown`) */
  readonly costs: readonly MoneySum[];
}

/** The tokens that language models processed for analyses and previews, when these were made */
export interface UsageAnalysisTokens {
  /** The number of tokens that language models read */
  readonly input: number;
  /** The number of tokens that language models wrote */
  readonly output: number;
}

/** The dimension that rows are grouped by */
export type UsageDimension = 'agent' | 'client' | 'channel' | 'provider' | 'outcome' | 'sentiment';

/** The durations of conversations */
export interface UsageDurations {
  /** The sum of all durations, in milliseconds */
  readonly sum: number;
  /** The median duration, within five percent */
  readonly p50: number | null;
  /** The 95th percentile, within five percent */
  readonly p95: number | null;
}

/** The length of the interval of each row, in the organization’s time zone; weeks start on Monday, and `total` is the whole range */
export type UsageInterval = 'hour' | 'day' | 'week' | 'month' | 'total';

/** The metric `e2e_latency_p50_ms` of the conversations that have it */
export interface UsageLatencies {
  /** The median latency, within five percent */
  readonly p50: number | null;
  /** The 95th percentile, within five percent */
  readonly p95: number | null;
}

/** The figures of an interval, or of a group in it */
export interface UsageRow {
  /** When the interval begins. The first interval begins with the range */
  readonly start: string;
  /** The value of the group, such as an agent’s id. Null for conversations without a value, and if the rows are not grouped */
  readonly group: string | null;
  /** The number of conversations */
  readonly conversations: number;
  /** The number of those that were completed */
  readonly completed: number;
  /** The number of those that failed */
  readonly failed: number;
  /** The number of those with `quality.successful` */
  readonly successful: number;
  /** The number of those for which `quality.successful` is true or false */
  readonly judged: number;
  readonly duration_ms: UsageDurations;
  readonly latency_ms: UsageLatencies;
  /** The number of messages of users that agents answered in chats of this platform, and for API keys as a custom LLM */
  readonly messages: number;
  readonly tokens: UsageTokens;
  /** The costs of the conversations, which for chats of this platform are those of the tokens, one sum per currency. Costs that are not shown to the API key are not included (`settings.costs_shown`) */
  readonly costs: readonly MoneySum[];
  readonly analysis: UsageAnalysis;
}

/** The share of a plan’s minutes that is used */
export interface UsageThreshold {
  /** The organization that used the minutes */
  readonly client_id: string;
  /** The share of the included minutes that was reached, in percent */
  readonly percent: number;
  /** The minutes that were used in the period */
  readonly used_minutes: number;
  /** The minutes that the plan includes in the period */
  readonly included_minutes: number;
  /** When the period started */
  readonly period_start: string;
  /** When the period ends */
  readonly period_end: string;
}

/** An organization used a share of the minutes that its plan includes */
export interface UsageThresholdReachedEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'usage.threshold_reached';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: UsageThreshold | EventReference;
}

/** The tokens that language models processed in chats of this platform, and as a custom LLM */
export interface UsageTokens {
  /** The number of tokens that language models read */
  readonly input: number;
  /** The number of tokens that language models wrote */
  readonly output: number;
}

/** The proof that a webhook is from Vapi. `secret_header`: the secret in `X-Vapi-Secret`; `bearer`: as a bearer token; `hmac`: a signature in `X-Signature` over the body and the time. Use `hmac` if you can: with the others, whoever has seen one webhook can send any other */
export type Verification = 'secret_header' | 'bearer' | 'hmac';

/** The agent’s voice. You can store further settings of the voice’s provider, up to 8,192 bytes in total, which are returned unchanged */
export interface Voice {
  /** The company that makes the voice, such as `elevenlabs` */
  readonly provider?: string;
  /** The speed of speech; 1 is the normal speed of the voice */
  readonly speed?: number;
  readonly [name: string]: unknown;
}

/** The voices of an account */
export interface VoiceList {
  /** The voices */
  readonly data: readonly ProviderVoice[];
}

/** The settings of the voice to change */
export interface VoicePatch {
  /** The company that makes the voice, such as `elevenlabs` */
  readonly provider?: string | null;
  /** The speed of speech; 1 is the normal speed of the voice */
  readonly speed?: number | null;
  readonly [name: string]: unknown;
}

/** A webhook, which receives the events of an organization and its descendants */
export interface Webhook {
  /** The unique id; begins with `hook_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The organization whose events, and those of its descendants, are sent; null for all */
  readonly client_id: string | null;
  /** The API key or the member that created the webhook, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
  /** The address that messages are posted to; null if they are fetched with `GET …/messages` */
  readonly url: string | null;
  /** A description of the webhook for people */
  readonly description: string | null;
  /** The types of events that are sent, or `*` for all but `audit.recorded` */
  readonly events: readonly EventSelector[];
  readonly payload: WebhookPayload;
  readonly status: WebhookStatus;
  /** Why it is disabled: `by_request`, `gone` (the server answered 410) or `failing` (nothing but failures for five days); null if it is enabled */
  readonly disabled_reason: DisabledReason | null;
  /** Since when all deliveries have failed; null if the last one succeeded */
  readonly failing_since: string | null;
  /** The largest number of messages per second; null for no limit */
  readonly per_second: number | null;
}

/** A webhook that no longer receives messages */
export interface WebhookDisabled {
  /** The webhook’s id */
  readonly id: string;
  /** Why it was disabled: `gone` or `failing` */
  readonly disabled_reason: string;
}

/** A webhook was disabled because its deliveries failed */
export interface WebhookDisabledEvent {
  /** The event’s id. Ids are in the order of time */
  readonly id: string;
  /** The type of the event */
  readonly type: 'webhook.disabled';
  /** When it happened */
  readonly timestamp: string;
  /** The organization it happened in; null for the platform */
  readonly client_id: string | null;
  /** True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent */
  readonly test?: 'true';
  /** The entity, or only its id */
  readonly data: WebhookDisabled | EventReference;
}

/** A new webhook */
export interface WebhookInput {
  /** The address that messages are posted to; null if they are fetched with `GET …/messages` */
  readonly url?: string | null;
  /** A description of the webhook for people */
  readonly description?: string | null;
  /** The types of events that are sent, or `*` for all but `audit.recorded` */
  readonly events: readonly EventSelector[];
  /** Default: `full` */
  readonly payload?: WebhookPayload;
  /** Default: `enabled` */
  readonly status?: WebhookStatus;
  /** The largest number of messages per second; null for no limit */
  readonly per_second?: number | null;
  readonly metadata?: Metadata;
  /** The organization whose events, and those of its descendants, are sent; by default that of the API key */
  readonly client_id?: string;
}

/** A webhook as it appears in a list */
export interface WebhookItem {
  /** The unique id; begins with `hook_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  /** The organization whose events, and those of its descendants, are sent; null for all */
  readonly client_id: string | null;
  /** The API key or the member that created the webhook, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
  /** The address that messages are posted to; null if they are fetched with `GET …/messages` */
  readonly url: string | null;
  /** A description of the webhook for people */
  readonly description: string | null;
  /** The types of events that are sent, or `*` for all but `audit.recorded` */
  readonly events: readonly EventSelector[];
  readonly payload: WebhookPayload;
  readonly status: WebhookStatus;
  /** Why it is disabled: `by_request`, `gone` (the server answered 410) or `failing` (nothing but failures for five days); null if it is enabled */
  readonly disabled_reason: DisabledReason | null;
  /** Since when all deliveries have failed; null if the last one succeeded */
  readonly failing_since: string | null;
  /** The largest number of messages per second; null for no limit */
  readonly per_second: number | null;
}

/** One page of a list */
export interface WebhookList {
  /** The items of this page */
  readonly data: readonly WebhookItem[];
  /** Whether another page follows */
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page. Null exactly when `has_more` is false */
  readonly next_cursor: string | null;
}

/** A merge patch (RFC 7396) for a webhook */
export interface WebhookPatch {
  /** The address that messages are posted to; null if they are fetched with `GET …/messages` */
  readonly url?: string | null;
  /** A description of the webhook for people */
  readonly description?: string | null;
  /** The types of events that are sent, or `*` for all but `audit.recorded` */
  readonly events?: readonly EventSelector[];
  /** The content of messages: `full` has the entity as the API returns it, `thin` only its id */
  readonly payload?: WebhookPayload | null;
  /** Whether messages are sent. Those of a disabled webhook are kept as `failed` for 30 days, so that they can be recovered */
  readonly status?: WebhookStatus | null;
  /** The largest number of messages per second; null for no limit */
  readonly per_second?: number | null;
  /** Your own keys to set; null removes one */
  readonly metadata?: MetadataPatch | null;
}

/** The content of messages: `full` has the entity as the API returns it, `thin` only its id */
export type WebhookPayload = 'full' | 'thin';

/** Everything that can be changed of a webhook. An absent field is reset to its default */
export interface WebhookReplacement {
  /** The address that messages are posted to; null if they are fetched with `GET …/messages` */
  readonly url?: string | null;
  /** A description of the webhook for people */
  readonly description?: string | null;
  /** The types of events that are sent, or `*` for all but `audit.recorded` */
  readonly events: readonly EventSelector[];
  /** Default: `full` */
  readonly payload?: WebhookPayload;
  /** Default: `enabled` */
  readonly status?: WebhookStatus;
  /** The largest number of messages per second; null for no limit */
  readonly per_second?: number | null;
  readonly metadata?: Metadata;
  /** The organization; a value other than the current one is refused */
  readonly client_id?: string | null;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly id?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly created_at?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly updated_at?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly version?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly created_by?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly disabled_reason?: unknown;
  /** Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read */
  readonly failing_since?: unknown;
}

/** The options for replacing the secret */
export interface WebhookRotation {
  /** The number of seconds that messages are also signed with the previous secret, at most a week. Default: `86400` */
  readonly overlap_seconds?: number;
}

/** Whether messages are sent. Those of a disabled webhook are kept as `failed` for 30 days, so that they can be recovered */
export type WebhookStatus = 'enabled' | 'disabled';

/** A webhook with its new secret */
export interface WebhookWithSecret {
  /** The unique id; begins with `hook_` */
  readonly id: string;
  /** When it was created */
  readonly created_at: string;
  /** When it was last changed */
  readonly updated_at: string;
  /** The number of changes, counted from 1 at creation */
  readonly version: number;
  readonly metadata: Metadata;
  /** The organization whose events, and those of its descendants, are sent; null for all */
  readonly client_id: string | null;
  /** The API key or the member that created the webhook, which may have been removed since; null if that was not recorded */
  readonly created_by: string | null;
  /** The address that messages are posted to; null if they are fetched with `GET …/messages` */
  readonly url: string | null;
  /** A description of the webhook for people */
  readonly description: string | null;
  /** The types of events that are sent, or `*` for all but `audit.recorded` */
  readonly events: readonly EventSelector[];
  readonly payload: WebhookPayload;
  readonly status: WebhookStatus;
  /** Why it is disabled: `by_request`, `gone` (the server answered 410) or `failing` (nothing but failures for five days); null if it is enabled */
  readonly disabled_reason: DisabledReason | null;
  /** Since when all deliveries have failed; null if the last one succeeded */
  readonly failing_since: string | null;
  /** The largest number of messages per second; null for no limit */
  readonly per_second: number | null;
  /** The secret that messages are signed with (Standard Webhooks). It cannot be read again */
  readonly secret: string;
}

/** The treatment of a message while the agent still answers the previous one: it is refused with `conversation_busy`, or that answer is given up and both messages are answered together */
export type WhenBusy = 'refuse' | 'interrupt';

/** A message of a webhook. Its type says what the data is; new types may be added */
export type WebhookMessage = ClientCreatedEvent | ClientUpdatedEvent | ClientSuspendedEvent | ClientErasedEvent | AgentCreatedEvent | AgentUpdatedEvent | AgentRemovedEvent | DocumentCreatedEvent | DocumentUpdatedEvent | DocumentRemovedEvent | ConversationStartedEvent | ConversationUpdatedEvent | ConversationHandoverRequestedEvent | ConversationEndedEvent | ConversationAnalyzedEvent | ConversationReviewedEvent | ConversationErasedEvent | TranscriptAppendedEvent | NoteCreatedEvent | RecordingAvailableEvent | ApiKeyCreatedEvent | ApiKeyRotatedEvent | ApiKeyRevokedEvent | IntegrationFailingEvent | ToolServerChangedEvent | WebhookDisabledEvent | UsageThresholdReachedEvent | StatementFinalizedEvent | ExportCompletedEvent | AnalysisBudgetReachedEvent | AnalysisRunCompletedEvent | AuditRecordedEvent | PingEvent;

/** An error: a problem document (RFC 9457). Some codes add further fields */
export interface Problem {
  /** The URL of the code’s entry in this document */
  readonly type: string;
  /** The meaning of the code */
  readonly title: string;
  /** The HTTP status */
  readonly status: number;
  /** A description of the problem with this request */
  readonly detail?: string;
  /** The path of the request */
  readonly instance: string;
  /** The stable code to act on. New codes may be added */
  readonly code: string;
  /** The id of the request, as in `X-Request-Id` */
  readonly request_id: string;
  /** With `insufficient_scope`: the scope that the API key lacks */
  readonly required_scope?: string;
  /** With `range_too_large`: the beginning of a range that is about as long as can be, estimated from the conversations that were read */
  readonly start_after?: string;
  /** With `range_too_large`: the end of that range, which is the end of the one in the request */
  readonly start_before?: string;
  /** The number of further faults, if there are more than `errors` has */
  readonly errors_omitted?: number;
  /** The faults of the request, each with its place: the first 100 */
  readonly errors?: readonly Fault[];
}

/** One fault of a request. Exactly one of `pointer`, `parameter` and `header` names its place */
export interface Fault {
  /** The place in the body: a JSON Pointer (RFC 6901) */
  readonly pointer?: string;
  /** The parameter of the query or the path */
  readonly parameter?: string;
  /** The request header */
  readonly header?: string;
  /** The kind of fault, such as `required`, `unknown` or `too_big`. New codes may be added */
  readonly code: string;
  /** A description of the fault */
  readonly detail: string;
}

/** An error of API Gateway itself, before the request reaches the service */
export interface GatewayError {
  /** A description of the error */
  readonly message: string;
}

/** The operations of the API, by resource. */
export interface Client {
  readonly clients: {
    /** Create an organization. Creates an organization. A reseller is at the top of the hierarchy, a client at the top or below a reseller, a subcompany or location below a client or a subcompany. The hierarchy has at most eight levels. */
    readonly create: Call<{
    readonly body: OrganizationInput;
  }, Organization>;
    /** Erase an organization and its descendants. Suspends the organization immediately, and then erases everything that the organization and its descendants own: API keys first, then conversations with their recordings, agents, and the organizations themselves. This cannot be undone. Figures in statements stay. Repeat the request to see the progress. When nothing is left, a minute after the start at the earliest, the answer is 404. The request requires a key of an organization above. Because everything is erased, the key also needs the scopes `agents:write`, `analysis:write`, `billing:write`, `conversations:erase`, `exports:write`, `integrations:write`, `keys:write` and `webhooks:write`; a dry run does not. */
    readonly erase: Call<{
    readonly params: {
      /** The organization’s id */
      readonly client_id: string;
    };
    readonly query?: {
      /** With `true`, nothing is erased, and the answer counts what would be erased */
      readonly dry_run?: boolean | Flag;
    };
  }, OrganizationErasure>;
    /** Get an organization. Returns the organization with its own settings and the settings in effect. */
    readonly get: Call<{
    readonly params: {
      /** The organization’s id */
      readonly client_id: string;
    };
  }, Organization>;
    /** List organizations, newest first. Lists the API key’s own organization and its descendants at every level. */
    readonly list: ListCall<{
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only entities that were changed at this time or later (inclusive). The list stays in the order of creation */
      readonly updated_after?: string;
      /** Only organizations directly below this one */
      readonly parent_id?: string;
      /** Only organizations of this type */
      readonly type?: OrganizationType;
      /** Only organizations whose name begins with this text, ignoring case and accents */
      readonly name?: string;
      /** Only the organization with this `external_id`: at most one below each organization */
      readonly external_id?: string;
    };
  }, OrganizationList, OrganizationItem>;
    /** Replace an organization. Replaces everything that can be changed of an organization. An absent field is reset to its default. Type and parent cannot be changed. Status, limits, retention, recording, allowed calls, shown costs, currency, plan, `external_id` and `billing_info.external_id` can be changed only with a key of an organization above; with the organization’s own key they stay as they are when absent, and another value is refused. A change that erases conversations earlier (`retention_days`) also needs the scope `conversations:erase`, and one that ends them earlier (`active_timeout_minutes`) the scope `conversations:write`. */
    readonly replace: Call<{
    readonly params: {
      /** The organization’s id */
      readonly client_id: string;
    };
    readonly body: OrganizationReplacement;
  }, Organization>;
    /** Update an organization. Changes the fields that are sent: null removes a value, and objects are merged. A patch that changes nothing leaves the version as it is. A change that erases conversations earlier (`retention_days`) also needs the scope `conversations:erase`, and one that ends them earlier (`active_timeout_minutes`) the scope `conversations:write`. */
    readonly update: Call<{
    readonly params: {
      /** The organization’s id */
      readonly client_id: string;
    };
    readonly body: OrganizationPatch;
  }, Organization>;
  };
  readonly subcompanies: {
    /** Create a subcompany or location below an organization. The same as `POST /v1/clients` with that organization as `parent_id`. */
    readonly create: Call<{
    readonly params: {
      /** The id of the organization above */
      readonly client_id: string;
    };
    readonly body: SubcompanyInput;
  }, Organization>;
    /** List the subcompanies and locations directly below an organization. Lists the organizations newest first. The organizations directly below a reseller are clients, which `GET /v1/clients` lists. */
    readonly list: ListCall<{
    readonly params: {
      /** The id of the organization above */
      readonly client_id: string;
    };
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only the organization with this `external_id`: at most one below each organization */
      readonly external_id?: string;
    };
  }, OrganizationList, OrganizationItem>;
  };
  readonly agents: {
    /** Create an agent. Creates an agent that serves its organization and that organization’s descendants. A platform key must send `client_id`, because the platform itself owns no agents. */
    readonly create: Call<{
    readonly body: AgentInput;
  }, Agent>;
    /** Get an agent. Returns the whole agent, including its prompt, tools and conversation flow. */
    readonly get: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
    };
  }, Agent>;
    /** List agents, newest first. Lists the agents of an organization and its descendants. Items leave out prompts, tools and flows; get the agent to read them. */
    readonly list: ListCall<{
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only entities that were changed at this time or later (inclusive). The list stays in the order of creation */
      readonly updated_after?: string;
      /** Only agents of this organization and its descendants; by default the API key’s own */
      readonly client_id?: string;
      /** Only agents whose name begins with this text, ignoring case and accents */
      readonly name?: string;
      /** Only the agent with this `external_id`: at most one of each organization */
      readonly external_id?: string;
    };
  }, AgentList, AgentItem>;
    /** Remove an agent and keep its conversations. Removes the agent with its versions and documents. It can no longer be read, and no conversation can be started with it. Its conversations stay. An agent to which an integration of an organization above maps calls, or whose `provider` was set from above, can be removed only with a key from there. Agents that it was deployed to remain at their providers: remove its deployments first. */
    readonly remove: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
    };
  }, undefined>;
    /** Replace an agent. Replaces everything that can be changed of an agent. An absent field is reset to its default. The previous state is kept as a version; a conversation records the version that it started with in `agent_version`. */
    readonly replace: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
    };
    readonly body: AgentReplacement;
  }, Agent>;
    /** Test an agent. Returns what the agent would say next. Nothing is stored: each request sends the conversation so far and the current node of the flow. If the agent calls a tool without a mock, the answer shows the call; send the same request again with a mock for that tool to continue. */
    readonly test: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
    };
    readonly body: AgentTestInput;
  }, AgentTestResult>;
    /** Update an agent. Changes the fields that are sent: null removes a value, objects are merged, and lists are replaced as a whole. The change creates a version; a patch that changes nothing creates none. */
    readonly update: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
    };
    readonly body: AgentPatch;
  }, Agent>;
  };
  readonly agentVersions: {
    /** Get a version of an agent. Returns the whole agent as it was at that version. A version never changes. */
    readonly get: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
      /** The version’s number, as in `version` */
      readonly agent_version: string;
    };
  }, AgentVersion>;
    /** List the versions of an agent, newest first. Lists one version for the agent’s creation and one for each change. The newest version is the agent’s current state. */
    readonly list: ListCall<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
    };
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
    };
  }, AgentVersionList, AgentVersionItem>;
    /** Restore a version of an agent. Creates a new version with the content of the earlier one; the versions in between are kept, and so is the agent’s current `external_id`. `If-Match` is compared with the agent’s current state. */
    readonly restore: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
      /** The version’s number, as in `version` */
      readonly agent_version: string;
    };
  }, Agent>;
  };
  readonly documents: {
    /** Add a document to an agent’s knowledge base. An agent has at most 100 documents with at most 2 MB of text in total. */
    readonly create: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
    };
    readonly body: DocumentInput;
  }, Document>;
    /** Get a document of an agent. Returns the whole document, including its text. */
    readonly get: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
      /** The document’s id */
      readonly document_id: string;
    };
  }, Document>;
    /** List the documents of an agent, newest first. Items do not include the text. Get a document to read its text. */
    readonly list: ListCall<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
    };
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only the document with this `external_id` */
      readonly external_id?: string;
    };
  }, DocumentList, DocumentItem>;
    /** Remove a document from an agent’s knowledge base. Deletes the document for good. It no longer counts toward the agent’s limits. */
    readonly remove: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
      /** The document’s id */
      readonly document_id: string;
    };
  }, undefined>;
    /** Replace a document of an agent. Replaces the document. An absent field is reset to its default. */
    readonly replace: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
      /** The document’s id */
      readonly document_id: string;
    };
    readonly body: DocumentReplacement;
  }, Document>;
    /** Update a document of an agent. Changes the fields that are sent. A patch that changes nothing leaves the version as it is. */
    readonly update: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
      /** The document’s id */
      readonly document_id: string;
    };
    readonly body: DocumentPatch;
  }, Document>;
  };
  readonly signingSecrets: {
    /** Rotate the secret that the requests of an agent’s tools are signed with. Creates a new secret and returns it, only this once. Requests of tools with an `http` action are always signed, as Standard Webhooks defines. For `overlap_seconds` each has two signatures, one of each secret, so that servers can be changed without downtime. */
    readonly rotate: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
    };
    readonly body?: SigningSecretRotation;
  }, SigningSecret>;
  };
  readonly deployments: {
    /** Deploy an agent to a provider. Creates an agent at the provider, or updates the one that an earlier deployment created: prompt, first message, language, voice, model, tools, conversation flow and documents, and the webhook that reports its calls. `not_carried` lists fields without a counterpart at the provider. With `runs_on: platform`, only the voice, the first message, the language and tools without an action go there, and the platform answers as the custom LLM of the provider’s agent, with a token for this deployment only. Calls of the provider’s agent become conversations of this agent. A request that failed halfway can be repeated: nothing is created twice. */
    readonly create: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
    };
    readonly body: DeploymentInput;
  }, Deployment>;
    /** Get a deployment, compared with the provider’s agent. Reads the provider’s agent and reports whether it has changed since it was deployed. If the integration was removed, or belongs to an organization above, the answer is that of the list. */
    readonly get: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
      /** The deployment’s id */
      readonly deployment_id: string;
    };
  }, Deployment>;
    /** List the deployments of an agent. Lists the deployments of the agent. The list does not call the providers, and so does not show drift. Get a deployment to see that. */
    readonly list: ListCall<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
    };
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
    };
  }, DeploymentList, Deployment>;
    /** Remove a deployment. Ends the token of the deployment at once, and deletes the provider’s agent and everything that was created for it at the provider. If the provider fails, the token has ended anyway, and the request can be repeated. If the integration is disabled or was removed, the deployment is removed without the provider, where the agent remains. The agent itself and its conversations remain. While the agent is being deployed there, the request is refused with `request_in_flight`. */
    readonly remove: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
      /** The deployment’s id */
      readonly deployment_id: string;
    };
  }, undefined>;
  };
  readonly speech: {
    /** Speak a text with an agent’s voice. Speaks a text with the agent’s `voice` and `voice_id`, and returns a link to the audio that is valid for five minutes and needs no API key. The file is kept for a day. The same request during that day returns a new link to the same file, and does not ask the provider again. Each text that a provider speaks counts as a test of the agent. */
    readonly create: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
    };
    readonly body: SpeechInput;
  }, Speech>;
  };
  readonly calls: {
    /** Place an outbound call. Calls a number with the provider’s agent that this agent is deployed or mapped to. The answer is the conversation, which is active immediately. The call is placed a moment later, and at most once. With an `Idempotency-Key`, a repeated request places no second call; neither does one with the same `external_id`, which is refused with `external_id_exists`. The number must begin with one of the organization’s `call_prefixes`, if there are any. Calls are counted against `quotas.calls_per_day` of the organization and those above; further ones get 429 `rate_limited`. A call that the provider refuses ends the conversation as `failed`, with the reason in `provider.metadata.call_error`. */
    readonly create: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
    };
    readonly body: CallInput;
  }, Conversation>;
  };
  readonly chats: {
    /** Start a chat with an agent. Starts a conversation that this platform holds by itself, and returns the agent’s first message. Send messages with the API key or, from a page or an app, with the `session_token`. The chat uses the agent’s current version until its end. It ends when the agent or the user ends it, after `idle_minutes` without a message, or when it reaches a limit. Open chats are counted against `quotas.open_chats` of the organization and those above; further ones get 409 `quota_exceeded`. */
    readonly create: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
    };
    readonly body: ChatInput;
  }, Chat>;
    /** End a chat. Ends the chat for the user, who has said goodbye or closed the page. A repeat has no effect. */
    readonly end: Call<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
    };
  }, ChatState>;
    /** Get the new messages of a chat. Returns the turns after a position, at most 500. With `wait`, the answer comes as soon as there is one: for a page on which people answer. */
    readonly messages: Call<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
    };
    readonly query?: {
      /** The `index` of the last turn that you have. By default, all turns are returned */
      readonly after?: number | string;
      /** The number of seconds to wait for a turn if there is none. Default: 0 */
      readonly wait?: number | string;
    };
  }, ChatMessages>;
    /** Send a message in a chat. Stores the user’s message and the agent’s answer, and returns both. Send an `Idempotency-Key`: a repeated request then returns the first answer and never asks the agent twice. A failed request stores nothing, and the chat accepts the next message at once. Messages and tokens are counted against `quotas.chat_messages_per_day` and `quotas.model_tokens_per_day` of the organization and those above; further messages get 429 `rate_limited` with `Retry-After`. */
    readonly send: Call<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
    };
    readonly body: MessageInput;
  }, ChatAnswer>;
    /** Send the results of tools, and receive the agent’s answer. Continues an answer that ended with `tool_calls`, with the results of all of them. With a session token, a page sends the results of its own functions (tools of type `page`), and no others. A message of the user makes the agent go on without results. */
    readonly sendResults: Call<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
    };
    readonly body: ToolResultsInput;
  }, ChatAnswer>;
    /** Send a message in a chat, and receive the answer word by word. Does what `POST /v1/conversations/{conversation_id}/messages` does, with the same `Idempotency-Key`s, and answers with server-sent events. `accepted` has the `turn` of the message, each `delta` a further `text`, `tool` the `name` and `status` of a call, `handover` that a person is asked for, and `done` the whole answer. `error` has a problem in place of `done`. Lines that begin with a colon keep the connection open. A stream without `done` and `error` was cut off: the answer is still stored, and a repeat or the messages of the chat have it. Send the request to the chat’s `stream_url`. */
    readonly stream: StreamCall<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
    };
    readonly body: MessageInput;
  }, ChatEvent>;
  };
  readonly completions: {
    /** Let an agent answer as a custom LLM. Answers for the agent in the format of OpenAI’s chat completions, so that a voice provider or any OpenAI client can use the agent as its model: with the base URL `…/v1/live/agents/{agent_id}` and an API key. Prompt, flow, knowledge and tools are the agent’s. The header `X-Call-Id`, or `call.id` in the body, names the call: the position in the flow is then kept between requests, requests for the same turn make each call of a `write` tool once, and the agent knows of such calls in later turns. Without a name, each request is a call of its own, also one that a library repeats. A refused request has a problem whose `error` is in OpenAI’s form. Each request counts as a message and with its tokens against the quotas of chats. One with the results of calls that the agent returned for the same message, within the last hour, counts with its tokens only. */
    readonly create: Call<{
    readonly params: {
      /** The agent’s id */
      readonly agent_id: string;
    };
    readonly body: CompletionInput;
  }, Completion>;
  };
  readonly handovers: {
    /** Hand a chat over to people. Asks for a person, as the agent does with the tool `hand_over`: the event `conversation.handover_requested` reports it, and the agent is silent. Messages of the user are stored, and the chat does not time out. A repeat has no effect. While the agent still answers a message, the request is refused with `conversation_busy`. */
    readonly create: Call<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
    };
    readonly body?: HandoverInput;
  }, ChatState>;
    /** Give a chat back to the agent. Lets the agent answer again, at the node of the flow at which it was. It speaks when the next message arrives. A repeat has no effect. */
    readonly remove: Call<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
    };
  }, ChatState>;
    /** Answer in a chat as a person. Adds a turn with the person’s name, and takes the chat over from the agent if nobody has yet. A page that waits for messages receives it. While the agent still answers a message, the request is refused with `conversation_busy`. */
    readonly reply: Call<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
    };
    readonly body: ReplyInput;
  }, Turn>;
  };
  readonly conversations: {
    /** List active conversations, newest first. Lists the conversations in progress: the same as `GET /v1/conversations` with `status=active`. To follow all of them, repeat the request with `expand=turns`. */
    readonly active: ListCall<{
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only conversations of this organization and its descendants; by default the API key’s own */
      readonly client_id?: string;
      /** Only conversations with one of these agents */
      readonly agent_id?: string | readonly string[];
      /** Only conversations with one of these outcomes */
      readonly outcome?: string | readonly string[];
      /** Only conversations over one of these channels */
      readonly channel?: Channel | readonly Channel[];
      /** Only conversations with one of these sentiments */
      readonly sentiment?: Sentiment | readonly Sentiment[];
      /** Only conversations that ended for one of these reasons */
      readonly end_reason?: string | readonly string[];
      /** Only conversations in one of these directions */
      readonly direction?: Direction | readonly Direction[];
      /** Only conversations that one of these providers held */
      readonly provider?: string | readonly string[];
      /** Only conversations with this id at the provider */
      readonly provider_conversation_id?: string;
      /** Only conversations with one of these ids, at most 100 */
      readonly ids?: string | readonly string[];
      /** Only conversations with this value of one key of `metadata`: `metadata.<key>=<value>` in a query */
      readonly metadata?: Readonly<Record<string, string>>;
      /** Only conversations that have ended and lasted at least so long */
      readonly duration_min_ms?: number | string;
      /** Only conversations that have ended and lasted at most so long */
      readonly duration_max_ms?: number | string;
      /** Only conversations whose recording is available, or only those without one */
      readonly has_recording?: boolean | Flag;
      /** Only conversations that reached their goal, or only those that did not (`quality.successful`) */
      readonly successful?: boolean | Flag;
      /** Only conversations that are marked as reviewed, or only those that are not */
      readonly reviewed?: boolean | Flag;
      /** Only conversations of this caller: the exact phone number in E.164 form, or the exact id */
      readonly caller?: string;
      /** Only conversations of callers whose name has words that begin with all of these, ignoring case and accents */
      readonly caller_name?: string;
      /** Only the conversation with this `external_id`: at most one of each organization */
      readonly external_id?: string;
      /** Only conversations with one of these tags */
      readonly tag?: string | readonly string[];
      /** Only conversations with all of these verdicts and values of shared analyzers, at most three: `criterion.<name>:<verdict>` or `field.<name>:<value>` */
      readonly label?: string | readonly string[];
      /** Only conversations that started at this time or later (inclusive) */
      readonly start_after?: string;
      /** Only conversations that started before this time (exclusive), which must be after `start_after` */
      readonly start_before?: string;
      /** For an organization above one for tests: `true` returns only conversations of organizations for tests, which are left out otherwise. In an organization for tests, it has no effect */
      readonly test?: boolean | Flag;
      /** Only chats in which one of these answers: `waiting` and `human` are an inbox */
      readonly handling?: Handling | readonly Handling[];
      /** With `details`, each item also has `provider`, `data`, `quality`, `metrics`, `metadata`, `handover` and the whole summary; with `names`, the names of its agent and its organization; with `turns`, the last eight turns. `limit` is then at most 50 */
      readonly expand?: ActiveConversationExpansion | readonly ActiveConversationExpansion[];
    };
  }, ConversationList, ConversationItem>;
    /** Record up to 100 conversations. Does what `POST /v1/conversations` does, for each conversation by itself: some can be written while others are refused, with the status and the problem that they would get alone. The results are in the order of the request, the writes are not. Repeat a batch under the same `Idempotency-Key` if its answer is lost or a result can be repeated (408, 429, 5xx, `request_in_flight`): conversations that are already written are answered with the same id, and not written again. `Retry-After` says when, if one has to wait. Each conversation counts as a request against a rate limit. The body may have 6,000,000 bytes. */
    readonly batch: Call<{
    readonly body: ConversationBatch;
  }, ConversationBatchResults>;
    /** Start a conversation, or record a finished one. Creates a conversation. Turns can be sent with it or appended later. Within an organization, each conversation of a provider can be recorded once: a second one is refused with `conversation_exists`. A second one with the same `external_id` is refused with `external_id_exists`, which names the first one in `conversation_id`. */
    readonly create: Call<{
    readonly body: ConversationInput;
  }, Conversation>;
    /** Erase a conversation with its transcript and its recording. Erases the conversation for good. It can no longer be read or found as soon as the request is answered. Its turns, recording and search entries are deleted within moments: until then, repeating the request returns 202, afterwards 404. A call that an organization above has begun to report can be erased only with a key from there until its end is reported. Answers kept for an `Idempotency-Key` expire within three days. */
    readonly erase: Call<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
    };
  }, Erasure>;
    /** Get a conversation. Returns the conversation without its turns, unless `expand` asks for them. Only an answer without `expand` has an `ETag`. */
    readonly get: Call<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
    };
    readonly query?: {
      /** Parts to return as well. `transcript`: the first 500 turns. `recording`: a link to the recording, for which the API key also needs the scope `recordings:read`. `names`: the names of the agent and the organization */
      readonly expand?: ConversationExpansion | readonly ConversationExpansion[];
    };
  }, ExpandedConversation>;
    /** List or search conversations, newest first. Lists the conversations of an organization and its descendants. Filters and search words can be combined; a conversation must match all of them. */
    readonly list: ListCall<{
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only conversations of this organization and its descendants; by default the API key’s own */
      readonly client_id?: string;
      /** Only conversations with one of these agents */
      readonly agent_id?: string | readonly string[];
      /** Only conversations with one of these outcomes */
      readonly outcome?: string | readonly string[];
      /** Only conversations over one of these channels */
      readonly channel?: Channel | readonly Channel[];
      /** Only conversations with one of these sentiments */
      readonly sentiment?: Sentiment | readonly Sentiment[];
      /** Only conversations that ended for one of these reasons */
      readonly end_reason?: string | readonly string[];
      /** Only conversations in one of these directions */
      readonly direction?: Direction | readonly Direction[];
      /** Only conversations that one of these providers held */
      readonly provider?: string | readonly string[];
      /** Only conversations with this id at the provider */
      readonly provider_conversation_id?: string;
      /** Only conversations with one of these ids, at most 100 */
      readonly ids?: string | readonly string[];
      /** Only conversations with this value of one key of `metadata`: `metadata.<key>=<value>` in a query */
      readonly metadata?: Readonly<Record<string, string>>;
      /** Only conversations that have ended and lasted at least so long */
      readonly duration_min_ms?: number | string;
      /** Only conversations that have ended and lasted at most so long */
      readonly duration_max_ms?: number | string;
      /** Only conversations whose recording is available, or only those without one */
      readonly has_recording?: boolean | Flag;
      /** Only conversations that reached their goal, or only those that did not (`quality.successful`) */
      readonly successful?: boolean | Flag;
      /** Only conversations that are marked as reviewed, or only those that are not */
      readonly reviewed?: boolean | Flag;
      /** Only conversations of this caller: the exact phone number in E.164 form, or the exact id */
      readonly caller?: string;
      /** Only conversations of callers whose name has words that begin with all of these, ignoring case and accents */
      readonly caller_name?: string;
      /** Only the conversation with this `external_id`: at most one of each organization */
      readonly external_id?: string;
      /** Only conversations with one of these tags */
      readonly tag?: string | readonly string[];
      /** Only conversations with all of these verdicts and values of shared analyzers, at most three: `criterion.<name>:<verdict>` or `field.<name>:<value>` */
      readonly label?: string | readonly string[];
      /** Only conversations that started at this time or later (inclusive) */
      readonly start_after?: string;
      /** Only conversations that started before this time (exclusive), which must be after `start_after` */
      readonly start_before?: string;
      /** For an organization above one for tests: `true` returns only conversations of organizations for tests, which are left out otherwise. In an organization for tests, it has no effect */
      readonly test?: boolean | Flag;
      /** Only conversations with one of these statuses */
      readonly status?: ConversationStatus | readonly ConversationStatus[];
      /** Only conversations that have ended and whose transcript contains all of these words: at most ten, ignoring case and accents. `word*` matches words that begin with it */
      readonly q?: string;
      /** With `details`, each item also has `provider`, `data`, `quality`, `metrics`, `metadata`, `handover` and the whole summary; with `names`, the names of its agent and its organization. `limit` is then at most 50 */
      readonly expand?: ConversationItemExpansion | readonly ConversationItemExpansion[];
    };
  }, ConversationList, ConversationItem>;
    /** Summarize conversations. Counts what `GET /v1/conversations` would list, without erased conversations. A request reads at most 200,000: for more, `range_too_large` names a shorter range. */
    readonly summary: Call<{
    readonly query?: {
      /** Only conversations of this organization and its descendants; by default the API key’s own */
      readonly client_id?: string;
      /** Only conversations with one of these agents */
      readonly agent_id?: string | readonly string[];
      /** Only conversations with one of these outcomes */
      readonly outcome?: string | readonly string[];
      /** Only conversations over one of these channels */
      readonly channel?: Channel | readonly Channel[];
      /** Only conversations with one of these sentiments */
      readonly sentiment?: Sentiment | readonly Sentiment[];
      /** Only conversations that ended for one of these reasons */
      readonly end_reason?: string | readonly string[];
      /** Only conversations in one of these directions */
      readonly direction?: Direction | readonly Direction[];
      /** Only conversations that one of these providers held */
      readonly provider?: string | readonly string[];
      /** Only conversations with this id at the provider */
      readonly provider_conversation_id?: string;
      /** Only conversations with one of these ids, at most 100 */
      readonly ids?: string | readonly string[];
      /** Only conversations with this value of one key of `metadata`: `metadata.<key>=<value>` in a query */
      readonly metadata?: Readonly<Record<string, string>>;
      /** Only conversations that have ended and lasted at least so long */
      readonly duration_min_ms?: number | string;
      /** Only conversations that have ended and lasted at most so long */
      readonly duration_max_ms?: number | string;
      /** Only conversations whose recording is available, or only those without one */
      readonly has_recording?: boolean | Flag;
      /** Only conversations that reached their goal, or only those that did not (`quality.successful`) */
      readonly successful?: boolean | Flag;
      /** Only conversations that are marked as reviewed, or only those that are not */
      readonly reviewed?: boolean | Flag;
      /** Only conversations of this caller: the exact phone number in E.164 form, or the exact id */
      readonly caller?: string;
      /** Only conversations of callers whose name has words that begin with all of these, ignoring case and accents */
      readonly caller_name?: string;
      /** Only the conversation with this `external_id`: at most one of each organization */
      readonly external_id?: string;
      /** Only conversations with one of these tags */
      readonly tag?: string | readonly string[];
      /** Only conversations with all of these verdicts and values of shared analyzers, at most three: `criterion.<name>:<verdict>` or `field.<name>:<value>` */
      readonly label?: string | readonly string[];
      /** When the range begins (inclusive), at most 400 days before its end. Default: 30 days before; one day with `hour`, 12 weeks with `week`, one year with `month` */
      readonly start_after?: string;
      /** When the range ends (exclusive), which must be after `start_after`. Default: the end of the current day */
      readonly start_before?: string;
      /** For an organization above one for tests: `true` returns only conversations of organizations for tests, which are left out otherwise. In an organization for tests, it has no effect */
      readonly test?: boolean | Flag;
      /** Only conversations with one of these statuses */
      readonly status?: ConversationStatus | readonly ConversationStatus[];
      /** The length of each row’s interval */
      readonly interval?: UsageInterval;
      /** Separate rows for each combination of values; send it up to three times. Without conversations, all values are null */
      readonly group_by?: SummaryDimension | readonly SummaryDimension[];
    };
  }, ConversationSummary>;
    /** End or update a conversation. Changes the fields that are sent. A finished conversation can be updated, but not reopened. A chat of the platform is over for its user as well, and a message without an answer remains in its transcript. The status, end and cost that an integration or a key of an organization above has set can be changed only with a key from there (`out_of_reach`), and the cost of a chat of the platform only with a key of the platform. */
    readonly update: Call<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
    };
    readonly body: ConversationPatch;
  }, Conversation>;
  };
  readonly transcripts: {
    /** Append turns to a conversation. Appends turns to the transcript. A turn whose `index` the transcript already has is compared with the existing turn and skipped if they are equal; an index beyond the next one is refused. Sending the same turns again therefore neither loses nor duplicates any. */
    readonly append: Call<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
    };
    readonly body: TranscriptInput;
  }, TranscriptLength>;
    /** Get the transcript of a conversation. Returns the turns of the conversation in order, one page at a time. */
    readonly get: ListCall<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
    };
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
    };
  }, Transcript, Turn>;
  };
  readonly notes: {
    /** Add a note to a conversation. A note cannot be changed. It is erased with its conversation. */
    readonly create: Call<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
    };
    readonly body: NoteInput;
  }, Note>;
    /** List the notes on a conversation, newest first. Lists what people wrote about the conversation. */
    readonly list: ListCall<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
    };
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
    };
  }, NoteList, Note>;
  };
  readonly recordings: {
    /** Get a link to upload the recording to. Returns a link to upload the recording to. The link accepts a file of exactly the announced type and size, once. Shortly after the upload the recording’s status is `available`. */
    readonly create: Call<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
    };
    readonly body: AudioInput;
  }, RecordingUpload>;
    /** Get a link to the recording. Returns a link that is valid for five minutes, needs no API key and supports range requests. If `Accept` prefers `audio/*`, the answer is a redirect to that link. A browser plays the link in place, or saves it as a file with `download=true`. */
    readonly get: Call<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
    };
    readonly query?: {
      /** With `true`, the link is answered with `Content-Disposition: attachment` and a file name, so that a browser saves the recording. Otherwise the browser plays it */
      readonly download?: boolean | Flag;
    };
  }, RecordingLink>;
  };
  readonly erasures: {
    /** Erase a caller. Erases all conversations of a caller, as `DELETE /v1/conversations/{conversation_id}` erases one. `POST /v1/erasures/preview` counts them before. A task erases them one by one and looks again a minute later. Conversations that begin afterwards are not erased. It cannot be undone or canceled. */
    readonly create: Call<{
    readonly body: ErasureInput;
  }, CallerErasure>;
    /** Get the erasure of a caller. Returns its progress, and afterwards the receipt. */
    readonly get: Call<{
    readonly params: {
      /** The erasure’s id */
      readonly erasure_id: string;
    };
  }, CallerErasure>;
    /** List erasures of callers, newest first. Lists the receipts of an organization and its descendants, for three years. */
    readonly list: ListCall<{
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only erasures of this organization and its descendants; by default the API key’s own */
      readonly client_id?: string;
    };
  }, CallerErasureList, CallerErasure>;
    /** Count what the erasure of a caller would erase. Counts the conversations that `POST /v1/erasures` would erase now. Nothing is changed. */
    readonly preview: Call<{
    readonly body: ErasureInput;
  }, CallerErasurePreview>;
  };
  readonly analyzers: {
    /** Create an analyzer. From now on, conversations of the organization and its descendants are analyzed after they end, if `settings.analysis.enabled` is true for the organization. An organization may have ten analyzers. */
    readonly create: Call<{
    readonly body: AnalyzerInput;
  }, Analyzer>;
    /** Get an analyzer. An analyzer is visible to the organization that owns it, to those above, and, if it is shared, to those below. */
    readonly get: Call<{
    readonly params: {
      /** The analyzer’s id */
      readonly analyzer_id: string;
    };
  }, Analyzer>;
    /** List analyzers, newest first. Lists the analyzers of an organization and its descendants, or with `inherited=true` those that apply to the organization itself: its own, and the shared ones of the organizations above and of the platform. */
    readonly list: ListCall<{
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only analyzers of this organization and its descendants; by default the API key’s own */
      readonly client_id?: string;
      /** Only analyzers that apply to the organization: its own and those from above */
      readonly inherited?: boolean | Flag;
    };
  }, AnalyzerList, AnalyzerItem>;
    /** Remove an analyzer and keep its analyses. No further conversation is analyzed. Analyses stay with their conversations. */
    readonly remove: Call<{
    readonly params: {
      /** The analyzer’s id */
      readonly analyzer_id: string;
    };
  }, undefined>;
    /** Replace an analyzer. Creates a version. Earlier analyses keep the version by which they were made. */
    readonly replace: Call<{
    readonly params: {
      /** The analyzer’s id */
      readonly analyzer_id: string;
    };
    readonly body: AnalyzerReplacement;
  }, Analyzer>;
    /** Update an analyzer. Changes the fields that are sent: null resets one to its default, objects are merged, and lists are replaced as a whole. The change creates a version; a patch that changes nothing creates none. */
    readonly update: Call<{
    readonly params: {
      /** The analyzer’s id */
      readonly analyzer_id: string;
    };
    readonly body: AnalyzerPatch;
  }, Analyzer>;
  };
  readonly analyzerVersions: {
    /** Get a version of an analyzer. Returns the whole analyzer as it was at that version. A version never changes. */
    readonly get: Call<{
    readonly params: {
      /** The analyzer’s id */
      readonly analyzer_id: string;
      /** The version’s number, as in `version` */
      readonly analyzer_version: string;
    };
  }, Analyzer>;
    /** List the versions of an analyzer, newest first. Lists one version for the analyzer’s creation and one for each change. */
    readonly list: ListCall<{
    readonly params: {
      /** The analyzer’s id */
      readonly analyzer_id: string;
    };
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
    };
  }, AnalyzerVersionList, AnalyzerVersionItem>;
    /** Restore a version of an analyzer. Creates a new version with the content of the earlier one; the versions in between are kept. `If-Match` is compared with the analyzer’s current state. */
    readonly restore: Call<{
    readonly params: {
      /** The analyzer’s id */
      readonly analyzer_id: string;
      /** The version’s number, as in `version` */
      readonly analyzer_version: string;
    };
  }, Analyzer>;
  };
  readonly analyses: {
    /** Analyze a conversation again. Runs analyzers at their current version, even if nothing has changed: those of organizations above the caller’s only where an analysis is missing or out of date, because these organizations pay. Their conditions and budgets apply; a review stays. The event `conversation.analyzed` reports the result. */
    readonly create: Call<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
    };
    readonly body: AnalysisRequest;
  }, RequestedAnalyses>;
    /** Get the analysis of a conversation by an analyzer. Returns the latest one. The key also needs the scope `conversations:read`. */
    readonly get: Call<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
      /** The analyzer’s id */
      readonly analyzer_id: string;
    };
  }, Analysis>;
    /** List the analyses of a conversation. Lists one analysis for each analyzer that is visible to the API key. The key also needs the scope `conversations:read`, because verdicts quote the conversation. */
    readonly list: ListCall<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
    };
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
    };
  }, AnalysisList, Analysis>;
    /** Try an analyzer with a conversation. Analyzes a conversation at once, whatever the conditions. Nothing is stored except the tokens, which count toward the budget. Analysis must be enabled for the organization of the analyzer. The key also needs the scope `conversations:read`. */
    readonly preview: Call<{
    readonly params: {
      /** The analyzer’s id */
      readonly analyzer_id: string;
    };
    readonly body: AnalysisPreviewInput;
  }, Analysis>;
    /** Remove the review of an analysis. The conversation gets back what it had before the review. */
    readonly removeReview: Call<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
      /** The analyzer’s id */
      readonly analyzer_id: string;
    };
  }, undefined>;
    /** Review an analysis. Stores a person’s verdicts beside the original ones, with the key that sent them. They replace outcome, sentiment, quality and data of the conversation, whoever set them, and later reports and analyses do not change those. A second review replaces the first. The key also needs the scope `conversations:read`. */
    readonly review: Call<{
    readonly params: {
      /** The conversation’s id */
      readonly conversation_id: string;
      /** The analyzer’s id */
      readonly analyzer_id: string;
    };
    readonly body: ReviewInput;
  }, Analysis>;
  };
  readonly reviews: {
    /** List the analyses that people review. Lists the queue of the analyzers of an organization and of its descendants, by the start of the conversations, newest first. The key also needs the scope `conversations:read`. */
    readonly list: ListCall<{
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only those of analyzers of this organization and its descendants; by default the API key’s own */
      readonly client_id?: string;
      /** Only those with this status */
      readonly status?: ReviewStatus;
    };
  }, ReviewList, ReviewItem>;
  };
  readonly analysisRuns: {
    /** Cancel an analysis run. No further conversation is analyzed, except those that are being analyzed. A run that has ended stays as it is. */
    readonly cancel: Call<{
    readonly params: {
      /** The run’s id */
      readonly analysis_run_id: string;
    };
  }, AnalysisRun>;
    /** Analyze earlier conversations. Starts analyzing conversations that ended before, oldest first. Conditions, settings and budgets apply. The event `analysis_run.completed` reports the end. The key also needs the scope `conversations:read`. */
    readonly create: Call<{
    readonly body: AnalysisRunInput;
  }, AnalysisRun>;
    /** Get an analysis run. Returns its progress. */
    readonly get: Call<{
    readonly params: {
      /** The run’s id */
      readonly analysis_run_id: string;
    };
  }, AnalysisRun>;
    /** List analysis runs, newest first. Lists the runs of analyzers of an organization and its descendants, for 90 days. */
    readonly list: ListCall<{
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only runs of this organization and its descendants; by default the API key’s own */
      readonly client_id?: string;
    };
  }, AnalysisRunList, AnalysisRun>;
  };
  readonly analysisReports: {
    /** Get the report of an analyzer. Counts the verdicts on each criterion by period and version, and compares them with reviews. Only an organization that owns the analyzer, or one above, can read it. A range with more than 100,000 analyses is refused. */
    readonly get: Call<{
    readonly params: {
      /** The analyzer’s id */
      readonly analyzer_id: string;
    };
    readonly query?: {
      /** Only conversations that started at this time or later; by default 30 days before `to` */
      readonly from?: string;
      /** Only conversations that started before this time, which must be after `from`; by default now */
      readonly to?: string;
      /** The length of the periods; by default the whole range is one */
      readonly interval?: AnalysisReportInterval;
      /** The grouping of the rows, besides period and version */
      readonly group_by?: AnalysisReportGroup;
    };
  }, AnalysisReport>;
  };
  readonly usage: {
    /** Get the usage of an organization. Covers the organization and its descendants. Conversations count once they have ended, at the time at which they started. Later changes are counted within seconds. Erasing a conversation does not change the usage. */
    readonly get: Call<{
    readonly params: {
      /** The organization’s id */
      readonly client_id: string;
    };
    readonly query?: {
      /** The first day, as a date in the organization’s time zone, or the time at which a day or an hour begins. Default: 30 days before `to`; one day with `hour`, 12 weeks with `week`, one year with `month` */
      readonly from?: string;
      /** The day or the time at which the range ends, exclusive. Default: the end of the current day */
      readonly to?: string;
      /** The length of each row’s interval */
      readonly interval?: UsageInterval;
      /** Separate rows for each value that has conversations in the range; if none has, one row for each interval, whose group is null. With `client`: one row for each organization directly below, including its descendants, and one for the organization itself */
      readonly group_by?: UsageDimension;
    };
  }, Usage>;
    /** Get the usage of everything that the key can access. The same as `GET /v1/clients/{client_id}/usage` for the key’s own organization. For a key of the platform, it covers all organizations, in UTC. */
    readonly own: Call<{
    readonly query?: {
      /** The first day, as a date in the organization’s time zone, or the time at which a day or an hour begins. Default: 30 days before `to`; one day with `hour`, 12 weeks with `week`, one year with `month` */
      readonly from?: string;
      /** The day or the time at which the range ends, exclusive. Default: the end of the current day */
      readonly to?: string;
      /** The length of each row’s interval */
      readonly interval?: UsageInterval;
      /** Separate rows for each value that has conversations in the range; if none has, one row for each interval, whose group is null. With `client`: one row for each organization directly below, including its descendants, and one for the organization itself */
      readonly group_by?: UsageDimension;
    };
  }, Usage>;
  };
  readonly plans: {
    /** Create a plan. A reseller’s plan can be used for its descendants, a plan of the platform for every organization. */
    readonly create: Call<{
    readonly body: PlanInput;
  }, Plan>;
    /** Get a plan. A plan is visible to the organization that owns it and to the organizations above. */
    readonly get: Call<{
    readonly params: {
      /** The plan’s id */
      readonly plan_id: string;
    };
  }, Plan>;
    /** List the plans of the key’s organization and its descendants. Newest first. Plans of organizations above are not shown. */
    readonly list: ListCall<{
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only plans of this organization and its descendants; by default the API key’s own */
      readonly client_id?: string;
    };
  }, PlanList, PlanItem>;
    /** Remove a plan. Running subscriptions do not change. Each keeps the terms that it started with. */
    readonly remove: Call<{
    readonly params: {
      /** The plan’s id */
      readonly plan_id: string;
    };
  }, undefined>;
    /** Replace a plan. Running subscriptions do not change. Each keeps the terms that it started with. */
    readonly replace: Call<{
    readonly params: {
      /** The plan’s id */
      readonly plan_id: string;
    };
    readonly body: PlanReplacement;
  }, Plan>;
    /** Update a plan. Changes the fields that are sent: null resets one to its default. A patch that changes nothing leaves the version as it is. Running subscriptions keep the terms that they started with. */
    readonly update: Call<{
    readonly params: {
      /** The plan’s id */
      readonly plan_id: string;
    };
    readonly body: PlanPatch;
  }, Plan>;
  };
  readonly subscriptions: {
    /** Add a pack of minutes to a subscription. The pack is used after the included minutes and before further minutes are charged. Its price is a line of the current statement, and its minutes count only toward statements of the same issuer. Requires a key of the issuer of the subscription, or of an organization above it. */
    readonly addPack: Call<{
    readonly params: {
      /** The organization’s id */
      readonly client_id: string;
    };
    readonly body: PackInput;
  }, Pack>;
    /** Get the subscription of an organization. Includes the minutes that the current period has used so far, and which subscription follows. Before the first day, this is the subscription that starts then. */
    readonly get: Call<{
    readonly params: {
      /** The organization’s id */
      readonly client_id: string;
    };
  }, Subscription>;
    /** End the subscription of an organization. The subscription ends with the current day, which its last statement includes. One that would start later is removed. Requires a key of an organization above; until a subscription is over and all of its statements are final, one of its issuer or of an organization above the issuer. */
    readonly remove: Call<{
    readonly params: {
      /** The organization’s id */
      readonly client_id: string;
    };
  }, undefined>;
    /** Subscribe an organization to a plan. Copies the plan’s terms. Later changes to the plan have no effect on the subscription. The usage of the organization and its descendants is billed by these terms. A running subscription ends when this one starts. The plan and start date of the running subscription keep it: a planned end or a subscription that would follow is removed. Requires a key of an organization above; until a subscription is over and all of its statements are final, one of its issuer or of an organization above the issuer. */
    readonly replace: Call<{
    readonly params: {
      /** The organization’s id */
      readonly client_id: string;
    };
    readonly body: SubscriptionInput;
  }, Subscription>;
    /** Change the plan or the start of a subscription. The same as `PUT` with the present `plan_id` and `start_date` of the subscription for those that are not sent: `plan_id` alone bills the subscription by another plan from its first day. A patch that changes neither has no effect. The `ETag` also changes with the minutes used. Requires a key of an organization above; until a subscription is over and all of its statements are final, one of its issuer or of an organization above the issuer. */
    readonly update: Call<{
    readonly params: {
      /** The organization’s id */
      readonly client_id: string;
    };
    readonly body: SubscriptionPatch;
  }, Subscription>;
  };
  readonly statements: {
    /** Get a statement. A draft shows the usage up to now. `costs` and `margin` are shown to keys of organizations above. */
    readonly get: Call<{
    readonly params: {
      /** The organization’s id */
      readonly client_id: string;
      /** The statement’s id */
      readonly statement_id: string;
    };
  }, Statement>;
    /** List the statements of an organization. Newest first, drafts included. `costs` and `margin` are shown to keys of organizations above. After the erasure of an organization, its final statements remain for these keys. */
    readonly list: ListCall<{
    readonly params: {
      /** The organization’s id */
      readonly client_id: string;
    };
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
    };
  }, StatementList, Statement>;
    /** List the statements of all organizations. The statements of the key’s organization, or of another one, and of its descendants, drafts included: organization by organization, the newest first, and the newest statement of each first. Organizations for tests are left out, except in the list of one. A page reads at most 100 organizations that are billed, so it can have fewer statements than `limit`, or none, although another page follows. `costs` and `margin` are shown to keys of organizations above. */
    readonly listAll: ListCall<{
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** Only statements of this organization and its descendants; by default the API key’s own */
      readonly client_id?: string;
      /** Only statements of this month, in the time zone of each, such as `2026-10` */
      readonly period?: string;
      /** Only statements with one of these statuses */
      readonly status?: StatementStatus | readonly StatementStatus[];
      /** Only statements that were sent, or were not */
      readonly sent?: boolean | Flag;
    };
  }, StatementItemList, StatementItem>;
    /** Mark a final statement as sent, paid or void, or set its reference. The lines of the statement never change. Requires a key of its issuer, or of an organization above the issuer. */
    readonly update: Call<{
    readonly params: {
      /** The organization’s id */
      readonly client_id: string;
      /** The statement’s id */
      readonly statement_id: string;
    };
    readonly body: StatementPatch;
  }, Statement>;
  };
  readonly webhooks: {
    /** Acknowledge messages that were fetched. Marks messages of a webhook without a `url` as `delivered`, so that the list of `pending` messages no longer contains them. Ids of messages that are already delivered or no longer exist are skipped; the answer counts the others. */
    readonly acknowledge: Call<{
    readonly params: {
      /** The webhook’s id */
      readonly webhook_id: string;
    };
    readonly body: MessageAcknowledgment;
  }, MessageCount>;
    /** Create a webhook. From now on, events of the organization and its descendants are posted to `url`, signed as Standard Webhooks defines, with the secret in the answer, which is shown only once. Without a `url`, messages are kept until they are fetched. The API key needs the scopes that read what the events are about. An organization may have ten webhooks. */
    readonly create: Call<{
    readonly body: WebhookInput;
  }, WebhookWithSecret>;
    /** Get a webhook. Returns the webhook without its secret. */
    readonly get: Call<{
    readonly params: {
      /** The webhook’s id */
      readonly webhook_id: string;
    };
  }, Webhook>;
    /** List webhooks, newest first. Lists the webhooks of an organization and its descendants, without their secrets. */
    readonly list: ListCall<{
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only webhooks of this organization and its descendants; by default the API key’s own */
      readonly client_id?: string;
    };
  }, WebhookList, WebhookItem>;
    /** Send failed messages again. Sends every failed message again, for example after an outage of the receiver. The answer counts up to 10,000 of them. They are sent in chronological order, which takes minutes if there are many. Until they have been sent, the webhooks of the organization send no others again. */
    readonly recover: Call<{
    readonly params: {
      /** The webhook’s id */
      readonly webhook_id: string;
    };
    readonly body: MessageRecovery;
  }, MessageCount>;
    /** Delete a webhook. Deletes the webhook with its messages. No more messages are sent, including pending ones. */
    readonly remove: Call<{
    readonly params: {
      /** The webhook’s id */
      readonly webhook_id: string;
    };
  }, undefined>;
    /** Replace a webhook. Replaces everything that can be changed of a webhook. An absent field is reset to its default, so a webhook that was disabled is enabled again. Its secret stays. A webhook with a `url` keeps one, and one without stays without. */
    readonly replace: Call<{
    readonly params: {
      /** The webhook’s id */
      readonly webhook_id: string;
    };
    readonly body: WebhookReplacement;
  }, Webhook>;
    /** Send all messages again. Sends every message of a period again, whether or not it was delivered. Messages keep their ids, so a receiver that stores ids can ignore those that it has handled. Messages are kept for 30 days. Only messages of events that the webhook receives now are sent. Until they have been sent, the webhooks of the organization send no others again. */
    readonly replay: Call<{
    readonly params: {
      /** The webhook’s id */
      readonly webhook_id: string;
    };
    readonly body: MessageReplay;
  }, MessageCount>;
    /** Rotate the secret of a webhook. Creates a new secret and returns it, only this once. For `overlap_seconds` each message has two signatures, one of each secret, so that receivers can be changed without downtime. */
    readonly rotate: Call<{
    readonly params: {
      /** The webhook’s id */
      readonly webhook_id: string;
    };
    readonly body?: WebhookRotation;
  }, WebhookWithSecret>;
    /** Send a test message. Sends a message with the event `ping`, or with a sample of one of the events that the webhook receives. Its body has `test`, so that your server can ignore it. Get the message to see how it was answered. */
    readonly test: Call<{
    readonly params: {
      /** The webhook’s id */
      readonly webhook_id: string;
    };
    readonly body?: TestEvent;
  }, MessageItem>;
    /** Update a webhook. Changes the fields that are sent: null resets one to its default, and `events` is replaced as a whole. A patch that changes nothing leaves the version as it is. A disabled webhook stays disabled unless `status` is sent. The API key needs the scopes that read what the events are about, as for a replacement. */
    readonly update: Call<{
    readonly params: {
      /** The webhook’s id */
      readonly webhook_id: string;
    };
    readonly body: WebhookPatch;
  }, Webhook>;
  };
  readonly webhookMessages: {
    /** Get a message of a webhook. Returns the message with its body and every attempt to deliver it. */
    readonly get: Call<{
    readonly params: {
      /** The webhook’s id */
      readonly webhook_id: string;
      /** The message’s id */
      readonly message_id: string;
    };
  }, Message>;
    /** List the messages of a webhook, newest first. Lists the messages of the last 30 days. To handle the messages of a webhook without a `url`, request `status=pending&order=asc&wait=20`, handle the messages in the answer, acknowledge them, and repeat the request. */
    readonly list: ListCall<{
    readonly params: {
      /** The webhook’s id */
      readonly webhook_id: string;
    };
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only messages with this status */
      readonly status?: MessageStatus;
      /** Only messages of this type of event */
      readonly event?: EventType;
      /** The number of seconds to wait for a message if none matches, before an empty page is returned. Default: 0 */
      readonly wait?: number | string;
    };
  }, MessageList, MessageItem>;
    /** Send a message again. Sends the message immediately, whether or not it was delivered, and retries it by the usual schedule if that fails. The message keeps its id. A message of an event that the webhook no longer receives fails. */
    readonly resend: Call<{
    readonly params: {
      /** The webhook’s id */
      readonly webhook_id: string;
      /** The message’s id */
      readonly message_id: string;
    };
  }, MessageItem>;
  };
  readonly exports: {
    /** Export data. Starts writing files with the data of an organization and its descendants. Get the export until its `status` is `completed`, or receive the event `export.completed`. The key also needs the scope that reads each resource. An empty body exports everything that the organization has except the audit log, as a request for access or portability asks for (GDPR, articles 15 and 20); add `"recordings": true` for the audio. */
    readonly create: Call<{
    readonly body: ExportInput;
  }, Export>;
    /** Get an export with links to its files. Files appear as they are completed. Each request creates new links, which are valid for five minutes. The key also needs the scope that reads each exported resource. */
    readonly get: Call<{
    readonly params: {
      /** The export’s id */
      readonly export_id: string;
    };
  }, Export>;
    /** List exports, newest first. Lists the exports of an organization and its descendants. */
    readonly list: ListCall<{
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only exports of this organization and its descendants; by default the API key’s own */
      readonly client_id?: string;
    };
  }, ExportList, ExportItem>;
    /** Cancel an export, or remove its files. The export can no longer be read as soon as the request is answered. Its files are deleted within moments. */
    readonly remove: Call<{
    readonly params: {
      /** The export’s id */
      readonly export_id: string;
    };
  }, undefined>;
  };
  readonly apiKeys: {
    /** Create an API key. Creates a key and returns its secret, which is shown only this once. The key has no scope that the calling key lacks, and does not outlive it. */
    readonly create: Call<{
    readonly body: ApiKeyInput;
  }, ApiKeyWithSecret>;
    /** Get an API key. Returns the key, including when it was last used, without its secret. */
    readonly get: Call<{
    readonly params: {
      /** The id of the API key */
      readonly api_key_id: string;
    };
  }, ApiKey>;
    /** List API keys, newest first. Lists the keys of an organization and its descendants. Secrets are not included: a secret is shown only once, when it is created. */
    readonly list: ListCall<{
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only entities that were changed at this time or later (inclusive). The list stays in the order of creation */
      readonly updated_after?: string;
      /** Only keys of this organization and its descendants; by default the API key’s own */
      readonly client_id?: string;
    };
  }, ApiKeyList, ApiKeyItem>;
    /** Revoke an API key. Revokes the key; it stops working within ten seconds. A key can revoke itself, and keys whose scopes are a subset of its own. A platform key can be revoked only with another platform key that expires no earlier, so that the last one remains. */
    readonly revoke: Call<{
    readonly params: {
      /** The id of the API key */
      readonly api_key_id: string;
    };
  }, undefined>;
    /** Rotate the secret of an API key. Creates a new secret and returns it, only this once. The previous secret keeps working for `overlap_seconds`, so that you can replace it without downtime; any older secret stops within ten seconds. The calling key must have every scope of the rotated key and must not expire before it. */
    readonly rotate: Call<{
    readonly params: {
      /** The id of the API key */
      readonly api_key_id: string;
    };
    readonly body?: ApiKeyRotation;
  }, ApiKeyWithSecret>;
  };
  readonly connections: {
    /** Connect an OpenID provider. People of the provider can then sign in and accept invitations of the organization and its descendants. Register `callback_url` of the answer at the provider. The caller must have every scope of `max_role`. */
    readonly create: Call<{
    readonly body: ConnectionInput;
  }, Connection>;
    /** Get a connection. Returns the connection without its secret. */
    readonly get: Call<{
    readonly params: {
      /** The connection’s id */
      readonly connection_id: string;
    };
  }, Connection>;
    /** List connections, newest first. Lists the connections of an organization and its descendants. */
    readonly list: ListCall<{
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only connections of this organization and its descendants; by default the caller’s own */
      readonly client_id?: string;
    };
  }, ConnectionList, ConnectionItem>;
    /** End sessions for the provider. Receives logout tokens of the provider (OpenID Connect Back-Channel Logout 1.0). The sessions that the token names end within ten seconds. */
    readonly logout: Call<{
    readonly params: {
      /** The connection’s id */
      readonly connection_id: string;
    };
    readonly body: Readonly<Record<string, unknown>>;
  }, ProviderLogout>;
    /** Remove a connection. Sessions of people who signed in through it end within ten seconds. A connection that still has people who are members is kept: remove those members first. Only a caller with every scope of an owner can remove an enforced one. */
    readonly remove: Call<{
    readonly params: {
      /** The connection’s id */
      readonly connection_id: string;
    };
  }, undefined>;
    /** Test a connection. Reads the provider’s discovery document and its keys, checks what sign-in relies on, and redeems an invented code, so that the provider says whether it accepts the client id and the secret. Nothing is changed. */
    readonly test: Call<{
    readonly params: {
      /** The connection’s id */
      readonly connection_id: string;
    };
  }, ConnectionTestResult>;
    /** Update a connection. Changes the fields that are sent: null resets one to its default. The issuer cannot be changed. A domain that is new has to be verified, and one that is left out no longer leads to the connection. */
    readonly update: Call<{
    readonly params: {
      /** The connection’s id */
      readonly connection_id: string;
    };
    readonly body: ConnectionPatch;
  }, Connection>;
    /** Verify a domain of a connection. Looks for the TXT record of the domain. People whose e-mail address has the domain then find the connection when they sign in. A domain can be verified for one connection only. */
    readonly verifyDomain: Call<{
    readonly params: {
      /** The connection’s id */
      readonly connection_id: string;
    };
    readonly body: DomainToVerify;
  }, Connection>;
  };
  readonly members: {
    /** Get a member. Returns the person with the role or the scopes. */
    readonly get: Call<{
    readonly params: {
      /** The member’s id */
      readonly member_id: string;
    };
  }, Member>;
    /** List members, newest first. Lists the members of an organization and its descendants. */
    readonly list: ListCall<{
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only members of this organization and its descendants; by default the caller’s own */
      readonly client_id?: string;
    };
  }, MemberList, MemberItem>;
    /** Remove a member. Ends the person’s access to the organization within ten seconds. The answer lists the API keys whose secret the member knows. Those that the member created keep working unless `revoke_keys` is `true`. With it, the request also revokes the keys of a former member, whom a sign-in has removed. Members can remove themselves. The last owner of an organization stays. A person whom a connection with `join: domain` lets in becomes a member again at the next sign-in: take the role or the account away at the provider. */
    readonly remove: Call<{
    readonly params: {
      /** The member’s id */
      readonly member_id: string;
    };
    readonly query?: {
      /** With `true`, the API keys that the member created are revoked, and those that these keys created */
      readonly revoke_keys?: boolean | Flag;
    };
  }, MemberRemoval>;
    /** Change the role of a member. Gives the member another role or other scopes, within ten seconds. The caller must have every scope that the member has and gets. The last owner of an organization stays its owner. The next sign-in sets the role of a member again whose `source` is `connection`. API keys stay as they are: `exceeding_api_keys` has those that can do more than the member. */
    readonly update: Call<{
    readonly params: {
      /** The member’s id */
      readonly member_id: string;
    };
    readonly body: MemberPatch;
  }, ChangedMember>;
  };
  readonly invitations: {
    /** Accept an invitation. Makes the person who has signed in a member. The person must have signed in through the invitation’s connection, which must have reported the invited e-mail address. Whoever created the invitation must still have every scope that it gives, and the organization must not enforce another connection. An invitation can be accepted once. */
    readonly accept: Call<{
    readonly params: {
      /** The invitation’s id */
      readonly invitation_id: string;
    };
    readonly body: InvitationAcceptance;
  }, Member>;
    /** Invite a person to an organization. Returns a link, only this once, which you send to the person: the platform sends no e-mail. The caller must have every scope that the person gets. The answer is the same whether or not the address is known. */
    readonly create: Call<{
    readonly body: InvitationInput;
  }, InvitationWithToken>;
    /** Get an invitation. Returns the invitation without its token. */
    readonly get: Call<{
    readonly params: {
      /** The invitation’s id */
      readonly invitation_id: string;
    };
  }, Invitation>;
    /** List invitations, newest first. Lists the invitations of an organization and its descendants that have been neither accepted nor revoked. */
    readonly list: ListCall<{
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only invitations of this organization and its descendants; by default the caller’s own */
      readonly client_id?: string;
    };
  }, InvitationList, InvitationItem>;
    /** Revoke an invitation. The invitation can no longer be accepted. */
    readonly revoke: Call<{
    readonly params: {
      /** The invitation’s id */
      readonly invitation_id: string;
    };
  }, undefined>;
  };
  readonly signIn: {
    /** Start a sign-in. Returns the page of the OpenID provider at which the person signs in, and sets a cookie that the callback needs. Sent by the console. */
    readonly begin: Call<{
    readonly body: SignIn;
  }, SignInDestination>;
    /** Complete a sign-in. The OpenID provider sends the browser here. Every reason to refuse a sign-in has the same answer. A browser is redirected to the console, and gets the cookie of a session if the person signed in. */
    readonly callback: Call<{
    readonly params: {
      /** The connection’s id */
      readonly connection_id: string;
    };
  }, SignInDestination>;
    /** Get the branding of the sign-in page. Returns the branding of the organization whose `settings.branding.domain` is the host of the request. Sent by the console before anybody has signed in. */
    readonly get: Call<unknown, SignInPage>;
  };
  readonly sessions: {
    /** List your sessions, newest first. Lists the browsers in which the calling person has signed in. */
    readonly list: Call<unknown, SessionList>;
    /** Sign out. Ends the session of the request within ten seconds, and removes its cookie. */
    readonly remove: Call<unknown, undefined>;
    /** Sign out everywhere. Ends all sessions of the calling person, including the one of the request, within ten seconds. */
    readonly removeAll: Call<unknown, undefined>;
  };
  readonly preferences: {
    /** Get your preferences. Returns what was last stored for the calling person or API key; an empty object at first. */
    readonly get: Call<unknown, Preferences>;
    /** Replace your preferences. Stores any JSON object for the calling person or API key. A person has the same preferences in every organization, as long as the person is a member of one. */
    readonly replace: Call<{
    readonly body: Preferences;
  }, Preferences>;
  };
  readonly integrations: {
    /** Connect an account at a voice provider. The API key is verified at the provider before it is stored. Set the `webhook_url` of the answer at the provider. The provider’s calls then become conversations of the mapped agents. A platform key must send `client_id`, because the platform itself owns no agents. */
    readonly create: Call<{
    readonly body: IntegrationInput;
  }, Integration>;
    /** Get an integration. Returns the integration with its mappings, without its secrets. */
    readonly get: Call<{
    readonly params: {
      /** The integration’s id */
      readonly integration_id: string;
    };
  }, Integration>;
    /** List integrations, newest first. Lists the integrations of an organization and its descendants, without their mappings. */
    readonly list: ListCall<{
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only integrations of this organization and its descendants; by default the API key’s own */
      readonly client_id?: string;
      /** With `parked_events`, each item has the number of its parked events. `limit` is then at most 50 */
      readonly expand?: IntegrationItemExpansion | readonly IntegrationItemExpansion[];
    };
  }, IntegrationList, IntegrationItem>;
    /** Disconnect an account at a voice provider. Removes the integration with its secrets. Conversations stay, and so do the agents at the provider. Those with `runs_on: platform` get no more answers. Events that were received expire within 30 days. */
    readonly remove: Call<{
    readonly params: {
      /** The integration’s id */
      readonly integration_id: string;
    };
  }, undefined>;
    /** Replace an integration. Replaces everything that can be changed. An absent field is reset to its default; an absent secret stays as it is. Events that were parked because an agent was not mapped are processed again once it is. */
    readonly replace: Call<{
    readonly params: {
      /** The integration’s id */
      readonly integration_id: string;
    };
    readonly body: IntegrationReplacement;
  }, Integration>;
    /** Update an integration. Changes the fields that are sent: null resets one to its default or removes a secret, and `agents` is replaced as a whole. A patch that changes nothing leaves the version as it is. */
    readonly update: Call<{
    readonly params: {
      /** The integration’s id */
      readonly integration_id: string;
    };
    readonly body: IntegrationPatch;
  }, Integration>;
  };
  readonly toolServers: {
    /** Add a tool server. Asks the MCP server for its tools and accepts their descriptions as they are: read them in the answer, because language models follow them. An agent calls a tool by an `action` of the type `mcp`. A platform key must send `client_id`. */
    readonly create: Call<{
    readonly body: ToolServerInput;
  }, ToolServer>;
    /** Get a tool server. Returns the tool server with its tools, without its token. */
    readonly get: Call<{
    readonly params: {
      /** The tool server’s id */
      readonly tool_server_id: string;
    };
  }, ToolServer>;
    /** List tool servers, newest first. Lists the tool servers of an organization and its descendants, without their tools. */
    readonly list: ListCall<{
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only tool servers of this organization and its descendants; by default the API key’s own */
      readonly client_id?: string;
    };
  }, ToolServerList, ToolServerItem>;
    /** Compare the tools of a server with those that were accepted. Asks the server for its tools. A tool that is described differently is disabled until its new description is accepted: read `found` in the answer, and send its `hash` in `accept`. */
    readonly refresh: Call<{
    readonly params: {
      /** The tool server’s id */
      readonly tool_server_id: string;
    };
    readonly body?: ToolServerRefresh;
  }, ToolServer>;
    /** Remove a tool server. Removes the tool server with its token. Agents can no longer call its tools. */
    readonly remove: Call<{
    readonly params: {
      /** The tool server’s id */
      readonly tool_server_id: string;
    };
  }, undefined>;
    /** Replace a tool server. Replaces everything that can be changed. The address cannot: a server at another address is another one. */
    readonly replace: Call<{
    readonly params: {
      /** The tool server’s id */
      readonly tool_server_id: string;
    };
    readonly body: ToolServerReplacement;
  }, ToolServer>;
    /** Update a tool server. Changes the fields that are sent: null removes the token. A patch that changes nothing leaves the version as it is. */
    readonly update: Call<{
    readonly params: {
      /** The tool server’s id */
      readonly tool_server_id: string;
    };
    readonly body: ToolServerPatch;
  }, ToolServer>;
  };
  readonly agentMappings: {
    /** List the mappings of an integration. In the order of the provider’s ids. */
    readonly list: ListCall<{
    readonly params: {
      /** The integration’s id */
      readonly integration_id: string;
    };
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
    };
  }, AgentMappingList, AgentMapping>;
    /** Remove a mapping. Later calls of the provider’s agent are parked until it is mapped again. Its conversations stay. */
    readonly remove: Call<{
    readonly params: {
      /** The integration’s id */
      readonly integration_id: string;
      /** The agent’s id at the provider */
      readonly provider_agent_id: string;
    };
  }, undefined>;
    /** Map an agent of the provider. Creates the mapping or replaces its agent, and leaves all other mappings as they are. Parked events of the provider’s agent are processed again. An integration has at most 500 mappings. Encode characters of the provider’s id that a path cannot contain. */
    readonly replace: Call<{
    readonly params: {
      /** The integration’s id */
      readonly integration_id: string;
      /** The agent’s id at the provider */
      readonly provider_agent_id: string;
    };
    readonly body: AgentMappingInput;
  }, AgentMapping>;
  };
  readonly integrationEvents: {
    /** Get an event with its original payload. Returns the event. Its payload contains what was said in a call and where its recording is, so the API key also needs `conversations:read` and `recordings:read` to see it. */
    readonly get: Call<{
    readonly params: {
      /** The integration’s id */
      readonly integration_id: string;
      /** The event’s id */
      readonly event_id: string;
    };
  }, IntegrationEvent>;
    /** List the events that a provider posted, newest first. Events are kept for 30 days. Get one to read its payload. */
    readonly list: ListCall<{
    readonly params: {
      /** The integration’s id */
      readonly integration_id: string;
    };
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only events of this status */
      readonly status?: IntegrationEventStatus;
      /** Only events of this type */
      readonly type?: string;
    };
  }, IntegrationEventList, IntegrationEventItem>;
    /** Receive a webhook of a provider. Receives events from the provider. The signature over the raw bytes is the authentication, so no API key is needed. The answer is sent when the event is stored. It is processed afterwards. */
    readonly receive: Call<{
    readonly params: {
      /** The integration’s id */
      readonly integration_id: string;
    };
    readonly body: Readonly<Record<string, unknown>>;
  }, Received>;
    /** Process an event again. Use it for an event that was parked or failed, after the cause is fixed. Processing an event again that was processed before changes nothing. */
    readonly replay: Call<{
    readonly params: {
      /** The integration’s id */
      readonly integration_id: string;
      /** The event’s id */
      readonly event_id: string;
    };
  }, IntegrationEventItem>;
  };
  readonly imports: {
    /** Cancel an import. Stops the import after its current step. Imported entities remain. An import that has ended does not change. */
    readonly cancel: Call<{
    readonly params: {
      /** The integration’s id */
      readonly integration_id: string;
      /** The import’s id */
      readonly import_id: string;
    };
  }, undefined>;
    /** Import agents or conversations from a provider. Starts an import and returns immediately. Get the import to see its progress. An import reads page by page, waits as long as the provider requires, and continues after an interruption. Repeating an import changes nothing. */
    readonly create: Call<{
    readonly params: {
      /** The integration’s id */
      readonly integration_id: string;
    };
    readonly body: ImportInput;
  }, Import>;
    /** Get an import with its progress. Returns the import with its progress and the entities that could not be imported. */
    readonly get: Call<{
    readonly params: {
      /** The integration’s id */
      readonly integration_id: string;
      /** The import’s id */
      readonly import_id: string;
    };
  }, Import>;
    /** List the imports of an integration, newest first. Imports are listed for 90 days. */
    readonly list: ListCall<{
    readonly params: {
      /** The integration’s id */
      readonly integration_id: string;
    };
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
    };
  }, ImportList, Import>;
  };
  readonly auditRecords: {
    /** Get an audit record. Returns one record. It is kept for 400 days. */
    readonly get: Call<{
    readonly params: {
      /** The record’s id */
      readonly audit_record_id: string;
    };
  }, AuditRecord>;
    /** List who did what, newest first. Lists changes of authority, settings and money, changes of conversations by people, every access to words or audio, and every list of the log itself, of an organization and its descendants. Changes are recorded with the change itself, and accesses before their answer. Reads by an API key are counted: one record for each key, organization, action and hour. Reads by a person are one record for each entity, or for each list with the same parameters, in ten minutes; pages of a list are one read. The list is in the order of ids: a change at its `time`, and reads at the beginning of their hour or ten minutes, which is before the `time` of the first one. */
    readonly list: ListCall<{
    readonly query?: {
      /** The largest number of items in the page, from 1 to 100 */
      readonly limit?: number | string;
      /** The `next_cursor` of the previous page; use it with the same route and filters, within three days */
      readonly cursor?: string;
      /** The order of the list: `desc` (newest first, the default) or `asc` (oldest first) */
      readonly order?: SortOrder;
      /** Only records of this organization and its descendants; by default the API key’s own */
      readonly client_id?: string;
      /** Only records of the person, the API key or the operator’s program with this id */
      readonly actor?: string;
      /** Only records about the entity with this id, such as a conversation */
      readonly target?: string;
      /** Only records of this action */
      readonly action?: string;
      /** Only records whose `time` is this or later (inclusive) */
      readonly from?: string;
      /** Only records whose `time` is earlier (exclusive); must be after `from` */
      readonly to?: string;
    };
  }, AuditRecordList, AuditRecord>;
    /** Prove that an audit record is sealed. Returns the path from the record to the root of the Merkle tree of its hour. Records are sealed ten minutes to an hour after their hour has ended. Keep `root` and `digest_sha256`: the operator can neither change nor remove the record afterwards without changing both. */
    readonly prove: Call<{
    readonly params: {
      /** The record’s id */
      readonly audit_record_id: string;
    };
  }, AuditProof>;
  };
  readonly voices: {
    /** List the voices of an account. Asks the provider for the voices that the account can use, at most 500. Vapi has no list of voices: its assistants speak with the voices of other providers. */
    readonly list: Call<{
    readonly params: {
      /** The integration’s id */
      readonly integration_id: string;
    };
    readonly query?: {
      /** Only voices of this language, such as `en` or `en-GB`, if the provider states it */
      readonly language?: string;
      /** Only voices whose name contains this text */
      readonly q?: string;
    };
  }, VoiceList>;
  };
  readonly models: {
    /** List the language models. Lists the language models that agents and analyzers of this installation may name. The operator decides on them, so the list is the same for all organizations. */
    readonly list: Call<unknown, AllowedModelList>;
  };
  readonly me: {
    /** Get the caller and its organization. Returns the API key or the person of the request, the organization, the limits on it and the current time. Any valid key and any person may call this route, whatever their scopes. `GET /v1/clients/{client_id}` and `GET /v1/api-keys/{api_key_id}` return more. */
    readonly get: Call<unknown, Identity>;
  };
  readonly service: {
    /** Check the health of the service. Confirms that requests arrive, and returns the version of the service. It reads nothing from the database. */
    readonly health: Call<unknown, Health>;
    /** Get this document. Returns the OpenAPI 3.1 document of this version of the service. */
    readonly openapi: Call<unknown, OpenApiDocument>;
  };
  readonly reference: {
    /** Read the reference of this API. Returns a page that shows this document and sends requests. It loads nothing from other origins. */
    readonly get: Call<unknown, string>;
    /** Get the script of the reference. Returns the script that the page of `GET /v1/reference` loads. */
    readonly script: Call<unknown, string>;
  };
  readonly mcp: {
    /** Use the API from an AI assistant (Model Context Protocol). Serves the Model Context Protocol, revision 2026-07-28 and, without sessions, those of 2025. The tools are the reading routes of this API, and a few that write; a key sees the tools that its scopes allow. Answers to clients of 2025 are `text/event-stream`. */
    readonly call: Call<{
    readonly body: McpMessage;
  }, McpMessage>;
  };
}

export const routes = {
  clients: {
    create: {"method":"POST","path":"/v1/clients","writes":true},
    erase: {"method":"DELETE","path":"/v1/clients/{client_id}","writes":true},
    get: {"method":"GET","path":"/v1/clients/{client_id}"},
    list: {"method":"GET","path":"/v1/clients","paged":true},
    replace: {"method":"PUT","path":"/v1/clients/{client_id}","writes":true},
    update: {"method":"PATCH","path":"/v1/clients/{client_id}","writes":true},
  },
  subcompanies: {
    create: {"method":"POST","path":"/v1/clients/{client_id}/subcompanies","writes":true},
    list: {"method":"GET","path":"/v1/clients/{client_id}/subcompanies","paged":true},
  },
  agents: {
    create: {"method":"POST","path":"/v1/agents","writes":true},
    get: {"method":"GET","path":"/v1/agents/{agent_id}"},
    list: {"method":"GET","path":"/v1/agents","paged":true},
    remove: {"method":"DELETE","path":"/v1/agents/{agent_id}","writes":true},
    replace: {"method":"PUT","path":"/v1/agents/{agent_id}","writes":true},
    test: {"method":"POST","path":"/v1/agents/{agent_id}/test"},
    update: {"method":"PATCH","path":"/v1/agents/{agent_id}","writes":true},
  },
  agentVersions: {
    get: {"method":"GET","path":"/v1/agents/{agent_id}/versions/{agent_version}"},
    list: {"method":"GET","path":"/v1/agents/{agent_id}/versions","paged":true},
    restore: {"method":"POST","path":"/v1/agents/{agent_id}/versions/{agent_version}/restore","writes":true},
  },
  documents: {
    create: {"method":"POST","path":"/v1/agents/{agent_id}/documents","writes":true},
    get: {"method":"GET","path":"/v1/agents/{agent_id}/documents/{document_id}"},
    list: {"method":"GET","path":"/v1/agents/{agent_id}/documents","paged":true},
    remove: {"method":"DELETE","path":"/v1/agents/{agent_id}/documents/{document_id}","writes":true},
    replace: {"method":"PUT","path":"/v1/agents/{agent_id}/documents/{document_id}","writes":true},
    update: {"method":"PATCH","path":"/v1/agents/{agent_id}/documents/{document_id}","writes":true},
  },
  signingSecrets: {
    rotate: {"method":"POST","path":"/v1/agents/{agent_id}/signing-secret/rotate","writes":true},
  },
  deployments: {
    create: {"method":"POST","path":"/v1/agents/{agent_id}/deployments","writes":true},
    get: {"method":"GET","path":"/v1/agents/{agent_id}/deployments/{deployment_id}"},
    list: {"method":"GET","path":"/v1/agents/{agent_id}/deployments","paged":true},
    remove: {"method":"DELETE","path":"/v1/agents/{agent_id}/deployments/{deployment_id}","writes":true},
  },
  speech: {
    create: {"method":"POST","path":"/v1/agents/{agent_id}/speech"},
  },
  calls: {
    create: {"method":"POST","path":"/v1/agents/{agent_id}/calls","writes":true},
  },
  chats: {
    create: {"method":"POST","path":"/v1/agents/{agent_id}/chats","writes":true},
    end: {"method":"POST","path":"/v1/conversations/{conversation_id}/end","writes":true},
    messages: {"method":"GET","path":"/v1/conversations/{conversation_id}/messages"},
    send: {"method":"POST","path":"/v1/conversations/{conversation_id}/messages","writes":true},
    sendResults: {"method":"POST","path":"/v1/conversations/{conversation_id}/tool-results","writes":true},
    stream: {"method":"POST","path":"/v1/live/conversations/{conversation_id}/messages","writes":true,"content":"text/event-stream","events":true},
  },
  completions: {
    create: {"method":"POST","path":"/v1/live/agents/{agent_id}/chat/completions"},
  },
  handovers: {
    create: {"method":"POST","path":"/v1/conversations/{conversation_id}/handover","writes":true},
    remove: {"method":"DELETE","path":"/v1/conversations/{conversation_id}/handover","writes":true},
    reply: {"method":"POST","path":"/v1/conversations/{conversation_id}/replies","writes":true},
  },
  conversations: {
    active: {"method":"GET","path":"/v1/conversations/active","paged":true},
    batch: {"method":"POST","path":"/v1/conversations/batch","writes":true},
    create: {"method":"POST","path":"/v1/conversations","writes":true},
    erase: {"method":"DELETE","path":"/v1/conversations/{conversation_id}","writes":true},
    get: {"method":"GET","path":"/v1/conversations/{conversation_id}"},
    list: {"method":"GET","path":"/v1/conversations","paged":true},
    summary: {"method":"GET","path":"/v1/conversations/summary"},
    update: {"method":"PATCH","path":"/v1/conversations/{conversation_id}","writes":true},
  },
  transcripts: {
    append: {"method":"POST","path":"/v1/conversations/{conversation_id}/transcript","writes":true},
    get: {"method":"GET","path":"/v1/conversations/{conversation_id}/transcript","paged":true},
  },
  notes: {
    create: {"method":"POST","path":"/v1/conversations/{conversation_id}/notes","writes":true},
    list: {"method":"GET","path":"/v1/conversations/{conversation_id}/notes","paged":true},
  },
  recordings: {
    create: {"method":"POST","path":"/v1/conversations/{conversation_id}/audio","writes":true},
    get: {"method":"GET","path":"/v1/conversations/{conversation_id}/audio"},
  },
  erasures: {
    create: {"method":"POST","path":"/v1/erasures","writes":true},
    get: {"method":"GET","path":"/v1/erasures/{erasure_id}"},
    list: {"method":"GET","path":"/v1/erasures","paged":true},
    preview: {"method":"POST","path":"/v1/erasures/preview"},
  },
  analyzers: {
    create: {"method":"POST","path":"/v1/analyzers","writes":true},
    get: {"method":"GET","path":"/v1/analyzers/{analyzer_id}"},
    list: {"method":"GET","path":"/v1/analyzers","paged":true},
    remove: {"method":"DELETE","path":"/v1/analyzers/{analyzer_id}","writes":true},
    replace: {"method":"PUT","path":"/v1/analyzers/{analyzer_id}","writes":true},
    update: {"method":"PATCH","path":"/v1/analyzers/{analyzer_id}","writes":true},
  },
  analyzerVersions: {
    get: {"method":"GET","path":"/v1/analyzers/{analyzer_id}/versions/{analyzer_version}"},
    list: {"method":"GET","path":"/v1/analyzers/{analyzer_id}/versions","paged":true},
    restore: {"method":"POST","path":"/v1/analyzers/{analyzer_id}/versions/{analyzer_version}/restore","writes":true},
  },
  analyses: {
    create: {"method":"POST","path":"/v1/conversations/{conversation_id}/analyses","writes":true},
    get: {"method":"GET","path":"/v1/conversations/{conversation_id}/analyses/{analyzer_id}"},
    list: {"method":"GET","path":"/v1/conversations/{conversation_id}/analyses","paged":true},
    preview: {"method":"POST","path":"/v1/analyzers/{analyzer_id}/preview"},
    removeReview: {"method":"DELETE","path":"/v1/conversations/{conversation_id}/analyses/{analyzer_id}/review","writes":true},
    review: {"method":"PUT","path":"/v1/conversations/{conversation_id}/analyses/{analyzer_id}/review","writes":true},
  },
  reviews: {
    list: {"method":"GET","path":"/v1/reviews","paged":true},
  },
  analysisRuns: {
    cancel: {"method":"POST","path":"/v1/analysis-runs/{analysis_run_id}/cancel","writes":true},
    create: {"method":"POST","path":"/v1/analysis-runs","writes":true},
    get: {"method":"GET","path":"/v1/analysis-runs/{analysis_run_id}"},
    list: {"method":"GET","path":"/v1/analysis-runs","paged":true},
  },
  analysisReports: {
    get: {"method":"GET","path":"/v1/analyzers/{analyzer_id}/report"},
  },
  usage: {
    get: {"method":"GET","path":"/v1/clients/{client_id}/usage"},
    own: {"method":"GET","path":"/v1/usage"},
  },
  plans: {
    create: {"method":"POST","path":"/v1/plans","writes":true},
    get: {"method":"GET","path":"/v1/plans/{plan_id}"},
    list: {"method":"GET","path":"/v1/plans","paged":true},
    remove: {"method":"DELETE","path":"/v1/plans/{plan_id}","writes":true},
    replace: {"method":"PUT","path":"/v1/plans/{plan_id}","writes":true},
    update: {"method":"PATCH","path":"/v1/plans/{plan_id}","writes":true},
  },
  subscriptions: {
    addPack: {"method":"POST","path":"/v1/clients/{client_id}/subscription/packs","writes":true},
    get: {"method":"GET","path":"/v1/clients/{client_id}/subscription"},
    remove: {"method":"DELETE","path":"/v1/clients/{client_id}/subscription","writes":true},
    replace: {"method":"PUT","path":"/v1/clients/{client_id}/subscription","writes":true},
    update: {"method":"PATCH","path":"/v1/clients/{client_id}/subscription","writes":true},
  },
  statements: {
    get: {"method":"GET","path":"/v1/clients/{client_id}/statements/{statement_id}"},
    list: {"method":"GET","path":"/v1/clients/{client_id}/statements","paged":true},
    listAll: {"method":"GET","path":"/v1/statements","paged":true},
    update: {"method":"PATCH","path":"/v1/clients/{client_id}/statements/{statement_id}","writes":true},
  },
  webhooks: {
    acknowledge: {"method":"POST","path":"/v1/webhooks/{webhook_id}/acknowledge","writes":true},
    create: {"method":"POST","path":"/v1/webhooks","writes":true},
    get: {"method":"GET","path":"/v1/webhooks/{webhook_id}"},
    list: {"method":"GET","path":"/v1/webhooks","paged":true},
    recover: {"method":"POST","path":"/v1/webhooks/{webhook_id}/recover","writes":true},
    remove: {"method":"DELETE","path":"/v1/webhooks/{webhook_id}","writes":true},
    replace: {"method":"PUT","path":"/v1/webhooks/{webhook_id}","writes":true},
    replay: {"method":"POST","path":"/v1/webhooks/{webhook_id}/replay","writes":true},
    rotate: {"method":"POST","path":"/v1/webhooks/{webhook_id}/rotate","writes":true},
    test: {"method":"POST","path":"/v1/webhooks/{webhook_id}/test","writes":true},
    update: {"method":"PATCH","path":"/v1/webhooks/{webhook_id}","writes":true},
  },
  webhookMessages: {
    get: {"method":"GET","path":"/v1/webhooks/{webhook_id}/messages/{message_id}"},
    list: {"method":"GET","path":"/v1/webhooks/{webhook_id}/messages","paged":true},
    resend: {"method":"POST","path":"/v1/webhooks/{webhook_id}/messages/{message_id}/resend","writes":true},
  },
  exports: {
    create: {"method":"POST","path":"/v1/exports","writes":true},
    get: {"method":"GET","path":"/v1/exports/{export_id}"},
    list: {"method":"GET","path":"/v1/exports","paged":true},
    remove: {"method":"DELETE","path":"/v1/exports/{export_id}","writes":true},
  },
  apiKeys: {
    create: {"method":"POST","path":"/v1/api-keys","writes":true},
    get: {"method":"GET","path":"/v1/api-keys/{api_key_id}"},
    list: {"method":"GET","path":"/v1/api-keys","paged":true},
    revoke: {"method":"DELETE","path":"/v1/api-keys/{api_key_id}","writes":true},
    rotate: {"method":"POST","path":"/v1/api-keys/{api_key_id}/rotate","writes":true},
  },
  connections: {
    create: {"method":"POST","path":"/v1/connections","writes":true},
    get: {"method":"GET","path":"/v1/connections/{connection_id}"},
    list: {"method":"GET","path":"/v1/connections","paged":true},
    logout: {"method":"POST","path":"/v1/connections/{connection_id}/logout"},
    remove: {"method":"DELETE","path":"/v1/connections/{connection_id}","writes":true},
    test: {"method":"POST","path":"/v1/connections/{connection_id}/test"},
    update: {"method":"PATCH","path":"/v1/connections/{connection_id}","writes":true},
    verifyDomain: {"method":"POST","path":"/v1/connections/{connection_id}/verify-domain","writes":true},
  },
  members: {
    get: {"method":"GET","path":"/v1/members/{member_id}"},
    list: {"method":"GET","path":"/v1/members","paged":true},
    remove: {"method":"DELETE","path":"/v1/members/{member_id}","writes":true},
    update: {"method":"PATCH","path":"/v1/members/{member_id}","writes":true},
  },
  invitations: {
    accept: {"method":"POST","path":"/v1/invitations/{invitation_id}/accept","writes":true},
    create: {"method":"POST","path":"/v1/invitations","writes":true},
    get: {"method":"GET","path":"/v1/invitations/{invitation_id}"},
    list: {"method":"GET","path":"/v1/invitations","paged":true},
    revoke: {"method":"DELETE","path":"/v1/invitations/{invitation_id}","writes":true},
  },
  signIn: {
    begin: {"method":"POST","path":"/v1/sign-in"},
    callback: {"method":"GET","path":"/v1/sign-in/{connection_id}/callback"},
    get: {"method":"GET","path":"/v1/sign-in"},
  },
  sessions: {
    list: {"method":"GET","path":"/v1/sessions"},
    remove: {"method":"DELETE","path":"/v1/session","writes":true},
    removeAll: {"method":"DELETE","path":"/v1/sessions","writes":true},
  },
  preferences: {
    get: {"method":"GET","path":"/v1/me/preferences"},
    replace: {"method":"PUT","path":"/v1/me/preferences","writes":true},
  },
  integrations: {
    create: {"method":"POST","path":"/v1/integrations","writes":true},
    get: {"method":"GET","path":"/v1/integrations/{integration_id}"},
    list: {"method":"GET","path":"/v1/integrations","paged":true},
    remove: {"method":"DELETE","path":"/v1/integrations/{integration_id}","writes":true},
    replace: {"method":"PUT","path":"/v1/integrations/{integration_id}","writes":true},
    update: {"method":"PATCH","path":"/v1/integrations/{integration_id}","writes":true},
  },
  toolServers: {
    create: {"method":"POST","path":"/v1/tool-servers","writes":true},
    get: {"method":"GET","path":"/v1/tool-servers/{tool_server_id}"},
    list: {"method":"GET","path":"/v1/tool-servers","paged":true},
    refresh: {"method":"POST","path":"/v1/tool-servers/{tool_server_id}/refresh","writes":true},
    remove: {"method":"DELETE","path":"/v1/tool-servers/{tool_server_id}","writes":true},
    replace: {"method":"PUT","path":"/v1/tool-servers/{tool_server_id}","writes":true},
    update: {"method":"PATCH","path":"/v1/tool-servers/{tool_server_id}","writes":true},
  },
  agentMappings: {
    list: {"method":"GET","path":"/v1/integrations/{integration_id}/agents","paged":true},
    remove: {"method":"DELETE","path":"/v1/integrations/{integration_id}/agents/{provider_agent_id}","writes":true},
    replace: {"method":"PUT","path":"/v1/integrations/{integration_id}/agents/{provider_agent_id}","writes":true},
  },
  integrationEvents: {
    get: {"method":"GET","path":"/v1/integrations/{integration_id}/events/{event_id}"},
    list: {"method":"GET","path":"/v1/integrations/{integration_id}/events","paged":true},
    receive: {"method":"POST","path":"/v1/integrations/{integration_id}/events"},
    replay: {"method":"POST","path":"/v1/integrations/{integration_id}/events/{event_id}/replay","writes":true},
  },
  imports: {
    cancel: {"method":"DELETE","path":"/v1/integrations/{integration_id}/imports/{import_id}","writes":true},
    create: {"method":"POST","path":"/v1/integrations/{integration_id}/imports","writes":true},
    get: {"method":"GET","path":"/v1/integrations/{integration_id}/imports/{import_id}"},
    list: {"method":"GET","path":"/v1/integrations/{integration_id}/imports","paged":true},
  },
  auditRecords: {
    get: {"method":"GET","path":"/v1/audit-records/{audit_record_id}"},
    list: {"method":"GET","path":"/v1/audit-records","paged":true},
    prove: {"method":"GET","path":"/v1/audit-records/{audit_record_id}/proof"},
  },
  voices: {
    list: {"method":"GET","path":"/v1/integrations/{integration_id}/voices"},
  },
  models: {
    list: {"method":"GET","path":"/v1/models"},
  },
  me: {
    get: {"method":"GET","path":"/v1/me"},
  },
  service: {
    health: {"method":"GET","path":"/v1/health"},
    openapi: {"method":"GET","path":"/v1/openapi.json"},
  },
  reference: {
    get: {"method":"GET","path":"/v1/reference","content":"text/html"},
    script: {"method":"GET","path":"/v1/reference/script.js","content":"text/javascript"},
  },
  mcp: {
    call: {"method":"POST","path":"/v1/mcp"},
  },
};
