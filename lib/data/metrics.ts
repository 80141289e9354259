/** Under which name CloudWatch keeps what the service measures of itself, and by what it tells one stack from another. */
export const metricsNamespace = 'VoiceAgentPlatform';
export const metricsDimension = 'platform';

/**
 * What the service measures of itself, beside what AWS measures of it. Each is one metric a stack, whatever the route or
 * the caller: a metric costs what a hundred thousand log lines do, and the line has the rest.
 */
export const metrics = {
  /** Of a request, within its function, where it waits for no language model or voice provider. */
  duration_ms: 'Milliseconds',
  /** Requests that a language model or a voice provider gave no answer to. */
  dependencies_failed: 'Count',
  /** Webhooks of voice providers whose signature is not that of their integration. */
  provider_events_refused: 'Count',
  /** Events that could not be followed, and come again; of those that finish writes, also parked ones. */
  events_failed: 'Count',
  /** Events that were put aside. */
  events_parked: 'Count',
  /** Runs of tasks that failed, each of which is tried again. */
  tasks_failed: 'Count',
  /** How long ago the task was due that waits longest, of those that are overdue and nobody works on. */
  task_lag_minutes: 'None',
  /** What the clock's functions failed at. */
  sweeps_failed: 'Count',
  /** For how long the oldest conversation has been kept beyond what its organizations want. */
  retention_lag_hours: 'None',
  /** How long ago the event was parked that waits longest. */
  parked_age_minutes: 'None',
} as const;
export type MetricName = keyof typeof metrics;

/** Names the stack, where there is one. */
const { PLATFORM } = process.env;

/**
 * A log of records that have certain metrics among their fields: metrics for CloudWatch (its embedded metric format), where
 * the environment names the stack, and fields of a line like the others elsewhere.
 *
 * Lambda puts what goes through the console one level too deep for CloudWatch, and leaves alone what is JSON already. What
 * says so to CloudWatch is half of each line and always the same: it is written down once.
 */
export const metricsLog = <const N extends MetricName>(...names: readonly N[]) => {
  const directives = JSON.stringify([
    {
      Namespace: metricsNamespace,
      Dimensions: [[metricsDimension]],
      Metrics: names.map((Name) => ({ Name, Unit: metrics[Name] })),
    },
  ]);
  const begin = (level: string) =>
    `{"level":"${level}","${metricsDimension}":${JSON.stringify(PLATFORM)},"timestamp":"`;
  const begins = { info: begin('INFO'), error: begin('ERROR') };
  const embedded = `"_aws":{"CloudWatchMetrics":${directives},"Timestamp":`;
  return (level: 'info' | 'error', record: Readonly<Record<N, number> & Record<string, unknown>>): void => {
    if (!PLATFORM) {
      console[level](record);
      return;
    }
    const now = new Date();
    const fields = JSON.stringify(record).slice(1, -1);
    process.stdout.write(`${begins[level]}${now.toISOString()}",${fields},${embedded}${now.getTime()}}}\n`);
  };
};
