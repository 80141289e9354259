import type { PutCommandInput } from '@aws-sdk/lib-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { withShape } from '../shapes.ts';
import type { Item } from '../table.ts';
import { dynamodb, tableName } from '../table.ts';

type Condition = Pick<
  PutCommandInput,
  'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/** Writes one item if a condition holds, at half a transaction's price. Otherwise throws the SDK's error. */
export const putIf = async (item: Item, condition: Condition): Promise<void> => {
  await dynamodb.send(new PutCommand({ TableName: tableName(), Item: withShape(item), ...condition }));
};
