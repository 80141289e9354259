/** The line and the seconds that a call has in the counts of its organization and those above. */
export interface CallReservation {
  /** The day in whose counts they are. Days since 1970. */
  readonly day: number;
  /** The organizations that count them, and the count of the caller, if it is an incoming call. */
  readonly client_ids: readonly string[];
  readonly seconds: number;
}

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
