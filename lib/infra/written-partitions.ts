import type { BackgroundFunction } from '#lib/build/function-settings.ts';
import type { OperationId, Resource } from '#lib/contract/index.ts';
import { operations } from '#lib/contract/index.ts';
import { changesSomething } from '#lib/contract/route.ts';
import type { ListName } from '#lib/store/keys.ts';
import type { Eraser, KindOfItem } from '#lib/store/kinds.ts';
import { kinds } from '#lib/store/kinds.ts';

/*
 * The partitions that each function writes. A function that is taken over writes nothing else: no secret, no
 * key, nothing of another resource. Neither a resource nor a function without a line compiles; a test holds
 * each line against the kinds of items and against what the functions write.
 */

/** A beginning of partition keys, or the list of any owner. */
type Partitions = readonly (`${string}#*` | `*#${ListName | 'erased' | 'fresh' | 'index'}` | 'parked')[];

// The end of a chat also ends what its page listens to.
const conversations: Partitions = ['conversation#*', 'provider#*', 'tagged#*', '*#conversations', 'tasks#*'];
const agents: Partitions = ['agent#*', 'signing_secret#*', '*#agents', '*#versions'];

const counted: Partitions = ['conversation#*', 'usage#*', 'usage_pages#*', 'billing#*', 'tasks#*'];

const analyzed: Partitions = [...conversations, ...counted, '*#analyses', '*#reviews'];
const analyzers: Partitions = ['analyzer#*', 'analyzers#*', '*#analyzers', '*#analyzer_versions'];

const integrations: Partitions = ['integration#*', '*#integrations', '*#recognizers'];

/** The items that every write of a route leaves beside its own. */
const besideEveryWrite: Partitions = ['events#*', 'idempotency#*', 'access#*'];

const auditRecords: Partitions = ['*#audit_records', 'events#*'];

/** Things that a member has made, which may end with the member. */
const leftByMembers = [
  'sign_in_domain#*',
  'enforced_sign_in#*',
  '*#connections',
  'invitation#*',
  '*#invitations',
  'webhook#*',
  'listeners#*',
  '*#webhooks',
  ...integrations,
  'tool_server#*',
  '*#tool_servers',
  'widget#*',
  '*#widgets',
  'signing_secret#*',
  'agent#*',
] as const satisfies Partitions;

const byRoutes: Readonly<Record<Resource, Partitions>> = {
  agents: [...agents, 'external_id#agents#*', 'tasks#*'],
  agentVersions: agents,
  documents: ['agent#*', '*#documents'],
  signingSecrets: ['signing_secret#*'],
  conversations: [...conversations, 'external_id#conversations#*', '*#erased'],
  calls: [...conversations, 'rate#*'],
  webCalls: [...conversations, 'provider_call#*'],
  phoneCalls: [...conversations, 'rate#*', 'provider_call#*', 'call_socket#*'],
  // A tool that has changed is disabled when it is called.
  chats: [
    ...conversations,
    'external_id#conversations#*',
    'rate#*',
    'widget_use#*',
    'tool_call#*',
    'tool_server#*',
    '*#tool_servers',
  ],
  completions: [...counted, 'rate#*', 'live_call#*', 'tool_server#*', '*#tool_servers'],
  handovers: [...conversations, 'widget_use#*'],
  deployments: ['agent#*', ...integrations, 'tasks#*'],
  liveTickets: [],
  transcripts: conversations,
  notes: ['conversation#*'],
  recordings: conversations,
  erasures: ['erasure#*', '*#erasures', 'tasks#*'],
  clients: ['client#*', 'external_id#clients#*', 'brand_domain#*', '*#clients', 'tasks#*'],
  subcompanies: ['client#*', 'external_id#clients#*', '*#clients'],
  // The tokens of a preview are counted.
  analyzers: [...analyzers, ...counted],
  analyzerVersions: analyzers,
  analyses: analyzed,
  reviews: [],
  analysisReports: [],
  analysisRuns: ['analysis_run#*', '*#analysis_runs', 'tasks#*'],
  scenarios: ['scenario#*', '*#scenarios', 'conversation#*'],
  testSuites: ['test_suite#*', '*#test_suites'],
  testRuns: ['test_run#*', '*#test_runs', 'tasks#*'],
  gates: ['agent#*'],
  exports: ['export#*', 'exports#*', '*#exports', 'tasks#*'],
  integrations: [...integrations, 'tasks#*'],
  toolServers: ['tool_server#*', '*#tool_servers'],
  widgets: ['widget#*', '*#widgets'],
  widgetSessions: [...conversations, 'rate#*', 'widget_use#*'],
  agentMappings: [...integrations, 'tasks#*'],
  numbers: [...integrations, 'tasks#*'],
  integrationEvents: ['*#integration_events', 'provider_call#*', 'provider_delivery#*', 'tasks#*'],
  imports: ['*#imports', 'tasks#*'],
  auditRecords: [],
  webhooks: ['webhook#*', 'listeners#*', '*#webhooks', '*#messages', 'deliveries#*', 'tasks#*'],
  webhookMessages: ['*#messages', 'tasks#*'],
  plans: ['plan#*', '*#plans'],
  // A subscription that begins in the past is metered, and the head of the usage log says so from then on.
  subscriptions: ['billing#*', 'usage#*', 'usage_pages#*', 'tasks#*'],
  statements: ['billing#*'],
  apiKeys: ['api_key#*', 'secret#*', 'last_use#*', 'preferences#*', '*#api_keys'],
  // Those who come through it may go with it.
  connections: [
    'connection#*',
    'sign_in_domain#*',
    'enforced_sign_in#*',
    '*#connections',
    'member#*',
    'person#*',
    'owners#*',
    'preferences#*',
    '*#members',
    'tasks#*',
    // A provider's logout is recorded.
    '*#audit_records',
  ],
  members: [
    ...['member#*', 'person#*', 'connection#*', 'owners#*', 'preferences#*', '*#members', 'tasks#*'],
    ...leftByMembers,
  ] as Partitions,
  invitations: [
    'invitation#*',
    '*#invitations',
    'member#*',
    'person#*',
    'connection#*',
    'owners#*',
    '*#members',
  ],
  // The page of a provider is a link: nothing is written until somebody has signed in.
  signIn: ['person#*', 'connection#*', 'member#*', 'owners#*', '*#members', 'tasks#*'],
  // Sign-ins and sign-outs are recorded, although no change of theirs is that of an entity.
  sessions: auditRecords,
  openingHours: ['client#*'],
  preferences: ['preferences#*'],
  usage: [],
  speech: [],
  voices: [],
  models: [],
  me: [],
  service: [],
  reference: [],
  packages: [],
  mcp: [],
};

/**
 * The partitions of what is erased with an entity. Entries of lists, whose partitions only their owner tells
 * apart, are not among them.
 */
const erasedWith = (...erasers: readonly Eraser[]): Partitions => {
  const partitions = Object.values<KindOfItem>(kinds)
    .filter((kind) => kind.erasedWith.some((eraser) => erasers.includes(eraser)))
    .map(({ pk }) => pk.replace(/^<[^>]+>/, '*').replace(/#<.*$/, '#*'))
    .filter((partition) => partition !== '*#*');
  return [...new Set(partitions)] as Partitions;
};

const changedConversations: Partitions = [...conversations, 'events#*'];
const indexed: Partitions = ['conversation#*', '*#fresh', 'tasks#*', 'parked'];
const messages: Partitions = ['*#messages', 'deliveries#*', 'tasks#*'];
const sessions: Partitions = ['person#*', 'connection#*', 'secret#*'];
const revokedKeys: Partitions = ['api_key#*', 'secret#*', 'last_use#*', 'preferences#*', '*#api_keys'];
const limitedKeys: Partitions = ['api_key#*', 'secret#*'];
const limitedMembers: Partitions = ['member#*', 'person#*'];
/** The remains of a removed agent or conversation; figures of conversations are counted before. */
const remains: Partitions = [
  ...erasedWith('agent', 'analyzer', 'conversation'),
  ...counted,
  '*#analyses',
  '*#reviews',
];
/** A page whose socket is closed is forgotten. */
const watchers: Partitions = ['watchers#*', 'open_sockets#*'];
const followed: Partitions = [...remains, ...messages, ...limitedKeys, ...watchers, 'parked'];

const inBackground: Readonly<Record<BackgroundFunction, Partitions>> = {
  'events.indexConversation': indexed,
  'events.followWrites': followed,
  'events.recordingUploaded': changedConversations,
  // Chats that end are no longer counted as open.
  'clock.endStaleConversations': [...changedConversations, 'rate#*'],
  'clock.applyRetention': [...changedConversations, 'external_id#conversations#*', '*#erased'],
  'clock.restartTasks': ['tasks#*'],
  'clock.retryParked': [...indexed, ...followed],
  'clock.sendHeartbeats': ['events#*'],
  'clock.checkWatchers': watchers,
  'tasks.processProviderEvent': [...changedConversations, '*#integration_events', 'provider_call#*'],
  'tasks.replayParked': ['*#integration_events', 'tasks#*'],
  // A provider that refuses the API key, or accepts it again, changes its integration.
  'tasks.fetchRecording': [...changedConversations, ...integrations],
  // The price of a call that was erased is added to what was counted of it.
  'tasks.readCarrierCost': [...changedConversations, ...counted, ...integrations],
  // Of a call that was erased before it was placed, nothing is kept.
  'tasks.makeCall': [...changedConversations, ...integrations, 'provider_call#*', 'live_call#*'],
  'tasks.runImport': [
    ...changedConversations,
    ...integrations,
    ...agents,
    'provider_call#*',
    'imported_agent#*',
    '*#imports',
  ],
  'tasks.limitKeys': [...limitedKeys, ...limitedMembers, 'tasks#*'],
  // A session is among what it removes: see `removedOnly`.
  'tasks.recheckSession': [...sessions, ...auditRecords, 'tasks#*'],
  'tasks.sumUsage': ['usage_sums#*', 'tasks#*'],
  // Keys are among what it removes: see `removedOnly`.
  'tasks.secondLook': [
    ...remains,
    ...changedConversations,
    ...revokedKeys,
    ...auditRecords,
    ...leftByMembers,
    ...['member#*', 'person#*', 'connection#*', 'owners#*', '*#members', 'access#*'],
  ] as Partitions,
  // Keys are among what it removes: see `removedOnly`.
  'tasks.eraseOrganization': [
    ...erasedWith('client', 'agent', 'analyzer', 'conversation', 'integration', 'webhook', 'export'),
    ...analyzers,
    '*#analyses',
    '*#reviews',
    ...changedConversations,
    ...counted,
    'external_id#*',
    'last_use#*',
    'sign_in_domain#*',
    'brand_domain#*',
    'enforced_sign_in#*',
    'person#*',
    'owners#*',
    'preferences#*',
    '*#connections',
    '*#invitations',
    '*#members',
    '*#agents',
    '*#api_keys',
    '*#clients',
    '*#exports',
    '*#integrations',
    '*#plans',
    '*#recognizers',
    '*#tool_servers',
    '*#webhooks',
    '*#widgets',
  ],
  'tasks.analyzeConversation': [...analyzed, 'events#*'],
  'tasks.eraseCaller': [
    ...conversations,
    'external_id#conversations#*',
    '*#erased',
    'erasure#*',
    'events#*',
    'tasks#*',
  ],
  'tasks.analyzeHistory': [...analyzed, 'analysis_run#*', 'events#*'],
  'tasks.beginTestRun': ['test_run#*', 'conversation#*', 'agent#*', 'events#*', 'tasks#*'],
  'tasks.runTestAttempt': ['test_run#*', 'agent#*', ...counted, 'rate#*', 'events#*'],
  'tasks.billUsage': [...counted, 'rate#*', 'live_call#*', 'events#*'],
  'tasks.deliverMessage': [...messages, 'webhook#*', 'listeners#*', '*#webhooks', 'events#*'],
  'tasks.tendWebhook': [...messages, 'listeners#*'],
  'tasks.buildIndex': ['*#erased', '*#fresh', '*#index', 'segment#*', 'tasks#*'],
  'tasks.writeExport': ['export#*', '*#exports', 'events#*', 'tasks#*'],
  'tools.askServer': [],
  'sockets.calls': [
    ...conversations,
    ...counted,
    'call_socket#*',
    'live_ticket#*',
    ...watchers,
    'provider_call#*',
    'rate#*',
    'tool_call#*',
    'tool_server#*',
    '*#tool_servers',
    'events#*',
  ],
  'clock.sealAudit': [],
  'tasks.removeExport': ['export#*', '*#exports', 'tasks#*'],
};

/**
 * Grant authority, so that a function which erases organizations, ends sessions or revokes keys may remove
 * them and not make them.
 */
const removedOnly: Readonly<Partial<Record<BackgroundFunction | OperationId, Partitions>>> = {
  'tasks.eraseOrganization': ['api_key#*', 'secret#*'],
  'connections.logout': sessions,
  'sessions.remove': sessions,
  'sessions.removeAll': sessions,
  'tasks.recheckSession': sessions,
  'tasks.secondLook': [...revokedKeys, ...sessions],
  'members.remove': [...revokedKeys, ...sessions],
  'members.settleAccess': [...revokedKeys, ...sessions],
  'connections.remove': sessions,
};

/** Routes that change no entity, and write nevertheless. */
const writtenByReads: Readonly<Partial<Record<OperationId, Partitions>>> = {
  // It makes sessions: a GET, because a browser follows it.
  'signIn.callback': ['secret#*', ...auditRecords],
  // It counts tokens, and keeps a journal of its tools.
  'completions.create': byRoutes.completions,
  // It reserves the minutes in which it listens.
  'chats.ears': byRoutes.chats,
  'liveTickets.create': ['live_ticket#*'],
  // Each request begins another call, so no answer is kept for a key.
  'webCalls.create': byRoutes.webCalls,
  // A visitor has no key for which an answer could be kept.
  'widgetSessions.create': byRoutes.widgetSessions,
};

const isResource = (name: string): name is Resource => name in byRoutes;
const isInBackground = (id: string): id is BackgroundFunction => id in inBackground;

/** The partitions that a function may write by an action. */
export const writtenPartitions = (id: string, action: string): string[] => {
  if (!isInBackground(id)) {
    const [resource = ''] = id.split('.');
    const { route } = operations.find((operation) => operation.id === id) ?? {};
    const audited = route?.audit ? auditRecords : [];
    const byRead = writtenByReads[id as OperationId];
    if (route && !changesSomething(route) && !route.raw && !byRead) return [...audited];
    const own = isResource(resource) ? byRoutes[resource] : [];
    const removed = action === 'DeleteItem' ? (removedOnly[id as OperationId] ?? []) : [];
    return [...new Set([...own, ...removed, ...(byRead ?? []), ...besideEveryWrite, ...audited])];
  }
  const only = removedOnly[id] ?? [];
  const written = inBackground[id].filter((partition) => !only.includes(partition));
  return [...new Set([...written, ...(action === 'DeleteItem' ? only : [])])];
};
