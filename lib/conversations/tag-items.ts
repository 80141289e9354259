import { keyIn, tagKey } from '#lib/store/keys.ts';
import { attributeOfLevel, facetAttribute } from '#lib/store/lists/facets.ts';
import { facetAttributesOf } from '#lib/store/lists/plan.ts';
import { listOwnersOf, shardNameOf } from '#lib/store/lists/shards.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import { remove } from '#lib/store/operations/remove.ts';
import type { Item } from '#lib/store/table.ts';
import type { ConversationRecord } from './conversation-record.ts';
import { conversationFacets } from './facets.ts';

/**
 * An item for each tag of a conversation except the first one, which is a facet of the entries. It has an
 * attribute for each list that contains the conversation (docs/decisions/listing-entries.md).
 */
export const tagItems = (conversation: ConversationRecord): Item[] => {
  const { id, path, start_time, tags } = conversation;
  return tags.slice(1).map((tag) => ({
    ...tagKey(id, tag, start_time),
    ...Object.fromEntries(
      listOwnersOf(path).map((owner) => {
        const facets = { tag, test: conversationFacets.test.of(conversation, owner.id) };
        const keys = facetAttributesOf(shardNameOf(owner, id), facets);
        return [attributeOfLevel(owner.level), keys[facetAttribute('tag')]];
      }),
    ),
  }));
};

const isIn = (items: readonly Item[], { pk, sk }: Item): boolean =>
  items.some((item) => item.pk === pk && item.sk === sk);

/** Writes the items of tags that a conversation did not have before, or not at its present place. */
export const tagWrites = (after: ConversationRecord, before?: ConversationRecord): Operation<never>[] => {
  const known = before ? tagItems(before) : [];
  return tagItems(after)
    .filter((item) => !isIn(known, item))
    .map(put);
};

/** Removes the items of a conversation’s tags, or of those that it no longer has after a change. */
export const tagRemovals = (before: ConversationRecord, after?: ConversationRecord): Operation<never>[] => {
  const kept = after ? tagItems(after) : [];
  return tagItems(before)
    .filter((item) => !isIn(kept, item))
    .map(keyIn)
    .map(remove);
};
