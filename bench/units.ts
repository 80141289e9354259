import { randomUUID } from 'node:crypto';
import { operations } from '#lib/contract/index.ts';
import { changesSomething, methodOf, pathOf } from '#lib/contract/route.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { newId } from '#lib/domain/ids.ts';
import { listPartition, listSort } from '#lib/store/keys.ts';
import type { Item } from '#lib/store/table.ts';
import { accountAt } from '../test/support/provider-servers/account.ts';
import { samplesOf } from '../test/support/samples.ts';
import type { Figure, MeasuredGroup, UnitsUsed } from './figure.ts';
import { figure, median, rounded, timed } from './figure.ts';
import type { MeasuredLocation, MeasuredPlatform } from './platform.ts';
import { costIn, createLocation, dialogues, plus, startMeasured, turnsAt } from './platform.ts';
import type { CallUnits } from './units-of-calls.ts';
import { measureCall } from './units-of-calls.ts';
import type { FollowingUnits } from './units-of-following.ts';
import { measureClock, measureFollowing } from './units-of-following.ts';

const monthMs = 30 * 24 * 60 * 60 * 1000;

interface RouteUnits extends UnitsUsed {
  readonly route: string;
}

/**
 * Measures the units of a request to each route, at a location at the fifth level: the tests' samples, with
 * lists of 50 and dialogues of 18 turns.
 */
const measureRoutes = async (
  { description, operator, providersOrigin }: MeasuredPlatform,
  { location, agent }: MeasuredLocation,
): Promise<readonly RouteUnits[]> => {
  const { handler: recordingUploaded } = await import('#functions/events/recording-uploaded.ts');
  const turns = turnsAt(dialogues().findIndex((dialogue) => dialogue.turns.length === 18));
  const body = {
    agent_id: agent.id,
    client_id: location.client.id,
    status: 'completed' as const,
    outcome: 'success',
    sentiment: 'neutral' as const,
    caller: { number: '+14155550123' },
    summary: 'What was said, in a sentence or two.',
    duration_ms: 90_000,
    turns,
  };
  const create = () => operator.conversations.create({ body });
  for (let at = 0; at < 50; at += 1) await create();
  const conversation = async () => ({ params: { conversation_id: (await create()).id } });
  const recorded = async () => {
    const { params } = await conversation();
    const audio = { content_type: 'audio/mpeg' as const, size_bytes: 4 };
    const { upload } = await operator.recordings.create({ params, body: audio });
    await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: 'mpeg' });
    const key = /\/(recordings\/[^?]+)/.exec(upload.url)?.[1] ?? '';
    const event = { detail: { object: { key, size: audio.size_bytes } } };
    await recordingUploaded(event as Parameters<typeof recordingUploaded>[0], { awsRequestId: 'bench' });
    return { params };
  };
  const samples = {
    ...samplesOf(location, { operator, providerAccount: accountAt(providersOrigin) }),
    'conversations.create': async () => ({ body }),
    'conversations.get': conversation,
    'conversations.update': async () => ({ ...(await conversation()), body: { sentiment: 'positive' } }),
    'conversations.erase': conversation,
    'conversations.list': async () => ({ query: { outcome: 'success' } }),
    'transcripts.get': conversation,
    'recordings.get': recorded,
  };

  const units: RouteUnits[] = [];
  for (const { id, route } of operations) {
    const sample = samples[id as keyof typeof samples] as (typeof samples)['conversations.list'] | undefined;
    const request = (await sample?.()) as
      | { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
      | undefined;
    const { params = {}, query = {}, body: content } = request ?? {};
    const path = pathOf(route).replace(/{(\w+)}/g, (_, name: string) => params[name] ?? '');
    const send = () =>
      fetch(`${description.base_url}${path}?${new URLSearchParams(query)}`, {
        method: methodOf(route),
        redirect: 'manual',
        headers: {
          authorization: `Bearer ${location.key}`,
          ...(changesSomething(route) && { 'idempotency-key': randomUUID() }),
          ...(content !== undefined && { 'content-type': 'application/json' }),
        },
        ...(content !== undefined && { body: JSON.stringify(content) }),
      });
    // Reads twice: the first makes the function learn of the key. A write's function learns of it by a
    // request that it refuses.
    if (changesSomething(route))
      await fetch(`${description.base_url}${path}?unheard=of`, {
        method: methodOf(route),
        headers: { authorization: `Bearer ${location.key}` },
      });
    else await send();
    const response = await send();
    await response.arrayBuffer();
    if (response.status === route.status) units.push({ route: route.key, ...costIn(response) });
  }
  return units;
};

/** The units that the audit log adds to a change, and to accesses of people and API keys. */
const measureAudit = async ({ costOf }: MeasuredPlatform, { path, location }: MeasuredLocation) => {
  const { commit } = await import('#lib/store/operations/commit.ts');
  const { changeWrites } = await import('#lib/audit/record-change.ts');
  const { recordRead } = await import('#lib/audit/record-read.ts');
  const { actorOf } = await import('#lib/domain/audit/record.ts');
  const key = { key_id: newId('key') } as unknown as Caller;
  const person = { person: { id: newId('prs') } } as unknown as Caller;
  const change = { action: 'client.updated' as const, changed: ['name'] };
  const id = newId('conv');
  const read = (by: Caller) => costOf(() => recordRead({ audit: 'transcript.read' }, by, { id, path }));
  return {
    'a change': await costOf(() =>
      commit(changeWrites(actorOf(key), { id: location.client.id, path }, change)),
    ),
    'the first read of a conversation by a person in ten minutes': await read(person),
    'each further one in that time': await read(person),
    'the first read by an API key in an hour': await read(key),
    'each further read by it in that hour': await read(key),
  };
};

/** A summary of an organization's calls of a month, beside bare Queries that read the same entries. */
const measureSummary = async (
  { operator, organization, description, costOf }: MeasuredPlatform,
  count: number,
): Promise<Figure> => {
  const { batchWrite } = await import('#lib/store/operations/batch-write.ts');
  const { query } = await import('#lib/store/operations/query.ts');
  const { projection } = await import('#lib/store/operations/projection.ts');
  const { entryKey } = await import('#lib/store/lists/listing.ts');
  const { client, key, api } = await organization(await organization(undefined, 'reseller'), 'client');
  const { id: agent_id } = await api.agents.create({ body: { name: 'Reception' } });
  const body = { agent_id, status: 'completed', outcome: 'success', duration_ms: 90_000 } as const;
  await operator.conversations.create({ body });
  const pk = listPartition(client.id, 'conversations');
  const pages = async function* () {
    let last: Item | undefined;
    do {
      const { ProjectionExpression, ExpressionAttributeNames } = projection(['shown', 'shape']);
      const page = await query({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
        ProjectionExpression,
        ExpressionAttributeNames,
        ...(last && { ExclusiveStartKey: { pk: last.pk, sk: last.sk } }),
      });
      yield page.items;
      last = page.last;
    } while (last);
  };
  const { items } = await query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
  });
  const now = Date.now();
  const puts = Array.from({ length: count - 1 }, (_, at) => {
    const time = new Date(now - ((at + 1) * monthMs) / count).toISOString();
    return { ...items[0], ...entryKey(client.id, 'conversations', listSort(time, newId('conv'))) };
  });
  await batchWrite({ puts });
  const bare = async () => {
    let read = 0;
    for await (const page of pages()) read += page.length;
    if (read !== count) throw new Error(`${read} of ${count} entries were read`);
  };
  const path = `${description.base_url}/v1/conversations/summary?start_after=${new Date(now - monthMs).toISOString()}`;
  const summarize = async () => {
    const response = await fetch(path, { headers: { authorization: `Bearer ${key}` } });
    const { total } = (await response.json()) as { total: { conversations: number } };
    if (total.conversations !== count) throw new Error(`${total.conversations} of ${count} were summarized`);
    return response;
  };
  const used = costIn(await summarize());
  const readUnits = (await costOf(bare)).readUnits;
  const times: { readonly summary: number; readonly queries: number }[] = [];
  // In turns, so that a machine that becomes slower does so to both.
  for (let turn = 0; turn < 7; turn += 1)
    times.push({ summary: await timed(summarize), queries: await timed(bare) });
  const [summary, queries] = [
    median(times.map((one) => one.summary)),
    median(times.map((one) => one.queries)),
  ];
  return figure(
    `A summary of ${count.toLocaleString('en')} conversations: milliseconds; relative to bare Queries of the same entries; read units of both`,
    `${Math.round(summary)}; ${rounded(summary / queries)}; ${used.readUnits}, ${readUnits}`,
    '1.5 times',
  );
};

/** The units that requests, calls and the work that follows them consume; docs/costs.md has most of them. */
export interface Units extends CallUnits, FollowingUnits {
  readonly routes: readonly RouteUnits[];
  readonly levels: number;
  readonly audit: Readonly<Record<string, UnitsUsed>>;
  /** Each function of the clock when it finds nothing to do. */
  readonly clock: Readonly<Record<string, UnitsUsed>>;
}

export const measure = async (size: number): Promise<MeasuredGroup<Units>> => {
  const platform = await startMeasured();
  const place = await createLocation(platform);
  // First, while there is nothing to do.
  const clock = await measureClock(platform);
  const routes = await measureRoutes(platform, place);
  const audit = await measureAudit(platform, place);
  const calls = await measureCall(platform, place);
  const following = await measureFollowing(platform, place, size);
  const summaries = [await measureSummary(platform, size), await measureSummary(platform, size * 10)];
  const { levels } = place;
  const { counted, summed, month } = following.counting;
  const count = plus(counted, summed).writeUnits;
  const whole = following.indexed.long.writeUnits + following.indexed.long.buildUnits;
  return {
    figures: [
      figure('Write units to record a call of five minutes after its end', calls.call.made.writeUnits),
      figure(
        'Write units that an `external_id`, an `end_reason` and a tag add to a call with a provider’s id',
        calls.call.own_write_units,
        15,
      ),
      figure('Write units to index it for search, segments and merges included', rounded(whole, 1), 40),
      figure(`Write units to count it at ${levels} levels, sums included`, rounded(count, 1), 40),
      figure('KB that it keeps in the table and its indexes', Math.round(calls.call.table_bytes / 1000), 60),
      figure(
        'Read units of the usage of a month by days, of an organization and of the platform',
        `${month.organization}, ${month.platform}`,
        '20, none',
      ),
      ...summaries,
    ],
    data: { routes, levels, audit, clock, ...calls, ...following },
  };
};
