import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { freshPartition } from '#lib/data/keys.ts';
import type { TableItem } from './table.ts';

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
