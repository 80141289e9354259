import { firstIdAt } from '#lib/domain/ids.ts';
import { eventShards, eventsPartition } from '../keys.ts';
import { query } from '../operations/query.ts';
import type { Item } from '../table.ts';
import type { Event } from './events.ts';

/** What happened from a time on and before another, page by page and in any order. */
export async function* eventsBetween(since: string, until: string): AsyncGenerator<readonly Event[]> {
  for (let shard = 0; shard < eventShards; shard += 1) {
    const pk = eventsPartition(shard);
    let last: Item | undefined;
    do {
      const page = await query({
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :since AND :until',
        ExpressionAttributeValues: {
          ':pk': pk,
          ':since': firstIdAt('evt', since),
          ':until': firstIdAt('evt', until),
        },
        ConsistentRead: true,
        ...(last && { ExclusiveStartKey: { pk, sk: last.sk } }),
      });
      yield page.items as unknown as Event[];
      last = page.last;
    } while (last);
  }
}
