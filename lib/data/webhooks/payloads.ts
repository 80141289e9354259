import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Conversation } from '#lib/contract/conversations.ts';
import { showsCost, withoutCost } from '#lib/domain/conversations/cost.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import type { Event } from '../events/events.ts';
import { deliveriesPartition, payloadKey } from '../keys.ts';
import { removeItems } from '../operations/remove-items.ts';
import type { Item, Key } from '../table.ts';

/*
 * What webhooks receive of an entity is kept once for all of them, as it was shortly after the event, so that each attempt sends the
 * same. It is kept beside everything else that webhooks received of that entity, and erased with the entity.
 */

/** As long as events. */
const keptSeconds = 30 * 24 * 60 * 60;

/** Room for the keys within DynamoDB's 400 KB for an item. */
const maxBytes = 390_000;

/** When what is kept of an event expires, in seconds since 1970. */
export const expiryOf = (createdAt: string): number => Math.floor(Date.parse(createdAt) / 1000) + keptSeconds;

export type Data = Readonly<Record<string, unknown>>;

/** What a full payload holds, and the record that has to be there for it to be kept. */
export interface FullData {
  readonly data: Data;
  readonly record?: Key;
  /** Where the organization is that reports the cost in it. */
  readonly reporter_depth?: Depth;
}

/** Undefined where the data does not fit into an item. */
export const payloadItem = (
  { id, entity, created_at }: Pick<Event, 'id' | 'entity' | 'created_at'>,
  { data, reporter_depth }: Pick<FullData, 'data' | 'reporter_depth'>,
): Item | undefined => {
  const packed = deflateRawSync(JSON.stringify(data));
  const item = { ...payloadKey(entity, id), data: packed, expires: expiryOf(created_at) };
  return packed.length > maxBytes ? undefined : { ...item, ...(reporter_depth && { reporter_depth }) };
};

/** What is kept, for an organization that sees costs from a depth on. */
export const dataFromItem = ({ data, reporter_depth = 0 }: Item, costsFrom: Depth): Data => {
  const full = JSON.parse(inflateRawSync(Buffer.from(data as Uint8Array)).toString()) as Data;
  const isHidden = 'cost' in full && !showsCost(reporter_depth as Depth, costsFrom);
  return isHidden ? { ...withoutCost(full as unknown as Conversation) } : full;
};

/**
 * Removes what webhooks received of an entity, and what they answered. An attempt looks for the payload after it was stored, so one
 * that arrives while the payload is being removed is seen by the next look.
 */
export const removeDeliveries = async (entityId: string): Promise<void> => {
  while ((await removeItems({ pk: deliveriesPartition(entityId) })) > 0);
};
