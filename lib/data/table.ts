import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { meter } from './metering.ts';
import { requestHandler } from './request-handler.ts';

/** What the table holds: keys, and whatever the entity's own file says. */
export type Item = Record<string, unknown> & { readonly pk: string; readonly sk: string };

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** The table's name, from the function's environment. */
export const tableName = (): string => {
  const { TABLE_NAME } = process.env;
  if (!TABLE_NAME) throw new Error('TABLE_NAME is not set');
  return TABLE_NAME;
};

/** The one client of a function's cold start. */
export const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 3, requestHandler }), {
  marshallOptions: { removeUndefinedValues: true },
});

meter(dynamodb);

// It works out what it would log of each call, a quarter of a millisecond for a page of a list, where nobody listens.
dynamodb.middlewareStack.remove('loggerMiddleware');
