import { isDeepStrictEqual } from 'node:util';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { DecidedDepths } from '#lib/domain/authority/writers.ts';
import type { HandoverRecord } from '#lib/domain/chats/author.ts';
import { storedAuthor } from '#lib/domain/chats/author.ts';
import type { ListeningPeriod } from '#lib/domain/chats/listening.ts';
import type { AddedTurns } from '#lib/domain/conversations/added-turns.ts';
import type { CallReservation } from '#lib/domain/conversations/call-reservation.ts';
import type { JudgedFields, UnreviewedFields } from '#lib/domain/conversations/sources.ts';
import { createdAt } from '#lib/domain/ids.ts';
import type { ReportedFields } from '#lib/domain/integrations/merge.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import type { ChatUsage } from '#lib/domain/usage/fact.ts';
import { idIn, keyOf } from '#lib/store/keys.ts';
import type { OpenChat } from '#lib/store/limits/chat-quotas.ts';
import type { Item } from '#lib/store/table.ts';

/** A conversation as it is stored. Its turns are separate items under the same partition key. */
export interface ConversationRecord
  extends Omit<Conversation, 'duration_ms' | 'transcript' | 'sources' | 'handover'> {
  readonly handover: HandoverRecord | null;
  /** The ids of the conversation's organization and its ancestors, from the top down. */
  readonly path: readonly string[];
  readonly turns: number;
  /** The bytes that count toward the transcript's maximum length. */
  readonly text_bytes: number;
  /** The turns that organizations below the one that records the conversation have added; null: none. */
  readonly added: AddedTurns | null;
  /** The object key of its recording, or of the upload that is expected. */
  readonly recording_key: string | null;
  /** The integration that reports it; null: the organization itself does. */
  readonly integration_id: string | null;
  /**
   * Further integrations that have reported it, for example because two of them receive the same webhooks;
   * null: none.
   */
  readonly other_integration_ids: readonly string[] | null;
  /**
   * The organization whose integration or key reports the cost, even before there is one; null: the platform,
   * or it is unknown.
   */
  readonly cost_by: string | null;
  /** The organization whose account at a carrier was charged for the call; null: none is known to be. */
  readonly carrier_cost_by: string | null;
  /**
   * The depth of the highest organization that has reported the prices in `metrics` and `provider.metadata`;
   * null: there are none, or it was not recorded.
   */
  readonly prices_depth: Depth | null;
  /** The report from which each field comes; null: there were no reports. */
  readonly reported: ReportedFields | null;
  /**
   * The reported start, if the report came after the end: lists and the search index keep the start that they
   * know. Null: the same as shown.
   */
  readonly reported_start: string | null;
  /**
   * The levels above that have decided a field; null: there are none, or they were not recorded when it was
   * written.
   */
  readonly decided: DecidedDepths | null;
  /**
   * The depth of the highest organization for tests in the path. The organizations above it neither count nor
   * list the conversation. Null: there is none.
   */
  readonly test_from: Depth | null;
  /** The fields that analyses and their reviews have set; null: none. */
  readonly judged: JudgedFields | null;
  /** The fields that reviews have set, as they would be without them; null: none. */
  readonly unreviewed: UnreviewedFields | null;
  /** The usage of a chat so far. Null if there is none yet, or if another system holds the conversation. */
  readonly chat_usage: ChatUsage | null;
  /** The day on which a chat began and the organizations that count it as open; null: none does. */
  readonly open_in: OpenChat | null;
  /** The stream of recognition that the page of a chat may have open; null: none. */
  readonly listening: ListeningPeriod | null;
  /** The line and the seconds that a call at a carrier has reserved; null: none. */
  readonly call_reservation: CallReservation | null;
  /** The verdicts and values of shared analyzers by which it is found; null: none. */
  readonly labels: readonly string[] | null;
}

type Nullable = {
  [Name in keyof ConversationRecord]: null extends ConversationRecord[Name] ? Name : never;
}[keyof ConversationRecord];

/** Fields that are not stored while they are null. */
const nulls: Readonly<Record<Nullable, null>> = {
  direction: null,
  caller: null,
  end_time: null,
  end_reason: null,
  outcome: null,
  sentiment: null,
  summary: null,
  cost: null,
  external_id: null,
  quality: null,
  handling: null,
  handover: null,
  provider: null,
  reviewed: null,
  added: null,
  recording_key: null,
  integration_id: null,
  other_integration_ids: null,
  cost_by: null,
  carrier_cost: null,
  carrier_cost_by: null,
  prices_depth: null,
  reported: null,
  reported_start: null,
  decided: null,
  test_from: null,
  analysis: null,
  judged: null,
  unreviewed: null,
  chat_usage: null,
  open_in: null,
  listening: null,
  call_reservation: null,
  labels: null,
};

export const noAudio: ConversationRecord['audio'] = {
  status: 'none',
  content_type: null,
  size_bytes: null,
  duration_ms: null,
  channels: null,
};

/**
 * Fields of calls that the platform holds, which are not stored while they are so: the record is written
 * after each exchange, and has to fit into one unit. Other records have had them since the first release.
 */
const usualInCalls: Pick<ConversationRecord, 'audio' | 'data' | 'metrics' | 'metadata' | 'decided'> = {
  audio: noAudio,
  data: {},
  metrics: {},
  metadata: {},
  decided: {},
};

const isUsualInCalls = (name: string, value: unknown): boolean =>
  isDeepStrictEqual(value, usualInCalls[name as keyof typeof usualInCalls]);

/**
 * An item with all fields as one JSON text, which is faster to read than an attribute for each field. It
 * omits nulls, an empty list of tags, and values that the key or the path contains. A write compares
 * `version`; some readers need only `path`.
 */
export const conversationItem = (conversation: ConversationRecord): Item => {
  const {
    id,
    created_at: _created,
    client_id: _client,
    path,
    test_from,
    version,
    tags,
    handover,
    ...fields
  } = conversation;
  const isInCall = fields.chat_usage?.in_call === true;
  const stored = Object.entries({
    ...fields,
    handover: handover && { ...handover, author: handover.author && storedAuthor(handover.author) },
    tags: tags.length > 0 ? tags : null,
  }).filter(([name, value]) => value !== null && !(isInCall && isUsualInCalls(name, value)));
  return {
    ...keyOf('conversation', id),
    path,
    ...(test_from !== null && { test_from }),
    version,
    fields: JSON.stringify(Object.fromEntries(stored)),
  };
};

export const conversationFromItem = ({ pk, path, test_from, version, fields }: Item): ConversationRecord => {
  const id = idIn(pk);
  const stored = JSON.parse(fields as string);
  return {
    ...nulls,
    tags: [],
    ...(stored.chat_usage?.in_call && usualInCalls),
    ...stored,
    id,
    created_at: createdAt(id),
    client_id: (path as readonly string[]).at(-1),
    path,
    test_from: (test_from as Depth | undefined) ?? null,
    version,
  };
};

/** Whether an item is the stub of a conversation whose erasure has begun. Requests no longer find it. */
export const isErasing = ({ erasing }: Item): boolean => erasing === true;
