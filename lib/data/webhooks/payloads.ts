import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Event } from '../events/events.ts';
import { deliveriesPartition, payloadKey } from '../keys.ts';
import { removeItems } from '../operations/remove-items.ts';
import type { Item } from '../table.ts';

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

/** Undefined where the data does not fit into an item. */
export const payloadItem = (
  { id, entity, created_at }: Pick<Event, 'id' | 'entity' | 'created_at'>,
  data: Data,
): Item | undefined => {
  const packed = deflateRawSync(JSON.stringify(data));
  return packed.length > maxBytes
    ? undefined
    : { ...payloadKey(entity, id), data: packed, expires: expiryOf(created_at) };
};

export const dataFromItem = (item: Item): Data =>
  JSON.parse(inflateRawSync(Buffer.from(item.data as Uint8Array)).toString()) as Data;

/** Removes what webhooks received of an entity, and what they answered. */
export const removeDeliveries = (entityId: string): Promise<void> =>
  removeItems({ pk: deliveriesPartition(entityId) });
