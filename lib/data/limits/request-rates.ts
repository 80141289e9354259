import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ClientSettings } from '#lib/contract/clients.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { RateLimit } from '#lib/domain/organizations/hierarchy.ts';
import { agentTestsKey, rateKey } from '../keys.ts';
import type { Key } from '../table.ts';
import { dynamodb, tableName } from '../table.ts';

/** The time in which something is counted. Times are those of the clock; each has an item that expires by itself. */
interface Period {
  readonly milliseconds: number;
  readonly keyOf: (clientId: string, period: number) => Key;
}

const minute: Period = { milliseconds: 60_000, keyOf: rateKey };
const day: Period = { milliseconds: 86_400_000, keyOf: agentTestsKey };

/** What was counted against a limit in the current period. */
export interface RequestRate {
  /** The organization on which the limit is set. */
  readonly client_id: string;
  readonly limit: number;
  /** How many more there may be. */
  readonly remaining: number;
  /** Until the period is over. */
  readonly resetSeconds: number;
  /** This one was too many, and is not counted. */
  readonly exceeded: boolean;
}

/**
 * The counts that were seen to have reached a limit, with the end of their period. Until then they only go up, so nothing has to be
 * asked again: a flood is refused without a write.
 */
const exhausted = new Map<string, number>();
const maxExhausted = 10_000;

const isExhausted = (name: string, now: number): boolean => {
  const end = exhausted.get(name) ?? 0;
  if (end > now) return true;
  exhausted.delete(name);
  return false;
};

const noteExhausted = (name: string, end: number): void => {
  if (exhausted.size >= maxExhausted) exhausted.clear();
  exhausted.set(name, end);
};

/** Counts one against a limit, in one write. */
const countAgainst = async (
  { client_id, limit }: { readonly client_id: string; readonly limit: number },
  { milliseconds, keyOf }: Period,
  now: number,
): Promise<RequestRate> => {
  const period = Math.floor(now / milliseconds);
  const end = (period + 1) * milliseconds;
  const rate = { client_id, limit, resetSeconds: Math.ceil((end - now) / 1000) };
  const key = keyOf(client_id, period);
  const name = `${key.pk} ${key.sk} ${limit}`;
  const refused = { ...rate, remaining: 0, exceeded: true };
  if (limit === 0 || isExhausted(name, now)) return refused;
  try {
    const { Attributes } = await dynamodb.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: 'ADD requests :one SET expires = :expires',
        ConditionExpression: 'attribute_not_exists(requests) OR requests < :limit',
        ExpressionAttributeValues: { ':one': 1, ':limit': limit, ':expires': end / 1000 + 3600 },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return { ...rate, remaining: limit - Number(Attributes?.requests), exceeded: false };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    noteExhausted(name, end);
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
  for (const { client_id, requests_per_minute: limit } of limits) {
    const rate = await countAgainst({ client_id, limit }, minute, now);
    if (rate.exceeded) return rate;
    if (!least || rate.remaining < least.remaining) least = rate;
  }
  return least;
};

/** How often an organization may test its agents in a day where no quota is set: each test may ask a model eight times. */
const defaultAgentTests = 1000;

interface Member {
  readonly id: string;
  readonly settings: ClientSettings;
}

/** Counts a test of an agent for its organization and all above it that have a quota; refuses one too many. */
export const countAgentTest = async (
  { members }: { readonly members: readonly Member[] },
  now = Date.now(),
): Promise<void> => {
  const set = members.flatMap(({ id, settings }) => {
    const limit = settings.quotas?.agent_tests_per_day;
    return limit === undefined ? [] : [{ client_id: id, limit }];
  });
  const owner = members.at(-1);
  const limits =
    set.length > 0 || !owner ? set.reverse() : [{ client_id: owner.id, limit: defaultAgentTests }];
  for (const limit of limits) {
    const { exceeded, resetSeconds } = await countAgainst(limit, day, now);
    if (!exceeded) continue;
    const whose = limit.client_id === owner?.id ? 'The organization' : 'An organization above';
    throw new ApiError('rate_limited', {
      detail: `${whose} may test agents ${limit.limit} times a day, together with its descendants`,
      extensions: { quota: 'agent_tests_per_day', limit: limit.limit },
      headers: { 'retry-after': String(resetSeconds) },
    });
  }
};
