import type { Conversation } from '#lib/contract/conversations.ts';
import type { Decided } from '#lib/domain/authority/writers.ts';
import { createdAt } from '#lib/domain/ids.ts';
import type { Reported } from '#lib/domain/integrations/merge.ts';
import { conversationKey, idIn } from '../keys.ts';
import type { Item } from '../table.ts';

/** A conversation as it is stored. Its turns are items of their own, under the same partition key. */
export interface ConversationRecord extends Omit<Conversation, 'duration_ms' | 'transcript'> {
  /** The ids of the conversation's organization and its ancestors, from the top down. */
  readonly path: readonly string[];
  readonly turns: number;
  /** What the turns weigh towards the transcript's greatest length. */
  readonly text_bytes: number;
  /** Where its recording is, or is to be, in the bucket. */
  readonly recording_key: string | null;
  /** The integration that reports it; null: its owner does. */
  readonly integration_id: string | null;
  /** Further integrations that have reported it, for example because two of them receive the same webhooks; null: none. */
  readonly other_integration_ids: readonly string[] | null;
  /** The organization whose integration or key reports the cost, even before there is one; null: the platform, or it is unknown. */
  readonly cost_by: string | null;
  /** Which report each field is from; null: nothing was reported. */
  readonly reported: Reported | null;
  /** When it started as reported, where the report came after its end: lists and the search index keep the start that they know; null: as shown. */
  readonly reported_start: string | null;
  /** Which organizations above have decided a field; null: none has, or nothing was noted when it was written. */
  readonly decided: Decided | null;
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
  quality: null,
  provider: null,
  recording_key: null,
  integration_id: null,
  other_integration_ids: null,
  cost_by: null,
  reported: null,
  reported_start: null,
  decided: null,
};

/**
 * An item with all fields as one JSON text, which takes less time to read than an attribute for each field. It omits what is null, and what
 * the key or the path says. A write compares `version`; some readers want only `path`.
 */
export const conversationItem = (conversation: ConversationRecord): Item => {
  const { id, created_at: _created, client_id: _client, path, version, ...fields } = conversation;
  const stored = Object.entries(fields).filter(([, value]) => value !== null);
  return { ...conversationKey(id), path, version, fields: JSON.stringify(Object.fromEntries(stored)) };
};

export const conversationFromItem = ({ pk, path, version, fields }: Item): ConversationRecord => {
  const id = idIn(pk);
  return {
    ...nulls,
    ...JSON.parse(fields as string),
    id,
    created_at: createdAt(id),
    client_id: (path as readonly string[]).at(-1),
    path,
    version,
  };
};

/** Whether an item is the stub of a conversation whose erasure has begun, which is not found any more. */
export const isErasing = ({ erasing }: Item): boolean => erasing === true;
