import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { currentCause } from './cause.ts';

interface Capacity {
  readonly CapacityUnits?: number | undefined;
  readonly ReadCapacityUnits?: number | undefined;
  readonly WriteCapacityUnits?: number | undefined;
}

const writes = /^(Put|Update|Delete|BatchWrite|TransactWrite)/;

/** Makes DynamoDB return the capacity that each call consumes, and adds it to the cause of the call. */
export const measureConsumption = (client: DynamoDBDocumentClient): void => {
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
    { step: 'initialize', name: 'measureConsumption' },
  );
};
