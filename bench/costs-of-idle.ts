import { scheduleMinutes } from '#lib/function-settings.ts';
import type { Results } from './figures.ts';
import { money, sum, tableOf } from './markdown.ts';
import {
  assumed,
  dollarsFor,
  dollarsOf,
  dollarsToLog,
  dollarsToRun,
  free,
  perGbOfLogsAsked,
  perMonth,
} from './prices.ts';

const minutesAMonth = assumed.daysAMonth * 24 * 60;

const beyond = (used: number, unpaid: number): number => Math.max(0, used - unpaid);

/** What is billed though nobody asks. */
export const idleSection = ({ clock, deployed }: Results): string => {
  const { alarms, alarm_metrics, composite_alarms, dashboards, own_metrics, keys, secrets, health_checks } =
    deployed;
  const polls = deployed.polled_queues * assumed.pollers * assumed.pollsAMinute * minutesAMonth;
  const runs = Object.entries(scheduleMinutes).map(([id, minutes]) => {
    const count = minutesAMonth / minutes;
    const { readUnits = 0, writeUnits = 0 } = clock[id] ?? {};
    return { count, readUnits: readUnits * count, writeUnits: writeUnits * count };
  });
  const count = sum(runs.map((run) => run.count));
  const readUnits = sum(runs.map((run) => run.readUnits));
  const writeUnits = sum(runs.map((run) => run.writeUnits));
  const beats = minutesAMonth / (scheduleMinutes['clock.sendHeartbeats'] ?? Number.POSITIVE_INFINITY);
  // An item of less than a kilobyte, and an object; two followers of the stream run, and one of the bucket.
  const dollarsToBeat =
    dollarsOf(0, 1) +
    dollarsFor('bucketPuts') +
    dollarsFor('bucketEvents') +
    3 * dollarsToRun(assumed.milliseconds);
  const logBytes =
    count * (assumed.startLine + assumed.reportLine + assumed.clockLine) +
    3 * beats * (assumed.startLine + assumed.reportLine);
  const rows: readonly (readonly [what: string, how: string, listed: number, unpaid: number])[] = [
    [
      'alarms',
      `${alarms} over ${alarm_metrics} metrics`,
      alarm_metrics * perMonth.alarmMetric,
      beyond(alarm_metrics, free.alarmMetrics) * perMonth.alarmMetric,
    ],
    [
      'composite alarms',
      String(composite_alarms),
      composite_alarms * perMonth.compositeAlarm,
      composite_alarms * perMonth.compositeAlarm,
    ],
    [
      'dashboard',
      String(dashboards),
      dashboards * perMonth.dashboard,
      beyond(dashboards, free.dashboards) * perMonth.dashboard,
    ],
    [
      'secret that CloudFront and the API share',
      String(secrets),
      secrets * perMonth.secret,
      secrets * perMonth.secret,
    ],
    [
      'the clock’s functions',
      `${count.toLocaleString('en')} invocations of ${Object.keys(scheduleMinutes).length}`,
      count * dollarsToRun(assumed.milliseconds),
      0,
    ],
    [
      'reads of the clock’s functions',
      `${readUnits.toLocaleString('en')} read units`,
      dollarsOf(readUnits, writeUnits),
      dollarsOf(readUnits, writeUnits),
    ],
    [
      'heartbeats',
      `${beats.toLocaleString('en')} writes, puts and events of the bucket, with 3 invocations each`,
      beats * dollarsToBeat,
      beats * (dollarsOf(0, 1) + dollarsFor('bucketPuts') + dollarsFor('bucketEvents')),
    ],
    ['log lines of both', `${(logBytes / 1_000_000).toFixed(1)} MB`, dollarsToLog(logBytes), 0],
    [
      'Lambda polls the queues of tasks',
      `${polls.toLocaleString('en')} requests to ${deployed.polled_queues} queues`,
      dollarsFor('queuePolls', polls),
      dollarsFor('queuePolls', beyond(polls, free.queueRequests)),
    ],
    ['reads of the table’s stream, rules of EventBridge, topic', 'free unless used', 0, 0],
  ];
  const total = (at: 2 | 3): string => `**${money(sum(rows.map((row) => row[at])))}**`;
  return `## Idle

No server runs while the service is idle, but a stack is not free. The idle cost of a stack with default settings, counted in the
synthesized template for a month of ${assumed.daysAMonth} days without requests:

${tableOf(
  ['', 'how many', '$ a month', 'with the free tier'],
  [
    ...rows.map(([what, how, listed, unpaid]) => [what, how, listed.toFixed(4), unpaid.toFixed(4)]),
    ['**all**', '', total(2), total(3)],
  ],
)}

The last column applies to an account with no other usage. AWS gives each account ${free.alarmMetrics} metrics of alarms, ${free.dashboards} dashboards of up to 50 metrics,
${free.ownMetrics} custom metrics, ${free.gbOfLogs} GB of logs, ${free.queueRequests.toLocaleString('en')} requests of SQS, and ${free.lambdaRequests.toLocaleString('en')} invocations with ${free.gbSeconds.toLocaleString('en')} GB-seconds a month, for all its
stacks together. Assumptions for the clock's functions: they find nothing to do, take ${assumed.milliseconds} ms, and write a line of ${assumed.clockLine} bytes in addition to Lambda's own two of ${assumed.startLine} and ${assumed.reportLine}.
Their reads were measured. Assumptions for Lambda's pollers: ${assumed.pollers} for each queue, each of which polls ${assumed.pollsAMinute} times a minute.

In addition, each month and GB costs ${perMonth.gbOfTable} $ in the table (${free.gbOfTable} GB are free), ${money(perMonth.gbOfRecovery)} $ for its point-in-time recovery, ${perMonth.gbOfBucket} $ in
the bucket, and ${perMonth.gbOfLogs} $ for compressed logs. In months with requests, custom metrics (${own_metrics}) cost ${money(perMonth.ownMetric)} $
each, billed by the hours in which they are written. The dashboard queries the logs when somebody opens it: ${perGbOfLogsAsked} $ per GB scanned.
There are ${keys === 0 ? 'no' : keys} KMS keys (\`data.own_key\` and \`data.secrets_key\` make one each, ${perMonth.key} $ a month and its use) and ${health_checks === 0 ? 'no' : health_checks} health checks. If you
monitor \`GET /v1/health\`, its requests are billed like others. The console's files take about 1 MB in a bucket, and CloudFront costs nothing until the console is opened.
`;
};
