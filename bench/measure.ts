import { readFile, stat } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ownerAt } from '#lib/data/lists/shards.ts';
import { startPlatform } from '#lib/local/platform.ts';
import { readDialogues } from '../test/support/dialogues.ts';
import { quantile, rounded } from './quantiles.ts';
import type { SearchCost } from './searches.ts';
import { measureSteps } from './steps.ts';
import type { Landmarks, RecordedConversation } from './world.ts';

/*
 * Measures one loaded table, in a process of its own:
 * node bench/measure.ts <directory> <lists|searches|routes|findable|steps|call|clock|life|indexed|counting>.
 * The figures go to standard output as JSON.
 */

const [directory = '', what = ''] = process.argv.slice(2);
const { landmarks, recorded } = JSON.parse(await readFile(join(directory, 'world.json'), 'utf8')) as {
  landmarks: Landmarks;
  recorded: RecordedConversation[];
};

console.info = () => {};
// As in AWS.
const listShards = ownerAt([]).shards;
const following = what === 'findable';
const platform = await startPlatform({
  directory,
  port: 0,
  following,
  listShards,
});

// Only now, because the table's client takes its settings from the environment.
const { entryWeights, pairsOfFilters, singleFilters } = await import('./lists.ts');
const { costOf } = await import('./measured.ts');
const { createSearcher, frequencies } = await import('./searches.ts');
const { measureRoutes } = await import('./routes.ts');
const { measureCall } = await import('./call.ts');
const { measureIndexed } = await import('./indexing.ts');
const { measureCounting } = await import('./counting.ts');
const { measureLife } = await import('./life.ts');
const { measureClock } = await import('./clock.ts');
const { findableAfter } = await import('./findable.ts');
const { tableName } = await import('#lib/data/table.ts');
const { listPartition } = await import('#lib/data/keys.ts');

/** A page of 50 through the API, and the same bytes by a bare Query, in turn. */
const latencies = async () => {
  const { base_url, api_key } = platform.description;
  const agent = new Agent({ keepAlive: true });
  const url = `${base_url}/v1/conversations?client_id=${landmarks.client}&limit=50`;
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${api_key}` };
      get(url, { agent, headers }, (response) => response.resume().once('end', resolve)).once(
        'error',
        reject,
      );
    });
  // A client of its own: the platform's counts what each call costs.
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const bare = () =>
    client.send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': listPartition(landmarks.client, 'conversations') },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: 51,
      }),
    );
  const timed = async (task: () => Promise<unknown>) => {
    const started = performance.now();
    await task();
    return performance.now() - started;
  };
  const times = { api: [] as number[], query: [] as number[] };
  for (let at = 0; at < 2000; at += 1) {
    // Who comes first pays for what the other one left behind.
    const both = { query: bare, api: ask };
    for (const name of at % 2 === 0 ? (['query', 'api'] as const) : (['api', 'query'] as const)) {
      const ms = await timed(both[name]);
      // The first ones warm both up.
      if (at >= 500) times[name].push(ms);
    }
  }
  const ratio = (part: number) => rounded(quantile(times.api, part) / quantile(times.query, part));
  const ms = (values: readonly number[]) => ({
    p50: rounded(quantile(values, 0.5)),
    p95: rounded(quantile(values, 0.95)),
  });
  agent.destroy();
  client.destroy();
  return { api_ms: ms(times.api), query_ms: ms(times.query), ratio_p50: ratio(0.5), ratio_p95: ratio(0.95) };
};

const lists = async () => ({
  single: await singleFilters(landmarks),
  pairs: await pairsOfFilters(landmarks),
  entries: await entryWeights(landmarks),
  latency: await latencies(),
  disk_mb: rounded((await stat(join(directory, 'dynamodb.sqlite'))).size / 1e6, 0),
});

/** Every so many of a list. */
const some = <T>(items: readonly T[], count: number): T[] =>
  items.filter((_, at) => at % Math.max(1, Math.floor(items.length / count)) === 0).slice(0, count);

const searches = async () => {
  const dialogues = readDialogues();
  const search = createSearcher(landmarks, recorded, dialogues);
  const counts = [...frequencies(dialogues)].map(([word, count]) => ({
    word,
    part: count / dialogues.length,
  }));
  const rare = counts.filter(({ part }) => part < 0.01 && part > 0.002).map(({ word }) => word);
  const common = counts.filter(({ part }) => part > 0.05 && part < 0.5).map(({ word }) => word);
  const levels = ['platform', 'reseller', 'client', 'subcompany', 'location'];
  const rareWords: SearchCost[] = [];
  const twoWords: SearchCost[] = [];
  for (const level of levels) {
    for (const word of some(rare, 12)) rareWords.push(await search(level, word));
    const pairs = [
      ...some(rare, 8).map((word, at) => [word, some(common, 8)[at] ?? '']),
      ...some(common, 8).map((word, at) => [word, some(common, 17)[at * 2 + 1] ?? '']),
    ];
    for (const [one, other] of pairs) {
      twoWords.push(await search(level, `${one} ${other}`, 20), await search(level, `${other} ${one}`, 20));
    }
  }
  return { rareWords, twoWords };
};

const figures = {
  lists,
  searches,
  routes: () => measureRoutes(platform.description, landmarks, costOf),
  steps: () => measureSteps(platform.description, landmarks),
  findable: () => findableAfter(platform.description, landmarks),
  call: () => measureCall(platform.description, landmarks, costOf),
  clock: () => measureClock(costOf),
  counting: () => measureCounting(platform.description, landmarks, costOf),
  life: () => measureLife(platform.description, landmarks, costOf),
  // As many words as 18 turns have, and five minutes.
  indexed: async () => ({
    short: await measureIndexed(platform.description, landmarks, costOf, 180),
    long: await measureIndexed(platform.description, landmarks, costOf, 706),
  }),
}[what];
if (!figures)
  throw new Error(
    'What is to be measured? lists, searches, routes, findable, steps, call, clock, life, indexed or counting',
  );
process.stdout.write(JSON.stringify(await figures()));
await platform.close();
