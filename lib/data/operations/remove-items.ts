import { batchWrite } from './batch-write.ts';
import { query } from './query.ts';

/** Items of one partition: from one sort key to another, both included; absent: all. */
export interface Range {
  readonly pk: string;
  readonly between?: readonly [first: string, last: string];
}

/** Removes any number of items, a page of them at a time. Broken off anywhere, it can be done again. */
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
