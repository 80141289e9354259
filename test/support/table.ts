import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { platform } from '../fixtures.ts';

export const dynamodb = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    endpoint: platform.dynamodb_endpoint,
    region: platform.region,
    credentials: { accessKeyId: platform.access_key_id, secretAccessKey: platform.secret_access_key },
  }),
);

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
