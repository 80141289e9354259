import { shortened } from '#lib/domain/text.ts';
import { keyOf, partitionOf } from '../keys.ts';
import { batchWrite } from '../operations/batch-write.ts';
import { queryPages } from '../operations/query-pages.ts';
import type { Item } from '../table.ts';
import type { Event } from './events.ts';
import type { Follower } from './followers.ts';

/**
 * A copy of an event that a follower failed to process, with the reason. Unlike the event, it does not
 * expire, so nothing is lost, and later events do not wait for it.
 */
export interface ParkedEvent extends Event {
  readonly follower: Follower;
  readonly error: string;
  readonly parked_at: string;
}

/** Parks an event for one follower; another follower of the same event is not affected. */
export const park = async (event: Event, follower: Follower, error: unknown): Promise<void> => {
  const { pk: _pk, sk: _sk, expires: _expires, ...content } = event as Event & Partial<Item>;
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const parked: ParkedEvent = {
    ...content,
    follower,
    error: shortened(message, 4000),
    parked_at: new Date().toISOString(),
  };
  await batchWrite({ puts: [{ ...parked, ...keyOf('parked_event', event.id, follower) }] });
};

export const unpark = ({ id, follower }: Pick<ParkedEvent, 'id' | 'follower'>): Promise<void> =>
  batchWrite({ removals: [keyOf('parked_event', id, follower)] });

/** All parked events, by DynamoDB page, because there may be any number. */
export async function* parkedPages(): AsyncGenerator<readonly ParkedEvent[]> {
  const pages = queryPages({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': partitionOf('parked_event') },
  });
  for await (const { items } of pages) yield items as unknown as ParkedEvent[];
}
