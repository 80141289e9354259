import type { ClientSettings, UseQuotaName } from '#lib/contract/client-settings.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { CallerCount } from '#lib/domain/conversations/caller-limits.ts';
import { limitsOfCaller } from '#lib/domain/conversations/caller-limits.ts';
import { dayMs, minuteMs } from '#lib/domain/durations.ts';
import type { RateLimit } from '#lib/domain/organizations/hierarchy.ts';
import type { LimitOfUse } from '#lib/domain/organizations/quotas.ts';
import { limitsOfUse } from '#lib/domain/organizations/quotas.ts';
import { noteCounted } from '../cause.ts';
import { keyOf } from '../keys.ts';
import type { Operation } from '../operations/operation.ts';
import { update, updateIf } from '../operations/update.ts';
import type { Key } from '../table.ts';
import { addition } from './addition.ts';

/**
 * A period in which something is counted: a calendar minute or day in UTC. Each has an item, which expires.
 */
interface Period {
  readonly milliseconds: number;
  /** The count may decrease, so that a limit that is reached may have room again. */
  readonly decreases?: true;
  readonly key: (clientId: string, period: number) => Key;
}

const minute: Period = { milliseconds: minuteMs, key: (id, period) => keyOf('rate', id, period) };
const waitingMinute: Period = { milliseconds: minuteMs, key: (id, period) => keyOf('waiting', id, period) };
const day: Period = { milliseconds: dayMs, key: (id, period) => keyOf('agent_tests', id, period) };

/** The count against a limit in the current period. */
export interface RequestRate {
  /** The organization on which the limit is set. */
  readonly client_id: string;
  readonly limit: number;
  /** The number of further requests that are allowed. */
  readonly remaining: number;
  /** The seconds until the period ends. */
  readonly resetSeconds: number;
  /** Whether this request exceeded the limit. It is then not counted. */
  readonly exceeded: boolean;
}

/**
 * Counts that have reached their limit, with the end of their period. Most only increase, so a flood is
 * refused without a write until then.
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

/** Counts are kept for an hour longer than they are read. */
const expiryOf = (end: number): number => end / 1000 + 3600;

/** Counts one request against a limit, in one write. */
const countAgainst = async (
  { client_id, limit }: { readonly client_id: string; readonly limit: number },
  period: Period,
  now: number,
): Promise<RequestRate> => {
  const { milliseconds, decreases } = period;
  const number = Math.floor(now / milliseconds);
  const end = (number + 1) * milliseconds;
  const rate = { client_id, limit, resetSeconds: Math.ceil((end - now) / 1000) };
  const key = period.key(client_id, number);
  const name = `${key.pk} ${key.sk} ${limit}`;
  const refused = { ...rate, remaining: 0, exceeded: true };
  if (limit === 0 || isExhausted(name, now)) return refused;
  const counted = await updateIf(key, {
    ...addition({ key, add: { requests: 1 }, room: { requests: limit - 1 }, expires: expiryOf(end) }),
    ReturnValues: 'UPDATED_NEW',
  });
  if (counted) return { ...rate, remaining: limit - Number(counted.requests), exceeded: false };
  if (!decreases) noteExhausted(name, end);
  return refused;
};

/**
 * Counts a request against each limit, from the organization's own to the topmost, and returns the one with
 * the fewest remaining. A request that one limit refuses is not counted above it, so that a flood does not
 * use up the share of other organizations.
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

const defaultWaiting = 300;

/** The number of requests a minute that wait for others, for each organization. */
export const waitingPerMinute = (): number =>
  Number(process.env.WAITING_REQUESTS_PER_MINUTE) || defaultWaiting;

/** A page that polls for 20 seconds sends three requests a minute, and one more for each turn. */
const waitingOfChat = 60;

/**
 * Counts a request that waits for others, such as a language model, against the limit per minute of the
 * organization. The user of a chat has the chat's own, so that no holder of a session token uses up what the
 * organization's keys may send.
 */
export const countWaiting = (
  { client_id, conversation_id }: { readonly client_id: string; readonly conversation_id?: string },
  now = Date.now(),
): Promise<RequestRate> => {
  const most = waitingPerMinute();
  const limit = conversation_id === undefined ? most : Math.min(most, waitingOfChat);
  return countAgainst({ client_id: conversation_id ?? client_id, limit }, waitingMinute, now);
};

/**
 * The routes by which a stranger may make a function wait for an organization's OpenID provider, and the
 * first sign-ins of people who are nobody's members.
 */
export type StrangersRoute = 'begin' | 'callback' | 'logout' | 'newcomer';

const strangersMinute = (route: StrangersRoute): Period => ({
  milliseconds: minuteMs,
  decreases: true,
  key: (clientId, minute) => keyOf('waiting_strangers', clientId, route, minute),
});

/** A tenth of what may wait: each first sign-in stores a person and a session. */
const newcomersShare = 10;

/**
 * Counts a stranger's request that waits for the provider of an organization. Each route has a count of its
 * own, which is not that of the organization's keys, so that strangers use up nothing else.
 */
export const countStranger = (client_id: string, route: StrangersRoute, now: number): Promise<RequestRate> =>
  countAgainst(
    { client_id, limit: Math.ceil(waitingPerMinute() / (route === 'newcomer' ? newcomersShare : 1)) },
    strangersMinute(route),
    now,
  );

/** Takes back the count of a request that did not wait for long. */
export const uncountStranger = async (
  client_id: string,
  route: StrangersRoute,
  now: number,
): Promise<void> => {
  const { milliseconds, key } = strangersMinute(route);
  const counted = key(client_id, Math.floor(now / milliseconds));
  await update(counted, addition({ key: counted, add: { requests: -1 } }));
};

interface Member {
  readonly id: string;
  readonly settings: ClientSettings;
}

type DailyQuota = Exclude<UseQuotaName, 'open_chats' | 'open_calls'>;

/** Notes a daily quota that counts the request in progress, and what is left of it. */
export const noteDaily = (
  name: DailyQuota,
  { limit, path }: Pick<LimitOfUse, 'limit' | 'path'>,
  remaining: number | undefined,
  resetSeconds: number,
  exceeded = false,
): void =>
  noteCounted({
    name,
    limit,
    ...(name === 'model_tokens_per_day' && { unit: 'tokens' }),
    windowSeconds: day.milliseconds / 1000,
    // The answer that reaches a quota of tokens is still made.
    remaining: remaining === undefined ? undefined : Math.max(0, remaining),
    resetSeconds,
    path,
    exceeded,
  });

/** Notes that a daily quota refuses the request in progress, and returns the refusal. */
export const dailyLimitReached = (
  name: DailyQuota,
  { limit, path }: Pick<LimitOfUse, 'limit' | 'path'>,
  isOwn: boolean,
  resetSeconds: number,
): ApiError<'rate_limited'> => {
  noteDaily(name, { limit, path }, 0, resetSeconds, true);
  const whose = isOwn ? 'The organization and its descendants' : 'An organization above and its descendants';
  const what = {
    agent_tests_per_day: `test agents at most ${limit} times`,
    calls_per_day: `place calls at most ${limit} times`,
    chat_messages_per_day: `send at most ${limit} messages in chats`,
    model_tokens_per_day: `use at most ${limit} tokens in chats`,
    listening_minutes_per_day: `have speech recognized for at most ${limit} minutes`,
    spoken_characters_per_day: `have at most ${limit} characters spoken`,
    call_minutes_per_day: `hold calls for at most ${limit} minutes`,
  }[name];
  return new ApiError('rate_limited', {
    detail: `${whose} may ${what} a day together`,
    extensions: { quota: name, limit },
    headers: { 'retry-after': String(resetSeconds) },
  });
};

/**
 * Counts a test of an agent against the quotas of its organization and its ancestors. Refuses tests above a
 * quota.
 */
export const countAgentTest = async (
  { members }: { readonly members: readonly Member[] },
  now = Date.now(),
): Promise<void> => {
  const name = 'agent_tests_per_day';
  for (const limit of limitsOfUse(members, name)) {
    const { client_id, exceeded, remaining, resetSeconds } = await countAgainst(limit, day, now);
    if (exceeded) throw dailyLimitReached(name, limit, client_id === members.at(-1)?.id, resetSeconds);
    noteDaily(name, limit, remaining, resetSeconds);
  }
};

/** Adds a placed call to a count of a day, if there is room. */
const addPlaced = (id: string, limit: number, today: number) => ({
  Update: addition({
    key: keyOf('placed_calls', id, today),
    add: { requests: 1 },
    room: { requests: limit - 1 },
    expires: expiryOf((today + 1) * dayMs),
  }),
});

/**
 * The writes that count a placed call against the quotas of its organization and its ancestors, and what
 * follows them. They are part of the transaction that starts the call, so a repeated request counts once, and
 * a call that is refused does not count.
 */
export const countPlacedCall = (
  { members }: { readonly members: readonly Member[] },
  now = Date.now(),
): {
  readonly operations: Operation<ApiError<'rate_limited'>>[];
  readonly afterwards: () => Promise<void>;
  /** Takes back the count of a call that the provider has refused. Where it fails, the call stays counted. */
  readonly takeBack: () => Promise<void>;
} => {
  const name = 'calls_per_day';
  const today = Math.floor(now / day.milliseconds);
  const end = (today + 1) * day.milliseconds;
  const resetSeconds = Math.ceil((end - now) / 1000);
  const limits = limitsOfUse(members, name);
  const operations = limits.map(({ client_id, path, limit }) => ({
    request: addPlaced(client_id, limit, today),
    otherwise: () => dailyLimitReached(name, { limit, path }, client_id === members.at(-1)?.id, resetSeconds),
  }));
  const afterwards = async () => {
    for (const limit of limits) noteDaily(name, limit, undefined, resetSeconds);
  };
  const takeBack = async () => {
    const keys = limits.map(({ client_id }) => keyOf('placed_calls', client_id, today));
    await Promise.allSettled(keys.map((key) => update(key, addition({ key, add: { requests: -1 } }))));
  };
  return { operations, afterwards, takeBack };
};

/**
 * The writes that count a call that goes on at a number as a placed call: first for the caller, if somebody
 * has called, so that nobody who calls again and again uses up what all may place.
 */
export const countTransfer = (
  lineage: { readonly members: readonly Member[] },
  caller: CallerCount | undefined,
  now = Date.now(),
): Operation<ApiError<'rate_limited'>>[] => {
  const { operations } = countPlacedCall(lineage, now);
  if (!caller) return operations;
  const { transfers_per_day: transfers } = limitsOfCaller(caller, lineage.members);
  const detail = `Calls of the caller may be transferred at most ${transfers} times a day`;
  return [
    {
      request: addPlaced(caller.id, transfers, Math.floor(now / dayMs)),
      otherwise: () => new ApiError('rate_limited', { detail }),
    },
    ...operations,
  ];
};
