import { keyOf, partitionOf } from '#lib/store/keys.ts';
import type { TableItem, tableOf } from './table.ts';

type Table = ReturnType<typeof tableOf>;

/**
 * The fresh items and the parts of segments of an owner's search index, with parts that the index does not
 * name. The table picks them, because to read it as a whole takes longer the more tests have written to it.
 */
export const indexItemsOf = (table: Table, owner: string): Promise<TableItem[]> =>
  table.all({
    FilterExpression: 'pk = :fresh OR #owner = :owner',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: {
      ':fresh': { S: partitionOf('fresh_documents', owner) },
      ':owner': { S: owner },
    },
  });

/** Restores an owner's search index as it is now. The conversations in it must not change meanwhile. */
export const restorerOf = async (table: Table, owner: string): Promise<() => Promise<void>> => {
  const before = await indexItemsOf(table, owner);
  return async () => {
    for (const { pk, sk } of await indexItemsOf(table, owner)) await table.remove({ pk, sk });
    await table.remove(keyOf('index', owner));
    for (const item of before) await table.put(item);
  };
};
