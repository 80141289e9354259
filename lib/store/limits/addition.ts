import type { Key } from '../table.ts';
import { tableName } from '../table.ts';

/** Amounts to add to the attributes of an item that counts. */
interface Addition {
  readonly key: Key;
  readonly add: Readonly<Record<string, number | undefined>>;
  /** The greatest values that attributes may have before; absent: there is room for every amount. */
  readonly room?: Readonly<Record<string, number | undefined>> | undefined;
  /** In seconds since 1970; absent: it stays. */
  readonly expires?: number;
}

const known = (amounts: Addition['add']): [name: string, amount: number][] =>
  Object.entries(amounts).flatMap(([name, amount]) => (amount === undefined ? [] : [[name, amount]]));

/** The update that adds to a count, on condition that there is room. */
export const addition = ({ key, add, room = {}, expires }: Addition) => {
  const [amounts, bounds] = [known(add), known(room)];
  const sums = amounts.map((_, at) => `#a${at} :a${at}`).join(', ');
  // Without a count there is room, unless the limit alone is too low.
  const conditions = bounds.map(([, most], at) =>
    most < 0 ? `#m${at} <= :m${at}` : `(attribute_not_exists(#m${at}) OR #m${at} <= :m${at})`,
  );
  return {
    TableName: tableName(),
    Key: key,
    UpdateExpression: `ADD ${sums}${expires === undefined ? '' : ' SET expires = :expires'}`,
    ExpressionAttributeNames: Object.fromEntries([
      ...amounts.map(([name], at) => [`#a${at}`, name]),
      ...bounds.map(([name], at) => [`#m${at}`, name]),
    ]),
    ExpressionAttributeValues: Object.fromEntries([
      ...amounts.map(([, amount], at) => [`:a${at}`, amount]),
      ...bounds.map(([, most], at) => [`:m${at}`, most]),
      ...(expires === undefined ? [] : [[':expires', expires]]),
    ]),
    ...(conditions.length > 0 && {
      ConditionExpression: conditions.join(' AND '),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    }),
  };
};
