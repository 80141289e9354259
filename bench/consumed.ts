import { because } from '#lib/store/cause.ts';
import { dynamodb } from '#lib/store/table.ts';
import type { UnitsUsed } from './figure.ts';
import { sum } from './figure.ts';

interface Capacity {
  readonly CapacityUnits?: number;
}

interface SeenCommand {
  readonly command: string;
  readonly output: { readonly ConsumedCapacity?: Capacity | readonly Capacity[] };
}

let seen: SeenCommand[] = [];

// Counted here, because a handler that is called counts what it uses for a cause of its own.
dynamodb.middlewareStack.add(
  (next, { commandName = '' }) =>
    async (args) => {
      const result = await next(args);
      seen.push({ command: commandName, output: result.output as SeenCommand['output'] });
      return result;
    },
  { step: 'initialize', name: 'seen' },
);

const unitsOf = ({ output: { ConsumedCapacity = [] } }: SeenCommand): number =>
  sum([ConsumedCapacity].flat().map((capacity) => (capacity as Capacity).CapacityUnits ?? 0));

const writes = /^(Put|Update|Delete|BatchWrite|TransactWrite)/;

/** Measures the units that a task consumes. Only one task can be measured at a time. */
export const costOf = async (task: () => Promise<unknown>): Promise<UnitsUsed> => {
  seen = [];
  await because({ requestId: 'bench' }, task);
  const unitsWhere = (isWrite: boolean) =>
    sum(seen.filter(({ command }) => writes.test(command) === isWrite).map(unitsOf));
  return { calls: seen.length, readUnits: unitsWhere(false), writeUnits: unitsWhere(true) };
};
