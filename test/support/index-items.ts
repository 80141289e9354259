import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { freshPartition, indexKey } from '#lib/data/keys.ts';
import type { TableItem, tableOf } from './table.ts';

/**
 * The fresh items and the parts of segments of an owner's search index, with parts that the index does not
 * name. The table picks them, because to read it as a whole takes longer the more tests have written to it.
 */
export const indexItemsOf = async (owner: string): Promise<TableItem[]> => {
  // Only now, because the table's client takes its settings from the environment.
  const { dynamodb, tableName } = await import('#lib/data/table.ts');
  const asked = {
    TableName: tableName(),
    FilterExpression: 'pk = :fresh OR #owner = :owner',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: { ':fresh': freshPartition(owner), ':owner': owner },
  };
  const items: TableItem[] = [];
  for await (const { Items = [] } of paginateScan({ client: dynamodb }, asked)) {
    items.push(...(Items as TableItem[]));
  }
  return items;
};

/** Restores an owner's search index as it is now. The conversations in it must not change meanwhile. */
export const restorerOf = async (
  table: ReturnType<typeof tableOf>,
  owner: string,
): Promise<() => Promise<void>> => {
  const before = await indexItemsOf(owner);
  return async () => {
    for (const { pk, sk } of await indexItemsOf(owner)) await table.remove({ pk, sk });
    await table.remove(indexKey(owner));
    for (const item of before) await table.put(item);
  };
};
