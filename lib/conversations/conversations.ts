import { isDeepStrictEqual } from 'node:util';
import type { AgentRecord } from '#lib/agents/agent-record.ts';
import type { SourcedField } from '#lib/contract/conversations/analysis.ts';
import type {
  active,
  Conversation,
  ConversationAdditions,
  ConversationInput,
  ConversationItem,
  ConversationPatch,
  list,
} from '#lib/contract/conversations.ts';
import type { Fault } from '#lib/contract/errors.ts';
import { invalid } from '#lib/contract/errors.ts';
import type { Integration } from '#lib/contract/integrations.ts';
import type { FiltersOf } from '#lib/contract/page.ts';
import type { Turn } from '#lib/contract/transcripts.ts';
import type { DecidedDepths, DecidedField } from '#lib/domain/authority/writers.ts';
import { authorityOver, isDecided, withDecided, withoutDecided } from '#lib/domain/authority/writers.ts';
import type { Caller, Reach } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import { shownHandover } from '#lib/domain/chats/author.ts';
import { costOfListening, listenedSeconds } from '#lib/domain/chats/listening.ts';
import {
  durationOf,
  endAfter,
  isOver,
  timeAfter,
  timesOfNew,
} from '#lib/domain/conversations/conversation.ts';
import {
  carrierDepth,
  costDepths,
  hasPrices,
  hidesPrices,
  pricesDepthAfter,
  pricesIn,
  reporterDepth,
  showsCost,
  withoutPrices,
  withShownCost,
} from '#lib/domain/conversations/cost.ts';
import { callerAfter, providerAfter } from '#lib/domain/conversations/later-known.ts';
import { withoutRinging } from '#lib/domain/conversations/ringing.ts';
import { isReviewed, sourcesOf, withoutJudged } from '#lib/domain/conversations/sources.ts';
import type { CountedConversation } from '#lib/domain/conversations/summary.ts';
import {
  exceedsLimits,
  maxTextBytes,
  maxTurns,
  textBytes,
  withIndexes,
} from '#lib/domain/conversations/transcript.ts';
import { createdAt, newId, suffixOf } from '#lib/domain/ids.ts';
import type { ReportedFields } from '#lib/domain/integrations/merge.ts';
import { withDefaultEnd, withoutFields } from '#lib/domain/integrations/merge.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import { depthOf, ownDepth } from '#lib/domain/organizations/depth.ts';
import { cut } from '#lib/domain/text.ts';
import { noChatUsage } from '#lib/domain/usage/fact.ts';
import { sumOfCosts } from '#lib/domain/usage/figures.ts';
import type { ClientRecord } from '#lib/organizations/clients.ts';
import { withAuthor } from '#lib/people/authors.ts';
import { currentOrigin } from '#lib/store/cause.ts';
import type { Claim } from '#lib/store/claims.ts';
import { claimItems, claimRemovals, claimWrites, externalIdClaim } from '#lib/store/claims.ts';
import type { CallLine } from '#lib/store/events/events.ts';
import { eventWrite } from '#lib/store/events/events.ts';
import { externalIdKey, keyOf, listSort } from '#lib/store/keys.ts';
import { settleCall } from '#lib/store/limits/call-quotas.ts';
import { uncountOpenChat } from '#lib/store/limits/chat-quotas.ts';
import { settleListening } from '#lib/store/limits/listening.ts';
import { placeOfClaim } from '#lib/store/lists/claim-place.ts';
import { facetAsks, facetValues } from '#lib/store/lists/facet.ts';
import type { Asks, Entry, ListQuery, Page, PageRequest } from '#lib/store/lists/listing.ts';
import { askedBy, entryItems, entryRemovals, entryWrites, listEntries } from '#lib/store/lists/listing.ts';
import type { ListOwner } from '#lib/store/lists/shards.ts';
import { listOwnersOf } from '#lib/store/lists/shards.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { put, putOver } from '#lib/store/operations/put.ts';
import { bytesOf } from '#lib/store/records.ts';
import type { Item, ItemKey } from '#lib/store/table.ts';
import type { ComparedFilter, ServedFilter } from './comparisons.ts';
import { comparing, pairsOf, servedBy } from './comparisons.ts';
import type { ConversationRecord } from './conversation-record.ts';
import { conversationFromItem, conversationItem, isErasing, noAudio } from './conversation-record.ts';
import { endListening } from './end-listening.ts';
import { conversationFacets } from './facets.ts';
import { tagItems, tagRemovals, tagWrites } from './tag-items.ts';
import { turnsItems } from './turns.ts';

/**
 * The part of an item's 400 KB that callers may fill. The rest is reserved for ending the conversation and
 * announcing its recording.
 */
const maxConversationBytes = 360_000;

const sizeOf = (conversation: ConversationRecord): number => bytesOf(conversationItem(conversation));

/**
 * Whether the fields of a conversation together are within the limit. A change that makes them smaller is
 * always accepted.
 */
export const isSmallEnough = (after: ConversationRecord, before?: ConversationRecord): boolean => {
  const bytes = sizeOf(after);
  return bytes <= maxConversationBytes || (before !== undefined && bytes <= sizeOf(before));
};

/** Refuses fields that are valid one by one but too large together. */
export const refuseTooLarge = (after: ConversationRecord, before?: ConversationRecord): void => {
  if (isSmallEnough(after, before)) return;
  const detail = `must be at most ${maxConversationBytes} bytes with everything that is stored, without turns; this would be ${sizeOf(after)}`;
  throw invalid({ pointer: '', code: 'too_big', detail });
};

/**
 * The number of bytes of the summary in lists, which keeps all but the largest entries within one write unit.
 */
const shownSummaryBytes = 250;

/** The status of most conversations, which is not stored in their entries. */
const { usual: usualStatus } = conversationFacets.status;

/**
 * The result of analyses in an entry: the first letter of the status, the success, and the names of criteria
 * that failed.
 */
type ShownAnalysis = readonly [status: 'c' | 'p' | 'f', successful: 1 | 0 | null, ...failed: string[]];

/** A cost in an entry, with the depth of the organization that pays it. */
type ShownCost = readonly [amount: string, currency: string, by: Depth];

const shownCarrierCost = (conversation: ConversationRecord): ShownCost | null => {
  const { carrier_cost } = conversation;
  return carrier_cost && [carrier_cost.amount, carrier_cost.currency, carrierDepth(conversation)];
};

/**
 * The fields that a list shows of a conversation. An entry stores them as a JSON array in this order, in one
 * attribute, without trailing `null`s. One attribute takes less time to read than one for each field, and
 * without the names of the fields, eight entries fit into a read unit.
 */
type EntryFields = readonly [
  /** The ids of the agent and of its organization, without their prefixes. */
  agent: string,
  client: string,
  channel: ConversationItem['channel'],
  duration_ms?: number | null,
  summary?: string | null,
  direction?: ConversationItem['direction'],
  number?: string | null,
  end_reason?: string | null,
  outcome?: string | null,
  sentiment?: ConversationItem['sentiment'],
  amount?: string | null,
  currency?: string | null,
  /** `null`: none. */
  audio_status?: ConversationItem['audio']['status'] | null,
  audio_ms?: number | null,
  /** `null`: completed. */
  status?: ConversationItem['status'] | null,
  caller_id?: string | null,
  caller_name?: string | null,
  /** The depth of the organization that reports the cost. `null`: the platform, or there is no cost. */
  reporter_depth?: Depth | null,
  /** The name of the provider. */
  provider?: string | null,
  successful?: 1 | 0 | null,
  external_id?: string | null,
  /** `null`: none. */
  tags?: readonly string[] | null,
  reviewed_at?: string | null,
  /** `null`: it was not analyzed. */
  analysis?: ShownAnalysis | null,
  /** The first letter. `null`: it is not a chat of this platform. */
  handling?: 'a' | 'w' | 'h' | null,
  reviewed_by?: string | null,
  carrier_cost?: ShownCost | null,
];

const flagOf = (value: boolean | null): 1 | 0 | null => (value === null ? null : value ? 1 : 0);
const fromFlag = (flag: 1 | 0 | null): boolean | null => (flag === null ? null : flag === 1);

const statusLetters = { completed: 'c', partial: 'p', failed: 'f' } as const;
const statusNamed = { c: 'completed', p: 'partial', f: 'failed' } as const;

const handlingLetters = { agent: 'a', waiting: 'w', human: 'h' } as const;
const handlingNamed = { a: 'agent', w: 'waiting', h: 'human' } as const;

const shownAnalysis = ({ analysis }: ConversationRecord): ShownAnalysis | null =>
  analysis && [statusLetters[analysis.status], flagOf(analysis.successful), ...analysis.failed];

const analysisFromShown = (shown: ShownAnalysis | null | undefined): ConversationItem['analysis'] => {
  if (!shown) return null;
  const [status, successful, ...failed] = shown;
  return { status: statusNamed[status], successful: fromFlag(successful), failed };
};

/**
 * The cost in entries. That of a chat of this platform grows with each answer and appears there with its end:
 * otherwise each answer would write an entry at every level.
 */
const listedCost = ({ cost, cost_by, handling, status }: ConversationRecord): ConversationRecord['cost'] =>
  handling !== null && cost_by === null && !isOver({ status }) ? null : cost;

const shownOf = (conversation: ConversationRecord): string => {
  const { caller, audio, status, summary, provider, quality, tags, reviewed } = conversation;
  const cost = listedCost(conversation);
  const successful = quality?.successful ?? null;
  const shown: EntryFields = [
    suffixOf(conversation.agent_id),
    suffixOf(conversation.client_id),
    conversation.channel,
    durationOf(conversation),
    summary === null ? null : cut(summary, shownSummaryBytes),
    conversation.direction,
    caller?.number ?? null,
    conversation.end_reason,
    conversation.outcome,
    conversation.sentiment,
    cost?.amount ?? null,
    cost?.currency ?? null,
    audio.status === 'none' ? null : audio.status,
    audio.duration_ms,
    status === usualStatus ? null : status,
    caller?.id ?? null,
    caller?.name ?? null,
    (cost && reporterDepth(conversation)) || null,
    provider?.name ?? null,
    flagOf(successful),
    conversation.external_id,
    tags.length > 0 ? tags : null,
    reviewed?.at ?? null,
    shownAnalysis(conversation),
    conversation.handling && handlingLetters[conversation.handling],
    reviewed?.by ?? null,
    shownCarrierCost(conversation),
  ];
  return JSON.stringify(shown.slice(0, shown.findLastIndex((value) => value !== null) + 1));
};

const entryOf = (conversation: ConversationRecord): Entry => ({
  list: 'conversations',
  owners: listOwnersOf(conversation.path),
  time: conversation.start_time,
  id: conversation.id,
  facets: (owner) => facetValues(conversationFacets, conversation, owner),
  shown: { shown: shownOf(conversation), pairs: pairsOf(conversation) },
});

export const isConversationEntry = ({ pk }: ItemKey): boolean => pk.endsWith('#conversations');

/** A conversation as an entry shows it, before the caller is known (`withShownCosts`). */
export interface ListedConversation extends ConversationItem {
  readonly reporter_depth: Depth;
  readonly carrier_depth: Depth;
  readonly provider_name: string | null;
}

export const conversationFromEntry = ({ sk, shown }: Item): ListedConversation => {
  const [start_time, id] = sk.split('#') as [string, string];
  const [
    agent,
    client,
    channel,
    duration_ms = null,
    summary = null,
    direction = null,
    number = null,
    end_reason = null,
    outcome = null,
    sentiment = null,
    amount,
    currency,
    audio_status,
    audio_ms = null,
    status,
    caller_id = null,
    name = null,
    reporter_depth,
    provider_name = null,
    successful = null,
    external_id = null,
    tags,
    reviewed_at,
    analysis,
    handling,
    reviewed_by = null,
    carrier,
  ] = JSON.parse(shown as string) as EntryFields;
  return {
    id,
    created_at: createdAt(id),
    agent_id: `agent_${agent}`,
    client_id: `client_${client}`,
    channel,
    direction,
    caller: number === null && caller_id === null && name === null ? null : { id: caller_id, number, name },
    status: status ?? usualStatus,
    start_time,
    end_time: duration_ms === null ? null : timeAfter(start_time, duration_ms),
    duration_ms,
    end_reason,
    outcome,
    sentiment,
    summary,
    cost: amount && currency ? { amount, currency } : null,
    carrier_cost: carrier ? { amount: carrier[0], currency: carrier[1] } : null,
    external_id,
    audio: { status: audio_status ?? 'none', duration_ms: audio_ms },
    tags: [...(tags ?? [])],
    reviewed: reviewed_at ? { at: reviewed_at, by: reviewed_by } : null,
    analysis: analysisFromShown(analysis),
    handling: handling ? handlingNamed[handling] : null,
    reporter_depth: reporter_depth ?? 0,
    carrier_depth: carrier?.[2] ?? 0,
    provider_name,
    successful: fromFlag(successful),
  };
};

/** The part of an entry that summaries count, which takes less time to read than all that a list shows. */
export const countedFromEntry = ({ sk, shown }: Item, costsFrom: Depth): CountedConversation => {
  const [
    agent,
    client,
    channel,
    duration_ms = null,
    ,
    direction = null,
    ,
    end_reason = null,
    outcome = null,
    sentiment = null,
    amount,
    currency,
    audio_status,
    ,
    status,
    ,
    ,
    reporter_depth,
    provider = null,
    successful = null,
    ,
    ,
    ,
    ,
    ,
    ,
    carrier,
  ] = JSON.parse(shown as string) as EntryFields;
  const reported = amount && currency ? ([amount, currency, reporter_depth ?? 0] as const) : null;
  return {
    agent_id: `agent_${agent}`,
    client_id: `client_${client}`,
    start_time: sk.slice(0, sk.indexOf('#')),
    status: status ?? usualStatus,
    duration_ms,
    channel,
    direction,
    end_reason,
    outcome,
    sentiment,
    provider,
    successful: fromFlag(successful),
    has_recording: audio_status === 'available',
    costs: [reported, carrier].flatMap((cost) =>
      cost && showsCost(cost[2], costsFrom) ? [{ amount: cost[0], currency: cost[1] }] : [],
    ),
  };
};

export const transcriptStatus = (
  conversation: Pick<ConversationRecord, 'turns' | 'status'>,
): Conversation['transcript']['status'] => {
  if (conversation.turns === 0) return 'none';
  return isOver(conversation) ? 'final' : 'partial';
};

/** A conversation as shown to an organization that sees costs from a depth on. */
export const represent = (conversation: ConversationRecord, costsFrom: Depth): Conversation => ({
  ...withShownCost(conversation, costDepths(conversation), costsFrom),
  handover: shownHandover(conversation.handover),
  duration_ms: durationOf(conversation),
  sources: sourcesOf(conversation),
  transcript: { status: transcriptStatus(conversation), turns: conversation.turns },
});

/**
 * A conversation, without checking the caller and without names of people who answered, for work of the
 * service itself.
 */
export const readConversation = async (id: string): Promise<ConversationRecord | undefined> => {
  const item = await get(keyOf('conversation', id));
  return item && !isErasing(item) ? conversationFromItem(item) : undefined;
};

export const findConversation = async (
  caller: Caller,
  id: string,
): Promise<ConversationRecord | undefined> => {
  const conversation = await readConversation(id);
  return conversation && reaches(caller, conversation.path) ? withAuthor(conversation) : undefined;
};

/** The turns of a new conversation, from 0. */
const firstTurns = (input: ConversationInput): Turn[] => {
  const turns = withIndexes(input.turns, 0);
  if (!Array.isArray(turns)) {
    const detail = `must be ${turns.expected}: the turns follow each other from 0`;
    throw invalid({ pointer: `/turns/${turns.at}/index`, code: 'out_of_order', detail });
  }
  if (exceedsLimits(turns.length, textBytes(turns))) {
    const detail = `must be at most ${maxTurns} turns with ${maxTextBytes} bytes of text`;
    throw invalid({ pointer: '/turns', code: 'too_big', detail });
  }
  return turns;
};

const placeOf = ({ start_time, id }: Pick<ConversationRecord, 'start_time' | 'id'>): string =>
  listSort(start_time, id);

const providersClaim = (
  conversation: ConversationRecord,
): Pick<Claim<'conversation_exists'>, 'key' | 'found'> => {
  const { client_id, path, provider } = conversation;
  if (provider?.conversation_id == null) return { key: undefined };
  const { name, conversation_id: value } = provider;
  const found = { facet: 'provider_conversation', value, path, place: placeOf(conversation) } as const;
  return { key: keyOf('provider_id', client_id, name, value), found };
};

/** Whether the conversation that has an id began when another one did: two calls never do. */
const sameCall = ({ start_time }: Pick<ConversationRecord, 'start_time'>) => ({
  more: (existing: Item | undefined) => {
    const [began] = placeOfClaim(String(existing?.claim_place ?? '')).split('#');
    return { same_call: began === start_time };
  },
});

/** The claim of the provider's id. */
const providerIdOf = (conversation: ConversationRecord): Claim<'conversation_exists'> => ({
  ...providersClaim(conversation),
  field: 'conversation_id',
  entity: conversation.id,
  code: 'conversation_exists',
  detail: (holder) => `The provider’s conversation is already recorded as ${holder}`,
  ...sameCall(conversation),
});

const externalIdOf = (conversation: ConversationRecord) => ({
  ...externalIdClaim(
    'conversation_id',
    conversation,
    (externalId) => externalIdKey('conversations', conversation.client_id, externalId),
    { facet: 'external_id', path: conversation.path, place: placeOf(conversation) },
  ),
  ...sameCall(conversation),
});

/** The writes by which a changed conversation has its own ids, and no others, at its own place. */
export const claimsAfter = (before: ConversationRecord, after: ConversationRecord) => [
  ...claimWrites(providerIdOf(after), providerIdOf(before)),
  ...claimWrites(externalIdOf(after), externalIdOf(before)),
];

/** The conversation that an organization has recorded under a provider's id. */
export const findClaimed = async (
  clientId: string,
  provider: string,
  conversationId: string,
): Promise<ConversationRecord | undefined> => {
  const item = await get(keyOf('provider_id', clientId, provider, conversationId));
  return item && readConversation(item.conversation_id as string);
};

/** Removes a conversation from its place in all lists. Its claims are not among them. */
export const placeRemovals = (conversation: ConversationRecord): readonly Operation<never>[] => [
  ...entryRemovals(entryOf(conversation)),
  ...tagRemovals(conversation),
];

/** Removes a conversation from all lists and releases its ids. */
export const conversationEntryRemovals = (conversation: ConversationRecord): Operation<never>[] => [
  ...claimRemovals(providerIdOf(conversation)),
  ...claimRemovals(externalIdOf(conversation)),
  ...placeRemovals(conversation),
];

/** The items that a conversation has besides its record, except its turns and words. */
export const conversationFootprint = (item: Item): Item[] => {
  const conversation = conversationFromItem(item);
  return [
    ...claimItems(providerIdOf(conversation)),
    ...claimItems(externalIdOf(conversation)),
    ...entryItems(entryOf(conversation)),
    ...tagItems(conversation),
  ];
};

/** The fields of a new conversation that the server sets. */
type CreatedFields = Pick<ConversationRecord, 'id' | 'cost_by' | 'reported'> &
  Partial<
    Pick<
      ConversationRecord,
      | 'audio'
      | 'recording_key'
      | 'handling'
      | 'open_in'
      | 'chat_usage'
      | 'call_reservation'
      | 'carrier_cost'
      | 'carrier_cost_by'
    >
  >;

/**
 * The fields that the creator of a conversation decides: all that it sends. An active call has no end yet.
 */
const decidedByCreator = (
  { status, end_time, cost }: Pick<ConversationRecord, 'status' | 'end_time' | 'cost'>,
  depth: Depth,
  path: readonly string[],
): DecidedDepths => {
  const ended: DecidedField[] = status === 'active' ? [] : ['status'];
  const told: DecidedField[] = [
    ...(end_time ? ['end_time' as const] : []),
    ...(cost ? ['cost' as const] : []),
  ];
  return withDecided({}, ['start_time', 'channel', ...ended, ...told], depth, ownDepth(path));
};

/**
 * The creator of a conversation: a caller, or the account that has the call. An account records its calls no
 * matter who has begun them, so that its reports have the creator's authority.
 */
type Creator = Reach | { readonly account: Pick<Integration, 'id' | 'client_id'> };

const creatorOf = (creator: Creator): Reach => ('account' in creator ? creator.account : creator);

export const insertConversation = (
  agent: AgentRecord,
  client: Pick<ClientRecord, 'id' | 'path' | 'test_from'>,
  input: ConversationInput,
  /** Absent: the conversation's own organization. */
  creator: Creator = { client_id: client.id },
  known: CreatedFields = {
    id: newId('conv'),
    cost_by: creatorOf(creator).client_id,
    reported: null,
  },
): Write<Conversation, 'conversation_exists' | 'external_id_exists'> => {
  const { id } = known;
  const created_at = createdAt(id);
  const turns = firstTurns(input);
  const { start_time, end_time } = timesOfNew(input, created_at);
  const depth = depthOf(creatorOf(creator).client_id, client.path);
  const { turns: _turns, duration_ms: _duration, ...fields } = input;
  const conversation: ConversationRecord = {
    ...fields,
    created_at,
    updated_at: created_at,
    version: 1,
    agent_version: agent.version,
    client_id: client.id,
    start_time,
    end_time,
    reviewed: null,
    analysis: null,
    judged: null,
    unreviewed: null,
    chat_usage: null,
    open_in: null,
    listening: null,
    call_reservation: null,
    carrier_cost: null,
    carrier_cost_by: null,
    labels: null,
    audio: noAudio,
    path: client.path,
    test_from: client.test_from ?? null,
    turns: turns.length,
    text_bytes: textBytes(turns),
    added: null,
    recording_key: null,
    other_integration_ids: null,
    reported_start: null,
    handling: null,
    handover: null,
    decided: decidedByCreator({ ...input, end_time }, depth, client.path),
    prices_depth: hasPrices(input) ? depth : null,
    integration_id: 'account' in creator ? creator.account.id : null,
    ...known,
  };
  refuseTooLarge(conversation);
  const type = isOver(conversation) ? 'conversation.ended' : 'conversation.started';
  return {
    operations: [
      ...claimWrites(providerIdOf(conversation)),
      ...claimWrites(externalIdOf(conversation)),
      put(conversationItem(conversation)),
      ...turnsItems(id, turns).map(put),
      ...entryWrites(entryOf(conversation)),
      ...tagWrites(conversation),
      eventWrite(type, conversation),
    ],
    // The creator reports the cost, so it sees it.
    reply: represent(conversation, 0),
  };
};

export type ConversationEvent =
  | 'conversation.updated'
  | 'conversation.ended'
  | 'transcript.appended'
  | 'recording.available'
  | 'conversation.analyzed'
  | 'conversation.reviewed';

/** The record with the seconds for which its page has listened, once a stream of recognition has ended. */
export const withListened = (
  conversation: ConversationRecord,
  listened: ConversationRecord['listening'],
  now: number,
): ConversationRecord => {
  if (!listened) return conversation;
  const { chat_usage, cost, cost_by, listening } = conversation;
  const seconds = listenedSeconds(listened, now);
  const used = chat_usage ?? noChatUsage;
  const price = cost_by === null ? costOfListening(listened, seconds) : null;
  return {
    ...conversation,
    chat_usage: { ...used, listened: (used.listened ?? 0) + seconds },
    cost: sumOfCosts(cost, price),
    listening: listening === listened ? null : listening,
  };
};

/**
 * Replaces the record. If two changes race, the second one is stale and decides again. List entries are only
 * written if they differ. A chat or call that ends, however it ends, is no longer counted as open. `line`:
 * the connection of a call that ends with this write, or that its carrier has to leave.
 */
export const replaceConversation = (
  before: ConversationRecord,
  change: Partial<ConversationRecord>,
  type: ConversationEvent,
  more: readonly Operation<Stale>[] = [],
  line?: CallLine,
): { readonly operations: readonly Operation<Stale>[]; readonly after: ConversationRecord } => {
  const now = Date.now();
  const asked = { ...before, ...change };
  // Another stream of recognition ends the one before, and so do its page and the end of the chat.
  const listened = change.listening !== undefined || isOver(asked) ? before.listening : null;
  const changed = withListened(asked, listened, now);
  const after: ConversationRecord = {
    ...changed,
    open_in: isOver(changed) ? null : before.open_in,
    call_reservation: isOver(changed) ? null : changed.call_reservation,
    // Whatever has ended it, no report says later that its phone rings no longer.
    provider: isOver(changed) ? withoutRinging(changed.provider) : changed.provider,
    version: before.version + 1,
    updated_at: new Date().toISOString(),
  };
  const operations = [
    putOver(conversationItem(after), before.version),
    ...(after.open_in ? [] : uncountOpenChat(before.open_in)),
    ...(isOver(changed) ? settleCall({ ...before, call_reservation: changed.call_reservation }, now) : []),
    ...settleListening(listened, now),
    ...(after.listening ? [] : endListening(after, listened)),
    ...more,
    ...entryWrites(entryOf(after), entryOf(before)),
    ...tagWrites(after, before),
    eventWrite(type, { ...after, line }),
  ];
  return { operations, after };
};

/**
 * The fields into which a patch is merged. A key of the API does not add to what an analysis has set, but
 * replaces it.
 */
export const patchedFields = (
  before: ConversationRecord,
  patch: ConversationPatch,
): ConversationAdditions => {
  const judged = claimedBy(before, patch).filter((field) => before.judged?.[field as SourcedField]);
  const empty = judged.map((field) => [field, field === 'data' ? {} : null]);
  return { ...additionsOf(before), ...Object.fromEntries(empty) };
};

/** The current values of the fields that a patch may change. */
export const additionsOf = (conversation: ConversationRecord): ConversationAdditions => {
  const { end_reason, outcome, sentiment, summary, data, quality, metrics, cost } = conversation;
  const { external_id, metadata, tags } = conversation;
  return {
    end_reason,
    outcome,
    sentiment,
    summary,
    data,
    quality,
    metrics,
    cost,
    external_id,
    metadata,
    tags,
  };
};

type Changeable = ConversationAdditions &
  Pick<ConversationRecord, 'status' | 'end_time' | 'reviewed' | 'caller' | 'provider'>;

/**
 * The review after a patch. A second one does not replace the first, so a repeated request changes nothing.
 */
const reviewAfter = (
  { reviewed }: Pick<ConversationRecord, 'reviewed'>,
  patch: ConversationPatch,
): ConversationRecord['reviewed'] => {
  if (patch.reviewed === undefined) return reviewed;
  return patch.reviewed ? (reviewed ?? { at: new Date().toISOString(), by: currentOrigin().actor }) : null;
};

type Metrics = ConversationRecord['metrics'];

const changesPrices = (before: Metrics, after: Metrics): boolean =>
  !isDeepStrictEqual(pricesIn(before), pricesIn(after));

/**
 * Fields that the integrator changes no longer belong to a provider's report, and later reports do not change
 * them. Prices among the metrics are a field of their own.
 */
const withoutOwn = (
  { reported, metrics }: Pick<ConversationRecord, 'reported' | 'metrics'>,
  changed: readonly (keyof Changeable)[],
  after: Metrics,
): ReportedFields | null => {
  if (!reported || changed.length === 0) return reported;
  const isOther = !isDeepStrictEqual(withoutPrices(metrics), withoutPrices(after));
  return withoutFields(reported, [
    ...changed.filter((field) => field !== 'metrics' || isOther),
    ...(changesPrices(metrics, after) ? ['prices'] : []),
  ]);
};

/**
 * Refuses to change a field that an organization above the caller's has decided, because bills are computed
 * from it.
 */
const refuseDecided = (
  changed: readonly DecidedField[],
  { end_time }: ConversationPatch,
  depth: Depth,
  known: { readonly decided: DecidedDepths; readonly own: Depth },
): void => {
  const faults = changed
    .filter((field) => authorityOver(field, depth, known) < 0)
    .map(
      (field): Fault => ({
        pointer: field === 'end_time' && end_time === undefined ? '/duration_ms' : `/${field}`,
        code: 'out_of_reach',
        detail:
          'can be changed only with a key of the organization above that has set it, or of one above that',
      }),
    );
  if (faults.length > 0) throw invalid(...faults);
};

/**
 * The author of a change: an organization, with the fields decided above it and the depth from which it sees
 * costs, or the service itself.
 */
export type Writer =
  | { readonly by: Reach; readonly decided: DecidedDepths; readonly costsFrom: Depth }
  | 'service';

/** The fields as a key of the API may change them: not those that a review has decided. */
const withoutReviewed = (
  before: ConversationRecord,
  additions: ConversationAdditions,
): ConversationAdditions => {
  const kept = Object.entries(additionsOf(before)).filter(([field]) => isReviewed(before, field));
  return { ...additions, ...Object.fromEntries(kept) };
};

/** The fields with the prices that the author of a change does not see, which it cannot remove either. */
const withHiddenPrices = (
  before: ConversationRecord,
  additions: ConversationAdditions,
  costsFrom: Depth,
): ConversationAdditions =>
  hidesPrices(before, costsFrom)
    ? { ...additions, metrics: { ...additions.metrics, ...pricesIn(before.metrics) } }
    : additions;

/**
 * The fields that a patch sets or removes, whose values no longer come from an analysis, even if they stay
 * the same.
 */
const claimedBy = (before: ConversationRecord, patch: ConversationPatch): string[] =>
  Object.entries(patch)
    .filter(([field, value]) => value !== undefined && !isReviewed(before, field))
    .map(([field]) => field);

/** Further changes of a conversation's record, and further writes in the transaction of an update. */
export interface AccompanyingChange {
  readonly change: Partial<ConversationRecord>;
  readonly operations: readonly Operation<Stale>[];
  /** The connection of a call that ends; absent: there is none. */
  readonly line?: CallLine | undefined;
}

/** Ends a conversation or adds to it. A patch without an effect is answered without a write. */
export const updateConversation = (
  before: ConversationRecord,
  patch: ConversationPatch,
  additions: ConversationAdditions,
  writer: Writer,
  more?: AccompanyingChange,
): Write<Conversation, 'conversation_exists' | 'external_id_exists'> => {
  const { status = before.status } = patch;
  const end_time = endAfter(before, { ...patch, status }, new Date().toISOString());
  const costsFrom = writer === 'service' ? 0 : writer.costsFrom;
  const after: Changeable = {
    ...withoutReviewed(before, withHiddenPrices(before, additions, costsFrom)),
    status,
    end_time,
    reviewed: reviewAfter(before, patch),
    caller: callerAfter(before, patch),
    provider: providerAfter(before, patch),
  };
  const known: Changeable = {
    ...additionsOf(before),
    status: before.status,
    end_time: before.end_time,
    reviewed: before.reviewed,
    caller: before.caller,
    provider: before.provider,
  };
  const changed = (Object.keys(after) as (keyof Changeable)[]).filter(
    (field) => !isDeepStrictEqual(after[field], known[field]),
  );
  const replaces = represent(before, costsFrom);
  const judged = withoutJudged(before.judged, claimedBy(before, patch));
  if (changed.length === 0 && isDeepStrictEqual(judged, before.judged))
    return { operations: [], reply: replaces, replaces };

  const own = ownDepth(before.path);
  const depth = writer === 'service' ? own : depthOf(writer.by.client_id, before.path);
  const decided = writer === 'service' ? before.decided : writer.decided;
  const decidable = changed.filter((field): field is keyof Changeable & DecidedField => isDecided(field));
  if (writer !== 'service') refuseDecided(decidable, patch, depth, { decided: writer.decided, own });
  const change = {
    ...after,
    cost_by: writer !== 'service' && changed.includes('cost') ? writer.by.client_id : before.cost_by,
    decided:
      decided &&
      withoutDecided(
        withDecided(decided, decidable, depth, own),
        decidable.filter((field) => after[field] === null),
      ),
    prices_depth: pricesDepthAfter(
      before,
      { ...before, metrics: after.metrics },
      changesPrices(before.metrics, after.metrics) ? depth : undefined,
    ),
    reported:
      writer === 'service' ? withDefaultEnd(before.reported) : withoutOwn(before, changed, after.metrics),
    judged,
    ...more?.change,
    ...(changed.includes('cost') && { cost: after.cost }),
  };
  const ends = !isOver(before) && isOver({ status });
  const type = ends ? 'conversation.ended' : 'conversation.updated';
  const { operations, after: changedRecord } = replaceConversation(
    before,
    change,
    type,
    [...tagRemovals(before, { ...before, ...additions }), ...(more?.operations ?? [])],
    more?.line,
  );
  refuseTooLarge(changedRecord, before);
  return {
    operations: [...operations, ...claimsAfter(before, changedRecord)],
    reply: represent(changedRecord, costsFrom),
    replaces,
  };
};

/** The filters of the contract that this list answers. The search handles words. */
export type ConversationFilters = Partial<
  Omit<FiltersOf<typeof list.query> & FiltersOf<typeof active.query>, 'client_id' | 'q' | 'expand'>
>;

/** A function, so that the bundles of functions that list nothing do not contain it. */
const asks = (): Asks<Omit<ConversationFilters, Exclude<ComparedFilter, ServedFilter | 'tag'> | 'ids'>> => ({
  ...facetAsks(conversationFacets),
  start_after: (from) => ({ from }),
  start_before: (until) => ({ until }),
});

/** The query of a list for these filters. */
export const conversationQuery = (
  owner: ListOwner,
  filters: ConversationFilters,
  order: PageRequest['order'],
): Omit<ListQuery, 'limit'> => ({
  list: 'conversations',
  owner,
  order,
  ...askedBy(asks(), { test: 'false', ...servedBy(filters) }),
  ...comparing(filters, conversationFromEntry),
});

/**
 * The places of conversations in the list of an owner. Of another organization’s conversations, nothing more
 * is read than of none.
 */
export const placesOf = async (ids: readonly string[], owner: ListOwner): Promise<string[]> => {
  const items = await batchGet(ids.map((id) => keyOf('conversation', id)));
  return items.flatMap((item) => {
    if (!item || isErasing(item)) return [];
    const conversation = conversationFromItem(item);
    return listOwnersOf(conversation.path).some(({ id }) => id === owner.id) ? [placeOf(conversation)] : [];
  });
};

export const listConversations = async (
  owner: ListOwner,
  filters: ConversationFilters,
  { limit, position, order }: PageRequest,
): Promise<Page<ListedConversation>> => {
  const asked = conversationQuery(owner, filters, order);
  const places = filters.ids && (await placesOf(filters.ids, owner));
  const attributes = ['shown', ...(asked.where ? ['pairs'] : [])];
  const { items, next } = await listEntries({ ...asked, places, attributes, limit, position });
  return { data: items.map(conversationFromEntry), next };
};
