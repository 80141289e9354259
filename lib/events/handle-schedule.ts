import type { Context } from 'aws-lambda';
import { because } from '#lib/store/cause.ts';
import type { SweepSummary, TimeLeft } from '#lib/store/lists/sweep.ts';
import { metricsLog } from '#lib/store/metrics.ts';

/** Time reserved to finish work that has begun. */
const reservedMs = 10_000;

const logFailed = metricsLog('sweeps_failed');

/**
 * Turns scheduled work into a Lambda handler of the clock. Whatever is left over or fails is picked up by the
 * next run.
 */
export const handleSchedule =
  (task: (timeLeft: TimeLeft) => Promise<SweepSummary>) =>
  async (
    _event: unknown,
    context: Pick<Context, 'awsRequestId' | 'functionName' | 'getRemainingTimeInMillis'>,
  ) => {
    const timeLeft = () => context.getRemainingTimeInMillis() > reservedMs;
    const { done, failed } = await because({ requestId: context.awsRequestId }, () => task(timeLeft));
    const message = timeLeft() ? 'Swept' : 'Swept until time ran out';
    const record = { message, function: context.functionName, done, failed };
    if (failed > 0) logFailed('error', { ...record, sweeps_failed: failed });
    else console.info(record);
  };
