import { connectionKey } from '../keys.ts';
import type { Operation } from '../operations/operation.ts';
import { tableName } from '../table.ts';

/** Counts that somebody becomes a member through a connection, so that it is not removed at the same moment. */
export const joinWrite = <E extends Error>(connectionId: string, otherwise: () => E): Operation<E> => ({
  request: {
    Update: {
      TableName: tableName(),
      Key: connectionKey(connectionId),
      UpdateExpression: 'ADD joins :one',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(erasing)',
      ExpressionAttributeValues: { ':one': 1 },
    },
  },
  otherwise,
});
