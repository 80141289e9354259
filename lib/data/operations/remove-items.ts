import { batchWrite } from './batch-write.ts';
import { query } from './query.ts';

/** Items of one partition, from one sort key to another (inclusive). All items if absent. */
export interface Range {
  readonly pk: string;
  readonly between?: readonly [first: string, last: string];
}

/** Removes any number of items, one page at a time. It can be repeated after an interruption. */
export const removeItems = async ({ pk, between }: Range): Promise<void> => {
  for (let more = true; more; ) {
    const page = await query({
      KeyConditionExpression: between ? 'pk = :pk AND sk BETWEEN :first AND :last' : 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk, ...(between && { ':first': between[0], ':last': between[1] }) },
      ProjectionExpression: 'pk, sk',
      ConsistentRead: true,
    });
    await batchWrite({ removals: page.items });
    more = page.more;
  }
};
