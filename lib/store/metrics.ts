/** The namespace of the service's metrics in CloudWatch, and the dimension that identifies the stack. */
export const metricsNamespace = 'VoiceAgentPlatform';
export const metricsDimension = 'platform';

/**
 * The service's metrics, in addition to those of AWS. Each is one metric per stack, for all routes and
 * callers, because a metric costs as much as a hundred thousand log lines, and the log lines contain the
 * details.
 */
export const metrics = {
  /** The duration of a request in its function, unless it waits for a language model or voice provider. */
  duration_ms: 'Milliseconds',
  /** Requests to which a language model or a voice provider did not answer. */
  dependencies_failed: 'Count',
  /** Requests that failed because of the service itself, whether with a 5xx or in a streamed answer. */
  own_failed: 'Count',
  /**
   * Answers with a 5xx, including those caused by models and providers. The gateways count these too, and
   * also answers for which no function has written a line.
   */
  answered_5xx: 'Count',
  /** Webhooks of voice providers with a wrong signature. */
  provider_events_refused: 'Count',
  /** Messages of carriers in calls that could not be handled. */
  frames_failed: 'Count',
  /** Messages of carriers that were malformed, too large or repeated, or that report an error of theirs. */
  frames_ignored: 'Count',
  /**
   * Events whose processing failed and is retried. For followers that finish writes, parked events are
   * included.
   */
  events_failed: 'Count',
  /** Events that were parked. */
  events_parked: 'Count',
  /** Failed runs of tasks. Each is retried. */
  tasks_failed: 'Count',
  /** The age of the longest overdue task that no run has claimed. */
  task_lag_minutes: 'None',
  /** Failures in scheduled functions. */
  sweeps_failed: 'Count',
  /** The time for which the oldest conversation has been kept beyond its retention. */
  retention_lag_hours: 'None',
  /** The age of the oldest parked event. */
  parked_age_minutes: 'None',
} as const;
export type MetricName = keyof typeof metrics;

/** The name of the stack; absent outside of AWS. */
const { PLATFORM } = process.env;

/**
 * Logs records that contain certain metrics: in CloudWatch's embedded metric format if the environment names
 * the stack, and otherwise as ordinary fields of a line.
 *
 * Lambda nests console output one level too deep for CloudWatch, and passes JSON text through unchanged. The
 * directives for CloudWatch are half of each line and always the same, so they are serialized once.
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
