import { handleSchedule } from '#lib/events/handle-schedule.ts';
import { metricsLog } from '#lib/store/metrics.ts';
import { restartTasks } from '#lib/store/tasks/restart.ts';

const logLag = metricsLog('task_lag_minutes');

/** Starts tasks whose time has come and those that a queue has lost, and says how late the latest is. */
export const handler = handleSchedule(async (timeLeft) => {
  const restarted = await restartTasks(timeLeft);
  if (restarted.longest !== undefined) {
    const minutes = Math.round((Date.now() - Date.parse(restarted.longest)) / 60_000);
    logLag('info', { message: 'Tasks are overdue', task_lag_minutes: minutes });
  }
  return restarted;
});
