import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { CostDepths } from '#lib/domain/conversations/cost.ts';
import { withShownCost } from '#lib/domain/conversations/cost.ts';
import { daySeconds } from '#lib/domain/durations.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import type { Event } from '#lib/store/events/events.ts';
import { keyOf, partitionOf } from '#lib/store/keys.ts';
import { removeItems } from '#lib/store/operations/remove-items.ts';
import type { Item, Key } from '#lib/store/table.ts';

/*
 * The payload of an event about an entity is stored once for all webhooks, in its state shortly after the
 * event, so that each attempt sends the same. It shares the partition of all deliveries about that entity,
 * and is erased with the entity.
 */

/** The same as for events. */
const keptSeconds = 30 * daySeconds;

/** Leaves room for the keys within DynamoDB's 400 KB per item. */
const maxBytes = 390_000;

/** The expiry of everything that is stored for an event, in seconds since 1970. */
export const expiryOf = (createdAt: string): number => Math.floor(Date.parse(createdAt) / 1000) + keptSeconds;

export type Data = Readonly<Record<string, unknown>>;

/** The data of a full payload, and the record without which it must not be stored. */
export interface FullData {
  readonly data: Data;
  readonly record?: Key;
  /** Absent: it contains no cost. */
  readonly depths?: CostDepths;
}

/** Undefined if the data does not fit into an item. */
export const payloadItem = (
  { id, entity, created_at }: Pick<Event, 'id' | 'entity' | 'created_at'>,
  { data, depths }: Pick<FullData, 'data' | 'depths'>,
): Item | undefined => {
  const packed = deflateRawSync(JSON.stringify(data));
  const item = { ...keyOf('payload', entity, id), data: packed, expires: expiryOf(created_at) };
  return packed.length > maxBytes ? undefined : { ...item, ...depths };
};

/**
 * The stored data for an organization that sees costs from a depth on. Earlier releases stored no depth of 0,
 * and none for prices apart.
 */
export const dataFromItem = (
  { data, reporter_depth = 0, prices_depth = reporter_depth, carrier_depth = 0 }: Item,
  costsFrom: Depth,
): Data => {
  const full = JSON.parse(inflateRawSync(Buffer.from(data as Uint8Array)).toString()) as Data;
  if (!('cost' in full)) return full;
  return {
    ...withShownCost(
      full as unknown as Conversation,
      { reporter_depth, prices_depth, carrier_depth } as CostDepths,
      costsFrom,
    ),
  };
};

/**
 * Removes all deliveries about an entity: payloads, and the answers of servers. An attempt reads the payload
 * again after it was stored, so the next look finds one that arrives during the removal.
 */
export const removeDeliveries = async (entityId: string): Promise<void> => {
  while ((await removeItems({ pk: partitionOf('payload', entityId) })) > 0);
};
