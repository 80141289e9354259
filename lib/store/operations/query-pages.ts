import type { Item } from '../table.ts';
import type { QueryInput, QueryPage } from './query.ts';
import { query } from './query.ts';

/** All pages of a query, one after the other. A page is read only when the loop requests it. */
export async function* queryPages(input: QueryInput): AsyncGenerator<QueryPage> {
  let last: Item | undefined;
  do {
    const page = await query({ ...input, ...(last && { ExclusiveStartKey: last }) });
    yield page;
    last = page.last;
  } while (last);
}

/** The items of all pages of a query. They are all in memory at the same time. */
export const queryAll = async (input: QueryInput): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const page of queryPages(input)) items.push(...page.items);
  return items;
};
