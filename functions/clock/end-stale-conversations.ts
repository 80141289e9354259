import { endStaleConversations } from '#lib/chats/stale-conversations.ts';
import { handleSchedule } from '#lib/events/handle-schedule.ts';

/** Ends active conversations that their integrators have forgotten to end. */
export const handler = handleSchedule((timeLeft) => endStaleConversations(timeLeft));
