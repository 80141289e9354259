import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { measureConsumption } from './consumption.ts';
import { connections, omitStepsForAws, waitBeforeCalls } from './embedded-dynamodb.ts';
import { requestHandler } from './request-handler.ts';

/** Anything with a key. */
export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

declare const declared: unique symbol;

/**
 * Anything with a key of a kind that lib/store/kinds.ts declares. Only such keys and items are read and
 * written.
 */
export interface OfKind extends ItemKey {
  readonly [declared]: true;
}

/** An item of the table: its keys, and attributes that the entity's module defines. */
export type Item = Record<string, unknown> & OfKind;

declare const nothingElse: unique symbol;

/**
 * A key, and nothing else: DynamoDB refuses a key with other attributes, so no item is one. `keyOf` and
 * `keyIn` make it.
 */
export type Key = OfKind & { readonly [nothingElse]: true };

/** The table's name, from the function's environment. */
export const tableName = (): string => {
  const { TABLE_NAME } = process.env;
  if (!TABLE_NAME) throw new Error('TABLE_NAME is not set');
  return TABLE_NAME;
};

/** The client, created once per cold start. */
export const dynamodb = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    maxAttempts: 3,
    requestHandler: { ...requestHandler, ...connections },
  }),
  { marshallOptions: { removeUndefinedValues: true } },
);

measureConsumption(dynamodb);

// The SDK formats a log entry for every call even when logging is off: 0.25 ms for a page of a list.
dynamodb.middlewareStack.remove('loggerMiddleware');

omitStepsForAws(dynamodb);

waitBeforeCalls(dynamodb);
