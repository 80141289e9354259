import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { because } from '#lib/data/cause.ts';
import type { Consumption } from '#lib/data/metering.ts';
import { nothingConsumed } from '#lib/data/metering.ts';
import { dynamodb } from '#lib/data/table.ts';

/** What a task cost, and what its Queries looked at. */
export interface Cost<T> extends Consumption {
  readonly result: T;
  readonly queries: number;
  /** Items that the Queries gave back, and that they read for it. */
  readonly count: number;
  readonly scanned: number;
  /** Units that went into the Queries. */
  readonly queryUnits: number;
}

interface QueryOutput {
  readonly Count?: number;
  readonly ScannedCount?: number;
  readonly ConsumedCapacity?: { readonly CapacityUnits?: number };
}

let seen: QueryOutput[] = [];

dynamodb.middlewareStack.add(
  (next, { commandName }) =>
    async (args) => {
      const result = await next(args);
      if (commandName === QueryCommand.name) seen.push(result.output as QueryOutput);
      return result;
    },
  { step: 'initialize', name: 'seen' },
);

const sum = (values: readonly (number | undefined)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

/** Runs one task at a time. */
export const costOf = async <T>(task: () => Promise<T>): Promise<Cost<T>> => {
  seen = [];
  const consumed = nothingConsumed();
  const result = await because({ consumed, requestId: 'bench' }, task);
  return {
    ...consumed,
    result,
    queries: seen.length,
    count: sum(seen.map(({ Count }) => Count)),
    scanned: sum(seen.map(({ ScannedCount }) => ScannedCount)),
    queryUnits: sum(seen.map(({ ConsumedCapacity }) => ConsumedCapacity?.CapacityUnits)),
  };
};

/** The value below which so much of them lies. */
