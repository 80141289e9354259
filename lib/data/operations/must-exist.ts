import type { ApiError } from '#lib/contract/errors.ts';
import type { Key } from '../table.ts';
import { tableName } from '../table.ts';
import type { Operation } from './operation.ts';

/** Writes nothing itself, but lets the transaction fail where there is no such item. */
export const mustExist = <E extends ApiError>({ pk, sk }: Key, otherwise: () => E): Operation<E> => ({
  request: {
    ConditionCheck: {
      TableName: tableName(),
      Key: { pk, sk },
      ConditionExpression: 'attribute_exists(pk)',
    },
  },
  otherwise,
});
