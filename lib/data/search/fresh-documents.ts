import { newIdSuffix } from '#lib/domain/ids.ts';
import type { IndexedDocument } from '#lib/domain/search/merge.ts';
import { mergeSegments, sourceOf } from '#lib/domain/search/merge.ts';
import type { Whole } from '#lib/domain/search/segment.ts';
import { decodeFirst, partSizes, rootPart, unsqueeze } from '#lib/domain/search/segment.ts';
import { freshPartition, key } from '../keys.ts';
import { queryPages } from '../operations/query-pages.ts';
import type { Item, Key } from '../table.ts';

/*
 * Conversations that became searchable a short time ago: each item is a small segment of those that were indexed together. When
 * there are enough of them, they are moved into a segment.
 */

/** Some fresh documents, as they are stored. */
export interface FreshDocuments {
  readonly key: Key;
  readonly content: Whole;
}

/** Fresh documents are read with every search: there are never more of them in an item, before they are compressed. */
const mostBytes = 64_000;

/** Documents as one small segment; undefined if they are too large for that. */
export const encodeFresh = async (documents: readonly IndexedDocument[]): Promise<Buffer | undefined> => {
  const sizes = { ...partSizes, whole: mostBytes };
  for await (const { name, bytes } of mergeSegments([sourceOf(documents)], { sizes })) {
    return name === rootPart ? bytes : undefined;
  }
  return undefined;
};

export const freshItem = (owner: string, bytes: Buffer): Item => ({
  pk: freshPartition(owner),
  sk: newIdSuffix(),
  bytes,
});

export interface FreshOptions {
  /** As the last write left them; absent: perhaps a moment behind, at half the price. */
  readonly consistent?: boolean;
  /** No more than so many items. */
  readonly most?: number;
}

/** An owner's fresh documents. */
export const readFresh = async (
  owner: string,
  { consistent = false, most = Number.POSITIVE_INFINITY }: FreshOptions = {},
): Promise<FreshDocuments[]> => {
  const pk = freshPartition(owner);
  const pages = queryPages({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ConsistentRead: consistent,
  });
  const found: FreshDocuments[] = [];
  for await (const { items } of pages) {
    for (const { sk, bytes } of items) {
      found.push({ key: key(pk, sk), content: decodeFirst(unsqueeze(bytes as Uint8Array)) as Whole });
    }
    if (found.length >= most) break;
  }
  return found.slice(0, most);
};
