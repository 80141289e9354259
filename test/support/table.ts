import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateScan,
} from '@aws-sdk/lib-dynamodb';
import type { Key } from '#lib/data/table.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';
import { platform } from '../fixtures.ts';

const clientOf = (description: PlatformDescription): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: description.dynamodb_endpoint,
      region: description.region,
      credentials: { accessKeyId: description.access_key_id, secretAccessKey: description.secret_access_key },
    }),
  );

/** The table that all tests share. */
export const dynamodb = clientOf(platform);

/** The table of a platform, to be tampered with. */
export const tableOf = (description: PlatformDescription) => {
  const client = clientOf(description);
  const { table: TableName } = description;
  const get = async (key: Key) => (await client.send(new GetCommand({ TableName, Key: key }))).Item;
  const put = (Item: object) => client.send(new PutCommand({ TableName, Item }));
  const remove = (key: Key) => client.send(new DeleteCommand({ TableName, Key: key }));
  return { get, put, remove };
};

interface TableItem {
  readonly pk: string;
  readonly sk: string;
  readonly [attribute: string]: unknown;
}

/** Everything in the table that mentions a text. */
export const allItems = async (mentioning: string): Promise<TableItem[]> => {
  const found: TableItem[] = [];
  for await (const page of paginateScan({ client: dynamodb }, { TableName: platform.table })) {
    found.push(
      ...((page.Items ?? []) as TableItem[]).filter((item) => JSON.stringify(item).includes(mentioning)),
    );
  }
  return found;
};
