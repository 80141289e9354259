import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { upgraded } from '../shapes.ts';
import type { Item } from '../table.ts';
import { dynamodb } from '../table.ts';
import { maxAttempts, pauseAfter } from './attempts.ts';
import { ItemContended, WritesThrottled } from './failures.ts';
import type { Operation } from './operation.ts';

/** Temporary reasons. The SDK retries a throttled call, but not a transaction with a throttled item. */
const throttling = new Set(['ThrottlingError', 'ProvisionedThroughputExceeded']);
const passing = new Set(['TransactionConflict', ...throttling]);

/** The message of a canceled transaction does not contain its reasons. */
const reasonsOf = (error: TransactionCanceledException): Error => {
  const all = error.CancellationReasons ?? [];
  const reasons = all.flatMap(({ Code = 'None', Message = '' }, index) =>
    Code === 'None' ? [] : [`write ${index + 1} of ${all.length}: ${Code}: ${Message}`],
  );
  return new Error(`Nothing was written: ${reasons.join('; ')}`, { cause: error });
};

/**
 * Writes all operations or none. If a condition fails, throws the error that the first such operation
 * defines. Throws `ItemContended` or `WritesThrottled` if the items stay busy.
 */
export const commit = async (operations: readonly Operation[]): Promise<void> => {
  const TransactItems = operations.map(({ request }) => request);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await dynamodb.send(new TransactWriteCommand({ TransactItems }));
      return;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      reasons.forEach(({ Code, Item: existing }, index) => {
        const { otherwise } = operations[index] ?? {};
        if (Code === 'ConditionalCheckFailed' && otherwise) {
          throw otherwise(existing && upgraded(unmarshall(existing) as Item));
        }
      });
      if (!reasons.some(({ Code = '' }) => passing.has(Code))) throw reasonsOf(error);
      if (attempt === maxAttempts) {
        throw reasons.some(({ Code = '' }) => throttling.has(Code))
          ? new WritesThrottled()
          : new ItemContended();
      }
      await pauseAfter(attempt);
    }
  }
};
