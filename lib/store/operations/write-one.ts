import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { maxAttempts, pauseAfter } from './attempts.ts';
import { ItemContended } from './failures.ts';

/**
 * Sends a write of one item, again if a transaction in progress has the item, which the SDK does not. Throws
 * `ItemContended` if the item stays busy.
 */
export const writeOne = async <T>(send: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof TransactionConflictException)) throw error;
      if (attempt === maxAttempts) throw new ItemContended();
      await pauseAfter(attempt);
    }
  }
};

/** The same for a write with a condition. Undefined: the condition does not hold. */
export const writeOneIf = async <T>(send: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await writeOne(send);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};
