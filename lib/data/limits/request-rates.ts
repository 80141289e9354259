import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { RateLimit } from '#lib/domain/organizations/hierarchy.ts';
import { rateKey } from '../keys.ts';
import { dynamodb, tableName } from '../table.ts';

const minuteMs = 60_000;

/** The requests of the current minute that a limit counts. */
export interface RequestRate {
  /** The organization on which the limit is set. */
  readonly client_id: string;
  readonly limit: number;
  /** How many more there may be. */
  readonly remaining: number;
  /** Until the minute is over. */
  readonly resetSeconds: number;
  /** This request was one too many, and is not counted. */
  readonly exceeded: boolean;
}

/** The minute in which an organization was seen to have reached a limit: it only counts up, so nothing has to be asked again. */
const exhausted = new Map<string, number>();
const maxExhausted = 10_000;

const isExhausted = (name: string, minute: number): boolean => {
  const seen = exhausted.get(name);
  if (seen !== undefined && seen < minute) exhausted.delete(name);
  return seen === minute;
};

const noteExhausted = (name: string, minute: number): void => {
  if (exhausted.size >= maxExhausted) exhausted.clear();
  exhausted.set(name, minute);
};

/** Counts a request against one limit, in one write. Minutes are those of the clock; each has an item that expires by itself. */
const countAgainst = async (
  { client_id, requests_per_minute: limit }: RateLimit,
  now: number,
): Promise<RequestRate> => {
  const minute = Math.floor(now / minuteMs);
  const end = (minute + 1) * minuteMs;
  const rate = { client_id, limit, resetSeconds: Math.ceil((end - now) / 1000) };
  const name = `${client_id} ${limit}`;
  const refused = { ...rate, remaining: 0, exceeded: true };
  if (isExhausted(name, minute)) return refused;
  try {
    const { Attributes } = await dynamodb.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: rateKey(client_id, minute),
        UpdateExpression: 'ADD requests :one SET expires = :expires',
        ConditionExpression: 'attribute_not_exists(requests) OR requests < :limit',
        ExpressionAttributeValues: { ':one': 1, ':limit': limit, ':expires': end / 1000 + 3600 },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return { ...rate, remaining: limit - Number(Attributes?.requests), exceeded: false };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    noteExhausted(name, minute);
    return refused;
  }
};

/**
 * Counts a request against each limit, from the organization's own to the topmost, and gives the one that leaves least. A request
 * that the organization's own limit refuses is not counted above it: a flood below uses up nobody else's share.
 */
export const countRequest = async (
  limits: readonly RateLimit[],
  now = Date.now(),
): Promise<RequestRate | undefined> => {
  let least: RequestRate | undefined;
  for (const limit of limits) {
    const rate = await countAgainst(limit, now);
    if (rate.exceeded) return rate;
    if (!least || rate.remaining < least.remaining) least = rate;
  }
  return least;
};
