import { chatLimits } from '#lib/contract/chats.ts';
import type { CallerCount } from './caller-limits.ts';

/** The line and the seconds that a call has in the counts of its organization, those above and its caller. */
export interface CallReservation {
  /** The day in whose counts they are. Days since 1970. */
  readonly day: number;
  /** The organizations that count them. */
  readonly client_ids: readonly string[];
  /** Absent: it is no incoming call. */
  readonly caller?: CallerCount;
  readonly seconds: number;
  /** The tokens that answers have used, or may still use, when the call ends; absent: all of a call. */
  readonly tokens?: number;
}

/** The ids of all counts that a call is in, the caller's first. */
export const countsOf = ({ client_ids, caller }: CallReservation): readonly string[] => [
  ...(caller ? [caller.id] : []),
  ...client_ids,
];

/** So many seconds are reserved at a time. */
export const reservedAtOnce = 600;

/** A call as far as its reservation concerns it. */
export interface CallInProgress {
  readonly call_reservation: CallReservation | null;
  readonly start_time: string;
  /** Null: nobody has answered it. */
  readonly handling: string | null;
}

const elapsedSeconds = ({ start_time, handling }: CallInProgress, now: number): number =>
  handling === null ? 0 : Math.max(0, Math.ceil((now - Date.parse(start_time)) / 1000));

/** The reserved seconds that have not passed, below zero if more have. */
export const secondsLeft = (call: CallInProgress, now: number): number =>
  call.call_reservation ? call.call_reservation.seconds - elapsedSeconds(call, now) : reservedAtOnce;

/** The tokens that a call may use, which its caller's count has until it ends. */
export const reservedTokens = chatLimits.tokens;

/** The reserved tokens that no answer has used when the call ends. */
export const tokensLeft = ({ tokens = reservedTokens }: CallReservation): number =>
  Math.max(0, reservedTokens - tokens);
