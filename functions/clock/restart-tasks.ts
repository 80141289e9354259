import { restartTasks } from '#lib/data/tasks/restart.ts';
import { handleSchedule } from '#lib/events/handle-schedule.ts';

/** Starts tasks whose time has come, and those that a queue has lost. */
export const handler = handleSchedule((timeLeft) => restartTasks(timeLeft));
