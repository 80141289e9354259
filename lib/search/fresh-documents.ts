import { newIdSuffix } from '#lib/domain/ids.ts';
import type { IndexedDocument } from '#lib/domain/search/merge.ts';
import { mergeSegments, sourceOf } from '#lib/domain/search/merge.ts';
import type { Whole } from '#lib/domain/search/segment.ts';
import { decodeFirst, partSizes, rootPart, unsqueeze } from '#lib/domain/search/segment.ts';
import { keyIn, keyOf, partitionOf } from '#lib/store/keys.ts';
import { queryPages } from '#lib/store/operations/query-pages.ts';
import type { Item, Key } from '#lib/store/table.ts';

/*
 * Conversations that recently became searchable: each item is a small segment of conversations that were
 * indexed together. When there are enough of them, they are moved into a segment.
 */

/** An item of fresh documents. */
export interface FreshDocuments {
  readonly key: Key;
  readonly content: Whole;
}

/** The maximum size of an item before compression, in bytes. Every search reads all fresh documents. */
const mostBytes = 64_000;

/** Documents as one small segment; undefined if they are too large for that. */
export const encodeFresh = async (documents: readonly IndexedDocument[]): Promise<Buffer | undefined> => {
  const sizes = { ...partSizes, whole: mostBytes };
  for await (const { name, bytes } of mergeSegments([sourceOf(documents)], sizes)) {
    return name === rootPart ? bytes : undefined;
  }
  return undefined;
};

export const freshItem = (owner: string, bytes: Buffer): Item => ({
  ...keyOf('fresh_documents', owner, newIdSuffix()),
  bytes,
});

export interface FreshOptions {
  /** Whether the read is consistent; absent: it may be slightly out of date, at half the price. */
  readonly consistent?: boolean;
  /** The maximum number of items. */
  readonly most?: number;
}

/** An owner's fresh documents. */
export const readFresh = async (
  owner: string,
  { consistent = false, most = Number.POSITIVE_INFINITY }: FreshOptions = {},
): Promise<FreshDocuments[]> => {
  const pages = queryPages({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': partitionOf('fresh_documents', owner) },
    ConsistentRead: consistent,
  });
  const found: FreshDocuments[] = [];
  for await (const { items } of pages) {
    for (const item of items) {
      found.push({ key: keyIn(item), content: decodeFirst(unsqueeze(item.bytes as Uint8Array)) as Whole });
    }
    if (found.length >= most) break;
  }
  return found.slice(0, most);
};
