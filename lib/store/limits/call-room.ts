import type { ClientSettings } from '#lib/contract/client-settings.ts';
import type { CallReservation } from '#lib/domain/conversations/call-reservation.ts';
import { countsOf, reservedAtOnce, reservedTokens } from '#lib/domain/conversations/call-reservation.ts';
import type { CallerCount, IncomingCaller } from '#lib/domain/conversations/caller-limits.ts';
import { countOfCaller, limitsOfCaller } from '#lib/domain/conversations/caller-limits.ts';
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
  /** Only callers have a count of tokens here. */
  readonly tokens?: number;
}

/** An organization that limits calls or their minutes, or a caller who has limits. */
export interface LimitOfCalls {
  /** The id of the organization, or that of the caller's count. */
  readonly client_id: string;
  readonly isOwn: boolean;
  readonly calls: LimitOfUse | undefined;
  readonly minutes: LimitOfUse | undefined;
  readonly room: CallRoom;
}

/** The own organization first. */
const limitsOfCalls = ({ members }: LineageMembers): LimitOfCalls[] => {
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

/** A caller is counted like an organization. */
const limitOfCaller = ({ members }: LineageMembers, caller: CallerCount): LimitOfCalls => {
  const { open_calls, call_minutes_per_day, model_tokens_per_day } = limitsOfCaller(caller, members);
  return {
    client_id: caller.id,
    isOwn: false,
    calls: undefined,
    minutes: undefined,
    room: {
      requests: open_calls - 1,
      seconds: call_minutes_per_day * 60 - reservedAtOnce,
      tokens: model_tokens_per_day - reservedTokens,
    },
  };
};

/** The limits on a call: the caller's own, if it is an incoming one, and those of the organizations. */
export const limitsOnCall = (lineage: LineageMembers, caller: CallerCount | undefined): LimitOfCalls[] => [
  ...(caller ? [limitOfCaller(lineage, caller)] : []),
  ...limitsOfCalls(lineage),
];

/** An organization that counts a call, and has no limits any more. */
const unlimited = { isOwn: false, calls: undefined, minutes: undefined, room: {} };

/** The present limits of all that count a call in progress. */
export const limitsOnReserved = (lineage: LineageMembers, reservation: CallReservation): LimitOfCalls[] => {
  const limits = limitsOnCall(lineage, reservation.caller);
  return countsOf(reservation).map(
    (client_id) => limits.find((one) => one.client_id === client_id) ?? { ...unlimited, client_id },
  );
};

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
  const limits = limitsOnCall(lineage, countOfCaller(caller));
  const [items, before] = await Promise.all([
    batchGet(limits.map(({ client_id }) => keyOf('open_calls', client_id, day))),
    openSinceYesterday(limits, day),
  ]);
  return limits.every((limit, at) => {
    const room = Object.entries(withOpen(limit.room, before[at])) as [keyof CallRoom, number][];
    return room.every(([name, most]) => countIn(items[at], name) <= most);
  });
};
