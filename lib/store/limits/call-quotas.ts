import { ApiError } from '#lib/contract/errors.ts';
import type { CallInProgress, CallReservation } from '#lib/domain/conversations/call-reservation.ts';
import {
  countsOf,
  reservedAtOnce,
  reservedTokens,
  secondsLeft,
  tokensLeft,
} from '#lib/domain/conversations/call-reservation.ts';
import type { IncomingCaller } from '#lib/domain/conversations/caller-limits.ts';
import { countOfCaller } from '#lib/domain/conversations/caller-limits.ts';
import { dayMs } from '#lib/domain/durations.ts';
import { keyOf } from '../keys.ts';
import type { Operation } from '../operations/operation.ts';
import { addition } from './addition.ts';
import type { CallRoom, LimitOfCalls, LineageMembers } from './call-room.ts';
import { countIn, dayOf, limitsOnCall, limitsOnReserved, openSinceYesterday, withOpen } from './call-room.ts';
import { dailyLimitReached, noteDaily } from './request-rates.ts';
import { expiryOf } from './reservations.ts';

type Refusal = ApiError<'quota_exceeded' | 'rate_limited'>;

const secondsUntilNext = (day: number, now: number): number => Math.ceil(((day + 1) * dayMs - now) / 1000);

/** Amounts to add to the counts of an organization, or of a caller, which has tokens as well. */
interface CallAmounts {
  readonly calls: number;
  readonly seconds: number;
  readonly tokens?: number | undefined;
}

/** Adds to counts, if there is room. */
const add = (client_id: string, day: number, { calls, seconds, tokens }: CallAmounts, room?: CallRoom) =>
  addition({
    key: keyOf('open_calls', client_id, day),
    add: { requests: calls, seconds, tokens },
    room: room && { ...room },
    expires: expiryOf(day),
  });

const refusalOf = (
  { calls, minutes, isOwn }: Pick<LimitOfCalls, 'calls' | 'minutes' | 'isOwn'>,
  day: number,
  now: number,
): Refusal => {
  if (minutes) return dailyLimitReached('call_minutes_per_day', minutes, isOwn, secondsUntilNext(day, now));
  const limit = calls?.limit;
  return new ApiError('quota_exceeded', {
    detail: `${isOwn ? 'The organization' : 'An organization above'} and its descendants may have at most ${limit} calls at once together`,
    extensions: { quota: 'open_calls', limit },
  });
};

/**
 * The writes that count a call that begins, with its first seconds, on condition that no quota is exceeded.
 * They belong into the transaction that creates its conversation, so that a call which is refused, or whose
 * function is killed, holds nothing.
 */
export const reserveCall = async (
  lineage: LineageMembers,
  now: number,
  incoming?: IncomingCaller,
): Promise<{
  readonly call_reservation: CallReservation;
  readonly operations: Operation<Refusal>[];
  readonly afterwards: () => Promise<void>;
}> => {
  const day = dayOf(now);
  const caller = incoming && countOfCaller(incoming);
  const limits = limitsOnCall(lineage, caller);
  const before = await openSinceYesterday(limits, day);
  const operations = limits.map((limit, at): Operation<Refusal> => {
    const room = withOpen(limit.room, before[at]);
    const { client_id, isOwn, calls, minutes } = limit;
    const tokens = client_id === caller?.id ? reservedTokens : undefined;
    return {
      request: { Update: add(client_id, day, { calls: 1, seconds: reservedAtOnce, tokens }, room) },
      otherwise: (existing) => {
        const isFull = room.requests !== undefined && countIn(existing) > room.requests;
        return refusalOf({ isOwn, calls, minutes: isFull ? undefined : minutes }, day, now);
      },
    };
  });
  return {
    call_reservation: {
      day,
      client_ids: limits.map(({ client_id }) => client_id).filter((id) => id !== caller?.id),
      ...(caller && { caller }),
      seconds: reservedAtOnce,
    },
    operations,
    afterwards: async () => {
      for (const { minutes } of limits) {
        if (minutes) noteDaily('call_minutes_per_day', minutes, undefined, secondsUntilNext(day, now));
      }
    },
  };
};

/** The writes that reserve further seconds for a call, on condition that no quota is exceeded. */
export const extendCall = (
  lineage: LineageMembers,
  reservation: CallReservation,
  now: number,
): { readonly call_reservation: CallReservation; readonly operations: Operation<Refusal>[] } => {
  const { day, seconds } = reservation;
  const operations = limitsOnReserved(lineage, reservation).map((limit): Operation<Refusal> => {
    const { seconds: most } = limit.room;
    const room = most === undefined ? {} : { seconds: most };
    return {
      request: { Update: add(limit.client_id, day, { calls: 0, seconds: reservedAtOnce }, room) },
      otherwise: () => refusalOf(limit, day, now),
    };
  });
  return { call_reservation: { ...reservation, seconds: seconds + reservedAtOnce }, operations };
};

/**
 * The writes that give the line of a call back, and settle its seconds with those that have passed, and its
 * tokens with those that models have used.
 */
export const settleCall = (call: CallInProgress, now: number): Operation<never>[] => {
  if (!call.call_reservation) return [];
  const { call_reservation } = call;
  const { day, caller } = call_reservation;
  const unused = { calls: -1, seconds: -secondsLeft(call, now) };
  return countsOf(call_reservation).map((id) => {
    const tokens = id === caller?.id ? -tokensLeft(call_reservation) : undefined;
    return { request: { Update: add(id, day, { ...unused, tokens }) } };
  });
};
