import type { ExportResource } from '#lib/contract/exports.ts';

/** The processes that remove items of a kind. */
export type Eraser =
  /** The erasure of the entity that is a record of this kind. */
  | 'client'
  | 'agent'
  | 'conversation'
  | 'integration'
  | 'webhook'
  | 'export'
  | 'analyzer'
  /** The transaction that removes the record from which the item follows. */
  | 'its record'
  /** DynamoDB, some time after the item has expired. */
  | 'expiry';

/**
 * The end of something that lets somebody in or sends data out, when the member who made it goes
 * (docs/decisions/people.md).
 */
export type AccessOpening =
  /** It stays until somebody ends or adopts it: `GET /v1/members/{member_id}/access` lists it. */
  | 'listed'
  /** It ends with the membership, or is void without it. */
  | 'ended'
  /** It gives what its record gives, and ends with it. */
  | 'its record'
  /** It ends by itself within a day. */
  | 'expiry';

/** A kind of item, and everything that happens to it. */
export interface KindOfItem {
  /**
   * The keys. An owner is an organization's id, or `platform`. A name in angle brackets is a part without
   * `#`, and the last one of a key may have any character if it ends in `…`. `<number:4>` is padded with
   * zeros to four digits, so that items sort by it. Days, hours and minutes are counted since 1970, and a
   * month is such as `2026-11`.
   */
  readonly pk: string;
  /** Absent: `record`. */
  readonly sk?: string;
  /** Completes the sentence "It is …". */
  readonly what: string;
  /** Empty: it has no personal data, and outlives its subject. */
  readonly erasedWith: readonly Eraser[];
  /**
   * The way in which a restore of one organization recreates it: copied, derived from copied items, or not at
   * all.
   */
  readonly restored: 'copied' | 'derived' | null;
  /** The resource of an export that contains it. */
  readonly exported: ExportResource | readonly ExportResource[] | null;
  /** Null: it neither lets somebody in nor sends data out. */
  readonly opens: AccessOpening | null;
}

/*
 * Answers that several kinds share.
 */

/** The answers of kinds that these erase. */
const answers =
  <const R extends KindOfItem['restored']>(restored: R) =>
  <const E extends readonly Eraser[]>(...erasedWith: E) =>
    ({ erasedWith, restored, exported: null, opens: null }) as const;

const copied = answers('copied');
/** It follows from other items. */
const derived = answers('derived');
/** A restore leaves it out. */
const lost = answers(null);

/** Needed for a time, such as a count, a lease or a copy. */
const expires = lost('expiry');

/** Without personal data, so that it outlives its subject. */
const impersonal = lost();

/** Access that an organization gives, and has to give again after a restore. */
const opensForClient = { ...lost('client'), opens: 'listed' } as const;

/** A name by which a record lets somebody in. */
const opensWithRecord = { ...lost('its record'), opens: 'its record' } as const;

/**
 * Every kind of item. Erasure, the restore of one organization, the upgrades of shapes and
 * `npm run verify-table`, which has a check for each kind, follow from this table. The first kind that fits
 * an item is its kind.
 */
export const kinds = {
  client: {
    pk: 'client#<id>',
    what: 'a client',
    ...copied('client'),
    exported: 'clients',
  },
  counts: {
    pk: 'counts#<client id>',
    what: 'how many agents, keys and children it has',
    ...derived('client'),
  },
  rate: {
    pk: 'rate#<client id>',
    sk: '<minute>',
    what: 'how many requests its keys have made in it',
    ...expires,
  },
  waiting: {
    pk: 'rate#<client or conversation id>',
    sk: 'waiting#<minute>',
    what: 'how many requests of its keys, or of the user of the chat, waited for others, such as a language model',
    ...expires,
  },
  waiting_strangers: {
    pk: 'rate#<client id>',
    sk: 'waiting#<route>#<minute>',
    what: 'how many requests of strangers wait for its OpenID providers, or have waited for long',
    ...expires,
  },
  agent_tests: {
    pk: 'rate#<client id>',
    sk: 'tests#<day>',
    what: 'how often its agents were tested in it',
    ...expires,
  },
  placed_calls: {
    pk: 'rate#<client id or hash of a caller>',
    sk: 'calls#<day>',
    what: 'how many calls were placed in it, or how many of the caller were transferred',
    ...expires,
  },
  chat_messages: {
    pk: 'rate#<client, widget, conversation, integration or call id, or hash of a visitor>',
    sk: 'messages#<day>',
    what: 'how many messages were sent in chats in it and in its recent minutes, the tokens of their answers, the seconds of recognized speech, the characters that were spoken, and who waits for messages of a chat',
    ...expires,
  },
  open_chats: {
    pk: 'rate#<client or widget id>',
    sk: 'chats#<day>',
    what: 'how many of the chats that began in it are open',
    ...expires,
  },
  open_calls: {
    pk: 'rate#<client id or hash of a caller>',
    sk: 'lines#<day>',
    what: 'how many of the calls that began in it this platform still holds, and the seconds of all of them',
    ...expires,
  },
  open_sockets: {
    pk: 'open_sockets#<owner, key or member id>',
    sk: '<day>',
    what: 'how many of the sockets of its pages that opened in it are open',
    ...expires,
  },
  plan_messages: {
    pk: 'rate#<client id>',
    sk: 'plan#<subscription id>#<date>',
    what: 'how many messages were answered in the period of a plan that stops with them, and how many answers were made in calls that nobody has reported',
    ...expires,
  },
  agent: {
    pk: 'agent#<id>',
    what: 'an agent',
    ...copied('client'),
    exported: 'agents',
    opens: 'listed',
  },
  agent_version: {
    pk: 'agent#<id>',
    sk: 'version#<number:9>',
    what: 'the agent as it was',
    ...copied('agent'),
    opens: 'its record',
  },
  knowledge_base: {
    pk: 'agent#<id>',
    sk: 'knowledge_base',
    what: 'how many documents and bytes it has, and their version',
    ...copied('agent'),
  },
  deployment: {
    pk: 'agent#<id>',
    sk: 'deployment#<integration id>',
    what: 'what it is at a provider',
    ...copied('agent'),
    opens: 'listed',
  },
  signing_secret: {
    pk: 'signing_secret#<agent id>',
    what: 'the secret that signs the requests of its tools',
    ...lost('agent'),
    opens: 'listed',
  },
  document: {
    pk: 'agent#<id>',
    sk: 'document#<id>',
    what: 'one of its documents',
    ...copied('agent'),
    exported: 'documents',
  },
  // In the agent’s partition, so that it is removed with the documents of a removed agent.
  document_external_id: {
    pk: 'agent#<id>',
    sk: 'external_id#<id…>',
    what: 'which of its documents an `external_id` is of',
    ...derived('agent'),
  },
  conversation: {
    pk: 'conversation#<id>',
    what: 'a conversation',
    ...copied('client'),
    exported: 'conversations',
  },
  turns: {
    pk: 'conversation#<id>',
    sk: 'turns#<first index:8>',
    what: 'turns that arrived together',
    ...copied('conversation'),
    exported: 'turns',
  },
  // Between the record and the turns, so that one query reads all three.
  chat_session: {
    pk: 'conversation#<id>',
    sk: 'session',
    what: 'the state of a chat: its node, its variables and the message that is being answered',
    ...lost('conversation'),
    opens: 'expiry',
  },
  call_socket: {
    pk: 'call_socket#<connection id>',
    what: 'the connection of a carrier for one call: its proof, its conversation, and the frames that came before that was known; or that a call without a conversation is over, or is to be connected again',
    ...lost('expiry'),
    opens: 'expiry',
  },
  live_ticket: {
    pk: 'live_ticket#<SHA-256>',
    what: 'what a page may watch that opens a socket with it, once and within seconds',
    ...lost('expiry'),
    opens: 'expiry',
  },
  watcher: {
    pk: 'watchers#<owner or conversation id, or every>',
    sk: '<connection id>',
    what: 'a page that hears when a conversation has changed, and whose authority it relies on',
    ...lost('expiry'),
    opens: 'expiry',
  },
  ring: {
    pk: 'ring#<conversation id>',
    what: 'when its watchers heard of it last',
    ...expires,
  },
  // The ids of notes are in the order of time.
  note: {
    pk: 'conversation#<id>',
    sk: 'note#<id>',
    what: 'a note on a conversation',
    ...copied('conversation'),
    exported: 'notes',
  },
  // Before the turns, so that reading those does not read it.
  analysis: {
    pk: 'conversation#<id>',
    sk: 'analysis#<analyzer id>',
    what: 'its analysis by one analyzer',
    ...copied('conversation'),
    exported: 'analyses',
  },
  analyzer: {
    pk: 'analyzer#<id>',
    what: 'an analyzer',
    ...copied('client'),
  },
  analyzer_version: {
    pk: 'analyzer#<id>',
    sk: 'version#<number:9>',
    what: 'the analyzer as it was',
    ...copied('analyzer'),
  },
  analyzers: {
    pk: 'analyzers#<owner>',
    what: 'the analyzers that apply to an organization and its descendants',
    ...derived('its record'),
  },
  analysis_budget: {
    pk: 'analysis_budget#<owner>',
    sk: '<month>',
    what: 'the tokens that its analyzers have used in it',
    ...expires,
  },
  analysis_run: {
    pk: 'analysis_run#<id>',
    what: 'a run of an analyzer over earlier conversations, and how far it is',
    ...lost('client', 'expiry'),
  },
  scenario: {
    pk: 'scenario#<id>',
    what: 'a conversation that agents are tested with',
    ...copied('client'),
  },
  test_suite: {
    pk: 'test_suite#<id>',
    what: 'scenarios that are run together',
    ...copied('client'),
  },
  test_run: {
    pk: 'test_run#<id>',
    what: 'a run of scenarios with a version of an agent, and how far it is',
    ...lost('client', 'expiry'),
  },
  test_run_scenario: {
    pk: 'test_run#<id>',
    sk: 'scenario#<number:3>',
    what: 'one of its scenarios, as it was',
    ...lost('client', 'expiry'),
  },
  test_attempt: {
    pk: 'test_run#<id>',
    sk: 'attempt#<number:5>',
    what: 'one of its test conversations, with its verdicts',
    ...lost('client', 'expiry'),
  },
  scenario_source: {
    pk: 'conversation#<id>',
    sk: 'test_scenario#<scenario id>',
    what: 'a scenario that was made from the conversation',
    ...derived('conversation', 'its record'),
  },
  copy_source: {
    pk: 'conversation#<id>',
    sk: 'test_scenario#<scenario id>#<run id>',
    what: 'the copy of such a scenario in a run',
    ...lost('conversation', 'expiry'),
  },
  tested: {
    pk: 'agent#<id>',
    sk: 'tested#<suite id>#<version:9>',
    what: 'the result of the last run of a suite with one of its versions',
    ...lost('agent', 'expiry'),
  },
  gate: {
    pk: 'agent#<id>',
    sk: 'gate#<owner>',
    what: 'the suite that its versions must pass, as an organization has set it',
    ...copied('agent'),
  },
  erasure: {
    pk: 'erasure#<id>',
    what: 'the receipt for the erasure of a caller, whom it does not name',
    ...expires,
  },
  tool_call: {
    pk: 'tool_call#<conversation id>',
    sk: '<SHA-256>',
    what: 'whether a call of a tool that changes something was made, and its result',
    ...lost('conversation', 'expiry'),
  },
  live_call: {
    pk: 'live_call#<holder id>#<SHA-256>',
    what: 'the position in the flow in a call in which the agent is the model of a provider, or that the call was erased',
    ...expires,
  },
  live_answers: {
    pk: 'live_call#<holder id>#<SHA-256>',
    sk: 'answers#<day>',
    what: 'the number of answers in it on a day, which are billed unless the minutes of a report pay for them',
    ...expires,
  },
  continued_answers: {
    pk: 'live_call#<holder id>#<SHA-256>',
    sk: 'continued',
    what: 'which calls of the answers to a message of a program have had their results',
    ...expires,
  },
  live_tool_call: {
    pk: 'live_call#<holder id>#<SHA-256>',
    sk: '<SHA-256>',
    what: 'whether a call of a tool that changes something was made in it, and its result',
    ...lost('conversation', 'expiry'),
  },
  tag: {
    pk: 'tagged#<conversation id>#<tag>',
    sk: '<time>#<id>',
    what: 'which lists have the conversation under one of its tags, except the first',
    ...derived('its record'),
  },
  conversation_usage: {
    pk: 'conversation#<id>',
    sk: 'usage',
    what: 'its counted figures, and for how many answers its minutes have paid, which outlive its erasure',
    ...derived(),
    exported: 'usage',
  },
  // After the turns, so that reading those does not read it.
  search_text: {
    pk: 'conversation#<id>',
    sk: 'words',
    what: 'the text that is searched of it',
    ...derived('conversation'),
  },
  api_key: {
    pk: 'api_key#<id>',
    what: 'an API key',
    ...opensForClient,
  },
  last_use: {
    pk: 'last_use#<key id>',
    what: 'when the key was last used',
    ...lost('its record'),
  },
  secret: {
    pk: 'secret#<SHA-256>',
    what: 'which key or session a secret is of, and what it may do',
    ...lost('its record', 'expiry'),
    opens: 'its record',
  },
  connection: {
    pk: 'connection#<id>',
    what: 'a connection to an OpenID provider',
    ...opensForClient,
  },
  identity: {
    pk: 'connection#<id>',
    sk: 'identity#<SHA-256>',
    what: 'which person a subject of the provider is',
    ...lost('its record', 'expiry'),
    opens: 'its record',
  },
  provider_session: {
    pk: 'connection#<id>',
    sk: 'session#<SHA-256>#<session id>',
    what: 'a session that began with a session at the provider',
    ...lost('expiry'),
    opens: 'its record',
  },
  sign_in_domain: {
    pk: 'sign_in_domain#<domain>',
    what: 'which connection a verified domain leads to',
    ...opensWithRecord,
  },
  brand_domain: {
    pk: 'brand_domain#<domain>',
    what: 'which organization shows the console under a domain',
    ...opensWithRecord,
  },
  enforced_sign_in: {
    pk: 'enforced_sign_in#<owner>',
    what: 'which connection its members must use',
    ...opensWithRecord,
  },
  person: {
    pk: 'person#<id>',
    what: 'a person who signs in',
    ...lost('its record', 'expiry'),
    opens: 'ended',
  },
  session: {
    pk: 'person#<id>',
    sk: 'session#<session id>',
    what: 'a browser in which a person has signed in',
    ...lost('its record', 'expiry'),
    opens: 'ended',
  },
  grant: {
    pk: 'person#<id>',
    sk: 'member#<owner>',
    what: 'the grant of a person in an organization',
    ...lost('its record'),
    opens: 'ended',
  },
  member: {
    pk: 'member#<id>',
    what: 'a person in an organization',
    ...opensForClient,
  },
  owner: {
    pk: 'owners#<owner>',
    sk: '<member id>',
    what: 'a member with the role of an owner',
    ...opensWithRecord,
  },
  invitation: {
    pk: 'invitation#<id>',
    what: 'an invitation that was not accepted yet',
    ...lost('client', 'expiry'),
    opens: 'listed',
  },
  access: {
    pk: 'access#<member id>',
    sk: '<relation>#<kind>#<id…>',
    what: 'something that lets somebody in or sends data out, which the member has made or changed',
    ...impersonal,
  },
  opening_hours: {
    pk: 'client#<id>',
    sk: 'opening_hours',
    what: 'when an organization is open',
    ...copied('client'),
  },
  preferences: {
    pk: 'preferences#<holder id>',
    what: 'the preferences of a person or an API key',
    ...lost('its record'),
  },
  provider_id: {
    pk: 'provider#<client id>#<name>#<id…>',
    what: 'which conversation a provider’s id is of',
    ...derived('its record'),
  },
  client_external_id: {
    pk: 'external_id#clients#<owner>#<id…>',
    what: 'which of the organizations below an owner an `external_id` is of',
    ...derived('its record'),
  },
  agent_external_id: {
    pk: 'external_id#agents#<client id>#<id…>',
    what: 'which of its agents an `external_id` is of',
    ...derived('its record'),
  },
  conversation_external_id: {
    pk: 'external_id#conversations#<client id>#<id…>',
    what: 'which of its conversations an `external_id` is of',
    ...derived('its record'),
  },
  webhook: {
    pk: 'webhook#<id>',
    what: 'a webhook',
    ...opensForClient,
  },
  webhook_health: {
    pk: 'webhook#<id>',
    sk: 'health',
    what: 'the time since which its deliveries fail',
    ...lost('its record'),
  },
  webhook_pace: {
    pk: 'webhook#<id>',
    sk: 'pace',
    what: 'when it may be sent the next message, where that is limited',
    ...lost('its record'),
  },
  resending: {
    pk: 'listeners#<owner>',
    sk: 'resending',
    what: 'which task sends messages of its webhooks again',
    ...expires,
  },
  listeners: {
    pk: 'listeners#<owner>',
    what: 'the webhooks that receive the events of an organization and its descendants',
    ...lost('webhook'),
    opens: 'its record',
  },
  // All deliveries about an entity share a partition, so that they are erased with the entity.
  payload: {
    pk: 'deliveries#<entity id>',
    sk: 'payload#<event id>',
    what: 'the payloads about it that webhooks receive, for 30 days',
    ...lost('conversation', 'agent', 'expiry'),
  },
  attempt: {
    pk: 'deliveries#<entity id>',
    sk: 'attempt#<message id>#<number:4>',
    what: 'how a delivery went, for 30 days',
    ...lost('conversation', 'agent', 'expiry'),
  },
  first_answer: {
    pk: 'idempotency#<owner>#<route>#<SHA-256>',
    what: 'the first answer to an Idempotency-Key',
    ...expires,
  },
  cursor_keys: {
    pk: 'cursor_keys',
    what: 'the keys that encrypt cursors',
    ...impersonal,
  },
  integration: {
    pk: 'integration#<id>',
    what: 'an integration with a voice provider',
    ...copied('client'),
    opens: 'listed',
  },
  tool_server: {
    pk: 'tool_server#<id>',
    what: 'an MCP server, and its tools as they were accepted',
    ...copied('client'),
    opens: 'listed',
  },
  widget: {
    pk: 'widget#<id>',
    what: 'a widget',
    ...copied('client'),
    opens: 'listed',
  },
  widget_use: {
    pk: 'widget_use#<widget id>',
    sk: '<period…>',
    what: 'the chats and messages of a widget in a day, with the salt that hashes visitors’ addresses, and the chats, messages and talks of each visitor in an hour',
    ...expires,
  },
  agent_mapping: {
    pk: 'integration#<id>',
    sk: 'agents',
    what: 'which agents the provider’s agents are',
    ...copied('integration'),
    opens: 'its record',
  },
  provider_call: {
    pk: 'provider_call#<integration id>#<id…>',
    what: 'which conversation a provider’s call is',
    ...lost('integration'),
  },
  // Beside the record of its call.
  provider_payload: {
    pk: 'provider_call#<integration id>#<id…>',
    sk: 'payload#<event id>',
    what: 'an event as it was posted',
    ...lost('conversation', 'integration', 'expiry'),
  },
  provider_delivery: {
    pk: 'provider_delivery#<integration id>#<SHA-256>',
    what: 'which event was posted first with this content, for 30 days',
    ...expires,
  },
  event: {
    pk: 'events#<shard>',
    sk: '<event id>',
    what: 'an event, for 30 days',
    ...expires,
  },
  parked_event: {
    pk: 'parked',
    sk: '<event id>#<follower>',
    what: 'an event that a follower could not process',
    ...impersonal,
  },
  task: {
    pk: 'tasks#<shard>',
    sk: '<due>#<kind>#<id…>',
    what: 'work to be done at that time',
    ...impersonal,
  },
  reindexing: {
    pk: 'reindexing',
    what: 'how far the index has been built again',
    ...impersonal,
  },
  integration_event: {
    pk: '<integration id>#integration_events',
    sk: '<time>#<event id>',
    what: 'an event that the provider posted, and the state of its processing',
    ...lost('integration', 'expiry'),
  },
  audit_record: {
    pk: '<owner>#audit_records',
    sk: '<time>#<audit record id>',
    what: 'an access or a change and its actor, for 400 days',
    ...lost('expiry'),
    exported: ['audit_records', 'ocsf_events'],
  },
  integration_import: {
    pk: '<integration id>#imports',
    sk: '<time>#<import id>',
    what: 'an import, and how far it is',
    ...lost('integration', 'expiry'),
  },
  imported_agent: {
    pk: 'imported_agent#<integration id>#<id…>',
    what: 'which agent was imported of a provider’s agent',
    ...expires,
  },
  usage_head: {
    pk: 'usage#<owner>#<lane>',
    sk: 'head',
    what: 'the newest entries of a log of usage',
    ...derived('client'),
  },
  // Not in the partition of the head, which gets a write for every conversation already.
  usage_page: {
    pk: 'usage_pages#<owner>#<lane>',
    sk: 'page#<number:9>',
    what: 'older entries: a page that is full',
    ...derived('client'),
  },
  usage_manifest: {
    pk: 'usage_sums#<owner>',
    what: 'how far its logs are summed up, by which time zone',
    ...derived('client'),
  },
  usage_days: {
    pk: 'usage_sums#<owner>#<sums>#<dimension>',
    sk: 'days#<month>#<value…>',
    what: 'figures of days',
    ...derived('client'),
  },
  usage_hours: {
    pk: 'usage_sums#<owner>#<sums>#<dimension>',
    sk: 'hours#<date>#<value…>',
    what: 'figures of hours',
    ...derived('client'),
  },
  plan: {
    pk: 'plan#<id>',
    what: 'a plan',
    ...copied('client'),
  },
  billing: {
    pk: 'billing#<client id>',
    what: 'its subscriptions, which outlive its erasure if it has final statements, and the thresholds that it has reached',
    ...copied(),
  },
  meter: {
    pk: 'billing#<client id>',
    sk: 'meter#<subscription>#<period>',
    what: 'what a period has used',
    ...derived('client'),
  },
  pack: {
    pk: 'billing#<client id>',
    sk: 'pack#<id>',
    what: 'minutes that were bought',
    ...copied('client'),
  },
  statement: {
    pk: 'billing#<client id>',
    sk: 'statement#<subscription>#<period>',
    what: 'a statement that is final',
    ...copied(),
  },
  // After the record, so that it outlives the organization.
  statement_numbers: {
    pk: 'billing#<issuer>',
    sk: 'statement_numbers',
    what: 'the last number of the statements that an organization or the platform has issued',
    ...impersonal,
  },
  export_gate: {
    pk: 'exports#<owner>',
    what: 'the unfinished exports of an organization or of everything',
    ...lost('client'),
  },
  export: {
    pk: 'export#<id>',
    what: 'an export, and how far it is',
    ...lost('client'),
  },
  export_file: {
    pk: 'export#<id>',
    sk: 'file#<number:4>',
    what: 'one of its files',
    ...lost('export'),
  },
  version_entry: {
    pk: '<agent id>#versions',
    sk: '<number>#<agent id>',
    what: 'a listing entry of one of its versions',
    ...derived('agent'),
  },
  analyzer_version_entry: {
    pk: '<analyzer id>#analyzer_versions',
    sk: '<number>#<analyzer id>',
    what: 'a listing entry of one of its versions',
    ...derived('analyzer'),
  },
  analysis_entry: {
    pk: '<analyzer id>#analyses',
    sk: '<time>#<conversation id>',
    what: 'the verdicts of one of its analyses, for reports',
    ...derived('its record'),
  },
  review_entry: {
    pk: '<owner>#reviews',
    sk: '<time>#<conversation id>.<analyzer id>',
    what: 'an analysis that people review',
    ...derived('its record'),
  },
  erasure_entry: {
    pk: '<owner>#erasures',
    sk: '<time>#<id>',
    what: 'a listing entry of an erasure of a caller',
    ...expires,
  },
  scenario_entry: {
    pk: '<owner>#scenarios',
    sk: '<time>#<id>',
    what: 'a listing entry of a scenario',
    ...derived('client'),
  },
  test_suite_entry: {
    pk: '<owner>#test_suites',
    sk: '<time>#<id>',
    what: 'a listing entry of a test suite',
    ...derived('client'),
  },
  test_run_entry: {
    pk: '<owner>#test_runs',
    sk: '<time>#<id>',
    what: 'a listing entry of a test run, also in the list of its agent',
    ...lost('client', 'expiry'),
  },
  analysis_run_entry: {
    pk: '<owner>#analysis_runs',
    sk: '<time>#<id>',
    what: 'a listing entry of an analysis run',
    ...lost('client', 'expiry'),
  },
  document_entry: {
    pk: '<agent id>#documents',
    sk: '<time>#<id>',
    what: 'a listing entry of one of its documents',
    ...derived('agent'),
  },
  message: {
    pk: '<webhook id>#messages',
    sk: '<time>#<id>',
    what: 'a message of one of its events, for 30 days',
    ...lost('webhook', 'expiry'),
  },
  index: {
    pk: '<owner>#index',
    sk: 'segments',
    what: 'which segments its search index has',
    ...derived('client'),
  },
  fresh_documents: {
    pk: '<owner>#fresh',
    sk: '<id>',
    what: 'conversations that are in no segment of its index yet',
    ...derived('client'),
  },
  segment_part: {
    pk: 'segment#<id>',
    sk: '<part…>',
    what: 'terms, documents, or the root of a segment',
    ...derived('client'),
  },
  erased_document: {
    pk: '<owner>#erased',
    sk: '<time>#<id>',
    what: 'an erased conversation that its index may still know of',
    ...lost('client'),
  },
  listing_entry: {
    pk: '<owner>#<list>',
    sk: '<time>#<id>',
    what: 'a listing entry',
    ...derived('its record'),
  },
} as const satisfies Record<string, KindOfItem>;

export type Kind = keyof typeof kinds;

/** A kind whose items DynamoDB removes some time after they have expired. */
export type ExpiringKind = {
  [K in Kind]: 'expiry' extends (typeof kinds)[K]['erasedWith'][number] ? K : never;
}[Kind];

/** A kind whose items stay when the member who made them goes, until somebody ends or adopts them. */
export type ListedKind = {
  [K in Kind]: (typeof kinds)[K]['opens'] extends 'listed' ? K : never;
}[Kind];
