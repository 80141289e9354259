import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { ApiError, ErrorCode } from '#lib/contract/errors.ts';
import type { AuditSubject } from '#lib/domain/audit/record.ts';
import type { Item, Key } from '../table.ts';
import type { Stale } from './failures.ts';

type Requests = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A request of the SDK, which only takes items and keys of declared kinds. */
export type Request = {
  readonly [Name in keyof Requests]: Requests[Name] & { readonly Item?: Item; readonly Key?: Key };
};

/** One item of a transaction, and the error if its condition fails. */
export interface Operation<R extends Error = Error> {
  readonly request: Request;
  /** Makes the error from the existing item, if there is one. */
  readonly otherwise?: (existing: Item | undefined) => R;
}

/**
 * Commits writes that come before something that cannot be taken back, such as a request to a provider. Fails
 * if the request was answered before, or its caller may not write any more. The writes must depend on what
 * was read before, so that a request which overtakes this one is noticed.
 */
export type EarlyCommit = (operations: readonly Operation[]) => Promise<void>;

/**
 * A change to commit, and the answer to send once it is committed. The HTTP layer adds items that belong to
 * the request, such as the record of its idempotency key, and commits everything in one transaction.
 */
export interface Write<Reply, Code extends ErrorCode = never> {
  readonly operations: readonly Operation<ApiError<Code> | Stale>[];
  readonly reply: Reply;
  /**
   * The entity that is changed, for the audit log; absent: the entity of the answer or of the request's path.
   */
  readonly about?: AuditSubject;
  /**
   * The change was made already, such as at a voice provider, and is recorded although nothing is left to
   * write.
   */
  readonly isDone?: true;
  /** The representation before the change or removal, for `If-Match`. */
  readonly replaces?: unknown;
  /** Work that follows the commit, before the answer is sent. */
  readonly afterwards?: () => Promise<void>;
}
