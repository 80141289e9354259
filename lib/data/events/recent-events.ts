import { firstIdAt } from '#lib/domain/ids.ts';
import { eventShards, eventsPartition } from '../keys.ts';
import { queryPages } from '../operations/query-pages.ts';
import type { Event } from './events.ts';
import { heartbeatType } from './heartbeat.ts';

/** Where a walk through events continues. */
export interface EventPlace {
  readonly shard: number;
  /** The sort key of the last event that was read of it; absent: none was. */
  readonly after?: string;
}

export interface EventPage {
  readonly events: readonly Event[];
  /** Absent: it was the last page. */
  readonly next?: EventPlace;
}

/** What happened from a time on and before another, page by page, shard after shard. */
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
