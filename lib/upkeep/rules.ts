import { isDeepStrictEqual } from 'node:util';
import { agentFromItem } from '#lib/agents/agent-record.ts';
import { versionItems } from '#lib/agents/agent-versions.ts';
import { agentFootprint } from '#lib/agents/agents.ts';
import { documentFootprint } from '#lib/agents/documents.ts';
import { knowledgeBaseFromItem } from '#lib/agents/knowledge-base.ts';
import { analysisFootprint } from '#lib/analysis/analyses.ts';
import { analyzers } from '#lib/analysis/analyzer-record.ts';
import { analyzerVersions } from '#lib/analysis/analyzer-versions.ts';
import { analyzerFootprint } from '#lib/analysis/analyzers.ts';
import { ownAnalyzers, ownerOfAnalyzer, standingOf } from '#lib/analysis/standing.ts';
import { auditFootprint, auditRecordKey } from '#lib/audit/audit-records.ts';
import { factFromText } from '#lib/billing/counting.ts';
import { plans } from '#lib/billing/plans.ts';
import type { QuotaName } from '#lib/contract/client-settings.ts';
import { conversationFromItem, isErasing } from '#lib/conversations/conversation-record.ts';
import { conversationFootprint } from '#lib/conversations/conversations.ts';
import { readAllTurns, turnsFromItem } from '#lib/conversations/turns.ts';
import { isDecided } from '#lib/domain/authority/writers.ts';
import { inBatches } from '#lib/domain/batches.ts';
import { keepingPaid } from '#lib/domain/billing/paid-answers.ts';
import { platform } from '#lib/domain/caller.ts';
import { recordedTurns } from '#lib/domain/conversations/added-turns.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { textBytes } from '#lib/domain/conversations/transcript.ts';
import { dayMs } from '#lib/domain/durations.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import { ownDepth } from '#lib/domain/organizations/depth.ts';
import { rateLimitsOf } from '#lib/domain/organizations/hierarchy.ts';
import { totalOf } from '#lib/domain/organizations/quotas.ts';
import { sortAt } from '#lib/domain/search/documents.ts';
import type { Whole } from '#lib/domain/search/segment.ts';
import { decodeFirst, unsqueeze } from '#lib/domain/search/segment.ts';
import { factOf } from '#lib/domain/usage/fact.ts';
import { exportRecords } from '#lib/exports/exports.ts';
import { integrationFootprint } from '#lib/integrations/integrations.ts';
import { apiKeyFootprint, apiKeys } from '#lib/keys/api-keys.ts';
import { clientFootprint, clientFromItem } from '#lib/organizations/clients.ts';
import { connectionFootprint } from '#lib/people/connections.ts';
import { invitations } from '#lib/people/invitations.ts';
import { memberFootprint } from '#lib/people/members.ts';
import { grantsOf, personFootprint } from '#lib/people/people.ts';
import { holderKey } from '#lib/people/preferences.ts';
import { sessionFootprint, sessionFromItem } from '#lib/people/sessions.ts';
import { readErased } from '#lib/search/erased-documents.ts';
import { readOwnerIndex } from '#lib/search/owner-index.ts';
import { searchedTurns } from '#lib/search/search-index.ts';
import { searchTextFromItem, termsOf } from '#lib/search/search-text.ts';
import { entityFootprint } from '#lib/store/entity.ts';
import { followerNames } from '#lib/store/events/followers.ts';
import type { ParkedEvent } from '#lib/store/events/parked-events.ts';
import type { KindById, ListName } from '#lib/store/keys.ts';
import { keyOf, kindOf, listPartition, listSort, taskKey } from '#lib/store/keys.ts';
import type { ExpiringKind, Kind, KindOfItem } from '#lib/store/kinds.ts';
import { kinds } from '#lib/store/kinds.ts';
import { ownersOf } from '#lib/store/lists/listing.ts';
import { queryPages } from '#lib/store/operations/query-pages.ts';
import type { Item, ItemKey, OfKind } from '#lib/store/table.ts';
import type { TaskKind } from '#lib/store/tasks/kinds.ts';
import { taskKinds } from '#lib/store/tasks/kinds.ts';
import type { TaskItem } from '#lib/store/tasks/tasks.ts';
import { copyFootprint } from '#lib/test-suites/runs.ts';
import { scenarioFootprint } from '#lib/test-suites/scenarios.ts';
import { suites } from '#lib/test-suites/suites.ts';
import { toolServers } from '#lib/tools/tool-servers.ts';
import { ownerOfWebhook, ownListeners } from '#lib/webhooks/listeners.ts';
import { deliveryId, messageFromItem } from '#lib/webhooks/messages.ts';
import { removalTaskId } from '#lib/webhooks/tending.ts';
import { listenerOf, webhooks } from '#lib/webhooks/webhooks.ts';
import { widgets } from '#lib/widgets/widgets.ts';
import type { IndexContents } from './index-contents.ts';
import { checksumOf, readIndexContents } from './index-contents.ts';
import type { Reader } from './reader.ts';

/*
 * The rules that every item of a table must satisfy. A record implies its footprint: listing entries, claims,
 * secrets. Conversely, each item of a footprint must be implied by a record. So no item is missing or left
 * over.
 */

/** The problems of an item, one sentence each. */
type Check = (item: Item, read: Reader) => Promise<string[]>;

export interface Rule {
  /** The kind of the item, as reports name it. */
  readonly kind: Kind | 'unknown';
  readonly check: Check;
}

export interface RuleOptions {
  /** False: nothing is indexed of this table. */
  readonly search: boolean;
  /** False: nothing is counted of this table. */
  readonly usage: boolean;
}

const spelled = ({ pk, sk }: ItemKey): string => `${pk} ${sk}`;

/** Attributes that change by themselves, without the record. */
const ownAttributes: readonly string[] = ['used_at', 'shape'];

const contentOf = (item: Item): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item).filter(([name, value]) => value !== undefined && !ownAttributes.includes(name)),
  );

const mustEqual = async (read: Reader, expected: readonly Item[]): Promise<string[]> => {
  const found = await Promise.all(expected.map(read));
  return expected.flatMap((item, at) => {
    const stored = found[at];
    if (!stored) return [`${spelled(item)} is missing`];
    return isDeepStrictEqual(contentOf(stored), contentOf(item)) ? [] : [`${spelled(item)} is out of date`];
  });
};

const pathOf = (item: Item | undefined): readonly string[] => (item?.path as string[] | undefined) ?? [];

/** A path consists of existing organizations. */
const mustLead = async (
  read: Reader,
  clientId: string | null,
  path: readonly string[],
): Promise<string[]> => {
  const expected = clientId === null ? [] : pathOf(await read(keyOf('client', clientId)));
  return isDeepStrictEqual(path, expected) ? [] : [`its path is not that of ${clientId}`];
};

/** The sum of the values of a list's entries. */
const sumOf = async (owner: string, list: ListName, countOf: (entry: Item) => number): Promise<number> => {
  const pages = queryPages({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': listPartition(owner, list) },
    ConsistentRead: true,
  });
  let sum = 0;
  for await (const { items } of pages) for (const entry of items) sum += countOf(entry);
  return sum;
};

/** The number of an organization's own entities in a list, and the number including its descendants. */
const countBoth = async (
  id: string,
  list: ListName,
  isCounted: (entry: Item) => boolean,
  isOwn: (entry: Item) => boolean,
): Promise<[own: number, total: number]> => {
  let own = 0;
  const total = await sumOf(id, list, (entry) => {
    if (!isCounted(entry)) return 0;
    if (isOwn(entry)) own += 1;
    return 1;
  });
  return [own, total];
};

const checkCounts = async (id: string, read: Reader): Promise<string[]> => {
  const counts: Readonly<Record<string, unknown>> = (await read(keyOf('counts', id))) ?? {};
  const all = () => true;
  const ofClient = (entry: Item) => entry.client_id === id;
  const counted = {
    agents: await countBoth(id, 'agents', all, ofClient),
    api_keys: await countBoth(id, 'api_keys', all, ofClient),
    children: await countBoth(
      id,
      'clients',
      (entry) => entry.id !== id,
      (entry) => entry.parent_id === id,
    ),
  } satisfies Record<QuotaName, unknown>;
  return (Object.entries(counted) as [QuotaName, [number, number]][]).flatMap(([name, [own, total]]) => [
    ...((counts[name] ?? 0) === own ? [] : [`its ${name} are ${own}, and were counted otherwise`]),
    ...((counts[totalOf(name)] ?? 0) === total
      ? []
      : [`its ${name} with those of its descendants are ${total}, and were counted otherwise`]),
  ]);
};

const checkClient: Check = async (item, read) => {
  const { id, parent_id } = item as unknown as { id: string; parent_id: string | null };
  return [
    ...(await checkCounts(id, read)),
    ...(await mustLead(read, parent_id, pathOf(item).slice(0, -1))),
    ...(pathOf(item).at(-1) === id ? [] : ['its path does not end with itself']),
    ...(await mustEqual(read, clientFootprint(item))),
  ];
};

const clientIdOf = ({ client_id }: Item): string | null => client_id as string | null;

const checkOwned =
  (footprint: (item: Item) => Item[], idOf = clientIdOf): Check =>
  async (item, read) => [
    ...(await mustLead(read, idOf(item), pathOf(item))),
    ...(await mustEqual(read, footprint(item))),
  ];

const idAfter = (text: string): string => text.slice(text.lastIndexOf('#') + 1);

const checkAgent: Check = async (item, read) => {
  const { id, version } = agentFromItem(item);
  const versions = await sumOf(id, 'versions', () => 1);
  return [
    ...(await checkOwned(agentFootprint)(item, read)),
    ...((await read(keyOf('knowledge_base', id))) ? [] : ['what it knows is not counted']),
    ...(versions === version ? [] : [`it is at version ${version} and has ${versions}`]),
  ];
};

const checkVersion: Check = async (item, read) => {
  const version = agentFromItem(item);
  const agent = await read(keyOf('agent', version.id));
  if (!agent) return ['its agent is gone'];
  return [
    ...(version.version <= agentFromItem(agent).version ? [] : ['its agent does not know of it']),
    ...(await mustEqual(read, versionItems(version))),
  ];
};

/** An analyzer is one of those of its organization. */
const checkAnalyzer: Check = async (item, read) => {
  const analyzer = analyzers.fromItem(item);
  const owner = ownerOfAnalyzer(analyzer);
  const own = ownAnalyzers.fromItem(owner, await read(keyOf('analyzers', owner)));
  const standing = own.entries.find(({ id }) => id === analyzer.id);
  const versions = await sumOf(analyzer.id, 'analyzer_versions', () => 1);
  return [
    ...(await checkOwned(analyzerFootprint)(item, read)),
    ...(isDeepStrictEqual(standing, standingOf(analyzer)) ? [] : ['its organization does not know of it']),
    ...(versions === analyzer.version ? [] : [`it is at version ${analyzer.version} and has ${versions}`]),
  ];
};

const checkAnalyzerVersion: Check = async (item, read) =>
  (await read(keyOf('analyzer', analyzers.fromItem(item).id)))
    ? mustEqual(read, analyzerVersions.items(analyzers.fromItem(item)))
    : ['its analyzer is gone'];

const checkAnalyzerVersionEntry: Check = async ({ pk, sk }, read) => {
  const id = pk.slice(0, pk.indexOf('#'));
  return (await read(keyOf('analyzer_version', id, Number(sk.slice(0, sk.indexOf('#'))))))
    ? []
    : ['what it is of is gone'];
};

const checkOwnAnalyzers: Check = async (item, read) => {
  const { entries } = ownAnalyzers.fromItem(idAfter(item.pk), item);
  const found = await Promise.all(entries.map(({ id }) => read(keyOf('analyzer', id))));
  return entries.flatMap(({ id }, at) => (found[at] ? [] : [`${id} is gone`]));
};

const checkAnalysis: Check = async (item, read) => {
  const conversation = await read(keyOf('conversation', idAfter(item.pk)));
  if (!conversation) return ['its conversation is gone'];
  // The erasure removes it before its stub.
  return isErasing(conversation) ? [] : mustEqual(read, analysisFootprint(item));
};

/** An entry for reports or in the queue of reviews is there because of an analysis. */
const mustBeOfAnalysis =
  (idsOf: (entry: Item) => readonly string[]): Check =>
  async (entry, read) => {
    const [conversation = '', analyzer = ''] = idsOf(entry);
    const item = await read(keyOf('analysis', conversation, analyzer));
    return item && analysisFootprint(item).some((implied) => spelled(implied) === spelled(entry))
      ? []
      : ['its analysis is gone'];
  };

const checkKnowledgeBase: Check = async (item, read) => {
  const agentId = idAfter(item.pk);
  const { documents, bytes } = knowledgeBaseFromItem(item);
  const [found, weight] = await Promise.all([
    sumOf(agentId, 'documents', () => 1),
    sumOf(agentId, 'documents', (entry) => entry.bytes as number),
  ]);
  return [
    ...((await read(keyOf('agent', agentId))) ? [] : ['its agent is gone']),
    ...(found === documents ? [] : [`its documents are ${found}, and were counted as ${documents}`]),
    ...(weight === bytes ? [] : [`its documents have ${weight} bytes, and were counted as ${bytes}`]),
  ];
};

const checkKnowledgeDocument: Check = async (item, read) => [
  ...((await read(keyOf('agent', idAfter(item.pk)))) ? [] : ['its agent is gone']),
  ...(Buffer.byteLength(item.text as string) === item.bytes ? [] : ['its text has another length']),
  ...(await mustEqual(read, documentFootprint(item))),
];

/**
 * An entry of an agent's own list, or a claim in its partition, is there because of an item that it names.
 */
const mustBeOf =
  (keyOf: (agentId: string, entry: Item) => OfKind, itemsOf: (item: Item) => Item[]): Check =>
  async (entry, read) => {
    const agentId = entry.pk.split('#').find((part) => part.startsWith('agent_')) ?? '';
    const item = await read(keyOf(agentId, entry));
    return item && itemsOf(item).some((implied) => spelled(implied) === spelled(entry))
      ? []
      : ['what it is of is gone'];
  };

const checkVersionEntry = mustBeOf(
  (agentId, { sk }) => keyOf('agent_version', agentId, Number(sk.slice(0, sk.indexOf('#')))),
  (item) => versionItems(agentFromItem(item)),
);

const checkDocumentEntry = mustBeOf(
  (agentId, { sk }) => keyOf('document', agentId, idAfter(sk)),
  documentFootprint,
);

const checkDocumentExternalId = mustBeOf(
  (agentId, { document_id }) => keyOf('document', agentId, String(document_id)),
  documentFootprint,
);

const checkTurns = async (item: Item): Promise<string[]> => {
  const conversation = conversationFromItem(item);
  const { id, turns, text_bytes } = conversation;
  const stored = await readAllTurns(id);
  const recorded = stored.filter(({ added_by }) => added_by === undefined);
  return [
    ...(stored.length === turns ? [] : [`it has ${stored.length} turns and says ${turns}`]),
    ...(stored.every(({ index }, at) => index === at) ? [] : ['its turns do not follow each other']),
    ...(recorded.length === recordedTurns(conversation)
      ? []
      : ['it says that others have added another number of turns']),
    ...(textBytes(stored) === text_bytes ? [] : ['its turns weigh something else than it says']),
  ];
};

/** An owner's index, read once for all items that are checked together. */
type ContentsOf = (owner: string) => Promise<IndexContents>;

const checkIndexed = async (item: Item, read: Reader, contentsOf: ContentsOf): Promise<string[]> => {
  const conversation = conversationFromItem(item);
  const { id, start_time, path, test_from } = conversation;
  const text = await read(keyOf('search_text', id));
  const turns = isOver(conversation) ? searchedTurns(await readAllTurns(id)) : [];
  if (turns.length === 0) return text ? ['it is indexed and should not be'] : [];
  if (!text) return ['it is not indexed'];
  if (!isDeepStrictEqual(searchTextFromItem(text).turns, turns)) return ['it was indexed with other turns'];
  const checksum = checksumOf(termsOf(conversation, turns));
  const missing: string[] = [];
  for (const owner of ownersOf(path, test_from ?? 0)) {
    const contents = await contentsOf(owner);
    if (!contents.has(listSort(start_time, id), checksum)) missing.push(`the index of ${owner} lacks it`);
  }
  return missing;
};

const checkCounted: Check = async (item, read) => {
  const conversation = conversationFromItem(item);
  const fact = factOf(conversation);
  if (!fact) return [];
  const counted = await read(keyOf('conversation_usage', conversation.id));
  if (!counted) return ['it is not counted'];
  const expected = keepingPaid(fact, factFromText(counted.fact), counted.paid_answers);
  return counted.fact === JSON.stringify(expected) ? [] : ['it was counted otherwise'];
};

/** Only organizations above a conversation's own are noted as having decided a field. */
const checkDecided = async (item: Item): Promise<string[]> => {
  const { decided, path } = conversationFromItem(item);
  const isAbove = (depth: Depth) => depth >= 0 && depth < ownDepth(path);
  return Object.entries(decided ?? {}).every(([field, depth]) => isDecided(field) && isAbove(depth))
    ? []
    : ['a field is decided by nobody above it'];
};

const checkConversation =
  ({ search, usage }: RuleOptions, contentsOf: ContentsOf): Check =>
  async (item, read) =>
    isErasing(item)
      ? ['its erasure has begun and is not done']
      : [
          ...(await checkOwned(conversationFootprint, (item) => conversationFromItem(item).client_id)(
            item,
            read,
          )),
          ...(await checkTurns(item)),
          ...(await checkDecided(item)),
          ...(usage ? await checkCounted(item, read) : []),
          ...(search ? await checkIndexed(item, read, contentsOf) : []),
        ];

const checkSearchText: Check = async (item, read) =>
  (await read(keyOf('conversation', searchTextFromItem(item).id))) ? [] : ['its conversation is gone'];

/** The number of conversations that are read at once. */
const placesAtOnce = 1000;

const ownerIn = ({ pk }: ItemKey): string => pk.slice(0, pk.lastIndexOf('#'));

/**
 * Documents in an owner's index that belong to none of its conversations, except erased ones that are still
 * noted.
 */
const findUnknown = async (owner: string, places: Iterable<string>, read: Reader): Promise<string[]> => {
  const all = [...new Set(places)];
  const unknown: string[] = [];
  for (const group of inBatches(all, placesAtOnce)) {
    const records = await Promise.all(group.map((place) => read(keyOf('conversation', idAfter(place)))));
    unknown.push(
      ...group.filter((_, index) => owner !== platform && !pathOf(records[index]).includes(owner)),
      ...group.filter((_, index) => owner === platform && !records[index]),
    );
  }
  if (unknown.length === 0) return [];
  const noted = new Set((await readErased(owner)).map(({ place }) => place));
  return unknown
    .filter((place) => !noted.has(place))
    .map((place) => `it knows ${idAfter(place)}, which is not there`);
};

const checkIndex =
  (contentsOf: ContentsOf): Check =>
  async (item, read) => {
    const { damaged, settled } = await contentsOf(ownerIn(item));
    return [
      ...damaged.map((id) => `its segment ${id} is not whole`),
      ...(await findUnknown(ownerIn(item), settled(), read)),
    ];
  };

const checkFresh: Check = async (item, read) => {
  const { documents } = decodeFirst(unsqueeze(item.bytes as Uint8Array)) as Whole;
  const places = Array.from({ length: documents.size }, (_, at) => sortAt(documents, at));
  return findUnknown(ownerIn(item), places, read);
};

const checkSegmentPart: Check = async (item) => {
  const owner = String(item.owner);
  const { segments, pending, replaced } = await readOwnerIndex(owner);
  const isKnown = [...segments, ...pending, ...replaced].some(({ id }) => id === idAfter(item.pk));
  return isKnown ? [] : [`the index of ${owner} does not have its segment`];
};

/**
 * The note of an erased conversation is removed within a day, after all indexes have removed the
 * conversation.
 */
const checkErased: Check = async ({ sk }) =>
  Date.parse(sk.slice(0, sk.indexOf('#'))) + dayMs > Date.now() ? [] : ['its terms should be gone by now'];

/** A key has the rate limits that the settings of its organization and those above set. */
const checkLimits: Check = async (item, read) => {
  const { path, rate_limits } = apiKeys.fromItem(item);
  const above = await Promise.all(path.map((id) => read(keyOf('client', id))));
  const limits = rateLimitsOf(above.flatMap((client) => (client ? [clientFromItem(client)] : [])));
  return isDeepStrictEqual(rate_limits, limits)
    ? []
    : ['it does not have the rate limits of its organization'];
};

const checkApiKey: Check = async (item, read) => [
  ...(await checkOwned(apiKeyFootprint)(item, read)),
  ...(await checkLimits(item, read)),
];

const checkIntegration: Check = async (item, read) => [
  ...(await checkOwned(integrationFootprint)(item, read)),
  ...((await read(keyOf('agent_mapping', idAfter(item.pk)))) ? [] : ['its mappings are missing']),
];

/** Providers' payloads are personal data, and must expire. */
const mustExpire: Check = async (item) => ('expires' in item ? [] : ['it does not expire']);

/** A record whose key has only its id. */
const byId = (kind: KindById, footprint: (item: Item) => Item[]) => ({
  key: (id: string): OfKind => keyOf(kind, id),
  footprint,
});

/** Records by the prefix of their ids, with what they imply. */
const records: Readonly<
  Record<string, { readonly key: (id: string) => OfKind; readonly footprint: (item: Item) => Item[] }>
> = {
  client: byId('client', clientFootprint),
  agent: byId('agent', agentFootprint),
  // The stub of a conversation that is being erased implies nothing.
  conv: byId('conversation', (item) => (isErasing(item) ? [] : conversationFootprint(item))),
  key: byId('api_key', apiKeyFootprint),
  anl: byId('analyzer', analyzerFootprint),
  scen: byId('scenario', scenarioFootprint),
  suite: byId('test_suite', entityFootprint(suites)),
  plan: byId('plan', entityFootprint(plans)),
  hook: byId('webhook', entityFootprint(webhooks)),
  intg: byId('integration', integrationFootprint),
  tsrv: byId('tool_server', entityFootprint(toolServers)),
  wdg: byId('widget', entityFootprint(widgets)),
  exp: byId('export', entityFootprint(exportRecords)),
  con: byId('connection', connectionFootprint),
  prs: byId('person', personFootprint),
  mem: byId('member', memberFootprint),
  inv: byId('invitation', entityFootprint(invitations)),
  aud: { key: auditRecordKey, footprint: auditFootprint },
};

/** The keys of the items that the record with an id implies; undefined: there is no such record. */
type ImpliedBy = (id: string, read: Reader) => Promise<ReadonlySet<string> | undefined>;

const impliedBy: ImpliedBy = async (id, read) => {
  const known = records[id.slice(0, id.indexOf('_'))];
  const record = known && (await read(known.key(id)));
  return record && new Set(known.footprint(record).map(spelled));
};

/** Limits the memory: a record implies some ten keys. */
const maxRemembered = 50_000;

/**
 * The same, read once for most records: the entries of a record are in the lists of several organizations,
 * which a scan meets one after the other.
 */
const rememberImplied = (): ImpliedBy => {
  const known = new Map<string, ReturnType<ImpliedBy>>();
  return (id, read) => {
    const remembered = known.get(id);
    if (remembered) return remembered;
    const implied = impliedBy(id, read);
    if (known.size >= maxRemembered) known.delete(known.keys().next().value ?? '');
    known.set(id, implied);
    return implied;
  };
};

/** A listing entry, a claim or a secret is there because a record implies it. */
const mustBeImplied =
  (idOf: (item: Item) => string, implied = impliedBy): Check =>
  async (item, read) => {
    const id = idOf(item);
    const keys = await implied(id, read);
    if (!keys) return [`${id} is not there`];
    return keys.has(spelled(item)) ? [] : [`${id} does not call for it`];
  };

const checkScenarioSource =
  (implied: ImpliedBy): Check =>
  async (item, read) => {
    const conversation = await read(keyOf('conversation', idAfter(item.pk)));
    if (!conversation) return ['its conversation is gone'];
    // The erasure empties the scenario first.
    return isErasing(conversation) ? [] : mustBeImplied(({ sk }) => idAfter(sk), implied)(item, read);
  };

/**
 * A record of the audit log has its copies, and each copy is that of a record. Both expire in the same
 * second.
 */
const checkAuditRecord: Check = async (item, read) => {
  const id = idAfter(item.sk);
  const isCopy = spelled(item) !== spelled(auditRecordKey(id));
  return [
    ...(await mustExpire(item, read)),
    ...(isCopy ? await mustBeImplied(() => id)(item, read) : await mustEqual(read, auditFootprint(item))),
  ];
};

/** A secret is that of a key, or of a session, which expires. */
const checkSecret: Check = async (item, read) => {
  const { key_id, person_id, session_id } = item as Item & Readonly<Record<string, string | undefined>>;
  if (key_id !== undefined) return mustBeImplied(() => key_id)(item, read);
  const session = await read(keyOf('session', person_id ?? '', session_id ?? ''));
  return session && 'expires' in item ? [] : ['its session is gone, or does not expire'];
};

const checkSession: Check = async (item, read) => [
  ...('expires' in item ? [] : ['it does not expire']),
  ...(await mustEqual(read, sessionFootprint(sessionFromItem(item)))),
];

/** A person is somebody's member, or expires. */
const checkPerson: Check = async (item, read) => {
  const grants = await grantsOf(String(item.id));
  return [
    ...(grants.length > 0 === !('expires' in item) ? [] : ['it is nobody’s member, and stays']),
    ...(await mustEqual(read, personFootprint(item))),
  ];
};

const checkMember: Check = async (item, read) => [
  ...(await checkOwned(memberFootprint)(item, read)),
  ...((await read(keyOf('person', String(item.person_id)))) ? [] : ['its person is gone']),
];

const mustHaveHolder: Check = async ({ pk }, read) =>
  (await read(holderKey(idAfter(pk)))) ? [] : ['its holder is gone'];

const checkTurnsItem: Check = async (item, read) => {
  const conversation = await read(keyOf('conversation', idAfter(item.pk)));
  if (!conversation) return ['its conversation is gone'];
  // The erasure removes them before its stub.
  if (isErasing(conversation)) return [];
  const last = turnsFromItem(item).at(-1)?.index ?? 0;
  return last < conversationFromItem(conversation).turns ? [] : ['its conversation does not know of it'];
};

/** An item whose partition key has the id of the record that it belongs to. */
const mustHave =
  (kind: KindById, name: string = kind): Check =>
  async ({ pk }, read) =>
    (await read(keyOf(kind, idAfter(pk)))) ? [] : [`its ${name} is gone`];

/** A parked event waits for its follower, so the follower must exist, and the event must not expire. */
const checkParked: Check = async (item) => [
  ...(followerNames.includes((item as unknown as ParkedEvent).follower) ? [] : ['it waits for nobody']),
  ...('expires' in item ? ['it expires, and may not be done by then'] : []),
];

/** A task has a function, and its key says what and when. */
const checkTask: Check = async (item) => {
  const { kind, id, due } = item as unknown as TaskItem;
  return [
    ...(kind in taskKinds ? [] : ['no function works it off']),
    ...(spelled(taskKey(kind, id, due)) === spelled(item) ? [] : ['its key is that of another task']),
    ...('expires' in item ? ['it expires, and may not be done by then'] : []),
  ];
};

/** A webhook is one of the listeners of its organization. */
const checkWebhook: Check = async (item, read) => {
  const webhook = webhooks.fromItem(item);
  const owner = ownerOfWebhook(webhook);
  const { entries } = ownListeners.fromItem(owner, await read(keyOf('listeners', owner)));
  const listener = entries.find(({ id }) => id === webhook.id);
  return [
    ...(await checkOwned(entityFootprint(webhooks))(item, read)),
    ...(isDeepStrictEqual(listener, listenerOf(webhook)) ? [] : ['it is sent other events than it wants']),
  ];
};

const checkListeners: Check = async (item, read) => {
  const { entries } = ownListeners.fromItem(idAfter(item.pk), item);
  const found = await Promise.all(entries.map(({ id }) => read(keyOf('webhook', id))));
  return [
    ...(entries.length > 0 ? [] : ['nobody listens']),
    ...entries.flatMap(({ id }, at) => (found[at] ? [] : [`${id} is gone`])),
  ];
};

/**
 * Whether the message has a task at any time: the task of a failed one is due later than the message says.
 */
const hasTask = async (kind: TaskKind, id: string): Promise<boolean> => {
  const { pk } = taskKey(kind, id, '');
  const pages = queryPages({
    KeyConditionExpression: 'pk = :pk',
    FilterExpression: 'id = :id',
    ExpressionAttributeValues: { ':pk': pk, ':id': id },
    ConsistentRead: true,
  });
  for await (const { items } of pages) if (items.length > 0) return true;
  return false;
};

/** A message that is to be delivered has a task that will do so. */
const checkMessage: Check = async (item, read) => {
  const message = messageFromItem(item);
  const webhook = await read(keyOf('webhook', message.webhook_id));
  if (!webhook) {
    const isRemoved = await hasTask('tend_webhook', removalTaskId(message.webhook_id));
    return isRemoved ? [] : ['its webhook is gone'];
  }
  const { next_attempt_at: due, status } = message;
  if (due === null) {
    return status === 'pending' && webhooks.fromItem(webhook).url !== null ? ['nothing will deliver it'] : [];
  }
  const id = deliveryId(message);
  const isDue = (await read(taskKey('deliver_message', id, due))) ?? (await hasTask('deliver_message', id));
  return isDue ? [] : ['nothing will deliver it'];
};

/** A webhook's record of deliveries about an entity must expire. */
const checkDelivery: Check = async ({ expires }) =>
  typeof expires === 'number' ? [] : ['it is kept for ever'];

const nothing: Check = async () => [];

/** The rules of kinds that expire, unless they have another one. */
const expiring = Object.fromEntries(
  Object.entries<KindOfItem>(kinds).flatMap(([kind, { erasedWith }]) =>
    erasedWith.includes('expiry') ? [[kind, mustExpire]] : [],
  ),
) as Readonly<Record<ExpiringKind, Check>>;

/** The rules for each kind of item. */
const checksOf = (
  options: RuleOptions,
  contentsOf: ContentsOf,
  implied: ImpliedBy,
): Readonly<Record<Kind, Check>> => ({
  ...expiring,
  client: checkClient,
  counts: mustHave('client'),
  opening_hours: mustHave('client'),
  agent: checkAgent,
  agent_version: checkVersion,
  knowledge_base: checkKnowledgeBase,
  document: checkKnowledgeDocument,
  analysis: checkAnalysis,
  analyzer: checkAnalyzer,
  analyzer_version: checkAnalyzerVersion,
  analyzer_version_entry: checkAnalyzerVersionEntry,
  analyzers: checkOwnAnalyzers,
  scenario: checkOwned(scenarioFootprint),
  scenario_entry: mustBeImplied(({ sk }) => idAfter(sk), implied),
  test_suite: checkOwned(entityFootprint(suites)),
  test_suite_entry: mustBeImplied(({ sk }) => idAfter(sk), implied),
  scenario_source: checkScenarioSource(implied),
  test_run_scenario: async (item, read) => [
    ...(await mustExpire(item, read)),
    ...(await mustEqual(read, copyFootprint(item))),
  ],
  gate: mustHave('agent'),
  analysis_entry: mustBeOfAnalysis(({ pk, sk }) => [idAfter(sk), pk.slice(0, pk.indexOf('#'))]),
  review_entry: mustBeOfAnalysis(({ sk }) => idAfter(sk).split('.')),
  conversation: checkConversation(options, contentsOf),
  deployment: mustHave('agent'),
  signing_secret: mustHave('agent'),
  turns: checkTurnsItem,
  // A note or a session outlives its conversation only while the erasure that removes it is under way.
  chat_session: mustHave('conversation'),
  note: mustHave('conversation'),
  tag: mustBeImplied(({ sk }) => idAfter(sk), implied),
  conversation_usage: nothing,
  search_text: checkSearchText,
  api_key: checkApiKey,
  last_use: mustHave('api_key', 'key'),
  secret: checkSecret,
  connection: checkOwned(connectionFootprint),
  identity: mustBeImplied(({ person_id }) => String(person_id)),
  sign_in_domain: mustBeImplied(({ connection_id }) => String(connection_id)),
  enforced_sign_in: mustBeImplied(({ connection_id }) => String(connection_id)),
  person: checkPerson,
  session: checkSession,
  grant: mustBeImplied(({ member_id }) => String(member_id)),
  member: checkMember,
  owner: mustBeImplied(({ member_id }) => String(member_id)),
  invitation: async (item, read) => [
    ...(await checkOwned(entityFootprint(invitations))(item, read)),
    ...(await mustExpire(item, read)),
  ],
  preferences: mustHaveHolder,
  // It may name something that is gone.
  access: nothing,
  brand_domain: mustBeImplied(({ client_id }) => String(client_id)),
  client_external_id: mustBeImplied(({ client_id }) => String(client_id)),
  agent_external_id: mustBeImplied(({ agent_id }) => String(agent_id)),
  conversation_external_id: mustBeImplied(({ conversation_id }) => String(conversation_id)),
  document_external_id: checkDocumentExternalId,
  provider_id: mustBeImplied(({ conversation_id }) => String(conversation_id)),
  webhook: checkWebhook,
  webhook_health: mustHave('webhook'),
  webhook_pace: mustHave('webhook'),
  listeners: checkListeners,
  message: checkMessage,
  payload: checkDelivery,
  attempt: checkDelivery,
  first_answer: nothing,
  cursor_keys: nothing,
  integration: checkIntegration,
  tool_server: checkOwned(entityFootprint(toolServers)),
  widget: checkOwned(entityFootprint(widgets)),
  agent_mapping: mustHave('integration'),
  provider_call: nothing,
  audit_record: checkAuditRecord,
  event: nothing,
  parked_event: checkParked,
  task: checkTask,
  reindexing: nothing,
  // Logs and sums are compared with all counted facts after the whole table has been read.
  usage_head: nothing,
  usage_page: nothing,
  usage_manifest: nothing,
  usage_days: nothing,
  usage_hours: nothing,
  plan: checkOwned(entityFootprint(plans)),
  billing: nothing,
  meter: nothing,
  pack: nothing,
  statement: nothing,
  statement_numbers: nothing,
  export_gate: async (item, read) => (idAfter(item.pk) === platform ? [] : mustHave('client')(item, read)),
  export: checkOwned(entityFootprint(exportRecords)),
  export_file: async ({ pk }, read) =>
    (await read(keyOf('export', idAfter(pk)))) ? [] : ['its export is gone, and its removal is not done'],
  version_entry: checkVersionEntry,
  document_entry: checkDocumentEntry,
  index: checkIndex(contentsOf),
  fresh_documents: checkFresh,
  segment_part: checkSegmentPart,
  erased_document: checkErased,
  listing_entry: mustBeImplied(({ sk }) => idAfter(sk), implied),
});

/** The rule for every possible item. Search indexes and most records are read only once. */
export const rulesFor = (options: RuleOptions): ((key: ItemKey) => Rule) => {
  const known = new Map<string, Promise<IndexContents>>();
  const contentsOf: ContentsOf = (owner) => {
    const contents = known.get(owner) ?? readIndexContents(owner);
    known.set(owner, contents);
    return contents;
  };
  const checks = checksOf(options, contentsOf, rememberImplied());
  return (key) => {
    const kind = kindOf(key);
    return kind
      ? { kind, check: checks[kind] }
      : { kind: 'unknown', check: async () => ['no kind of item has such a key'] };
  };
};
