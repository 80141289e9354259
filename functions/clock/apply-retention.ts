import { applyRetention, retentionLagHours } from '#lib/erasures/retention.ts';
import { handleSchedule } from '#lib/events/handle-schedule.ts';
import { metricsLog } from '#lib/store/metrics.ts';

const logLag = metricsLog('retention_lag_hours');

/** Erases what organizations want kept no longer, and says how late it is. */
export const handler = handleSchedule(async (timeLeft) => {
  const hours = await retentionLagHours(timeLeft);
  if (hours !== undefined) {
    logLag('info', { message: 'Retention', retention_lag_hours: Math.round(hours * 100) / 100 });
  }
  return applyRetention(timeLeft);
});
