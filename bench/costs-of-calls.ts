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
    ['made, with its transcript: one `POST /v1/conversations`', said(made), answered(made)],
    [
      'its search index, which follows the event: one invocation',
      `${said(indexed)}, ${indexed.calls * assumed.millisecondsPerCall} ms`,
      followed(indexed),
    ],
    [
      'its part of the segments that are built and merged later',
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
      'its recording announced, and made available by a second invocation',
      `${said(announced)}; ${said(received)}, ${received.calls * assumed.millisecondsPerCall} ms`,
      answered(announced) + followed(received),
    ],
    ['its recording uploaded', `a PUT of ${megabytes(recording_bytes)} MB`, dollarsFor('bucketPuts')],
    ['the bucket’s event, through EventBridge', 'one event', dollarsFor('bucketEvents')],
    [
      `read ${reads} times: record and transcript`,
      `each time ${said(read)} and ${said(transcript)}; ${call.read_bytes.toLocaleString('en')} bytes sent`,
      reads * (answered(read) + answered(transcript) + dollarsToSend(call.read_bytes)),
    ],
    [
      'heard once: a link, a GET',
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

A call here is ${call.turns} turns of ${call.words} words, taken from real dialogues one after the other: ${call.minutes} minutes at the
${call.words_a_minute} words a minute of the four dialogues that were spoken, whose recordings weigh ${call.recording_bytes_a_second} bytes a second
(${Math.round((call.recording_bytes_a_second * 8) / 1000)} kbit/s of MP3). Units are measured for it, at the same location. Assumed: it is recorded once, after it is over; functions are
warm, ${assumed.milliseconds} ms for a request and ${assumed.millisecondsPerCall} ms for each call of DynamoDB where events are followed, and every event has an
invocation of its own; somebody reads it ${reads} times and hears it once, over the internet.

${tableOf(
  ['for one call', 'what it uses', '$ per 1,000 calls'],
  [
    ...rows.map(([what, how, dollars]) => [what, how, (dollars * calls).toFixed(4)]),
    ['**all**', '', `**${money(total)}**`],
  ],
)}

Then each month, for as long as a thousand calls are kept: ${money(table)} $ in the table (${call.items} items with all their copies in indexes,
${Math.round(storedBytes(results) / 1000)} KB a call with its part of the search index), ${money(recovery)} $ for its point-in-time recovery, ${money(bucket)} $ in the bucket: ${money(table + recovery + bucket)} $. After
\`data.recordings_tiering_days\` a recording moves to Intelligent-Tiering, once for ${money(dollarsFor('toTiering', calls))} $ per thousand, and is watched there for
${(perMonth.watchedRecording * calls).toFixed(4)} $ a month. Not counted: telephone, speech and language models, which others bill; erasing it again
(a \`DELETE\`, above, and what follows it); what is free (${free.gbSentOut} GB sent out a month, and the rows under [Idle](#idle)).

A call that is written while it goes on takes ${sum(Object.values(life).map(({ writeUnits }) => writeUnits))} write units before it is indexed: ${life.started.writeUnits} when it starts, ${life.appended.writeUnits} for 20 turns in five
requests, ${life.ended.writeUnits} at its end, and ${life.announced.writeUnits} and ${life.received.writeUnits} for its recording.
`;
};
