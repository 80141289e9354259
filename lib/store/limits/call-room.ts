import { hash } from 'node:crypto';
import type { ClientSettings } from '#lib/contract/client-settings.ts';
import { reservedAtOnce } from '#lib/domain/conversations/call-reservation.ts';
import { dayMs } from '#lib/domain/durations.ts';
import type { LimitOfUse } from '#lib/domain/organizations/quotas.ts';
import { limitsOfUse } from '#lib/domain/organizations/quotas.ts';
import { keyOf } from '../keys.ts';
import { batchGet } from '../operations/batch-get.ts';
import type { Item } from '../table.ts';

/*
 * Calls at carriers are counted by the day on which they begin, with their seconds. None goes on for longer
 * than a day, so the counts of two days are all that go on.
 */

export interface LineageMembers {
  /** From the top. */
  readonly members: readonly { readonly id: string; readonly settings: ClientSettings }[];
}

export const dayOf = (time: number): number => Math.floor(time / dayMs);

/** The greatest values that the counts of an organization may have before another call is added. */
export interface CallRoom {
  readonly requests?: number;
  readonly seconds?: number;
}

/** An organization that limits calls or their minutes, or a caller who has limits. */
export interface LimitOfCalls {
  readonly client_id: string;
  readonly isOwn: boolean;
  readonly calls: LimitOfUse | undefined;
  readonly minutes: LimitOfUse | undefined;
  readonly room: CallRoom;
}

/** The own organization first. */
export const limitsOfCalls = ({ members }: LineageMembers): LimitOfCalls[] => {
  const [calls, minutes] = (['open_calls', 'call_minutes_per_day'] as const).map(
    (name) => new Map(limitsOfUse(members, name).map((limit) => [limit.client_id, limit])),
  );
  return members
    .map(({ id }, at) => {
      const limit = { calls: calls?.get(id), minutes: minutes?.get(id) };
      const room = {
        ...(limit.calls && { requests: limit.calls.limit - 1 }),
        ...(limit.minutes && { seconds: limit.minutes.limit * 60 - reservedAtOnce }),
      };
      return { client_id: id, isOwn: at === members.length - 1, ...limit, room };
    })
    .filter((limit) => limit.calls || limit.minutes)
    .reverse();
};

/**
 * The limits of one caller of an account: calls at once and seconds a day, so that a stranger who dials again
 * and again does not hold all lines of an organization. Those who withhold their number share one count.
 */
const limitsOfCaller = {
  known: { calls: 5, seconds: 4 * 3600 },
  withheld: { calls: 20, seconds: 20 * 3600 },
} as const;

/** Somebody who calls at a number of an account. */
export interface IncomingCaller {
  readonly integration_id: string;
  /** Null: withheld. */
  readonly number: string | null;
}

/** A caller is counted like an organization, under a hash that does not show the number. */
const limitOfCaller = ({ integration_id, number }: IncomingCaller): LimitOfCalls => {
  const { calls, seconds } = limitsOfCaller[number === null ? 'withheld' : 'known'];
  return {
    client_id: hash('sha256', `${integration_id} ${number ?? ''}`, 'base64url'),
    isOwn: false,
    calls: undefined,
    minutes: undefined,
    room: { requests: calls - 1, seconds: seconds - reservedAtOnce },
  };
};

/** The limits on a call: the caller's own, if it is an incoming one, and those of the organizations. */
export const limitsOnCall = (lineage: LineageMembers, caller: IncomingCaller | undefined): LimitOfCalls[] => [
  ...(caller ? [limitOfCaller(caller)] : []),
  ...limitsOfCalls(lineage),
];

export const countIn = (item: Item | undefined, name: keyof CallRoom = 'requests'): number =>
  Math.max(0, Number(item?.[name] ?? 0));

/** The calls of these organizations that began on the day before and go on. */
export const openSinceYesterday = async (limits: readonly LimitOfCalls[], day: number): Promise<number[]> => {
  const items = await batchGet(limits.map(({ client_id }) => keyOf('open_calls', client_id, day - 1)));
  return items.map((item) => countIn(item));
};

export const withOpen = ({ requests, ...room }: CallRoom, open = 0): CallRoom =>
  requests === undefined ? room : { ...room, requests: requests - open };

/** Whether the quotas have room for a call. Another one may take it before the call is counted. */
export const hasRoomForCall = async (
  lineage: LineageMembers,
  caller: IncomingCaller,
  now: number,
): Promise<boolean> => {
  const day = dayOf(now);
  const limits = limitsOnCall(lineage, caller);
  const [items, before] = await Promise.all([
    batchGet(limits.map(({ client_id }) => keyOf('open_calls', client_id, day))),
    openSinceYesterday(limits, day),
  ]);
  return limits.every((limit, at) => {
    const { requests = Infinity, seconds = Infinity } = withOpen(limit.room, before[at]);
    return countIn(items[at]) <= requests && countIn(items[at], 'seconds') <= seconds;
  });
};
