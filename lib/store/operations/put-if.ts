import type { PutCommandInput } from '@aws-sdk/lib-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { withShape } from '../shapes.ts';
import type { Item } from '../table.ts';
import { dynamodb, tableName } from '../table.ts';
import { writeOneIf } from './write-one.ts';

type Condition = Pick<
  PutCommandInput,
  'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/** Writes one item if a condition holds, at half a transaction's price. Returns whether it does. */
export const putIf = async (item: Item, condition: Condition): Promise<boolean> => {
  const command = new PutCommand({ TableName: tableName(), Item: withShape(item), ...condition });
  return (await writeOneIf(() => dynamodb.send(command))) !== undefined;
};
