import { daySeconds } from '#lib/domain/durations.ts';
import { idempotencyKey, keyOf } from './keys.ts';
import { get } from './operations/get.ts';
import type { Operation } from './operations/operation.ts';
import { putNew } from './operations/put.ts';
import type { Item, Key } from './table.ts';

const keptSeconds = daySeconds;

/** The first answer to a request with an Idempotency-Key, and the fingerprint of that request. */
export interface FirstAnswer {
  /** SHA-256 of the request, to distinguish a repeat from a different request. */
  readonly fingerprint: string;
  /** Compressed, and encrypted if it contains a secret. */
  readonly answer: Uint8Array;
}

export interface IdempotencyScope {
  readonly owner: string;
  readonly route: string;
  readonly key: string;
}

/** The request was answered before, with this answer. */
export class AlreadyAnswered extends Error {
  override readonly name = 'AlreadyAnswered';
  readonly first: FirstAnswer;

  constructor(first: FirstAnswer) {
    super();
    this.first = first;
  }
}

const fromItem = (item: Item): FirstAnswer => item as unknown as FirstAnswer;

/** The partition of an answer, by which a message that waits for it refers to it. */
export const answerPartition = ({ owner, route, key }: IdempotencyScope): string =>
  idempotencyKey(owner, route, key).pk;

const keyAt = (partition: string): Key => {
  const [, owner = '', route = '', hash = ''] = partition.split('#');
  return keyOf('first_answer', owner, route, hash);
};

/**
 * Stores an answer for a day, in the transaction of its write. Fails with `AlreadyAnswered` if there is one
 * already.
 */
export const keepAnswer = (scope: IdempotencyScope, answer: FirstAnswer): Operation<AlreadyAnswered> =>
  keepAnswerAt(answerPartition(scope), answer);

export const keepAnswerAt = (partition: string, answer: FirstAnswer): Operation<AlreadyAnswered> =>
  putNew(
    {
      ...keyAt(partition),
      ...answer,
      expires: Math.floor(Date.now() / 1000) + keptSeconds,
    },
    (existing) => new AlreadyAnswered(fromItem(existing as Item)),
  );

export const findAnswer = (scope: IdempotencyScope): Promise<FirstAnswer | undefined> =>
  findAnswerAt(answerPartition(scope));

export const findAnswerAt = async (partition: string): Promise<FirstAnswer | undefined> => {
  const item = await get(keyAt(partition));
  // DynamoDB deletes expired items up to two days late.
  return item && Number(item.expires) > Date.now() / 1000 ? fromItem(item) : undefined;
};
