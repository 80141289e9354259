import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { upgraded } from '../shapes.ts';
import type { Item, Key } from '../table.ts';
import { dynamodb, tableName } from '../table.ts';

/** One item, read consistently. */
export const get = async (key: Key): Promise<Item | undefined> => {
  const { Item: item } = await dynamodb.send(
    new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
  );
  return item && upgraded(item as Item);
};
