import type { costOf as CostOf } from './measured.ts';
import type { UnitsUsed } from './routes.ts';

/** What a run of each function of the clock uses when it finds nothing to do. */
export const measureClock = async (costOf: typeof CostOf): Promise<Readonly<Record<string, UnitsUsed>>> => {
  const handlers = {
    'clock.endStaleConversations': (await import('#functions/clock/end-stale-conversations.ts')).handler,
    'clock.restartTasks': (await import('#functions/clock/restart-tasks.ts')).handler,
    'clock.retryParked': (await import('#functions/clock/retry-parked.ts')).handler,
    'clock.applyRetention': (await import('#functions/clock/apply-retention.ts')).handler,
  };
  const used: Record<string, UnitsUsed> = {};
  for (const [functionName, handler] of Object.entries(handlers)) {
    const run = () =>
      handler({}, { functionName, awsRequestId: 'bench', getRemainingTimeInMillis: () => 240_000 });
    // The first run does what there is to do.
    await run();
    const { calls, readUnits, writeUnits } = await costOf(run);
    used[functionName] = { calls, readUnits, writeUnits };
  }
  return used;
};
