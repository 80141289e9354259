import { applyRetention, retentionLagHours } from '#lib/data/conversations/retention.ts';
import { metricsLog } from '#lib/data/metrics.ts';
import { handleSchedule } from '#lib/events/handle-schedule.ts';

const logLag = metricsLog('retention_lag_hours');

/** Erases what organizations want kept no longer, and says how late it is. */
export const handler = handleSchedule(async (timeLeft) => {
  const hours = await retentionLagHours(timeLeft);
  if (hours !== undefined) {
    logLag('info', { message: 'Retention', retention_lag_hours: Math.round(hours * 100) / 100 });
  }
  return applyRetention(timeLeft);
});
