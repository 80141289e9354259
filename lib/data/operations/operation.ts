import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { ApiError, ErrorCode } from '#lib/contract/errors.ts';
import type { Item } from '../table.ts';
import type { Stale } from './failures.ts';

/** One item of a transaction, and what it means when its condition does not hold. */
export interface Operation<R extends Error = Error> {
  readonly request: NonNullable<TransactWriteCommandInput['TransactItems']>[number];
  /** Told by the item that was there, if any. */
  readonly otherwise?: (existing: Item | undefined) => R;
}

/**
 * A change that is yet to be committed, and the answer to give once it is. Whoever commits adds what belongs to the
 * request rather than to the entity, such as the record of its idempotency key: all of it is one transaction.
 */
export interface Write<Reply, Code extends ErrorCode = never> {
  readonly operations: readonly Operation<ApiError<Code> | Stale>[];
  readonly reply: Reply;
  /** The representation that is changed or removed, for `If-Match`. */
  readonly replaces?: unknown;
}
