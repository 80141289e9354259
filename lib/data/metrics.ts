/** Under which name CloudWatch keeps what the service measures of itself, and by what it tells one stack from another. */
export const metricsNamespace = 'VoiceAgentPlatform';
export const metricsDimension = 'platform';

/**
 * What the service measures of itself, beside what AWS measures of it. Each is one metric a stack, whatever the route or
 * the caller: a metric costs what a hundred thousand log lines do, and the line has the rest.
 */
export const metrics = {
  /** Of a request, within its function. */
  duration_ms: 'Milliseconds',
  read_units: 'Count',
  write_units: 'Count',
  /** Events that could not be followed, and come again. */
  events_failed: 'Count',
  /** Events that were put aside. */
  events_parked: 'Count',
  /** What the clock's functions failed at. */
  sweeps_failed: 'Count',
} as const;
export type MetricName = keyof typeof metrics;

/** What CloudWatch needs to read metrics from a log line (its embedded metric format). */
const embedded = (record: Readonly<Record<string, unknown>>) => ({
  Timestamp: Date.now(),
  CloudWatchMetrics: [
    {
      Namespace: metricsNamespace,
      Dimensions: [[metricsDimension]],
      Metrics: Object.entries(metrics)
        .filter(([name]) => name in record)
        .map(([Name, Unit]) => ({ Name, Unit })),
    },
  ],
});

/**
 * Writes a log record; what of it has the name of a metric is one, where the environment names the stack. Lambda puts
 * what goes through the console one level too deep for that, and leaves alone what is JSON already.
 */
export const logMetrics = (level: 'info' | 'error', record: Readonly<Record<string, unknown>>): void => {
  const { PLATFORM } = process.env;
  if (!PLATFORM) {
    console[level](record);
    return;
  }
  const line = {
    timestamp: new Date().toISOString(),
    level: level.toUpperCase(),
    ...record,
    [metricsDimension]: PLATFORM,
    _aws: embedded(record),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
};
