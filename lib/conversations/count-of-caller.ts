import type { CallerErasurePreview, ErasureInput } from '#lib/contract/erasures.ts';
import type { Reach } from '#lib/domain/caller.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { PageRequest } from '#lib/store/lists/listing.ts';
import type { ListOwner } from '#lib/store/lists/shards.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { conversationFromItem, isErasing } from './conversation-record.ts';
import { listConversations } from './conversations.ts';
import { mustStay } from './decided.ts';

/** Organizations for tests are among those to erase, and in no list unless it is asked for them. */
export const everywhere = [{}, { test: 'true' }] as const;

/** A request has time to read so many records of conversations. */
const maxCounted = 1000;

const pageSize = 100;

/** Counts what an erasure of a caller would find now. */
export const countOfCaller = async (
  reach: Reach,
  owner: ListOwner,
  { caller }: ErasureInput,
): Promise<CallerErasurePreview> => {
  const counted = { conversations: 0, recordings: 0, kept: 0 };
  let has_more = false;
  for (const tests of everywhere) {
    let position: PageRequest['position'];
    do {
      if (counted.conversations + counted.kept >= maxCounted) {
        has_more = true;
        break;
      }
      const paging = { limit: pageSize, order: 'desc' as const, position };
      const page = await listConversations(owner, { caller, ...tests }, paging);
      for (const item of await batchGet(page.data.map(({ id }) => keyOf('conversation', id)))) {
        if (!item || isErasing(item)) continue;
        const stays = await mustStay(reach, item);
        counted[stays ? 'kept' : 'conversations'] += 1;
        if (!stays) counted.recordings += Number(conversationFromItem(item).recording_key !== null);
      }
      position = page.next;
    } while (position !== undefined);
  }
  return { client_id: owner.path.at(-1) ?? null, ...counted, has_more };
};
