import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Key } from '../table.ts';
import { dynamodb, tableName } from '../table.ts';
import { writeOne } from './write-one.ts';

/**
 * Changes attributes of one item, and returns those that `ReturnValues` requests. If a condition fails,
 * throws the SDK's error.
 */
export const update = async (
  Key: Key,
  input: Omit<UpdateCommandInput, 'TableName' | 'Key'>,
): Promise<Record<string, unknown> | undefined> => {
  const command = new UpdateCommand({ TableName: tableName(), Key, ...input });
  return (await writeOne(() => dynamodb.send(command))).Attributes;
};
