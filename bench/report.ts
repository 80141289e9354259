import { operations } from '#lib/contract/index.ts';
import { ownerAt } from '#lib/data/lists/shards.ts';
import { callsSection } from './costs-of-calls.ts';
import { idleSection } from './costs-of-idle.ts';
import { messagesSection } from './costs-of-messages.ts';
import { indexUnits, monthsSection, storedBytes } from './costs-of-months.ts';
import type { ListFigures, Results } from './figures.ts';
import { money, sum, tableOf } from './markdown.ts';
import { assumed, dollarsFor, dollarsOf, perMillionRequests, requestLogBytes } from './prices.ts';
import { quantile } from './quantiles.ts';

/** What a partition takes in a second. */
const unitsOfPartition = 1000;
/** A conversation with a recording is written three times into each list: recorded, announced, available; two units each. */
const largestListUnits = 3 * 2;

const most = (values: readonly number[]): number => Math.max(...values);

const listed = (numbers: readonly (string | number)[]): string => numbers.join(' · ');

const served = 'agent_id + outcome';

export const figuresTable = (results: Results): string => {
  const {
    lists,
    searches,
    routes,
    findable,
    burst,
    processor,
    reindexed,
    million,
    deliveries,
    hostile,
    counting,
    exports,
    steps,
    cold,
    synth,
    measured_at,
    node,
    indexed,
    call,
    life,
    providers,
  } = results;
  const sizes = Object.keys(lists).map(Number);
  const searched = Object.keys(searches).map(Number);
  const each = (figure: (size: number) => string | number) => listed(sizes.map(figure));
  const eachSearched = (figure: (size: number) => string | number) => listed(searched.map(figure));
  const list = (size: number) => lists[size] as Results['lists'][string];
  const search = (size: number) => searches[size] as Results['searches'][string];
  const named = (numbers: readonly number[]) => listed(numbers.map((size) => size.toLocaleString('en')));
  const clientPage = (size: number) =>
    list(size).single.find(({ level, filters }) => level === 'client' && filters === 'outcome')?.readUnits ??
    0;

  const isWhole = ({ level }: { readonly level: string }) => level !== 'platform' && level !== 'reseller';
  const isServed = ({ filters }: { readonly filters: string }) => !filters.startsWith('status');
  const readPerShown = (costs: ListFigures['single']) =>
    most(
      costs.filter(({ returned }) => returned === 50).map(({ scanned, returned }) => scanned / returned),
    ).toFixed(2);
  const isUnfiltered = ({ filters }: { readonly filters: string }) => filters.startsWith('none');
  const unitsAtClient = (size: number, filters: string) =>
    list(size).single.find((cost) => cost.level === 'client' && cost.filters === filters)?.readUnits ?? 0;

  const rows = [
    [
      'A page of 50 under one filter, with a date range or without, of a list in one partition: calls of DynamoDB at most, a Query and a BatchGet',
      each((size) =>
        most(
          list(size)
            .single.filter(isWhole)
            .map(({ calls }) => calls),
        ),
      ),
      2,
    ],
    [
      'The same of a list in eight partitions (platform, reseller): read units, relative to a client’s page (maximum)',
      each((size) =>
        most(
          list(size)
            .single.filter((cost) => !isWhole(cost) && cost.returned === 50)
            .map(({ readUnits, filters }) => readUnits / unitsAtClient(size, filters)),
        ).toFixed(2),
      ),
      2,
    ],
    [
      'Entries that a filter read in vain, where an index serves it',
      each((size) =>
        sum(
          list(size)
            .single.filter(isServed)
            .map(({ scanned, count }) => scanned - count),
        ),
      ),
      0,
    ],
    [
      'Entries read for each one of a page of 50 with status=completed, which no index serves, of a list in one partition, at most',
      each((size) => readPerShown(list(size).single.filter((cost) => isWhole(cost) && !isServed(cost)))),
      2,
    ],
    [
      'The same of a list in eight partitions, and there without a filter',
      each((size) => {
        const spread = list(size).single.filter((cost) => !isWhole(cost));
        const unserved = spread.filter((cost) => !isServed(cost));
        return `${readPerShown(unserved)}, ${readPerShown(spread.filter(isUnfiltered))}`;
      }),
      '',
    ],
    [
      'Read units of a page of 50 of the largest client, by outcome',
      each(clientPage),
      'at most 1.05 times the first',
    ],
    ['Bytes of a listing entry, median', each((size) => list(size).entries.p50), '1,200'],
    ['Bytes of the largest entry there can be', each((size) => list(size).entries.largest), '2,000'],
    [
      'MB on disk on one machine, with turns and the search index',
      each((size) => list(size).disk_mb),
      '400 for 10,000',
    ],
    [
      `Two filters that an index serves (${served}): read units, relative to one filter (maximum)`,
      each((size) => {
        const page = (filters: string, level: string) =>
          list(size)[filters.includes('+') ? 'pairs' : 'single'].find(
            (cost) => cost.filters === filters && cost.level === level,
          )?.readUnits ?? 0;
        const levels = ['platform', 'reseller', 'client', 'subcompany', 'location'];
        return most(levels.map((level) => page(served, level) / page('agent_id', level))).toFixed(2);
      }),
      2,
    ],
    [
      'Any other two filters, of a list in one partition: calls of DynamoDB at most',
      each((size) =>
        most(
          list(size)
            .pairs.filter(isWhole)
            .map(({ calls }) => calls),
        ),
      ),
      8,
    ],
    [
      'A page of 50 through the API: time relative to a bare Query of the same bytes, median and 95th percentile',
      each((size) => `${list(size).latency.ratio_p50}, ${list(size).latency.ratio_p95}`),
      1.5,
    ],
  ];
  const searchRows = [
    [
      'Search for a word with 30 hits or more: read units, relative to those of the conversations it returns (maximum)',
      eachSearched((size) =>
        most(
          search(size)
            .rareWords.filter(({ found }) => found >= 30)
            .map(({ readUnits, returnedUnits }) => readUnits / returnedUnits),
        ).toFixed(2),
      ),
      2,
    ],
    [
      'Two words, all pages of all searches: read units, relative to a search for the rarer word alone',
      eachSearched((size) => {
        const { twoWords } = search(size);
        const used = sum(twoWords.map(({ readUnits }) => readUnits));
        return (used / sum(twoWords.map(({ aloneUnits }) => aloneUnits))).toFixed(2);
      }),
      1,
    ],
    [
      'Searches that found exactly what a look through all transcripts finds',
      eachSearched((size) => {
        const all = [...search(size).rareWords, ...search(size).twoWords];
        return `${all.filter(({ exact }) => exact).length} of ${all.length}`;
      }),
      'all',
    ],
    [
      'Calls of DynamoDB in a search, at most',
      eachSearched((size) =>
        most([...search(size).rareWords, ...search(size).twoWords].map(({ mostCalls }) => mostCalls)),
      ),
      6,
    ],
    [
      `The same in an index of ${million.conversations.toLocaleString('en')} synthetic conversations, and how many of these searches found exactly what they should`,
      `${most(million.searches.map(({ mostCalls }) => mostCalls))}, ${million.searches.filter(({ exact }) => exact).length} of ${million.searches.length}`,
      6,
    ],
  ];
  searchRows.push(
    [
      'Write units to index a call of five minutes (69 turns), segments and merges included; one item for each word took 924',
      indexUnits(results).toFixed(1),
      40,
    ],
    [
      'The same for a conversation of 18 turns; one item for each word took 512',
      (indexed.short.writeUnits + indexed.short.buildUnits).toFixed(1),
      25,
    ],
    [
      'KB that a call of five minutes keeps in the table and its indexes; 405 with an item for each word',
      Math.round(storedBytes(results) / 1000),
      60,
    ],
    ['Items that it keeps, copies in indexes included; 953 with an item for each word', call.items, 80],
    [
      'Write units of a live call, from its start to its recording, without the search index; it was 232 with whole entries in all indexes',
      sum(Object.values(life).map(({ writeUnits }) => writeUnits)),
      155,
    ],
    [
      'Recorded conversations a second that no partition of the largest lists limits',
      Math.floor((ownerAt([]).shards * unitsOfPartition) / largestListUnits).toLocaleString('en'),
      '1,000',
    ],
  );
  const coldRatios = cold.flatMap(({ ratio }) => ratio ?? []);
  const leanRatios = cold.flatMap(({ lean_ratio }) => lean_ratio ?? []);
  const slowest = cold.find(({ ratio }) => ratio === quantile(coldRatios, 1));
  const withModels = cold.find(({ id }) => id === 'agents.test');
  const otherRows = [
    [
      'A conversation of 19 turns, until it is found by its words, on one machine: milliseconds, median and most',
      `${findable.p50}, ${findable.most}`,
      '2,000',
    ],
    [
      `The same after ${burst.conversations.toLocaleString('en')} conversations, ${burst.per_second} a second over eight connections: milliseconds from the last write until every one is found`,
      burst.found_after_ms.toLocaleString('en'),
      '5,000',
    ],
    ['A create meanwhile: time relative to a platform without followers, median', burst.create_ms.ratio, 1.5],
    [
      `A rebuild of the index of ${reindexed.conversations.toLocaleString('en')} conversations on one machine: conversations a second, and minutes for a million at this rate`,
      `${reindexed.per_second}, ${Math.ceil(1_000_000 / reindexed.per_second / 60)}`,
      '',
    ],
    [
      `Time until a message arrives at ${deliveries.webhooks - 1} webhooks while the receiver of another one hangs: relative to a run without that one, median`,
      deliveries.ratio_p50,
      1.2,
    ],
    [
      'Processor time of a page of 50 under two filters, relative to one filter, on one machine with 10,000 conversations',
      (processor.two_filters_ms / processor.one_filter_ms).toFixed(2),
      1.5,
    ],
    [
      'Processor time of a link to a recording of the last day, relative to a GET by id',
      (processor.link_ms / processor.by_id_ms).toFixed(2),
      1.5,
    ],
    [
      'The same, of an older conversation, whose retention counts: its settings are read once in ten seconds',
      (processor.old_link_ms / processor.by_id_ms).toFixed(2),
      1.5,
    ],
    ['One entity by its id, once the key is known: calls of DynamoDB', routes.byId.calls, 1],
    [
      'Such a request, from the client to its answer: part of it that the steps around the handler take',
      steps.of_request,
      0.05,
    ],
    ['The same, of the function’s own time', steps.of_function, ''],
    [
      'Cold start of a function, relative to a bare one with the same clients of AWS, models and protocols: median and maximum',
      `${quantile(coldRatios, 0.5)}, ${quantile(coldRatios, 1)} (${slowest?.id})`,
      1.25,
    ],
    [
      'The same, of a bare one that is bundled as ours are, without parts of the SDK that no function uses',
      `${quantile(leanRatios, 0.5)}, ${quantile(leanRatios, 1)}`,
      '',
    ],
    [
      'KB of `agents.test`, which carries the library of language models',
      Math.round((withModels?.bytes ?? 0) / 1000),
      '1,450',
    ],
    [
      `Write units to count a conversation at ${counting.levels} levels, pages and sums included`,
      (counting.counted.writeUnits + counting.summed.writeUnits).toFixed(1),
      40,
    ],
    [
      'Writes of that into one partition of an organization, and into one of the platform’s eight, at most',
      `${counting.writesOfPartition.organization}, ${counting.writesOfPartition.platform}`,
      1,
    ],
    [
      'Read units of the usage of a month by days, of an organization: ungrouped or grouped, at most',
      most([
        counting.month.reseller,
        counting.month.client,
        counting.month.subcompany,
        counting.month.location,
      ]),
      20,
    ],
    ['The same of the platform', counting.month.platform, ''],
    [
      `Export as Parquet of ${named(exports.map(({ conversations }) => conversations))} conversations with their turns: MB of memory at most`,
      listed(exports.map(({ peakMegabytes }) => peakMegabytes)),
      'at most 1.25 times the first',
    ],
    [
      `Answers to ${hostile.requests.toLocaleString('en')} random requests generated from the contract: how many of them the contract does not declare`,
      hostile.undeclared,
      0,
    ],
    [
      'CPU time that one of them took: milliseconds, median, 99 in 100 below, and most',
      `${hostile.cpu_ms.p50}, ${hostile.cpu_ms.p99}, ${hostile.cpu_ms.most}`,
      100,
    ],
  ];

  const { units, finished, answer, import: imported } = providers;
  const providerRows = [
    [
      'Write units from the webhooks of a call of five minutes (69 turns) to its complete conversation: ElevenLabs, Vapi, Retell',
      [units.elevenlabs, units.vapi, units.retell].map(({ writeUnits }) => writeUnits).join(', '),
      '',
    ],
    [
      'From the last of them to the complete conversation, on one machine: milliseconds, median and most',
      `${finished.p50}, ${finished.most}`,
      '2,000',
    ],
    [
      'Time to answer a webhook, relative to a route that puts the same bytes into one item: median',
      answer.ratio_p50,
      1.5,
    ],
    [
      `An import of ${imported.conversations.toLocaleString('en')} conversations, by a function that may take ${imported.limit_seconds} seconds: runs, and seconds of the longest`,
      `${imported.runs}, ${imported.longest_seconds}`,
      imported.limit_seconds,
    ],
    [
      'Write units that each of them takes, with its turns and its listing entries',
      imported.write_units_each,
      '',
    ],
  ];

  const deploymentRows = [
    ['`npm run synth`, with the build of all functions and the rule packs: seconds', synth.seconds, 15],
    ['The same, relative to an empty stack', synth.ratio, ''],
  ];

  return `Measured on ${measured_at} with Node ${node.slice(1)} on two cores, by \`npm run bench\`; one figure for each size.

${tableOf([`Lists, of ${named(sizes)} conversations`, 'measured', 'bound'], rows)}

${tableOf([`Search, of ${named(searched)} conversations`, 'measured', 'bound'], searchRows)}

${tableOf(['Single requests', 'measured', 'bound'], otherRows)}

${tableOf(['Voice providers', 'measured', 'bound'], providerRows)}

${tableOf(['Deployment', 'measured', 'bound'], deploymentRows)}
`;
};

/** docs/costs.md. */
export const costsPage = (results: Results): string => {
  const {
    routes: { routes, indexAgain, levels },
    indexed,
    providers,
    deployed,
    measured_at,
    counting,
  } = results;
  const rows = [...routes]
    .sort((one, other) =>
      one.route.slice(one.route.indexOf(' ')) < other.route.slice(other.route.indexOf(' ')) ? -1 : 1,
    )
    .map(({ route, calls, readUnits, writeUnits }) => {
      const { dynamodb, all } = perMillionRequests(readUnits, writeUnits, deployed);
      return [`\`${route}\``, calls, readUnits, writeUnits, money(dynamodb), money(all)];
    });
  const recording = routes.find(({ route }) => route === 'POST /v1/conversations');
  const record = recording?.writeUnits ?? 0;
  const { gateway, lambda, logs } = perMillionRequests(0, 0, deployed);
  const tracesPerMillion = dollarsFor('traces', 1_000_000);
  return `# Costs

Written by \`npm run bench\` on ${measured_at}, at list prices in us-east-1 (\`bench/prices.ts\` has them and their sources).
The embedded DynamoDB counted the units, by the same rules as AWS. Prices change, so check your own bill.

## A million requests to a route

The table covers ${routes.length} of the API's ${operations.length} routes: those for organizations, agents, conversations and API keys. On one machine (\`npm start\`),
every answer reports its DynamoDB cost in the \`Server-Timing\` header, so you can look up the other routes there.

Measured at a location below a subcompany, a client and a reseller: ${levels} levels, including the platform. Writes carry
an \`Idempotency-Key\`. In addition to DynamoDB, a million requests cost ${money(gateway)} $ for the HTTP API, ${money(lambda)} $ for Lambda and ${money(logs)} $ for logs.
For Lambda, one warm invocation of ${assumed.milliseconds} ms at ${assumed.memoryGb * 1024} MB on arm64 is assumed. Of the ${requestLogBytes(deployed)} bytes that a request writes to logs, ${deployed.own_line} are the function's
line and ${deployed.access_line} the gateway's, both measured. Lambda's own \`platform.start\` and \`platform.report\` are assumed to have ${assumed.startLine} bytes and ${assumed.reportLine} bytes.
The setting \`logs.access\` can turn off the gateway's line. \`logs.tracing\` turns on X-Ray, at ${money(tracesPerMillion)} $ per million traces. It traces the first request of
each second and five percent of the others, so it traces every request of a function that receives less than one a second.

${tableOf(['route', 'calls', 'read units', 'write units', 'DynamoDB, $', 'all, $'], rows)}

The cost of a list or a transcript grows with its length: here 50 entries or 18 turns. A test of an agent reads all documents of the
agent, which has none here. The provider of a language model bills it separately.

## A conversation of 18 turns

| | write units | $ per million |
| --- | --- | --- |
| recording it, with its turns, its entries in ${levels} lists and its event | ${record} | ${money(dollarsOf(0, record * 1_000_000))} |
| indexing it for search: its terms at each level, and the text | ${indexed.short.writeUnits} | ${money(dollarsOf(0, indexed.short.writeUnits * 1_000_000))} |
| its share of the segments that are built and merged later | ${indexed.short.buildUnits} | ${money(dollarsOf(0, indexed.short.buildUnits * 1_000_000))} |
| counting it at ${counting.levels} levels: its fact, its entries in the logs, and the pages of these | ${counting.counted.writeUnits} | ${money(dollarsOf(0, counting.counted.writeUnits * 1_000_000))} |
| its share of the sums of usage | ${counting.summed.writeUnits} | ${money(dollarsOf(0, counting.summed.writeUnits * 1_000_000))} |
| processing the same event again: nothing is written | ${indexAgain.writeUnits} | ${money(dollarsOf(0, indexAgain.writeUnits * 1_000_000))} |

Measured with ${indexed.short.conversations} conversations that were indexed one by one, which is the most expensive case, and moved and merged at every level
([why](decisions/search-segments.md)). The next sections include the storage.

The two rows about usage were measured with ${counting.conversations.toLocaleString('en')} conversations of one location in three months, with three agents and three providers. They were counted one at a
time, which is the most expensive case, because conversations that are counted together share the writes of a log. For each conversation, a log of an organization
gets one write, and a page for about forty of them; the platform's writes are spread over eight logs. Reading the usage of a month by days takes
${most([counting.month.location, counting.month.subcompany, counting.month.client, counting.month.reseller])} read units at most for an organization, grouped or not, and ${counting.month.platform} for the platform ([why](decisions/usage.md)).

## A call of five minutes that a provider reports

${tableOf(
  ['provider', 'webhooks', 'read units', 'write units', '$ per million calls'],
  Object.entries(providers.units).map(([name, { webhooks, readUnits, writeUnits }]) => [
    name,
    webhooks,
    readUnits,
    writeUnits,
    money(dollarsOf(readUnits * 1_000_000, writeUnits * 1_000_000)),
  ]),
)}

DynamoDB units only, at a client below a reseller, without the search index: each webhook with its payload, the task that processes it, and the
conversation with 69 turns and its listing entries. An imported conversation of four turns takes ${providers.import.write_units_each} write units.

${callsSection(results)}
${monthsSection(results)}
${messagesSection(results)}

${idleSection(results)}`;
};
