import { setTimeout as wait } from 'node:timers/promises';
import type {
  CreateTableCommandInput,
  GlobalSecondaryIndexDescription,
  GlobalSecondaryIndexUpdate,
  Projection,
} from '@aws-sdk/client-dynamodb';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import type { IndexDefinition } from '#lib/store/table-definition.ts';
import { tableDefinition } from '#lib/store/table-definition.ts';

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

/** The keys and the contents of an index, comparably. */
const spelled = ({
  IndexName,
  KeySchema = [],
  Projection: { ProjectionType, NonKeyAttributes = [] } = {},
}: GlobalSecondaryIndexDescription): string =>
  [
    IndexName,
    ...KeySchema.map(({ AttributeName }) => AttributeName),
    ProjectionType,
    ...NonKeyAttributes.toSorted(),
  ].join(' ');

const indexesOf = async (client: DynamoDBClient, TableName: string) => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  return Table?.GlobalSecondaryIndexes ?? [];
};

/**
 * Gives a table that another version created the indexes of this one: DynamoDB fills them with what the table
 * has. One of another version that this one does not know is left as it is, so that version can go on with
 * the same data.
 */
const completeIndexes = async (client: DynamoDBClient, TableName: string): Promise<void> => {
  const { GlobalSecondaryIndexes = [], AttributeDefinitions } = createTableInput(TableName);
  /** An update changes one index, and the next one has to wait for it. */
  const update = async (change: GlobalSecondaryIndexUpdate, isDone: (names: string[]) => boolean) => {
    await client.send(
      new UpdateTableCommand({ TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates: [change] }),
    );
    for (;;) {
      const indexes = await indexesOf(client, TableName);
      const isSettled = indexes.every(({ IndexStatus = 'ACTIVE' }) => IndexStatus === 'ACTIVE');
      if (isSettled && isDone(indexes.map(({ IndexName = '' }) => IndexName))) return;
      await wait(100);
    }
  };
  const present = new Map(
    (await indexesOf(client, TableName)).map((index) => [index.IndexName, spelled(index)]),
  );
  for (const index of GlobalSecondaryIndexes) {
    const { IndexName = '' } = index;
    const found = present.get(IndexName);
    if (found === spelled(index)) continue;
    if (found !== undefined) await update({ Delete: { IndexName } }, (names) => !names.includes(IndexName));
    await update({ Create: index }, (names) => names.includes(IndexName));
  }
};

/** Creates the table, or brings that of an earlier start to the indexes of this version. */
export const createTable = async (tableName: string): Promise<void> => {
  const client = new DynamoDBClient({});
  try {
    await client.send(new CreateTableCommand(createTableInput(tableName)));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
    await completeIndexes(client, tableName);
  } finally {
    client.destroy();
  }
};
