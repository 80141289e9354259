import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { rateKey } from '../keys.ts';
import { dynamodb, tableName } from '../table.ts';

const minuteMs = 60_000;

/** An organisation's requests of this minute. */
export interface RequestRate {
  readonly limit: number;
  /** How many more there may be. */
  readonly remaining: number;
  /** Until the minute is over. */
  readonly resetSeconds: number;
  /** This one was too many, and is not counted. */
  readonly exceeded: boolean;
}

/** Counts a request, in one write: minutes are those of the clock, and each has an item that goes by itself. */
export const countRequest = async (
  clientId: string,
  limit: number,
  now = Date.now(),
): Promise<RequestRate> => {
  const minute = Math.floor(now / minuteMs);
  const end = (minute + 1) * minuteMs;
  const resetSeconds = Math.ceil((end - now) / 1000);
  try {
    const { Attributes } = await dynamodb.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: rateKey(clientId, minute),
        UpdateExpression: 'ADD requests :one SET expires = :expires',
        ConditionExpression: 'attribute_not_exists(requests) OR requests < :limit',
        ExpressionAttributeValues: { ':one': 1, ':limit': limit, ':expires': end / 1000 + 3600 },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return { limit, remaining: limit - Number(Attributes?.requests), resetSeconds, exceeded: false };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { limit, remaining: 0, resetSeconds, exceeded: true };
  }
};
