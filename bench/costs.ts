import { scheduleMinutes } from '#lib/build/function-settings.ts';
import { operations } from '#lib/contract/index.ts';
import type { ChatUnits } from './chats.ts';
import type { MeasuredGroup, UnitsUsed } from './figure.ts';
import { sum, tableOf } from './figure.ts';
import type { PhoneUnits } from './phone.ts';
import { each, noUnits, plus } from './platform.ts';
import {
  assumed,
  dollarsFor,
  dollarsOf,
  dollarsToKeep,
  dollarsToLog,
  dollarsToRun,
  dollarsToSend,
  perCallMinute,
  perGbOfLogsAsked,
  perMillionRequests,
  perMinute,
  perMonth,
  requestLogBytes,
} from './prices.ts';
import type { ProviderUnits } from './providers.ts';
import type { DeployedResources } from './stack.ts';
import type { Units } from './units.ts';

interface Of<Data> extends MeasuredGroup<Data> {
  readonly measured_at: string;
  readonly data: Data;
}

/** The groups from which docs/costs.md is computed. */
export interface CostResults {
  readonly units: Of<Units>;
  readonly providers: Of<ProviderUnits>;
  readonly chats: Of<ChatUnits>;
  readonly phone: Of<PhoneUnits>;
  readonly stack: Of<DeployedResources>;
}

interface KnownUnits extends Units {
  readonly providers: ProviderUnits;
  readonly chats: ChatUnits;
  readonly phone: PhoneUnits;
  readonly deployed: DeployedResources;
}

const million = 1_000_000;
const money = (dollars: number): string => dollars.toFixed(2);

/** The number of months for which a call is kept. */
const kept = 12;

/**
 * Months that a recording that nobody plays again spends in each class: a month later it moves to
 * Intelligent-Tiering, which moves it on after 30 and 90 days without an access.
 */
const monthsIn = { gbOfBucket: 2, gbOfInfrequent: 2, gbOfArchive: kept - 4 } as const;
type Class = keyof typeof monthsIn;

/** Dollars for a recording as long as it is kept. */
const dollarsForRecordings = (bytes: number): number =>
  sum(Object.entries(monthsIn).map(([kind, months]) => months * dollarsToKeep(bytes, kind as Class))) +
  dollarsFor('toTiering') +
  (kept - 1) * perMonth.watchedRecording;

/**
 * The bytes of a call in the table: its items with all their copies in indexes, and its part of the search
 * index.
 */
const storedBytes = ({ call, indexed }: KnownUnits): number => call.table_bytes + indexed.long.segmentBytes;

/** Units to write a call into the search index, segments and merges included. */
const indexUnits = ({ indexed }: KnownUnits): number => indexed.long.writeUnits + indexed.long.buildUnits;

/** Units to count a call, pages and sums included. */
const usageUnits = ({ counting: { counted, summed } }: KnownUnits): UnitsUsed => ({
  ...each(plus(counted, summed), 1),
  calls: counted.calls,
});

const thousand = 1000;

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

/** The cost of a thousand calls, by component. */
const callsSection = (results: KnownUnits): string => {
  const { call, counting, deployed, life, levels } = results;
  const usage = usageUnits(results);
  const stored = storedBytes(results);
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
      `counted for usage at ${levels} levels, with pages and sums`,
      said(usage),
      units(usage) + dollarsToRun(counting.counted.calls * assumed.millisecondsPerCall),
    ],
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
    [
      `kept for ${kept} months in the table, with its share of the search index`,
      `${call.items} items including their copies in indexes, ${Math.round(stored / 1000)} KB`,
      kept * dollarsToKeep(stored, 'gbOfTable'),
    ],
    ['point-in-time recovery of that', '', kept * dollarsToKeep(stored, 'gbOfRecovery')],
    [
      `recording kept for ${kept} months`,
      `${megabytes(recording_bytes)} MB, tiered`,
      dollarsForRecordings(recording_bytes),
    ],
  ];
  const total = sum(rows.map(([, , dollars]) => dollars)) * thousand;
  return `## Per thousand calls of five minutes

The call has ${call.turns} turns and ${call.words} words, taken from consecutive real dialogues. That is ${call.minutes} minutes at ${call.words_a_minute} words a minute,
the rate of the four dialogues that were spoken, whose recordings have ${call.recording_bytes_a_second} bytes a second
(${Math.round((call.recording_bytes_a_second * 8) / 1000)} kbit/s of MP3). Units were measured for this call, at the same place as above. Assumptions: the call is recorded once, after its end; functions are
warm and take ${assumed.milliseconds} ms for a request, or ${assumed.millisecondsPerCall} ms for each DynamoDB call if they follow events; every event has a
separate invocation; the conversation is read ${reads} times and its recording played once, over the internet.

${tableOf(
  ['for one call', 'what it uses', '$ per 1,000 calls'],
  [
    ...rows.map(([what, how, dollars]) => [what, how, (dollars * thousand).toFixed(4)]),
    ['**all**', '', `**${money(total)}**`],
  ],
)}

Calls that are kept for ${kept} months cost as much each month as the calls of a month do here, once a year has passed. Nobody plays
a recording again after its first month, so it moves to cheaper storage (\`data.recordings_tiering_days\` and Intelligent-Tiering). Not
included: telephony, speech and language models, which their providers bill; erasing the call (the \`DELETE\` above, and the work that
follows it); [Idle](#idle); the free tier.

A call that is recorded while it is in progress takes ${sum([...Object.values(life), announced, received].map(({ writeUnits }) => writeUnits))} write units before it is indexed: ${life.started.writeUnits} when it starts, ${life.appended.writeUnits} for 20 turns in five
requests, ${life.ended.writeUnits} at its end, and ${announced.writeUnits} and ${received.writeUnits} for its recording.
`;
};

/** The cost of a thousand chats, by component. */
const chatsSection = (results: KnownUnits): string => {
  const { chats, deployed, levels } = results;
  const { exchanges, created, exchanged, ended } = chats;
  const usage = usageUnits(results);
  const requests = exchanges + 2;
  const logBytes = requests * requestLogBytes(deployed);
  const rows: readonly (readonly [what: string, how: string, dollars: number])[] = [
    ['begun: one request', said(created), answered(created)],
    [
      `${exchanges} messages, each with its answer`,
      `each ${said(exchanged)}, ${assumed.answerMs.toLocaleString('en')} ms`,
      exchanges * (units(exchanged) + dollarsFor('httpRequests') + dollarsToRun(assumed.answerMs)),
    ],
    ['ended: one request', said(ended), answered(ended)],
    [
      'indexed for search, segments and merges included, at most as much as a call of five minutes',
      counted(Math.round(indexUnits(results)), 'write'),
      dollarsOf(0, indexUnits(results)),
    ],
    [`counted for usage at ${levels} levels, with pages and sums`, said(usage), units(usage)],
    ['log lines', `${logBytes.toLocaleString('en')} bytes of ${requests} requests`, dollarsToLog(logBytes)],
  ];
  return `## Per thousand chats of ${exchanges} exchanges

A chat with an agent that answers by itself, at the same place as above. Its function waits for the model, for which ${assumed.answerMs.toLocaleString('en')} ms are
assumed. The provider of the model bills its tokens, which are not included, nor are tools and analyses.

${tableOf(
  ['for one chat', 'what it uses', '$ per 1,000 chats'],
  [
    ...rows.map(([what, how, dollars]) => [what, how, (dollars * thousand).toFixed(4)]),
    ['**all**', '', `**${money(sum(rows.map(([, , dollars]) => dollars)) * thousand)}**`],
  ],
)}
`;
};

/** The cost of a minute in a call that the platform holds, beside those of others. */
const phoneSection = ({ phone }: KnownUnits): string => {
  const { sentencesOfAnswer, answerMs, milliseconds } = assumed;
  const { minutes, exchanges, frames } = phone;
  const ofExchange =
    dollarsFor('socketMessages', frames + sentencesOfAnswer) +
    dollarsToRun(answerMs) +
    (frames - 1) * dollarsToRun(milliseconds);
  const own = dollarsFor('socketMinutes') + (exchanges * ofExchange + units(phone.used)) / minutes;
  const { lineIn, lineOut, vapi, retell, elevenlabs } = perCallMinute;
  const { least, most } = perMinute.retell;
  const { relay } = perMinute;
  return `## A minute on the phone

A call that an agent of this platform answers at Twilio, beside the prices of others, in the United States and without the language model, which each bills by its tokens
or leaves to another account. The prices are those of the providers' pages, some as others quote them. Of this platform, a call of ${minutes} minutes and ${exchanges} exchanges was measured at five levels, which takes ${said(phone.used)}. Each exchange has ${frames} messages of the carrier, and is assumed to have ${sentencesOfAnswer} sentences and ${answerMs.toLocaleString('en')} ms of a function.

${tableOf(
  ['', '$ a minute', 'what it pays for'],
  [
    ['this platform on AWS', own.toFixed(4), 'functions, the WebSocket API, DynamoDB'],
    ['ConversationRelay of Twilio', relay.toFixed(2), 'recognition and voice'],
    ['a line of Twilio', `${lineIn} in, ${lineOut} out`, 'a local number'],
    ['**all, inbound**', `**${(own + relay + lineIn).toFixed(3)}**`, ''],
    ['Vapi', vapi.toFixed(2), 'holding the call; recognition, voice and line are added at cost'],
    ['Retell', `${retell} (${least} to ${most} in all)`, 'holding the call; voice, model and line are added'],
    [
      'ElevenLabs, plan Creator',
      elevenlabs.toFixed(2),
      'holding the call, recognition and voice; the line is added',
    ],
  ],
)}
`;
};

/** A message is sent to the queue, received and deleted. */
const queueRequests = 3;
/** One delivers it, and one is invoked by the stream for its task. */
const invocations = 2;

/** The cost of an event after it was written, by the number of webhooks that receive it. */
const messagesSection = ({ messages }: KnownUnits): string => {
  const rows = messages.map(({ webhooks, written, delivered }) => {
    const reads = written.readUnits + delivered.readUnits;
    const writes = written.writeUnits + delivered.writeUnits;
    const queue = dollarsFor('queueRequests', queueRequests * webhooks);
    const functions = invocations * webhooks * dollarsToRun(assumed.deliveryMs);
    const all = (dollarsOf(reads, writes) + queue + functions) * million;
    return [webhooks, reads, writes, all.toFixed(2), webhooks === 0 ? '' : (all / webhooks).toFixed(2)];
  });
  return `## Messages of webhooks

The cost of an event after it was written, with the first attempt of each of its messages. Units were measured for an agent in an organization without
ancestors, with full payloads. In addition, a message takes ${queueRequests} SQS requests (send, receive, delete) and ${invocations} invocations (the
function that delivers, and the one that the stream invokes for the task). They are assumed to take ${assumed.deliveryMs} ms each, most of which is the receiver's time. In practice, the
stream and the queue pass on several at once, which costs less. Data transfer is not included.

${tableOf(
  ['webhooks', 'read units', 'write units', '$ per million events', '$ per million messages'],
  rows.map((row) => row.map(String)),
)}`;
};

const minutesAMonth = assumed.daysAMonth * 24 * 60;

/** Costs that are billed even without requests. */
const idleSection = ({ clock, deployed }: KnownUnits): string => {
  const { alarms, alarm_metrics, composite_alarms, dashboards, own_metrics, keys, secrets, health_checks } =
    deployed;
  const polls = deployed.polled_queues * assumed.pollers * assumed.pollsAMinute * minutesAMonth;
  const runs = Object.entries(scheduleMinutes).map(([id, minutes]) => {
    const { readUnits, writeUnits } = clock[id] ?? noUnits;
    const count = minutesAMonth / minutes;
    return { count, dollars: count * dollarsOf(readUnits, writeUnits) };
  });
  const count = sum(runs.map((run) => run.count));
  const beats = minutesAMonth / (scheduleMinutes['clock.sendHeartbeats'] ?? Number.POSITIVE_INFINITY);
  // Two followers of the stream run, and one of the bucket.
  const invocations = count + 3 * beats;
  const logBytes = invocations * (assumed.startLine + assumed.reportLine) + count * assumed.clockLine;
  // A heartbeat is an item of less than a kilobyte, and an object.
  const stored = beats * (dollarsOf(0, 1) + dollarsFor('bucketPuts') + dollarsFor('bucketEvents'));
  const rows: readonly (readonly [what: string, how: string, dollars: number])[] = [
    ['alarms', `${alarms} over ${alarm_metrics} metrics`, alarm_metrics * perMonth.alarmMetric],
    ['composite alarms', String(composite_alarms), composite_alarms * perMonth.compositeAlarm],
    ['dashboard', String(dashboards), dashboards * perMonth.dashboard],
    ['secret that CloudFront and the API share', String(secrets), secrets * perMonth.secret],
    [
      'the clock’s functions and heartbeats, with their reads, writes and log lines',
      `${invocations.toLocaleString('en')} invocations`,
      sum(runs.map((run) => run.dollars)) +
        invocations * dollarsToRun(assumed.milliseconds) +
        dollarsToLog(logBytes) +
        stored,
    ],
    [
      'Lambda polls the queues of tasks',
      `${polls.toLocaleString('en')} requests to ${deployed.polled_queues} queues`,
      dollarsFor('queuePolls', polls),
    ],
  ];
  return `## Idle

No server runs while the service is idle, but a stack is not free. The idle cost of a stack with default settings, counted in the
synthesized template for a month of ${assumed.daysAMonth} days without requests:

${tableOf(
  ['', 'how many', '$ a month'],
  [
    ...rows.map(([what, how, dollars]) => [what, how, money(dollars)]),
    ['**all**', '', `**${money(sum(rows.map(([, , dollars]) => dollars)))}**`],
  ],
)}

Nothing is deducted for the free tier. Assumptions for the clock's functions: they find nothing to do, take ${assumed.milliseconds} ms, and write a line of ${assumed.clockLine} bytes in addition to Lambda's own two of ${assumed.startLine} and ${assumed.reportLine}.
Their reads were measured. Assumptions for Lambda's pollers: ${assumed.pollers} for each queue, each of which polls ${assumed.pollsAMinute} times a minute.

In addition, each month and GB costs ${perMonth.gbOfTable} $ in the table, ${money(perMonth.gbOfRecovery)} $ for its point-in-time recovery, ${perMonth.gbOfBucket} $ in
the bucket, and ${perMonth.gbOfLogs} $ for compressed logs. In months with requests, custom metrics (${own_metrics}) cost ${money(perMonth.ownMetric)} $
each, billed by the hours in which they are written. The dashboard queries the logs when somebody opens it: ${perGbOfLogsAsked} $ per GB scanned.
There are ${keys === 0 ? 'no' : keys} KMS keys (\`data.own_key\`, \`data.secrets_key\` and \`audit.signing_key\` make one each, ${perMonth.key} $ a month and its use) and ${health_checks === 0 ? 'no' : health_checks} health checks. If you
monitor \`GET /v1/health\`, its requests are billed like others. The console's files take about 1 MB in a bucket, and CloudFront costs nothing until the console is opened.
`;
};

/** docs/costs.md. */
const neuralCharacters = 425;
const { recognition, characters, relay, retell } = perMinute;
const spoken = characters * neuralCharacters;

/** List prices only: nobody's bill was measured. */
const talkSection = `## A minute of talk

${tableOf(
  ['talk', 'recognition, $', 'voice, $', 'both, $ a minute'],
  [
    ['in a page', recognition, spoken.toFixed(3), (recognition + spoken).toFixed(3)],
    ['in a page, heard by the browser', 0, spoken.toFixed(3), spoken.toFixed(3)],
    ['over the phone, by the relay of Twilio', '', '', `${relay.toFixed(2)}, and the line`],
    ['in a page, by a web call of Retell', '', '', `${retell.least} to ${retell.most}, by model and voice`],
  ],
)}

Prices as others report them, without the language model, except Retell's, and without the requests of a chat, which are above. Amazon Transcribe bills the first tier, by the second, and at
least 15 seconds a stream. Amazon Polly's neural voices speak ${neuralCharacters} characters in a minute of conversation, half of which is the agent's. Prices of ElevenLabs and Vapi
are under [A minute on the phone](#a-minute-on-the-phone). No invoice was compared with this table.`;

export const costsPage = ({ units: own, providers, chats, phone, stack }: CostResults): string => {
  const known: KnownUnits = {
    ...own.data,
    providers: providers.data,
    chats: chats.data,
    phone: phone.data,
    deployed: stack.data,
  };
  const { routes, levels, indexed, deployed, counting, audit } = known;
  const days = new Set([own, providers, chats, phone, stack].map(({ measured_at }) => measured_at));
  const streamed = new Set(operations.flatMap(({ route }) => (route.streams ? [String(route.key)] : [])));
  const rows = [...routes]
    .sort((one, other) =>
      one.route.slice(one.route.indexOf(' ')) < other.route.slice(other.route.indexOf(' ')) ? -1 : 1,
    )
    .map(({ route, calls, readUnits, writeUnits }) => {
      const gateway = streamed.has(route) ? 'restRequests' : 'httpRequests';
      const { dynamodb, all } = perMillionRequests(readUnits, writeUnits, deployed, gateway);
      return [`\`${route}\``, calls, readUnits, writeUnits, money(dynamodb), money(all)];
    });
  const recording = routes.find(({ route }) => route === 'POST /v1/conversations');
  const record = recording?.writeUnits ?? 0;
  const { gateway, lambda, logs } = perMillionRequests(0, 0, deployed);
  const tracesPerMillion = dollarsFor('traces', 1_000_000);
  return `# Costs

Written by \`npm run bench\` on ${new Intl.ListFormat('en').format([...days].sort())}, at list prices in us-east-1 (\`bench/prices.ts\` has them and their sources).
The embedded DynamoDB counted the units, by the same rules as AWS. Prices change, so check your own bill.

## A million requests to a route

The table covers ${routes.length} of the API's ${operations.length} routes. On one machine (\`npm start\`), every answer reports its DynamoDB cost in the \`Server-Timing\` header.

Measured at a subcompany below another one, a client and a reseller: ${levels} levels, including the platform. Writes carry
an \`Idempotency-Key\`. In addition to DynamoDB, a million requests cost ${money(gateway)} $ for the HTTP API (${money(dollarsFor('restRequests', 1_000_000))} $ for the REST API of the streamed routes, under \`/v1/live\`), ${money(lambda)} $ for Lambda and ${money(logs)} $ for logs.
For Lambda, one warm invocation of ${assumed.milliseconds} ms at ${assumed.memoryGb * 1024} MB on arm64 is assumed. Of the ${requestLogBytes(deployed)} bytes that a request writes to logs, ${deployed.own_line} are the function's
line and ${deployed.access_line} the gateway's, both measured. Lambda's own \`platform.start\` and \`platform.report\` are assumed to have ${assumed.startLine} bytes and ${assumed.reportLine} bytes.
The setting \`logs.access\` can turn off the gateway's line. \`logs.tracing\` turns on X-Ray, at ${money(tracesPerMillion)} $ per million traces. It traces the first request of
each second and five percent of the others, so it traces every request of a function that receives less than one a second.

${tableOf(['route', 'calls', 'read units', 'write units', 'DynamoDB, $', 'all, $'], rows)}

The cost of a list or a transcript grows with its length: here 50 conversations, 18 turns, and few other entities. A test of an agent reads all documents of the
agent, which has none here. The provider of a language model bills it separately.

## The audit log

${tableOf(
  ['the record of', 'what it uses', '$ per million'],
  Object.entries(audit).map(([what, used]) => [what, said(used), money(units(used) * million)]),
)}

What a record adds at ${levels} levels: it is in the lists of the platform, of organizations, of the actor and of the target, and has an event. The table of routes includes the
records of changes, and those of reads that an API key repeats. Sealing the records of an hour reads each once more.

## A conversation of 18 turns

| | write units | $ per million |
| --- | --- | --- |
| recording it, with its turns, its entries in ${levels} lists and its event | ${record} | ${money(dollarsOf(0, record * 1_000_000))} |
| indexing it for search: its terms at each level, and the text | ${indexed.short.writeUnits} | ${money(dollarsOf(0, indexed.short.writeUnits * 1_000_000))} |
| its share of the segments that are built and merged later | ${indexed.short.buildUnits} | ${money(dollarsOf(0, indexed.short.buildUnits * 1_000_000))} |
| counting it at ${levels} levels: its fact, its entries in the logs, and the pages of these | ${counting.counted.writeUnits} | ${money(dollarsOf(0, counting.counted.writeUnits * 1_000_000))} |
| its share of the sums of usage | ${counting.summed.writeUnits} | ${money(dollarsOf(0, counting.summed.writeUnits * 1_000_000))} |

Measured with ${indexed.short.conversations} conversations that were indexed one by one, which is the most expensive case, and moved and merged at every level
([why](decisions/search-segments.md)). The next sections include the storage.

The two rows about usage were measured with ${counting.conversations.toLocaleString('en')} conversations of one organization in three months, with three providers. They were counted one at a
time, which is the most expensive case, because conversations that are counted together share the writes of a log. For each conversation, a log of an organization
gets one write, and a page for about forty of them; the platform's writes are spread over eight logs. Reading the usage of a month by days takes
${counting.month.organization} read units at most for an organization, grouped or not, and ${counting.month.platform} for the platform ([why](decisions/usage.md)).

## A call of five minutes that a provider reports

${tableOf(
  ['provider', 'webhooks', 'read units', 'write units', '$ per million calls'],
  Object.entries(known.providers.units).map(([name, { webhooks, readUnits, writeUnits }]) => [
    name,
    webhooks,
    readUnits,
    writeUnits,
    money(dollarsOf(readUnits * 1_000_000, writeUnits * 1_000_000)),
  ]),
)}

DynamoDB units only, at a client below a reseller, without the search index: each webhook with its payload, the task that processes it, and the
conversation with 69 turns and its listing entries.

${callsSection(known)}
${phoneSection(known)}
${chatsSection(known)}
${messagesSection(known)}

${talkSection}

${idleSection(known)}`;
};
