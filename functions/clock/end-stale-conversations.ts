import { endStaleConversations } from '#lib/data/conversations/stale-conversations.ts';
import { handleSchedule } from '#lib/events/handle-schedule.ts';

/** Ends conversations that were forgotten: whoever began them never said how they went. */
export const handler = handleSchedule((timeLeft) => endStaleConversations(timeLeft));
