import { applyRetention } from '#lib/data/conversations/retention.ts';
import { handleSchedule } from '#lib/events/handle-schedule.ts';

/** Erases what organisations want kept no longer. */
export const handler = handleSchedule((timeLeft) => applyRetention(timeLeft));
