import type { BackgroundFunction } from '#lib/build/function-settings.ts';
import type { Resource } from '#lib/contract/index.ts';
import type { ListName } from '#lib/data/keys.ts';
import type { Eraser, KindOfItem } from '#lib/data/kinds.ts';
import { kinds } from '#lib/data/kinds.ts';

/*
 * The partitions that each function writes. A function that is taken over writes nothing else: no secret, no key, nothing of another
 * resource. Neither a resource nor a function without a line compiles; a test holds each line against the kinds of items and against
 * what the functions write.
 */

/** A beginning of partition keys, or the list of any owner. */
type Partitions = readonly (`${string}#*` | `*#${ListName | 'erased' | 'fresh' | 'index'}` | 'parked')[];

const conversations: Partitions = ['conversation#*', 'provider#*', 'tagged#*', '*#conversations'];
const agents: Partitions = ['agent#*', '*#agents', '*#versions'];

const integrations: Partitions = ['integration#*', '*#integrations'];

/** The items that every write of a route leaves beside its own. */
const besideEveryWrite: Partitions = ['events#*', 'idempotency#*'];

const byRoutes: Readonly<Record<Resource, Partitions>> = {
  agents: [...agents, 'external_id#agents#*', 'tasks#*'],
  agentVersions: agents,
  documents: ['agent#*', '*#documents'],
  conversations: [...conversations, 'external_id#conversations#*', '*#erased', 'tasks#*'],
  calls: [...conversations, 'rate#*', 'tasks#*'],
  deployments: ['agent#*', ...integrations, 'tasks#*'],
  transcripts: conversations,
  notes: ['conversation#*'],
  recordings: [...conversations, 'tasks#*'],
  clients: ['client#*', 'external_id#clients#*', '*#clients', 'tasks#*'],
  subcompanies: ['client#*', 'external_id#clients#*', '*#clients'],
  exports: ['export#*', 'exports#*', '*#exports', 'tasks#*'],
  integrations: [...integrations, 'tasks#*'],
  agentMappings: [...integrations, 'tasks#*'],
  integrationEvents: ['*#integration_events', 'provider_call#*', 'provider_delivery#*', 'tasks#*'],
  imports: ['*#imports', 'tasks#*'],
  webhooks: ['webhook#*', 'listeners#*', '*#webhooks', '*#messages', 'deliveries#*', 'tasks#*'],
  webhookMessages: ['*#messages', 'tasks#*'],
  plans: ['plan#*', '*#plans'],
  // A subscription that begins in the past is metered, and the head of the usage log says so from then on.
  subscriptions: ['billing#*', 'usage#*', 'usage_pages#*', 'tasks#*'],
  statements: ['billing#*'],
  apiKeys: ['api_key#*', 'secret#*', 'last_use#*', '*#api_keys'],
  usage: [],
  speech: [],
  voices: [],
  me: [],
  service: [],
  reference: [],
  mcp: [],
};

/** The partitions of what is erased with an entity. Entries of lists, whose partitions only their owner tells apart, are not among them. */
const erasedWith = (...erasers: readonly Eraser[]): Partitions => {
  const partitions = Object.values<KindOfItem>(kinds)
    .filter((kind) => kind.erasedWith.some((eraser) => erasers.includes(eraser)))
    .map(({ pk }) => pk.replace(/^<[^>]+>/, '*').replace(/#<.*$/, '#*'))
    .filter((partition) => partition !== '*#*');
  return [...new Set(partitions)] as Partitions;
};

const changedConversations: Partitions = [...conversations, 'events#*', 'tasks#*'];
const counted: Partitions = ['conversation#*', 'usage#*', 'usage_pages#*', 'billing#*', 'tasks#*'];
const indexed: Partitions = ['conversation#*', '*#fresh', 'tasks#*', 'parked'];
const messages: Partitions = ['*#messages', 'deliveries#*', 'tasks#*'];
const limitedKeys: Partitions = ['api_key#*', 'secret#*'];
/** The remains of a removed agent or conversation; figures of conversations are counted before. */
const remains: Partitions = [...erasedWith('agent', 'conversation'), ...counted];
const followed: Partitions = [...remains, ...messages, ...limitedKeys, 'parked'];

const inBackground: Readonly<Record<BackgroundFunction, Partitions>> = {
  'events.indexConversation': indexed,
  'events.followWrites': followed,
  'events.recordingUploaded': changedConversations,
  'clock.endStaleConversations': changedConversations,
  'clock.applyRetention': [...changedConversations, 'external_id#conversations#*', '*#erased'],
  'clock.restartTasks': ['tasks#*'],
  'clock.retryParked': [...indexed, ...followed],
  'clock.sendHeartbeats': ['events#*'],
  'tasks.processProviderEvent': [...changedConversations, '*#integration_events', 'provider_call#*'],
  'tasks.replayParked': ['*#integration_events', 'tasks#*'],
  // A provider that refuses the API key, or accepts it again, changes its integration.
  'tasks.fetchRecording': [...changedConversations, ...integrations],
  'tasks.makeCall': [...changedConversations, ...integrations, 'provider_call#*'],
  'tasks.runImport': [
    ...changedConversations,
    ...integrations,
    ...agents,
    'provider_call#*',
    'imported_agent#*',
    '*#imports',
  ],
  'tasks.limitKeys': [...limitedKeys, 'tasks#*'],
  'tasks.sumUsage': ['usage_sums#*', 'tasks#*'],
  'tasks.secondLook': [...remains, ...changedConversations],
  // Keys are among what it removes: see `removedOnly`.
  'tasks.eraseOrganization': [
    ...erasedWith('client', 'agent', 'conversation', 'integration', 'webhook', 'export'),
    ...changedConversations,
    ...counted,
    'external_id#*',
    'last_use#*',
    '*#agents',
    '*#api_keys',
    '*#clients',
    '*#exports',
    '*#integrations',
    '*#plans',
    '*#webhooks',
  ],
  'tasks.billUsage': ['billing#*', 'events#*', 'tasks#*'],
  'tasks.deliverMessage': [...messages, 'webhook#*', 'listeners#*', '*#webhooks', 'events#*'],
  'tasks.tendWebhook': [...messages, 'listeners#*'],
  'tasks.buildIndex': ['*#erased', '*#fresh', '*#index', 'segment#*', 'tasks#*'],
  'tasks.writeExport': ['export#*', '*#exports', 'events#*', 'tasks#*'],
  'tasks.removeExport': ['export#*', '*#exports', 'tasks#*'],
};

/** Grant authority, so that a function which erases organizations may remove them and not make them. */
const removedOnly: Readonly<Partial<Record<BackgroundFunction, Partitions>>> = {
  'tasks.eraseOrganization': ['api_key#*', 'secret#*'],
};

const isResource = (name: string): name is Resource => name in byRoutes;
const isInBackground = (id: string): id is BackgroundFunction => id in inBackground;

/** The partitions that a function may write by an action. */
export const writtenPartitions = (id: string, action: string): string[] => {
  if (!isInBackground(id)) {
    const [resource = ''] = id.split('.');
    return [...(isResource(resource) ? byRoutes[resource] : []), ...besideEveryWrite];
  }
  const only = removedOnly[id] ?? [];
  const written = inBackground[id].filter((partition) => !only.includes(partition));
  return [...new Set([...written, ...(action === 'DeleteItem' ? only : [])])];
};
