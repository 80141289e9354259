/** The status and the meaning of a code. */
interface ErrorKind {
  readonly status: number;
  readonly title: string;
  /** The same request may succeed later: wait for `Retry-After`, or back off. Other errors are final. */
  readonly retry?: true;
}

export const errors = {
  invalid_json: { status: 400, title: 'The body is not a JSON object' },
  validation_failed: { status: 400, title: 'The request does not match the contract' },
  unknown_parameter: { status: 400, title: 'The route has no query parameter of this name' },
  invalid_cursor: { status: 400, title: 'The cursor cannot be used here' },
  unauthenticated: { status: 401, title: 'A valid API key is required' },
  logout_refused: { status: 400, title: 'The logout token is not valid' },
  signature_invalid: { status: 401, title: 'The signature of the webhook is not valid' },
  insufficient_scope: { status: 403, title: 'The API key lacks the required scope' },
  sign_in_refused: { status: 403, title: 'Signing in was refused' },
  person_required: { status: 403, title: 'The request requires a person who has signed in' },
  view_refused: { status: 403, title: 'A view as a member was refused' },
  origin_not_allowed: { status: 403, title: 'The widget does not allow pages of this origin' },
  token_required: { status: 403, title: 'Chats of the widget begin with a token of its server' },
  ancestor_key_required: { status: 403, title: 'The request requires an API key of an organization above' },
  gate_not_found: { status: 404, title: 'The organization has set no gate for the agent' },
  route_not_found: { status: 404, title: 'No route has this path' },
  agent_not_found: { status: 404, title: 'The agent was not found' },
  erasure_not_found: { status: 404, title: 'The erasure was not found' },
  analysis_run_not_found: { status: 404, title: 'The analysis run was not found' },
  analyzer_not_found: { status: 404, title: 'The analyzer was not found' },
  analyzer_version_not_found: { status: 404, title: 'The analyzer has no such version' },
  agent_version_not_found: { status: 404, title: 'The agent has no such version' },
  api_key_not_found: { status: 404, title: 'The API key was not found' },
  client_not_found: { status: 404, title: 'The organization was not found' },
  connection_not_found: { status: 404, title: 'The connection was not found' },
  member_not_found: { status: 404, title: 'The member was not found' },
  invitation_not_found: { status: 404, title: 'The invitation was not found' },
  conversation_not_found: { status: 404, title: 'The conversation was not found' },
  plan_not_found: { status: 404, title: 'The plan was not found' },
  scenario_not_found: { status: 404, title: 'The scenario was not found' },
  test_suite_not_found: { status: 404, title: 'The test suite was not found' },
  test_run_not_found: { status: 404, title: 'The test run was not found' },
  review_not_found: { status: 404, title: 'The analysis has no review' },
  statement_not_found: { status: 404, title: 'The statement was not found' },
  subscription_not_found: { status: 404, title: 'The organization has no subscription' },
  deployment_not_found: { status: 404, title: 'The deployment was not found' },
  audit_record_not_found: { status: 404, title: 'The audit record was not found' },
  file_not_found: { status: 404, title: 'There is no such file' },
  export_not_found: { status: 404, title: 'The export was not found' },
  document_not_found: { status: 404, title: 'The agent has no document with this id' },
  message_not_found: { status: 404, title: 'The webhook has no message with this id' },
  event_not_found: { status: 404, title: 'The event was not found' },
  import_not_found: { status: 404, title: 'The import was not found' },
  integration_not_found: { status: 404, title: 'The integration was not found' },
  provider_agent_not_found: {
    status: 404,
    title: 'The integration maps no agent with this id of the provider',
  },
  number_not_found: { status: 404, title: 'The account has no such number, or it is not connected' },
  recording_not_available: { status: 404, title: 'The conversation has no recording' },
  tool_server_not_found: { status: 404, title: 'The tool server was not found' },
  widget_not_found: { status: 404, title: 'The widget was not found' },
  webhook_not_found: { status: 404, title: 'The webhook was not found' },
  method_not_allowed: { status: 405, title: 'The route does not support this method' },
  not_acceptable: { status: 406, title: 'The route cannot answer in any accepted media type' },
  api_key_outlives: { status: 409, title: 'The API key expires later than the calling key' },
  agent_not_deployed: { status: 409, title: 'The agent is neither deployed nor mapped to the integration' },
  agent_not_serving_client: { status: 409, title: 'The agent does not serve this organization' },
  answer_interrupted: { status: 409, title: 'A newer message was sent before the agent had answered' },
  gate_not_passed: { status: 409, title: 'The version has not passed the tests that guard the agent' },
  client_erasing: { status: 409, title: 'The organization is being erased' },
  client_suspended: { status: 409, title: 'The organization is suspended' },
  analysis_disabled: { status: 409, title: 'Analysis is not enabled for the organization' },
  audit_record_not_sealed: {
    status: 409,
    title: 'The hour of the audit record is not sealed yet',
    retry: true,
  },
  conversation_active: { status: 409, title: 'The conversation has not ended' },
  conversation_busy: {
    status: 409,
    title: 'The agent still answers the previous message',
    retry: true,
  },
  conversation_ended: { status: 409, title: 'The chat is over' },
  conversation_exists: { status: 409, title: 'The provider’s conversation is already recorded' },
  connection_in_use: { status: 409, title: 'The connection has people who are members' },
  domain_not_verified: { status: 409, title: 'The domain lacks the TXT record that proves it' },
  domain_taken: { status: 409, title: 'The domain belongs to another connection or organization' },
  sign_in_enforced: { status: 409, title: 'Another connection of the organization is enforced' },
  enforced_without_owner: {
    status: 409,
    title: 'No owner whose membership lasts signs in through the connection',
  },
  last_owner: { status: 409, title: 'The last owner of an organization stays' },
  member_exists: { status: 409, title: 'The person is a member of the organization already' },
  external_id_exists: { status: 409, title: 'The external_id is already in use' },
  integration_disabled: { status: 409, title: 'The integration is disabled' },
  integration_without_key: { status: 409, title: 'The integration has no API key' },
  custom_llm_not_supported: {
    status: 409,
    title: 'The provider’s agents cannot have the platform as their language model',
  },
  number_connected: { status: 409, title: 'The number is connected by another integration' },
  number_not_connectable: { status: 409, title: 'Calls of the number cannot reach the platform' },
  invalid_parent: { status: 409, title: 'An organization of this type cannot be below this parent' },
  invalid_transition: { status: 409, title: 'The conversation’s status does not allow this' },
  knowledge_base_full: { status: 409, title: 'The agent’s knowledge base is full' },
  model_not_allowed: { status: 409, title: 'The agent’s model is not allowed in this installation' },
  no_tool_calls: { status: 409, title: 'The agent waits for no results of tools' },
  not_a_live_call: { status: 409, title: 'The conversation is not a call that this platform holds' },
  not_a_chat: { status: 409, title: 'The conversation is not a chat of this platform' },
  provider_not_supported: {
    status: 409,
    title: 'The provider of the integration does not support this',
  },
  platform_key_needed: {
    status: 409,
    title: 'Only another platform key that expires no earlier can revoke a platform key',
  },
  currency_fixed: { status: 409, title: 'The organization is already billed in another currency' },
  period_final: { status: 409, title: 'The statement of the period is final' },
  statement_not_final: { status: 409, title: 'The statement’s status does not allow this' },
  usage_limit_reached: { status: 409, title: 'The organization has used up its minutes' },
  too_many_exports: {
    status: 409,
    title: 'Too many exports of the organization are being written',
    retry: true,
  },
  replay_in_progress: {
    status: 409,
    title: 'Messages of the organization’s webhooks are still being sent again',
    retry: true,
  },
  quota_exceeded: { status: 409, title: 'The organization has reached its quota' },
  recording_disabled: { status: 409, title: 'The organization does not accept recordings' },
  recording_exists: { status: 409, title: 'The conversation already has a recording' },
  recording_pending: { status: 409, title: 'The recording is not available yet', retry: true },
  request_in_flight: {
    status: 409,
    title: 'A request with this Idempotency-Key is still in flight',
    retry: true,
  },
  transcript_full: { status: 409, title: 'The transcript has reached its maximum length' },
  transcript_gap: { status: 409, title: 'The turns do not follow the last turn of the transcript' },
  turn_conflict: { status: 409, title: 'The transcript has a different turn at this index' },
  widget_unavailable: { status: 409, title: 'The widget takes no messages now' },
  webhook_disabled: { status: 409, title: 'The webhook is disabled' },
  webhook_posts: {
    status: 409,
    title: 'The webhook posts its messages to a URL, so they cannot be acknowledged',
  },
  recording_deleted: { status: 410, title: 'The recording has been deleted' },
  provider_refused: { status: 409, title: 'The voice provider refused the request' },
  tool_server_failed: { status: 409, title: 'The tool server does not answer as an MCP server does' },
  speech_not_available: { status: 409, title: 'No speech service can use the agent’s voice' },
  voices_not_listed: { status: 409, title: 'The voice provider has no list of voices' },
  precondition_failed: { status: 412, title: 'The entity has changed since it was read' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body’s media type is not supported' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was used for another request' },
  range_too_large: { status: 422, title: 'The range has more conversations than one request reads' },
  rate_limited: { status: 429, title: 'The organization has sent too many requests', retry: true },
  internal: { status: 500, title: 'An unexpected error occurred in the service', retry: true },
  provider_unavailable: { status: 503, title: 'The voice provider cannot be reached', retry: true },
  model_failed: { status: 502, title: 'The language model returned no usable answer', retry: true },
  model_unavailable: { status: 503, title: 'The language model is temporarily unavailable', retry: true },
  model_timed_out: { status: 504, title: 'The language model did not answer in time', retry: true },
  index_not_ready: {
    status: 503,
    title: 'The platform is being upgraded, and its table has no index for this request yet',
    retry: true,
  },
  unavailable: { status: 503, title: 'The service is temporarily unavailable', retry: true },
} as const satisfies Readonly<Record<string, ErrorKind>>;

export type ErrorCode = keyof typeof errors;

/**
 * The kind of a fault in a request. docs/conventions.md describes the codes, from lib/openapi/conventions.ts.
 */
export type FaultCode =
  | 'required'
  | 'unknown'
  | 'repeated'
  | 'invalid_type'
  | 'invalid_value'
  | 'invalid_format'
  | 'invalid_key'
  | 'too_small'
  | 'too_big'
  | 'invalid'
  | 'fixed'
  | 'inconsistent'
  | 'not_aligned'
  | 'not_applicable'
  | 'not_found'
  | 'refused'
  | 'out_of_order'
  | 'out_of_range'
  | 'out_of_reach';

/** One fault of a request, at exactly one of a place in the body, a query parameter or a header. */
export interface Fault {
  /** JSON Pointer (RFC 6901) into the body. */
  readonly pointer?: string;
  readonly parameter?: string;
  readonly header?: string;
  readonly code: FaultCode;
  readonly detail: string;
}

/** The maximum number of faults in an answer. A body of a megabyte can have a hundred thousand. */
export const maxFaults = 100;

/** Further content of an error. All of it is shown to the caller. */
export interface ErrorDetails {
  readonly detail?: string;
  readonly errors?: readonly Fault[];
  /** Further members of the problem document (RFC 9457, section 3.2). */
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown anywhere below a handler; answered as a problem document (RFC 9457). */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'ApiError';
  readonly code: Code;
  readonly details: ErrorDetails;

  constructor(code: Code, details: ErrorDetails = {}) {
    super(details.detail ?? errors[code].title);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errors[this.code].status;
  }
}

/** The response of a path to a method that it does not support. */
export const methodNotAllowed = (allow: string): ApiError<'method_not_allowed'> =>
  new ApiError('method_not_allowed', { detail: `The path supports ${allow}`, headers: { allow } });

/** A request that is well formed but at fault at these places. */
export const invalid = (...faults: readonly Fault[]): ApiError<'validation_failed'> =>
  new ApiError('validation_failed', { errors: faults });
