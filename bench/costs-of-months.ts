import type { Results } from './figures.ts';
import { sum, tableOf } from './markdown.ts';
import {
  assumed,
  dollarsFor,
  dollarsOf,
  dollarsToKeep,
  dollarsToLog,
  dollarsToRun,
  dollarsToSend,
  perMonth,
  requestLogBytes,
} from './prices.ts';

/** How many months a call is kept. */
const kept = 12;
const callsAMonth = [10_000, 1_000_000, 100_000_000];

/**
 * For each month of its life, where a recording is that nobody plays again: a month later it moves to Intelligent-Tiering, which moves it
 * on after 30 and 90 days without an access.
 */
const classes = Array.from({ length: kept }, (_, month) => {
  if (month < 2) return 'gbOfBucket';
  return month < 4 ? 'gbOfInfrequent' : 'gbOfArchive';
});

/** Dollars a month for a recording a month. */
const dollarsForRecordings = (bytes: number): number =>
  sum(classes.map((stored) => dollarsToKeep(bytes, stored))) +
  dollarsFor('toTiering') +
  (kept - 1) * perMonth.watchedRecording;

/** What stays of a call in the table: its items with all their copies in indexes, and its part of the search index. */
export const storedBytes = ({ call, indexed }: Pick<Results, 'call' | 'indexed'>): number =>
  call.table_bytes + indexed.long.segmentBytes;

/** Units to write a call into the search index, segments and merges included. */
export const indexUnits = ({ call, indexed }: Pick<Results, 'call' | 'indexed'>): number =>
  call.indexed.writeUnits + indexed.long.buildUnits;

/** Units to count a call, pages and sums included. */
export const usageUnits = ({ counting: { counted, summed } }: Pick<Results, 'counting'>) => ({
  calls: counted.calls,
  readUnits: Math.round((counted.readUnits + summed.readUnits) * 100) / 100,
  writeUnits: Math.round((counted.writeUnits + summed.writeUnits) * 100) / 100,
});

/** Dollars a month for one call a month that is kept for a year, by what they go to. */
const componentsOf = (results: Results): readonly (readonly [what: string, dollars: number])[] => {
  const { call, deployed } = results;
  const { made, indexed, announced, received, read, transcript, listened, recording_bytes } = call;
  const { reads } = assumed;
  const requests = 3 + 2 * reads;
  const follow = [indexed, received];
  const used = [made, announced, listened, ...follow, ...Array(reads).fill([read, transcript]).flat()];
  const writeUnits = sum([made, announced, received].map((one) => one.writeUnits));
  const logBytes =
    requests * requestLogBytes(deployed) + follow.length * (assumed.startLine + assumed.reportLine);
  return [
    ['writes: records, lists, recording', dollarsOf(0, writeUnits)],
    ['writes: search index', dollarsOf(0, indexUnits(results))],
    ['writes: usage', dollarsOf(0, usageUnits(results).writeUnits)],
    [
      'reads',
      dollarsOf(
        usageUnits(results).readUnits + sum(used.map(({ readUnits }: { readUnits: number }) => readUnits)),
        0,
      ),
    ],
    ['table, stored', kept * dollarsToKeep(storedBytes(results), 'gbOfTable')],
    ['point-in-time recovery', kept * dollarsToKeep(storedBytes(results), 'gbOfRecovery')],
    [
      'HTTP API and functions',
      requests * (dollarsFor('httpRequests') + dollarsToRun(assumed.milliseconds)) +
        sum(follow.map(({ calls }) => dollarsToRun(calls * assumed.millisecondsPerCall))),
    ],
    ['logs', dollarsToLog(logBytes)],
    [
      'recordings: requests and events',
      dollarsFor('bucketPuts') + dollarsFor('bucketEvents') + dollarsFor('bucketGets'),
    ],
    ['recordings, stored', dollarsForRecordings(recording_bytes)],
    ['sent over the internet', dollarsToSend(recording_bytes + reads * call.read_bytes)],
  ];
};

const dollars = (value: number): string =>
  value.toLocaleString('en', {
    maximumFractionDigits: value < 100 ? 2 : 0,
    minimumFractionDigits: value < 100 ? 2 : 0,
  });

/** The bill of the twelfth month, and of every later one. */
export const monthsSection = (results: Results): string => {
  const components = componentsOf(results);
  const total = sum(components.map(([, one]) => one));
  return `## By the month

The bill of a month in dollars, after a year with this number of calls each month, each kept for twelve months. Calls take five
minutes as above. Prices are list prices, without the free tier and without [Idle](#idle). Nobody plays a
recording again after its first month, so it moves to cheaper storage (\`data.recordings_tiering_days\` and Intelligent-Tiering).

${tableOf(
  ['component', ...callsAMonth.map((count) => `${count.toLocaleString('en')} calls`)],
  [
    ...components.map(([what, one]) => [what, ...callsAMonth.map((count) => dollars(count * one))]),
    ['**all**', ...callsAMonth.map((count) => `**${dollars(count * total)}**`)],
  ],
)}
`;
};
