import type { ExportResource } from '#lib/contract/exports.ts';
import type { Keyed } from './table.ts';

/** What takes items of a kind away. */
type Eraser =
  /** The erasure of the entity that is a record of this kind. */
  | 'client'
  | 'agent'
  | 'conversation'
  | 'integration'
  | 'webhook'
  | 'export'
  /** The transaction that removes the record from which the item follows. */
  | 'its record'
  /** DynamoDB, some time after the item has expired. */
  | 'expiry';

/** A kind of item, and everything that happens to it. */
interface KindOfItem {
  /**
   * The keys. An owner is an organization's id, or `platform`. A name in angle brackets is a part without `#`, and the last one of a
   * key may have any character if it ends in `…`.
   */
  readonly pk: string;
  readonly sk: string;
  /** Completes the sentence "It is …". */
  readonly what: string;
  /** None: it has no personal data, and outlives what it is about. */
  readonly erasedWith: readonly Eraser[];
  /** How it comes back when one organization is restored: copied, derived from what is copied, or not at all. */
  readonly restored: 'copied' | 'derived' | null;
  /** The resource of an export that contains it. */
  readonly exported: ExportResource | null;
}

/**
 * Every kind of item. Erasure, the restore of one organization, the upgrades of shapes and `npm run verify-table`, which has a check for
 * each kind, follow from this table. The first kind that fits an item is its kind.
 */
export const kinds = {
  client: {
    pk: 'client#<id>',
    sk: 'record',
    what: 'a client',
    erasedWith: ['client'],
    restored: 'copied',
    exported: 'clients',
  },
  counts: {
    pk: 'counts#<client id>',
    sk: 'record',
    what: 'how many agents, keys and children it has',
    erasedWith: ['client'],
    restored: 'derived',
    exported: null,
  },
  rate: {
    pk: 'rate#<client id>',
    sk: '<minute>',
    what: 'how many requests its keys have made in it',
    erasedWith: ['expiry'],
    restored: null,
    exported: null,
  },
  waiting: {
    pk: 'rate#<client id>',
    sk: 'waiting#<minute>',
    what: 'how many of them waited for others, such as a language model',
    erasedWith: ['expiry'],
    restored: null,
    exported: null,
  },
  agent_tests: {
    pk: 'rate#<client id>',
    sk: 'tests#<day>',
    what: 'how often its agents were tested in it',
    erasedWith: ['expiry'],
    restored: null,
    exported: null,
  },
  placed_calls: {
    pk: 'rate#<client id>',
    sk: 'calls#<day>',
    what: 'how many calls were placed in it',
    erasedWith: ['expiry'],
    restored: null,
    exported: null,
  },
  agent: {
    pk: 'agent#<id>',
    sk: 'record',
    what: 'an agent',
    erasedWith: ['client'],
    restored: 'copied',
    exported: 'agents',
  },
  agent_version: {
    pk: 'agent#<id>',
    sk: 'version#<number>',
    what: 'the agent as it was',
    erasedWith: ['agent'],
    restored: 'copied',
    exported: null,
  },
  knowledge_base: {
    pk: 'agent#<id>',
    sk: 'knowledge_base',
    what: 'how many documents and bytes it has, and their version',
    erasedWith: ['agent'],
    restored: 'copied',
    exported: null,
  },
  deployment: {
    pk: 'agent#<id>',
    sk: 'deployment#<integration id>',
    what: 'what it is at a provider',
    erasedWith: ['agent'],
    restored: 'copied',
    exported: null,
  },
  document: {
    pk: 'agent#<id>',
    sk: 'document#<id>',
    what: 'one of its documents',
    erasedWith: ['agent'],
    restored: 'copied',
    exported: 'documents',
  },
  conversation: {
    pk: 'conversation#<id>',
    sk: 'record',
    what: 'a conversation',
    erasedWith: ['client'],
    restored: 'copied',
    exported: 'conversations',
  },
  turns: {
    pk: 'conversation#<id>',
    sk: 'turns#<first index>',
    what: 'turns that arrived together',
    erasedWith: ['conversation'],
    restored: 'copied',
    exported: 'turns',
  },
  conversation_usage: {
    pk: 'conversation#<id>',
    sk: 'usage',
    what: 'what was counted of it; outlives its erasure',
    erasedWith: [],
    restored: 'derived',
    exported: 'usage',
  },
  search_text: {
    pk: 'conversation#<id>',
    sk: 'words',
    what: 'the text that is searched of it',
    erasedWith: ['conversation'],
    restored: 'derived',
    exported: null,
  },
  api_key: {
    pk: 'api_key#<id>',
    sk: 'record',
    what: 'an API key',
    erasedWith: ['client'],
    restored: null,
    exported: null,
  },
  last_use: {
    pk: 'last_use#<key id>',
    sk: 'record',
    what: 'when the key was last used',
    erasedWith: ['its record'],
    restored: null,
    exported: null,
  },
  secret: {
    pk: 'secret#<SHA-256>',
    sk: 'record',
    what: 'which key a secret is of, and what it may do',
    erasedWith: ['its record'],
    restored: null,
    exported: null,
  },
  provider_id: {
    pk: 'provider#<client id>#<name>#<id…>',
    sk: 'record',
    what: 'which conversation a provider’s id is of',
    erasedWith: ['its record'],
    restored: 'derived',
    exported: null,
  },
  webhook: {
    pk: 'webhook#<id>',
    sk: 'record',
    what: 'a webhook',
    erasedWith: ['client'],
    restored: null,
    exported: null,
  },
  webhook_health: {
    pk: 'webhook#<id>',
    sk: 'health',
    what: 'since when its deliveries fail',
    erasedWith: ['its record'],
    restored: null,
    exported: null,
  },
  webhook_pace: {
    pk: 'webhook#<id>',
    sk: 'pace',
    what: 'when it may be sent the next message, where that is limited',
    erasedWith: ['its record'],
    restored: null,
    exported: null,
  },
  resending: {
    pk: 'listeners#<owner>',
    sk: 'resending',
    what: 'which task sends messages of its webhooks again',
    erasedWith: ['expiry'],
    restored: null,
    exported: null,
  },
  listeners: {
    pk: 'listeners#<owner>',
    sk: 'record',
    what: 'the webhooks that hear of an organization and its descendants',
    erasedWith: ['webhook'],
    restored: null,
    exported: null,
  },
  payload: {
    pk: 'deliveries#<entity id>',
    sk: 'payload#<event id>',
    what: 'what webhooks receive of it, for 30 days',
    erasedWith: ['conversation', 'agent', 'expiry'],
    restored: null,
    exported: null,
  },
  attempt: {
    pk: 'deliveries#<entity id>',
    sk: 'attempt#<message id>#<number>',
    what: 'how a delivery went, for 30 days',
    erasedWith: ['conversation', 'agent', 'expiry'],
    restored: null,
    exported: null,
  },
  first_answer: {
    pk: 'idempotency#<owner>#<route>#<SHA-256>',
    sk: 'record',
    what: 'the first answer to an Idempotency-Key',
    erasedWith: ['expiry'],
    restored: null,
    exported: null,
  },
  cursor_keys: {
    pk: 'cursor_keys',
    sk: 'record',
    what: 'what cursors are encrypted with',
    erasedWith: [],
    restored: null,
    exported: null,
  },
  integration: {
    pk: 'integration#<id>',
    sk: 'record',
    what: 'an integration with a voice provider',
    erasedWith: ['client'],
    restored: 'copied',
    exported: null,
  },
  agent_mapping: {
    pk: 'integration#<id>',
    sk: 'agents',
    what: 'which agents the provider’s agents are',
    erasedWith: ['integration'],
    restored: 'copied',
    exported: null,
  },
  provider_call: {
    pk: 'provider_call#<integration id>#<id…>',
    sk: 'record',
    what: 'which conversation a provider’s call is',
    erasedWith: ['integration'],
    restored: null,
    exported: null,
  },
  provider_payload: {
    pk: 'provider_call#<integration id>#<id…>',
    sk: 'payload#<event id>',
    what: 'an event as it was posted',
    erasedWith: ['conversation', 'integration', 'expiry'],
    restored: null,
    exported: null,
  },
  provider_delivery: {
    pk: 'provider_delivery#<integration id>#<SHA-256>',
    sk: 'record',
    what: 'which event was posted first with this content, for 30 days',
    erasedWith: ['expiry'],
    restored: null,
    exported: null,
  },
  event: {
    pk: 'events#<shard>',
    sk: '<event id>',
    what: 'what happened, for 30 days',
    erasedWith: ['expiry'],
    restored: null,
    exported: null,
  },
  parked_event: {
    pk: 'parked',
    sk: '<event id>#<follower>',
    what: 'an event that a follower could not work off',
    erasedWith: [],
    restored: null,
    exported: null,
  },
  task: {
    pk: 'tasks#<shard>',
    sk: '<due>#<kind>#<id…>',
    what: 'work to be done at that time',
    erasedWith: [],
    restored: null,
    exported: null,
  },
  reindexing: {
    pk: 'reindexing',
    sk: 'record',
    what: 'how far the index has been built again',
    erasedWith: [],
    restored: null,
    exported: null,
  },
  integration_event: {
    pk: '<integration id>#integration_events',
    sk: '<time>#<event id>',
    what: 'an event, and what became of it',
    erasedWith: ['integration', 'expiry'],
    restored: null,
    exported: null,
  },
  integration_import: {
    pk: '<integration id>#imports',
    sk: '<time>#<import id>',
    what: 'an import, and how far it is',
    erasedWith: ['integration', 'expiry'],
    restored: null,
    exported: null,
  },
  imported_agent: {
    pk: 'imported_agent#<integration id>#<id…>',
    sk: 'record',
    what: 'which agent was imported of a provider’s agent',
    erasedWith: ['expiry'],
    restored: null,
    exported: null,
  },
  usage_head: {
    pk: 'usage#<owner>#<lane>',
    sk: 'head',
    what: 'the newest entries of a log of usage',
    erasedWith: ['client'],
    restored: 'derived',
    exported: null,
  },
  usage_page: {
    pk: 'usage_pages#<owner>#<lane>',
    sk: 'page#<number>',
    what: 'older entries: a page that is full',
    erasedWith: ['client'],
    restored: 'derived',
    exported: null,
  },
  usage_manifest: {
    pk: 'usage_sums#<owner>',
    sk: 'record',
    what: 'how far its logs are summed up, by which time zone',
    erasedWith: ['client'],
    restored: 'derived',
    exported: null,
  },
  usage_days: {
    pk: 'usage_sums#<owner>#<sums>#<dimension>',
    sk: 'days#<month>#<value…>',
    what: 'figures of days',
    erasedWith: ['client'],
    restored: 'derived',
    exported: null,
  },
  usage_hours: {
    pk: 'usage_sums#<owner>#<sums>#<dimension>',
    sk: 'hours#<date>#<value…>',
    what: 'figures of hours',
    erasedWith: ['client'],
    restored: 'derived',
    exported: null,
  },
  plan: {
    pk: 'plan#<id>',
    sk: 'record',
    what: 'a plan',
    erasedWith: ['client'],
    restored: 'copied',
    exported: null,
  },
  billing: {
    pk: 'billing#<client id>',
    sk: 'record',
    what: 'its subscriptions, and the thresholds that it has reached',
    erasedWith: ['client'],
    restored: 'copied',
    exported: null,
  },
  meter: {
    pk: 'billing#<client id>',
    sk: 'meter#<subscription>#<period>',
    what: 'what a period has used',
    erasedWith: ['client'],
    restored: 'derived',
    exported: null,
  },
  pack: {
    pk: 'billing#<client id>',
    sk: 'pack#<id>',
    what: 'minutes that were bought',
    erasedWith: ['client'],
    restored: 'copied',
    exported: null,
  },
  statement: {
    pk: 'billing#<client id>',
    sk: 'statement#<subscription>#<period>',
    what: 'a statement that is final',
    erasedWith: [],
    restored: 'copied',
    exported: null,
  },
  export_gate: {
    pk: 'exports#<owner>',
    sk: 'record',
    what: 'the unfinished exports of an organization or of everything',
    erasedWith: ['client'],
    restored: null,
    exported: null,
  },
  export: {
    pk: 'export#<id>',
    sk: 'record',
    what: 'an export, and how far it is',
    erasedWith: ['client'],
    restored: null,
    exported: null,
  },
  export_file: {
    pk: 'export#<id>',
    sk: 'file#<number>',
    what: 'one of its files',
    erasedWith: ['export'],
    restored: null,
    exported: null,
  },
  version_entry: {
    pk: '<agent id>#versions',
    sk: '<number>#<agent id>',
    what: 'a listing entry of one of its versions',
    erasedWith: ['agent'],
    restored: 'derived',
    exported: null,
  },
  document_entry: {
    pk: '<agent id>#documents',
    sk: '<time>#<id>',
    what: 'a listing entry of one of its documents',
    erasedWith: ['agent'],
    restored: 'derived',
    exported: null,
  },
  message: {
    pk: '<webhook id>#messages',
    sk: '<time>#<id>',
    what: 'a message of one of its events, for 30 days',
    erasedWith: ['webhook', 'expiry'],
    restored: null,
    exported: null,
  },
  index: {
    pk: '<owner>#index',
    sk: 'segments',
    what: 'which segments its search index has',
    erasedWith: ['client'],
    restored: 'derived',
    exported: null,
  },
  fresh_documents: {
    pk: '<owner>#fresh',
    sk: '<id>',
    what: 'conversations that are in no segment of its index yet',
    erasedWith: ['client'],
    restored: 'derived',
    exported: null,
  },
  segment_part: {
    pk: 'segment#<id>',
    sk: '<part…>',
    what: 'terms, documents, or the root of a segment',
    erasedWith: ['client'],
    restored: 'derived',
    exported: null,
  },
  erased_document: {
    pk: '<owner>#erased',
    sk: '<time>#<id>',
    what: 'an erased conversation that its index may still know of',
    erasedWith: ['client'],
    restored: null,
    exported: null,
  },
  listing_entry: {
    pk: '<owner>#<list>',
    sk: '<time>#<id>',
    what: 'a listing entry',
    erasedWith: ['its record'],
    restored: 'derived',
    exported: null,
  },
} as const satisfies Record<string, KindOfItem>;

export type Kind = keyof typeof kinds;

const matcher = (template: string): RegExp => {
  const parts = template.split(/(<[^>]+>)/).map((part) => {
    if (part.startsWith('<')) return part.endsWith('…>') ? '.+' : '[^#]+';
    return part;
  });
  return new RegExp(`^${parts.join('')}$`, 's');
};

/** Whether a key fits the templates of a kind. */
export const isOfKind = (kind: Kind): ((key: Keyed) => boolean) => {
  const [pk, sk] = [matcher(kinds[kind].pk), matcher(kinds[kind].sk)];
  return (key) => pk.test(key.pk) && sk.test(key.sk);
};

const fitting = (Object.keys(kinds) as Kind[]).map((kind) => ({ kind, fits: isOfKind(kind) }));

/** The kind of the item with a key. */
export const kindOf = (key: Keyed): Kind | undefined => fitting.find(({ fits }) => fits(key))?.kind;

const declared: Readonly<Record<Kind, KindOfItem>> = kinds;

/** How items with this key come back when one organization is restored. */
export const restoredAs = (key: Keyed): KindOfItem['restored'] => {
  const kind = kindOf(key);
  return kind ? declared[kind].restored : null;
};

/** Whether the item with this key is taken away in that way. */
export const isErasedWith = (key: Keyed, eraser: Eraser): boolean => {
  const kind = kindOf(key);
  return kind !== undefined && declared[kind].erasedWith.includes(eraser);
};

/** The partitions that contain items of an entity, besides the record itself, which are erased with it. */
export const partitionsErasedWith = (eraser: 'agent' | 'conversation' | 'export', id: string): string[] => {
  const templates = Object.values(declared)
    .filter(({ erasedWith }) => erasedWith.includes(eraser))
    .map(({ pk }) => pk);
  const ofEntity = templates.filter((pk) => /^[^<]*<[^>]+>[^<]*$/.test(pk));
  return [...new Set(ofEntity.map((pk) => pk.replace(/<[^>]+>/, id)))];
};
