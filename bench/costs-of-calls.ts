import { storedBytes, usageUnits } from './costs-of-months.ts';
import type { Results } from './figures.ts';
import { money, sum, tableOf } from './markdown.ts';
import {
  assumed,
  dollarsFor,
  dollarsOf,
  dollarsToKeep,
  dollarsToLog,
  dollarsToRun,
  dollarsToSend,
  free,
  perMonth,
  requestLogBytes,
} from './prices.ts';
import type { UnitsUsed } from './routes.ts';

const calls = 1000;

const units = ({ readUnits, writeUnits }: UnitsUsed): number => dollarsOf(readUnits, writeUnits);
const counted = (count: number, what: string): string => `${count} ${what} unit${count === 1 ? '' : 's'}`;
const said = ({ readUnits, writeUnits }: UnitsUsed): string =>
  [counted(readUnits, 'read'), ...(writeUnits > 0 ? [counted(writeUnits, 'write')] : [])].join(', ');

/** A request that is answered, and a function that follows an event. */
const answered = (used: UnitsUsed): number =>
  units(used) + dollarsFor('httpRequests') + dollarsToRun(assumed.milliseconds);
const followed = (used: UnitsUsed): number =>
  units(used) + dollarsToRun(used.calls * assumed.millisecondsPerCall);

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

/** What a thousand calls cost, part for part. */
export const callsSection = (results: Results): string => {
  const { call, counting, deployed, life } = results;
  const usage = usageUnits(results);
  const { made, indexed, announced, received, read, transcript, listened, recording_bytes } = call;
  const { reads } = assumed;
  const requests = 3 + 2 * reads;
  const following = 2;
  const logBytes =
    requests * requestLogBytes(deployed) + following * (assumed.startLine + assumed.reportLine);
  const rows: readonly (readonly [what: string, how: string, dollars: number])[] = [
    ['recorded, with its transcript: one `POST /v1/conversations`', said(made), answered(made)],
    [
      'indexed for search: one invocation, which follows the event',
      `${said(indexed)}, ${indexed.calls * assumed.millisecondsPerCall} ms`,
      followed(indexed),
    ],
    [
      'its share of the segments that are built and merged later',
      counted(results.indexed.long.buildUnits, 'write'),
      dollarsOf(0, results.indexed.long.buildUnits),
    ],
    [
      `counted for usage at ${counting.levels} levels, with pages and sums`,
      said(usage),
      units(usage) + dollarsToRun(counting.counted.calls * assumed.millisecondsPerCall),
    ],
    ['reads of the table’s stream', 'free for Lambda', 0],
    [
      'recording announced, and made available by a second invocation',
      `${said(announced)}; ${said(received)}, ${received.calls * assumed.millisecondsPerCall} ms`,
      answered(announced) + followed(received),
    ],
    ['recording uploaded', `a PUT of ${megabytes(recording_bytes)} MB`, dollarsFor('bucketPuts')],
    ['the bucket’s event, through EventBridge', 'one event', dollarsFor('bucketEvents')],
    [
      `read ${reads} times: record and transcript`,
      `each time ${said(read)} and ${said(transcript)}; ${call.read_bytes.toLocaleString('en')} bytes sent`,
      reads * (answered(read) + answered(transcript) + dollarsToSend(call.read_bytes)),
    ],
    [
      'recording played once: a link and a GET',
      `${said(listened)}; ${megabytes(recording_bytes)} MB sent`,
      answered(listened) + dollarsFor('bucketGets') + dollarsToSend(recording_bytes),
    ],
    [
      'log lines',
      `${logBytes.toLocaleString('en')} bytes, of ${requests} requests and ${following} other invocations`,
      dollarsToLog(logBytes),
    ],
  ];
  const total = sum(rows.map(([, , dollars]) => dollars)) * calls;
  const table = dollarsToKeep(storedBytes(results), 'gbOfTable') * calls;
  const recovery = dollarsToKeep(storedBytes(results), 'gbOfRecovery') * calls;
  const bucket = dollarsToKeep(recording_bytes, 'gbOfBucket') * calls;
  return `## Per thousand calls of five minutes

The call has ${call.turns} turns and ${call.words} words, taken from consecutive real dialogues. That is ${call.minutes} minutes at ${call.words_a_minute} words a minute,
the rate of the four dialogues that were spoken, whose recordings have ${call.recording_bytes_a_second} bytes a second
(${Math.round((call.recording_bytes_a_second * 8) / 1000)} kbit/s of MP3). Units were measured for this call, at the same location as above. Assumptions: the call is recorded once, after its end; functions are
warm and take ${assumed.milliseconds} ms for a request, or ${assumed.millisecondsPerCall} ms for each DynamoDB call if they follow events; every event has an
invocation of its own; the conversation is read ${reads} times and its recording played once, over the internet.

${tableOf(
  ['for one call', 'what it uses', '$ per 1,000 calls'],
  [
    ...rows.map(([what, how, dollars]) => [what, how, (dollars * calls).toFixed(4)]),
    ['**all**', '', `**${money(total)}**`],
  ],
)}

Storing a thousand calls costs, each month, ${money(table)} $ in the table (${call.items} items including their copies in indexes,
${Math.round(storedBytes(results) / 1000)} KB a call including its share of the search index), ${money(recovery)} $ for point-in-time recovery and ${money(bucket)} $ in the bucket: ${money(table + recovery + bucket)} $ in total. After
\`data.recordings_tiering_days\`, a recording moves to Intelligent-Tiering. For a thousand recordings, that costs ${money(dollarsFor('toTiering', calls))} $ once, and
${(perMonth.watchedRecording * calls).toFixed(4)} $ a month for monitoring. Not included: telephony, speech and language models, which their providers bill; erasing the call
(the \`DELETE\` above, and the work that follows it); the free tier (${free.gbSentOut} GB sent out a month, and the rows under [Idle](#idle)).

A call that is recorded while it is in progress takes ${sum(Object.values(life).map(({ writeUnits }) => writeUnits))} write units before it is indexed: ${life.started.writeUnits} when it starts, ${life.appended.writeUnits} for 20 turns in five
requests, ${life.ended.writeUnits} at its end, and ${life.announced.writeUnits} and ${life.received.writeUnits} for its recording.
`;
};
