import { metricsLog } from '#lib/store/metrics.ts';

const log = metricsLog('frames_ignored');

/** Counts a message of a carrier that nothing follows from, and says why. */
export const countIgnored = (why: string, fields: Readonly<Record<string, unknown>>): void => {
  log('info', { message: 'A frame was ignored', frames_ignored: 1, why, ...fields });
};
