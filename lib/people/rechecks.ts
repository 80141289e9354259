import { minuteMs } from '#lib/domain/durations.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';
import type { ConnectionRecord } from './connections.ts';
import { sealRefreshToken } from './seal-refresh-token.ts';
import type { SessionRecord } from './sessions.ts';

/** The state of the task that asks a session's provider whether the session may go on. */
export interface Recheck {
  readonly person_id: string;
  /** Sealed. It is only here, so that nothing of it remains of a session that has ended. */
  readonly refresh_token: string;
  /** The time at which the provider last said that the session may go on. */
  readonly checked_at: string;
}

export const afterMinutes = (minutes: number, since = Date.now()): Date =>
  new Date(since + minutes * minuteMs);

/** The write that lets a new session be rechecked. */
export const recheckWrite = async (
  { id, person_id, connection_id, created_at }: SessionRecord,
  minutes: number,
  refreshToken: string,
): Promise<Operation<never>> => {
  const state: Recheck = {
    person_id,
    refresh_token: await sealRefreshToken(id, refreshToken),
    checked_at: created_at,
  };
  const due = afterMinutes(minutes, Date.parse(created_at)).toISOString();
  return taskWrite({
    kind: 'recheck_session',
    id,
    group: connection_id,
    due,
    state: JSON.stringify(state),
  });
};

/** The length of a session, in minutes. One that cannot be rechecked ends when it would have to be. */
export const minutesOf = (
  { session_hours, recheck_minutes }: ConnectionRecord,
  refreshToken: string | undefined,
): number =>
  recheck_minutes !== null && refreshToken === undefined
    ? Math.min(recheck_minutes, session_hours * 60)
    : session_hours * 60;
