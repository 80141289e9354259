import { isDeepStrictEqual } from 'node:util';
import type {
  CreateTableCommandInput,
  GlobalSecondaryIndexDescription,
  Projection,
} from '@aws-sdk/client-dynamodb';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceInUseException,
} from '@aws-sdk/client-dynamodb';
import type { IndexDefinition } from '#lib/data/table-definition.ts';
import { tableDefinition } from '#lib/data/table-definition.ts';
import { StartError } from './start-error.ts';

const keySchema = ({ partitionKey, sortKey }: { partitionKey: string; sortKey: string }) => [
  { AttributeName: partitionKey, KeyType: 'HASH' as const },
  { AttributeName: sortKey, KeyType: 'RANGE' as const },
];

const projectionOf = ({ includes }: IndexDefinition): Projection => {
  if (!includes) return { ProjectionType: 'ALL' };
  return includes.length === 0
    ? { ProjectionType: 'KEYS_ONLY' }
    : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...includes] };
};

/** The table's definition as DynamoDB's API expects it. */
export const createTableInput = (TableName: string): CreateTableCommandInput => {
  const { indexes } = tableDefinition;
  const keys = [tableDefinition, ...indexes].flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]);
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(tableDefinition),
    AttributeDefinitions: [...new Set(keys)].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    GlobalSecondaryIndexes: indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: keySchema(index),
      Projection: projectionOf(index),
    })),
  };
};

const spelled = (
  indexes: readonly Pick<GlobalSecondaryIndexDescription, 'IndexName' | 'Projection'>[] = [],
): string[] =>
  indexes
    .map(({ IndexName, Projection: { ProjectionType, NonKeyAttributes = [] } = {} }) =>
      [IndexName, ProjectionType, ...NonKeyAttributes.toSorted()].join(' '),
    )
    .sort();

/** Refuses a table that an earlier version created with other indexes: lists would lack entities. */
const refuseOther = async (client: DynamoDBClient, tableName: string): Promise<void> => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  const { GlobalSecondaryIndexes: expected } = createTableInput(tableName);
  if (isDeepStrictEqual(spelled(Table?.GlobalSecondaryIndexes), spelled(expected))) return;
  throw new StartError(
    `An earlier version created the table ${tableName} with other indexes. Remove its data, or choose another folder: npm start -- --directory <folder>`,
  );
};

/** Creates the table, unless an earlier start has created it. */
export const createTable = async (tableName: string): Promise<void> => {
  const client = new DynamoDBClient({});
  try {
    await client.send(new CreateTableCommand(createTableInput(tableName)));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
    await refuseOther(client, tableName);
  } finally {
    client.destroy();
  }
};
