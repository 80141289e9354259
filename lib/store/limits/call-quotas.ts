import { ApiError } from '#lib/contract/errors.ts';
import type { CallInProgress, CallReservation } from '#lib/domain/conversations/call-reservation.ts';
import { reservedAtOnce, secondsLeft } from '#lib/domain/conversations/call-reservation.ts';
import { dayMs } from '#lib/domain/durations.ts';
import { keyOf } from '../keys.ts';
import type { Operation } from '../operations/operation.ts';
import { tableName } from '../table.ts';
import type { CallRoom, IncomingCaller, LimitOfCalls, LineageMembers } from './call-room.ts';
import { countIn, dayOf, limitsOfCalls, limitsOnCall, openSinceYesterday, withOpen } from './call-room.ts';
import { dailyLimitReached, noteDaily } from './request-rates.ts';

type Refusal = ApiError<'quota_exceeded' | 'rate_limited'>;

const secondsUntilNext = (day: number, now: number): number => Math.ceil(((day + 1) * dayMs - now) / 1000);

/** Adds to the counts of an organization, if there is room. */
const add = (client_id: string, day: number, calls: number, seconds: number, room: CallRoom = {}) => {
  // Without a count there is room, unless the limit alone is too low.
  const conditions = Object.entries(room).map(([name, most]) =>
    most < 0 ? `${name} <= :most_${name}` : `(attribute_not_exists(${name}) OR ${name} <= :most_${name})`,
  );
  return {
    TableName: tableName(),
    Key: keyOf('open_calls', client_id, day),
    UpdateExpression: 'ADD requests :calls, seconds :seconds SET expires = :expires',
    ExpressionAttributeValues: {
      ':calls': calls,
      ':seconds': seconds,
      ':expires': ((day + 3) * dayMs) / 1000,
      ...Object.fromEntries(Object.entries(room).map(([name, most]) => [`:most_${name}`, most])),
    },
    ...(conditions.length > 0 && {
      ConditionExpression: conditions.join(' AND '),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    }),
  };
};

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
  caller?: IncomingCaller,
): Promise<{
  readonly call_reservation: CallReservation;
  readonly operations: Operation<Refusal>[];
  readonly afterwards: () => Promise<void>;
}> => {
  const day = dayOf(now);
  const limits = limitsOnCall(lineage, caller);
  const before = await openSinceYesterday(limits, day);
  const operations = limits.map((limit, at): Operation<Refusal> => {
    const room = withOpen(limit.room, before[at]);
    const { client_id, isOwn, calls, minutes } = limit;
    return {
      request: { Update: add(client_id, day, 1, reservedAtOnce, room) },
      otherwise: (existing) => {
        const isFull = room.requests !== undefined && countIn(existing) > room.requests;
        return refusalOf({ isOwn, calls, minutes: isFull ? undefined : minutes }, day, now);
      },
    };
  });
  return {
    call_reservation: { day, client_ids: limits.map(({ client_id }) => client_id), seconds: reservedAtOnce },
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
  { day, client_ids, seconds }: CallReservation,
  now: number,
): { readonly call_reservation: CallReservation; readonly operations: Operation<Refusal>[] } => {
  const limits = limitsOfCalls(lineage);
  const operations = client_ids.map((client_id): Operation<Refusal> => {
    const limit = limits.find((one) => one.client_id === client_id);
    const { requests: _calls, ...room } = limit?.room ?? {};
    return {
      request: { Update: add(client_id, day, 0, reservedAtOnce, room) },
      ...(limit && { otherwise: () => refusalOf(limit, day, now) }),
    };
  });
  return { call_reservation: { day, client_ids, seconds: seconds + reservedAtOnce }, operations };
};

/** The writes that give the line of a call back, and settle its seconds with those that have passed. */
export const settleCall = (call: CallInProgress, now: number): Operation<never>[] => {
  const { client_ids = [], day = 0 } = call.call_reservation ?? {};
  const unused = secondsLeft(call, now);
  return client_ids.map((client_id) => ({ request: { Update: add(client_id, day, -1, -unused) } }));
};
