import { firstIdAt } from '#lib/domain/ids.ts';
import { eventShards, eventsPartition } from '../keys.ts';
import { queryPages } from '../operations/query-pages.ts';
import type { Event } from './events.ts';
import { heartbeatType } from './heartbeat.ts';

/** The position of a walk through events. */
export interface EventPlace {
  readonly shard: number;
  /** The sort key of the last event read in this shard; absent: none was read. */
  readonly after?: string;
}

export interface EventPage {
  readonly events: readonly Event[];
  /** Absent on the last page. */
  readonly next?: EventPlace;
}

/** The events from one time (inclusive) to another (exclusive), by page and shard. */
export async function* eventsBetween(
  since: string,
  until: string,
  from: EventPlace = { shard: 0 },
): AsyncGenerator<EventPage> {
  for (let { shard, after } = from; shard < eventShards; shard += 1, after = undefined) {
    const pk = eventsPartition(shard);
    const pages = queryPages({
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :since AND :until',
      ExpressionAttributeValues: {
        ':pk': pk,
        ':since': firstIdAt('evt', since),
        ':until': firstIdAt('evt', until),
      },
      ConsistentRead: true,
      ...(after !== undefined && { ExclusiveStartKey: { pk, sk: after } }),
    });
    for await (const { items, last } of pages) {
      const events = items.filter(({ type }) => type !== heartbeatType) as unknown as Event[];
      if (last) yield { events, next: { shard, after: last.sk } };
      else if (shard + 1 < eventShards) yield { events, next: { shard: shard + 1 } };
      else yield { events };
    }
  }
}
