import { keyIn } from '../keys.ts';
import type { ItemKey } from '../table.ts';
import { batchWrite } from './batch-write.ts';
import { queryPages } from './query-pages.ts';

/** Items of one partition, from one sort key to another (inclusive). All items if absent. */
export interface Range {
  readonly pk: string;
  readonly between?: readonly [first: string, last: string];
  /** Only items with these keys. */
  readonly where?: (key: ItemKey) => boolean;
}

/**
 * Removes any number of items, one page at a time, and returns how many there were. It can be repeated after
 * an interruption.
 */
export const removeItems = async ({ pk, between, where = () => true }: Range): Promise<number> => {
  const pages = queryPages({
    KeyConditionExpression: between ? 'pk = :pk AND sk BETWEEN :first AND :last' : 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk, ...(between && { ':first': between[0], ':last': between[1] }) },
    ProjectionExpression: 'pk, sk',
    ConsistentRead: true,
  });
  let removed = 0;
  for await (const { items } of pages) {
    const removals = items.filter(where).map(keyIn);
    await batchWrite({ removals });
    removed += removals.length;
  }
  return removed;
};
