import { parkedKey, parkedPartition } from '../keys.ts';
import { batchWrite } from '../operations/batch-write.ts';
import { query } from '../operations/query.ts';
import type { Item } from '../table.ts';
import type { Event } from './events.ts';

/** Who can take a parked event up again: the index, or what finishes writes. */
export const followers = ['index', 'finish'] as const;
export type Follower = (typeof followers)[number];

/**
 * An event that could not be processed, with what was wrong: nothing is lost, and nothing waits for it. Unlike the event
 * that it is a copy of, it does not expire.
 */
export interface ParkedEvent extends Event {
  /** Whom it waits for. Absent: the index, which was once the only one to park events. */
  readonly follower?: Follower;
  readonly error: string;
  readonly parked_at: string;
}

export const followerOf = ({ follower = 'index' }: Pick<ParkedEvent, 'follower'>): Follower => follower;

export const park = async (event: Event, follower: Follower, error: unknown): Promise<void> => {
  const { pk: _pk, sk: _sk, expires: _expires, ...content } = event as Event & Partial<Item>;
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const parked: ParkedEvent = {
    ...content,
    follower,
    error: message.slice(0, 4000),
    parked_at: new Date().toISOString(),
  };
  await batchWrite({ puts: [{ ...parked, ...parkedKey(event.id) }] });
};

export const listParked = async (): Promise<ParkedEvent[]> => {
  const parked: ParkedEvent[] = [];
  let last: Item | undefined;
  do {
    const page = await query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': parkedPartition },
      ...(last && { ExclusiveStartKey: { pk: last.pk, sk: last.sk } }),
    });
    parked.push(...(page.items as unknown as ParkedEvent[]));
    last = page.last;
  } while (last);
  return parked;
};

export const unpark = ({ id }: Event): Promise<void> => batchWrite({ removals: [parkedKey(id)] });
