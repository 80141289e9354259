import type { Conversation } from '#lib/contract/conversations.ts';
import type { Reach } from '#lib/domain/caller.ts';
import { eachWithAuthor } from '#lib/people/authors.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { Page } from '#lib/store/lists/listing.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { conversationFromItem, isErasing } from './conversation-record.ts';
import type { ListedConversation } from './conversations.ts';
import { represent } from './conversations.ts';
import { costsOfShownTo } from './known-costs.ts';

/** The fields that a list shows only on request, because its entries do not store them. */
type Details = Pick<
  Conversation,
  'version' | 'updated_at' | 'summary' | 'provider' | 'data' | 'quality' | 'metrics' | 'metadata' | 'handover'
>;
export type DetailedConversation = ListedConversation & Details;

/** The bytes of the records of a page: Lambda answers at most 6 MB. */
const maxBytes = 4_000_000;

interface SizedConversation {
  readonly item: DetailedConversation;
  readonly bytes: number;
}

/** Conversations with their details, except those that have been erased since they were listed. */
const readDetails = async (
  reach: Reach,
  listed: readonly ListedConversation[],
): Promise<readonly SizedConversation[]> => {
  const items = await batchGet(listed.map(({ id }) => keyOf('conversation', id)));
  const stored = listed.flatMap((entry, at) => {
    const item = items[at];
    return item && !isErasing(item) ? [{ entry, bytes: Buffer.byteLength(String(item.fields)), item }] : [];
  });
  const records = await eachWithAuthor(stored.map(({ item }) => conversationFromItem(item)));
  const detailed = stored.map(async ({ entry, bytes }, at): Promise<SizedConversation[]> => {
    const record = records[at];
    if (!record) return [];
    const shown = represent(record, await costsOfShownTo(reach, record));
    const { version, updated_at, summary, provider, data, quality, metrics, metadata, handover } = shown;
    const details = { version, updated_at, summary, provider, data, quality, metrics, metadata, handover };
    return [{ item: { ...entry, ...details }, bytes }];
  });
  return (await Promise.all(detailed)).flat();
};

/** The number of conversations that fit into an answer: at least one. */
const fitting = (all: readonly SizedConversation[]): number => {
  let total = 0;
  const first = all.findIndex(({ bytes }) => {
    total += bytes;
    return total > maxBytes;
  });
  return first === -1 ? all.length : Math.max(first, 1);
};

/** A page of conversations with their details. A page that would be too large is read again with fewer. */
export const readDetailed = async (
  reach: Reach,
  read: (limit: number) => Promise<Page<ListedConversation>>,
  limit: number,
): Promise<Page<DetailedConversation>> => {
  const page = await read(limit);
  const detailed = await readDetails(reach, page.data);
  const fits = fitting(detailed);
  if (fits < detailed.length) return readDetailed(reach, read, fits);
  return { ...page, data: detailed.map(({ item }) => item) };
};
