import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { because } from '#lib/data/cause.ts';
import { dynamodb } from '#lib/data/table.ts';

/** What a task cost, and what its Queries looked at. */
export interface Cost<T> {
  readonly calls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly result: T;
  readonly queries: number;
  /** Items that the Queries gave back, and that they read for it. */
  readonly count: number;
  readonly scanned: number;
  /** Units that went into the Queries. */
  readonly queryUnits: number;
}

interface Capacity {
  readonly CapacityUnits?: number;
}

interface Output {
  readonly Count?: number;
  readonly ScannedCount?: number;
  readonly ConsumedCapacity?: Capacity | readonly Capacity[];
}

let seen: { readonly command: string; readonly output: Output }[] = [];

// Counted here, because a handler that is called counts what it uses for a cause of its own.
dynamodb.middlewareStack.add(
  (next, { commandName = '' }) =>
    async (args) => {
      const result = await next(args);
      seen.push({ command: commandName, output: result.output as Output });
      return result;
    },
  { step: 'initialize', name: 'seen' },
);

const sum = (values: readonly (number | undefined)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

const unitsOf = ({ ConsumedCapacity = [] }: Output): number =>
  sum([ConsumedCapacity].flat().map((capacity) => (capacity as Capacity).CapacityUnits));

const writes = /^(Put|Update|Delete|BatchWrite|TransactWrite)/;

/** Runs one task at a time. */
export const costOf = async <T>(task: () => Promise<T>): Promise<Cost<T>> => {
  seen = [];
  const result = await because({ requestId: 'bench' }, task);
  const queries = seen.filter(({ command }) => command === QueryCommand.name).map(({ output }) => output);
  const unitsWhere = (isWrite: boolean) =>
    sum(seen.filter(({ command }) => writes.test(command) === isWrite).map(({ output }) => unitsOf(output)));
  return {
    calls: seen.length,
    readUnits: unitsWhere(false),
    writeUnits: unitsWhere(true),
    result,
    queries: queries.length,
    count: sum(queries.map(({ Count }) => Count)),
    scanned: sum(queries.map(({ ScannedCount }) => ScannedCount)),
    queryUnits: sum(queries.map(unitsOf)),
  };
};
