import { ApiError } from '#lib/contract/errors.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { tableName } from '#lib/store/table.ts';

/**
 * Counts that somebody becomes a member through a connection, so that it is not removed at the same moment.
 */
export const joinWrite = <E extends Error>(connectionId: string, otherwise: () => E): Operation<E> => ({
  request: {
    Update: {
      TableName: tableName(),
      Key: keyOf('connection', connectionId),
      UpdateExpression: 'ADD joins :one',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(erasing)',
      ExpressionAttributeValues: { ':one': 1 },
    },
  },
  otherwise,
});

/** The condition that an organization lets people in through a connection: it enforces no other. */
export const mustAdmit = (owner: string, connectionId: string): Operation<ApiError<'sign_in_enforced'>> => ({
  request: {
    ConditionCheck: {
      TableName: tableName(),
      Key: keyOf('enforced_sign_in', owner),
      ConditionExpression: 'attribute_not_exists(pk) OR connection_id = :connection',
      ExpressionAttributeValues: { ':connection': connectionId },
    },
  },
  otherwise: () => new ApiError('sign_in_enforced'),
});
