import { handleSchedule } from '#lib/events/handle-schedule.ts';
import { checkWatchers } from '#lib/sockets/check-watchers.ts';

/** Closes the sockets of pages whose key or membership has ended. */
export const handler = handleSchedule((timeLeft) => checkWatchers(timeLeft));
