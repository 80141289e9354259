import type { Key } from '../table.ts';
import { tableName } from '../table.ts';
import type { Operation } from './operation.ts';

/**
 * Writes nothing itself, but lets the transaction fail where there is no such item. One whose erasure has begun counts as
 * gone.
 */
export const mustExist = <E extends Error>({ pk, sk }: Key, otherwise: () => E): Operation<E> => ({
  request: {
    ConditionCheck: {
      TableName: tableName(),
      Key: { pk, sk },
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(erasing)',
    },
  },
  otherwise,
});
