import type { PutCommandInput } from '@aws-sdk/lib-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../table.ts';
import { dynamodb, tableName } from '../table.ts';

type Condition = Pick<PutCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>;

/** Writes one item by itself if a condition holds, at half a transaction's price; else the SDK's own error. */
export const putIf = async (item: Item, condition: Condition): Promise<void> => {
  await dynamodb.send(new PutCommand({ TableName: tableName(), Item: item, ...condition }));
};
