import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { currentCause } from './cause.ts';

/** What a request cost in DynamoDB. */
export interface Consumption {
  calls: number;
  /** Read units: 4 KB each for consistent reads, 8 KB for eventually consistent ones. */
  readUnits: number;
  /** Write units: one per KB, two in a transaction. */
  writeUnits: number;
  durationMs: number;
}

interface Capacity {
  readonly CapacityUnits?: number | undefined;
  readonly ReadCapacityUnits?: number | undefined;
  readonly WriteCapacityUnits?: number | undefined;
}

export const nothingConsumed = (): Consumption => ({ calls: 0, readUnits: 0, writeUnits: 0, durationMs: 0 });

const writes = /^(Put|Update|Delete|BatchWrite|TransactWrite)/;

/** Makes DynamoDB return the capacity that each call consumes, and adds it to the cause of the call. */
export const meter = (client: DynamoDBDocumentClient): void => {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const consumed = currentCause()?.consumed;
        const started = performance.now();
        if (consumed) consumed.calls += 1;
        try {
          const result = await next({
            ...args,
            input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' },
          } as typeof args);
          const { ConsumedCapacity } = result.output as { ConsumedCapacity?: Capacity | Capacity[] };
          for (const { CapacityUnits = 0 } of [ConsumedCapacity ?? []].flat()) {
            if (consumed) consumed[writes.test(commandName) ? 'writeUnits' : 'readUnits'] += CapacityUnits;
          }
          return result;
        } finally {
          if (consumed) consumed.durationMs += performance.now() - started;
        }
      },
    { step: 'initialize', name: 'meter' },
  );
};
