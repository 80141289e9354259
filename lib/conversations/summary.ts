import type { ConversationSummary, SummaryDimension } from '#lib/contract/conversations/summary.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { SummaryRange } from '#lib/domain/conversations/summary.ts';
import { Summary, summaryRange } from '#lib/domain/conversations/summary.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import { keyOf } from '#lib/store/keys.ts';
import { readAll } from '#lib/store/lists/read-all.ts';
import type { ListOwner } from '#lib/store/lists/shards.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { Item } from '#lib/store/table.ts';
import type { ConversationFilters } from './conversations.ts';
import { conversationQuery, countedFromEntry, placesOf } from './conversations.ts';

export interface SummaryQuery extends Pick<SummaryRange, 'interval'> {
  readonly group_by?: readonly SummaryDimension[] | undefined;
  /** The time zone of the intervals. */
  readonly zone: string;
  /** The depth from which on costs are included. */
  readonly costsFrom: Depth;
}

/**
 * The child of an owner that each organization is or is below, or the owner itself. Null for an organization
 * that was erased while its conversations were read.
 */
const childrenOf = async (
  owner: ListOwner,
  organizations: Iterable<string>,
): Promise<(id: string) => string | null> => {
  const items = await batchGet(
    [...organizations].map((id) => keyOf('client', id)),
    { attributes: ['id', 'path'] },
  );
  const children = new Map(
    items.flatMap((item): [string, string][] => {
      if (!item) return [];
      const path = item.path as readonly string[];
      return [[item.id as string, path[path.indexOf(owner.id) + 1] ?? owner.id]];
    }),
  );
  return (id) => children.get(id) ?? null;
};

/** Summarizes the conversations that the list of an owner has with these filters. */
export const summarizeConversations = async (
  owner: ListOwner,
  filters: ConversationFilters,
  { interval, group_by = [], zone, costsFrom }: SummaryQuery,
): Promise<ConversationSummary> => {
  const range = summaryRange({ ...filters, interval }, zone, Date.now());
  const from = new Date(range.from).toISOString();
  const to = new Date(range.until).toISOString();
  const summary = new Summary(range, group_by);
  const query = conversationQuery(owner, filters, 'desc');
  const asked = { ...query, from, until: to, attributes: ['shown', ...(query.where ? ['pairs'] : [])] };
  const count = (entries: readonly Item[]): void => {
    for (const entry of entries) summary.add(countedFromEntry(entry, costsFrom));
  };
  const places = filters.ids && (await placesOf(filters.ids, owner));
  const fitting = await readAll({ ...asked, places }, count);
  if (fitting !== undefined) {
    if (fitting >= to) {
      throw new ApiError('range_too_large', {
        detail: 'Too many conversations began at the end of the range',
      });
    }
    throw new ApiError('range_too_large', {
      detail: `A range from ${fitting} to ${to} would fit`,
      extensions: { start_after: fitting, start_before: to },
    });
  }
  const childOf = await childrenOf(owner, summary.organizations);
  return { timezone: zone, from, to, ...summary.report(childOf) };
};
