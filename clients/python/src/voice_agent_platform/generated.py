# Made by `npm run openapi` from the contract.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Literal, NotRequired, TypeAlias, TypedDict, Unpack

from .calls import Calls, Runner, list_operation, operation, stream_operation
from .request import CallOptions, ListRequest, Request, StreamRequest, segment


ActiveConversationExpansion: TypeAlias = Literal["details", "names", "turns"]


AnalysisFieldType: TypeAlias = Literal["text", "number", "integer", "boolean", "enum", "date", "list"]


AnalysisReason: TypeAlias = Literal["condition", "sample", "budget", "no_transcript", "too_long", "no_model", "model_failed", "invalid_output", "evidence_missing", "not_found"]


AnalysisReportGroup: TypeAlias = Literal["agent"]


AnalysisReportInterval: TypeAlias = Literal["day", "month", "total"]


AnalysisRunResult: TypeAlias = Literal["completed", "canceled", "failed"]


AnalysisRunScope: TypeAlias = Literal["missing", "outdated", "all"]


AnalysisRunStatus: TypeAlias = Literal["running", "completed", "canceled"]


AnalysisSpeaker: TypeAlias = Literal["any", "user", "agent"]


AnalysisStatus: TypeAlias = Literal["pending", "completed", "partial", "failed", "skipped"]


AnalysisWriteMode: TypeAlias = Literal["fill", "replace", "none"]


AudioStatus: TypeAlias = Literal["none", "pending", "available", "failed", "deleted"]


AudioType: TypeAlias = Literal["audio/aac", "audio/flac", "audio/mp4", "audio/mpeg", "audio/ogg", "audio/wav", "audio/webm"]


AuditActorType: TypeAlias = Literal["person", "api_key", "operator"]


AuditVia: TypeAlias = Literal["console", "api", "mcp", "program"]


BuiltinName: TypeAlias = Literal["hand_over", "end", "transfer"]


CallVariables: TypeAlias = dict[str, str]


CallerErasureStatus: TypeAlias = Literal["running", "completed"]


Channel: TypeAlias = Literal["phone", "chat", "web", "sms", "email", "other"]


ChatChannel: TypeAlias = Literal["chat", "web", "sms", "email", "other"]


ChatEvent: TypeAlias = "ChatAccepted | ChatDelta | ChatToolUse | ChatHandover | ChatDone"


ChatVariables: TypeAlias = dict[str, str]


Comparison: TypeAlias = Literal["lt", "lte", "eq", "gte", "gt"]


CompletionFinishReason: TypeAlias = Literal["stop", "tool_calls"]


CompletionRole: TypeAlias = Literal["system", "developer", "user", "assistant", "tool", "function"]


ConnectionJoin: TypeAlias = Literal["invited", "domain"]


ConversationAnalysisStatus: TypeAlias = Literal["completed", "partial", "failed"]


ConversationExpansion: TypeAlias = Literal["transcript", "recording", "names"]


ConversationItemExpansion: TypeAlias = Literal["details", "names"]


ConversationStatus: TypeAlias = Literal["active", "completed", "failed"]


CriterionKind: TypeAlias = Literal["judge", "score", "contains", "pattern", "tool_called", "metric", "duration", "turns", "ended_by"]


CriterionVerdict: TypeAlias = Literal["passed", "failed", "unknown", "not_applicable", "unscored"]


DeploymentRunsOn: TypeAlias = Literal["provider", "platform"]


DeploymentStatus: TypeAlias = Literal["current", "outdated", "drifted", "failed"]


Direction: TypeAlias = Literal["inbound", "outbound"]


DisabledReason: TypeAlias = Literal["by_request", "gone", "failing"]


EventSelector: TypeAlias = Literal["*", "client.created", "client.updated", "client.suspended", "client.erased", "agent.created", "agent.updated", "agent.removed", "document.created", "document.updated", "document.removed", "conversation.started", "conversation.updated", "conversation.handover_requested", "conversation.ended", "conversation.analyzed", "conversation.reviewed", "conversation.erased", "transcript.appended", "note.created", "recording.available", "api_key.created", "api_key.rotated", "api_key.revoked", "integration.failing", "tool_server.changed", "webhook.disabled", "usage.threshold_reached", "statement.finalized", "export.completed", "analysis.budget_reached", "analysis_run.completed", "audit.recorded", "ping"]


EventType: TypeAlias = Literal["client.created", "client.updated", "client.suspended", "client.erased", "agent.created", "agent.updated", "agent.removed", "document.created", "document.updated", "document.removed", "conversation.started", "conversation.updated", "conversation.handover_requested", "conversation.ended", "conversation.analyzed", "conversation.reviewed", "conversation.erased", "transcript.appended", "note.created", "recording.available", "api_key.created", "api_key.rotated", "api_key.revoked", "integration.failing", "tool_server.changed", "webhook.disabled", "usage.threshold_reached", "statement.finalized", "export.completed", "analysis.budget_reached", "analysis_run.completed", "audit.recorded", "ping"]


ExampleVerdict: TypeAlias = Literal["passed", "failed"]


ExportFileResource: TypeAlias = Literal["conversations", "turns", "notes", "analyses", "agents", "documents", "clients", "usage", "audit_records", "ocsf_events", "recordings"]


ExportFormat: TypeAlias = Literal["ndjson", "csv", "parquet"]


ExportResource: TypeAlias = Literal["conversations", "turns", "notes", "analyses", "agents", "documents", "clients", "usage", "audit_records", "ocsf_events"]


ExportResult: TypeAlias = Literal["completed", "failed"]


ExportStatus: TypeAlias = Literal["pending", "running", "completed", "failed"]


FieldSource: TypeAlias = Literal["provider", "api", "analysis", "review"]


Flag: TypeAlias = Literal["true", "false"]


GivenRole: TypeAlias = Literal["admin", "builder", "operator", "listener", "analyst", "billing", "auditor"]


Handling: TypeAlias = Literal["agent", "waiting", "human"]


ImportResource: TypeAlias = Literal["agents", "conversations"]


ImportStatus: TypeAlias = Literal["running", "completed", "failed", "canceled"]


IntegrationEventStatus: TypeAlias = Literal["received", "processed", "parked", "failed"]


IntegrationItemExpansion: TypeAlias = Literal["parked_events"]


IntegrationStatus: TypeAlias = Literal["active", "failing", "disabled"]


LimitAction: TypeAlias = Literal["charge", "warn", "stop"]


McpMessage: TypeAlias = dict[str, Any]


MemberSource: TypeAlias = Literal["invitation", "connection"]


MessageStatus: TypeAlias = Literal["pending", "delivered", "failed"]


Metadata: TypeAlias = dict[str, str]


MetadataPatch: TypeAlias = dict[str, str | None]


Metrics: TypeAlias = dict[str, float]


ModelUse: TypeAlias = Literal["agents", "analyzers"]


OpenApiDocument: TypeAlias = dict[str, Any]


OrganizationErasureStatus: TypeAlias = Literal["dry_run", "erasing"]


OrganizationStatus: TypeAlias = Literal["active", "suspended"]


OrganizationType: TypeAlias = Literal["reseller", "client", "subcompany", "location"]


Preferences: TypeAlias = dict[str, Any]


Provider: TypeAlias = Literal["elevenlabs", "vapi", "retell"]


QuotaName: TypeAlias = Literal["agents", "api_keys", "children", "agent_tests_per_day", "calls_per_day", "chat_messages_per_day", "open_chats", "model_tokens_per_day"]


QuotaOrigin: TypeAlias = Literal["organization", "above", "default"]


ReviewReason: TypeAlias = Literal["sample", "failed", "unknown", "unscored"]


ReviewStatus: TypeAlias = Literal["open", "done"]


ReviewTrigger: TypeAlias = Literal["failed", "unknown", "unscored"]


Role: TypeAlias = Literal["owner", "admin", "builder", "operator", "listener", "analyst", "billing", "auditor"]


Scope: TypeAlias = Literal["clients:read", "clients:write", "agents:read", "agents:write", "conversations:read", "conversations:write", "recordings:read", "recordings:write", "keys:read", "keys:write", "integrations:read", "integrations:write", "webhooks:read", "webhooks:write", "usage:read", "usage:write", "billing:read", "billing:write", "exports:read", "exports:write", "analysis:read", "analysis:write", "audit:read", "audit:write", "members:read", "members:write", "connections:read", "connections:write", "calls:write", "chats:write", "conversations:erase"]


Sentiment: TypeAlias = Literal["positive", "neutral", "negative", "mixed", "unknown"]


ServerToolStatus: TypeAlias = Literal["enabled", "changed", "new", "removed"]


SortOrder: TypeAlias = Literal["asc", "desc"]


SpeechFormat: TypeAlias = Literal["mp3", "wav"]


SpeechProvider: TypeAlias = Literal["elevenlabs", "openai_compatible", "polly", "stand_in"]


SpeechType: TypeAlias = Literal["audio/mpeg", "audio/wav"]


StatementPatchStatus: TypeAlias = Literal["paid", "void"]


StatementStatus: TypeAlias = Literal["draft", "final", "paid", "void"]


StatementUnit: TypeAlias = Literal["period", "pack", "minute", "message"]


SubcompanyType: TypeAlias = Literal["subcompany", "location"]


SuccessRule: TypeAlias = Literal["all_required", "score"]


SummaryDimension: TypeAlias = Literal["agent_id", "client_id", "child", "outcome", "status", "end_reason", "sentiment", "channel", "direction", "provider", "successful"]


TestRole: TypeAlias = Literal["user", "agent"]


ToolAction: TypeAlias = "HttpAction | McpAction | PageAction | BuiltinAction"


ToolActionInput: TypeAlias = "HttpActionInput | McpActionInput | PageAction | BuiltinActionInput"


ToolEffect: TypeAlias = Literal["read", "write"]


ToolUseStatus: TypeAlias = Literal["started", "succeeded", "failed", "returned"]


TranscriptStatus: TypeAlias = Literal["none", "partial", "final"]


TurnRole: TypeAlias = Literal["user", "agent", "system", "tool"]


UsageDimension: TypeAlias = Literal["agent", "client", "channel", "provider", "outcome", "sentiment"]


UsageInterval: TypeAlias = Literal["hour", "day", "week", "month", "total"]


Verification: TypeAlias = Literal["secret_header", "bearer", "hmac"]


WebhookPayload: TypeAlias = Literal["full", "thin"]


WebhookStatus: TypeAlias = Literal["enabled", "disabled"]


WhenBusy: TypeAlias = Literal["refuse", "interrupt"]


WebhookMessage: TypeAlias = "ClientCreatedEvent | ClientUpdatedEvent | ClientSuspendedEvent | ClientErasedEvent | AgentCreatedEvent | AgentUpdatedEvent | AgentRemovedEvent | DocumentCreatedEvent | DocumentUpdatedEvent | DocumentRemovedEvent | ConversationStartedEvent | ConversationUpdatedEvent | ConversationHandoverRequestedEvent | ConversationEndedEvent | ConversationAnalyzedEvent | ConversationReviewedEvent | ConversationErasedEvent | TranscriptAppendedEvent | NoteCreatedEvent | RecordingAvailableEvent | ApiKeyCreatedEvent | ApiKeyRotatedEvent | ApiKeyRevokedEvent | IntegrationFailingEvent | ToolServerChangedEvent | WebhookDisabledEvent | UsageThresholdReachedEvent | StatementFinalizedEvent | ExportCompletedEvent | AnalysisBudgetReachedEvent | AnalysisRunCompletedEvent | AuditRecordedEvent | PingEvent"


class Agent(TypedDict):
    """A voice agent: its instructions, its voice, its tools and the provider that runs it"""

    id: "str"
    """The unique id; begins with `agent_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    client_id: "str"
    """The organization that owns the agent"""
    name: "str"
    """The agent’s name, for people"""
    description: "str | None"
    """The purpose of the agent"""
    prompt: "str | None"
    """The system prompt: the agent’s instructions. `{{name}}` is replaced by the variable of that name"""
    first_message: "str | None"
    """The sentence that the agent begins a conversation with"""
    language: "str | None"
    """The language that the agent speaks: a BCP 47 tag such as `en-GB`"""
    voice_id: "str | None"
    """The voice’s id at its provider"""
    voice: "Voice | None"
    """The agent’s voice"""
    personality: "Personality | None"
    """The character that the agent speaks with"""
    model: "Model | None"
    """The language model that generates the agent’s answers"""
    tools: "list[Tool]"
    """The functions that the agent may call"""
    conversation_flow: "ConversationFlow | None"
    """The steps that the agent takes a caller through, as a graph"""
    handover: "HandoverRules | None"
    """The action to take if nobody takes over a chat that was handed over. If null, the chat waits until it ends"""
    limit_message: "str | None"
    """The agent’s last words in a chat that ends with its answer because a limit of the chat is reached, such as that of messages. They are a turn after the answer. If null, it says nothing more"""
    provider: "AgentProvider | None"
    """The provider that runs the agent. An integration without a mapping for the provider’s agent finds the agent by it, if a key of the integration’s organization or of one above has set it"""
    external_id: "str | None"
    """Your own id of the agent, unique within its organization; null if there is none"""
    knowledge_base: "KnowledgeBase"


class AgentCreatedEvent(TypedDict):
    """An agent was created"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['agent.created']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "Agent | EventReference"
    """The entity, or only its id"""


class AgentDraft(TypedDict):
    """Fields to try without saving them. They replace those of the saved agent, or of the version in `version`"""

    name: NotRequired["str"]
    """The agent’s name, for people"""
    description: NotRequired["str | None"]
    """The purpose of the agent"""
    prompt: NotRequired["str | None"]
    """The system prompt: the agent’s instructions. `{{name}}` is replaced by the variable of that name"""
    first_message: NotRequired["str | None"]
    """The sentence that the agent begins a conversation with"""
    language: NotRequired["str | None"]
    """The language that the agent speaks: a BCP 47 tag such as `en-GB`"""
    voice_id: NotRequired["str | None"]
    """The voice’s id at its provider"""
    voice: NotRequired["Voice | None"]
    """The agent’s voice"""
    personality: NotRequired["PersonalityInput | None"]
    """The character that the agent speaks with"""
    model: NotRequired["ModelInput | None"]
    """The language model that generates the agent’s answers"""
    tools: NotRequired["list[ToolInput]"]
    """The functions that the agent may call"""
    conversation_flow: NotRequired["ConversationFlowInput | None"]
    """The steps that the agent takes a caller through, as a graph"""
    handover: NotRequired["HandoverRules | None"]
    """The action to take if nobody takes over a chat that was handed over. If null, the chat waits until it ends"""
    limit_message: NotRequired["str | None"]
    """The agent’s last words in a chat that ends with its answer because a limit of the chat is reached, such as that of messages. They are a turn after the answer. If null, it says nothing more"""
    provider: NotRequired["AgentProvider | None"]
    """The provider that runs the agent. An integration without a mapping for the provider’s agent finds the agent by it, if a key of the integration’s organization or of one above has set it"""
    metadata: NotRequired["Metadata"]


class AgentInput(TypedDict):
    """A new agent"""

    name: "str"
    """The agent’s name, for people"""
    description: NotRequired["str | None"]
    """The purpose of the agent"""
    prompt: NotRequired["str | None"]
    """The system prompt: the agent’s instructions. `{{name}}` is replaced by the variable of that name"""
    first_message: NotRequired["str | None"]
    """The sentence that the agent begins a conversation with"""
    language: NotRequired["str | None"]
    """The language that the agent speaks: a BCP 47 tag such as `en-GB`"""
    voice_id: NotRequired["str | None"]
    """The voice’s id at its provider"""
    voice: NotRequired["Voice | None"]
    """The agent’s voice"""
    personality: NotRequired["PersonalityInput | None"]
    """The character that the agent speaks with"""
    model: NotRequired["ModelInput | None"]
    """The language model that generates the agent’s answers"""
    tools: NotRequired["list[ToolInput]"]
    """The functions that the agent may call"""
    conversation_flow: NotRequired["ConversationFlowInput | None"]
    """The steps that the agent takes a caller through, as a graph"""
    handover: NotRequired["HandoverRules | None"]
    """The action to take if nobody takes over a chat that was handed over. If null, the chat waits until it ends"""
    limit_message: NotRequired["str | None"]
    """The agent’s last words in a chat that ends with its answer because a limit of the chat is reached, such as that of messages. They are a turn after the answer. If null, it says nothing more"""
    provider: NotRequired["AgentProvider | None"]
    """The provider that runs the agent. An integration without a mapping for the provider’s agent finds the agent by it, if a key of the integration’s organization or of one above has set it"""
    external_id: NotRequired["str | None"]
    """Your own id of the agent, unique within its organization; null if there is none"""
    metadata: NotRequired["Metadata"]
    client_id: NotRequired["str"]
    """The organization that owns the agent; by default the API key’s own. It cannot be changed later"""


class AgentItem(TypedDict):
    """An agent as it appears in a list"""

    id: "str"
    """The unique id; begins with `agent_`"""
    client_id: "str"
    """The organization that owns the agent"""
    name: "str"
    """The agent’s name, for people"""
    description: "str | None"
    """The purpose of the agent"""
    language: "str | None"
    """The language that the agent speaks: a BCP 47 tag such as `en-GB`"""
    voice_id: "str | None"
    """The voice’s id at its provider"""
    provider: "AgentProvider | None"
    """The provider that runs the agent. An integration without a mapping for the provider’s agent finds the agent by it, if a key of the integration’s organization or of one above has set it"""
    external_id: "str | None"
    """Your own id of the agent, unique within its organization; null if there is none"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""


class AgentList(TypedDict):
    """One page of a list"""

    data: "list[AgentItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class AgentMapping(TypedDict):
    """Maps a provider’s agent to an agent. Conversations belong to the agent’s organization"""

    provider_agent_id: "str"
    """The agent’s id at the provider"""
    agent_id: "str"
    """The agent of the organization, or of one of its descendants"""


class AgentMappingInput(TypedDict):
    """The agent that a provider’s agent is"""

    agent_id: "str"
    """The agent of the organization, or of one of its descendants"""


class AgentMappingList(TypedDict):
    """One page of a list"""

    data: "list[AgentMapping]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class AgentPatch(TypedDict):
    """The fields to change, as a merge patch (RFC 7396): an absent field stays as it is, null removes its value"""

    name: NotRequired["str"]
    """The agent’s name, for people"""
    description: NotRequired["str | None"]
    """The purpose of the agent"""
    prompt: NotRequired["str | None"]
    """The system prompt: the agent’s instructions. `{{name}}` is replaced by the variable of that name"""
    first_message: NotRequired["str | None"]
    """The sentence that the agent begins a conversation with"""
    language: NotRequired["str | None"]
    """The language that the agent speaks: a BCP 47 tag such as `en-GB`"""
    voice_id: NotRequired["str | None"]
    """The voice’s id at its provider"""
    voice: NotRequired["VoicePatch | None"]
    """The agent’s voice"""
    personality: NotRequired["PersonalityPatch | None"]
    """The character that the agent speaks with"""
    model: NotRequired["ModelPatch | None"]
    """The language model that generates the agent’s answers"""
    tools: NotRequired["list[ToolInput] | None"]
    """The functions that the agent may call: the list is replaced as a whole"""
    conversation_flow: NotRequired["ConversationFlowPatch | None"]
    """The steps that the agent takes a caller through"""
    handover: NotRequired["HandoverRules | None"]
    """The action to take if nobody takes over a chat that was handed over. If null, the chat waits until it ends"""
    limit_message: NotRequired["str | None"]
    """The agent’s last words in a chat that ends with its answer because a limit of the chat is reached, such as that of messages. They are a turn after the answer. If null, it says nothing more"""
    provider: NotRequired["AgentProviderPatch | None"]
    """The provider that runs the agent"""
    external_id: NotRequired["str | None"]
    """Your own id of the agent, unique within its organization; null if there is none"""
    metadata: NotRequired["MetadataPatch | None"]
    """Your own keys to set; null removes one"""


class AgentProvider(TypedDict):
    """The provider that runs the agent"""

    name: "str"
    """The provider, such as `elevenlabs`, `vapi` or `retell`"""
    agent_id: "str"
    """The agent’s id at the provider"""


class AgentProviderPatch(TypedDict):
    """The fields of the provider to change"""

    name: NotRequired["str | None"]
    """The provider, such as `elevenlabs`, `vapi` or `retell`"""
    agent_id: NotRequired["str | None"]
    """The agent’s id at the provider"""


class AgentRemovedEvent(TypedDict):
    """An agent was removed"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['agent.removed']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "EventReference"


class AgentReplacement(TypedDict):
    """Everything that can be changed of an agent. An absent field is reset to its default"""

    name: "str"
    """The agent’s name, for people"""
    description: NotRequired["str | None"]
    """The purpose of the agent"""
    prompt: NotRequired["str | None"]
    """The system prompt: the agent’s instructions. `{{name}}` is replaced by the variable of that name"""
    first_message: NotRequired["str | None"]
    """The sentence that the agent begins a conversation with"""
    language: NotRequired["str | None"]
    """The language that the agent speaks: a BCP 47 tag such as `en-GB`"""
    voice_id: NotRequired["str | None"]
    """The voice’s id at its provider"""
    voice: NotRequired["Voice | None"]
    """The agent’s voice"""
    personality: NotRequired["PersonalityInput | None"]
    """The character that the agent speaks with"""
    model: NotRequired["ModelInput | None"]
    """The language model that generates the agent’s answers"""
    tools: NotRequired["list[ToolInput]"]
    """The functions that the agent may call"""
    conversation_flow: NotRequired["ConversationFlowInput | None"]
    """The steps that the agent takes a caller through, as a graph"""
    handover: NotRequired["HandoverRules | None"]
    """The action to take if nobody takes over a chat that was handed over. If null, the chat waits until it ends"""
    limit_message: NotRequired["str | None"]
    """The agent’s last words in a chat that ends with its answer because a limit of the chat is reached, such as that of messages. They are a turn after the answer. If null, it says nothing more"""
    provider: NotRequired["AgentProvider | None"]
    """The provider that runs the agent. An integration without a mapping for the provider’s agent finds the agent by it, if a key of the integration’s organization or of one above has set it"""
    external_id: NotRequired["str | None"]
    """Your own id of the agent, unique within its organization; null if there is none"""
    metadata: NotRequired["Metadata"]
    client_id: NotRequired["str"]
    """The owner; a value other than the current one is refused"""
    id: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    created_at: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    updated_at: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    version: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    knowledge_base: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""


class AgentTestInput(TypedDict):
    """One turn of a test conversation with an agent"""

    messages: "list[TestMessage]"
    """The conversation so far, oldest message first. When it is empty, the agent begins"""
    variables: NotRequired["dict[str, str]"]
    """Values that replace `{{name}}` in the prompt, the first message and the flow"""
    node: NotRequired["str | None"]
    """The current node of the flow: `node` of the previous answer. Null at the start"""
    version: NotRequired["int"]
    """The version of the agent to test; by default the current one"""
    tool_mocks: NotRequired["list[ToolMock]"]
    """Fixed answers for the agent’s tools"""
    draft: NotRequired["AgentDraft"]


class AgentTestResult(TypedDict):
    """The agent’s answer in a test"""

    message: "str | None"
    """The agent’s next words; null while it waits for a tool without a mock"""
    node: "str | None"
    """The current node of the flow; null if the agent has no flow"""
    ended: "bool"
    """Whether the agent has ended the conversation. Only an agent with a flow ends one"""
    knowledge: "list[KnowledgeMatch]"
    """The documents with passages that the model received, most relevant first"""
    tool_calls: "list[TestToolCall]"
    """The tools that the agent called"""
    usage: "TokenUsage"
    latency_ms: "int"
    """The time until the answer was complete, in milliseconds"""
    model: "str"
    """The model that answered; `rehearsal` if no model is configured and the flow was followed by its words"""


class AgentUpdatedEvent(TypedDict):
    """An agent was changed"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['agent.updated']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "Agent | EventReference"
    """The entity, or only its id"""


class AgentVersion(TypedDict):
    """An earlier state of an agent, without its documents, which have no versions"""

    id: "str"
    """The unique id; begins with `agent_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    client_id: "str"
    """The organization that owns the agent"""
    name: "str"
    """The agent’s name, for people"""
    description: "str | None"
    """The purpose of the agent"""
    prompt: "str | None"
    """The system prompt: the agent’s instructions. `{{name}}` is replaced by the variable of that name"""
    first_message: "str | None"
    """The sentence that the agent begins a conversation with"""
    language: "str | None"
    """The language that the agent speaks: a BCP 47 tag such as `en-GB`"""
    voice_id: "str | None"
    """The voice’s id at its provider"""
    voice: "Voice | None"
    """The agent’s voice"""
    personality: "Personality | None"
    """The character that the agent speaks with"""
    model: "Model | None"
    """The language model that generates the agent’s answers"""
    tools: "list[Tool]"
    """The functions that the agent may call"""
    conversation_flow: "ConversationFlow | None"
    """The steps that the agent takes a caller through, as a graph"""
    handover: "HandoverRules | None"
    """The action to take if nobody takes over a chat that was handed over. If null, the chat waits until it ends"""
    limit_message: "str | None"
    """The agent’s last words in a chat that ends with its answer because a limit of the chat is reached, such as that of messages. They are a turn after the answer. If null, it says nothing more"""
    provider: "AgentProvider | None"
    """The provider that runs the agent. An integration without a mapping for the provider’s agent finds the agent by it, if a key of the integration’s organization or of one above has set it"""
    external_id: "str | None"
    """Your own id of the agent, unique within its organization; null if there is none"""


class AgentVersionItem(TypedDict):
    """A version of an agent as it appears in a list"""

    version: "int"
    """The number of changes, counted from 1 at creation"""
    name: "str"
    """The agent’s name, for people"""
    description: "str | None"
    """The purpose of the agent"""
    language: "str | None"
    """The language that the agent speaks: a BCP 47 tag such as `en-GB`"""
    voice_id: "str | None"
    """The voice’s id at its provider"""
    provider: "AgentProvider | None"
    """The provider that runs the agent. An integration without a mapping for the provider’s agent finds the agent by it, if a key of the integration’s organization or of one above has set it"""
    created_at: "str"
    """When this version was created"""


class AgentVersionList(TypedDict):
    """One page of a list"""

    data: "list[AgentVersionItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class AllowedModel(TypedDict):
    """A language model of the installation"""

    id: "str"
    """The model’s id; `rehearsal` follows the flow by comparing words, without a language model"""
    uses: "list[ModelUse]"
    """The uses for which the model may be named"""
    default_of: "list[ModelUse]"
    """The uses that have the model by default"""


class AllowedModelList(TypedDict):
    """The language models of the installation"""

    data: "list[AllowedModel]"
    """The models"""


class Amount(TypedDict):
    """An exact amount of money, which can be negative"""

    amount: "str"
    """A decimal number as a string, so that it stays exact"""
    currency: "str"
    """An ISO 4217 currency code"""


class Analysis(TypedDict):
    """The analysis of a conversation by one analyzer"""

    conversation_id: "str"
    """The conversation that was analyzed"""
    analyzer_id: "str"
    """The analyzer"""
    analyzer_name: "str"
    """The analyzer’s name at that version"""
    version: "int"
    """The version of the analyzer"""
    model: "str | None"
    """The model that judged; null if none was asked"""
    status: "AnalysisStatus"
    status_reason: "AnalysisReason | None"
    """Why it is not `completed`; null if it is"""
    condition: "str | None"
    """The first condition of `when` that does not hold; null otherwise"""
    analyzed_at: "str"
    """When the analysis was made"""
    turns_read: "int"
    """The number of turns that were read"""
    results: "list[AnalysisResult]"
    """A verdict for each criterion"""
    fields: "list[ExtractedField]"
    """The extracted values"""
    outcome: "str | None"
    """The chosen outcome; null if none was"""
    sentiment: "Sentiment | None"
    """The caller’s sentiment; null if it was not determined"""
    summary: "str | None"
    """The summary; null if none was written"""
    successful: "bool | None"
    """Whether the conversation was successful by the analyzer’s rule; null if that is open"""
    score: "float | None"
    """The weighted share of criteria that passed, from 0 to 1; null if none was decided"""
    usage: "AnalysisUsage | None"
    """The tokens of the model; null if none was asked"""
    cost: "Money | None"
    """The cost of the tokens at the operator’s prices; null without prices"""
    review: "AnalysisReview | None"
    """The review of people; null if there is none"""


class AnalysisAgreement(TypedDict):
    """The agreement between the analyzer’s verdicts on a criterion and those of reviewers"""

    version: "int"
    """The version of the analyzer"""
    name: "str"
    """The criterion"""
    both_passed: "int"
    """The number of verdicts that analyzer and reviewer agree are passed"""
    wrongly_passed: "int"
    """The number of verdicts that the analyzer passed and the reviewer failed"""
    wrongly_failed: "int"
    """The number of verdicts that the analyzer failed and the reviewer passed"""
    both_failed: "int"
    """The number of verdicts that analyzer and reviewer agree are failed"""
    reviewed: "int"
    """The number of reviewed verdicts in which both decided"""
    agreement: "float | None"
    """The share of equal verdicts; null without reviews"""
    passed_rate: "float | None"
    """The share passed by the analyzer, among the verdicts that reviewers passed; null if there are none"""
    failed_rate: "float | None"
    """The share failed by the analyzer, among the verdicts that reviewers failed; null if there are none"""
    kappa: "float | None"
    """Cohen’s κ, the agreement beyond chance; null below 20 reviews, or with one class only"""


class AnalysisBudget(TypedDict):
    """The tokens of a month that are used up"""

    client_id: "str | None"
    """The organization whose analyzers used the tokens; null for the platform"""
    analyzer_id: "str | None"
    """The analyzer whose own limit was reached; null if it was the limit of its organization"""
    month: "str"
    """The month of UTC, such as `2026-11`"""
    tokens_per_month: "int"
    """The limit"""
    tokens: "int"
    """The tokens that were used or reserved"""


class AnalysisBudgetReachedEvent(TypedDict):
    """Analyzers used up their tokens of a month"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['analysis.budget_reached']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "AnalysisBudget | EventReference"
    """The entity, or only its id"""


class AnalysisConditions(TypedDict):
    """The conditions that a conversation must meet to be analyzed"""

    agent_ids: "list[str]"
    """Only conversations with these agents; empty for all"""
    channels: "list[Channel]"
    """Only these channels; empty for all"""
    directions: "list[Direction]"
    """Only these directions; empty for all"""
    statuses: "list[ConversationStatus]"
    """Only conversations that ended so"""
    min_turns: "int"
    """The smallest number of turns"""
    min_duration_ms: "int"
    """The shortest duration in milliseconds"""
    end_reasons: "list[str]"
    """Only conversations that ended for these reasons; empty for all"""
    sample: "float"
    """The share of conversations, chosen by their ids: always the same ones"""


class AnalysisConditionsInput(TypedDict):
    """The conditions that a conversation must meet to be analyzed"""

    agent_ids: NotRequired["list[str]"]
    """Only conversations with these agents; empty for all"""
    channels: NotRequired["list[Channel]"]
    """Only these channels; empty for all"""
    directions: NotRequired["list[Direction]"]
    """Only these directions; empty for all"""
    statuses: NotRequired["list[ConversationStatus]"]
    """Only conversations that ended so"""
    min_turns: NotRequired["int"]
    """The smallest number of turns. Default: `2`"""
    min_duration_ms: NotRequired["int"]
    """The shortest duration in milliseconds. Default: `10000`"""
    end_reasons: NotRequired["list[str]"]
    """Only conversations that ended for these reasons; empty for all"""
    sample: NotRequired["float"]
    """The share of conversations, chosen by their ids: always the same ones. Default: `1`"""


class AnalysisConditionsPatch(TypedDict):
    """The conditions to change"""

    agent_ids: NotRequired["list[str] | None"]
    """Only conversations with these agents; empty for all"""
    channels: NotRequired["list[Channel] | None"]
    """Only these channels; empty for all"""
    directions: NotRequired["list[Direction] | None"]
    """Only these directions; empty for all"""
    statuses: NotRequired["list[ConversationStatus] | None"]
    """Only conversations that ended so"""
    min_turns: NotRequired["int | None"]
    """The smallest number of turns"""
    min_duration_ms: NotRequired["int | None"]
    """The shortest duration in milliseconds"""
    end_reasons: NotRequired["list[str] | None"]
    """Only conversations that ended for these reasons; empty for all"""
    sample: NotRequired["float | None"]
    """The share of conversations, chosen by their ids: always the same ones"""


class AnalysisCriterion(TypedDict):
    """One requirement that conversations are judged by"""

    name: "str"
    """The name, unique within the analyzer"""
    kind: "CriterionKind"
    instruction: "str | None"
    """With `judge` and `score`: what the model decides, such as “The agent repeated the appointment before ending the call”. Phrase it so that `passed` is good"""
    examples: "list[CriterionExample]"
    """With `judge`: examples that show the model how to decide"""
    applies_when: "str | None"
    """With `judge` and `score`: the condition, in words, without which the verdict is `not_applicable`"""
    min: "float | None"
    """With `score`: the lowest score"""
    max: "float | None"
    """With `score`: the highest score"""
    pass_at: "float | None"
    """With `score`: the lowest score that passes; by default the middle of the range"""
    speaker: "AnalysisSpeaker"
    texts: "list[str]"
    """With `contains`: one of these must be said, ignoring case"""
    pattern: "str | None"
    """With `pattern`: the regular expression in the syntax of RE2, which must match a turn"""
    absent: "bool"
    """With `contains`, `pattern` and `tool_called`: passes if there is none"""
    tool: "str | None"
    """With `tool_called`: the name of the tool"""
    metric: "str | None"
    """With `metric`: the name in `metrics`. A price is unknown unless everybody sees it who sees the results: of a shared analyzer, also the organization of the conversation"""
    op: "Comparison | None"
    """With `metric`, `duration` and `turns`: the comparison"""
    value: "float | None"
    """With `metric`, `duration` and `turns`: the number to compare with"""
    end_reasons: "list[str]"
    """With `ended_by`: the reasons that pass"""
    required: "bool"
    """Whether a conversation must meet it to be successful (`success.rule` `all_required`)"""
    weight: "int"
    """Its share of the score, relative to the other criteria"""
    labels: "bool"
    """Whether conversations can be found by its verdict: `label=criterion.<name>:<verdict>`"""


class AnalysisCriterionInput(TypedDict):
    """One requirement that conversations are judged by"""

    name: "str"
    """The name, unique within the analyzer"""
    kind: "CriterionKind"
    instruction: NotRequired["str | None"]
    """With `judge` and `score`: what the model decides, such as “The agent repeated the appointment before ending the call”. Phrase it so that `passed` is good"""
    examples: NotRequired["list[CriterionExample]"]
    """With `judge`: examples that show the model how to decide"""
    applies_when: NotRequired["str | None"]
    """With `judge` and `score`: the condition, in words, without which the verdict is `not_applicable`"""
    min: NotRequired["float | None"]
    """With `score`: the lowest score"""
    max: NotRequired["float | None"]
    """With `score`: the highest score"""
    pass_at: NotRequired["float | None"]
    """With `score`: the lowest score that passes; by default the middle of the range"""
    speaker: NotRequired["AnalysisSpeaker"]
    """Default: `any`"""
    texts: NotRequired["list[str]"]
    """With `contains`: one of these must be said, ignoring case"""
    pattern: NotRequired["str | None"]
    """With `pattern`: the regular expression in the syntax of RE2, which must match a turn"""
    absent: NotRequired["bool"]
    """With `contains`, `pattern` and `tool_called`: passes if there is none. Default: `false`"""
    tool: NotRequired["str | None"]
    """With `tool_called`: the name of the tool"""
    metric: NotRequired["str | None"]
    """With `metric`: the name in `metrics`. A price is unknown unless everybody sees it who sees the results: of a shared analyzer, also the organization of the conversation"""
    op: NotRequired["Comparison | None"]
    """With `metric`, `duration` and `turns`: the comparison"""
    value: NotRequired["float | None"]
    """With `metric`, `duration` and `turns`: the number to compare with"""
    end_reasons: NotRequired["list[str]"]
    """With `ended_by`: the reasons that pass"""
    required: NotRequired["bool"]
    """Whether a conversation must meet it to be successful (`success.rule` `all_required`). Default: `true`"""
    weight: NotRequired["int"]
    """Its share of the score, relative to the other criteria. Default: `1`"""
    labels: NotRequired["bool"]
    """Whether conversations can be found by its verdict: `label=criterion.<name>:<verdict>`. Default: `true`"""


class AnalysisEvidence(TypedDict):
    """A quote from the transcript, which was found there"""

    index: "int"
    """The turn’s position in the transcript"""
    quote: "str"
    """The words of the turn that the verdict rests on"""


class AnalysisField(TypedDict):
    """One value to extract from conversations"""

    name: "str"
    """The name, unique within the analyzer"""
    type: "AnalysisFieldType"
    description: "str | None"
    """The value to extract, for the model"""
    values: "list[str]"
    """With `enum`: the possible values"""
    pattern: "str | None"
    """A regular expression in the syntax of RE2. Its first group, or else the whole match, is the value, and no model is asked"""
    required: "bool"
    """Whether a missing value is reported, with a reason. It does not make a conversation unsuccessful"""
    labels: "bool"
    """Whether conversations can be found by its value: `label=field.<name>:<value>`"""


class AnalysisFieldInput(TypedDict):
    """One value to extract from conversations"""

    name: "str"
    """The name, unique within the analyzer"""
    type: "AnalysisFieldType"
    description: NotRequired["str | None"]
    """The value to extract, for the model"""
    values: NotRequired["list[str]"]
    """With `enum`: the possible values"""
    pattern: NotRequired["str | None"]
    """A regular expression in the syntax of RE2. Its first group, or else the whole match, is the value, and no model is asked"""
    required: NotRequired["bool"]
    """Whether a missing value is reported, with a reason. It does not make a conversation unsuccessful. Default: `false`"""
    labels: NotRequired["bool"]
    """Whether conversations can be found by its value: `label=field.<name>:<value>`. Default: `false`"""


class AnalysisList(TypedDict):
    """One page of a list"""

    data: "list[Analysis]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class AnalysisModel(TypedDict):
    """The language model that judges"""

    id: "str"
    """The model’s id, one of those that the operator allows"""


class AnalysisOutcome(TypedDict):
    """The outcomes that a model chooses from"""

    values: "list[OutcomeChoice]"
    """The possible outcomes, of which the model chooses one"""


class AnalysisOutcomeInput(TypedDict):
    """The outcomes that a model chooses from"""

    values: "list[OutcomeChoiceInput]"
    """The possible outcomes, of which the model chooses one"""


class AnalysisPreviewInput(TypedDict):
    """The conversation to analyze, and optionally the draft of an analyzer"""

    conversation_id: "str"
    """The conversation to analyze"""
    draft: NotRequired["AnalyzerInput"]
    """An analyzer to try in place of the saved one. `client_id` is ignored"""


AnalysisReport = TypedDict("AnalysisReport", {
    "analyzer_id": "str",
    "from": "str",
    "to": "str",
    "analyses": "int",
    "rows": "list[AnalysisReportRow]",
    "agreement": "list[AnalysisAgreement]",
})
"""The verdicts of an analyzer, by criterion and version"""


class AnalysisReportRow(TypedDict):
    """The verdicts on one criterion in a period. Versions are never added up"""

    start: "str"
    """When the period starts"""
    version: "int"
    """The version of the analyzer"""
    agent_id: "str | None"
    """The agent; null without `group_by=agent`"""
    name: "str"
    """The criterion"""
    passed: "int"
    """The number of conversations in which it passed"""
    failed: "int"
    """The number of conversations in which it failed"""
    unknown: "int"
    """The number of conversations that did not show whether it passed"""
    not_applicable: "int"
    """The number of conversations to which it did not apply"""
    unscored: "int"
    """The number of conversations for which no verdict was obtained"""


class AnalysisRequest(TypedDict):
    """The analyses to make again"""

    analyzer_id: NotRequired["str"]
    """The analyzer to run; by default all that apply to the conversation"""


class AnalysisResult(TypedDict):
    """The verdict on one criterion"""

    name: "str"
    """The name of the criterion"""
    verdict: "CriterionVerdict"
    score: "float | None"
    """The score, with kind `score`; null otherwise"""
    rationale: "str | None"
    """Why the verdict is so; null if it was computed"""
    evidence: "list[AnalysisEvidence]"
    """The turns that show it"""
    reason: "AnalysisReason | None"
    """Why there is no verdict; null if there is one"""


class AnalysisReview(TypedDict):
    """A reviewer’s decisions, beside the original verdicts"""

    results: "list[ReviewedResult]"
    """The reviewer’s verdicts; criteria that are absent stay as they are"""
    fields: "list[ReviewedField]"
    """The reviewer’s values; fields that are absent stay as they are"""
    outcome: "str | None"
    """The right outcome. If null, it is unchanged"""
    sentiment: "Sentiment | None"
    """The right sentiment. If null, it is unchanged"""
    successful: "bool | None"
    """Whether the conversation was successful. If null, the result is unchanged"""
    at: "str"
    """When it was reviewed"""
    by: "str | None"
    """The API key or the member that reviewed it, which may have been removed since"""


class AnalysisReviews(TypedDict):
    """The analyses that people review"""

    sample: "float"
    """The share of analyses that people review without seeing the verdicts first"""
    on: "list[ReviewTrigger]"
    """The verdicts that ask for a review"""


class AnalysisReviewsInput(TypedDict):
    """The analyses that people review"""

    sample: NotRequired["float"]
    """The share of analyses that people review without seeing the verdicts first. Default: `0`"""
    on: NotRequired["list[ReviewTrigger]"]
    """The verdicts that ask for a review"""


class AnalysisReviewsPatch(TypedDict):
    """The rules to change"""

    sample: NotRequired["float | None"]
    """The share of analyses that people review without seeing the verdicts first"""
    on: NotRequired["list[ReviewTrigger] | None"]
    """The verdicts that ask for a review"""


class AnalysisRun(TypedDict):
    """A run of an analyzer over earlier conversations"""

    id: "str"
    """The run’s id"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it last made progress"""
    client_id: "str | None"
    """The organization that owns the analyzer; null for the platform"""
    analyzer_id: "str"
    """The analyzer"""
    version: "int"
    """The version of the analyzer"""
    only: "AnalysisRunScope"
    max_conversations: "int"
    """The most conversations to analyze"""
    tokens: "int | None"
    """The most tokens to use; null if the run has no limit"""
    dry_run: "bool"
    """Whether it only counts"""
    status: "AnalysisRunStatus"
    seen: "int"
    """The number of conversations that were looked at"""
    analyzed: "int"
    """The number of conversations that were analyzed, or would be"""
    skipped: "int"
    """The number of conversations whose conditions or budget did not allow it"""
    failed: "int"
    """The number of conversations that could not be analyzed"""
    tokens_used: "int"
    """The tokens that were used, also by analyses that failed; or the estimate of a dry run"""
    created_by: "str | None"
    """The API key or the member that created the run, which may have been removed since; null if that was not recorded"""


class AnalysisRunCompletedEvent(TypedDict):
    """An analysis run ended"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['analysis_run.completed']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "AnalysisRunSummary | EventReference"
    """The entity, or only its id"""


class AnalysisRunFilters(TypedDict):
    """The conversations to analyze: the filters of `GET /v1/conversations` except `q` and `ids`"""

    agent_id: NotRequired["list[str]"]
    """Only conversations with one of these agents"""
    outcome: NotRequired["list[str]"]
    """Only conversations with one of these outcomes"""
    channel: NotRequired["list[Channel]"]
    """Only conversations over one of these channels"""
    sentiment: NotRequired["list[Sentiment]"]
    """Only conversations with one of these sentiments"""
    end_reason: NotRequired["list[str]"]
    """Only conversations that ended for one of these reasons"""
    direction: NotRequired["list[Direction]"]
    """Only conversations in one of these directions"""
    provider: NotRequired["list[str]"]
    """Only conversations that one of these providers held"""
    provider_conversation_id: NotRequired["str"]
    """Only conversations with this id at the provider"""
    metadata: NotRequired["dict[str, str]"]
    """Only conversations with this value of one key of `metadata`: `metadata.<key>=<value>` in a query"""
    duration_min_ms: NotRequired["int"]
    """Only conversations that have ended and lasted at least so long"""
    duration_max_ms: NotRequired["int"]
    """Only conversations that have ended and lasted at most so long"""
    has_recording: NotRequired["bool"]
    """Only conversations whose recording is available, or only those without one"""
    successful: NotRequired["bool"]
    """Only conversations that reached their goal, or only those that did not (`quality.successful`)"""
    reviewed: NotRequired["bool"]
    """Only conversations that are marked as reviewed, or only those that are not"""
    caller: NotRequired["str"]
    """Only conversations of this caller: the exact phone number in E.164 form, or the exact id"""
    caller_name: NotRequired["str"]
    """Only conversations of callers whose name has words that begin with all of these, ignoring case and accents"""
    external_id: NotRequired["str"]
    """Only the conversation with this `external_id`: at most one of each organization"""
    tag: NotRequired["list[str]"]
    """Only conversations with one of these tags"""
    label: NotRequired["list[str]"]
    """Only conversations with all of these verdicts and values of shared analyzers, at most three: `criterion.<name>:<verdict>` or `field.<name>:<value>`"""
    start_after: NotRequired["str"]
    """Only conversations that started at this time or later (inclusive)"""
    start_before: NotRequired["str"]
    """Only conversations that started before this time (exclusive), which must be after `start_after`"""
    test: NotRequired["Flag"]
    """For an organization above one for tests: `true` returns only conversations of organizations for tests, which are left out otherwise. In an organization for tests, it has no effect"""
    status: NotRequired["list[ConversationStatus]"]
    """Only conversations with one of these statuses"""


class AnalysisRunInput(TypedDict):
    """The earlier conversations to analyze"""

    analyzer_id: "str"
    """The analyzer"""
    version: NotRequired["int"]
    """The version of the analyzer; by default the current one. `tokens_per_month` and `shared` are always the current ones"""
    filters: NotRequired["AnalysisRunFilters"]
    only: NotRequired["AnalysisRunScope"]
    """Default: `missing`"""
    max_conversations: NotRequired["int"]
    """The most conversations to analyze. Default: `1000`"""
    tokens: NotRequired["int | None"]
    """The most tokens of models that the run uses, plus those of one analysis at most: none begins once they are used. With a limit, conversations are analyzed one after the other. If null, only the budgets of the analyzer and its organization apply"""
    dry_run: NotRequired["bool"]
    """With `true`, nothing is analyzed, and the run counts conversations and estimates their tokens. Default: `false`"""


class AnalysisRunList(TypedDict):
    """One page of a list"""

    data: "list[AnalysisRun]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class AnalysisRunSummary(TypedDict):
    """The result of an analysis run"""

    id: "str"
    """The run’s id"""
    analyzer_id: "str"
    """The analyzer"""
    status: "AnalysisRunResult"
    analyzed: "int"
    """The number of conversations that were analyzed"""
    skipped: "int"
    """The number of conversations that were skipped"""
    failed: "int"
    """The number of conversations that could not be analyzed"""
    tokens: "int"
    """The tokens of models that were used"""


class AnalysisSettings(TypedDict):
    """Whether analyzers of the organization run, and what they may use. Only a key of an organization above can change it"""

    enabled: NotRequired["bool"]
    """Whether analyzers of the organization run; false if absent. False in any organization above applies here as well"""
    tokens_per_month: NotRequired["int"]
    """The most tokens of language models that the analyzers of the organization and its descendants use together in a calendar month of UTC; no limit if absent"""


class AnalysisSettingsPatch(TypedDict):
    """The settings to change; null removes one"""

    enabled: NotRequired["bool | None"]
    """Whether analyzers of the organization run; false if absent. False in any organization above applies here as well"""
    tokens_per_month: NotRequired["int | None"]
    """The most tokens of language models that the analyzers of the organization and its descendants use together in a calendar month of UTC; no limit if absent"""


class AnalysisSuccess(TypedDict):
    """The rule by which a conversation is successful"""

    rule: "SuccessRule"
    threshold: "float | None"
    """With `score`: the lowest score of a successful conversation, from 0 to 1"""


class AnalysisSuccessInput(TypedDict):
    """The rule by which a conversation is successful"""

    rule: "SuccessRule"
    threshold: NotRequired["float | None"]
    """With `score`: the lowest score of a successful conversation, from 0 to 1"""


class AnalysisSummary(TypedDict):
    """A summary that a model writes"""

    instruction: "str"
    """The content of the summary, as an instruction to the model"""


class AnalysisUsage(TypedDict):
    """The tokens of a model that an analysis used"""

    input_tokens: "int"
    """Tokens sent to the model"""
    output_tokens: "int"
    """Tokens generated by the model"""
    estimated: "bool"
    """Whether the model did not report its usage, so that the estimate counts"""


class AnalysisWrites(TypedDict):
    """The fields of a conversation that the analysis sets. An analyzer that is not shared sets none"""

    outcome: "AnalysisWriteMode"
    sentiment: "AnalysisWriteMode"
    summary: "AnalysisWriteMode"
    data: "AnalysisWriteMode"
    quality: "AnalysisWriteMode"


class AnalysisWritesInput(TypedDict):
    """The fields of a conversation that the analysis sets. An analyzer that is not shared sets none"""

    outcome: NotRequired["AnalysisWriteMode"]
    """Default: `fill`"""
    sentiment: NotRequired["AnalysisWriteMode"]
    """Default: `fill`"""
    summary: NotRequired["AnalysisWriteMode"]
    """Default: `fill`"""
    data: NotRequired["AnalysisWriteMode"]
    """Default: `fill`"""
    quality: NotRequired["AnalysisWriteMode"]
    """Default: `fill`"""


class AnalysisWritesPatch(TypedDict):
    """The modes to change"""

    outcome: NotRequired["AnalysisWriteMode | None"]
    """Whether the analysis sets a field of the conversation: `fill` if there is no value, `replace` also in place of a provider’s, `none` never. What a key of the API or a review has set stays in any case"""
    sentiment: NotRequired["AnalysisWriteMode | None"]
    """Whether the analysis sets a field of the conversation: `fill` if there is no value, `replace` also in place of a provider’s, `none` never. What a key of the API or a review has set stays in any case"""
    summary: NotRequired["AnalysisWriteMode | None"]
    """Whether the analysis sets a field of the conversation: `fill` if there is no value, `replace` also in place of a provider’s, `none` never. What a key of the API or a review has set stays in any case"""
    data: NotRequired["AnalysisWriteMode | None"]
    """Whether the analysis sets a field of the conversation: `fill` if there is no value, `replace` also in place of a provider’s, `none` never. What a key of the API or a review has set stays in any case"""
    quality: NotRequired["AnalysisWriteMode | None"]
    """Whether the analysis sets a field of the conversation: `fill` if there is no value, `replace` also in place of a provider’s, `none` never. What a key of the API or a review has set stays in any case"""


class Analyzer(TypedDict):
    """Judges the conversations of an organization: by criteria, values to extract, and a rule of success"""

    id: "str"
    """The unique id; begins with `anl_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    client_id: "str | None"
    """The organization that owns the analyzer, whose conversations and those of its descendants it analyzes; null for an analyzer of the platform"""
    name: "str"
    """The analyzer’s name, for people"""
    description: "str | None"
    """The purpose of the analyzer"""
    enabled: "bool"
    """Whether conversations are analyzed"""
    mandatory: "bool"
    """Whether organizations below cannot switch it off (`settings.analyzers_excluded`)"""
    shared: "bool"
    """Whether organizations below see its instructions and results. If not, it has no labels and sets no field of a conversation"""
    criteria: "list[AnalysisCriterion]"
    """The criteria that conversations are judged by"""
    fields: "list[AnalysisField]"
    """The values to extract"""
    outcome: "AnalysisOutcome | None"
    """The outcomes to choose from. If null, none is chosen"""
    sentiment: "bool"
    """Whether a model determines the caller’s sentiment"""
    summary: "AnalysisSummary | None"
    """The summary to write. If null, none is written"""
    success: "AnalysisSuccess | None"
    """The rule by which a conversation is successful; if null, success is not decided"""
    when: "AnalysisConditions"
    write: "AnalysisWrites"
    model: "AnalysisModel | None"
    """The model that judges. If null, the first one that the operator allows"""
    language: "str | None"
    """The language of rationales and summaries. If null, that of the call"""
    tokens_per_month: "int | None"
    """The most tokens of models in a calendar month of UTC. If null, only the limit of its organization applies"""
    review: "AnalysisReviews | None"
    """The analyses that people are asked to review; null for none"""


class AnalyzerInput(TypedDict):
    """A new analyzer"""

    name: "str"
    """The analyzer’s name, for people"""
    description: NotRequired["str | None"]
    """The purpose of the analyzer"""
    enabled: NotRequired["bool"]
    """Whether conversations are analyzed. Default: `true`"""
    mandatory: NotRequired["bool"]
    """Whether organizations below cannot switch it off (`settings.analyzers_excluded`). Default: `false`"""
    shared: NotRequired["bool"]
    """Whether organizations below see its instructions and results. If not, it has no labels and sets no field of a conversation. Default: `true`"""
    criteria: NotRequired["list[AnalysisCriterionInput]"]
    """The criteria that conversations are judged by"""
    fields: NotRequired["list[AnalysisFieldInput]"]
    """The values to extract"""
    outcome: NotRequired["AnalysisOutcomeInput | None"]
    """The outcomes to choose from. If null, none is chosen"""
    sentiment: NotRequired["bool"]
    """Whether a model determines the caller’s sentiment. Default: `false`"""
    summary: NotRequired["AnalysisSummary | None"]
    """The summary to write. If null, none is written"""
    success: NotRequired["AnalysisSuccessInput | None"]
    """The rule by which a conversation is successful; if null, success is not decided"""
    when: NotRequired["AnalysisConditionsInput"]
    write: NotRequired["AnalysisWritesInput"]
    model: NotRequired["AnalysisModel | None"]
    """The model that judges. If null, the first one that the operator allows"""
    language: NotRequired["str | None"]
    """The language of rationales and summaries. If null, that of the call"""
    tokens_per_month: NotRequired["int | None"]
    """The most tokens of models in a calendar month of UTC. If null, only the limit of its organization applies"""
    review: NotRequired["AnalysisReviewsInput | None"]
    """The analyses that people are asked to review; null for none"""
    metadata: NotRequired["Metadata"]
    client_id: NotRequired["str | None"]
    """The organization that owns the analyzer. Default: the key’s organization, or the platform"""


class AnalyzerItem(TypedDict):
    """An analyzer as it appears in a list"""

    id: "str"
    """The unique id; begins with `anl_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    client_id: "str | None"
    """The organization that owns the analyzer, whose conversations and those of its descendants it analyzes; null for an analyzer of the platform"""
    name: "str"
    """The analyzer’s name, for people"""
    description: "str | None"
    """The purpose of the analyzer"""
    enabled: "bool"
    """Whether conversations are analyzed"""
    mandatory: "bool"
    """Whether organizations below cannot switch it off (`settings.analyzers_excluded`)"""
    shared: "bool"
    """Whether organizations below see its instructions and results. If not, it has no labels and sets no field of a conversation"""


class AnalyzerList(TypedDict):
    """One page of a list"""

    data: "list[AnalyzerItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class AnalyzerPatch(TypedDict):
    """A merge patch (RFC 7396) for an analyzer. Lists are replaced as a whole"""

    name: NotRequired["str"]
    """The analyzer’s name, for people"""
    description: NotRequired["str | None"]
    """The purpose of the analyzer"""
    enabled: NotRequired["bool | None"]
    """Whether conversations are analyzed"""
    mandatory: NotRequired["bool | None"]
    """Whether organizations below cannot switch it off (`settings.analyzers_excluded`)"""
    shared: NotRequired["bool | None"]
    """Whether organizations below see its instructions and results. If not, it has no labels and sets no field of a conversation"""
    criteria: NotRequired["list[AnalysisCriterionInput] | None"]
    """The criteria that conversations are judged by"""
    fields: NotRequired["list[AnalysisFieldInput] | None"]
    """The values to extract"""
    outcome: NotRequired["AnalysisOutcomeInput | None"]
    """The outcomes to choose from. If null, none is chosen"""
    sentiment: NotRequired["bool | None"]
    """Whether a model determines the caller’s sentiment"""
    summary: NotRequired["AnalysisSummary | None"]
    """The summary to write. If null, none is written"""
    success: NotRequired["AnalysisSuccessInput | None"]
    """The rule by which a conversation is successful; if null, success is not decided"""
    when: NotRequired["AnalysisConditionsPatch | None"]
    """Conditions to change"""
    write: NotRequired["AnalysisWritesPatch | None"]
    """Modes to change"""
    model: NotRequired["AnalysisModel | None"]
    """The model that judges. If null, the first one that the operator allows"""
    language: NotRequired["str | None"]
    """The language of rationales and summaries. If null, that of the call"""
    tokens_per_month: NotRequired["int | None"]
    """The most tokens of models in a calendar month of UTC. If null, only the limit of its organization applies"""
    review: NotRequired["AnalysisReviewsPatch | None"]
    """Rules of reviews to change"""
    metadata: NotRequired["MetadataPatch | None"]
    """Your own keys to set; null removes one"""


class AnalyzerReplacement(TypedDict):
    """The new content of an analyzer"""

    name: "str"
    """The analyzer’s name, for people"""
    description: NotRequired["str | None"]
    """The purpose of the analyzer"""
    enabled: NotRequired["bool"]
    """Whether conversations are analyzed. Default: `true`"""
    mandatory: NotRequired["bool"]
    """Whether organizations below cannot switch it off (`settings.analyzers_excluded`). Default: `false`"""
    shared: NotRequired["bool"]
    """Whether organizations below see its instructions and results. If not, it has no labels and sets no field of a conversation. Default: `true`"""
    criteria: NotRequired["list[AnalysisCriterionInput]"]
    """The criteria that conversations are judged by"""
    fields: NotRequired["list[AnalysisFieldInput]"]
    """The values to extract"""
    outcome: NotRequired["AnalysisOutcomeInput | None"]
    """The outcomes to choose from. If null, none is chosen"""
    sentiment: NotRequired["bool"]
    """Whether a model determines the caller’s sentiment. Default: `false`"""
    summary: NotRequired["AnalysisSummary | None"]
    """The summary to write. If null, none is written"""
    success: NotRequired["AnalysisSuccessInput | None"]
    """The rule by which a conversation is successful; if null, success is not decided"""
    when: NotRequired["AnalysisConditionsInput"]
    write: NotRequired["AnalysisWritesInput"]
    model: NotRequired["AnalysisModel | None"]
    """The model that judges. If null, the first one that the operator allows"""
    language: NotRequired["str | None"]
    """The language of rationales and summaries. If null, that of the call"""
    tokens_per_month: NotRequired["int | None"]
    """The most tokens of models in a calendar month of UTC. If null, only the limit of its organization applies"""
    review: NotRequired["AnalysisReviewsInput | None"]
    """The analyses that people are asked to review; null for none"""
    metadata: NotRequired["Metadata"]
    client_id: NotRequired["str | None"]
    """The owner; a value other than the current one is refused"""
    id: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    created_at: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    updated_at: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    version: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""


class AnalyzerVersionItem(TypedDict):
    """A version of an analyzer as it appears in a list"""

    version: "int"
    """The number of changes, counted from 1 at creation"""
    name: "str"
    """The analyzer’s name, for people"""
    description: "str | None"
    """The purpose of the analyzer"""
    enabled: "bool"
    """Whether conversations are analyzed"""
    created_at: "str"
    """When this version was created"""


class AnalyzerVersionList(TypedDict):
    """One page of a list"""

    data: "list[AnalyzerVersionItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class AnswerUsage(TypedDict):
    """The tokens that the language model processed"""

    input_tokens: "int"
    """A number of tokens of a language model"""
    output_tokens: "int"
    """A number of tokens of a language model"""


class ApiKey(TypedDict):
    """An API key. It gives access to its organization and the organization’s descendants"""

    id: "str"
    """The unique id; begins with `key_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    client_id: "str | None"
    """The organization that the key belongs to; null for a platform key"""
    name: "str"
    """The key’s name, for people"""
    created_by: "str | None"
    """The API key or the member that created this one, which may have been removed since; null if an operator’s program created it"""
    scopes: "list[Scope]"
    """The scopes of the key"""
    expires_at: "str | None"
    """When the key stops working; null if it never expires"""
    last_used_at: "str | None"
    """When the key was last used, accurate to the hour; null if it was never used"""


class ApiKeyCreatedEvent(TypedDict):
    """An API key was created"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['api_key.created']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "ApiKey | EventReference"
    """The entity, or only its id"""


class ApiKeyInput(TypedDict):
    """A new API key"""

    name: "str"
    """The key’s name, for people"""
    client_id: NotRequired["str"]
    """The organization that the key belongs to; by default that of the calling key"""
    scopes: "list[Scope]"
    """The scopes of the key, which the calling key must have itself"""
    expires_at: NotRequired["str | None"]
    """When the key stops working: no later than the calling key does, which is also the default"""
    metadata: NotRequired["Metadata"]


class ApiKeyItem(TypedDict):
    """An API key as it appears in a list"""

    id: "str"
    """The unique id; begins with `key_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    client_id: "str | None"
    """The organization that the key belongs to; null for a platform key"""
    name: "str"
    """The key’s name, for people"""
    created_by: "str | None"
    """The API key or the member that created this one, which may have been removed since; null if an operator’s program created it"""
    scopes: "list[Scope]"
    """The scopes of the key"""
    expires_at: "str | None"
    """When the key stops working; null if it never expires"""
    last_used_at: "str | None"
    """When the key was last used, accurate to the hour; null if it was never used"""


class ApiKeyList(TypedDict):
    """One page of a list"""

    data: "list[ApiKeyItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class ApiKeyRevokedEvent(TypedDict):
    """An API key was revoked"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['api_key.revoked']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "EventReference"


class ApiKeyRotatedEvent(TypedDict):
    """The secret of an API key was replaced"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['api_key.rotated']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "ApiKey | EventReference"
    """The entity, or only its id"""


class ApiKeyRotation(TypedDict):
    """The options for replacing the secret"""

    overlap_seconds: NotRequired["int"]
    """The number of seconds that the previous secret keeps working, at most a week. Default: `86400`"""


class ApiKeyWithSecret(TypedDict):
    """An API key with its new secret"""

    id: "str"
    """The unique id; begins with `key_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    client_id: "str | None"
    """The organization that the key belongs to; null for a platform key"""
    name: "str"
    """The key’s name, for people"""
    created_by: "str | None"
    """The API key or the member that created this one, which may have been removed since; null if an operator’s program created it"""
    scopes: "list[Scope]"
    """The scopes of the key"""
    expires_at: "str | None"
    """When the key stops working; null if it never expires"""
    last_used_at: "str | None"
    """When the key was last used, accurate to the hour; null if it was never used"""
    key: "str"
    """The secret to send as `Authorization: Bearer <key>`. It cannot be read again"""


class Attempt(TypedDict):
    """An attempt to deliver a message"""

    at: "str"
    """When the attempt was made"""
    status_code: "int | None"
    """The status of the answer; null if there was none"""
    duration_ms: "int"
    """The duration of the attempt, in milliseconds"""
    error: "str | None"
    """Why it failed, in words; null if it succeeded"""
    response: "str | None"
    """The first kilobyte of the answer’s body; null if there was none, or if the API key lacks the scope to read the entity, because a server may repeat what it was sent"""


class Audio(TypedDict):
    """The conversation’s recording"""

    status: "AudioStatus"
    content_type: "AudioType | None"
    """The media type of the recording"""
    size_bytes: "int | None"
    """The size of the file in bytes"""
    duration_ms: "int | None"
    """The length of the recording, in milliseconds"""
    channels: "int | None"
    """The number of audio channels"""


class AudioInput(TypedDict):
    """The recording to upload"""

    content_type: "AudioType"
    size_bytes: "int"
    """The size of the file in bytes: at most 5 GB"""
    duration_ms: NotRequired["int | None"]
    """The length of the recording, in milliseconds"""
    channels: NotRequired["int | None"]
    """The number of audio channels"""


class AudioItem(TypedDict):
    """The state of the recording"""

    status: "AudioStatus"
    duration_ms: "int | None"
    """The length of the recording, in milliseconds"""


class AuditActor(TypedDict):
    """The actor: a person, an API key, or a program of the operator"""

    type: "AuditActorType"
    id: "str"
    """The id of the person or of the API key, or the name of the operator’s program"""
    via: NotRequired["AuditVia"]
    """The way of the first request. Only `mcp` follows from what the program says about itself. Absent in records from before it was recorded"""


class AuditProof(TypedDict):
    """The inclusion proof of a record in the Merkle tree of its hour (RFC 9162, section 2.1.3)"""

    audit_record_id: "str"
    """The record’s id"""
    hour: "str"
    """The beginning of the hour that the record was sealed with"""
    leaf_hash: "str"
    """The SHA-256 of a zero byte and of the record’s JSON text: its fields as `GET` returns them, without spaces"""
    leaf_index: "int"
    """The position of the record in its hour"""
    tree_size: "int"
    """The number of records of the hour"""
    inclusion_path: "list[str]"
    """The hashes that lead from the record to the root, from the bottom up"""
    root: "str"
    """The root of the hour’s Merkle tree"""
    digest_sha256: "str"
    """The SHA-256 of the hour’s digest, which contains the root"""
    previous_digest_sha256: "str | None"
    """The SHA-256 of the digest of the hour before, which the digest contains as well; null for the first one"""
    signature: "AuditSignature | None"
    """The signature of the digest; null if the operator did not have digests signed at that time"""


class AuditRecord(TypedDict):
    """A change, or an access to words or audio: ids and names of fields, never content"""

    id: "str"
    """The record’s id"""
    version: NotRequired["int"]
    """The version of the fields: 1. It increases if their meaning changes, and not if one is added. Absent in records from before it was recorded"""
    time: "str"
    """The time of the first such request that the record stands for"""
    action: "str"
    """The action, such as `recording.opened`: an open set of names"""
    actor: "AuditActor"
    client_id: "str | None"
    """The organization of the target; null if it belongs to the platform itself"""
    target: "AuditTarget"
    changed: "list[str]"
    """The names of the fields that were changed, without their values; empty for a deletion"""
    parameters: NotRequired["list[str]"]
    """The names of the parameters with which a person asked for a list, such as `q`, without their values. Lists with other values are other records. Absent for everything else"""
    count: "int"
    """The number of requests: 1 for a change and for reads of a person within ten minutes, and the number of reads of an API key within an hour"""
    request_id: "str | None"
    """The id of the first request"""
    ip: "str | None"
    """The address that the first request came from"""
    user_agent: "str | None"
    """The program that sent it, as it names itself"""


class AuditRecordList(TypedDict):
    """One page of a list"""

    data: "list[AuditRecord]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class AuditRecordedEvent(TypedDict):
    """The audit log has a new record of a change, or of an access to words or audio. `*` does not include it"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['audit.recorded']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "AuditRecord | EventReference"
    """The entity, or only its id"""


class AuditSignature(TypedDict):
    """The signature of an hour’s digest"""

    key_id: "str"
    """The ARN of the KMS key"""
    algorithm: "Literal['ECDSA_SHA_256']"
    """Always `ECDSA_SHA_256`, on the curve P-256"""
    value: "str"
    """The signature of the digest (DER, in base64). The hash that is signed is `digest_sha256`"""


class AuditTarget(TypedDict):
    """The entity that was read or changed"""

    type: "str"
    """The kind of entity, such as `conversation`"""
    id: "str"
    """The id of the entity; `platform` for lists of the whole platform"""


class BillingInfo(TypedDict):
    """Information for billing. You can store further fields, which are returned unchanged"""

    email: NotRequired["str"]
    """The address that invoices are sent to"""
    currency: NotRequired["str"]
    """The currency of invoices: an ISO 4217 code. Only a key of an organization above can change it"""
    plan: NotRequired["str"]
    """The name of the plan. Only a key of an organization above can change it"""
    external_id: NotRequired["str"]
    """The customer’s id in your billing system. Only a key of an organization above can change it"""
    party: NotRequired["Party"]
    """The organization as its statements name it, those that it receives and those that it issues"""
    tax: NotRequired["TaxTerms"]
    """The tax on what the organization is billed, in place of the tax that the issuer charges by default. Only a key of an organization above can change it and, while there is a subscription, only one of its issuer or of an organization above the issuer"""
    issuing: NotRequired["IssuingTerms"]
    """The terms of the statements that the organization issues: those of subscriptions to its plans"""


class BillingInfoPatch(TypedDict):
    """The billing information to change; null removes a field"""

    party: NotRequired["PartyPatch | None"]
    """The names to change; null removes all of them"""
    tax: NotRequired["TaxTermsPatch | None"]
    """The tax to change; null removes it"""
    issuing: NotRequired["IssuingTermsPatch | None"]
    """The terms to change; null removes all of them"""
    email: NotRequired["str | None"]
    """The address that invoices are sent to"""
    currency: NotRequired["str | None"]
    """The currency of invoices: an ISO 4217 code. Only a key of an organization above can change it"""
    plan: NotRequired["str | None"]
    """The name of the plan. Only a key of an organization above can change it"""
    external_id: NotRequired["str | None"]
    """The customer’s id in your billing system. Only a key of an organization above can change it"""


class Branding(TypedDict):
    """The appearance of the console for people with a key of the organization or its descendants. The branding of the nearest organization that sets it applies as a whole"""

    name: NotRequired["str"]
    """The name that people see"""
    logo: NotRequired["str"]
    """The logo as a `data:` URL: a PNG, JPEG, WebP or SVG image in Base64, of 8,000 characters (some 6 KB) at most"""
    accent_color: NotRequired["str"]
    """The color of buttons and links, such as `#0f766e`. Where text would be hard to read in it, the console uses a darker or lighter shade"""
    domain: NotRequired["str"]
    """A domain of the organization under which people find the console, with this branding before they sign in as well. Its TXT record `voice-agent-platform=` with the organization’s id must exist when it is set, so it cannot be set while the organization is created. A domain belongs to one organization"""


class BrandingPatch(TypedDict):
    """The branding to change; null removes a field"""

    name: NotRequired["str | None"]
    """The name that people see"""
    logo: NotRequired["str | None"]
    """The logo as a `data:` URL: a PNG, JPEG, WebP or SVG image in Base64, of 8,000 characters (some 6 KB) at most"""
    accent_color: NotRequired["str | None"]
    """The color of buttons and links, such as `#0f766e`"""
    domain: NotRequired["str | None"]
    """The domain of the console, whose TXT record must exist when it is set"""


class BuiltinAction(TypedDict):
    """An ability of the platform"""

    type: "Literal['builtin']"
    """An ability of the platform"""
    name: "BuiltinName"
    number: "str | None"
    """The number that a call is transferred to, which the language model cannot choose"""


class BuiltinActionInput(TypedDict):
    """An ability of the platform"""

    type: "Literal['builtin']"
    """An ability of the platform"""
    name: "BuiltinName"
    number: NotRequired["str | None"]
    """The number that a call is transferred to, which the language model cannot choose"""


CallInput = TypedDict("CallInput", {
    "integration_id": "str",
    "to": "str",
    "from": NotRequired["str | None"],
    "variables": NotRequired["CallVariables"],
    "external_id": NotRequired["str | None"],
    "metadata": NotRequired["Metadata"],
    "tags": NotRequired["list[str]"],
})
"""A call to make"""


class Caller(TypedDict):
    """The person who talks with the agent"""

    id: "str | None"
    """Your own id of the caller"""
    number: "str | None"
    """The caller’s phone number in E.164 form"""
    name: "str | None"
    """The caller’s name"""


class CallerErasure(TypedDict):
    """The receipt of an erasure: how much was erased, when, and who requested it. It contains nothing about the caller"""

    id: "str"
    """The erasure’s id"""
    created_at: "str"
    """When it was requested"""
    updated_at: "str"
    """When it last made progress"""
    client_id: "str | None"
    """The organization whose conversations are erased; null for the whole platform"""
    status: "CallerErasureStatus"
    conversations: "int"
    """The number of conversations that were erased, with all that belongs to them"""
    recordings: "int"
    """The number of them that had a recording"""
    kept: "int"
    """The number of conversations that must stay, because an organization above has yet to report how they ended"""
    completed_at: "str | None"
    """When nothing of the caller was found any more"""
    created_by: "str | None"
    """The API key or the member that created the erasure, which may have been removed since; null if that was not recorded"""


class CallerErasureList(TypedDict):
    """One page of a list"""

    data: "list[CallerErasure]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class CallerErasurePreview(TypedDict):
    """The result of an erasure of a caller, if it were requested now"""

    client_id: "str | None"
    """The organization whose conversations are erased; null for the whole platform"""
    conversations: "int"
    """The number of conversations that would be erased, with all that belongs to them"""
    recordings: "int"
    """The number of them that have a recording"""
    kept: "int"
    """The number of conversations that must stay, because an organization above has yet to report how they ended"""
    has_more: "bool"
    """Whether there are more conversations: counting stops after about 1,000"""


class CallerInput(TypedDict):
    """The person who talks with the agent"""

    id: NotRequired["str | None"]
    """Your own id of the caller"""
    number: NotRequired["str | None"]
    """The caller’s phone number in E.164 form"""
    name: NotRequired["str | None"]
    """The caller’s name"""


class ChangedMember(TypedDict):
    """A changed member, and what the change does not end"""

    id: "str"
    """The unique id; begins with `mem_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    client_id: "str | None"
    """The organization; null for the platform, which reaches everything"""
    created_by: "str | None"
    """The API key or the member that created the member, which may have been removed since; null if that was not recorded"""
    person: "Person"
    role: "Role | None"
    """The role; null if the scopes were chosen one by one"""
    scopes: "list[Scope]"
    """The scopes: those of the role, or those that were chosen"""
    expires_at: "str | None"
    """When the membership ends; null if it does not"""
    source: "MemberSource"
    exceeding_api_keys: "list[str]"
    """The ids of API keys whose secret the member may know, as in the answer to a removal, and that have scopes which the member lacks now. They keep working: revoke or rotate them. Empty if neither a role nor scopes were sent"""


class Chat(TypedDict):
    """A new chat: the conversation, and how to continue it"""

    id: "str"
    """The unique id; begins with `conv_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    agent_id: "str"
    """The agent that held the conversation"""
    agent_version: "int"
    """The version of the agent at the start of the conversation"""
    client_id: "str"
    """The organization that the conversation belongs to"""
    channel: "Channel"
    direction: "Direction | None"
    """`inbound` if the caller started the conversation, `outbound` if the agent did; null if unknown"""
    caller: "Caller | None"
    """The person who talks with the agent; null if unknown"""
    provider: "ConversationProvider | None"
    """The provider that held the conversation; null if there was none"""
    status: "ConversationStatus"
    start_time: "str"
    """When the conversation started"""
    end_time: "str | None"
    """When the conversation ended; null while it is active"""
    duration_ms: "int | None"
    """The time from `start_time` to `end_time` in milliseconds; null while the conversation is active"""
    end_reason: "str | None"
    """Why the conversation ended, such as `caller_hung_up`"""
    outcome: "str | None"
    """The result of the conversation, such as `appointment_booked`; null if unknown"""
    sentiment: "Sentiment | None"
    """The caller’s sentiment; null if unknown"""
    summary: "str | None"
    """A summary of the conversation"""
    data: "dict[str, Any]"
    """Data extracted from the conversation: any JSON object, at most 32,768 bytes"""
    quality: "Quality | None"
    """An evaluation of the conversation; null if there is none"""
    metrics: "Metrics"
    cost: "Money | None"
    """The amount that the provider charged for the conversation; null if unknown, or if an organization above the API key’s has reported it and does not show it (`settings.costs_shown`). Lists show what a chat of this platform costs once it is over"""
    external_id: "str | None"
    """Your own id of the conversation, unique within its organization; null if there is none"""
    tags: "list[str]"
    """Tags by which people sort conversations: at most ten, in the order in which they were set. Reports of providers never change them"""
    handling: "Handling | None"
    """The one who answers in a chat of this platform; null for all other conversations"""
    handover: "Handover | None"
    """The handover of the chat to people; null while the agent answers"""
    reviewed: "Reviewed | None"
    """When it was marked as reviewed, and by which key; null if it is not. Reports of providers never change it"""
    sources: "ConversationSources"
    analysis: "ConversationAnalysis | None"
    """The result of the shared analyzers; null if there is none"""
    audio: "Audio"
    transcript: "TranscriptSummary"
    message: "str | None"
    """The agent’s first message; null if it waits for the first message of the user"""
    session_token: "str"
    """Reads, writes and ends this conversation, and nothing else: for the page or the app that the user writes in. It is valid for 24 hours, and for ten minutes after an earlier end of the chat, so that the page can read the last words. Send it in place of an API key. It is shown only once"""
    stream_url: "str"
    """The address to send messages to whose answers are streamed"""


class ChatAccepted(TypedDict):
    """The first event"""

    type: "Literal['accepted']"
    """The message was accepted"""
    turn: "int"
    """The `index` of the message in the transcript"""


class ChatAnswer(TypedDict):
    """The agent’s answer to a message"""

    conversation_id: "str"
    """The conversation’s id"""
    turns: "list[Turn]"
    """The turns that were added: the messages of the user, and the agent’s answer. The agent’s `unanswered_message` is before them, and its `limit_message` after them, if it says one"""
    message: "str | None"
    """The agent’s words; null if it does not speak: a person has taken over, or it waits for a tool that your program runs"""
    tool_calls: "list[OpenToolCall]"
    """The tools that you have to run before the agent goes on: send the results to `POST /v1/conversations/{conversation_id}/tool-results`. Session tokens see those of type `page`"""
    node: "str | None"
    """The current node of the flow; null if the agent has no flow, and for session tokens"""
    ended: "bool"
    """Whether the chat is over"""
    handling: "Handling"
    usage: "AnswerUsage | None"
    """The tokens of this answer; null for session tokens"""
    cost: "Money | None"
    """The price of these tokens by the installation’s price list. Null without one, for session tokens, and for keys that do not see costs of the platform (`settings.costs_shown`)"""


class ChatDelta(TypedDict):
    """A part of the answer"""

    type: "Literal['delta']"
    """The agent speaks"""
    text: "str"
    """Further words of the answer"""


class ChatDone(TypedDict):
    """The last event: the whole answer"""

    conversation_id: "str"
    """The conversation’s id"""
    turns: "list[Turn]"
    """The turns that were added: the messages of the user, and the agent’s answer. The agent’s `unanswered_message` is before them, and its `limit_message` after them, if it says one"""
    message: "str | None"
    """The agent’s words; null if it does not speak: a person has taken over, or it waits for a tool that your program runs"""
    tool_calls: "list[OpenToolCall]"
    """The tools that you have to run before the agent goes on: send the results to `POST /v1/conversations/{conversation_id}/tool-results`. Session tokens see those of type `page`"""
    node: "str | None"
    """The current node of the flow; null if the agent has no flow, and for session tokens"""
    ended: "bool"
    """Whether the chat is over"""
    handling: "Handling"
    usage: "AnswerUsage | None"
    """The tokens of this answer; null for session tokens"""
    cost: "Money | None"
    """The price of these tokens by the installation’s price list. Null without one, for session tokens, and for keys that do not see costs of the platform (`settings.costs_shown`)"""
    type: "Literal['done']"
    """The answer is complete"""


class ChatHandover(TypedDict):
    """The agent hands over to people"""

    type: "Literal['handover']"
    """The agent asks for a person"""
    handling: "Handling"


class ChatInput(TypedDict):
    """A new chat"""

    client_id: NotRequired["str"]
    """The organization that the chat belongs to: the agent’s, which is the default, or one of its descendants"""
    channel: NotRequired["ChatChannel"]
    """Default: `chat`"""
    caller: NotRequired["CallerInput | None"]
    """The person who talks with the agent; null if unknown"""
    variables: NotRequired["ChatVariables"]
    idle_minutes: NotRequired["int"]
    """The minutes without a message after which the chat ends. Default: `30`"""
    external_id: NotRequired["str | None"]
    """Your own id of the conversation, unique within its organization; null if there is none"""
    metadata: NotRequired["Metadata"]
    tags: NotRequired["list[str]"]
    """Tags by which people sort conversations: at most ten, in the order in which they were set. Reports of providers never change them"""


class ChatMessages(TypedDict):
    """The turns of a chat after a position"""

    data: "list[Turn]"
    """The turns, in order"""
    status: "ConversationStatus"
    handling: "Handling"


class ChatState(TypedDict):
    """Whether a chat continues, and who answers in it"""

    conversation_id: "str"
    """The conversation’s id"""
    status: "ConversationStatus"
    handling: "Handling"
    end_time: "str | None"
    """When the chat ended; null while it is active"""
    end_reason: "str | None"
    """Why it ended, such as `user_ended`; null while it is active"""


class ChatToolUse(TypedDict):
    """The progress of a tool’s call"""

    type: "Literal['tool']"
    """The agent uses a tool"""
    name: "str"
    """The name of the tool"""
    status: "ToolUseStatus"


class ClientCreatedEvent(TypedDict):
    """An organization was created"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['client.created']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "Organization | EventReference"
    """The entity, or only its id"""


class ClientErasedEvent(TypedDict):
    """An organization was erased with everything that it and its descendants owned"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['client.erased']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "EventReference"


class ClientSuspendedEvent(TypedDict):
    """An organization was suspended"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['client.suspended']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "Organization | EventReference"
    """The entity, or only its id"""


class ClientUpdatedEvent(TypedDict):
    """An organization was changed"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['client.updated']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "Organization | EventReference"
    """The entity, or only its id"""


class Completion(TypedDict):
    """The agent’s answer in the format of OpenAI’s chat completions"""

    id: "str"
    """The id of the answer"""
    object: "Literal['chat.completion']"
    """Always `chat.completion`"""
    created: "int"
    """When the answer began, in seconds since 1970"""
    model: "str"
    """The agent’s id"""
    choices: "list[CompletionChoice]"
    """The answer"""
    usage: "CompletionUsage"


class CompletionAnswer(TypedDict):
    """The agent’s message"""

    role: "Literal['assistant']"
    """Always `assistant`"""
    content: "str | None"
    """The agent’s words; null if it only calls tools"""
    tool_calls: NotRequired["list[CompletionAskedCall]"]
    """The tools that the client has to run; absent without"""


class CompletionAskedCall(TypedDict):
    """A call of a tool that the client has to run"""

    id: "str"
    """The id of the call"""
    type: "Literal['function']"
    """Always `function`"""
    function: "CompletionAskedFunction"


class CompletionAskedFunction(TypedDict):
    """A tool with its arguments"""

    name: "str"
    """The tool"""
    arguments: "str"
    """The arguments, as JSON"""


class CompletionChoice(TypedDict):
    """An answer"""

    index: "int"
    """Always 0"""
    message: "CompletionAnswer"
    finish_reason: "CompletionFinishReason"


class CompletionFunction(TypedDict):
    """A function that the client runs"""

    name: "str"
    """The tool’s name, unique within the agent"""
    description: NotRequired["str | None"]
    """When to call it"""
    parameters: NotRequired["dict[str, Any] | None"]
    """The JSON Schema of its arguments"""


class CompletionFunctionCall(TypedDict):
    """A tool with its arguments"""

    name: "str"
    """The tool"""
    arguments: "str"
    """The arguments, as JSON"""


class CompletionInput(TypedDict):
    """A request in the format of OpenAI’s chat completions. Further fields are ignored"""

    model: NotRequired["str | None"]
    """Not read: the agent decides on its model"""
    messages: "list[CompletionMessage]"
    """The conversation as it was heard. The last message of the user is answered. Without one, the agent begins. The model reads the newest 60 messages or 48,000 characters"""
    stream: NotRequired["bool | None"]
    """Whether the answer comes word by word, as server-sent events"""
    stream_options: NotRequired["CompletionStreamOptions | None"]
    """Options of a stream"""
    tools: NotRequired["list[CompletionTool] | None"]
    """Tools of the client, which the agent may call in addition to its own. A tool of the agent with the same name comes first"""
    tool_choice: NotRequired["Any | None"]
    """`none` keeps the tools of the client from the agent"""
    variables: NotRequired["ChatVariables | None"]
    """Values for `{{name}}` in the agent’s texts and tools, by name"""
    call: NotRequired["dict[str, Any] | None"]
    """The call as Vapi sends it, with its `id`"""


class CompletionMessage(TypedDict):
    """A message of the conversation so far"""

    role: "CompletionRole"
    content: NotRequired["Any"]
    """The words: a text, or a list of parts, of which those of type `text` are read"""
    tool_calls: NotRequired["list[CompletionToolCall] | None"]
    """The tools that the agent called; null or absent without"""
    tool_call_id: NotRequired["str | None"]
    """The call that the message is the result of"""


class CompletionStreamOptions(TypedDict):
    """Options of a stream"""

    include_usage: NotRequired["bool | None"]
    """Whether the last chunk has the number of tokens"""


class CompletionTool(TypedDict):
    """A tool that the client runs"""

    type: "str"
    """The type of the tool. Others than `function` are ignored"""
    function: NotRequired["CompletionFunction"]


class CompletionToolCall(TypedDict):
    """A call of a tool"""

    id: "str"
    """The id of the call"""
    function: "CompletionFunctionCall"


class CompletionUsage(TypedDict):
    """The tokens that the language model processed, in all steps of the answer"""

    prompt_tokens: "int"
    """A number of tokens of a language model"""
    completion_tokens: "int"
    """A number of tokens of a language model"""
    total_tokens: "int"
    """A number of tokens of a language model"""


class Connection(TypedDict):
    """An OpenID provider through which people sign in"""

    id: "str"
    """The unique id; begins with `con_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    client_id: "str | None"
    """The organization that the connection belongs to; null for the platform"""
    created_by: "str | None"
    """The API key or the member that created the connection, which may have been removed since; null if that was not recorded"""
    name: "str"
    """The connection’s name, which people see when they sign in"""
    issuer: "str"
    """The issuer of the OpenID provider"""
    oidc_client_id: "str"
    """The id of the client at the provider"""
    client_secret_hint: "str | None"
    """The last four characters of the client’s secret; null if there is none"""
    required_claims: "dict[str, str]"
    """Claims that the ID token must have with these values"""
    domains: "list[ConnectionDomain]"
    """The domains of e-mail addresses by which people find the connection, once they are verified"""
    enforced: "bool"
    """Whether members of the organization can only sign in through this connection"""
    join: "ConnectionJoin"
    role_claim: "str | None"
    """The claim that gives the role of those who join by their domain; null if all get `max_role`"""
    role_map: "list[RoleMapping]"
    """The roles for values of `role_claim`"""
    max_role: "GivenRole"
    """The most that people get by signing in"""
    acr_values: "list[str]"
    """The authentication contexts of which the ID token must name one"""
    session_hours: "int"
    """The duration of a session, in hours"""
    recheck_minutes: "int | None"
    """The interval at which the provider is asked whether a session may go on, in minutes; null if it is not asked"""
    callback_url: "str"
    """The redirect URI to register at the provider"""
    logout_url: "str"
    """The URL to register at the provider for back-channel logout"""


class ConnectionDomain(TypedDict):
    """A domain of e-mail addresses"""

    name: "str"
    """A domain name in lower case"""
    txt: "str"
    """The text of the DNS record of type TXT that proves the domain to be yours"""
    verified_at: "str | None"
    """When the record was found; null until then"""


class ConnectionDomainInput(TypedDict):
    """A domain of e-mail addresses"""

    name: "str"
    """A domain name in lower case"""
    txt: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    verified_at: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""


class ConnectionInput(TypedDict):
    """A new connection"""

    name: "str"
    """The connection’s name, which people see when they sign in"""
    issuer: "str"
    """The issuer of the OpenID provider, exactly as its discovery document gives it"""
    oidc_client_id: "str"
    """The id of the client that you registered at the provider"""
    required_claims: NotRequired["dict[str, str]"]
    """Claims that the ID token must have with these values. A provider that is shared by many companies needs one, such as `hd` for Google"""
    domains: NotRequired["list[ConnectionDomainInput]"]
    """The domains of e-mail addresses by which people find the connection, once they are verified"""
    enforced: NotRequired["bool"]
    """Whether members of the organization can only sign in through this connection. Members of organizations above are not affected. Only a caller with every scope of an owner can change it. People of the organization can only enforce the connection through which they have signed in themselves, or one through which an owner signs in whose membership does not end. Default: `false`"""
    join: NotRequired["ConnectionJoin"]
    """The people who become members of the organization by signing in. Default: `invited`"""
    role_claim: NotRequired["str | None"]
    """The claim that gives the role of those who join by their domain; null if all get `max_role`"""
    role_map: NotRequired["list[RoleMapping]"]
    """The roles for values of `role_claim`. The first that matches applies, and without one a person is no member"""
    max_role: NotRequired["GivenRole"]
    """The most that people get by signing in: a role with other scopes is refused. Default: `listener`"""
    acr_values: NotRequired["list[str]"]
    """The authentication contexts of which the ID token must name one (`acr`), for example one with two factors; empty if any is accepted"""
    session_hours: NotRequired["int"]
    """The duration of a session, in hours. Default: `12`"""
    recheck_minutes: NotRequired["int | None"]
    """The interval at which the provider is asked, by a refresh token, whether a session may go on, in minutes. A session for which the provider gives no refresh token ends after that time. It applies to sessions that begin afterwards. Refused with 503 if the stack has no key that encrypts secrets. Null: sessions are not rechecked"""
    metadata: NotRequired["Metadata"]
    client_id: NotRequired["str"]
    """The organization that the connection belongs to; by default the caller’s own"""
    client_secret: NotRequired["str | None"]
    """The secret of the client at the provider. It is stored encrypted and cannot be read again; null for a public client"""


class ConnectionItem(TypedDict):
    """A connection as it appears in a list"""

    id: "str"
    """The unique id; begins with `con_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    client_id: "str | None"
    """The organization that the connection belongs to; null for the platform"""
    created_by: "str | None"
    """The API key or the member that created the connection, which may have been removed since; null if that was not recorded"""
    name: "str"
    """The connection’s name, which people see when they sign in"""
    issuer: "str"
    """The issuer of the OpenID provider"""
    enforced: "bool"
    """Whether members of the organization can only sign in through this connection"""
    join: "ConnectionJoin"


class ConnectionList(TypedDict):
    """One page of a list"""

    data: "list[ConnectionItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class ConnectionPatch(TypedDict):
    """Changes of a connection (RFC 7396)"""

    name: NotRequired["str"]
    """The connection’s name, which people see when they sign in"""
    oidc_client_id: NotRequired["str"]
    """The id of the client that you registered at the provider"""
    required_claims: NotRequired["dict[str, str] | None"]
    """Claims that the ID token must have with these values. A provider that is shared by many companies needs one, such as `hd` for Google"""
    domains: NotRequired["list[ConnectionDomainInput] | None"]
    """The domains of e-mail addresses by which people find the connection, once they are verified"""
    enforced: NotRequired["bool | None"]
    """Whether members of the organization can only sign in through this connection. Members of organizations above are not affected. Only a caller with every scope of an owner can change it. People of the organization can only enforce the connection through which they have signed in themselves, or one through which an owner signs in whose membership does not end"""
    join: NotRequired["ConnectionJoin | None"]
    """The people who become members of the organization by signing in"""
    role_claim: NotRequired["str | None"]
    """The claim that gives the role of those who join by their domain; null if all get `max_role`"""
    role_map: NotRequired["list[RoleMapping] | None"]
    """The roles for values of `role_claim`. The first that matches applies, and without one a person is no member"""
    max_role: NotRequired["GivenRole | None"]
    """The most that people get by signing in: a role with other scopes is refused"""
    acr_values: NotRequired["list[str] | None"]
    """The authentication contexts of which the ID token must name one (`acr`), for example one with two factors; empty if any is accepted"""
    session_hours: NotRequired["int | None"]
    """The duration of a session, in hours"""
    recheck_minutes: NotRequired["int | None"]
    """The interval at which the provider is asked, by a refresh token, whether a session may go on, in minutes. A session for which the provider gives no refresh token ends after that time. It applies to sessions that begin afterwards. Refused with 503 if the stack has no key that encrypts secrets. Null: sessions are not rechecked"""
    metadata: NotRequired["MetadataPatch | None"]
    """Your own keys to set; null removes one"""
    client_secret: NotRequired["str | None"]
    """The new secret of the client at the provider; null removes it, and without this field it stays"""


class ConnectionTestResult(TypedDict):
    """The result of testing a connection"""

    successful: "bool"
    """Whether people can sign in, as far as the provider shows"""
    detail: "str | None"
    """The problem that was found; null if there is none"""


class Conversation(TypedDict):
    """A conversation between a caller and an agent, such as a call or a chat"""

    id: "str"
    """The unique id; begins with `conv_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    agent_id: "str"
    """The agent that held the conversation"""
    agent_version: "int"
    """The version of the agent at the start of the conversation"""
    client_id: "str"
    """The organization that the conversation belongs to"""
    channel: "Channel"
    direction: "Direction | None"
    """`inbound` if the caller started the conversation, `outbound` if the agent did; null if unknown"""
    caller: "Caller | None"
    """The person who talks with the agent; null if unknown"""
    provider: "ConversationProvider | None"
    """The provider that held the conversation; null if there was none"""
    status: "ConversationStatus"
    start_time: "str"
    """When the conversation started"""
    end_time: "str | None"
    """When the conversation ended; null while it is active"""
    duration_ms: "int | None"
    """The time from `start_time` to `end_time` in milliseconds; null while the conversation is active"""
    end_reason: "str | None"
    """Why the conversation ended, such as `caller_hung_up`"""
    outcome: "str | None"
    """The result of the conversation, such as `appointment_booked`; null if unknown"""
    sentiment: "Sentiment | None"
    """The caller’s sentiment; null if unknown"""
    summary: "str | None"
    """A summary of the conversation"""
    data: "dict[str, Any]"
    """Data extracted from the conversation: any JSON object, at most 32,768 bytes"""
    quality: "Quality | None"
    """An evaluation of the conversation; null if there is none"""
    metrics: "Metrics"
    cost: "Money | None"
    """The amount that the provider charged for the conversation; null if unknown, or if an organization above the API key’s has reported it and does not show it (`settings.costs_shown`). Lists show what a chat of this platform costs once it is over"""
    external_id: "str | None"
    """Your own id of the conversation, unique within its organization; null if there is none"""
    tags: "list[str]"
    """Tags by which people sort conversations: at most ten, in the order in which they were set. Reports of providers never change them"""
    handling: "Handling | None"
    """The one who answers in a chat of this platform; null for all other conversations"""
    handover: "Handover | None"
    """The handover of the chat to people; null while the agent answers"""
    reviewed: "Reviewed | None"
    """When it was marked as reviewed, and by which key; null if it is not. Reports of providers never change it"""
    sources: "ConversationSources"
    analysis: "ConversationAnalysis | None"
    """The result of the shared analyzers; null if there is none"""
    audio: "Audio"
    transcript: "TranscriptSummary"


class ConversationAnalysis(TypedDict):
    """The result of the shared analyzers. `GET /v1/conversations/{conversation_id}/analyses` shows all"""

    status: "ConversationAnalysisStatus"
    successful: "bool | None"
    """Whether the conversation was successful by the nearest analyzer that decides it; null if that is open"""
    failed: "list[str]"
    """The names of criteria that failed, at most five"""


class ConversationAnalyzedEvent(TypedDict):
    """A conversation was analyzed"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['conversation.analyzed']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "Conversation | EventReference"
    """The entity, or only its id"""


class ConversationBatch(TypedDict):
    """New conversations"""

    conversations: "list[ConversationInput]"
    """The new conversations, at most 100, each as `POST /v1/conversations` takes it"""


class ConversationBatchResult(TypedDict):
    """The result of one conversation of a batch"""

    status: "int"
    """The HTTP status that `POST /v1/conversations` answers with"""
    id: "str | None"
    """The new conversation’s id. With `conversation_exists` and `external_id_exists`, that of the recorded one; null with any other problem"""
    problem: "Problem | None"
    """Why the conversation was refused; null if it was written"""


class ConversationBatchResults(TypedDict):
    """The results of the conversations of a batch, in the order of the request"""

    results: "list[ConversationBatchResult]"
    """The results, in the order of the request"""


class ConversationEndedEvent(TypedDict):
    """A conversation ended, or was recorded after its end"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['conversation.ended']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "Conversation | EventReference"
    """The entity, or only its id"""


class ConversationErasedEvent(TypedDict):
    """The erasure of a conversation began"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['conversation.erased']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "EventReference"


class ConversationFlow(TypedDict):
    """A graph of instructions. Every node must be reachable from the start"""

    start: "str"
    """The id of the first node"""
    nodes: "list[FlowNode]"
    """The nodes of the graph"""


class ConversationFlowInput(TypedDict):
    """A graph of instructions. Every node must be reachable from the start"""

    start: "str"
    """The id of the first node"""
    nodes: "list[FlowNodeInput]"
    """The nodes of the graph"""


class ConversationFlowPatch(TypedDict):
    """The fields of a flow to change"""

    start: NotRequired["str | None"]
    """The id of the first node"""
    nodes: NotRequired["list[FlowNodeInput] | None"]
    """All nodes of the graph: the list is replaced as a whole"""


class ConversationHandoverRequestedEvent(TypedDict):
    """A person was asked to take over a chat"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['conversation.handover_requested']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "Conversation | EventReference"
    """The entity, or only its id"""


class ConversationInput(TypedDict):
    """A new conversation"""

    agent_id: "str"
    """The agent that holds the conversation"""
    client_id: NotRequired["str"]
    """The organization that the conversation belongs to: the agent’s, which is the default, or one of its descendants"""
    channel: NotRequired["Channel"]
    """Default: `phone`"""
    direction: NotRequired["Direction | None"]
    """`inbound` if the caller started the conversation, `outbound` if the agent did; null if unknown"""
    caller: NotRequired["CallerInput | None"]
    """The person who talks with the agent; null if unknown"""
    provider: NotRequired["ConversationProviderInput | None"]
    """The provider that held the conversation; null if there was none"""
    end_reason: NotRequired["str | None"]
    """Why the conversation ended, such as `caller_hung_up`"""
    outcome: NotRequired["str | None"]
    """The result of the conversation, such as `appointment_booked`; null if unknown"""
    sentiment: NotRequired["Sentiment | None"]
    """The caller’s sentiment; null if unknown"""
    summary: NotRequired["str | None"]
    """A summary of the conversation"""
    data: NotRequired["dict[str, Any]"]
    """Data extracted from the conversation: any JSON object, at most 32,768 bytes"""
    quality: NotRequired["QualityInput | None"]
    """An evaluation of the conversation; null if there is none"""
    metrics: NotRequired["Metrics"]
    cost: NotRequired["Money | None"]
    """The amount that the provider charged for the conversation; null if unknown, or if an organization above the API key’s has reported it and does not show it (`settings.costs_shown`). Lists show what a chat of this platform costs once it is over"""
    external_id: NotRequired["str | None"]
    """Your own id of the conversation, unique within its organization; null if there is none"""
    metadata: NotRequired["Metadata"]
    tags: NotRequired["list[str]"]
    """Tags by which people sort conversations: at most ten, in the order in which they were set. Reports of providers never change them"""
    status: NotRequired["ConversationStatus"]
    """The state: `active`, or `completed` or `failed` to record a conversation that is over. Default: `active`"""
    start_time: NotRequired["str"]
    """When the conversation started; by default now, or for one that is over, `duration_ms` before `end_time`"""
    end_time: NotRequired["str | None"]
    """When the conversation ended"""
    duration_ms: NotRequired["int"]
    """The length of the conversation in milliseconds, in place of `end_time`"""
    turns: NotRequired["list[TurnInput]"]
    """The first turns of the transcript; more can be appended later"""


class ConversationItem(TypedDict):
    """A conversation as it appears in a list"""

    id: "str"
    """The unique id; begins with `conv_`"""
    created_at: "str"
    """When it was created"""
    agent_id: "str"
    """The agent that held the conversation"""
    client_id: "str"
    """The organization that the conversation belongs to"""
    channel: "Channel"
    direction: "Direction | None"
    """`inbound` if the caller started the conversation, `outbound` if the agent did; null if unknown"""
    caller: "Caller | None"
    """The person who talks with the agent; null if unknown"""
    status: "ConversationStatus"
    start_time: "str"
    """When the conversation started"""
    end_time: "str | None"
    """When the conversation ended; null while it is active"""
    duration_ms: "int | None"
    """The time from `start_time` to `end_time` in milliseconds; null while the conversation is active"""
    end_reason: "str | None"
    """Why the conversation ended, such as `caller_hung_up`"""
    outcome: "str | None"
    """The result of the conversation, such as `appointment_booked`; null if unknown"""
    sentiment: "Sentiment | None"
    """The caller’s sentiment; null if unknown"""
    cost: "Money | None"
    """The amount that the provider charged for the conversation; null if unknown, or if an organization above the API key’s has reported it and does not show it (`settings.costs_shown`). Lists show what a chat of this platform costs once it is over"""
    external_id: "str | None"
    """Your own id of the conversation, unique within its organization; null if there is none"""
    tags: "list[str]"
    """Tags by which people sort conversations: at most ten, in the order in which they were set. Reports of providers never change them"""
    reviewed: "Reviewed | None"
    """When it was marked as reviewed, and by which key; null if it is not. Reports of providers never change it"""
    summary: "str | None"
    """The beginning of the summary: at most 250 bytes of UTF-8. `expand=details` shows it whole"""
    audio: "AudioItem"
    successful: "bool | None"
    """Whether the conversation reached its goal (`quality.successful`); null if unknown"""
    analysis: "ConversationAnalysis | None"
    """The result of the shared analyzers; null if there is none"""
    handling: "Handling | None"
    """The one who answers in a chat of this platform; null for all other conversations"""
    provider: NotRequired["ConversationProvider | None"]
    """The provider; null if there was none"""
    data: NotRequired["dict[str, Any]"]
    """Data extracted from the conversation: any JSON object, at most 32,768 bytes"""
    quality: NotRequired["Quality | None"]
    """An evaluation of the conversation; null if there is none"""
    metrics: NotRequired["Metrics"]
    metadata: NotRequired["Metadata"]
    handover: NotRequired["Handover | None"]
    """The handover of the chat to people; null while the agent answers"""
    agent_name: NotRequired["str | None"]
    """The name of the agent, also of one that belongs to an organization above; null if it was removed. Absent without `expand=names`"""
    client_name: NotRequired["str | None"]
    """The name of the organization; null if it was erased. Absent without `expand=names`"""
    latest_turns: NotRequired["list[LatestTurn]"]
    """The last turns, in order: at most eight. Absent without `expand=turns`"""
    matches: NotRequired["list[TranscriptMatch]"]
    """The first ten turns that contain a word of `q`; absent without `q`"""


class ConversationList(TypedDict):
    """One page of a list"""

    data: "list[ConversationItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class ConversationPatch(TypedDict):
    """The fields to change, as a merge patch (RFC 7396): an absent field stays as it is, null removes its value"""

    status: NotRequired["ConversationStatus"]
    end_time: NotRequired["str"]
    """When the conversation ended"""
    duration_ms: NotRequired["int"]
    """The length of the conversation in milliseconds, in place of `end_time`"""
    end_reason: NotRequired["str | None"]
    """Why the conversation ended, such as `caller_hung_up`"""
    outcome: NotRequired["str | None"]
    """The result of the conversation, such as `appointment_booked`; null if unknown"""
    sentiment: NotRequired["Sentiment | None"]
    """The caller’s sentiment; null if unknown"""
    summary: NotRequired["str | None"]
    """A summary of the conversation"""
    data: NotRequired["dict[str, Any] | None"]
    """Data extracted from the conversation: any JSON object, at most 32,768 bytes"""
    quality: NotRequired["QualityPatch | None"]
    """An evaluation of the conversation; null if there is none"""
    metrics: NotRequired["dict[str, float | None] | None"]
    """Measurements to set; null removes one. Prices that an organization above has reported and does not show stay as they are"""
    cost: NotRequired["MoneyPatch | None"]
    """The amount that the provider charged for the conversation; null if unknown, or if an organization above the API key’s has reported it and does not show it (`settings.costs_shown`). Lists show what a chat of this platform costs once it is over"""
    external_id: NotRequired["str | None"]
    """Your own id of the conversation, unique within its organization; null if there is none"""
    metadata: NotRequired["MetadataPatch | None"]
    """Your own keys to set; null removes one"""
    tags: NotRequired["list[str] | None"]
    """All tags; replaces the earlier ones"""
    add_tags: NotRequired["list[str]"]
    """Tags to add to the present ones, instead of `tags`"""
    remove_tags: NotRequired["list[str]"]
    """Tags to remove from the present ones, instead of `tags`"""
    reviewed: NotRequired["bool | None"]
    """Whether the conversation is reviewed; null is the same as false. If it is already reviewed, it keeps the time and the key of the first review"""


class ConversationProvider(TypedDict):
    """The provider that held the conversation"""

    name: "str"
    """The provider, such as `elevenlabs`, `vapi` or `retell`"""
    conversation_id: "str | None"
    """The conversation’s id at the provider. Within an organization, each is recorded once"""
    agent_id: "str | None"
    """The agent’s id at the provider"""
    metadata: "dict[str, Any]"
    """Further data of the provider: any JSON object, at most 16,384 bytes"""


class ConversationProviderInput(TypedDict):
    """The provider that held the conversation"""

    name: "str"
    """The provider, such as `elevenlabs`, `vapi` or `retell`"""
    conversation_id: NotRequired["str | None"]
    """The conversation’s id at the provider. Within an organization, each is recorded once"""
    agent_id: NotRequired["str | None"]
    """The agent’s id at the provider"""
    metadata: NotRequired["dict[str, Any]"]
    """Further data of the provider: any JSON object, at most 16,384 bytes"""


class ConversationReviewedEvent(TypedDict):
    """The analysis of a conversation was reviewed"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['conversation.reviewed']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "Conversation | EventReference"
    """The entity, or only its id"""


class ConversationSources(TypedDict):
    """The source of each field. A review prevails over keys of the API, and these over providers and analyzers, in whatever order they arrive"""

    outcome: "FieldSource | None"
    """The source of `outcome`; null if it has no value"""
    sentiment: "FieldSource | None"
    """The source of `sentiment`; null if it has no value"""
    summary: "FieldSource | None"
    """The source of `summary`; null if it has no value"""
    data: "FieldSource | None"
    """The source of `data`; null if it has no value"""
    quality: "FieldSource | None"
    """The source of `quality`; null if it has no value"""


class ConversationStartedEvent(TypedDict):
    """A conversation started"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['conversation.started']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "Conversation | EventReference"
    """The entity, or only its id"""


ConversationSummary = TypedDict("ConversationSummary", {
    "timezone": "str",
    "from": "str",
    "to": "str",
    "rows": "list[SummaryRow]",
    "total": "SummaryFigures",
})
"""Counts and figures of the conversations that a list would have"""


class ConversationUpdatedEvent(TypedDict):
    """A conversation was changed"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['conversation.updated']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "Conversation | EventReference"
    """The entity, or only its id"""


class CriterionExample(TypedDict):
    """An example that shows a model how to judge"""

    text: "str"
    """The words that were said"""
    verdict: "ExampleVerdict"


class Deployment(TypedDict):
    """A copy of an agent at a provider"""

    id: "str"
    """The deployment’s id"""
    created_at: "str"
    """When the agent was first deployed there"""
    updated_at: "str"
    """When it was last deployed"""
    agent_id: "str"
    """The agent that is deployed"""
    integration_id: "str"
    """The integration that the agent is deployed to"""
    provider: "Provider"
    provider_agent_id: "str | None"
    """The agent’s id at the provider; null until the provider’s agent is created"""
    runs_on: "DeploymentRunsOn"
    agent_version: "int"
    """The version of the agent that was deployed"""
    status: "DeploymentStatus"
    status_detail: "str | None"
    """Why the deployment, or its removal, failed; null otherwise"""
    not_carried: "list[NotCarried]"
    """Fields of the agent without a counterpart at the provider"""


class DeploymentInput(TypedDict):
    """The integration to deploy an agent to"""

    integration_id: "str"
    """The account at the provider: of the agent’s organization, or of one above"""
    version: NotRequired["int"]
    """The version of the agent to deploy, with the current documents; by default the current version. A deployment of an older one is `outdated`"""
    runs_on: NotRequired["DeploymentRunsOn"]
    """The place where the agent’s answers are generated: `platform` for ElevenLabs and Vapi, and requires the scope `chats:write`. By default as in the last deployment, and `provider` for the first"""


class DeploymentList(TypedDict):
    """One page of a list"""

    data: "list[Deployment]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class Document(TypedDict):
    """A document in an agent’s knowledge base"""

    id: "str"
    """The unique id; begins with `doc_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    agent_id: "str"
    """The agent that uses the document"""
    name: "str"
    """The document’s name"""
    text: "str"
    """The text of the document: at most 204,800 bytes in UTF-8"""
    external_id: "str | None"
    """Your own id of the document, unique within its agent; null if there is none"""
    bytes: "int"
    """The size of the text, in bytes of UTF-8"""


class DocumentCreatedEvent(TypedDict):
    """A document was added to an agent’s knowledge base"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['document.created']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "DocumentItem | DocumentReference"
    """The entity, or only its id"""


class DocumentInput(TypedDict):
    """A new document"""

    name: "str"
    """The document’s name"""
    text: "str"
    """The text of the document: at most 204,800 bytes in UTF-8"""
    external_id: NotRequired["str | None"]
    """Your own id of the document, unique within its agent; null if there is none"""
    metadata: NotRequired["Metadata"]


class DocumentItem(TypedDict):
    """A document as it appears in a list"""

    id: "str"
    """The unique id; begins with `doc_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    agent_id: "str"
    """The agent that uses the document"""
    name: "str"
    """The document’s name"""
    external_id: "str | None"
    """Your own id of the document, unique within its agent; null if there is none"""
    bytes: "int"
    """The size of the text, in bytes of UTF-8"""


class DocumentList(TypedDict):
    """One page of a list"""

    data: "list[DocumentItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class DocumentPatch(TypedDict):
    """A merge patch (RFC 7396) for a document"""

    name: NotRequired["str"]
    """The document’s name"""
    text: NotRequired["str"]
    """The text of the document: at most 204,800 bytes in UTF-8"""
    external_id: NotRequired["str | None"]
    """Your own id of the document, unique within its agent; null if there is none"""
    metadata: NotRequired["MetadataPatch | None"]
    """Your own keys to set; null removes one"""


class DocumentReference(TypedDict):
    """The ids that are needed to read a document"""

    id: "str"
    """The document’s id"""
    agent_id: "str"
    """The agent that the document belongs to"""


class DocumentRemovedEvent(TypedDict):
    """A document was removed from an agent’s knowledge base"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['document.removed']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "DocumentReference"


class DocumentReplacement(TypedDict):
    """All fields of a document that can be changed. An absent field is reset to its default"""

    name: "str"
    """The document’s name"""
    text: "str"
    """The text of the document: at most 204,800 bytes in UTF-8"""
    external_id: NotRequired["str | None"]
    """Your own id of the document, unique within its agent; null if there is none"""
    metadata: NotRequired["Metadata"]
    agent_id: NotRequired["str"]
    """The agent; a value other than the current one is refused"""
    id: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    created_at: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    updated_at: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    version: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    bytes: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""


class DocumentUpdatedEvent(TypedDict):
    """A document in an agent’s knowledge base was changed"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['document.updated']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "DocumentItem | DocumentReference"
    """The entity, or only its id"""


class DomainToVerify(TypedDict):
    """The domain to verify"""

    domain: "str"
    """One of the connection’s domains"""


class Erasure(TypedDict):
    """A conversation that is being erased"""

    id: "str"
    """The conversation’s id"""
    status: "Literal['erasing']"
    """Always `erasing`"""


class ErasureInput(TypedDict):
    """The caller to erase. It is forgotten once everything is erased"""

    client_id: NotRequired["str"]
    """The organization whose conversations, and those below, are erased; by default the API key’s own"""
    caller: "str"
    """Only conversations of this caller: the exact phone number in E.164 form, or the exact id"""


class EventPayload(TypedDict):
    """The body of a message"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "EventType"
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "dict[str, Any]"
    """The entity, or only its id, as described under `webhooks` in this document"""


class EventReference(TypedDict):
    """The id of the entity that an event is about"""

    id: "str"
    """The id of the entity that the event is about"""


class ExpandedConversation(TypedDict):
    """A conversation, with the parts that `expand` names"""

    id: "str"
    """The unique id; begins with `conv_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    agent_id: "str"
    """The agent that held the conversation"""
    agent_version: "int"
    """The version of the agent at the start of the conversation"""
    client_id: "str"
    """The organization that the conversation belongs to"""
    channel: "Channel"
    direction: "Direction | None"
    """`inbound` if the caller started the conversation, `outbound` if the agent did; null if unknown"""
    caller: "Caller | None"
    """The person who talks with the agent; null if unknown"""
    provider: "ConversationProvider | None"
    """The provider that held the conversation; null if there was none"""
    status: "ConversationStatus"
    start_time: "str"
    """When the conversation started"""
    end_time: "str | None"
    """When the conversation ended; null while it is active"""
    duration_ms: "int | None"
    """The time from `start_time` to `end_time` in milliseconds; null while the conversation is active"""
    end_reason: "str | None"
    """Why the conversation ended, such as `caller_hung_up`"""
    outcome: "str | None"
    """The result of the conversation, such as `appointment_booked`; null if unknown"""
    sentiment: "Sentiment | None"
    """The caller’s sentiment; null if unknown"""
    summary: "str | None"
    """A summary of the conversation"""
    data: "dict[str, Any]"
    """Data extracted from the conversation: any JSON object, at most 32,768 bytes"""
    quality: "Quality | None"
    """An evaluation of the conversation; null if there is none"""
    metrics: "Metrics"
    cost: "Money | None"
    """The amount that the provider charged for the conversation; null if unknown, or if an organization above the API key’s has reported it and does not show it (`settings.costs_shown`). Lists show what a chat of this platform costs once it is over"""
    external_id: "str | None"
    """Your own id of the conversation, unique within its organization; null if there is none"""
    tags: "list[str]"
    """Tags by which people sort conversations: at most ten, in the order in which they were set. Reports of providers never change them"""
    handling: "Handling | None"
    """The one who answers in a chat of this platform; null for all other conversations"""
    handover: "Handover | None"
    """The handover of the chat to people; null while the agent answers"""
    reviewed: "Reviewed | None"
    """When it was marked as reviewed, and by which key; null if it is not. Reports of providers never change it"""
    sources: "ConversationSources"
    analysis: "ConversationAnalysis | None"
    """The result of the shared analyzers; null if there is none"""
    audio: "Audio"
    transcript: "ExpandedTranscript"
    recording: NotRequired["RecordingLink | None"]
    """A link to the recording; null if none can be played, and absent without `expand=recording`"""
    agent_name: NotRequired["str | None"]
    """The name of the agent, also of one that belongs to an organization above; null if it was removed. Absent without `expand=names`"""
    client_name: NotRequired["str | None"]
    """The name of the organization; null if it was erased. Absent without `expand=names`"""


class ExpandedTranscript(TypedDict):
    """The state of the transcript, with its first turns on request"""

    status: "TranscriptStatus"
    turns: "int"
    """The number of turns"""
    data: NotRequired["list[Turn]"]
    """The first 500 turns; absent without `expand=transcript`"""
    has_more: NotRequired["bool"]
    """Whether more turns follow; absent without `expand=transcript`"""
    next_cursor: NotRequired["str | None"]
    """Send it as `cursor` to the route of the transcript to get the turns that follow; null if none do"""


class Export(TypedDict):
    """An export of an organization’s data, as files"""

    id: "str"
    """The unique id; begins with `exp_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    client_id: "str | None"
    """The organization that is exported, with its descendants; null for everything"""
    created_by: "str | None"
    """The API key or the member that created the export, which may have been removed since; null if that was not recorded"""
    resources: "list[ExportResource]"
    """The conversations to export"""
    format: "ExportFormat"
    recordings: "bool"
    """Whether the recordings of the conversations are exported as well, in ZIP files"""
    filters: "ExportFilters"
    status: "ExportStatus"
    status_detail: "str | None"
    """Why the export failed; null if it did not"""
    rows: "int"
    """The number of rows that have been written"""
    size_bytes: "int"
    """The size of the files that have been written, in bytes"""
    expires_at: "str"
    """When the export and its files are removed: seven days after its creation"""
    links_expire_at: "str"
    """When the links in `files` expire. Get the export again for new ones"""
    files: "list[ExportFile]"
    """The files that are complete. There can be several of a resource, each with its own header"""


class ExportCompletedEvent(TypedDict):
    """An export ended"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['export.completed']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "ExportSummary | EventReference"
    """The entity, or only its id"""


class ExportFile(TypedDict):
    """A file of an export"""

    name: "str"
    """The file’s name, such as `conversations-0001.csv`"""
    resource: "ExportFileResource"
    rows: "int"
    """The number of rows without the header, or of recordings"""
    size_bytes: "int"
    """The file’s size, in bytes"""
    url: "str"
    """A presigned link that downloads the file. It needs no API key"""


class ExportFilters(TypedDict):
    """The conversations to export"""

    agent_id: NotRequired["list[str]"]
    """Only conversations with one of these agents"""
    outcome: NotRequired["list[str]"]
    """Only conversations with one of these outcomes"""
    channel: NotRequired["list[Channel]"]
    """Only conversations over one of these channels"""
    sentiment: NotRequired["list[Sentiment]"]
    """Only conversations with one of these sentiments"""
    end_reason: NotRequired["list[str]"]
    """Only conversations that ended for one of these reasons"""
    direction: NotRequired["list[Direction]"]
    """Only conversations in one of these directions"""
    provider: NotRequired["list[str]"]
    """Only conversations that one of these providers held"""
    provider_conversation_id: NotRequired["str"]
    """Only conversations with this id at the provider"""
    ids: NotRequired["list[str]"]
    """Only conversations with one of these ids, at most 100"""
    metadata: NotRequired["dict[str, str]"]
    """Only conversations with this value of one key of `metadata`: `metadata.<key>=<value>` in a query"""
    duration_min_ms: NotRequired["int"]
    """Only conversations that have ended and lasted at least so long"""
    duration_max_ms: NotRequired["int"]
    """Only conversations that have ended and lasted at most so long"""
    has_recording: NotRequired["bool"]
    """Only conversations whose recording is available, or only those without one"""
    successful: NotRequired["bool"]
    """Only conversations that reached their goal, or only those that did not (`quality.successful`)"""
    reviewed: NotRequired["bool"]
    """Only conversations that are marked as reviewed, or only those that are not"""
    caller: NotRequired["str"]
    """Only conversations of this caller: the exact phone number in E.164 form, or the exact id"""
    caller_name: NotRequired["str"]
    """Only conversations of callers whose name has words that begin with all of these, ignoring case and accents"""
    external_id: NotRequired["str"]
    """Only the conversation with this `external_id`: at most one of each organization"""
    tag: NotRequired["list[str]"]
    """Only conversations with one of these tags"""
    label: NotRequired["list[str]"]
    """Only conversations with all of these verdicts and values of shared analyzers, at most three: `criterion.<name>:<verdict>` or `field.<name>:<value>`"""
    start_after: NotRequired["str"]
    """Only conversations that started at this time or later (inclusive)"""
    start_before: NotRequired["str"]
    """Only conversations that started before this time (exclusive)"""
    test: NotRequired["Flag"]
    """For an organization above one for tests: `true` returns only conversations of organizations for tests, which are left out otherwise. In an organization for tests, it has no effect"""
    status: NotRequired["list[ConversationStatus]"]
    """Only conversations with one of these statuses"""
    q: NotRequired["str"]
    """Only conversations that have ended and whose transcript contains all of these words: at most ten, ignoring case and accents. `word*` matches words that begin with it"""


class ExportFiltersInput(TypedDict):
    """The conversations to export, with their turns, notes and recordings: the filters of `GET /v1/conversations`. `start_after` and `start_before` also bound the days of usage and the audit log. Agents, their documents and organizations are always exported whole"""

    agent_id: NotRequired["list[str]"]
    """Only conversations with one of these agents"""
    outcome: NotRequired["list[str]"]
    """Only conversations with one of these outcomes"""
    channel: NotRequired["list[Channel]"]
    """Only conversations over one of these channels"""
    sentiment: NotRequired["list[Sentiment]"]
    """Only conversations with one of these sentiments"""
    end_reason: NotRequired["list[str]"]
    """Only conversations that ended for one of these reasons"""
    direction: NotRequired["list[Direction]"]
    """Only conversations in one of these directions"""
    provider: NotRequired["list[str]"]
    """Only conversations that one of these providers held"""
    provider_conversation_id: NotRequired["str"]
    """Only conversations with this id at the provider"""
    ids: NotRequired["list[str]"]
    """Only conversations with one of these ids, at most 100"""
    metadata: NotRequired["dict[str, str]"]
    """Only conversations with this value of one key of `metadata`: `metadata.<key>=<value>` in a query"""
    duration_min_ms: NotRequired["int"]
    """Only conversations that have ended and lasted at least so long"""
    duration_max_ms: NotRequired["int"]
    """Only conversations that have ended and lasted at most so long"""
    has_recording: NotRequired["bool"]
    """Only conversations whose recording is available, or only those without one"""
    successful: NotRequired["bool"]
    """Only conversations that reached their goal, or only those that did not (`quality.successful`)"""
    reviewed: NotRequired["bool"]
    """Only conversations that are marked as reviewed, or only those that are not"""
    caller: NotRequired["str"]
    """Only conversations of this caller: the exact phone number in E.164 form, or the exact id"""
    caller_name: NotRequired["str"]
    """Only conversations of callers whose name has words that begin with all of these, ignoring case and accents"""
    external_id: NotRequired["str"]
    """Only the conversation with this `external_id`: at most one of each organization"""
    tag: NotRequired["list[str]"]
    """Only conversations with one of these tags"""
    label: NotRequired["list[str]"]
    """Only conversations with all of these verdicts and values of shared analyzers, at most three: `criterion.<name>:<verdict>` or `field.<name>:<value>`"""
    start_after: NotRequired["str"]
    """Only conversations that started at this time or later (inclusive)"""
    start_before: NotRequired["str"]
    """Only conversations that started before this time (exclusive), which must be after `start_after`"""
    test: NotRequired["Flag"]
    """For an organization above one for tests: `true` returns only conversations of organizations for tests, which are left out otherwise. In an organization for tests, it has no effect"""
    status: NotRequired["list[ConversationStatus]"]
    """Only conversations with one of these statuses"""
    q: NotRequired["str"]
    """Only conversations that have ended and whose transcript contains all of these words: at most ten, ignoring case and accents. `word*` matches words that begin with it"""


class ExportInput(TypedDict):
    """The data to export. An empty object exports everything except recordings and the audit log"""

    client_id: NotRequired["str"]
    """The organization to export, with its descendants. By default the API key’s own; everything for a key of the platform. The files contain the costs that this organization sees, whichever key creates the export"""
    resources: NotRequired["list[ExportResource]"]
    """The conversations to export"""
    format: NotRequired["ExportFormat"]
    """Default: `ndjson`"""
    recordings: NotRequired["bool"]
    """Whether the recordings of the conversations are exported as well, in ZIP files. Default: `false`"""
    filters: NotRequired["ExportFiltersInput"]
    metadata: NotRequired["Metadata"]


class ExportItem(TypedDict):
    """An export as it appears in a list"""

    id: "str"
    """The unique id; begins with `exp_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    client_id: "str | None"
    """The organization that is exported, with its descendants; null for everything"""
    created_by: "str | None"
    """The API key or the member that created the export, which may have been removed since; null if that was not recorded"""
    resources: "list[ExportResource]"
    """The conversations to export"""
    format: "ExportFormat"
    recordings: "bool"
    """Whether the recordings of the conversations are exported as well, in ZIP files"""
    status: "ExportStatus"
    status_detail: "str | None"
    """Why the export failed; null if it did not"""
    rows: "int"
    """The number of rows that have been written"""
    size_bytes: "int"
    """The size of the files that have been written, in bytes"""
    expires_at: "str"
    """When the export and its files are removed: seven days after its creation"""


class ExportList(TypedDict):
    """One page of a list"""

    data: "list[ExportItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class ExportSummary(TypedDict):
    """The result of an export, without links to its files"""

    id: "str"
    """The export’s id"""
    status: "ExportResult"
    rows: "int"
    """The number of rows that were written"""
    size_bytes: "int"
    """The size of all files, in bytes"""


class ExtractedField(TypedDict):
    """A value that was extracted"""

    name: "str"
    """The name of the field"""
    value: "Any"
    """The value, of the type of the field; null if there is none"""
    evidence: "list[AnalysisEvidence]"
    """The turns that show it"""
    reason: "AnalysisReason | None"
    """Why there is no value; null if there is one, or none is required"""


class FlowNode(TypedDict):
    """One step of a flow"""

    id: "str"
    """The node’s id, unique within the flow"""
    instruction: "str"
    """The agent’s instructions while it is at this node"""
    tools: "list[str] | None"
    """The names of the tools that the agent may call at this node; null for all"""
    transitions: "list[FlowTransition]"
    """The transitions to the next nodes. A node without transitions ends the flow"""


class FlowNodeInput(TypedDict):
    """One step of a flow"""

    id: "str"
    """The node’s id, unique within the flow"""
    instruction: "str"
    """The agent’s instructions while it is at this node"""
    tools: NotRequired["list[str] | None"]
    """The names of the tools that the agent may call at this node; null for all"""
    transitions: NotRequired["list[FlowTransition]"]
    """The transitions to the next nodes. A node without transitions ends the flow"""


class FlowTransition(TypedDict):
    """A transition from one node to another"""

    to: "str"
    """The id of the next node"""
    when: "str"
    """The condition for taking this transition, in words"""


class GatewayLimits(TypedDict):
    """Limits that are the same for all organizations"""

    requests_per_second: "int | None"
    """The number of requests a second of all API keys together; null if there is no limit"""
    slow_routes: "SlowRouteLimit"


class Handover(TypedDict):
    """The handover of a chat to people"""

    requested_at: "str"
    """When a person was asked for, or took over"""
    reason: "str | None"
    """Why a person was asked for, in the words of the one who asked; null if unknown"""
    answer_by: "str | None"
    """When the agent resumes if nobody has answered; null if it waits until the end of the chat, or if a person has answered"""
    author: "str | None"
    """The name of the person who answered last; `Staff` if the provider reports none, if the person has left, and in messages of webhooks for everybody who has signed in; null while nobody has answered"""


class HandoverInput(TypedDict):
    """A request for a person"""

    reason: NotRequired["str | None"]
    """Why a person is asked for, for the one who takes over"""


class HandoverRules(TypedDict):
    """The action to take if nobody takes over a chat"""

    answer_within_minutes: "int"
    """The time that a chat waits for a person, in minutes. The agent resumes at most five minutes later"""
    unanswered_message: "str"
    """The agent’s words when nobody has answered in time, after which it resumes"""


class Health(TypedDict):
    """The health of the service"""

    status: "Literal['ok']"
    """Always `ok`"""
    version: "str"
    """The version of the service"""


class HttpAction(TypedDict):
    """A request to your server"""

    type: "Literal['http']"
    """A signed POST to your server"""
    url: "str"
    """The address of your server, with `https:`. Redirects are not followed"""
    effect: "ToolEffect"
    timeout_seconds: "int"
    """The time within which the server must answer, in seconds"""
    bind: "dict[str, str]"
    """Arguments that the platform sets, each with a text in which `{{name}}` is replaced by the variable of the conversation. The language model does not see these arguments and cannot choose them"""


class HttpActionInput(TypedDict):
    """A request to your server"""

    type: "Literal['http']"
    """A signed POST to your server"""
    url: "str"
    """The address of your server, with `https:`. Redirects are not followed"""
    effect: NotRequired["ToolEffect"]
    """Default: `read`"""
    timeout_seconds: NotRequired["int"]
    """The time within which the server must answer, in seconds. Default: `5`"""
    bind: NotRequired["dict[str, str]"]
    """Arguments that the platform sets, each with a text in which `{{name}}` is replaced by the variable of the conversation. The language model does not see these arguments and cannot choose them"""


class Identity(TypedDict):
    """The caller and its organization"""

    key: "ApiKeyItem | None"
    """The API key of the request; null for a person who has signed in"""
    person: "Person | None"
    """The person who has signed in; null for an API key"""
    memberships: "list[Membership]"
    """The organizations that the person can choose with `Organization`; empty for an API key"""
    client: "OrganizationItem | None"
    """The organization of the request; null for the platform. A person whose request names none, and who can choose only one, gets that one, with the scopes there"""
    branding: "Branding | None"
    """The branding in effect for the organization: its own, or that of the nearest organization above that sets one; null without"""
    scopes: "list[Scope]"
    """The scopes of the request"""
    limits: "Limits"
    time: "str"
    """The current time of the service"""


class Import(TypedDict):
    """An import of agents or earlier conversations from a provider"""

    id: "str"
    """The import’s id"""
    created_at: "str"
    """When the import was started"""
    updated_at: "str"
    """When its progress was last noted"""
    integration_id: "str"
    """The integration that is imported from"""
    resource: "ImportResource"
    start_after: "str | None"
    """Only conversations that started at or after this time; null if there is no lower limit"""
    start_before: "str | None"
    """Only conversations that started before this time; null for agents"""
    recordings: "bool"
    """Whether recordings are fetched as well"""
    status: "ImportStatus"
    status_detail: "str | None"
    """Why the import failed, or why it is waiting"""
    seen: "int"
    """The number of agents or conversations that the provider has listed so far"""
    created: "int"
    """The number of those that are new here"""
    skipped: "int"
    """The number of existing ones. Missing data was added to them"""
    failed: "int"
    """The number of those that could not be imported"""
    errors: "list[ImportFault]"
    """The first 50 entities that could not be imported"""
    completed_at: "str | None"
    """When the import ended; null while it is running"""


class ImportFault(TypedDict):
    """An entity that could not be imported"""

    provider_id: "str"
    """The id of the agent or conversation at the provider"""
    detail: "str"
    """Why it was not imported"""


class ImportInput(TypedDict):
    """A new import"""

    resource: "ImportResource"
    start_after: NotRequired["str | None"]
    """Only conversations that started at or after this time. For Vapi: that were created"""
    start_before: NotRequired["str | None"]
    """Only conversations that started before this time; by default the time of the request. Later ones arrive as webhooks"""
    recordings: NotRequired["bool"]
    """Whether recordings are fetched as well. Default: `true`"""


class ImportList(TypedDict):
    """One page of a list"""

    data: "list[Import]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class Integration(TypedDict):
    """An account at a voice provider, whose calls become conversations"""

    id: "str"
    """The unique id; begins with `intg_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    client_id: "str"
    """The organization that the integration belongs to"""
    created_by: "str | None"
    """The API key or the member that created the integration, which may have been removed since; null if that was not recorded"""
    provider: "Provider"
    name: "str"
    """The integration’s name, for people"""
    api_key_hint: "str | None"
    """The last four characters of the API key; null if none is set"""
    verification: "Verification | None"
    """The method that verifies webhooks; null unless the provider is Vapi"""
    agents: "list[AgentMapping]"
    """The mapping of the provider’s agents to agents of the platform"""
    status: "IntegrationStatus"
    status_detail: "str | None"
    """The reason why the integration fails; null unless it does"""
    webhook_url: "str"
    """The URL to set at the provider for its webhooks"""


class IntegrationEvent(TypedDict):
    """An event from a provider, and the result of processing it"""

    id: "str"
    """The event’s id"""
    integration_id: "str"
    """The integration that received the event"""
    type: "str"
    """The provider’s name for this type of event; `unknown` if the event has none"""
    status: "IntegrationEventStatus"
    status_detail: "str | None"
    """Why the event was parked or failed; null otherwise"""
    conversation_id: "str | None"
    """The conversation that the event is about; null if there is none"""
    provider_conversation_id: "str | None"
    """The call’s id at the provider"""
    provider_agent_id: "str | None"
    """The agent’s id at the provider"""
    received_at: "str"
    """When the event was received"""
    processed_at: "str | None"
    """When the event was last processed; null before that"""
    payload: "dict[str, Any] | None"
    """The payload from the provider; null if it is larger than 1 MB, is not a JSON object, or has been erased, or if the API key lacks `conversations:read` or `recordings:read`"""
    payload_url: "str | None"
    """A link to a payload that is larger than 1 MB, valid for five minutes; null otherwise, or if the API key lacks one of these scopes"""


class IntegrationEventItem(TypedDict):
    """An event as it appears in a list"""

    id: "str"
    """The event’s id"""
    integration_id: "str"
    """The integration that received the event"""
    type: "str"
    """The provider’s name for this type of event; `unknown` if the event has none"""
    status: "IntegrationEventStatus"
    status_detail: "str | None"
    """Why the event was parked or failed; null otherwise"""
    conversation_id: "str | None"
    """The conversation that the event is about; null if there is none"""
    provider_conversation_id: "str | None"
    """The call’s id at the provider"""
    provider_agent_id: "str | None"
    """The agent’s id at the provider"""
    received_at: "str"
    """When the event was received"""
    processed_at: "str | None"
    """When the event was last processed; null before that"""


class IntegrationEventList(TypedDict):
    """One page of a list"""

    data: "list[IntegrationEventItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class IntegrationFailingEvent(TypedDict):
    """A provider refused the requests of an integration"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['integration.failing']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "IntegrationFailure | EventReference"
    """The entity, or only its id"""


class IntegrationFailure(TypedDict):
    """An integration whose requests the provider refuses"""

    id: "str"
    """The integration’s id"""
    provider: "str"
    """The provider, such as `elevenlabs`"""
    name: "str"
    """The integration’s name"""
    status_detail: "str"
    """Why the provider refused the requests"""


class IntegrationInput(TypedDict):
    """A new integration"""

    name: "str"
    """The integration’s name, for people"""
    verification: NotRequired["Verification | None"]
    """The method that verifies webhooks, for Vapi only; `secret_header` if absent"""
    agents: NotRequired["list[AgentMapping]"]
    """The mapping of the provider’s agents to agents of the platform"""
    status: NotRequired["IntegrationStatus"]
    """`disabled` refuses webhooks and the tokens of deployments, and fetches nothing. Anything else lets the integration work: whether it fails, the platform finds out. Default: `active`"""
    metadata: NotRequired["Metadata"]
    client_id: NotRequired["str"]
    """The organization that the integration belongs to; by default the API key’s own"""
    provider: "Provider"
    api_key: NotRequired["str | None"]
    """The API key of the account at the provider. It is stored encrypted and cannot be read again"""
    webhook_secret: NotRequired["str | None"]
    """The secret that the provider signs webhooks with. Retell signs with an API key, by default the one above. It is stored encrypted and cannot be read again"""


class IntegrationItem(TypedDict):
    """An integration as it appears in a list"""

    id: "str"
    """The unique id; begins with `intg_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    client_id: "str"
    """The organization that the integration belongs to"""
    created_by: "str | None"
    """The API key or the member that created the integration, which may have been removed since; null if that was not recorded"""
    provider: "Provider"
    name: "str"
    """The integration’s name, for people"""
    api_key_hint: "str | None"
    """The last four characters of the API key; null if none is set"""
    verification: "Verification | None"
    """The method that verifies webhooks; null unless the provider is Vapi"""
    status: "IntegrationStatus"
    status_detail: "str | None"
    """The reason why the integration fails; null unless it does"""
    parked_events: NotRequired["int"]
    """The number of parked events, for example of an agent that is not mapped; at most 100, even if there are more. Included only with `expand=parked_events`"""


class IntegrationList(TypedDict):
    """One page of a list"""

    data: "list[IntegrationItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class IntegrationPatch(TypedDict):
    """A merge patch (RFC 7396) for an integration"""

    name: NotRequired["str"]
    """The integration’s name, for people"""
    verification: NotRequired["Verification | None"]
    """The method that verifies webhooks, for Vapi only; `secret_header` if absent"""
    agents: NotRequired["list[AgentMapping] | None"]
    """The mapping of the provider’s agents to agents of the platform"""
    status: NotRequired["IntegrationStatus | None"]
    """`disabled` refuses webhooks and the tokens of deployments, and fetches nothing. Anything else lets the integration work: whether it fails, the platform finds out"""
    metadata: NotRequired["MetadataPatch | None"]
    """Your own keys to set; null removes one"""
    api_key: NotRequired["str | None"]
    """The API key of the account at the provider. It is stored encrypted and cannot be read again. Absent: it stays; null removes it"""
    webhook_secret: NotRequired["str | None"]
    """The secret that the provider signs webhooks with. Retell signs with an API key, by default the one above. It is stored encrypted and cannot be read again. Absent: it stays; null removes it. The previous one remains valid for a day"""


class IntegrationReplacement(TypedDict):
    """Everything that can be changed of an integration. An absent field is reset to its default, but a secret stays"""

    name: "str"
    """The integration’s name, for people"""
    verification: NotRequired["Verification | None"]
    """The method that verifies webhooks, for Vapi only; `secret_header` if absent"""
    agents: NotRequired["list[AgentMapping]"]
    """The mapping of the provider’s agents to agents of the platform"""
    status: NotRequired["IntegrationStatus"]
    """`disabled` refuses webhooks and the tokens of deployments, and fetches nothing. Anything else lets the integration work: whether it fails, the platform finds out. Default: `active`"""
    metadata: NotRequired["Metadata"]
    client_id: NotRequired["str"]
    """The organization; a value other than the current one is refused"""
    provider: NotRequired["Provider"]
    """The provider; a value other than the current one is refused"""
    api_key: NotRequired["str | None"]
    """The API key of the account at the provider. It is stored encrypted and cannot be read again. Absent: it stays; null removes it"""
    webhook_secret: NotRequired["str | None"]
    """The secret that the provider signs webhooks with. Retell signs with an API key, by default the one above. It is stored encrypted and cannot be read again. Absent: it stays; null removes it. The previous one remains valid for a day"""
    id: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    created_at: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    updated_at: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    version: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    created_by: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    api_key_hint: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    status_detail: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    webhook_url: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""


class Invitation(TypedDict):
    """An invitation to an organization"""

    id: "str"
    """The unique id; begins with `inv_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    client_id: "str | None"
    """The organization that the person is invited to; null for the platform"""
    created_by: "str | None"
    """The API key or the member that created the invitation, which may have been removed since; null if that was not recorded"""
    connection_id: "str"
    """The connection through which the person has to sign in"""
    email: "str"
    """The e-mail address that the provider must report"""
    role: "Role | None"
    """The role; null if the scopes were chosen one by one"""
    scopes: "list[Scope]"
    """The scopes: those of the role, or those that were chosen"""
    member_expires_at: "str | None"
    """When the membership will end; null if it does not"""
    expires_at: "str"
    """When the invitation can no longer be accepted: seven days after its creation"""


class InvitationAcceptance(TypedDict):
    """The proof of having received an invitation"""

    token: "str"
    """The token of the invitation"""


class InvitationInput(TypedDict):
    """A new invitation"""

    client_id: NotRequired["str"]
    """The organization that the person is invited to; by default the caller’s own"""
    connection_id: NotRequired["str"]
    """A connection of the organization or of one above. By default the one that the organization enforces, or else the one through which the caller signed in, or else the newest one of the nearest organization whose `max_role` has every scope that the person gets. An organization that enforces a connection refuses others"""
    email: "str"
    """The e-mail address that the provider must report"""
    role: NotRequired["Role"]
    """The role: either this or `scopes`"""
    scopes: NotRequired["list[Scope]"]
    """Scopes that no role has together: either this or `role`"""
    member_expires_at: NotRequired["str | None"]
    """When the membership will end: no later than the caller’s own access, which is also the default; null if it does not"""


class InvitationItem(TypedDict):
    """An invitation as it appears in a list"""

    id: "str"
    """The unique id; begins with `inv_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    client_id: "str | None"
    """The organization that the person is invited to; null for the platform"""
    created_by: "str | None"
    """The API key or the member that created the invitation, which may have been removed since; null if that was not recorded"""
    connection_id: "str"
    """The connection through which the person has to sign in"""
    email: "str"
    """The e-mail address that the provider must report"""
    role: "Role | None"
    """The role; null if the scopes were chosen one by one"""
    scopes: "list[Scope]"
    """The scopes: those of the role, or those that were chosen"""
    member_expires_at: "str | None"
    """When the membership will end; null if it does not"""
    expires_at: "str"
    """When the invitation can no longer be accepted: seven days after its creation"""


class InvitationList(TypedDict):
    """One page of a list"""

    data: "list[InvitationItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class InvitationWithToken(TypedDict):
    """A new invitation with its token"""

    id: "str"
    """The unique id; begins with `inv_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    client_id: "str | None"
    """The organization that the person is invited to; null for the platform"""
    created_by: "str | None"
    """The API key or the member that created the invitation, which may have been removed since; null if that was not recorded"""
    connection_id: "str"
    """The connection through which the person has to sign in"""
    email: "str"
    """The e-mail address that the provider must report"""
    role: "Role | None"
    """The role; null if the scopes were chosen one by one"""
    scopes: "list[Scope]"
    """The scopes: those of the role, or those that were chosen"""
    member_expires_at: "str | None"
    """When the membership will end; null if it does not"""
    expires_at: "str"
    """When the invitation can no longer be accepted: seven days after its creation"""
    token: "str"
    """The token to accept the invitation with. It cannot be read again"""
    url: "str"
    """The page of the console on which the person accepts. Send it to the person"""


class IssuingTerms(TypedDict):
    """The terms of the statements that an organization issues"""

    tax: NotRequired["TaxTerms"]
    """The tax that is added; by default none"""
    payment_days: NotRequired["int"]
    """The number of days from the date of a statement to its due date; by default, there is no due date"""
    payment_details: NotRequired["str"]
    """The way to pay, such as a bank account, with line breaks"""
    email: NotRequired["str"]
    """The address for questions about statements. Those who receive them see it"""
    number_prefix: NotRequired["str"]
    """The beginning of each number, such as `BV-`; by default there is none"""


class IssuingTermsPatch(TypedDict):
    """The terms to change; null removes one"""

    tax: NotRequired["TaxTermsPatch | None"]
    """The tax to change; null removes it"""
    payment_days: NotRequired["int | None"]
    """The number of days from the date of a statement to its due date; by default, there is no due date"""
    payment_details: NotRequired["str | None"]
    """The way to pay, such as a bank account, with line breaks"""
    email: NotRequired["str | None"]
    """The address for questions about statements. Those who receive them see it"""
    number_prefix: NotRequired["str | None"]
    """The beginning of each number, such as `BV-`; by default there is none"""


class KnowledgeBase(TypedDict):
    """The size of the agent’s knowledge base. Documents are a separate resource; changing one does not create a version of the agent"""

    documents: "int"
    """The number of documents"""
    bytes: "int"
    """The size of the documents’ text, in bytes of UTF-8"""
    version: "int"
    """The number of changes to the documents, counted from 0"""


class KnowledgeMatch(TypedDict):
    """A document of which passages were given to the language model"""

    document_id: "str"
    """The document’s id"""
    title: "str"
    """The document’s name"""
    score: "float"
    """The relevance of the document. Comparable within one answer only"""


class LatestTurn(TypedDict):
    """A turn at the end of a transcript"""

    index: "int"
    """The turn’s position in the transcript, from 0"""
    role: "TurnRole"
    text: "str"
    """The beginning of what was said: at most 500 bytes of UTF-8"""


class Limits(TypedDict):
    """The limits on requests, on entities and on use"""

    requests_per_minute: "int | None"
    """The smallest limit on requests of the organization and those above; null if there is none"""
    gateway: "GatewayLimits"
    quotas: "list[QuotaInEffect]"
    """The quotas of the organization, or their defaults, and those of the organizations above; empty for a platform key"""


class McpAction(TypedDict):
    """A call of a tool at an MCP server. A tool without a description or parameters takes those of the server"""

    type: "Literal['mcp']"
    """A call to an MCP server"""
    tool_server_id: "str"
    """The tool server, of the agent’s organization or of one above"""
    tool: "str"
    """The name of the tool at the server"""
    effect: "ToolEffect"
    bind: "dict[str, str]"
    """Arguments that the platform sets, each with a text in which `{{name}}` is replaced by the variable of the conversation. The language model does not see these arguments and cannot choose them"""


class McpActionInput(TypedDict):
    """A call of a tool at an MCP server. A tool without a description or parameters takes those of the server"""

    type: "Literal['mcp']"
    """A call to an MCP server"""
    tool_server_id: "str"
    """The tool server, of the agent’s organization or of one above"""
    tool: "str"
    """The name of the tool at the server"""
    effect: NotRequired["ToolEffect"]
    """Default: `read`"""
    bind: NotRequired["dict[str, str]"]
    """Arguments that the platform sets, each with a text in which `{{name}}` is replaced by the variable of the conversation. The language model does not see these arguments and cannot choose them"""


class Member(TypedDict):
    """A person in an organization"""

    id: "str"
    """The unique id; begins with `mem_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    client_id: "str | None"
    """The organization; null for the platform, which reaches everything"""
    created_by: "str | None"
    """The API key or the member that created the member, which may have been removed since; null if that was not recorded"""
    person: "Person"
    role: "Role | None"
    """The role; null if the scopes were chosen one by one"""
    scopes: "list[Scope]"
    """The scopes: those of the role, or those that were chosen"""
    expires_at: "str | None"
    """When the membership ends; null if it does not"""
    source: "MemberSource"


class MemberItem(TypedDict):
    """A member as it appears in a list"""

    id: "str"
    """The unique id; begins with `mem_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    client_id: "str | None"
    """The organization; null for the platform, which reaches everything"""
    created_by: "str | None"
    """The API key or the member that created the member, which may have been removed since; null if that was not recorded"""
    person: "Person"
    role: "Role | None"
    """The role; null if the scopes were chosen one by one"""
    scopes: "list[Scope]"
    """The scopes: those of the role, or those that were chosen"""
    expires_at: "str | None"
    """When the membership ends; null if it does not"""
    source: "MemberSource"


class MemberList(TypedDict):
    """One page of a list"""

    data: "list[MemberItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class MemberPatch(TypedDict):
    """Changes of a member (RFC 7396)"""

    role: NotRequired["Role"]
    """The role: either this or `scopes`"""
    scopes: NotRequired["list[Scope]"]
    """Scopes that no role has together: either this or `role`"""
    expires_at: NotRequired["str | None"]
    """When the membership ends, no later than the caller’s own access; null if it does not"""
    metadata: NotRequired["MetadataPatch | None"]
    """Your own keys to set; null removes one"""


class MemberRemoval(TypedDict):
    """A removed member, and what remains"""

    member_id: "str"
    """The removed member’s id"""
    api_keys: "list[ApiKeyItem]"
    """API keys that the member created, or that such a key created: revoked with `revoke_keys=true`, and valid otherwise. A key that somebody else has rotated since is not among them, once its previous secret has ended"""
    rotated_api_keys: "list[ApiKeyItem]"
    """API keys of others whose secret the member knows, because the member or one of `api_keys` has rotated them. They are never revoked with the member, because others rely on them: rotate them, with `overlap_seconds: 0`"""


class Membership(TypedDict):
    """An organization that a person is a member of"""

    id: "str"
    """The member’s id"""
    client_id: "str | None"
    """The organization, to be sent as `Organization`; null for the platform, which is sent as `platform`"""
    name: "str"
    """The organization’s name"""
    role: "Role | None"
    """The role; null if the scopes were chosen one by one"""
    scopes: "list[Scope]"
    """The scopes: those of the role, or those that were chosen"""
    expires_at: "str | None"
    """When the membership ends; null if it does not"""


class Message(TypedDict):
    """A message of a webhook, with every attempt to deliver it"""

    id: "str"
    """The message’s id, in the header `webhook-id`"""
    created_at: "str"
    """When the event happened"""
    webhook_id: "str"
    """The webhook that the message is for"""
    event_id: "str"
    """The event’s id"""
    event: "EventType"
    entity_id: "str"
    """The id of the entity of the event"""
    client_id: "str | None"
    """The organization the event happened in; null for the platform"""
    status: "MessageStatus"
    attempt_count: "int"
    """The number of attempts to deliver it"""
    next_attempt_at: "str | None"
    """When the next attempt is due; null if there is none"""
    delivered_at: "str | None"
    """When it was delivered or acknowledged; null if it was not"""
    payload: "EventPayload | None"
    """The body. Its `data` is only an id if the API key lacks the scope to read the entity"""
    attempts: "list[Attempt]"
    """The attempts to deliver it, newest first, at most 100"""


class MessageAcknowledgment(TypedDict):
    """Messages that were handled"""

    message_ids: "list[str]"
    """The ids of the messages, at most 50"""


class MessageCount(TypedDict):
    """The number of messages"""

    messages: "int"
    """The number of messages"""


class MessageInput(TypedDict):
    """A message of the user"""

    text: "str"
    """The words of the user"""
    when_busy: NotRequired["WhenBusy"]
    """Default: `refuse`"""


class MessageItem(TypedDict):
    """A message as it appears in a list"""

    id: "str"
    """The message’s id, in the header `webhook-id`"""
    created_at: "str"
    """When the event happened"""
    webhook_id: "str"
    """The webhook that the message is for"""
    event_id: "str"
    """The event’s id"""
    event: "EventType"
    entity_id: "str"
    """The id of the entity of the event"""
    client_id: "str | None"
    """The organization the event happened in; null for the platform"""
    status: "MessageStatus"
    attempt_count: "int"
    """The number of attempts to deliver it"""
    next_attempt_at: "str | None"
    """When the next attempt is due; null if there is none"""
    delivered_at: "str | None"
    """When it was delivered or acknowledged; null if it was not"""
    payload: "EventPayload | None"
    """The body of a message that is fetched; null if it is posted. Its `data` is only an id if the API key lacks the scope to read the entity"""


class MessageList(TypedDict):
    """One page of a list"""

    data: "list[MessageItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class MessageRecovery(TypedDict):
    """The failed messages to send again"""

    since: "str"
    """Only messages of events that happened at this time or later"""


class MessageReplay(TypedDict):
    """The messages to send again"""

    since: "str"
    """Only messages of events that happened at this time or later"""
    until: NotRequired["str"]
    """Only messages of events that happened before this time; by default now"""
    events: NotRequired["list[EventType]"]
    """Only messages of these types; by default all"""


class Model(TypedDict):
    """The language model that generates the agent’s answers"""

    provider: "str | None"
    """The company that serves the model, such as `openai`"""
    id: "str | None"
    """The model’s name at its provider"""
    temperature: "float | None"
    """The randomness of answers: 0 is the least"""
    max_tokens: "int | None"
    """The greatest length of one answer, in tokens"""


class ModelInput(TypedDict):
    """The language model that generates the agent’s answers"""

    provider: NotRequired["str | None"]
    """The company that serves the model, such as `openai`"""
    id: NotRequired["str | None"]
    """The model’s name at its provider"""
    temperature: NotRequired["float | None"]
    """The randomness of answers: 0 is the least"""
    max_tokens: NotRequired["int | None"]
    """The greatest length of one answer, in tokens"""


class ModelPatch(TypedDict):
    """The settings of the language model to change"""

    provider: NotRequired["str | None"]
    """The company that serves the model, such as `openai`"""
    id: NotRequired["str | None"]
    """The model’s name at its provider"""
    temperature: NotRequired["float | None"]
    """The randomness of answers: 0 is the least"""
    max_tokens: NotRequired["int | None"]
    """The greatest length of one answer, in tokens"""


class Money(TypedDict):
    """An exact amount of money"""

    amount: "str"
    """A decimal number with up to nine decimal places, as a string so that it stays exact"""
    currency: "str"
    """An ISO 4217 currency code"""


class MoneyPatch(TypedDict):
    """The fields of an amount of money to change"""

    amount: NotRequired["str | None"]
    """The amount, as a decimal number in a string"""
    currency: NotRequired["str | None"]
    """The currency: an ISO 4217 code"""


class MoneySum(TypedDict):
    """An exact sum of money"""

    amount: "str"
    """A decimal number as a string, so that it stays exact"""
    currency: "str"
    """An ISO 4217 currency code"""


class NextSubscription(TypedDict):
    """A subscription that has not started"""

    id: "str"
    """The id of the subscription that follows"""
    plan_id: "str"
    """The plan whose terms were copied"""
    start_date: "str"
    """Its first day"""


class NotCarried(TypedDict):
    """Something of an agent that a provider cannot take over"""

    field: "str"
    """The field of the agent, such as `model.max_tokens`"""
    detail: "str"
    """Why the provider’s agent does not have it"""


class Note(TypedDict):
    """A note that people add to a conversation"""

    id: "str"
    """The note’s id"""
    created_at: "str"
    """When the note was added"""
    conversation_id: "str"
    """The conversation that the note is about"""
    text: "str"
    """The text of the note"""
    author: "str | None"
    """The name of the person who wrote the note, as a program states it; null for a person who has signed in, whom `created_by` names"""
    created_by: "str | None"
    """The API key or the member that created the note, which may have been removed since; null if that was not recorded"""


class NoteCreatedEvent(TypedDict):
    """A note was added to a conversation"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['note.created']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "Note | EventReference"
    """The entity, or only its id"""


class NoteInput(TypedDict):
    """A new note"""

    text: "str"
    """The text of the note"""
    author: NotRequired["str | None"]
    """The name of the person who wrote the note, as a program states it; null for a person who has signed in, whom `created_by` names"""


class NoteList(TypedDict):
    """One page of a list"""

    data: "list[Note]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class OpenToolCall(TypedDict):
    """A call of a tool that the platform does not run"""

    id: "str"
    """The id of the call"""
    name: "str"
    """The tool to run"""
    arguments: "dict[str, Any]"
    """The arguments that the agent chose"""


class Organization(TypedDict):
    """An organization: a reseller, a client, a subcompany or a location"""

    id: "str"
    """The unique id; begins with `client_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    name: "str"
    """The organization’s name"""
    settings: "OrganizationSettings"
    billing_info: "BillingInfo"
    status: "OrganizationStatus"
    external_id: "str | None"
    """The id that the organization above has given to this one, unique below the same parent; null if there is none"""
    test: "bool"
    """Whether it is for tests. So is every organization below it. Its conversations are in its own lists, usage and statements, and in those of no organization above"""
    type: "OrganizationType"
    parent_id: "str | None"
    """The organization directly above; null at the top of the hierarchy"""
    effective_settings: "OrganizationSettings"
    """The settings in effect: the organization’s own and those that it inherits"""


class OrganizationContents(TypedDict):
    """The number of entities that are still to be erased"""

    organizations: "int"
    """The organization and its descendants"""
    api_keys: "int"
    """Their API keys"""
    agents: "int"
    """Their agents, each with its versions and documents"""
    conversations: "int"
    """Their conversations, each with its transcript and recording"""


class OrganizationErasure(TypedDict):
    """The progress of the erasure of an organization"""

    client_id: "str"
    """The organization’s id"""
    status: "OrganizationErasureStatus"
    started_at: "str | None"
    """When the erasure began; null in a dry run of one that has not begun"""
    remaining: "OrganizationContents"
    has_more: "bool"
    """Whether more is left than `remaining` shows: counting stops after about 50,000 entries"""


class OrganizationInput(TypedDict):
    """A new organization"""

    name: "str"
    """The organization’s name"""
    settings: NotRequired["OrganizationSettings"]
    billing_info: NotRequired["BillingInfo"]
    status: NotRequired["OrganizationStatus"]
    """Default: `active`"""
    external_id: NotRequired["str | None"]
    """The id that the organization above has given to this one, unique below the same parent; null if there is none"""
    metadata: NotRequired["Metadata"]
    test: NotRequired["bool"]
    """Whether it is for tests. So is every organization below it. Its conversations are in its own lists, usage and statements, and in those of no organization above. It cannot be changed later. In an organization for tests, it is always true. Below an organization that is billed, only the issuer of its statements and organizations above the issuer can set it, because it takes conversations out of the bill. Default: `false`"""
    type: "OrganizationType"
    parent_id: NotRequired["str | None"]
    """The organization directly above; by default the API key’s own. It cannot be changed later"""


class OrganizationItem(TypedDict):
    """An organization as it appears in a list"""

    id: "str"
    """The unique id; begins with `client_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    name: "str"
    """The organization’s name"""
    status: "OrganizationStatus"
    external_id: "str | None"
    """The id that the organization above has given to this one, unique below the same parent; null if there is none"""
    test: "bool"
    """Whether it is for tests. So is every organization below it. Its conversations are in its own lists, usage and statements, and in those of no organization above"""
    type: "OrganizationType"
    parent_id: "str | None"
    """The organization directly above; null at the top of the hierarchy"""


class OrganizationList(TypedDict):
    """One page of a list"""

    data: "list[OrganizationItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class OrganizationPatch(TypedDict):
    """A merge patch (RFC 7396) for an organization"""

    name: NotRequired["str"]
    """The organization’s name"""
    settings: NotRequired["OrganizationSettingsPatch | None"]
    """The settings to change; null removes one"""
    billing_info: NotRequired["BillingInfoPatch | None"]
    """The billing information to change"""
    status: NotRequired["OrganizationStatus"]
    """Whether the organization may create anything. Only a key of an organization above can change it"""
    external_id: NotRequired["str | None"]
    """The id that the organization above has given to this one. Only a key of an organization above can change it; null removes it"""
    metadata: NotRequired["MetadataPatch | None"]
    """Your own keys to set; null removes one"""


class OrganizationReplacement(TypedDict):
    """Everything that can be changed of an organization. An absent field is reset to its default"""

    name: "str"
    """The organization’s name"""
    settings: NotRequired["OrganizationSettings"]
    billing_info: NotRequired["BillingInfo"]
    status: NotRequired["OrganizationStatus"]
    """Whether the organization may create anything. Only a key of an organization above can change it; absent in a request with such a key, it is `active`"""
    external_id: NotRequired["str | None"]
    """The id that the organization above has given to this one. Only a key of an organization above can change it; absent in a request with such a key, it is null"""
    metadata: NotRequired["Metadata"]
    type: NotRequired["OrganizationType"]
    """The level; a value other than the current one is refused"""
    test: NotRequired["bool"]
    """Whether it is for tests; a value other than the current one is refused"""
    parent_id: NotRequired["str | None"]
    """The organization directly above; a value other than the current one is refused"""
    id: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    created_at: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    updated_at: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    version: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    effective_settings: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""


class OrganizationSettings(TypedDict):
    """Settings of an organization. A setting that is listed here and absent is inherited from the organizations above. You can store further settings, which are returned unchanged and are not inherited"""

    timezone: NotRequired["str"]
    """An IANA time zone name, such as `Europe/Berlin`"""
    locale: NotRequired["str"]
    """A BCP 47 language tag, such as `en-GB`"""
    retention_days: NotRequired["int"]
    """The number of days that a conversation is kept after its end, with its transcript and recording. Without it, conversations are kept until they are erased. The smallest value of the organization and those above applies. Only a key of an organization above can change it"""
    active_timeout_minutes: NotRequired["int"]
    """The number of minutes that a conversation may stay active; 240 if absent. After that, it ends as `failed` with `end_reason` `timed_out`, at the last moment that is known: in a call, at the latest time of a turn, or at its start if no turn has a time; on written channels, at the last change. A later report of a provider corrects the end"""
    rate_limit: NotRequired["RequestLimit"]
    quotas: NotRequired["Quotas"]
    branding: NotRequired["Branding"]
    recording_enabled: NotRequired["bool"]
    """Whether recordings are accepted; true if absent. False in any organization above applies here as well. Only a key of an organization above can change it"""
    call_prefixes: NotRequired["list[str]"]
    """The prefixes that outbound calls may dial, such as `+49`; an empty list allows no calls. Without it, any number can be called. A number must be allowed here and in every organization above. Only a key of an organization above can change it"""
    costs_shown: NotRequired["bool"]
    """Whether the organization sees every cost that the organization directly above sees. Without it, it sees only costs that its own integrations and keys, or those of its descendants, have reported. Not inherited. Only a key of an organization above can change it"""
    analysis: NotRequired["AnalysisSettings"]
    analyzers_excluded: NotRequired["list[str]"]
    """Analyzers of organizations above that do not run for the organization and its descendants, unless they are `mandatory`"""


class OrganizationSettingsPatch(TypedDict):
    """The settings to change; null removes one"""

    timezone: NotRequired["str | None"]
    """An IANA time zone name, such as `Europe/Berlin`"""
    locale: NotRequired["str | None"]
    """A BCP 47 language tag, such as `en-GB`"""
    retention_days: NotRequired["int | None"]
    """The number of days that a conversation is kept after its end, with its transcript and recording. Without it, conversations are kept until they are erased. The smallest value of the organization and those above applies. Only a key of an organization above can change it"""
    active_timeout_minutes: NotRequired["int | None"]
    """The number of minutes that a conversation may stay active; 240 if absent. After that, it ends as `failed` with `end_reason` `timed_out`, at the last moment that is known: in a call, at the latest time of a turn, or at its start if no turn has a time; on written channels, at the last change. A later report of a provider corrects the end"""
    rate_limit: NotRequired["RequestLimit | None"]
    """A limit on requests; null removes it"""
    quotas: NotRequired["QuotasPatch | None"]
    """The quotas to change; null removes all of them"""
    branding: NotRequired["BrandingPatch | None"]
    """The branding to change; null removes all of it, so that it is inherited"""
    recording_enabled: NotRequired["bool | None"]
    """Whether recordings are accepted; true if absent. False in any organization above applies here as well. Only a key of an organization above can change it"""
    call_prefixes: NotRequired["list[str] | None"]
    """The prefixes that outbound calls may dial, such as `+49`; an empty list allows no calls. Without it, any number can be called. A number must be allowed here and in every organization above. Only a key of an organization above can change it"""
    costs_shown: NotRequired["bool | None"]
    """Whether the organization sees every cost that the organization directly above sees. Without it, it sees only costs that its own integrations and keys, or those of its descendants, have reported. Not inherited. Only a key of an organization above can change it"""
    analysis: NotRequired["AnalysisSettingsPatch | None"]
    """The settings of analysis to change; null removes all"""
    analyzers_excluded: NotRequired["list[str] | None"]
    """Analyzers of organizations above that do not run for the organization and its descendants, unless they are `mandatory`"""


class OutcomeChoice(TypedDict):
    """A possible outcome"""

    value: "str"
    """The result of the conversation, as a name of your choice"""
    description: "str | None"
    """When this outcome applies, for the model"""


class OutcomeChoiceInput(TypedDict):
    """A possible outcome"""

    value: "str"
    """The result of the conversation, as a name of your choice"""
    description: NotRequired["str | None"]
    """When this outcome applies, for the model"""


class Pack(TypedDict):
    """Minutes that were bought in addition to a plan"""

    id: "str"
    """The pack’s id"""
    client_id: "str"
    """The organization that bought it"""
    minutes: "int"
    """The minutes of the pack. They do not expire"""
    price: "Money"
    metadata: "Metadata"
    created_at: "str"
    """A time: RFC 3339 in UTC with milliseconds"""


class PackInput(TypedDict):
    """Minutes to add"""

    minutes: "int"
    """The minutes of the pack. They do not expire"""
    price: "str"
    """The price, in the subscription’s currency"""
    metadata: NotRequired["Metadata"]


class PageAction(TypedDict):
    """A function of the page that shows the chat, which sends the result"""

    type: "Literal['page']"
    """The page that shows the chat"""


class Party(TypedDict):
    """An organization as statements name it"""

    name: NotRequired["str"]
    """The legal name; by default the organization’s name"""
    address: NotRequired["str"]
    """The postal address, with line breaks"""
    tax_id: NotRequired["str"]
    """The id for taxes, such as a VAT number"""


class PartyPatch(TypedDict):
    """The names to change; null removes one"""

    name: NotRequired["str | None"]
    """The legal name; by default the organization’s name"""
    address: NotRequired["str | None"]
    """The postal address, with line breaks"""
    tax_id: NotRequired["str | None"]
    """The id for taxes, such as a VAT number"""


class Person(TypedDict):
    """A person who signs in"""

    id: "str"
    """The unique id; begins with `prs_`"""
    connection_id: "str"
    """The connection through which the person signs in"""
    email: "str | None"
    """The e-mail address that the provider last reported, if it did"""
    name: "str | None"
    """The name that the provider last reported, if it did"""
    signed_in_at: "str"
    """When the person last signed in"""


class Personality(TypedDict):
    """The character that the agent speaks with"""

    tone: "str | None"
    """The tone of voice, such as `warm`"""
    style: "str | None"
    """The manner of speaking, such as `concise`"""
    traits: "list[str]"
    """Character traits, such as `patient`"""


class PersonalityInput(TypedDict):
    """The character that the agent speaks with"""

    tone: NotRequired["str | None"]
    """The tone of voice, such as `warm`"""
    style: NotRequired["str | None"]
    """The manner of speaking, such as `concise`"""
    traits: NotRequired["list[str]"]
    """Character traits, such as `patient`"""


class PersonalityPatch(TypedDict):
    """The traits of the character to change"""

    tone: NotRequired["str | None"]
    """The tone of voice, such as `warm`"""
    style: NotRequired["str | None"]
    """The manner of speaking, such as `concise`"""
    traits: NotRequired["list[str] | None"]
    """Character traits: the list is replaced as a whole"""


class PingEvent(TypedDict):
    """A test of the webhook"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['ping']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "EventReference"


class Plan(TypedDict):
    """Prices, included minutes and included messages. A subscription copies them when it starts"""

    id: "str"
    """The unique id; begins with `plan_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    client_id: "str | None"
    """The organization that owns the plan; null for a plan of the platform. Descendants of the organization can subscribe to it"""
    name: "str"
    """The name that statements show"""
    currency: "str"
    """An ISO 4217 currency code"""
    base_fee: "str"
    """The fee for a whole month, in the plan’s currency"""
    included_minutes: "int"
    """The minutes that a whole month includes"""
    minute_rate: "str"
    """The price of each further minute, in the plan’s currency"""
    included_messages: "int"
    """The messages that a whole month includes: those of users that agents answered in chats of this platform"""
    message_rate: "str"
    """The price of each further message, in the plan’s currency. If it is 0 and no messages are included, messages are not on the bill"""
    rounding_seconds: "int"
    """Each call is rounded up to a multiple of these seconds: 1, 6, 30 or 60"""
    at_limit: "LimitAction"


class PlanInput(TypedDict):
    """A plan to create"""

    client_id: NotRequired["str | None"]
    """The organization that owns the plan. Default: the key’s organization, or the platform"""
    name: "str"
    """The name that statements show"""
    currency: "str"
    """An ISO 4217 currency code"""
    base_fee: "str"
    """The fee for a whole month, in the plan’s currency"""
    included_minutes: "int"
    """The minutes that a whole month includes"""
    minute_rate: "str"
    """The price of each further minute, in the plan’s currency"""
    included_messages: NotRequired["int"]
    """The messages that a whole month includes: those of users that agents answered in chats of this platform. Default: `0`"""
    message_rate: NotRequired["str"]
    """The price of each further message, in the plan’s currency. If it is 0 and no messages are included, messages are not on the bill. Default: `0`"""
    rounding_seconds: NotRequired["int"]
    """Each call is rounded up to a multiple of these seconds: 1, 6, 30 or 60. Default: `60`"""
    at_limit: NotRequired["LimitAction"]
    """Default: `charge`"""
    metadata: NotRequired["Metadata"]


class PlanItem(TypedDict):
    """A plan as it appears in a list"""

    id: "str"
    """The unique id; begins with `plan_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    client_id: "str | None"
    """The organization that owns the plan; null for a plan of the platform. Descendants of the organization can subscribe to it"""
    name: "str"
    """The name that statements show"""
    currency: "str"
    """An ISO 4217 currency code"""
    base_fee: "str"
    """The fee for a whole month, in the plan’s currency"""
    included_minutes: "int"
    """The minutes that a whole month includes"""
    minute_rate: "str"
    """The price of each further minute, in the plan’s currency"""
    included_messages: "int"
    """The messages that a whole month includes: those of users that agents answered in chats of this platform"""
    message_rate: "str"
    """The price of each further message, in the plan’s currency. If it is 0 and no messages are included, messages are not on the bill"""
    rounding_seconds: "int"
    """Each call is rounded up to a multiple of these seconds: 1, 6, 30 or 60"""
    at_limit: "LimitAction"


class PlanList(TypedDict):
    """One page of a list"""

    data: "list[PlanItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class PlanPatch(TypedDict):
    """A merge patch (RFC 7396) for a plan"""

    name: NotRequired["str"]
    """The name that statements show"""
    currency: NotRequired["str"]
    """An ISO 4217 currency code"""
    base_fee: NotRequired["str"]
    """The fee for a whole month, in the plan’s currency"""
    included_minutes: NotRequired["int"]
    """The minutes that a whole month includes"""
    minute_rate: NotRequired["str"]
    """The price of each further minute, in the plan’s currency"""
    included_messages: NotRequired["int | None"]
    """The messages that a whole month includes: those of users that agents answered in chats of this platform"""
    message_rate: NotRequired["str | None"]
    """The price of each further message, in the plan’s currency. If it is 0 and no messages are included, messages are not on the bill"""
    rounding_seconds: NotRequired["int | None"]
    """Each call is rounded up to a multiple of these seconds: 1, 6, 30 or 60"""
    at_limit: NotRequired["LimitAction | None"]
    """The effect of using up the included minutes and all packs. `charge`: further minutes are charged; `warn`: they are charged, and events are also sent at 120, 150 and 200 percent; `stop`: new conversations are refused. Under a plan with messages, `stop` refuses chats of this platform once the included messages are used up, whatever minutes are left, and other conversations once the minutes are"""
    metadata: NotRequired["MetadataPatch | None"]
    """Your own keys to set; null removes one"""


class PlanReplacement(TypedDict):
    """The new content of a plan"""

    name: "str"
    """The name that statements show"""
    currency: "str"
    """An ISO 4217 currency code"""
    base_fee: "str"
    """The fee for a whole month, in the plan’s currency"""
    included_minutes: "int"
    """The minutes that a whole month includes"""
    minute_rate: "str"
    """The price of each further minute, in the plan’s currency"""
    included_messages: NotRequired["int"]
    """The messages that a whole month includes: those of users that agents answered in chats of this platform. Default: `0`"""
    message_rate: NotRequired["str"]
    """The price of each further message, in the plan’s currency. If it is 0 and no messages are included, messages are not on the bill. Default: `0`"""
    rounding_seconds: NotRequired["int"]
    """Each call is rounded up to a multiple of these seconds: 1, 6, 30 or 60. Default: `60`"""
    at_limit: NotRequired["LimitAction"]
    """Default: `charge`"""
    metadata: NotRequired["Metadata"]
    client_id: NotRequired["str | None"]
    """The owner; a value other than the current one is refused"""
    id: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    created_at: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    updated_at: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    version: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""


class ProviderLogout(TypedDict):
    """The result of a logout token"""

    ended: "int"
    """The number of sessions that the token ended"""


class ProviderVoice(TypedDict):
    """A voice that a provider speaks with"""

    voice_id: "str"
    """The voice’s id at the provider: an agent’s `voice_id`"""
    name: "str | None"
    """The voice’s name"""
    language: "str | None"
    """The main language of the voice; null if the provider does not state it"""
    gender: "str | None"
    """The gender of the voice, as the provider describes it"""
    accent: "str | None"
    """The accent of the voice, as the provider describes it"""
    preview_url: "str | None"
    """A link to a sample; null if there is none"""


class Quality(TypedDict):
    """An evaluation of the conversation"""

    successful: "bool | None"
    """Whether the conversation reached its goal; null if unknown"""
    score: "float | None"
    """A score from 0 (worst) to 1 (best); null if unknown"""
    criteria: "list[QualityCriterion]"
    """The criteria that the conversation was judged by"""


class QualityCriterion(TypedDict):
    """One criterion and its verdict"""

    name: "str"
    """The name of the criterion"""
    passed: "bool | None"
    """Whether the conversation met it; null if unknown"""
    rationale: "str | None"
    """Why the verdict is so"""


class QualityCriterionInput(TypedDict):
    """One criterion and its verdict"""

    name: "str"
    """The name of the criterion"""
    passed: NotRequired["bool | None"]
    """Whether the conversation met it; null if unknown"""
    rationale: NotRequired["str | None"]
    """Why the verdict is so"""


class QualityInput(TypedDict):
    """An evaluation of the conversation"""

    successful: NotRequired["bool | None"]
    """Whether the conversation reached its goal; null if unknown"""
    score: NotRequired["float | None"]
    """A score from 0 (worst) to 1 (best); null if unknown"""
    criteria: NotRequired["list[QualityCriterionInput]"]
    """The criteria that the conversation was judged by"""


class QualityPatch(TypedDict):
    """The fields of an evaluation to change"""

    successful: NotRequired["bool | None"]
    """Whether the conversation reached its goal"""
    score: NotRequired["float | None"]
    """A score from 0 (worst) to 1 (best)"""
    criteria: NotRequired["list[QualityCriterionInput] | None"]
    """All criteria; replaces the earlier ones"""


class QuotaInEffect(TypedDict):
    """A quota that limits an organization"""

    name: "QuotaName"
    limit: "int"
    """The largest number"""
    used: "int | None"
    """The number that counts toward the limit now; null for a quota that the organization shares with others"""
    resets_at: "str | None"
    """The time at which a daily count starts again; null for others"""
    set_by: "QuotaOrigin"


class Quotas(TypedDict):
    """Limits on what the organization and its descendants may own together. Without a limit here or above, each organization may own 1,000 agents, 1,000 API keys and 10,000 organizations directly below. An organization directly below the platform and its descendants may together test agents 1,000 times, place 1,000 calls and send 10,000 messages in chats a day, and have 1,000 chats open, unless its own limits say otherwise. Only a key of an organization above can change them"""

    agents: NotRequired["int"]
    """The largest number of agents"""
    api_keys: NotRequired["int"]
    """The largest number of API keys"""
    children: NotRequired["int"]
    """The largest number of organizations at every level below"""
    agent_tests_per_day: NotRequired["int"]
    """The largest number of tests of agents in a day of UTC, spoken texts included. Further ones get 429"""
    calls_per_day: NotRequired["int"]
    """The largest number of outbound calls that are placed in a day of UTC. Further ones get 429"""
    chat_messages_per_day: NotRequired["int"]
    """The largest number of messages that users send in chats of this platform in a day of UTC. Further ones get 429, and so do those above the limit of a minute, which grows with a quota above 10,000"""
    open_chats: NotRequired["int"]
    """The largest number of chats of this platform that are open at once. Further ones get 409. A chat counts until it ends or is erased"""
    model_tokens_per_day: NotRequired["int"]
    """The number of tokens of language models in chats of this platform, in a day of UTC, after which further messages get 429; no limit if absent. The answer that reaches it is still made"""


class QuotasPatch(TypedDict):
    """The quotas to change; null removes one"""

    agents: NotRequired["int | None"]
    """The largest number of agents"""
    api_keys: NotRequired["int | None"]
    """The largest number of API keys"""
    children: NotRequired["int | None"]
    """The largest number of organizations at every level below"""
    agent_tests_per_day: NotRequired["int | None"]
    """The largest number of tests of agents in a day of UTC, spoken texts included. Further ones get 429"""
    calls_per_day: NotRequired["int | None"]
    """The largest number of outbound calls that are placed in a day of UTC. Further ones get 429"""
    chat_messages_per_day: NotRequired["int | None"]
    """The largest number of messages that users send in chats of this platform in a day of UTC. Further ones get 429, and so do those above the limit of a minute, which grows with a quota above 10,000"""
    open_chats: NotRequired["int | None"]
    """The largest number of chats of this platform that are open at once. Further ones get 409. A chat counts until it ends or is erased"""
    model_tokens_per_day: NotRequired["int | None"]
    """The number of tokens of language models in chats of this platform, in a day of UTC, after which further messages get 429; no limit if absent. The answer that reaches it is still made"""


class Received(TypedDict):
    """The event is stored"""

    pass


class RecordingAvailableEvent(TypedDict):
    """The recording of a conversation became available"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['recording.available']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "Conversation | EventReference"
    """The entity, or only its id"""


class RecordingLink(TypedDict):
    """A link to the recording"""

    url: "str"
    """A presigned URL, which needs no API key"""
    expires_at: "str"
    """When the link stops working"""
    content_type: "AudioType"
    size_bytes: "int"
    """The size of the file in bytes: at most 5 GB"""
    duration_ms: "int | None"
    """The length of the recording, in milliseconds"""
    channels: "int | None"
    """The number of audio channels"""


class RecordingUpload(TypedDict):
    """The request that uploads the recording"""

    upload: "UploadRequest"


class ReplyInput(TypedDict):
    """An answer of a person"""

    text: "str"
    """The words of the person"""
    author: NotRequired["str | None"]
    """The name of the person, which the transcript shows. An API key must send it. People who have signed in must not: they answer in their own name"""


class RequestLimit(TypedDict):
    """A limit on the requests of the organization’s API keys, together with those of its descendants; absent for no limit. Only a key of an organization above can change it"""

    requests_per_minute: "int"
    """The largest number of requests in a minute"""


class RequestedAnalyses(TypedDict):
    """Analyses that will be made"""

    conversation_id: "str"
    """The conversation"""
    analyzer_ids: "list[str]"
    """The analyzers that will run"""


class ReviewInput(TypedDict):
    """A reviewer’s verdicts on an analysis. A review without corrections confirms it"""

    results: NotRequired["list[ReviewedResultInput]"]
    """The reviewer’s verdicts; criteria that are absent stay as they are"""
    fields: NotRequired["list[ReviewedField]"]
    """The reviewer’s values; fields that are absent stay as they are"""
    outcome: NotRequired["str | None"]
    """The right outcome. If null, it is unchanged"""
    sentiment: NotRequired["Sentiment | None"]
    """The right sentiment. If null, it is unchanged"""
    successful: NotRequired["bool | None"]
    """Whether the conversation was successful. If null, the result is unchanged"""


class ReviewItem(TypedDict):
    """An analysis that people review"""

    conversation_id: "str"
    """The conversation"""
    analyzer_id: "str"
    """The analyzer"""
    analyzer_name: "str"
    """The analyzer’s name"""
    client_id: "str"
    """The organization that the conversation belongs to"""
    agent_id: "str"
    """The agent that held the conversation"""
    start_time: "str"
    """When the conversation started"""
    status: "ReviewStatus"
    reason: "ReviewReason"
    results: "list[ReviewItemResult] | None"
    """The verdicts of the analysis; null in the random sample until it is reviewed, so that they sway nobody"""


class ReviewItemResult(TypedDict):
    """A verdict to review"""

    name: "str"
    """The criterion"""
    verdict: "CriterionVerdict"


class ReviewList(TypedDict):
    """One page of a list"""

    data: "list[ReviewItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class Reviewed(TypedDict):
    """When a conversation was reviewed, and by whom"""

    at: "str"
    """When it was marked as reviewed"""
    by: "str | None"
    """The API key or the member that marked it, which may have been removed since; null if that was not recorded"""


class ReviewedField(TypedDict):
    """A reviewer’s value of a field"""

    name: "str"
    """The name of the field"""
    value: "Any"
    """The right value; null if there is none"""


class ReviewedResult(TypedDict):
    """A reviewer’s verdict on one criterion"""

    name: "str"
    """The name of the criterion"""
    verdict: "CriterionVerdict"
    note: "str | None"
    """Why, in the reviewer’s words"""


class ReviewedResultInput(TypedDict):
    """A reviewer’s verdict on one criterion"""

    name: "str"
    """The name of the criterion"""
    verdict: "CriterionVerdict"
    note: NotRequired["str | None"]
    """Why, in the reviewer’s words"""


class RoleMapping(TypedDict):
    """The role that a value of the claim gives"""

    value: "str"
    """A value of the claim"""
    role: "GivenRole"


class ServerTool(TypedDict):
    """A tool of a tool server"""

    name: "str"
    """The tool’s name at the server"""
    status: "ServerToolStatus"
    accepted: "ToolDescription | None"
    """The description that was accepted, which language models see; null for a new tool"""
    found: "ToolDescription | None"
    """The description that the server gave last, if it is not the accepted one"""


class Session(TypedDict):
    """A browser in which a person has signed in"""

    id: "str"
    """The unique id; begins with `ses_`"""
    created_at: "str"
    """When the person signed in"""
    expires_at: "str"
    """When the session ends by itself"""
    address: "str"
    """The IP address from which the person signed in"""
    user_agent: "str | None"
    """The browser, as it described itself; null if it did not"""
    current: "bool"
    """Whether this is the session of the request"""


class SessionList(TypedDict):
    """The sessions of a person"""

    data: "list[Session]"
    """The sessions"""


class SignIn(TypedDict):
    """Identifies the connection: exactly one of `email`, `domain` and `connection_id`"""

    email: NotRequired["str"]
    """The person’s e-mail address, whose domain leads to the connection"""
    domain: NotRequired["str"]
    """The company’s domain"""
    connection_id: NotRequired["str"]
    """The connection, if it is known, for example from an invitation"""
    return_to: NotRequired["str"]
    """The path of the page to which the browser returns. Default: `/`"""


class SignInDestination(TypedDict):
    """The next step of a sign-in"""

    url: "str"
    """The URL to which the browser goes next"""


class SignInPage(TypedDict):
    """The appearance of the sign-in page"""

    branding: "Branding | None"
    """The branding; null if no organization has the domain"""


class SigningSecret(TypedDict):
    """The secret that signs the requests of an agent’s tools"""

    agent_id: "str"
    """The agent whose tools it signs the requests of"""
    secret: "str"
    """The secret (Standard Webhooks). It cannot be read again"""
    updated_at: "str"
    """When it was created"""


class SigningSecretRotation(TypedDict):
    """The options for replacing the secret"""

    overlap_seconds: NotRequired["int"]
    """The time in seconds during which requests are also signed with the previous secret: at most a week. Default: `86400`"""


class SlowRouteLimit(TypedDict):
    """The limit on routes that wait for other services"""

    requests_per_minute: "int"
    """The number of requests a minute of an organization that wait for other services, such as tests of agents. Messages in chats have the same limit, and are counted apart"""


class Speech(TypedDict):
    """A text as the agent speaks it"""

    url: "str"
    """A presigned URL, which needs no API key"""
    expires_at: "str"
    """When the link stops working"""
    content_type: "SpeechType"
    characters: "int"
    """The length of the text, in characters"""
    voice: "SpeechVoice"


class SpeechInput(TypedDict):
    """A text to speak"""

    text: "str"
    """The reply of the agent"""
    format: NotRequired["SpeechFormat"]
    """The format to ask for. `content_type` in the answer has the format of the file. Default: `mp3`"""
    integration_id: NotRequired["str | None"]
    """The account at a provider that speaks, of the agent’s organization or of one above; by default the account that the agent was last deployed to, or else the operator’s own choice"""


class SpeechVoice(TypedDict):
    """The voice that spoke"""

    provider: "SpeechProvider"
    voice_id: "str"
    """The voice’s id at its provider: the agent’s, or one that the provider speaks with by default"""


class Statement(TypedDict):
    """The amount that an organization owes for a period"""

    id: "str"
    """The unique id; begins with `stmt_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    client_id: "str"
    """The organization that is billed"""
    subscription_id: "str"
    """The subscription whose terms apply"""
    period_start: "str"
    """When the period begins. The first period of a subscription that follows another one begins when that one ends, even if the time zone has changed"""
    period_end: "str"
    """The end of the period, exclusive"""
    timezone: "str"
    """The time zone of the period"""
    status: "StatementStatus"
    lines: "list[StatementLine]"
    """The lines of the statement"""
    total: "Amount"
    """The sum of all lines, without tax"""
    tax: "StatementTax | None"
    """The tax on the total; null if none is set, or if the statement is older than taxes"""
    amount_due: "Amount"
    """The total and the tax"""
    number: "str | None"
    """The number that the statement got when it became final. The numbers of an issuer have no gaps. Null for drafts, and for statements that became final before numbers existed"""
    issuer_id: "str | None"
    """The organization that issues the statement, which owned the plan; null for the platform"""
    issuer: "StatementIssuer | None"
    """The issuer as it was when the statement became final; null for the platform"""
    addressee: "StatementAddressee | None"
    """The organization that is billed, as it was when the statement became final. Null if it was erased and the statement is older than this field"""
    due_date: "str | None"
    """The date by which to pay; null for drafts, and if the issuer has set no `payment_days`"""
    plan_id: "str"
    """The plan whose terms were copied. It may have been removed since"""
    plan_name: "str"
    """The name of the plan"""
    minutes_used: "str"
    """The minutes of the period, each call rounded up"""
    minutes_included: "str"
    """The minutes that the plan includes in the period"""
    messages_used: "int"
    """The messages of the period in chats of this platform that are billed"""
    messages_included: "int"
    """The messages that the plan includes in the period"""
    costs: NotRequired["list[Amount]"]
    """The costs of the conversations, including costs of earlier periods that became known after their statements. Visible only to keys of organizations above, without costs that are not shown to the API key (`settings.costs_shown`)"""
    margin: NotRequired["Amount | None"]
    """The total minus the costs that are shown. Null if there are costs in another currency, or hidden ones that were counted before their reporters were stored. Visible only to keys of organizations above"""
    external_reference: "str | None"
    """Your own reference, such as the invoice number in your accounting system"""
    finalized_at: "str | None"
    """When the statement became final; null for drafts"""
    sent_at: "str | None"
    """When the statement was sent; null if it was not"""


class StatementAddressee(TypedDict):
    """The recipient of a statement"""

    name: "str"
    """The legal name, or else the organization’s name"""
    address: "str | None"
    """The postal address, with line breaks"""
    tax_id: "str | None"
    """The id for taxes, such as a VAT number"""
    email: "str | None"
    """The address that statements are sent to"""


class StatementFinalizedEvent(TypedDict):
    """The statement of a period became final"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['statement.finalized']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "StatementSummary | EventReference"
    """The entity, or only its id"""


class StatementIssuer(TypedDict):
    """The issuer of a statement"""

    name: "str"
    """The legal name, or else the organization’s name"""
    address: "str | None"
    """The postal address, with line breaks"""
    tax_id: "str | None"
    """The id for taxes, such as a VAT number"""
    email: "str | None"
    """The address for questions about the statement"""
    payment_details: "str | None"
    """The way to pay, such as a bank account, with line breaks"""


class StatementItem(TypedDict):
    """A statement as it appears in the list of all"""

    id: "str"
    """The unique id; begins with `stmt_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    client_id: "str"
    """The organization that is billed"""
    subscription_id: "str"
    """The subscription whose terms apply"""
    period_start: "str"
    """When the period begins. The first period of a subscription that follows another one begins when that one ends, even if the time zone has changed"""
    period_end: "str"
    """The end of the period, exclusive"""
    timezone: "str"
    """The time zone of the period"""
    status: "StatementStatus"
    total: "Amount"
    """The sum of all lines, without tax"""
    tax: "StatementTax | None"
    """The tax on the total; null if none is set, or if the statement is older than taxes"""
    amount_due: "Amount"
    """The total and the tax"""
    number: "str | None"
    """The number that the statement got when it became final. The numbers of an issuer have no gaps. Null for drafts, and for statements that became final before numbers existed"""
    issuer_id: "str | None"
    """The organization that issues the statement, which owned the plan; null for the platform"""
    issuer: "StatementIssuer | None"
    """The issuer as it was when the statement became final; null for the platform"""
    addressee: "StatementAddressee | None"
    """The organization that is billed, as it was when the statement became final. Null if it was erased and the statement is older than this field"""
    due_date: "str | None"
    """The date by which to pay; null for drafts, and if the issuer has set no `payment_days`"""
    plan_id: "str"
    """The plan whose terms were copied. It may have been removed since"""
    plan_name: "str"
    """The name of the plan"""
    minutes_used: "str"
    """The minutes of the period, each call rounded up"""
    minutes_included: "str"
    """The minutes that the plan includes in the period"""
    messages_used: "int"
    """The messages of the period in chats of this platform that are billed"""
    messages_included: "int"
    """The messages that the plan includes in the period"""
    costs: NotRequired["list[Amount]"]
    """The costs of the conversations, including costs of earlier periods that became known after their statements. Visible only to keys of organizations above, without costs that are not shown to the API key (`settings.costs_shown`)"""
    margin: NotRequired["Amount | None"]
    """The total minus the costs that are shown. Null if there are costs in another currency, or hidden ones that were counted before their reporters were stored. Visible only to keys of organizations above"""
    external_reference: "str | None"
    """Your own reference, such as the invoice number in your accounting system"""
    finalized_at: "str | None"
    """When the statement became final; null for drafts"""
    sent_at: "str | None"
    """When the statement was sent; null if it was not"""


class StatementItemList(TypedDict):
    """One page of a list"""

    data: "list[StatementItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class StatementLine(TypedDict):
    """A line of a statement"""

    description: "str"
    """The item that the line bills"""
    quantity: "str"
    """The quantity, as a decimal number"""
    unit: "StatementUnit"
    unit_price: "Amount"
    """The price of one unit"""
    amount: "Amount"
    """Quantity times price, rounded to the currency’s smallest unit"""


class StatementList(TypedDict):
    """One page of a list"""

    data: "list[Statement]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class StatementPatch(TypedDict):
    """A merge patch (RFC 7396)"""

    status: NotRequired["StatementPatchStatus"]
    external_reference: NotRequired["str | None"]
    """Your own reference, such as the invoice number in your accounting system. Null removes it"""
    sent_at: NotRequired["str | None"]
    """When the statement was sent; null if it was not"""
    metadata: NotRequired["MetadataPatch | None"]
    """The keys to set. Null removes all metadata"""


class StatementSummary(TypedDict):
    """A statement without its lines"""

    id: "str"
    """The statement’s id"""
    client_id: "str"
    """The organization that the statement is for"""
    period_start: "str"
    """When the period started"""
    period_end: "str"
    """When the period ended"""
    total: "Amount"
    """The sum of all lines"""


class StatementTax(TypedDict):
    """The tax of a statement"""

    name: "str"
    """The name of the tax, such as `VAT`"""
    rate: "str"
    """The rate in percent. `0`: the tax is shown, and nothing is added"""
    note: "str | None"
    """A sentence to show with the tax"""
    amount: "Amount"
    """The tax on the total, rounded to the currency’s smallest unit"""


class SubcompanyInput(TypedDict):
    """A new subcompany or location"""

    name: "str"
    """The organization’s name"""
    settings: NotRequired["OrganizationSettings"]
    billing_info: NotRequired["BillingInfo"]
    status: NotRequired["OrganizationStatus"]
    """Default: `active`"""
    external_id: NotRequired["str | None"]
    """The id that the organization above has given to this one, unique below the same parent; null if there is none"""
    metadata: NotRequired["Metadata"]
    test: NotRequired["bool"]
    """Whether it is for tests. So is every organization below it. Its conversations are in its own lists, usage and statements, and in those of no organization above. It cannot be changed later. In an organization for tests, it is always true. Below an organization that is billed, only the issuer of its statements and organizations above the issuer can set it, because it takes conversations out of the bill. Default: `false`"""
    type: NotRequired["SubcompanyType"]
    """Default: `subcompany`"""


class Subscription(TypedDict):
    """The terms that an organization is billed by"""

    id: "str"
    """The subscription’s id"""
    client_id: "str"
    """The organization that is billed"""
    plan_id: "str"
    """The plan whose terms were copied. It may have been changed or removed since"""
    start_date: "str"
    """The first day, in the organization’s time zone"""
    end_date: "str | None"
    """The end date, exclusive; null if the subscription has no end"""
    timezone: "str"
    """The time zone of its days and months: the organization’s time zone when the subscription started"""
    issuer_id: "str | None"
    """The organization that issues the statements, which owned the plan; null for the platform. Only its keys and those of organizations above can change the subscription"""
    name: "str"
    """The name that statements show"""
    currency: "str"
    """An ISO 4217 currency code"""
    base_fee: "str"
    """The fee for a whole month, in the plan’s currency"""
    included_minutes: "int"
    """The minutes that a whole month includes"""
    minute_rate: "str"
    """The price of each further minute, in the plan’s currency"""
    included_messages: "int"
    """The messages that a whole month includes: those of users that agents answered in chats of this platform"""
    message_rate: "str"
    """The price of each further message, in the plan’s currency. If it is 0 and no messages are included, messages are not on the bill"""
    rounding_seconds: "int"
    """Each call is rounded up to a multiple of these seconds: 1, 6, 30 or 60"""
    at_limit: "LimitAction"
    current_period: "SubscriptionPeriod | None"
    """The current period; null before the subscription starts"""
    next: "NextSubscription | None"
    """The subscription that follows; null if none does"""
    created_at: "str"
    """A time: RFC 3339 in UTC with milliseconds"""


class SubscriptionInput(TypedDict):
    """The plan to copy, and the first day"""

    plan_id: "str"
    """A plan of an organization above, or of the platform"""
    start_date: "str"
    """The first day, at most 366 days ago. A previous subscription ends on the day before"""
    id: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    client_id: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    end_date: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    timezone: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    issuer_id: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    name: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    currency: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    base_fee: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    included_minutes: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    minute_rate: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    included_messages: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    message_rate: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    rounding_seconds: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    at_limit: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    current_period: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    next: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    created_at: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""


class SubscriptionPatch(TypedDict):
    """A merge patch (RFC 7396) for a subscription"""

    plan_id: NotRequired["str"]
    """The plan to copy the terms of"""
    start_date: NotRequired["str"]
    """The first day of the terms, at most 366 days ago"""


class SubscriptionPeriod(TypedDict):
    """The usage of a period"""

    start: "str"
    """When the period begins"""
    end: "str"
    """The end of the period, exclusive"""
    minutes_used: "str"
    """The minutes used so far, each call rounded up"""
    minutes_included: "str"
    """The minutes that the plan includes in the period"""
    pack_minutes_left: "str"
    """The minutes left in packs. They do not expire"""
    messages_used: "int"
    """The messages in chats of this platform that are billed so far: those of chats that are over"""
    messages_included: "int"
    """The messages that the plan includes in the period"""
    limit_reached: "bool"
    """Whether included minutes and packs are used up"""


class SummaryDurations(TypedDict):
    """The exact durations of the conversations that have ended"""

    sum: "int"
    """The sum of all durations, in milliseconds"""
    p50: "int | None"
    """The median by nearest rank: the shortest of the durations that at least half of them do not exceed. Null if no conversation has ended"""
    p95: "int | None"
    """The 95th percentile, by the same definition: at least 95 percent do not exceed it"""


class SummaryFigures(TypedDict):
    """The figures of all rows together"""

    conversations: "int"
    """The number of conversations, including active ones"""
    completed: "int"
    """The number of those that were completed"""
    failed: "int"
    """The number of those that failed"""
    successful: "int"
    """The number of those with `quality.successful`"""
    judged: "int"
    """The number of those for which `quality.successful` is true or false"""
    with_recording: "int"
    """The number of those with a recording that is available"""
    duration_ms: "SummaryDurations"
    costs: "list[MoneySum]"
    """The costs of the conversations, one sum per currency. Costs that are not shown to the API key are not included (`settings.costs_shown`)"""


class SummaryGroup(TypedDict):
    """The values of a group, for each property of `group_by`; empty without it. Null: the conversations have no value"""

    agent_id: NotRequired["str | None"]
    """The agent’s id"""
    client_id: NotRequired["str | None"]
    """The organization’s id"""
    child: NotRequired["str | None"]
    """The id of the organization directly below, or of the requested one"""
    outcome: NotRequired["str | None"]
    """The outcome"""
    status: NotRequired["str | None"]
    """The status"""
    end_reason: NotRequired["str | None"]
    """Why the conversations ended"""
    sentiment: NotRequired["str | None"]
    """The caller’s sentiment"""
    channel: NotRequired["str | None"]
    """The channel"""
    direction: NotRequired["str | None"]
    """The direction of the conversations"""
    provider: NotRequired["str | None"]
    """The provider’s name"""
    successful: NotRequired["bool | None"]
    """`quality.successful`; null: not judged"""


class SummaryRow(TypedDict):
    """The figures of an interval, or of a group in it"""

    start: "str"
    """When the interval begins. The first interval begins with the range"""
    group: "SummaryGroup"
    conversations: "int"
    """The number of conversations, including active ones"""
    completed: "int"
    """The number of those that were completed"""
    failed: "int"
    """The number of those that failed"""
    successful: "int"
    """The number of those with `quality.successful`"""
    judged: "int"
    """The number of those for which `quality.successful` is true or false"""
    with_recording: "int"
    """The number of those with a recording that is available"""
    duration_ms: "SummaryDurations"
    costs: "list[MoneySum]"
    """The costs of the conversations, one sum per currency. Costs that are not shown to the API key are not included (`settings.costs_shown`)"""


class TaxTerms(TypedDict):
    """A tax, as it is added to statements"""

    name: "str"
    """The name of the tax, such as `VAT`"""
    rate: "str"
    """The rate in percent. `0`: the tax is shown, and nothing is added"""
    note: NotRequired["str"]
    """A sentence that statements show with the tax, such as the reason why it is not charged"""


class TaxTermsPatch(TypedDict):
    """The parts of a tax to change. A tax that is not set yet needs its name and its rate"""

    name: NotRequired["str"]
    """The name of the tax, such as `VAT`"""
    rate: NotRequired["str"]
    """The rate in percent. `0`: the tax is shown, and nothing is added"""
    note: NotRequired["str | None"]
    """A sentence that statements show with the tax, such as the reason why it is not charged"""


class TestEvent(TypedDict):
    """The event to test a webhook with"""

    event: NotRequired["EventType"]
    """The event to send a sample of. Except `ping`, it must be one that the webhook receives. Default: `ping`"""


class TestMessage(TypedDict):
    """One message of the conversation so far"""

    role: "TestRole"
    content: "str"
    """The words that were said"""


class TestToolCall(TypedDict):
    """A call of a tool during a test"""

    name: "str"
    """The tool that was called"""
    arguments: "dict[str, Any]"
    """The arguments that the agent called it with"""
    result: "Any"
    """The mock’s result; null without a mock"""
    mocked: "bool"
    """Whether a mock answered the call"""


class TokenUsage(TypedDict):
    """The tokens that the language model processed"""

    input_tokens: "int"
    """Tokens sent to the model"""
    output_tokens: "int"
    """Tokens generated by the model"""


class Tool(TypedDict):
    """A function that the agent may call during a conversation"""

    name: "str"
    """The tool’s name, unique within the agent"""
    description: "str | None"
    """A description for the language model: the purpose of the tool, and when to call it"""
    parameters: "dict[str, Any]"
    """The JSON Schema of the tool’s arguments"""
    action: "ToolAction | None"
    """The action to run when the agent calls the tool in a conversation that the platform holds. If null, the call is returned to the client that runs the agent. Setting an address that receives callers’ data requires the scope `conversations:read`"""


class ToolCall(TypedDict):
    """A call of a tool by the agent, with its result"""

    id: "str | None"
    """The id of the call at the provider"""
    name: "str"
    """The tool that was called"""
    arguments: "Any"
    """The arguments of the call: any JSON value, at most 65,536 bytes"""
    result: "Any"
    """The result of the call: any JSON value, at most 131,072 bytes"""
    error: "str | None"
    """Why the call failed; null if it succeeded"""


class ToolCallInput(TypedDict):
    """A call of a tool by the agent, with its result"""

    id: NotRequired["str | None"]
    """The id of the call at the provider"""
    name: "str"
    """The tool that was called"""
    arguments: NotRequired["Any"]
    """The arguments of the call: any JSON value, at most 65,536 bytes"""
    result: NotRequired["Any"]
    """The result of the call: any JSON value, at most 131,072 bytes"""
    error: NotRequired["str | None"]
    """Why the call failed; null if it succeeded"""


class ToolDescription(TypedDict):
    """A tool as its server describes it"""

    description: "str | None"
    """The server’s description of the tool"""
    parameters: "dict[str, Any]"
    """The JSON Schema of its arguments"""
    hash: "str"
    """The SHA-256 of name, description and parameters"""


class ToolInput(TypedDict):
    """A function that the agent may call during a conversation"""

    name: "str"
    """The tool’s name, unique within the agent"""
    description: NotRequired["str | None"]
    """A description for the language model: the purpose of the tool, and when to call it"""
    parameters: NotRequired["dict[str, Any]"]
    """The JSON Schema of the tool’s arguments"""
    action: NotRequired["ToolActionInput | None"]
    """The action to run when the agent calls the tool in a conversation that the platform holds. If null, the call is returned to the client that runs the agent. Setting an address that receives callers’ data requires the scope `conversations:read`"""


class ToolMock(TypedDict):
    """A fixed answer for a tool during a test"""

    name: "str"
    """The name of the tool"""
    result: "Any"
    """The value that each call of the tool returns: any JSON value"""


class ToolResultInput(TypedDict):
    """The result of a tool"""

    id: "str"
    """The id of the call"""
    result: NotRequired["Any"]
    """The result of the tool: any JSON value"""
    error: NotRequired["str | None"]
    """Why the tool failed; null if it succeeded"""


class ToolResultsInput(TypedDict):
    """The results of tools that you have run"""

    results: "list[ToolResultInput]"
    """The results of all calls in `tool_calls` of the answer"""


class ToolServer(TypedDict):
    """An MCP server, whose tools agents can call"""

    id: "str"
    """The unique id; begins with `tsrv_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    client_id: "str"
    """The organization that the server belongs to, whose agents and those below can use it"""
    created_by: "str | None"
    """The API key or the member that created the tool server, which may have been removed since; null if that was not recorded"""
    name: "str"
    """The server’s name, for people"""
    url: "str"
    """The address of an MCP server (Streamable HTTP), with `https:`"""
    token_hint: "str | None"
    """The last four characters of the token; null if none is set"""
    checked_at: "str"
    """When the server was last asked for its tools"""
    tools: "list[ServerTool]"
    """The tools of the server"""


class ToolServerChange(TypedDict):
    """A tool server whose tools have changed"""

    id: "str"
    """The tool server’s id"""
    name: "str"
    """The tool server’s name"""
    tools: "list[str]"
    """The names of the tools that agents can no longer call"""


class ToolServerChangedEvent(TypedDict):
    """Tools were disabled because their server describes them differently, or no longer has them"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['tool_server.changed']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "ToolServerChange | EventReference"
    """The entity, or only its id"""


class ToolServerInput(TypedDict):
    """A new tool server"""

    name: "str"
    """The server’s name, for people"""
    metadata: NotRequired["Metadata"]
    client_id: NotRequired["str"]
    """The organization that the server belongs to; by default the API key’s own"""
    url: "str"
    """The address of an MCP server (Streamable HTTP), with `https:`"""
    token: NotRequired["str | None"]
    """The bearer token for the server. It is stored encrypted and cannot be read again"""


class ToolServerItem(TypedDict):
    """A tool server as it appears in a list"""

    id: "str"
    """The unique id; begins with `tsrv_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    client_id: "str"
    """The organization that the server belongs to, whose agents and those below can use it"""
    created_by: "str | None"
    """The API key or the member that created the tool server, which may have been removed since; null if that was not recorded"""
    name: "str"
    """The server’s name, for people"""
    url: "str"
    """The address of an MCP server (Streamable HTTP), with `https:`"""
    token_hint: "str | None"
    """The last four characters of the token; null if none is set"""
    checked_at: "str"
    """When the server was last asked for its tools"""


class ToolServerList(TypedDict):
    """One page of a list"""

    data: "list[ToolServerItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class ToolServerPatch(TypedDict):
    """A merge patch (RFC 7396) for a tool server"""

    name: NotRequired["str"]
    """The server’s name, for people"""
    metadata: NotRequired["MetadataPatch | None"]
    """Your own keys to set; null removes one"""
    token: NotRequired["str | None"]
    """The bearer token for the server. It is stored encrypted and cannot be read again. Absent: it stays; null removes it"""


class ToolServerRefresh(TypedDict):
    """The descriptions of tools to accept"""

    accept: NotRequired["list[str]"]
    """The hashes of descriptions to accept"""


class ToolServerReplacement(TypedDict):
    """Everything that can be changed of a tool server. An absent token stays as it is"""

    name: "str"
    """The server’s name, for people"""
    metadata: NotRequired["Metadata"]
    client_id: NotRequired["str"]
    """The organization; a value other than the current one is refused"""
    url: NotRequired["str"]
    """The address; a value other than the current one is refused"""
    token: NotRequired["str | None"]
    """The bearer token for the server. It is stored encrypted and cannot be read again. Absent: it stays; null removes it"""
    id: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    created_at: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    updated_at: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    version: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    created_by: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    token_hint: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    checked_at: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    tools: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""


class Transcript(TypedDict):
    """One page of a list"""

    conversation_id: "str"
    """The conversation’s id"""
    status: "TranscriptStatus"
    data: "list[Turn]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class TranscriptAppendedEvent(TypedDict):
    """Turns were appended to the transcript of a conversation"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['transcript.appended']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "Conversation | EventReference"
    """The entity, or only its id"""


class TranscriptInput(TypedDict):
    """Turns to append"""

    turns: "list[TurnInput]"
    """The turns to append, in order"""


class TranscriptLength(TypedDict):
    """The state of a transcript after an append"""

    conversation_id: "str"
    """The conversation’s id"""
    status: "TranscriptStatus"
    turns: "int"
    """The number of turns in the transcript now"""


class TranscriptMatch(TypedDict):
    """A turn that contains a word of the search"""

    index: "int"
    """The turn’s position in the transcript, from 0"""
    text: "str"
    """An excerpt of the turn around the first matching word"""


class TranscriptSummary(TypedDict):
    """The state of the transcript"""

    status: "TranscriptStatus"
    turns: "int"
    """The number of turns"""


class Turn(TypedDict):
    """One turn of a conversation: what one speaker said"""

    index: "int"
    """The turn’s position in the transcript, from 0"""
    role: "TurnRole"
    text: "str"
    """The words that were said"""
    start_ms: "int | None"
    """When the turn began, in milliseconds from the start of the conversation"""
    end_ms: "int | None"
    """When the turn ended, in milliseconds from the start of the conversation"""
    tool_calls: "list[ToolCall]"
    """The tools that the agent called in this turn"""
    metadata: "Metadata"
    author: NotRequired["str"]
    """The name of the person who answered in place of the agent, or `Staff` if the provider reports none or the person has left; absent for all other turns"""
    usage: NotRequired["TurnUsage"]
    """The work of the language model; only for answers of agents in chats of this platform"""


class TurnInput(TypedDict):
    """A turn to append: at most 300,000 bytes as JSON"""

    index: NotRequired["int"]
    """The turn’s position in the transcript, from 0. Default: the next position. If you send it, sending the turn again has no effect"""
    role: "TurnRole"
    text: "str"
    """The words that were said"""
    start_ms: NotRequired["int | None"]
    """When the turn began, in milliseconds from the start of the conversation"""
    end_ms: NotRequired["int | None"]
    """When the turn ended, in milliseconds from the start of the conversation"""
    tool_calls: NotRequired["list[ToolCallInput]"]
    """The tools that the agent called in this turn"""
    metadata: NotRequired["Metadata"]


class TurnUsage(TypedDict):
    """The work of the language model for one answer"""

    model: "str"
    """The model that answered; `rehearsal` if the flow was followed without a model"""
    input_tokens: "int"
    """Tokens sent to the model"""
    output_tokens: "int"
    """Tokens generated by the model"""
    latency_ms: "int"
    """The time until the answer was complete, in milliseconds"""
    first_token_ms: "int | None"
    """The time until the first word, in milliseconds; null if the answer was not streamed"""


class UploadRequest(TypedDict):
    """A request to send with the file as its body"""

    url: "str"
    """A presigned URL, which needs no API key"""
    method: "Literal['PUT']"
    """The method of the request: always `PUT`"""
    headers: "dict[str, str]"
    """The headers of the request, to be sent as they are"""
    expires_at: "str"
    """When the link stops working"""


Usage = TypedDict("Usage", {
    "timezone": "str",
    "from": "str",
    "to": "str",
    "rows": "list[UsageRow]",
})
"""The usage of an organization and its descendants"""


class UsageAnalysis(TypedDict):
    """The use of language models by the analyzers of the organization and its descendants. Analyzers of organizations above are not included: those pay for them"""

    tokens: "UsageAnalysisTokens"
    costs: "list[MoneySum]"
    """The costs of these tokens, which are not in the `costs` of the conversations, one sum per currency. Costs that are not shown to the API key are not included (`settings.costs_shown`)"""


class UsageAnalysisTokens(TypedDict):
    """The tokens that language models processed for analyses and previews, when these were made"""

    input: "int"
    """The number of tokens that language models read"""
    output: "int"
    """The number of tokens that language models wrote"""


class UsageDurations(TypedDict):
    """The durations of conversations"""

    sum: "int"
    """The sum of all durations, in milliseconds"""
    p50: "int | None"
    """The median duration, within five percent"""
    p95: "int | None"
    """The 95th percentile, within five percent"""


class UsageLatencies(TypedDict):
    """The metric `e2e_latency_p50_ms` of the conversations that have it"""

    p50: "int | None"
    """The median latency, within five percent"""
    p95: "int | None"
    """The 95th percentile, within five percent"""


class UsageRow(TypedDict):
    """The figures of an interval, or of a group in it"""

    start: "str"
    """When the interval begins. The first interval begins with the range"""
    group: "str | None"
    """The value of the group, such as an agent’s id. Null for conversations without a value, and if the rows are not grouped"""
    conversations: "int"
    """The number of conversations"""
    completed: "int"
    """The number of those that were completed"""
    failed: "int"
    """The number of those that failed"""
    successful: "int"
    """The number of those with `quality.successful`"""
    judged: "int"
    """The number of those for which `quality.successful` is true or false"""
    duration_ms: "UsageDurations"
    latency_ms: "UsageLatencies"
    messages: "int"
    """The number of messages of users that agents answered in chats of this platform, and for API keys as a custom LLM"""
    tokens: "UsageTokens"
    costs: "list[MoneySum]"
    """The costs of the conversations, which for chats of this platform are those of the tokens, one sum per currency. Costs that are not shown to the API key are not included (`settings.costs_shown`)"""
    analysis: "UsageAnalysis"


class UsageThreshold(TypedDict):
    """The share of a plan’s minutes that is used"""

    client_id: "str"
    """The organization that used the minutes"""
    percent: "int"
    """The share of the included minutes that was reached, in percent"""
    used_minutes: "int"
    """The minutes that were used in the period"""
    included_minutes: "int"
    """The minutes that the plan includes in the period"""
    period_start: "str"
    """When the period started"""
    period_end: "str"
    """When the period ends"""


class UsageThresholdReachedEvent(TypedDict):
    """An organization used a share of the minutes that its plan includes"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['usage.threshold_reached']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "UsageThreshold | EventReference"
    """The entity, or only its id"""


class UsageTokens(TypedDict):
    """The tokens that language models processed in chats of this platform, and as a custom LLM"""

    input: "int"
    """The number of tokens that language models read"""
    output: "int"
    """The number of tokens that language models wrote"""


class Voice(TypedDict):
    """The agent’s voice. You can store further settings of the voice’s provider, up to 8,192 bytes in total, which are returned unchanged"""

    provider: NotRequired["str"]
    """The company that makes the voice, such as `elevenlabs`"""
    speed: NotRequired["float"]
    """The speed of speech; 1 is the normal speed of the voice"""


class VoiceList(TypedDict):
    """The voices of an account"""

    data: "list[ProviderVoice]"
    """The voices"""


class VoicePatch(TypedDict):
    """The settings of the voice to change"""

    provider: NotRequired["str | None"]
    """The company that makes the voice, such as `elevenlabs`"""
    speed: NotRequired["float | None"]
    """The speed of speech; 1 is the normal speed of the voice"""


class Webhook(TypedDict):
    """A webhook, which receives the events of an organization and its descendants"""

    id: "str"
    """The unique id; begins with `hook_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    client_id: "str | None"
    """The organization whose events, and those of its descendants, are sent; null for all"""
    created_by: "str | None"
    """The API key or the member that created the webhook, which may have been removed since; null if that was not recorded"""
    url: "str | None"
    """The address that messages are posted to; null if they are fetched with `GET …/messages`"""
    description: "str | None"
    """A description of the webhook for people"""
    events: "list[EventSelector]"
    """The types of events that are sent, or `*` for all but `audit.recorded`"""
    payload: "WebhookPayload"
    status: "WebhookStatus"
    disabled_reason: "DisabledReason | None"
    """Why it is disabled: `by_request`, `gone` (the server answered 410) or `failing` (nothing but failures for five days); null if it is enabled"""
    failing_since: "str | None"
    """Since when all deliveries have failed; null if the last one succeeded"""
    per_second: "int | None"
    """The largest number of messages per second; null for no limit"""


class WebhookDisabled(TypedDict):
    """A webhook that no longer receives messages"""

    id: "str"
    """The webhook’s id"""
    disabled_reason: "str"
    """Why it was disabled: `gone` or `failing`"""


class WebhookDisabledEvent(TypedDict):
    """A webhook was disabled because its deliveries failed"""

    id: "str"
    """The event’s id. Ids are in the order of time"""
    type: "Literal['webhook.disabled']"
    """The type of the event"""
    timestamp: "str"
    """When it happened"""
    client_id: "str | None"
    """The organization it happened in; null for the platform"""
    test: NotRequired["Literal[True]"]
    """True for a test that was sent on request, and for what happened in an organization for tests; otherwise absent"""
    data: "WebhookDisabled | EventReference"
    """The entity, or only its id"""


class WebhookInput(TypedDict):
    """A new webhook"""

    url: NotRequired["str | None"]
    """The address that messages are posted to; null if they are fetched with `GET …/messages`"""
    description: NotRequired["str | None"]
    """A description of the webhook for people"""
    events: "list[EventSelector]"
    """The types of events that are sent, or `*` for all but `audit.recorded`"""
    payload: NotRequired["WebhookPayload"]
    """Default: `full`"""
    status: NotRequired["WebhookStatus"]
    """Default: `enabled`"""
    per_second: NotRequired["int | None"]
    """The largest number of messages per second; null for no limit"""
    metadata: NotRequired["Metadata"]
    client_id: NotRequired["str"]
    """The organization whose events, and those of its descendants, are sent; by default that of the API key"""


class WebhookItem(TypedDict):
    """A webhook as it appears in a list"""

    id: "str"
    """The unique id; begins with `hook_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    client_id: "str | None"
    """The organization whose events, and those of its descendants, are sent; null for all"""
    created_by: "str | None"
    """The API key or the member that created the webhook, which may have been removed since; null if that was not recorded"""
    url: "str | None"
    """The address that messages are posted to; null if they are fetched with `GET …/messages`"""
    description: "str | None"
    """A description of the webhook for people"""
    events: "list[EventSelector]"
    """The types of events that are sent, or `*` for all but `audit.recorded`"""
    payload: "WebhookPayload"
    status: "WebhookStatus"
    disabled_reason: "DisabledReason | None"
    """Why it is disabled: `by_request`, `gone` (the server answered 410) or `failing` (nothing but failures for five days); null if it is enabled"""
    failing_since: "str | None"
    """Since when all deliveries have failed; null if the last one succeeded"""
    per_second: "int | None"
    """The largest number of messages per second; null for no limit"""


class WebhookList(TypedDict):
    """One page of a list"""

    data: "list[WebhookItem]"
    """The items of this page"""
    has_more: "bool"
    """Whether another page follows"""
    next_cursor: "str | None"
    """Send it as `cursor` to get the next page. Null exactly when `has_more` is false"""


class WebhookPatch(TypedDict):
    """A merge patch (RFC 7396) for a webhook"""

    url: NotRequired["str | None"]
    """The address that messages are posted to; null if they are fetched with `GET …/messages`"""
    description: NotRequired["str | None"]
    """A description of the webhook for people"""
    events: NotRequired["list[EventSelector]"]
    """The types of events that are sent, or `*` for all but `audit.recorded`"""
    payload: NotRequired["WebhookPayload | None"]
    """The content of messages: `full` has the entity as the API returns it, `thin` only its id"""
    status: NotRequired["WebhookStatus | None"]
    """Whether messages are sent. Those of a disabled webhook are kept as `failed` for 30 days, so that they can be recovered"""
    per_second: NotRequired["int | None"]
    """The largest number of messages per second; null for no limit"""
    metadata: NotRequired["MetadataPatch | None"]
    """Your own keys to set; null removes one"""


class WebhookReplacement(TypedDict):
    """Everything that can be changed of a webhook. An absent field is reset to its default"""

    url: NotRequired["str | None"]
    """The address that messages are posted to; null if they are fetched with `GET …/messages`"""
    description: NotRequired["str | None"]
    """A description of the webhook for people"""
    events: "list[EventSelector]"
    """The types of events that are sent, or `*` for all but `audit.recorded`"""
    payload: NotRequired["WebhookPayload"]
    """Default: `full`"""
    status: NotRequired["WebhookStatus"]
    """Default: `enabled`"""
    per_second: NotRequired["int | None"]
    """The largest number of messages per second; null for no limit"""
    metadata: NotRequired["Metadata"]
    client_id: NotRequired["str | None"]
    """The organization; a value other than the current one is refused"""
    id: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    created_at: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    updated_at: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    version: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    created_by: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    disabled_reason: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""
    failing_since: NotRequired["Any"]
    """Ignored: only the server sets it. Accepted so that an entity can be sent back as it was read"""


class WebhookRotation(TypedDict):
    """The options for replacing the secret"""

    overlap_seconds: NotRequired["int"]
    """The number of seconds that messages are also signed with the previous secret, at most a week. Default: `86400`"""


class WebhookWithSecret(TypedDict):
    """A webhook with its new secret"""

    id: "str"
    """The unique id; begins with `hook_`"""
    created_at: "str"
    """When it was created"""
    updated_at: "str"
    """When it was last changed"""
    version: "int"
    """The number of changes, counted from 1 at creation"""
    metadata: "Metadata"
    client_id: "str | None"
    """The organization whose events, and those of its descendants, are sent; null for all"""
    created_by: "str | None"
    """The API key or the member that created the webhook, which may have been removed since; null if that was not recorded"""
    url: "str | None"
    """The address that messages are posted to; null if they are fetched with `GET …/messages`"""
    description: "str | None"
    """A description of the webhook for people"""
    events: "list[EventSelector]"
    """The types of events that are sent, or `*` for all but `audit.recorded`"""
    payload: "WebhookPayload"
    status: "WebhookStatus"
    disabled_reason: "DisabledReason | None"
    """Why it is disabled: `by_request`, `gone` (the server answered 410) or `failing` (nothing but failures for five days); null if it is enabled"""
    failing_since: "str | None"
    """Since when all deliveries have failed; null if the last one succeeded"""
    per_second: "int | None"
    """The largest number of messages per second; null for no limit"""
    secret: "str"
    """The secret that messages are signed with (Standard Webhooks). It cannot be read again"""


class Problem(TypedDict):
    """An error: a problem document (RFC 9457). Some codes add further fields"""

    type: "str"
    """The URL of the code’s entry in this document"""
    title: "str"
    """The meaning of the code"""
    status: "int"
    """The HTTP status"""
    detail: NotRequired["str"]
    """A description of the problem with this request"""
    instance: "str"
    """The path of the request"""
    code: "str"
    """The stable code to act on. New codes may be added"""
    request_id: "str"
    """The id of the request, as in `X-Request-Id`"""
    required_scope: NotRequired["str"]
    """With `insufficient_scope`: the scope that the API key lacks"""
    start_after: NotRequired["str"]
    """With `range_too_large`: the beginning of a range that is about as long as can be, estimated from the conversations that were read"""
    start_before: NotRequired["str"]
    """With `range_too_large`: the end of that range, which is the end of the one in the request"""
    errors_omitted: NotRequired["int"]
    """The number of further faults, if there are more than `errors` has"""
    errors: NotRequired["list[Fault]"]
    """The faults of the request, each with its place: the first 100"""


class Fault(TypedDict):
    """One fault of a request. Exactly one of `pointer`, `parameter` and `header` names its place"""

    pointer: NotRequired["str"]
    """The place in the body: a JSON Pointer (RFC 6901)"""
    parameter: NotRequired["str"]
    """The parameter of the query or the path"""
    header: NotRequired["str"]
    """The request header"""
    code: "str"
    """The kind of fault, such as `required`, `unknown` or `too_big`. New codes may be added"""
    detail: "str"
    """A description of the fault"""


class GatewayError(TypedDict):
    """An error of API Gateway itself, before the request reaches the service"""

    message: "str"
    """A description of the error"""


class ClientsCalls(Calls[Runner]):
    @operation
    def create(self, body: OrganizationInput, **options: Unpack[CallOptions]) -> Request[Organization]:
        """Create an organization. Creates an organization. A reseller is at the top of the hierarchy, a client at the top or below a reseller, a subcompany or location below a client or a subcompany. The hierarchy has at most eight levels."""
        return Request("POST", "/v1/clients", options, body=body, writes=True)

    @operation
    def erase(self, client_id: str, *, dry_run: bool | Flag | None = None, **options: Unpack[CallOptions]) -> Request[OrganizationErasure]:
        """Erase an organization and its descendants. Suspends the organization immediately, and then erases everything that the organization and its descendants own: API keys first, then conversations with their recordings, agents, and the organizations themselves. This cannot be undone. Figures in statements stay. Repeat the request to see the progress. When nothing is left, a minute after the start at the earliest, the answer is 404. The request requires a key of an organization above. Because everything is erased, the key also needs the scopes `agents:write`, `analysis:write`, `billing:write`, `conversations:erase`, `exports:write`, `integrations:write`, `keys:write` and `webhooks:write`; a dry run does not."""
        return Request("DELETE", f"/v1/clients/{segment('client_id', client_id)}", options, query={"dry_run": dry_run}, writes=True)

    @operation
    def get(self, client_id: str, **options: Unpack[CallOptions]) -> Request[Organization]:
        """Get an organization. Returns the organization with its own settings and the settings in effect."""
        return Request("GET", f"/v1/clients/{segment('client_id', client_id)}", options)

    @list_operation
    def list(self, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, updated_after: str | None = None, parent_id: str | None = None, type: OrganizationType | None = None, name: str | None = None, external_id: str | None = None, **options: Unpack[CallOptions]) -> ListRequest[OrganizationList, OrganizationItem]:
        """List organizations, newest first. Lists the API key’s own organization and its descendants at every level."""
        return ListRequest("GET", "/v1/clients", options, query={"limit": limit, "cursor": cursor, "order": order, "updated_after": updated_after, "parent_id": parent_id, "type": type, "name": name, "external_id": external_id})

    @operation
    def replace(self, client_id: str, body: OrganizationReplacement, **options: Unpack[CallOptions]) -> Request[Organization]:
        """Replace an organization. Replaces everything that can be changed of an organization. An absent field is reset to its default. Type and parent cannot be changed. Status, limits, retention, recording, allowed calls, shown costs, currency, plan, `external_id` and `billing_info.external_id` can be changed only with a key of an organization above; with the organization’s own key they stay as they are when absent, and another value is refused. A change that erases conversations earlier (`retention_days`) also needs the scope `conversations:erase`, and one that ends them earlier (`active_timeout_minutes`) the scope `conversations:write`."""
        return Request("PUT", f"/v1/clients/{segment('client_id', client_id)}", options, body=body, writes=True)

    @operation
    def update(self, client_id: str, body: OrganizationPatch, **options: Unpack[CallOptions]) -> Request[Organization]:
        """Update an organization. Changes the fields that are sent: null removes a value, and objects are merged. A patch that changes nothing leaves the version as it is. A change that erases conversations earlier (`retention_days`) also needs the scope `conversations:erase`, and one that ends them earlier (`active_timeout_minutes`) the scope `conversations:write`."""
        return Request("PATCH", f"/v1/clients/{segment('client_id', client_id)}", options, body=body, writes=True)


class SubcompaniesCalls(Calls[Runner]):
    @operation
    def create(self, client_id: str, body: SubcompanyInput, **options: Unpack[CallOptions]) -> Request[Organization]:
        """Create a subcompany or location below an organization. The same as `POST /v1/clients` with that organization as `parent_id`."""
        return Request("POST", f"/v1/clients/{segment('client_id', client_id)}/subcompanies", options, body=body, writes=True)

    @list_operation
    def list(self, client_id: str, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, external_id: str | None = None, **options: Unpack[CallOptions]) -> ListRequest[OrganizationList, OrganizationItem]:
        """List the subcompanies and locations directly below an organization. Lists the organizations newest first. The organizations directly below a reseller are clients, which `GET /v1/clients` lists."""
        return ListRequest("GET", f"/v1/clients/{segment('client_id', client_id)}/subcompanies", options, query={"limit": limit, "cursor": cursor, "order": order, "external_id": external_id})


class AgentsCalls(Calls[Runner]):
    @operation
    def create(self, body: AgentInput, **options: Unpack[CallOptions]) -> Request[Agent]:
        """Create an agent. Creates an agent that serves its organization and that organization’s descendants. A platform key must send `client_id`, because the platform itself owns no agents."""
        return Request("POST", "/v1/agents", options, body=body, writes=True)

    @operation
    def get(self, agent_id: str, **options: Unpack[CallOptions]) -> Request[Agent]:
        """Get an agent. Returns the whole agent, including its prompt, tools and conversation flow."""
        return Request("GET", f"/v1/agents/{segment('agent_id', agent_id)}", options)

    @list_operation
    def list(self, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, updated_after: str | None = None, client_id: str | None = None, name: str | None = None, external_id: str | None = None, **options: Unpack[CallOptions]) -> ListRequest[AgentList, AgentItem]:
        """List agents, newest first. Lists the agents of an organization and its descendants. Items leave out prompts, tools and flows; get the agent to read them."""
        return ListRequest("GET", "/v1/agents", options, query={"limit": limit, "cursor": cursor, "order": order, "updated_after": updated_after, "client_id": client_id, "name": name, "external_id": external_id})

    @operation
    def remove(self, agent_id: str, **options: Unpack[CallOptions]) -> Request[None]:
        """Remove an agent and keep its conversations. Removes the agent with its versions and documents. It can no longer be read, and no conversation can be started with it. Its conversations stay. An agent to which an integration of an organization above maps calls, or whose `provider` was set from above, can be removed only with a key from there. Agents that it was deployed to remain at their providers: remove its deployments first."""
        return Request("DELETE", f"/v1/agents/{segment('agent_id', agent_id)}", options, writes=True)

    @operation
    def replace(self, agent_id: str, body: AgentReplacement, **options: Unpack[CallOptions]) -> Request[Agent]:
        """Replace an agent. Replaces everything that can be changed of an agent. An absent field is reset to its default. The previous state is kept as a version; a conversation records the version that it started with in `agent_version`."""
        return Request("PUT", f"/v1/agents/{segment('agent_id', agent_id)}", options, body=body, writes=True)

    @operation
    def test(self, agent_id: str, body: AgentTestInput, **options: Unpack[CallOptions]) -> Request[AgentTestResult]:
        """Test an agent. Returns what the agent would say next. Nothing is stored: each request sends the conversation so far and the current node of the flow. If the agent calls a tool without a mock, the answer shows the call; send the same request again with a mock for that tool to continue."""
        return Request("POST", f"/v1/agents/{segment('agent_id', agent_id)}/test", options, body=body)

    @operation
    def update(self, agent_id: str, body: AgentPatch, **options: Unpack[CallOptions]) -> Request[Agent]:
        """Update an agent. Changes the fields that are sent: null removes a value, objects are merged, and lists are replaced as a whole. The change creates a version; a patch that changes nothing creates none."""
        return Request("PATCH", f"/v1/agents/{segment('agent_id', agent_id)}", options, body=body, writes=True)


class AgentVersionsCalls(Calls[Runner]):
    @operation
    def get(self, agent_id: str, agent_version: str, **options: Unpack[CallOptions]) -> Request[AgentVersion]:
        """Get a version of an agent. Returns the whole agent as it was at that version. A version never changes."""
        return Request("GET", f"/v1/agents/{segment('agent_id', agent_id)}/versions/{segment('agent_version', agent_version)}", options)

    @list_operation
    def list(self, agent_id: str, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, **options: Unpack[CallOptions]) -> ListRequest[AgentVersionList, AgentVersionItem]:
        """List the versions of an agent, newest first. Lists one version for the agent’s creation and one for each change. The newest version is the agent’s current state."""
        return ListRequest("GET", f"/v1/agents/{segment('agent_id', agent_id)}/versions", options, query={"limit": limit, "cursor": cursor, "order": order})

    @operation
    def restore(self, agent_id: str, agent_version: str, **options: Unpack[CallOptions]) -> Request[Agent]:
        """Restore a version of an agent. Creates a new version with the content of the earlier one; the versions in between are kept, and so is the agent’s current `external_id`. `If-Match` is compared with the agent’s current state."""
        return Request("POST", f"/v1/agents/{segment('agent_id', agent_id)}/versions/{segment('agent_version', agent_version)}/restore", options, writes=True)


class DocumentsCalls(Calls[Runner]):
    @operation
    def create(self, agent_id: str, body: DocumentInput, **options: Unpack[CallOptions]) -> Request[Document]:
        """Add a document to an agent’s knowledge base. An agent has at most 100 documents with at most 2 MB of text in total."""
        return Request("POST", f"/v1/agents/{segment('agent_id', agent_id)}/documents", options, body=body, writes=True)

    @operation
    def get(self, agent_id: str, document_id: str, **options: Unpack[CallOptions]) -> Request[Document]:
        """Get a document of an agent. Returns the whole document, including its text."""
        return Request("GET", f"/v1/agents/{segment('agent_id', agent_id)}/documents/{segment('document_id', document_id)}", options)

    @list_operation
    def list(self, agent_id: str, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, external_id: str | None = None, **options: Unpack[CallOptions]) -> ListRequest[DocumentList, DocumentItem]:
        """List the documents of an agent, newest first. Items do not include the text. Get a document to read its text."""
        return ListRequest("GET", f"/v1/agents/{segment('agent_id', agent_id)}/documents", options, query={"limit": limit, "cursor": cursor, "order": order, "external_id": external_id})

    @operation
    def remove(self, agent_id: str, document_id: str, **options: Unpack[CallOptions]) -> Request[None]:
        """Remove a document from an agent’s knowledge base. Deletes the document for good. It no longer counts toward the agent’s limits."""
        return Request("DELETE", f"/v1/agents/{segment('agent_id', agent_id)}/documents/{segment('document_id', document_id)}", options, writes=True)

    @operation
    def replace(self, agent_id: str, document_id: str, body: DocumentReplacement, **options: Unpack[CallOptions]) -> Request[Document]:
        """Replace a document of an agent. Replaces the document. An absent field is reset to its default."""
        return Request("PUT", f"/v1/agents/{segment('agent_id', agent_id)}/documents/{segment('document_id', document_id)}", options, body=body, writes=True)

    @operation
    def update(self, agent_id: str, document_id: str, body: DocumentPatch, **options: Unpack[CallOptions]) -> Request[Document]:
        """Update a document of an agent. Changes the fields that are sent. A patch that changes nothing leaves the version as it is."""
        return Request("PATCH", f"/v1/agents/{segment('agent_id', agent_id)}/documents/{segment('document_id', document_id)}", options, body=body, writes=True)


class SigningSecretsCalls(Calls[Runner]):
    @operation
    def rotate(self, agent_id: str, body: SigningSecretRotation | None = None, **options: Unpack[CallOptions]) -> Request[SigningSecret]:
        """Rotate the secret that the requests of an agent’s tools are signed with. Creates a new secret and returns it, only this once. Requests of tools with an `http` action are always signed, as Standard Webhooks defines. For `overlap_seconds` each has two signatures, one of each secret, so that servers can be changed without downtime."""
        return Request("POST", f"/v1/agents/{segment('agent_id', agent_id)}/signing-secret/rotate", options, body=body, writes=True)


class DeploymentsCalls(Calls[Runner]):
    @operation
    def create(self, agent_id: str, body: DeploymentInput, **options: Unpack[CallOptions]) -> Request[Deployment]:
        """Deploy an agent to a provider. Creates an agent at the provider, or updates the one that an earlier deployment created: prompt, first message, language, voice, model, tools, conversation flow and documents, and the webhook that reports its calls. `not_carried` lists fields without a counterpart at the provider. With `runs_on: platform`, only the voice, the first message, the language and tools without an action go there, and the platform answers as the custom LLM of the provider’s agent, with a token for this deployment only. Calls of the provider’s agent become conversations of this agent. A request that failed halfway can be repeated: nothing is created twice."""
        return Request("POST", f"/v1/agents/{segment('agent_id', agent_id)}/deployments", options, body=body, writes=True)

    @operation
    def get(self, agent_id: str, deployment_id: str, **options: Unpack[CallOptions]) -> Request[Deployment]:
        """Get a deployment, compared with the provider’s agent. Reads the provider’s agent and reports whether it has changed since it was deployed. If the integration was removed, or belongs to an organization above, the answer is that of the list."""
        return Request("GET", f"/v1/agents/{segment('agent_id', agent_id)}/deployments/{segment('deployment_id', deployment_id)}", options)

    @list_operation
    def list(self, agent_id: str, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, **options: Unpack[CallOptions]) -> ListRequest[DeploymentList, Deployment]:
        """List the deployments of an agent. Lists the deployments of the agent. The list does not call the providers, and so does not show drift. Get a deployment to see that."""
        return ListRequest("GET", f"/v1/agents/{segment('agent_id', agent_id)}/deployments", options, query={"limit": limit, "cursor": cursor, "order": order})

    @operation
    def remove(self, agent_id: str, deployment_id: str, **options: Unpack[CallOptions]) -> Request[None]:
        """Remove a deployment. Ends the token of the deployment at once, and deletes the provider’s agent and everything that was created for it at the provider. If the provider fails, the token has ended anyway, and the request can be repeated. If the integration is disabled or was removed, the deployment is removed without the provider, where the agent remains. The agent itself and its conversations remain. While the agent is being deployed there, the request is refused with `request_in_flight`."""
        return Request("DELETE", f"/v1/agents/{segment('agent_id', agent_id)}/deployments/{segment('deployment_id', deployment_id)}", options, writes=True)


class SpeechCalls(Calls[Runner]):
    @operation
    def create(self, agent_id: str, body: SpeechInput, **options: Unpack[CallOptions]) -> Request[Speech]:
        """Speak a text with an agent’s voice. Speaks a text with the agent’s `voice` and `voice_id`, and returns a link to the audio that is valid for five minutes and needs no API key. The file is kept for a day. The same request during that day returns a new link to the same file, and does not ask the provider again. Each text that a provider speaks counts as a test of the agent."""
        return Request("POST", f"/v1/agents/{segment('agent_id', agent_id)}/speech", options, body=body)


class CallsCalls(Calls[Runner]):
    @operation
    def create(self, agent_id: str, body: CallInput, **options: Unpack[CallOptions]) -> Request[Conversation]:
        """Place an outbound call. Calls a number with the provider’s agent that this agent is deployed or mapped to. The answer is the conversation, which is active immediately. The call is placed a moment later, and at most once. With an `Idempotency-Key`, a repeated request places no second call; neither does one with the same `external_id`, which is refused with `external_id_exists`. The number must begin with one of the organization’s `call_prefixes`, if there are any. Calls are counted against `quotas.calls_per_day` of the organization and those above; further ones get 429 `rate_limited`. A call that the provider refuses ends the conversation as `failed`, with the reason in `provider.metadata.call_error`."""
        return Request("POST", f"/v1/agents/{segment('agent_id', agent_id)}/calls", options, body=body, writes=True)


class ChatsCalls(Calls[Runner]):
    @operation
    def create(self, agent_id: str, body: ChatInput, **options: Unpack[CallOptions]) -> Request[Chat]:
        """Start a chat with an agent. Starts a conversation that this platform holds by itself, and returns the agent’s first message. Send messages with the API key or, from a page or an app, with the `session_token`. The chat uses the agent’s current version until its end. It ends when the agent or the user ends it, after `idle_minutes` without a message, or when it reaches a limit. Open chats are counted against `quotas.open_chats` of the organization and those above; further ones get 409 `quota_exceeded`."""
        return Request("POST", f"/v1/agents/{segment('agent_id', agent_id)}/chats", options, body=body, writes=True)

    @operation
    def end(self, conversation_id: str, **options: Unpack[CallOptions]) -> Request[ChatState]:
        """End a chat. Ends the chat for the user, who has said goodbye or closed the page. A repeat has no effect."""
        return Request("POST", f"/v1/conversations/{segment('conversation_id', conversation_id)}/end", options, writes=True)

    @operation
    def messages(self, conversation_id: str, *, after: int | None = None, wait: int | None = None, **options: Unpack[CallOptions]) -> Request[ChatMessages]:
        """Get the new messages of a chat. Returns the turns after a position, at most 500. With `wait`, the answer comes as soon as there is one: for a page on which people answer."""
        return Request("GET", f"/v1/conversations/{segment('conversation_id', conversation_id)}/messages", options, query={"after": after, "wait": wait})

    @operation
    def send(self, conversation_id: str, body: MessageInput, **options: Unpack[CallOptions]) -> Request[ChatAnswer]:
        """Send a message in a chat. Stores the user’s message and the agent’s answer, and returns both. Send an `Idempotency-Key`: a repeated request then returns the first answer and never asks the agent twice. A failed request stores nothing, and the chat accepts the next message at once. Messages and tokens are counted against `quotas.chat_messages_per_day` and `quotas.model_tokens_per_day` of the organization and those above; further messages get 429 `rate_limited` with `Retry-After`."""
        return Request("POST", f"/v1/conversations/{segment('conversation_id', conversation_id)}/messages", options, body=body, writes=True)

    @operation
    def send_results(self, conversation_id: str, body: ToolResultsInput, **options: Unpack[CallOptions]) -> Request[ChatAnswer]:
        """Send the results of tools, and receive the agent’s answer. Continues an answer that ended with `tool_calls`, with the results of all of them. With a session token, a page sends the results of its own functions (tools of type `page`), and no others. A message of the user makes the agent go on without results."""
        return Request("POST", f"/v1/conversations/{segment('conversation_id', conversation_id)}/tool-results", options, body=body, writes=True)

    @stream_operation
    def stream(self, conversation_id: str, body: MessageInput, **options: Unpack[CallOptions]) -> StreamRequest[str, ChatEvent]:
        """Send a message in a chat, and receive the answer word by word. Does what `POST /v1/conversations/{conversation_id}/messages` does, with the same `Idempotency-Key`s, and answers with server-sent events. `accepted` has the `turn` of the message, each `delta` a further `text`, `tool` the `name` and `status` of a call, `handover` that a person is asked for, and `done` the whole answer. `error` has a problem in place of `done`. Lines that begin with a colon keep the connection open. A stream without `done` and `error` was cut off: the answer is still stored, and a repeat or the messages of the chat have it. Send the request to the chat’s `stream_url`."""
        return StreamRequest("POST", f"/v1/live/conversations/{segment('conversation_id', conversation_id)}/messages", options, body=body, writes=True, content="text/event-stream")


class CompletionsCalls(Calls[Runner]):
    @operation
    def create(self, agent_id: str, body: CompletionInput, **options: Unpack[CallOptions]) -> Request[Completion]:
        """Let an agent answer as a custom LLM. Answers for the agent in the format of OpenAI’s chat completions, so that a voice provider or any OpenAI client can use the agent as its model: with the base URL `…/v1/live/agents/{agent_id}` and an API key. Prompt, flow, knowledge and tools are the agent’s. The header `X-Call-Id`, or `call.id` in the body, names the call: the position in the flow is then kept between requests, requests for the same turn make each call of a `write` tool once, and the agent knows of such calls in later turns. Without a name, each request is a call of its own, also one that a library repeats. A refused request has a problem whose `error` is in OpenAI’s form. Each request counts as a message and with its tokens against the quotas of chats. One with the results of calls that the agent returned for the same message, within the last hour, counts with its tokens only."""
        return Request("POST", f"/v1/live/agents/{segment('agent_id', agent_id)}/chat/completions", options, body=body)


class HandoversCalls(Calls[Runner]):
    @operation
    def create(self, conversation_id: str, body: HandoverInput | None = None, **options: Unpack[CallOptions]) -> Request[ChatState]:
        """Hand a chat over to people. Asks for a person, as the agent does with the tool `hand_over`: the event `conversation.handover_requested` reports it, and the agent is silent. Messages of the user are stored, and the chat does not time out. A repeat has no effect. While the agent still answers a message, the request is refused with `conversation_busy`."""
        return Request("POST", f"/v1/conversations/{segment('conversation_id', conversation_id)}/handover", options, body=body, writes=True)

    @operation
    def remove(self, conversation_id: str, **options: Unpack[CallOptions]) -> Request[ChatState]:
        """Give a chat back to the agent. Lets the agent answer again, at the node of the flow at which it was. It speaks when the next message arrives. A repeat has no effect."""
        return Request("DELETE", f"/v1/conversations/{segment('conversation_id', conversation_id)}/handover", options, writes=True)

    @operation
    def reply(self, conversation_id: str, body: ReplyInput, **options: Unpack[CallOptions]) -> Request[Turn]:
        """Answer in a chat as a person. Adds a turn with the person’s name, and takes the chat over from the agent if nobody has yet. A page that waits for messages receives it. While the agent still answers a message, the request is refused with `conversation_busy`."""
        return Request("POST", f"/v1/conversations/{segment('conversation_id', conversation_id)}/replies", options, body=body, writes=True)


class ConversationsCalls(Calls[Runner]):
    @list_operation
    def active(self, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, client_id: str | None = None, agent_id: str | Sequence[str] | None = None, outcome: str | Sequence[str] | None = None, channel: Channel | Sequence[Channel] | None = None, sentiment: Sentiment | Sequence[Sentiment] | None = None, end_reason: str | Sequence[str] | None = None, direction: Direction | Sequence[Direction] | None = None, provider: str | Sequence[str] | None = None, provider_conversation_id: str | None = None, ids: str | Sequence[str] | None = None, metadata: dict[str, str] | None = None, duration_min_ms: int | None = None, duration_max_ms: int | None = None, has_recording: bool | Flag | None = None, successful: bool | Flag | None = None, reviewed: bool | Flag | None = None, caller: str | None = None, caller_name: str | None = None, external_id: str | None = None, tag: str | Sequence[str] | None = None, label: str | Sequence[str] | None = None, start_after: str | None = None, start_before: str | None = None, test: bool | Flag | None = None, handling: Handling | Sequence[Handling] | None = None, expand: ActiveConversationExpansion | Sequence[ActiveConversationExpansion] | None = None, **options: Unpack[CallOptions]) -> ListRequest[ConversationList, ConversationItem]:
        """List active conversations, newest first. Lists the conversations in progress: the same as `GET /v1/conversations` with `status=active`. To follow all of them, repeat the request with `expand=turns`."""
        return ListRequest("GET", "/v1/conversations/active", options, query={"limit": limit, "cursor": cursor, "order": order, "client_id": client_id, "agent_id": agent_id, "outcome": outcome, "channel": channel, "sentiment": sentiment, "end_reason": end_reason, "direction": direction, "provider": provider, "provider_conversation_id": provider_conversation_id, "ids": ids, "metadata": metadata, "duration_min_ms": duration_min_ms, "duration_max_ms": duration_max_ms, "has_recording": has_recording, "successful": successful, "reviewed": reviewed, "caller": caller, "caller_name": caller_name, "external_id": external_id, "tag": tag, "label": label, "start_after": start_after, "start_before": start_before, "test": test, "handling": handling, "expand": expand})

    @operation
    def batch(self, body: ConversationBatch, **options: Unpack[CallOptions]) -> Request[ConversationBatchResults]:
        """Record up to 100 conversations. Does what `POST /v1/conversations` does, for each conversation by itself: some can be written while others are refused, with the status and the problem that they would get alone. The results are in the order of the request, the writes are not. Repeat a batch under the same `Idempotency-Key` if its answer is lost or a result can be repeated (408, 429, 5xx, `request_in_flight`): conversations that are already written are answered with the same id, and not written again. `Retry-After` says when, if one has to wait. Each conversation counts as a request against a rate limit. The body may have 6,000,000 bytes."""
        return Request("POST", "/v1/conversations/batch", options, body=body, writes=True)

    @operation
    def create(self, body: ConversationInput, **options: Unpack[CallOptions]) -> Request[Conversation]:
        """Start a conversation, or record a finished one. Creates a conversation. Turns can be sent with it or appended later. Within an organization, each conversation of a provider can be recorded once: a second one is refused with `conversation_exists`. A second one with the same `external_id` is refused with `external_id_exists`, which names the first one in `conversation_id`."""
        return Request("POST", "/v1/conversations", options, body=body, writes=True)

    @operation
    def erase(self, conversation_id: str, **options: Unpack[CallOptions]) -> Request[Erasure]:
        """Erase a conversation with its transcript and its recording. Erases the conversation for good. It can no longer be read or found as soon as the request is answered. Its turns, recording and search entries are deleted within moments: until then, repeating the request returns 202, afterwards 404. A call that an organization above has begun to report can be erased only with a key from there until its end is reported. Answers kept for an `Idempotency-Key` expire within three days."""
        return Request("DELETE", f"/v1/conversations/{segment('conversation_id', conversation_id)}", options, writes=True)

    @operation
    def get(self, conversation_id: str, *, expand: ConversationExpansion | Sequence[ConversationExpansion] | None = None, **options: Unpack[CallOptions]) -> Request[ExpandedConversation]:
        """Get a conversation. Returns the conversation without its turns, unless `expand` asks for them. Only an answer without `expand` has an `ETag`."""
        return Request("GET", f"/v1/conversations/{segment('conversation_id', conversation_id)}", options, query={"expand": expand})

    @list_operation
    def list(self, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, client_id: str | None = None, agent_id: str | Sequence[str] | None = None, outcome: str | Sequence[str] | None = None, channel: Channel | Sequence[Channel] | None = None, sentiment: Sentiment | Sequence[Sentiment] | None = None, end_reason: str | Sequence[str] | None = None, direction: Direction | Sequence[Direction] | None = None, provider: str | Sequence[str] | None = None, provider_conversation_id: str | None = None, ids: str | Sequence[str] | None = None, metadata: dict[str, str] | None = None, duration_min_ms: int | None = None, duration_max_ms: int | None = None, has_recording: bool | Flag | None = None, successful: bool | Flag | None = None, reviewed: bool | Flag | None = None, caller: str | None = None, caller_name: str | None = None, external_id: str | None = None, tag: str | Sequence[str] | None = None, label: str | Sequence[str] | None = None, start_after: str | None = None, start_before: str | None = None, test: bool | Flag | None = None, status: ConversationStatus | Sequence[ConversationStatus] | None = None, q: str | None = None, expand: ConversationItemExpansion | Sequence[ConversationItemExpansion] | None = None, **options: Unpack[CallOptions]) -> ListRequest[ConversationList, ConversationItem]:
        """List or search conversations, newest first. Lists the conversations of an organization and its descendants. Filters and search words can be combined; a conversation must match all of them."""
        return ListRequest("GET", "/v1/conversations", options, query={"limit": limit, "cursor": cursor, "order": order, "client_id": client_id, "agent_id": agent_id, "outcome": outcome, "channel": channel, "sentiment": sentiment, "end_reason": end_reason, "direction": direction, "provider": provider, "provider_conversation_id": provider_conversation_id, "ids": ids, "metadata": metadata, "duration_min_ms": duration_min_ms, "duration_max_ms": duration_max_ms, "has_recording": has_recording, "successful": successful, "reviewed": reviewed, "caller": caller, "caller_name": caller_name, "external_id": external_id, "tag": tag, "label": label, "start_after": start_after, "start_before": start_before, "test": test, "status": status, "q": q, "expand": expand})

    @operation
    def summary(self, *, client_id: str | None = None, agent_id: str | Sequence[str] | None = None, outcome: str | Sequence[str] | None = None, channel: Channel | Sequence[Channel] | None = None, sentiment: Sentiment | Sequence[Sentiment] | None = None, end_reason: str | Sequence[str] | None = None, direction: Direction | Sequence[Direction] | None = None, provider: str | Sequence[str] | None = None, provider_conversation_id: str | None = None, ids: str | Sequence[str] | None = None, metadata: dict[str, str] | None = None, duration_min_ms: int | None = None, duration_max_ms: int | None = None, has_recording: bool | Flag | None = None, successful: bool | Flag | None = None, reviewed: bool | Flag | None = None, caller: str | None = None, caller_name: str | None = None, external_id: str | None = None, tag: str | Sequence[str] | None = None, label: str | Sequence[str] | None = None, start_after: str | None = None, start_before: str | None = None, test: bool | Flag | None = None, status: ConversationStatus | Sequence[ConversationStatus] | None = None, interval: UsageInterval | None = None, group_by: SummaryDimension | Sequence[SummaryDimension] | None = None, **options: Unpack[CallOptions]) -> Request[ConversationSummary]:
        """Summarize conversations. Counts what `GET /v1/conversations` would list, without erased conversations. A request reads at most 200,000: for more, `range_too_large` names a shorter range."""
        return Request("GET", "/v1/conversations/summary", options, query={"client_id": client_id, "agent_id": agent_id, "outcome": outcome, "channel": channel, "sentiment": sentiment, "end_reason": end_reason, "direction": direction, "provider": provider, "provider_conversation_id": provider_conversation_id, "ids": ids, "metadata": metadata, "duration_min_ms": duration_min_ms, "duration_max_ms": duration_max_ms, "has_recording": has_recording, "successful": successful, "reviewed": reviewed, "caller": caller, "caller_name": caller_name, "external_id": external_id, "tag": tag, "label": label, "start_after": start_after, "start_before": start_before, "test": test, "status": status, "interval": interval, "group_by": group_by})

    @operation
    def update(self, conversation_id: str, body: ConversationPatch, **options: Unpack[CallOptions]) -> Request[Conversation]:
        """End or update a conversation. Changes the fields that are sent. A finished conversation can be updated, but not reopened. A chat of the platform is over for its user as well, and a message without an answer remains in its transcript. The status, end and cost that an integration or a key of an organization above has set can be changed only with a key from there (`out_of_reach`), and the cost of a chat of the platform only with a key of the platform."""
        return Request("PATCH", f"/v1/conversations/{segment('conversation_id', conversation_id)}", options, body=body, writes=True)


class TranscriptsCalls(Calls[Runner]):
    @operation
    def append(self, conversation_id: str, body: TranscriptInput, **options: Unpack[CallOptions]) -> Request[TranscriptLength]:
        """Append turns to a conversation. Appends turns to the transcript. A turn whose `index` the transcript already has is compared with the existing turn and skipped if they are equal; an index beyond the next one is refused. Sending the same turns again therefore neither loses nor duplicates any."""
        return Request("POST", f"/v1/conversations/{segment('conversation_id', conversation_id)}/transcript", options, body=body, writes=True)

    @list_operation
    def get(self, conversation_id: str, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[CallOptions]) -> ListRequest[Transcript, Turn]:
        """Get the transcript of a conversation. Returns the turns of the conversation in order, one page at a time."""
        return ListRequest("GET", f"/v1/conversations/{segment('conversation_id', conversation_id)}/transcript", options, query={"limit": limit, "cursor": cursor})


class NotesCalls(Calls[Runner]):
    @operation
    def create(self, conversation_id: str, body: NoteInput, **options: Unpack[CallOptions]) -> Request[Note]:
        """Add a note to a conversation. A note cannot be changed. It is erased with its conversation."""
        return Request("POST", f"/v1/conversations/{segment('conversation_id', conversation_id)}/notes", options, body=body, writes=True)

    @list_operation
    def list(self, conversation_id: str, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, **options: Unpack[CallOptions]) -> ListRequest[NoteList, Note]:
        """List the notes on a conversation, newest first. Lists what people wrote about the conversation."""
        return ListRequest("GET", f"/v1/conversations/{segment('conversation_id', conversation_id)}/notes", options, query={"limit": limit, "cursor": cursor, "order": order})


class RecordingsCalls(Calls[Runner]):
    @operation
    def create(self, conversation_id: str, body: AudioInput, **options: Unpack[CallOptions]) -> Request[RecordingUpload]:
        """Get a link to upload the recording to. Returns a link to upload the recording to. The link accepts a file of exactly the announced type and size, once. Shortly after the upload the recording’s status is `available`."""
        return Request("POST", f"/v1/conversations/{segment('conversation_id', conversation_id)}/audio", options, body=body, writes=True)

    @operation
    def get(self, conversation_id: str, *, download: bool | Flag | None = None, **options: Unpack[CallOptions]) -> Request[RecordingLink]:
        """Get a link to the recording. Returns a link that is valid for five minutes, needs no API key and supports range requests. If `Accept` prefers `audio/*`, the answer is a redirect to that link. A browser plays the link in place, or saves it as a file with `download=true`."""
        return Request("GET", f"/v1/conversations/{segment('conversation_id', conversation_id)}/audio", options, query={"download": download})


class ErasuresCalls(Calls[Runner]):
    @operation
    def create(self, body: ErasureInput, **options: Unpack[CallOptions]) -> Request[CallerErasure]:
        """Erase a caller. Erases all conversations of a caller, as `DELETE /v1/conversations/{conversation_id}` erases one. `POST /v1/erasures/preview` counts them before. A task erases them one by one and looks again a minute later. Conversations that begin afterwards are not erased. It cannot be undone or canceled."""
        return Request("POST", "/v1/erasures", options, body=body, writes=True)

    @operation
    def get(self, erasure_id: str, **options: Unpack[CallOptions]) -> Request[CallerErasure]:
        """Get the erasure of a caller. Returns its progress, and afterwards the receipt."""
        return Request("GET", f"/v1/erasures/{segment('erasure_id', erasure_id)}", options)

    @list_operation
    def list(self, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, client_id: str | None = None, **options: Unpack[CallOptions]) -> ListRequest[CallerErasureList, CallerErasure]:
        """List erasures of callers, newest first. Lists the receipts of an organization and its descendants, for three years."""
        return ListRequest("GET", "/v1/erasures", options, query={"limit": limit, "cursor": cursor, "order": order, "client_id": client_id})

    @operation
    def preview(self, body: ErasureInput, **options: Unpack[CallOptions]) -> Request[CallerErasurePreview]:
        """Count what the erasure of a caller would erase. Counts the conversations that `POST /v1/erasures` would erase now. Nothing is changed."""
        return Request("POST", "/v1/erasures/preview", options, body=body)


class AnalyzersCalls(Calls[Runner]):
    @operation
    def create(self, body: AnalyzerInput, **options: Unpack[CallOptions]) -> Request[Analyzer]:
        """Create an analyzer. From now on, conversations of the organization and its descendants are analyzed after they end, if `settings.analysis.enabled` is true for the organization. An organization may have ten analyzers."""
        return Request("POST", "/v1/analyzers", options, body=body, writes=True)

    @operation
    def get(self, analyzer_id: str, **options: Unpack[CallOptions]) -> Request[Analyzer]:
        """Get an analyzer. An analyzer is visible to the organization that owns it, to those above, and, if it is shared, to those below."""
        return Request("GET", f"/v1/analyzers/{segment('analyzer_id', analyzer_id)}", options)

    @list_operation
    def list(self, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, client_id: str | None = None, inherited: bool | Flag | None = None, **options: Unpack[CallOptions]) -> ListRequest[AnalyzerList, AnalyzerItem]:
        """List analyzers, newest first. Lists the analyzers of an organization and its descendants, or with `inherited=true` those that apply to the organization itself: its own, and the shared ones of the organizations above and of the platform."""
        return ListRequest("GET", "/v1/analyzers", options, query={"limit": limit, "cursor": cursor, "order": order, "client_id": client_id, "inherited": inherited})

    @operation
    def remove(self, analyzer_id: str, **options: Unpack[CallOptions]) -> Request[None]:
        """Remove an analyzer and keep its analyses. No further conversation is analyzed. Analyses stay with their conversations."""
        return Request("DELETE", f"/v1/analyzers/{segment('analyzer_id', analyzer_id)}", options, writes=True)

    @operation
    def replace(self, analyzer_id: str, body: AnalyzerReplacement, **options: Unpack[CallOptions]) -> Request[Analyzer]:
        """Replace an analyzer. Creates a version. Earlier analyses keep the version by which they were made."""
        return Request("PUT", f"/v1/analyzers/{segment('analyzer_id', analyzer_id)}", options, body=body, writes=True)

    @operation
    def update(self, analyzer_id: str, body: AnalyzerPatch, **options: Unpack[CallOptions]) -> Request[Analyzer]:
        """Update an analyzer. Changes the fields that are sent: null resets one to its default, objects are merged, and lists are replaced as a whole. The change creates a version; a patch that changes nothing creates none."""
        return Request("PATCH", f"/v1/analyzers/{segment('analyzer_id', analyzer_id)}", options, body=body, writes=True)


class AnalyzerVersionsCalls(Calls[Runner]):
    @operation
    def get(self, analyzer_id: str, analyzer_version: str, **options: Unpack[CallOptions]) -> Request[Analyzer]:
        """Get a version of an analyzer. Returns the whole analyzer as it was at that version. A version never changes."""
        return Request("GET", f"/v1/analyzers/{segment('analyzer_id', analyzer_id)}/versions/{segment('analyzer_version', analyzer_version)}", options)

    @list_operation
    def list(self, analyzer_id: str, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, **options: Unpack[CallOptions]) -> ListRequest[AnalyzerVersionList, AnalyzerVersionItem]:
        """List the versions of an analyzer, newest first. Lists one version for the analyzer’s creation and one for each change."""
        return ListRequest("GET", f"/v1/analyzers/{segment('analyzer_id', analyzer_id)}/versions", options, query={"limit": limit, "cursor": cursor, "order": order})

    @operation
    def restore(self, analyzer_id: str, analyzer_version: str, **options: Unpack[CallOptions]) -> Request[Analyzer]:
        """Restore a version of an analyzer. Creates a new version with the content of the earlier one; the versions in between are kept. `If-Match` is compared with the analyzer’s current state."""
        return Request("POST", f"/v1/analyzers/{segment('analyzer_id', analyzer_id)}/versions/{segment('analyzer_version', analyzer_version)}/restore", options, writes=True)


class AnalysesCalls(Calls[Runner]):
    @operation
    def create(self, conversation_id: str, body: AnalysisRequest, **options: Unpack[CallOptions]) -> Request[RequestedAnalyses]:
        """Analyze a conversation again. Runs analyzers at their current version, even if nothing has changed: those of organizations above the caller’s only where an analysis is missing or out of date, because these organizations pay. Their conditions and budgets apply; a review stays. The event `conversation.analyzed` reports the result."""
        return Request("POST", f"/v1/conversations/{segment('conversation_id', conversation_id)}/analyses", options, body=body, writes=True)

    @operation
    def get(self, conversation_id: str, analyzer_id: str, **options: Unpack[CallOptions]) -> Request[Analysis]:
        """Get the analysis of a conversation by an analyzer. Returns the latest one. The key also needs the scope `conversations:read`."""
        return Request("GET", f"/v1/conversations/{segment('conversation_id', conversation_id)}/analyses/{segment('analyzer_id', analyzer_id)}", options)

    @list_operation
    def list(self, conversation_id: str, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, **options: Unpack[CallOptions]) -> ListRequest[AnalysisList, Analysis]:
        """List the analyses of a conversation. Lists one analysis for each analyzer that is visible to the API key. The key also needs the scope `conversations:read`, because verdicts quote the conversation."""
        return ListRequest("GET", f"/v1/conversations/{segment('conversation_id', conversation_id)}/analyses", options, query={"limit": limit, "cursor": cursor, "order": order})

    @operation
    def preview(self, analyzer_id: str, body: AnalysisPreviewInput, **options: Unpack[CallOptions]) -> Request[Analysis]:
        """Try an analyzer with a conversation. Analyzes a conversation at once, whatever the conditions. Nothing is stored except the tokens, which count toward the budget. Analysis must be enabled for the organization of the analyzer. The key also needs the scope `conversations:read`."""
        return Request("POST", f"/v1/analyzers/{segment('analyzer_id', analyzer_id)}/preview", options, body=body)

    @operation
    def remove_review(self, conversation_id: str, analyzer_id: str, **options: Unpack[CallOptions]) -> Request[None]:
        """Remove the review of an analysis. The conversation gets back what it had before the review."""
        return Request("DELETE", f"/v1/conversations/{segment('conversation_id', conversation_id)}/analyses/{segment('analyzer_id', analyzer_id)}/review", options, writes=True)

    @operation
    def review(self, conversation_id: str, analyzer_id: str, body: ReviewInput, **options: Unpack[CallOptions]) -> Request[Analysis]:
        """Review an analysis. Stores a person’s verdicts beside the original ones, with the key that sent them. They replace outcome, sentiment, quality and data of the conversation, whoever set them, and later reports and analyses do not change those. A second review replaces the first. The key also needs the scope `conversations:read`."""
        return Request("PUT", f"/v1/conversations/{segment('conversation_id', conversation_id)}/analyses/{segment('analyzer_id', analyzer_id)}/review", options, body=body, writes=True)


class ReviewsCalls(Calls[Runner]):
    @list_operation
    def list(self, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, client_id: str | None = None, status: ReviewStatus | None = None, **options: Unpack[CallOptions]) -> ListRequest[ReviewList, ReviewItem]:
        """List the analyses that people review. Lists the queue of the analyzers of an organization and of its descendants, by the start of the conversations, newest first. The key also needs the scope `conversations:read`."""
        return ListRequest("GET", "/v1/reviews", options, query={"limit": limit, "cursor": cursor, "order": order, "client_id": client_id, "status": status})


class AnalysisRunsCalls(Calls[Runner]):
    @operation
    def cancel(self, analysis_run_id: str, **options: Unpack[CallOptions]) -> Request[AnalysisRun]:
        """Cancel an analysis run. No further conversation is analyzed, except those that are being analyzed. A run that has ended stays as it is."""
        return Request("POST", f"/v1/analysis-runs/{segment('analysis_run_id', analysis_run_id)}/cancel", options, writes=True)

    @operation
    def create(self, body: AnalysisRunInput, **options: Unpack[CallOptions]) -> Request[AnalysisRun]:
        """Analyze earlier conversations. Starts analyzing conversations that ended before, oldest first. Conditions, settings and budgets apply. The event `analysis_run.completed` reports the end. The key also needs the scope `conversations:read`."""
        return Request("POST", "/v1/analysis-runs", options, body=body, writes=True)

    @operation
    def get(self, analysis_run_id: str, **options: Unpack[CallOptions]) -> Request[AnalysisRun]:
        """Get an analysis run. Returns its progress."""
        return Request("GET", f"/v1/analysis-runs/{segment('analysis_run_id', analysis_run_id)}", options)

    @list_operation
    def list(self, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, client_id: str | None = None, **options: Unpack[CallOptions]) -> ListRequest[AnalysisRunList, AnalysisRun]:
        """List analysis runs, newest first. Lists the runs of analyzers of an organization and its descendants, for 90 days."""
        return ListRequest("GET", "/v1/analysis-runs", options, query={"limit": limit, "cursor": cursor, "order": order, "client_id": client_id})


class AnalysisReportsCalls(Calls[Runner]):
    @operation
    def get(self, analyzer_id: str, *, from_: str | None = None, to: str | None = None, interval: AnalysisReportInterval | None = None, group_by: AnalysisReportGroup | None = None, **options: Unpack[CallOptions]) -> Request[AnalysisReport]:
        """Get the report of an analyzer. Counts the verdicts on each criterion by period and version, and compares them with reviews. Only an organization that owns the analyzer, or one above, can read it. A range with more than 100,000 analyses is refused."""
        return Request("GET", f"/v1/analyzers/{segment('analyzer_id', analyzer_id)}/report", options, query={"from": from_, "to": to, "interval": interval, "group_by": group_by})


class UsageCalls(Calls[Runner]):
    @operation
    def get(self, client_id: str, *, from_: str | None = None, to: str | None = None, interval: UsageInterval | None = None, group_by: UsageDimension | None = None, **options: Unpack[CallOptions]) -> Request[Usage]:
        """Get the usage of an organization. Covers the organization and its descendants. Conversations count once they have ended, at the time at which they started. Later changes are counted within seconds. Erasing a conversation does not change the usage."""
        return Request("GET", f"/v1/clients/{segment('client_id', client_id)}/usage", options, query={"from": from_, "to": to, "interval": interval, "group_by": group_by})

    @operation
    def own(self, *, from_: str | None = None, to: str | None = None, interval: UsageInterval | None = None, group_by: UsageDimension | None = None, **options: Unpack[CallOptions]) -> Request[Usage]:
        """Get the usage of everything that the key can access. The same as `GET /v1/clients/{client_id}/usage` for the key’s own organization. For a key of the platform, it covers all organizations, in UTC."""
        return Request("GET", "/v1/usage", options, query={"from": from_, "to": to, "interval": interval, "group_by": group_by})


class PlansCalls(Calls[Runner]):
    @operation
    def create(self, body: PlanInput, **options: Unpack[CallOptions]) -> Request[Plan]:
        """Create a plan. A reseller’s plan can be used for its descendants, a plan of the platform for every organization."""
        return Request("POST", "/v1/plans", options, body=body, writes=True)

    @operation
    def get(self, plan_id: str, **options: Unpack[CallOptions]) -> Request[Plan]:
        """Get a plan. A plan is visible to the organization that owns it and to the organizations above."""
        return Request("GET", f"/v1/plans/{segment('plan_id', plan_id)}", options)

    @list_operation
    def list(self, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, client_id: str | None = None, **options: Unpack[CallOptions]) -> ListRequest[PlanList, PlanItem]:
        """List the plans of the key’s organization and its descendants. Newest first. Plans of organizations above are not shown."""
        return ListRequest("GET", "/v1/plans", options, query={"limit": limit, "cursor": cursor, "order": order, "client_id": client_id})

    @operation
    def remove(self, plan_id: str, **options: Unpack[CallOptions]) -> Request[None]:
        """Remove a plan. Running subscriptions do not change. Each keeps the terms that it started with."""
        return Request("DELETE", f"/v1/plans/{segment('plan_id', plan_id)}", options, writes=True)

    @operation
    def replace(self, plan_id: str, body: PlanReplacement, **options: Unpack[CallOptions]) -> Request[Plan]:
        """Replace a plan. Running subscriptions do not change. Each keeps the terms that it started with."""
        return Request("PUT", f"/v1/plans/{segment('plan_id', plan_id)}", options, body=body, writes=True)

    @operation
    def update(self, plan_id: str, body: PlanPatch, **options: Unpack[CallOptions]) -> Request[Plan]:
        """Update a plan. Changes the fields that are sent: null resets one to its default. A patch that changes nothing leaves the version as it is. Running subscriptions keep the terms that they started with."""
        return Request("PATCH", f"/v1/plans/{segment('plan_id', plan_id)}", options, body=body, writes=True)


class SubscriptionsCalls(Calls[Runner]):
    @operation
    def add_pack(self, client_id: str, body: PackInput, **options: Unpack[CallOptions]) -> Request[Pack]:
        """Add a pack of minutes to a subscription. The pack is used after the included minutes and before further minutes are charged. Its price is a line of the current statement, and its minutes count only toward statements of the same issuer. Requires a key of the issuer of the subscription, or of an organization above it."""
        return Request("POST", f"/v1/clients/{segment('client_id', client_id)}/subscription/packs", options, body=body, writes=True)

    @operation
    def get(self, client_id: str, **options: Unpack[CallOptions]) -> Request[Subscription]:
        """Get the subscription of an organization. Includes the minutes that the current period has used so far, and which subscription follows. Before the first day, this is the subscription that starts then."""
        return Request("GET", f"/v1/clients/{segment('client_id', client_id)}/subscription", options)

    @operation
    def remove(self, client_id: str, **options: Unpack[CallOptions]) -> Request[None]:
        """End the subscription of an organization. The subscription ends with the current day, which its last statement includes. One that would start later is removed. Requires a key of an organization above; until a subscription is over and all of its statements are final, one of its issuer or of an organization above the issuer."""
        return Request("DELETE", f"/v1/clients/{segment('client_id', client_id)}/subscription", options, writes=True)

    @operation
    def replace(self, client_id: str, body: SubscriptionInput, **options: Unpack[CallOptions]) -> Request[Subscription]:
        """Subscribe an organization to a plan. Copies the plan’s terms. Later changes to the plan have no effect on the subscription. The usage of the organization and its descendants is billed by these terms. A running subscription ends when this one starts. The plan and start date of the running subscription keep it: a planned end or a subscription that would follow is removed. Requires a key of an organization above; until a subscription is over and all of its statements are final, one of its issuer or of an organization above the issuer."""
        return Request("PUT", f"/v1/clients/{segment('client_id', client_id)}/subscription", options, body=body, writes=True)

    @operation
    def update(self, client_id: str, body: SubscriptionPatch, **options: Unpack[CallOptions]) -> Request[Subscription]:
        """Change the plan or the start of a subscription. The same as `PUT` with the present `plan_id` and `start_date` of the subscription for those that are not sent: `plan_id` alone bills the subscription by another plan from its first day. A patch that changes neither has no effect. The `ETag` also changes with the minutes used. Requires a key of an organization above; until a subscription is over and all of its statements are final, one of its issuer or of an organization above the issuer."""
        return Request("PATCH", f"/v1/clients/{segment('client_id', client_id)}/subscription", options, body=body, writes=True)


class StatementsCalls(Calls[Runner]):
    @operation
    def get(self, client_id: str, statement_id: str, **options: Unpack[CallOptions]) -> Request[Statement]:
        """Get a statement. A draft shows the usage up to now. `costs` and `margin` are shown to keys of organizations above."""
        return Request("GET", f"/v1/clients/{segment('client_id', client_id)}/statements/{segment('statement_id', statement_id)}", options)

    @list_operation
    def list(self, client_id: str, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[CallOptions]) -> ListRequest[StatementList, Statement]:
        """List the statements of an organization. Newest first, drafts included. `costs` and `margin` are shown to keys of organizations above. After the erasure of an organization, its final statements remain for these keys."""
        return ListRequest("GET", f"/v1/clients/{segment('client_id', client_id)}/statements", options, query={"limit": limit, "cursor": cursor})

    @list_operation
    def list_all(self, *, limit: int | None = None, cursor: str | None = None, client_id: str | None = None, period: str | None = None, status: StatementStatus | Sequence[StatementStatus] | None = None, sent: bool | Flag | None = None, **options: Unpack[CallOptions]) -> ListRequest[StatementItemList, StatementItem]:
        """List the statements of all organizations. The statements of the key’s organization, or of another one, and of its descendants, drafts included: organization by organization, the newest first, and the newest statement of each first. Organizations for tests are left out, except in the list of one. A page reads at most 100 organizations that are billed, so it can have fewer statements than `limit`, or none, although another page follows. `costs` and `margin` are shown to keys of organizations above."""
        return ListRequest("GET", "/v1/statements", options, query={"limit": limit, "cursor": cursor, "client_id": client_id, "period": period, "status": status, "sent": sent})

    @operation
    def update(self, client_id: str, statement_id: str, body: StatementPatch, **options: Unpack[CallOptions]) -> Request[Statement]:
        """Mark a final statement as sent, paid or void, or set its reference. The lines of the statement never change. Requires a key of its issuer, or of an organization above the issuer."""
        return Request("PATCH", f"/v1/clients/{segment('client_id', client_id)}/statements/{segment('statement_id', statement_id)}", options, body=body, writes=True)


class WebhooksCalls(Calls[Runner]):
    @operation
    def acknowledge(self, webhook_id: str, body: MessageAcknowledgment, **options: Unpack[CallOptions]) -> Request[MessageCount]:
        """Acknowledge messages that were fetched. Marks messages of a webhook without a `url` as `delivered`, so that the list of `pending` messages no longer contains them. Ids of messages that are already delivered or no longer exist are skipped; the answer counts the others."""
        return Request("POST", f"/v1/webhooks/{segment('webhook_id', webhook_id)}/acknowledge", options, body=body, writes=True)

    @operation
    def create(self, body: WebhookInput, **options: Unpack[CallOptions]) -> Request[WebhookWithSecret]:
        """Create a webhook. From now on, events of the organization and its descendants are posted to `url`, signed as Standard Webhooks defines, with the secret in the answer, which is shown only once. Without a `url`, messages are kept until they are fetched. The API key needs the scopes that read what the events are about. An organization may have ten webhooks."""
        return Request("POST", "/v1/webhooks", options, body=body, writes=True)

    @operation
    def get(self, webhook_id: str, **options: Unpack[CallOptions]) -> Request[Webhook]:
        """Get a webhook. Returns the webhook without its secret."""
        return Request("GET", f"/v1/webhooks/{segment('webhook_id', webhook_id)}", options)

    @list_operation
    def list(self, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, client_id: str | None = None, **options: Unpack[CallOptions]) -> ListRequest[WebhookList, WebhookItem]:
        """List webhooks, newest first. Lists the webhooks of an organization and its descendants, without their secrets."""
        return ListRequest("GET", "/v1/webhooks", options, query={"limit": limit, "cursor": cursor, "order": order, "client_id": client_id})

    @operation
    def recover(self, webhook_id: str, body: MessageRecovery, **options: Unpack[CallOptions]) -> Request[MessageCount]:
        """Send failed messages again. Sends every failed message again, for example after an outage of the receiver. The answer counts up to 10,000 of them. They are sent in chronological order, which takes minutes if there are many. Until they have been sent, the webhooks of the organization send no others again."""
        return Request("POST", f"/v1/webhooks/{segment('webhook_id', webhook_id)}/recover", options, body=body, writes=True)

    @operation
    def remove(self, webhook_id: str, **options: Unpack[CallOptions]) -> Request[None]:
        """Delete a webhook. Deletes the webhook with its messages. No more messages are sent, including pending ones."""
        return Request("DELETE", f"/v1/webhooks/{segment('webhook_id', webhook_id)}", options, writes=True)

    @operation
    def replace(self, webhook_id: str, body: WebhookReplacement, **options: Unpack[CallOptions]) -> Request[Webhook]:
        """Replace a webhook. Replaces everything that can be changed of a webhook. An absent field is reset to its default, so a webhook that was disabled is enabled again. Its secret stays. A webhook with a `url` keeps one, and one without stays without."""
        return Request("PUT", f"/v1/webhooks/{segment('webhook_id', webhook_id)}", options, body=body, writes=True)

    @operation
    def replay(self, webhook_id: str, body: MessageReplay, **options: Unpack[CallOptions]) -> Request[MessageCount]:
        """Send all messages again. Sends every message of a period again, whether or not it was delivered. Messages keep their ids, so a receiver that stores ids can ignore those that it has handled. Messages are kept for 30 days. Only messages of events that the webhook receives now are sent. Until they have been sent, the webhooks of the organization send no others again."""
        return Request("POST", f"/v1/webhooks/{segment('webhook_id', webhook_id)}/replay", options, body=body, writes=True)

    @operation
    def rotate(self, webhook_id: str, body: WebhookRotation | None = None, **options: Unpack[CallOptions]) -> Request[WebhookWithSecret]:
        """Rotate the secret of a webhook. Creates a new secret and returns it, only this once. For `overlap_seconds` each message has two signatures, one of each secret, so that receivers can be changed without downtime."""
        return Request("POST", f"/v1/webhooks/{segment('webhook_id', webhook_id)}/rotate", options, body=body, writes=True)

    @operation
    def test(self, webhook_id: str, body: TestEvent | None = None, **options: Unpack[CallOptions]) -> Request[MessageItem]:
        """Send a test message. Sends a message with the event `ping`, or with a sample of one of the events that the webhook receives. Its body has `test`, so that your server can ignore it. Get the message to see how it was answered."""
        return Request("POST", f"/v1/webhooks/{segment('webhook_id', webhook_id)}/test", options, body=body, writes=True)

    @operation
    def update(self, webhook_id: str, body: WebhookPatch, **options: Unpack[CallOptions]) -> Request[Webhook]:
        """Update a webhook. Changes the fields that are sent: null resets one to its default, and `events` is replaced as a whole. A patch that changes nothing leaves the version as it is. A disabled webhook stays disabled unless `status` is sent. The API key needs the scopes that read what the events are about, as for a replacement."""
        return Request("PATCH", f"/v1/webhooks/{segment('webhook_id', webhook_id)}", options, body=body, writes=True)


class WebhookMessagesCalls(Calls[Runner]):
    @operation
    def get(self, webhook_id: str, message_id: str, **options: Unpack[CallOptions]) -> Request[Message]:
        """Get a message of a webhook. Returns the message with its body and every attempt to deliver it."""
        return Request("GET", f"/v1/webhooks/{segment('webhook_id', webhook_id)}/messages/{segment('message_id', message_id)}", options)

    @list_operation
    def list(self, webhook_id: str, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, status: MessageStatus | None = None, event: EventType | None = None, wait: int | None = None, **options: Unpack[CallOptions]) -> ListRequest[MessageList, MessageItem]:
        """List the messages of a webhook, newest first. Lists the messages of the last 30 days. To handle the messages of a webhook without a `url`, request `status=pending&order=asc&wait=20`, handle the messages in the answer, acknowledge them, and repeat the request."""
        return ListRequest("GET", f"/v1/webhooks/{segment('webhook_id', webhook_id)}/messages", options, query={"limit": limit, "cursor": cursor, "order": order, "status": status, "event": event, "wait": wait})

    @operation
    def resend(self, webhook_id: str, message_id: str, **options: Unpack[CallOptions]) -> Request[MessageItem]:
        """Send a message again. Sends the message immediately, whether or not it was delivered, and retries it by the usual schedule if that fails. The message keeps its id. A message of an event that the webhook no longer receives fails."""
        return Request("POST", f"/v1/webhooks/{segment('webhook_id', webhook_id)}/messages/{segment('message_id', message_id)}/resend", options, writes=True)


class ExportsCalls(Calls[Runner]):
    @operation
    def create(self, body: ExportInput, **options: Unpack[CallOptions]) -> Request[Export]:
        """Export data. Starts writing files with the data of an organization and its descendants. Get the export until its `status` is `completed`, or receive the event `export.completed`. The key also needs the scope that reads each resource. An empty body exports everything that the organization has except the audit log, as a request for access or portability asks for (GDPR, articles 15 and 20); add `"recordings": true` for the audio."""
        return Request("POST", "/v1/exports", options, body=body, writes=True)

    @operation
    def get(self, export_id: str, **options: Unpack[CallOptions]) -> Request[Export]:
        """Get an export with links to its files. Files appear as they are completed. Each request creates new links, which are valid for five minutes. The key also needs the scope that reads each exported resource."""
        return Request("GET", f"/v1/exports/{segment('export_id', export_id)}", options)

    @list_operation
    def list(self, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, client_id: str | None = None, **options: Unpack[CallOptions]) -> ListRequest[ExportList, ExportItem]:
        """List exports, newest first. Lists the exports of an organization and its descendants."""
        return ListRequest("GET", "/v1/exports", options, query={"limit": limit, "cursor": cursor, "order": order, "client_id": client_id})

    @operation
    def remove(self, export_id: str, **options: Unpack[CallOptions]) -> Request[None]:
        """Cancel an export, or remove its files. The export can no longer be read as soon as the request is answered. Its files are deleted within moments."""
        return Request("DELETE", f"/v1/exports/{segment('export_id', export_id)}", options, writes=True)


class ApiKeysCalls(Calls[Runner]):
    @operation
    def create(self, body: ApiKeyInput, **options: Unpack[CallOptions]) -> Request[ApiKeyWithSecret]:
        """Create an API key. Creates a key and returns its secret, which is shown only this once. The key has no scope that the calling key lacks, and does not outlive it."""
        return Request("POST", "/v1/api-keys", options, body=body, writes=True)

    @operation
    def get(self, api_key_id: str, **options: Unpack[CallOptions]) -> Request[ApiKey]:
        """Get an API key. Returns the key, including when it was last used, without its secret."""
        return Request("GET", f"/v1/api-keys/{segment('api_key_id', api_key_id)}", options)

    @list_operation
    def list(self, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, updated_after: str | None = None, client_id: str | None = None, **options: Unpack[CallOptions]) -> ListRequest[ApiKeyList, ApiKeyItem]:
        """List API keys, newest first. Lists the keys of an organization and its descendants. Secrets are not included: a secret is shown only once, when it is created."""
        return ListRequest("GET", "/v1/api-keys", options, query={"limit": limit, "cursor": cursor, "order": order, "updated_after": updated_after, "client_id": client_id})

    @operation
    def revoke(self, api_key_id: str, **options: Unpack[CallOptions]) -> Request[None]:
        """Revoke an API key. Revokes the key; it stops working within ten seconds. A key can revoke itself, and keys whose scopes are a subset of its own. A platform key can be revoked only with another platform key that expires no earlier, so that the last one remains."""
        return Request("DELETE", f"/v1/api-keys/{segment('api_key_id', api_key_id)}", options, writes=True)

    @operation
    def rotate(self, api_key_id: str, body: ApiKeyRotation | None = None, **options: Unpack[CallOptions]) -> Request[ApiKeyWithSecret]:
        """Rotate the secret of an API key. Creates a new secret and returns it, only this once. The previous secret keeps working for `overlap_seconds`, so that you can replace it without downtime; any older secret stops within ten seconds. The calling key must have every scope of the rotated key and must not expire before it."""
        return Request("POST", f"/v1/api-keys/{segment('api_key_id', api_key_id)}/rotate", options, body=body, writes=True)


class ConnectionsCalls(Calls[Runner]):
    @operation
    def create(self, body: ConnectionInput, **options: Unpack[CallOptions]) -> Request[Connection]:
        """Connect an OpenID provider. People of the provider can then sign in and accept invitations of the organization and its descendants. Register `callback_url` of the answer at the provider. The caller must have every scope of `max_role`."""
        return Request("POST", "/v1/connections", options, body=body, writes=True)

    @operation
    def get(self, connection_id: str, **options: Unpack[CallOptions]) -> Request[Connection]:
        """Get a connection. Returns the connection without its secret."""
        return Request("GET", f"/v1/connections/{segment('connection_id', connection_id)}", options)

    @list_operation
    def list(self, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, client_id: str | None = None, **options: Unpack[CallOptions]) -> ListRequest[ConnectionList, ConnectionItem]:
        """List connections, newest first. Lists the connections of an organization and its descendants."""
        return ListRequest("GET", "/v1/connections", options, query={"limit": limit, "cursor": cursor, "order": order, "client_id": client_id})

    @operation
    def logout(self, connection_id: str, body: dict[str, Any], **options: Unpack[CallOptions]) -> Request[ProviderLogout]:
        """End sessions for the provider. Receives logout tokens of the provider (OpenID Connect Back-Channel Logout 1.0). The sessions that the token names end within ten seconds."""
        return Request("POST", f"/v1/connections/{segment('connection_id', connection_id)}/logout", options, body=body)

    @operation
    def remove(self, connection_id: str, **options: Unpack[CallOptions]) -> Request[None]:
        """Remove a connection. Sessions of people who signed in through it end within ten seconds. A connection that still has people who are members is kept: remove those members first. Only a caller with every scope of an owner can remove an enforced one."""
        return Request("DELETE", f"/v1/connections/{segment('connection_id', connection_id)}", options, writes=True)

    @operation
    def test(self, connection_id: str, **options: Unpack[CallOptions]) -> Request[ConnectionTestResult]:
        """Test a connection. Reads the provider’s discovery document and its keys, checks what sign-in relies on, and redeems an invented code, so that the provider says whether it accepts the client id and the secret. Nothing is changed."""
        return Request("POST", f"/v1/connections/{segment('connection_id', connection_id)}/test", options)

    @operation
    def update(self, connection_id: str, body: ConnectionPatch, **options: Unpack[CallOptions]) -> Request[Connection]:
        """Update a connection. Changes the fields that are sent: null resets one to its default. The issuer cannot be changed. A domain that is new has to be verified, and one that is left out no longer leads to the connection."""
        return Request("PATCH", f"/v1/connections/{segment('connection_id', connection_id)}", options, body=body, writes=True)

    @operation
    def verify_domain(self, connection_id: str, body: DomainToVerify, **options: Unpack[CallOptions]) -> Request[Connection]:
        """Verify a domain of a connection. Looks for the TXT record of the domain. People whose e-mail address has the domain then find the connection when they sign in. A domain can be verified for one connection only."""
        return Request("POST", f"/v1/connections/{segment('connection_id', connection_id)}/verify-domain", options, body=body, writes=True)


class MembersCalls(Calls[Runner]):
    @operation
    def get(self, member_id: str, **options: Unpack[CallOptions]) -> Request[Member]:
        """Get a member. Returns the person with the role or the scopes."""
        return Request("GET", f"/v1/members/{segment('member_id', member_id)}", options)

    @list_operation
    def list(self, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, client_id: str | None = None, **options: Unpack[CallOptions]) -> ListRequest[MemberList, MemberItem]:
        """List members, newest first. Lists the members of an organization and its descendants."""
        return ListRequest("GET", "/v1/members", options, query={"limit": limit, "cursor": cursor, "order": order, "client_id": client_id})

    @operation
    def remove(self, member_id: str, *, revoke_keys: bool | Flag | None = None, **options: Unpack[CallOptions]) -> Request[MemberRemoval]:
        """Remove a member. Ends the person’s access to the organization within ten seconds. The answer lists the API keys whose secret the member knows. Those that the member created keep working unless `revoke_keys` is `true`. With it, the request also revokes the keys of a former member, whom a sign-in has removed. Members can remove themselves. The last owner of an organization stays. A person whom a connection with `join: domain` lets in becomes a member again at the next sign-in: take the role or the account away at the provider."""
        return Request("DELETE", f"/v1/members/{segment('member_id', member_id)}", options, query={"revoke_keys": revoke_keys}, writes=True)

    @operation
    def update(self, member_id: str, body: MemberPatch, **options: Unpack[CallOptions]) -> Request[ChangedMember]:
        """Change the role of a member. Gives the member another role or other scopes, within ten seconds. The caller must have every scope that the member has and gets. The last owner of an organization stays its owner. The next sign-in sets the role of a member again whose `source` is `connection`. API keys stay as they are: `exceeding_api_keys` has those that can do more than the member."""
        return Request("PATCH", f"/v1/members/{segment('member_id', member_id)}", options, body=body, writes=True)


class InvitationsCalls(Calls[Runner]):
    @operation
    def accept(self, invitation_id: str, body: InvitationAcceptance, **options: Unpack[CallOptions]) -> Request[Member]:
        """Accept an invitation. Makes the person who has signed in a member. The person must have signed in through the invitation’s connection, which must have reported the invited e-mail address. Whoever created the invitation must still have every scope that it gives, and the organization must not enforce another connection. An invitation can be accepted once."""
        return Request("POST", f"/v1/invitations/{segment('invitation_id', invitation_id)}/accept", options, body=body, writes=True)

    @operation
    def create(self, body: InvitationInput, **options: Unpack[CallOptions]) -> Request[InvitationWithToken]:
        """Invite a person to an organization. Returns a link, only this once, which you send to the person: the platform sends no e-mail. The caller must have every scope that the person gets. The answer is the same whether or not the address is known."""
        return Request("POST", "/v1/invitations", options, body=body, writes=True)

    @operation
    def get(self, invitation_id: str, **options: Unpack[CallOptions]) -> Request[Invitation]:
        """Get an invitation. Returns the invitation without its token."""
        return Request("GET", f"/v1/invitations/{segment('invitation_id', invitation_id)}", options)

    @list_operation
    def list(self, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, client_id: str | None = None, **options: Unpack[CallOptions]) -> ListRequest[InvitationList, InvitationItem]:
        """List invitations, newest first. Lists the invitations of an organization and its descendants that have been neither accepted nor revoked."""
        return ListRequest("GET", "/v1/invitations", options, query={"limit": limit, "cursor": cursor, "order": order, "client_id": client_id})

    @operation
    def revoke(self, invitation_id: str, **options: Unpack[CallOptions]) -> Request[None]:
        """Revoke an invitation. The invitation can no longer be accepted."""
        return Request("DELETE", f"/v1/invitations/{segment('invitation_id', invitation_id)}", options, writes=True)


class SignInCalls(Calls[Runner]):
    @operation
    def begin(self, body: SignIn, **options: Unpack[CallOptions]) -> Request[SignInDestination]:
        """Start a sign-in. Returns the page of the OpenID provider at which the person signs in, and sets a cookie that the callback needs. Sent by the console."""
        return Request("POST", "/v1/sign-in", options, body=body)

    @operation
    def callback(self, connection_id: str, **options: Unpack[CallOptions]) -> Request[SignInDestination]:
        """Complete a sign-in. The OpenID provider sends the browser here. Every reason to refuse a sign-in has the same answer. A browser is redirected to the console, and gets the cookie of a session if the person signed in."""
        return Request("GET", f"/v1/sign-in/{segment('connection_id', connection_id)}/callback", options)

    @operation
    def get(self, **options: Unpack[CallOptions]) -> Request[SignInPage]:
        """Get the branding of the sign-in page. Returns the branding of the organization whose `settings.branding.domain` is the host of the request. Sent by the console before anybody has signed in."""
        return Request("GET", "/v1/sign-in", options)


class SessionsCalls(Calls[Runner]):
    @operation
    def list(self, **options: Unpack[CallOptions]) -> Request[SessionList]:
        """List your sessions, newest first. Lists the browsers in which the calling person has signed in."""
        return Request("GET", "/v1/sessions", options)

    @operation
    def remove(self, **options: Unpack[CallOptions]) -> Request[None]:
        """Sign out. Ends the session of the request within ten seconds, and removes its cookie."""
        return Request("DELETE", "/v1/session", options, writes=True)

    @operation
    def remove_all(self, **options: Unpack[CallOptions]) -> Request[None]:
        """Sign out everywhere. Ends all sessions of the calling person, including the one of the request, within ten seconds."""
        return Request("DELETE", "/v1/sessions", options, writes=True)


class PreferencesCalls(Calls[Runner]):
    @operation
    def get(self, **options: Unpack[CallOptions]) -> Request[Preferences]:
        """Get your preferences. Returns what was last stored for the calling person or API key; an empty object at first."""
        return Request("GET", "/v1/me/preferences", options)

    @operation
    def replace(self, body: Preferences, **options: Unpack[CallOptions]) -> Request[Preferences]:
        """Replace your preferences. Stores any JSON object for the calling person or API key. A person has the same preferences in every organization, as long as the person is a member of one."""
        return Request("PUT", "/v1/me/preferences", options, body=body, writes=True)


class IntegrationsCalls(Calls[Runner]):
    @operation
    def create(self, body: IntegrationInput, **options: Unpack[CallOptions]) -> Request[Integration]:
        """Connect an account at a voice provider. The API key is verified at the provider before it is stored. Set the `webhook_url` of the answer at the provider. The provider’s calls then become conversations of the mapped agents. A platform key must send `client_id`, because the platform itself owns no agents."""
        return Request("POST", "/v1/integrations", options, body=body, writes=True)

    @operation
    def get(self, integration_id: str, **options: Unpack[CallOptions]) -> Request[Integration]:
        """Get an integration. Returns the integration with its mappings, without its secrets."""
        return Request("GET", f"/v1/integrations/{segment('integration_id', integration_id)}", options)

    @list_operation
    def list(self, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, client_id: str | None = None, expand: IntegrationItemExpansion | Sequence[IntegrationItemExpansion] | None = None, **options: Unpack[CallOptions]) -> ListRequest[IntegrationList, IntegrationItem]:
        """List integrations, newest first. Lists the integrations of an organization and its descendants, without their mappings."""
        return ListRequest("GET", "/v1/integrations", options, query={"limit": limit, "cursor": cursor, "order": order, "client_id": client_id, "expand": expand})

    @operation
    def remove(self, integration_id: str, **options: Unpack[CallOptions]) -> Request[None]:
        """Disconnect an account at a voice provider. Removes the integration with its secrets. Conversations stay, and so do the agents at the provider. Those with `runs_on: platform` get no more answers. Events that were received expire within 30 days."""
        return Request("DELETE", f"/v1/integrations/{segment('integration_id', integration_id)}", options, writes=True)

    @operation
    def replace(self, integration_id: str, body: IntegrationReplacement, **options: Unpack[CallOptions]) -> Request[Integration]:
        """Replace an integration. Replaces everything that can be changed. An absent field is reset to its default; an absent secret stays as it is. Events that were parked because an agent was not mapped are processed again once it is."""
        return Request("PUT", f"/v1/integrations/{segment('integration_id', integration_id)}", options, body=body, writes=True)

    @operation
    def update(self, integration_id: str, body: IntegrationPatch, **options: Unpack[CallOptions]) -> Request[Integration]:
        """Update an integration. Changes the fields that are sent: null resets one to its default or removes a secret, and `agents` is replaced as a whole. A patch that changes nothing leaves the version as it is."""
        return Request("PATCH", f"/v1/integrations/{segment('integration_id', integration_id)}", options, body=body, writes=True)


class ToolServersCalls(Calls[Runner]):
    @operation
    def create(self, body: ToolServerInput, **options: Unpack[CallOptions]) -> Request[ToolServer]:
        """Add a tool server. Asks the MCP server for its tools and accepts their descriptions as they are: read them in the answer, because language models follow them. An agent calls a tool by an `action` of the type `mcp`. A platform key must send `client_id`."""
        return Request("POST", "/v1/tool-servers", options, body=body, writes=True)

    @operation
    def get(self, tool_server_id: str, **options: Unpack[CallOptions]) -> Request[ToolServer]:
        """Get a tool server. Returns the tool server with its tools, without its token."""
        return Request("GET", f"/v1/tool-servers/{segment('tool_server_id', tool_server_id)}", options)

    @list_operation
    def list(self, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, client_id: str | None = None, **options: Unpack[CallOptions]) -> ListRequest[ToolServerList, ToolServerItem]:
        """List tool servers, newest first. Lists the tool servers of an organization and its descendants, without their tools."""
        return ListRequest("GET", "/v1/tool-servers", options, query={"limit": limit, "cursor": cursor, "order": order, "client_id": client_id})

    @operation
    def refresh(self, tool_server_id: str, body: ToolServerRefresh | None = None, **options: Unpack[CallOptions]) -> Request[ToolServer]:
        """Compare the tools of a server with those that were accepted. Asks the server for its tools. A tool that is described differently is disabled until its new description is accepted: read `found` in the answer, and send its `hash` in `accept`."""
        return Request("POST", f"/v1/tool-servers/{segment('tool_server_id', tool_server_id)}/refresh", options, body=body, writes=True)

    @operation
    def remove(self, tool_server_id: str, **options: Unpack[CallOptions]) -> Request[None]:
        """Remove a tool server. Removes the tool server with its token. Agents can no longer call its tools."""
        return Request("DELETE", f"/v1/tool-servers/{segment('tool_server_id', tool_server_id)}", options, writes=True)

    @operation
    def replace(self, tool_server_id: str, body: ToolServerReplacement, **options: Unpack[CallOptions]) -> Request[ToolServer]:
        """Replace a tool server. Replaces everything that can be changed. The address cannot: a server at another address is another one."""
        return Request("PUT", f"/v1/tool-servers/{segment('tool_server_id', tool_server_id)}", options, body=body, writes=True)

    @operation
    def update(self, tool_server_id: str, body: ToolServerPatch, **options: Unpack[CallOptions]) -> Request[ToolServer]:
        """Update a tool server. Changes the fields that are sent: null removes the token. A patch that changes nothing leaves the version as it is."""
        return Request("PATCH", f"/v1/tool-servers/{segment('tool_server_id', tool_server_id)}", options, body=body, writes=True)


class AgentMappingsCalls(Calls[Runner]):
    @list_operation
    def list(self, integration_id: str, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[CallOptions]) -> ListRequest[AgentMappingList, AgentMapping]:
        """List the mappings of an integration. In the order of the provider’s ids."""
        return ListRequest("GET", f"/v1/integrations/{segment('integration_id', integration_id)}/agents", options, query={"limit": limit, "cursor": cursor})

    @operation
    def remove(self, integration_id: str, provider_agent_id: str, **options: Unpack[CallOptions]) -> Request[None]:
        """Remove a mapping. Later calls of the provider’s agent are parked until it is mapped again. Its conversations stay."""
        return Request("DELETE", f"/v1/integrations/{segment('integration_id', integration_id)}/agents/{segment('provider_agent_id', provider_agent_id)}", options, writes=True)

    @operation
    def replace(self, integration_id: str, provider_agent_id: str, body: AgentMappingInput, **options: Unpack[CallOptions]) -> Request[AgentMapping]:
        """Map an agent of the provider. Creates the mapping or replaces its agent, and leaves all other mappings as they are. Parked events of the provider’s agent are processed again. An integration has at most 500 mappings. Encode characters of the provider’s id that a path cannot contain."""
        return Request("PUT", f"/v1/integrations/{segment('integration_id', integration_id)}/agents/{segment('provider_agent_id', provider_agent_id)}", options, body=body, writes=True)


class IntegrationEventsCalls(Calls[Runner]):
    @operation
    def get(self, integration_id: str, event_id: str, **options: Unpack[CallOptions]) -> Request[IntegrationEvent]:
        """Get an event with its original payload. Returns the event. Its payload contains what was said in a call and where its recording is, so the API key also needs `conversations:read` and `recordings:read` to see it."""
        return Request("GET", f"/v1/integrations/{segment('integration_id', integration_id)}/events/{segment('event_id', event_id)}", options)

    @list_operation
    def list(self, integration_id: str, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, status: IntegrationEventStatus | None = None, type: str | None = None, **options: Unpack[CallOptions]) -> ListRequest[IntegrationEventList, IntegrationEventItem]:
        """List the events that a provider posted, newest first. Events are kept for 30 days. Get one to read its payload."""
        return ListRequest("GET", f"/v1/integrations/{segment('integration_id', integration_id)}/events", options, query={"limit": limit, "cursor": cursor, "order": order, "status": status, "type": type})

    @operation
    def receive(self, integration_id: str, body: dict[str, Any], **options: Unpack[CallOptions]) -> Request[Received]:
        """Receive a webhook of a provider. Receives events from the provider. The signature over the raw bytes is the authentication, so no API key is needed. The answer is sent when the event is stored. It is processed afterwards."""
        return Request("POST", f"/v1/integrations/{segment('integration_id', integration_id)}/events", options, body=body)

    @operation
    def replay(self, integration_id: str, event_id: str, **options: Unpack[CallOptions]) -> Request[IntegrationEventItem]:
        """Process an event again. Use it for an event that was parked or failed, after the cause is fixed. Processing an event again that was processed before changes nothing."""
        return Request("POST", f"/v1/integrations/{segment('integration_id', integration_id)}/events/{segment('event_id', event_id)}/replay", options, writes=True)


class ImportsCalls(Calls[Runner]):
    @operation
    def cancel(self, integration_id: str, import_id: str, **options: Unpack[CallOptions]) -> Request[None]:
        """Cancel an import. Stops the import after its current step. Imported entities remain. An import that has ended does not change."""
        return Request("DELETE", f"/v1/integrations/{segment('integration_id', integration_id)}/imports/{segment('import_id', import_id)}", options, writes=True)

    @operation
    def create(self, integration_id: str, body: ImportInput, **options: Unpack[CallOptions]) -> Request[Import]:
        """Import agents or conversations from a provider. Starts an import and returns immediately. Get the import to see its progress. An import reads page by page, waits as long as the provider requires, and continues after an interruption. Repeating an import changes nothing."""
        return Request("POST", f"/v1/integrations/{segment('integration_id', integration_id)}/imports", options, body=body, writes=True)

    @operation
    def get(self, integration_id: str, import_id: str, **options: Unpack[CallOptions]) -> Request[Import]:
        """Get an import with its progress. Returns the import with its progress and the entities that could not be imported."""
        return Request("GET", f"/v1/integrations/{segment('integration_id', integration_id)}/imports/{segment('import_id', import_id)}", options)

    @list_operation
    def list(self, integration_id: str, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, **options: Unpack[CallOptions]) -> ListRequest[ImportList, Import]:
        """List the imports of an integration, newest first. Imports are listed for 90 days."""
        return ListRequest("GET", f"/v1/integrations/{segment('integration_id', integration_id)}/imports", options, query={"limit": limit, "cursor": cursor, "order": order})


class AuditRecordsCalls(Calls[Runner]):
    @operation
    def get(self, audit_record_id: str, **options: Unpack[CallOptions]) -> Request[AuditRecord]:
        """Get an audit record. Returns one record. It is kept for 400 days."""
        return Request("GET", f"/v1/audit-records/{segment('audit_record_id', audit_record_id)}", options)

    @list_operation
    def list(self, *, limit: int | None = None, cursor: str | None = None, order: SortOrder | None = None, client_id: str | None = None, actor: str | None = None, target: str | None = None, action: str | None = None, from_: str | None = None, to: str | None = None, **options: Unpack[CallOptions]) -> ListRequest[AuditRecordList, AuditRecord]:
        """List who did what, newest first. Lists changes of authority, settings and money, changes of conversations by people, every access to words or audio, and every list of the log itself, of an organization and its descendants. Changes are recorded with the change itself, and accesses before their answer. Reads by an API key are counted: one record for each key, organization, action and hour. Reads by a person are one record for each entity, or for each list with the same parameters, in ten minutes; pages of a list are one read. The list is in the order of ids: a change at its `time`, and reads at the beginning of their hour or ten minutes, which is before the `time` of the first one."""
        return ListRequest("GET", "/v1/audit-records", options, query={"limit": limit, "cursor": cursor, "order": order, "client_id": client_id, "actor": actor, "target": target, "action": action, "from": from_, "to": to})

    @operation
    def prove(self, audit_record_id: str, **options: Unpack[CallOptions]) -> Request[AuditProof]:
        """Prove that an audit record is sealed. Returns the path from the record to the root of the Merkle tree of its hour. Records are sealed ten minutes to an hour after their hour has ended. Keep `root` and `digest_sha256`: the operator can neither change nor remove the record afterwards without changing both."""
        return Request("GET", f"/v1/audit-records/{segment('audit_record_id', audit_record_id)}/proof", options)


class VoicesCalls(Calls[Runner]):
    @operation
    def list(self, integration_id: str, *, language: str | None = None, q: str | None = None, **options: Unpack[CallOptions]) -> Request[VoiceList]:
        """List the voices of an account. Asks the provider for the voices that the account can use, at most 500. Vapi has no list of voices: its assistants speak with the voices of other providers."""
        return Request("GET", f"/v1/integrations/{segment('integration_id', integration_id)}/voices", options, query={"language": language, "q": q})


class ModelsCalls(Calls[Runner]):
    @operation
    def list(self, **options: Unpack[CallOptions]) -> Request[AllowedModelList]:
        """List the language models. Lists the language models that agents and analyzers of this installation may name. The operator decides on them, so the list is the same for all organizations."""
        return Request("GET", "/v1/models", options)


class MeCalls(Calls[Runner]):
    @operation
    def get(self, **options: Unpack[CallOptions]) -> Request[Identity]:
        """Get the caller and its organization. Returns the API key or the person of the request, the organization, the limits on it and the current time. Any valid key and any person may call this route, whatever their scopes. `GET /v1/clients/{client_id}` and `GET /v1/api-keys/{api_key_id}` return more."""
        return Request("GET", "/v1/me", options)


class ServiceCalls(Calls[Runner]):
    @operation
    def health(self, **options: Unpack[CallOptions]) -> Request[Health]:
        """Check the health of the service. Confirms that requests arrive, and returns the version of the service. It reads nothing from the database."""
        return Request("GET", "/v1/health", options)

    @operation
    def openapi(self, **options: Unpack[CallOptions]) -> Request[OpenApiDocument]:
        """Get this document. Returns the OpenAPI 3.1 document of this version of the service."""
        return Request("GET", "/v1/openapi.json", options)


class ReferenceCalls(Calls[Runner]):
    @operation
    def get(self, **options: Unpack[CallOptions]) -> Request[str]:
        """Read the reference of this API. Returns a page that shows this document and sends requests. It loads nothing from other origins."""
        return Request("GET", "/v1/reference", options, content="text/html")

    @operation
    def script(self, **options: Unpack[CallOptions]) -> Request[str]:
        """Get the script of the reference. Returns the script that the page of `GET /v1/reference` loads."""
        return Request("GET", "/v1/reference/script.js", options, content="text/javascript")


class McpCalls(Calls[Runner]):
    @operation
    def call(self, body: McpMessage, **options: Unpack[CallOptions]) -> Request[McpMessage]:
        """Use the API from an AI assistant (Model Context Protocol). Serves the Model Context Protocol, revision 2026-07-28 and, without sessions, those of 2025. The tools are the reading routes of this API, and a few that write; a key sees the tools that its scopes allow. Answers to clients of 2025 are `text/event-stream`."""
        return Request("POST", "/v1/mcp", options, body=body)


class Resources(Generic[Runner]):
    """The operations of the API, by resource."""

    def __init__(self, runner: Runner) -> None:
        self.runner: Runner = runner
        self.clients: ClientsCalls[Runner] = ClientsCalls(runner)
        self.subcompanies: SubcompaniesCalls[Runner] = SubcompaniesCalls(runner)
        self.agents: AgentsCalls[Runner] = AgentsCalls(runner)
        self.agent_versions: AgentVersionsCalls[Runner] = AgentVersionsCalls(runner)
        self.documents: DocumentsCalls[Runner] = DocumentsCalls(runner)
        self.signing_secrets: SigningSecretsCalls[Runner] = SigningSecretsCalls(runner)
        self.deployments: DeploymentsCalls[Runner] = DeploymentsCalls(runner)
        self.speech: SpeechCalls[Runner] = SpeechCalls(runner)
        self.calls: CallsCalls[Runner] = CallsCalls(runner)
        self.chats: ChatsCalls[Runner] = ChatsCalls(runner)
        self.completions: CompletionsCalls[Runner] = CompletionsCalls(runner)
        self.handovers: HandoversCalls[Runner] = HandoversCalls(runner)
        self.conversations: ConversationsCalls[Runner] = ConversationsCalls(runner)
        self.transcripts: TranscriptsCalls[Runner] = TranscriptsCalls(runner)
        self.notes: NotesCalls[Runner] = NotesCalls(runner)
        self.recordings: RecordingsCalls[Runner] = RecordingsCalls(runner)
        self.erasures: ErasuresCalls[Runner] = ErasuresCalls(runner)
        self.analyzers: AnalyzersCalls[Runner] = AnalyzersCalls(runner)
        self.analyzer_versions: AnalyzerVersionsCalls[Runner] = AnalyzerVersionsCalls(runner)
        self.analyses: AnalysesCalls[Runner] = AnalysesCalls(runner)
        self.reviews: ReviewsCalls[Runner] = ReviewsCalls(runner)
        self.analysis_runs: AnalysisRunsCalls[Runner] = AnalysisRunsCalls(runner)
        self.analysis_reports: AnalysisReportsCalls[Runner] = AnalysisReportsCalls(runner)
        self.usage: UsageCalls[Runner] = UsageCalls(runner)
        self.plans: PlansCalls[Runner] = PlansCalls(runner)
        self.subscriptions: SubscriptionsCalls[Runner] = SubscriptionsCalls(runner)
        self.statements: StatementsCalls[Runner] = StatementsCalls(runner)
        self.webhooks: WebhooksCalls[Runner] = WebhooksCalls(runner)
        self.webhook_messages: WebhookMessagesCalls[Runner] = WebhookMessagesCalls(runner)
        self.exports: ExportsCalls[Runner] = ExportsCalls(runner)
        self.api_keys: ApiKeysCalls[Runner] = ApiKeysCalls(runner)
        self.connections: ConnectionsCalls[Runner] = ConnectionsCalls(runner)
        self.members: MembersCalls[Runner] = MembersCalls(runner)
        self.invitations: InvitationsCalls[Runner] = InvitationsCalls(runner)
        self.sign_in: SignInCalls[Runner] = SignInCalls(runner)
        self.sessions: SessionsCalls[Runner] = SessionsCalls(runner)
        self.preferences: PreferencesCalls[Runner] = PreferencesCalls(runner)
        self.integrations: IntegrationsCalls[Runner] = IntegrationsCalls(runner)
        self.tool_servers: ToolServersCalls[Runner] = ToolServersCalls(runner)
        self.agent_mappings: AgentMappingsCalls[Runner] = AgentMappingsCalls(runner)
        self.integration_events: IntegrationEventsCalls[Runner] = IntegrationEventsCalls(runner)
        self.imports: ImportsCalls[Runner] = ImportsCalls(runner)
        self.audit_records: AuditRecordsCalls[Runner] = AuditRecordsCalls(runner)
        self.voices: VoicesCalls[Runner] = VoicesCalls(runner)
        self.models: ModelsCalls[Runner] = ModelsCalls(runner)
        self.me: MeCalls[Runner] = MeCalls(runner)
        self.service: ServiceCalls[Runner] = ServiceCalls(runner)
        self.reference: ReferenceCalls[Runner] = ReferenceCalls(runner)
        self.mcp: McpCalls[Runner] = McpCalls(runner)
