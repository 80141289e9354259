import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Key } from '../table.ts';
import { dynamodb, tableName } from '../table.ts';
import { writeOne, writeOneIf } from './write-one.ts';

type Change = Omit<UpdateCommandInput, 'TableName' | 'Key'>;

const sendUpdate = (Key: Key, change: Change) =>
  dynamodb.send(new UpdateCommand({ TableName: tableName(), Key, ...change }));

/**
 * Changes attributes of one item, and returns those that `ReturnValues` requests. If a condition fails,
 * throws the SDK's error.
 */
export const update = async (key: Key, change: Change): Promise<Record<string, unknown> | undefined> =>
  (await writeOne(() => sendUpdate(key, change))).Attributes;

/** The same with a condition. Undefined: it does not hold. */
export const updateIf = async (key: Key, change: Change): Promise<Record<string, unknown> | undefined> => {
  const answer = await writeOneIf(() => sendUpdate(key, change));
  return answer && (answer.Attributes ?? {});
};
