import type { ErrorCode } from 'voice-agent-platform-client';

/** Codes that no request of the console gets. */
type UnmetCode =
  | 'file_not_found'
  | 'logout_refused'
  | 'method_not_allowed'
  | 'origin_not_allowed'
  | 'provider_agent_not_found'
  | 'recording_disabled'
  | 'recording_exists'
  | 'route_not_found'
  | 'signature_invalid'
  | 'token_required'
  | 'transcript_full'
  | 'transcript_gap'
  | 'turn_conflict'
  | 'webhook_posts';

export interface ProblemWords {
  readonly title: string;
  /** The way to go on; absent where the API’s own description says more. */
  readonly help?: string;
}

/** The words for each refusal that a person can meet. */
type ProblemsInWords = Readonly<Record<Exclude<ErrorCode, UnmetCode>, ProblemWords>>;

const gone = 'It was removed, or belongs to an organization that you cannot see.';
const outdated = {
  title: 'The console does not fit the platform',
  help: 'One of them was upgraded. Reload the page.',
};
const notNow = { title: 'The platform cannot answer at the moment', help: 'Try again in a minute.' };
const model = { title: 'The language model cannot answer at the moment', help: 'Try again in a minute.' };

const codes: ProblemsInWords = {
  agent_not_deployed: {
    title: 'The agent cannot call with this account',
    help: 'Deploy it there, or connect it to an agent or a number of the account.',
  },
  agent_not_found: { title: 'This agent does not exist', help: gone },
  agent_not_serving_client: {
    title: 'The agent does not work for this organization',
    help: 'Choose an agent of the organization or of one above.',
  },
  agent_version_not_found: { title: 'The agent has no such version', help: gone },
  analysis_disabled: {
    title: 'Analysis is switched off',
    help: 'Analyzers run once it is switched on for their organization. They use tokens of language models.',
  },
  analysis_run_not_found: { title: 'This run does not exist', help: gone },
  analyzer_not_found: { title: 'This analyzer does not exist', help: gone },
  analyzer_version_not_found: { title: 'The analyzer has no such version', help: gone },
  ancestor_key_required: {
    title: 'Only an organization above can change this',
    help: 'Ask the organization that manages yours.',
  },
  answer_interrupted: { title: 'A newer message was sent before the agent had answered' },
  api_key_not_found: { title: 'This key does not exist', help: gone },
  api_key_outlives: {
    title: 'The key would outlive yours',
    help: 'Choose an earlier end, or use a key or a session that lasts longer.',
  },
  audit_record_not_found: { title: 'This record does not exist', help: gone },
  audit_record_not_sealed: {
    title: 'The record is not sealed yet',
    help: 'Records are sealed each hour. Try again later.',
  },
  body_too_large: { title: 'This is too large', help: 'Shorten it, or divide it into parts.' },
  client_erasing: { title: 'The organization is being erased' },
  client_not_found: { title: 'This organization does not exist', help: gone },
  client_suspended: {
    title: 'The organization is suspended',
    help: 'Nothing can be created until an organization above resumes it.',
  },
  connection_in_use: {
    title: 'People sign in with this',
    help: 'Remove these members, or let them sign in otherwise, first.',
  },
  connection_not_found: { title: 'This connection does not exist', help: gone },
  conversation_active: { title: 'The conversation has not ended', help: 'Try again after its end.' },
  conversation_busy: { title: 'The agent still answers', help: 'Wait for its answer.' },
  conversation_ended: { title: 'The chat is over', help: 'Begin a new one.' },
  conversation_exists: { title: 'This conversation is here already' },
  conversation_not_found: { title: 'This conversation does not exist', help: gone },
  currency_fixed: {
    title: 'The organization is billed in another currency',
    help: 'Choose a plan in that currency.',
  },
  custom_llm_not_supported: {
    title: 'The provider cannot use the platform as its language model',
    help: 'Choose another model for this agent, or another provider.',
  },
  deployment_not_found: { title: 'This deployment does not exist', help: gone },
  document_not_found: { title: 'This document does not exist', help: gone },
  domain_not_verified: {
    title: 'The domain is not proven yet',
    help: 'Create the TXT record at the domain. It can take minutes until others see it.',
  },
  domain_taken: { title: 'Another organization or connection has this domain' },
  enforced_without_owner: {
    title: 'This would lock out all owners',
    help: 'An owner has to sign in through this connection first.',
  },
  erasure_not_found: { title: 'This erasure does not exist', help: gone },
  event_not_found: { title: 'This event does not exist', help: gone },
  export_not_found: { title: 'This export does not exist', help: gone },
  external_id_exists: { title: 'Another one has this external id', help: 'Choose an id that is free.' },
  gate_not_found: { title: 'The agent has no gate', help: gone },
  gate_not_passed: {
    title: 'The version has not passed its tests',
    help: 'Run the tests that guard the agent, or go live in spite of them.',
  },
  idempotency_key_reused: outdated,
  import_not_found: { title: 'This import does not exist', help: gone },
  index_not_ready: {
    title: 'The platform is being upgraded',
    help: 'Parts of it can be used again in a few minutes.',
  },
  insufficient_scope: { title: 'You are not allowed to do this' },
  integration_disabled: {
    title: 'The account at the provider is disabled here',
    help: 'Enable it on its page.',
  },
  integration_not_found: { title: 'This account does not exist', help: gone },
  integration_without_key: {
    title: 'The account has no API key of the provider',
    help: 'Store the key on the page of the account, then try again.',
  },
  internal: {
    title: 'The platform made a mistake',
    help: 'Try again. If it stays, send the request id to your operator.',
  },
  invalid_cursor: { title: 'The list has changed', help: 'Reload the page.' },
  invalid_json: outdated,
  invalid_parent: { title: 'This organization cannot be there' },
  invalid_transition: { title: 'The conversation does not allow this any more', help: 'Reload the page.' },
  invitation_not_found: {
    title: 'This invitation does not exist',
    help: 'It was used, revoked or has ended.',
  },
  knowledge_base_full: {
    title: 'The agent has no room for more knowledge',
    help: 'Remove documents that it does not need.',
  },
  last_owner: {
    title: 'The last owner stays',
    help: 'Make somebody else an owner first.',
  },
  member_exists: { title: 'This person is a member already' },
  member_not_found: { title: 'This person is not a member', help: gone },
  message_not_found: { title: 'This message does not exist', help: gone },
  model_failed: { title: 'The language model gave no usable answer', help: 'Try again.' },
  model_not_allowed: {
    title: 'This model is not allowed here',
    help: 'Choose one from the list, or ask the operator of the platform to allow it.',
  },
  model_timed_out: model,
  model_unavailable: model,
  no_tool_calls: { title: 'The agent waits for no results', help: 'Reload the page.' },
  not_a_chat: { title: 'This conversation is not a chat of the platform' },
  not_a_live_call: { title: 'The platform does not hold this call', help: 'Its provider does.' },
  not_acceptable: outdated,
  number_connected: {
    title: 'Another account here has connected this number',
    help: 'Disconnect the number there first.',
  },
  number_not_connectable: {
    title: 'Calls of this number cannot reach an agent',
    help: 'It is on a SIP trunk, or takes no calls. Change that at Twilio.',
  },
  number_not_found: {
    title: 'The account does not have this number, or it is not connected',
    help: 'Reload the page.',
  },
  period_final: {
    title: 'The statement of this month is final',
    help: 'Void it first, or choose a later month.',
  },
  person_required: {
    title: 'Only a person who has signed in can do this',
    help: 'Sign out, and sign in without a key.',
  },
  plan_not_found: { title: 'This plan does not exist', help: gone },
  platform_key_needed: {
    title: 'A platform key is revoked only with another one',
    help: 'Create another platform key that lasts as long, and sign in with it.',
  },
  precondition_failed: {
    title: 'Somebody else has changed this',
    help: 'Reload the page, then make your change again.',
  },
  provider_not_supported: { title: 'The provider of this account cannot do this' },
  provider_refused: { title: 'The provider refused this' },
  provider_unavailable: { title: 'The provider cannot be reached', help: 'Try again in a minute.' },
  quota_exceeded: { title: 'The limit is reached' },
  range_too_large: { title: 'This is too much at once', help: 'Choose fewer days.' },
  rate_limited: { title: 'Too much at once', help: 'Wait a minute, then try again.' },
  recording_deleted: { title: 'The recording has been deleted' },
  recording_not_available: { title: 'There is no recording' },
  recording_pending: { title: 'The recording is on its way', help: 'Try again in a minute.' },
  replay_in_progress: { title: 'Messages are still being sent again', help: 'Try again when they are sent.' },
  request_in_flight: { title: 'This is being done already', help: 'Reload the page in a moment.' },
  review_not_found: { title: 'There is no review', help: gone },
  scenario_not_found: { title: 'This scenario does not exist', help: gone },
  sign_in_enforced: {
    title: 'Another connection is enforced',
    help: 'End that first: only one can be enforced.',
  },
  sign_in_refused: { title: 'Signing in was refused' },
  speech_not_available: {
    title: 'The voice cannot speak here',
    help: 'Choose another voice, or ask the operator for a speech service.',
  },
  statement_not_final: { title: 'The state of the statement does not allow this', help: 'Reload the page.' },
  statement_not_found: { title: 'This statement does not exist', help: gone },
  subscription_not_found: { title: 'The organization has no subscription' },
  test_run_not_found: { title: 'This run does not exist', help: gone },
  test_suite_not_found: { title: 'These tests do not exist', help: gone },
  too_many_exports: { title: 'Other exports are being written', help: 'Try again when one is done.' },
  tool_server_failed: {
    title: 'The server does not answer as a tool server',
    help: 'Check its address and its token. It has to answer MCP over HTTP within ten seconds.',
  },
  tool_server_not_found: { title: 'This tool server does not exist', help: gone },
  unauthenticated: { title: 'You are not signed in any more', help: 'Sign in again.' },
  unavailable: notNow,
  unknown_parameter: outdated,
  unsupported_media_type: outdated,
  usage_limit_reached: {
    title: 'The plan is used up',
    help: 'Add a pack of minutes, or change the plan.',
  },
  validation_failed: { title: 'Something has to be corrected' },
  voices_not_listed: { title: 'The provider has no list of voices', help: 'Type the id of a voice.' },
  webhook_disabled: { title: 'The webhook is disabled', help: 'Enable it first.' },
  view_refused: {
    title: 'You only look as a member of an organization',
    help: 'Stop looking as this member to change something.',
  },
  webhook_not_found: { title: 'This webhook does not exist', help: gone },
  widget_not_found: { title: 'This widget does not exist', help: gone },
  widget_unavailable: {
    title: 'The widget takes no messages now',
    help: 'Resume it. Its organization may be suspended, or have used up its plan.',
  },
};

export const problems = {
  codes,
  lacking: (right: string) => `This needs the right “${right}”.`,
  askOwner: (organization: string) => `Ask an owner of ${organization} for a role that has it.`,
  askForKey: 'Ask for a key with it.',
  lackingPage: (page: string) => `You cannot see ${page}`,
  askAbove: 'Ask the organization that manages yours.',
  limit: (limit: string) => `At most ${limit} are allowed.`,
  enable: 'Enable analysis',
  enabling: {
    title: (name: string) => `Enable analysis for ${name}?`,
    text: 'Its analyzers judge calls from now on, and use tokens of language models. You can limit these in the settings.',
    done: 'Analysis is on. Try again.',
  },
  links: {
    account: 'Open the account',
    limits: 'Open the limits',
    subscription: 'Open the subscription',
    tests: 'Open the tests',
    organization: 'Open the organization',
    members: 'Open the members',
    connections: 'Open sign-in',
    analysis: 'Open the settings',
    exports: 'Open the exports',
  },
};
