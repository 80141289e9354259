import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { upgraded } from '../shapes.ts';
import type { Item } from '../table.ts';
import { dynamodb, tableName } from '../table.ts';

export type QueryInput = Omit<QueryCommandInput, 'TableName'>;

export interface QueryPage {
  readonly items: Item[];
  /** The number of items in the page, even if only the count was requested (`Select`). */
  readonly count: number;
  /** The number of items that were read, including those that did not match the filter. */
  readonly scanned: number;
  /** Whether the partition may have more beyond this page. */
  readonly more: boolean;
  /** The last key that was read, even if its item did not match the filter. */
  readonly last: Item | undefined;
}

/** One page of one partition: up to `Limit` items, and never more than 1 MB. */
export const query = async (input: QueryInput): Promise<QueryPage> => {
  const {
    Items = [],
    Count = 0,
    ScannedCount = Count,
    LastEvaluatedKey,
  } = await dynamodb.send(new QueryCommand({ TableName: tableName(), ...input }));
  return {
    // A projection may lack the number of the shape, so it cannot be upgraded.
    items: input.ProjectionExpression ? (Items as Item[]) : (Items as Item[]).map(upgraded),
    count: Count,
    scanned: ScannedCount,
    more: LastEvaluatedKey !== undefined,
    last: LastEvaluatedKey as Item | undefined,
  };
};
