import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiProblem } from '#lib/local/client.ts';
import { toContext } from '#lib/local/event.ts';
import { loadFunctions } from '#lib/local/functions.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { TaskItem } from '#lib/store/tasks/tasks.ts';
import { inject, overtaken } from '../../support/fault-proxy.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import { tableOf } from '../../support/table.ts';
import type { Organization, Users } from '../../support/users.ts';
import { usersOf } from '../../support/users.ts';

let platform: OwnPlatform;
let users: Users;
let table: ReturnType<typeof tableOf>;
let org: Organization;
/** Two pages of transcripts, as they are read for exports. */
let ids: string[];
/** The requests to DynamoDB. */
const asked: string[] = [];

type ConversationInput = Parameters<Users['operator']['conversations']['create']>[0]['body'];

/** Records conversations that have ended. */
const record = async (
  { api }: Organization,
  conversations: readonly ConversationInput[],
): Promise<string[]> => {
  const ended = { status: 'completed', duration_ms: 1000 } as const;
  const body = { conversations: conversations.map((one) => ({ ...ended, ...one })) };
  const { results } = await api.conversations.batch({ body });
  expect(results.filter(({ problem }) => problem !== null)).toEqual([]);
  return results.map(({ id }) => id ?? '');
};

beforeAll(async () => {
  platform = await startOwnPlatform({
    following: false,
    proxied: true,
    onRequest: (_operation, body) => asked.push(body),
  });
  users = usersOf(platform.description);
  table = tableOf(platform.description);
  org = await users.organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia' } });
  ids = await record(
    org,
    Array.from({ length: 25 }, (_, at) => ({
      agent_id,
      start_time: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
      turns: [{ role: 'user', text: `Call ${at}` }],
    })),
  );
});
afterAll(() => platform.close());

const begin = async (): Promise<string> =>
  (await org.api.exports.create({ body: { resources: ['turns'] } })).id;

const get = (export_id: string) => org.api.exports.get({ params: { export_id } });

/** The conversations of all rows, in the order of the files. */
const exportedBy = async (id: string): Promise<string[]> => {
  const { files } = await get(id);
  const bodies = await Promise.all(files.map(async ({ url }) => (await fetch(url)).text()));
  return bodies.flatMap((body) =>
    body
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { conversation_id: string }).conversation_id),
  );
};

const newestFirst = () => [...ids].reverse();
/** The write that records a file. */
const writeOf = (id: string, file: number) => ({
  key: keyOf('export_file', id, file),
  operation: 'TransactWriteItems',
});
const smallFiles = { tableBytes: 1, zipBytes: 1 };

const taskOf = async (id: string, kind: string): Promise<TaskItem> => {
  const found = (await table.tasks(id)).filter((item) => item.kind === kind && item.id === id);
  expect(found).toHaveLength(1);
  return found[0] as unknown as TaskItem;
};

const run = async (functionId: string, { pk, sk }: TaskItem): Promise<void> => {
  const event = { Records: [{ body: JSON.stringify({ pk, sk }) }] };
  await loadFunctions()(functionId)(event, toContext(functionId, 60_000));
};

/** The removal that is due now, rather than the one in a week. */
const removalOf = async (id: string): Promise<TaskItem> => {
  const now = new Date().toISOString();
  const due = (await table.tasks(id)).filter(
    (item) => item.kind === 'remove_export' && item.id === id && String(item.due) <= now,
  );
  expect(due).toHaveLength(1);
  return due[0] as unknown as TaskItem;
};

test('an export goes on in the next run where one ran out of time, and no row is missing or twice', async () => {
  const { writeExport } = await import('#lib/exports/write-files.ts');
  const id = await begin();
  let looks = 0;
  expect(await writeExport(id, () => ++looks < 2)).toBe(false);
  expect(await get(id)).toMatchObject({ status: 'running', rows: 20, files: [{ rows: 20 }] });
  expect(await writeExport(id, () => true)).toBe(true);
  const { status, rows, files } = await get(id);
  expect([status, rows, files.map(({ name }) => name)]).toEqual([
    'completed',
    25,
    ['turns-0001.ndjson', 'turns-0002.ndjson'],
  ]);
  expect(await exportedBy(id)).toEqual(newestFirst());
});

test('a run that breaks off after a file leaves it to the next run', async () => {
  const { writeExport } = await import('#lib/exports/write-files.ts');
  const id = await begin();
  const fault = {
    ...writeOf(id, 2),
    kind: 'invalid',
    times: 1,
  } as const;
  await inject(platform.description.dynamodb_endpoint, fault);
  await expect(writeExport(id, () => true, smallFiles)).rejects.toThrow();
  expect((await get(id)).files).toHaveLength(1);
  expect(await writeExport(id, () => true, smallFiles)).toBe(true);
  expect(await exportedBy(id)).toEqual(newestFirst());
});

test('two runs at once write each row once', async () => {
  const { writeExport } = await import('#lib/exports/write-files.ts');
  const id = await begin();
  await Promise.all([1, 2].map(() => writeExport(id, () => true, smallFiles)));
  await writeExport(id, () => true, smallFiles);
  expect(await get(id)).toMatchObject({ status: 'completed', rows: 25 });
  expect(await exportedBy(id)).toEqual(newestFirst());
});

test('an export that is canceled while a file is written leaves no file', async () => {
  const { writeExport } = await import('#lib/exports/write-files.ts');
  const { openObject } = await import('#lib/store/bucket/open-object.ts');
  const id = await begin();
  await overtaken(
    platform.description.dynamodb_endpoint,
    writeOf(id, 1),
    () => writeExport(id, () => true, smallFiles),
    () => org.api.exports.remove({ params: { export_id: id } }),
  );
  await run('tasks.removeExport', await removalOf(id));
  expect(await table.partitions(`export#${id}`)).toEqual([]);
  expect(await openObject(`exports/${id}/turns-0001.ndjson`)).toBeUndefined();
});

test('an export that cannot be written is given up, and an event says so', async () => {
  const id = await begin();
  const task = await taskOf(id, 'write_export');
  await table.put({ ...task, failures: 6 });
  await run('tasks.writeExport', task);
  const { status, status_detail } = await get(id);
  expect(status).toBe('failed');
  expect(status_detail).toContain('tasks.writeExport');
  const events = (await table.events(id)).filter(
    ({ type, entity }) => type === 'export.completed' && entity === id,
  );
  expect(events.map(({ data }) => JSON.parse(String(data)) as unknown)).toEqual([
    { id, status: 'failed', rows: 0, size_bytes: 0 },
  ]);
});

/** Exports the usage of an organization: the conversations by day, and how often usage was read for that. */
const usageOf = async ({ api, client }: Organization, filters: object) => {
  const { writeExport } = await import('#lib/exports/write-files.ts');
  const { id } = await api.exports.create({ body: { resources: ['usage'], filters } });
  const before = asked.length;
  expect(await writeExport(id, () => true)).toBe(true);
  const reads = asked.slice(before).filter((body) => /"usage\w*#/.test(body) && body.includes(client.id));
  const { status, files } = await api.exports.get({ params: { export_id: id } });
  expect([status, files.length]).toEqual(['completed', 1]);
  const body = await (await fetch(files[0]?.url ?? '')).text();
  const rows = body.split('\n').filter(Boolean);
  const days = rows
    .map((row) => JSON.parse(row) as { date: string; dimension: string | null; conversations: number })
    .filter(({ dimension }) => dimension === null)
    .map(({ date, conversations }) => [date, conversations]);
  return { days, reads: reads.length };
};

const always = { start_after: '1970-01-01T00:00:00Z', start_before: '9998-01-01T00:00:00Z' };

test('an export of usage that never was reads a few items, however long the time is', async () => {
  const none = await users.organization();
  for (const filters of [{}, always, { start_before: always.start_before }]) {
    const { days, reads } = await usageOf(none, filters);
    expect(days).toEqual([]);
    expect(reads).toBeLessThan(10);
  }
});

test('an export of usage has all months, and reads only those with conversations', async () => {
  const { countConversations } = await import('#lib/billing/counting.ts');
  const { sumUp } = await import('#lib/usage/sums.ts');
  const other = await users.organization();
  const { id: agent_id } = await other.api.agents.create({ body: { name: 'Pia' } });
  // The first ones become full pages, soon because their outcomes have nothing in common, and sums; the
  // others only entries.
  const summed = ['1971-05-31', '2026-01-01', '2026-01-31', '2026-02-01', '9997-12-31'];
  const open = ['1985-01-01', '2026-02-01', '2031-12-31', '9996-06-15'];
  const count = async (dates: readonly string[]) => {
    const ended = dates.map((date) => ({
      agent_id,
      start_time: `${date}T23:45:00Z`,
      outcome: randomBytes(32).toString('hex'),
    }));
    await countConversations(await record(other, ended));
  };
  const each = 6;
  await count(Array.from({ length: each }, () => summed).flat());
  expect(await sumUp(other.client.id, () => true)).toBe(true);
  await count(open);
  const months = (await table.all()).filter(
    ({ pk, sk }) =>
      pk.startsWith(`usage_sums#${other.client.id}#`) && pk.endsWith('#total') && sk.startsWith('days#'),
  );
  expect(months.map(({ sk }) => sk)).toEqual(
    ['1971-05', '2026-01', '2026-02', '9997-12'].map((month) => `days#${month}#-`),
  );

  const expected = [...new Set([...summed, ...open])]
    .sort()
    .map((date) => [date, (summed.includes(date) ? each : 0) + (open.includes(date) ? 1 : 0)]);
  for (const filters of [{}, always]) {
    const { days, reads } = await usageOf(other, filters);
    expect(days).toEqual(expected);
    // Seven months, each found once and read by seven dimensions.
    expect(reads).toBeLessThan(7 * 8 * 6);
  }
  const between = { start_after: '2026-01-02T00:00:00Z', start_before: '2026-02-01T00:00:00Z' };
  expect((await usageOf(other, between)).days).toEqual([['2026-01-31', each]]);
});

test('ten exports are under way at once and no more, however many newer ones the list has', async () => {
  const { failExport } = await import('#lib/exports/write-files.ts');
  const { api, client } = await users.organization();
  const create = () => api.exports.create({ body: { resources: ['usage'] }, maxRetries: 0 });
  const ids: string[] = [];
  for (let count = 0; count < 10; count += 1) ids.push((await create()).id);
  const isRefused = () => expect(create()).rejects.toMatchObject({ code: 'too_many_exports' });
  await isRefused();
  // Finished ones of descendants would be in the same list.
  const [entry] = await table.partitions(`${client.id}#exports`);
  const finished = Array.from({ length: 101 }, (_, at) => ({
    ...entry,
    sk: `9999-01-01T00:00:00.000Z#exp_${at}`,
    status: 'completed',
  }));
  await Promise.all(finished.map(table.put));
  await isRefused();
  await failExport(ids[3] ?? '');
  await create();
  await isRefused();
  await api.exports.remove({ params: { export_id: ids[7] ?? '' } });
  await create();
  await isRefused();
});

test('of exports that are created at the same time, ten are accepted', async () => {
  const { api } = await users.organization();
  const create = () => api.exports.create({ body: { resources: ['usage'] } }).then(() => 'accepted', codeOf);
  const codeOf = (error: unknown) => (error as ApiProblem).code;
  for (let at = 0; at < 8; at += 1) expect(await create()).toBe('accepted');
  const answers = await Promise.all([create(), create(), create(), create(), create()]);
  expect(answers.sort()).toEqual([
    'accepted',
    'accepted',
    'too_many_exports',
    'too_many_exports',
    'too_many_exports',
  ]);
});
