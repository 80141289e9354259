import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { Document } from '#lib/contract/documents.ts';
import { newId } from '#lib/domain/ids.ts';
import type { Organization } from '../../fixtures.ts';
import {
  clientFor,
  makeKey,
  newAgent,
  newConversation,
  operator,
  organization,
  platform,
  problemOf,
  refusalOf,
  upload,
} from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { completed, download, fileOf } from '../../support/exports.ts';
import { tableOf } from '../../support/table.ts';

let directory: string;
let duckDb: Awaited<ReturnType<DuckDBInstance['connect']>>;
let org: Organization;
let below: Organization;
/** Every conversation of both, newest first. */
let all: Conversation[];
let document: Document;

const formula = '=HYPERLINK("https://evil.example","Click")';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'exports-'));
  duckDb = await (await DuckDBInstance.create()).connect();
  org = await organization(undefined, 'client', {
    settings: { timezone: 'Asia/Kolkata' },
  });
  below = await organization(org, 'subcompany', { settings: { costs_shown: true } });
  const agent = await newAgent(org);
  document = await org.api.documents.create({
    params: { agent_id: agent.id },
    body: { name: 'Opening hours', text: '=Monday to Friday, 9 to 5', metadata: { source: 'website' } },
  });
  const call = async (at: Organization, body: object) =>
    org.api.conversations.create({
      body: { agent_id: agent.id, client_id: at.client.id, status: 'completed', ...body },
    });
  const first = await call(org, {
    start_time: '2026-03-01T09:00:00Z',
    duration_ms: 61_500,
    outcome: 'success',
    summary: formula,
    caller: { number: '+14155550123', name: 'Ada "the Countess", Lovelace' },
    end_reason: 'Was cut off,\nand did not call again',
    cost: { amount: '0.123456789', currency: 'USD' },
    quality: { successful: true, score: 0.5 },
    metadata: { crm: '1' },
    turns: [
      { role: 'agent', text: '-2+3, how can I help?' },
      { role: 'user', text: 'Grüße aus Köln', start_ms: 1200 },
    ],
  });
  const second = await call(below, {
    start_time: '2026-03-31T18:45:00Z',
    duration_ms: 1000,
    outcome: 'success',
    cost: { amount: '900719925474.000000001', currency: 'USD' },
  });
  const third = await call(below, { start_time: '2026-04-02T00:00:00Z', duration_ms: 0, status: 'failed' });
  all = await Promise.all(
    [third, second, first].map(({ id }) => operator.conversations.get({ params: { conversation_id: id } })),
  );
});
afterAll(() => rm(directory, { recursive: true }));

const parse = (body: Buffer): unknown[] =>
  body
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);

/** The rows that DuckDB finds in a file. */
const rowsOf = async (file: { name: string; url: string; size_bytes: number }, what = '*') => {
  const path = join(directory, file.name);
  await writeFile(path, await download(file));
  const source = path.endsWith('.csv') ? `read_csv('${path}', all_varchar = true)` : `'${path}'`;
  return (await duckDb.runAndReadAll(`select ${what} from ${source}`)).getRowObjectsJson();
};

test('an empty body exports everything of the organization and its descendants as the API shows it', async () => {
  const noted = { conversation_id: all[2]?.id ?? '' };
  const note = await org.api.notes.create({ params: noted, body: { text: 'Call back', author: 'Ada' } });
  const exported = await completed(org.api, {});
  expect(exported.files.map(({ name }) => name)).toEqual([
    'conversations-0001.ndjson',
    'turns-0001.ndjson',
    'notes-0001.ndjson',
    'analyses-0001.ndjson',
    'agents-0001.ndjson',
    'documents-0001.ndjson',
    'clients-0001.ndjson',
    'usage-0001.ndjson',
  ]);
  const read = async (resource: string) => parse(await download(fileOf(exported, resource)));
  expect(await read('conversations')).toEqual(all);
  const { data: turns } = await org.api.transcripts.get({ params: { conversation_id: all[2]?.id ?? '' } });
  const of = { conversation_id: all[2]?.id, client_id: org.client.id };
  expect(await read('turns')).toEqual(turns.map((turn) => ({ ...of, ...turn })));
  expect(await read('notes')).toEqual([{ client_id: org.client.id, ...note }]);
  const { data: agents } = await org.api.agents.list();
  const whole = agents.map(({ id }) => org.api.agents.get({ params: { agent_id: id } }));
  expect(await read('agents')).toEqual(await Promise.all(whole));
  expect(await read('documents')).toEqual([document]);
  const clients = [below, org].map(({ client: { id } }) =>
    org.api.clients.get({ params: { client_id: id } }),
  );
  expect(await read('clients')).toEqual(await Promise.all(clients));
  const files = exported.files;
  expect(exported.rows).toBe(files.reduce((sum, { rows }) => sum + rows, 0));
  expect(exported.size_bytes).toBe(files.reduce((sum, { size_bytes }) => sum + size_bytes, 0));
});

test('usage has the days of the organization’s time zone, with the figures of the report', async () => {
  await eventually(async () => {
    const exported = await completed(below.api, { resources: ['usage'], format: 'parquet' });
    const rows = await rowsOf(
      fileOf(exported, 'usage'),
      'date, conversations::int as conversations, duration_ms_sum::int as sum, costs',
    );
    const usage = await below.api.usage.get({
      params: { client_id: below.client.id },
      query: { start_after: '2026-03-01', start_before: '2026-05-01' },
    });
    const days = usage.rows.filter(({ conversations }) => conversations > 0);
    expect(days).toHaveLength(2);
    // 18:45 in UTC is the first of April in Kolkata.
    expect(rows.filter(({ date }) => date === '2026-04-01')[0]).toEqual({
      date: '2026-04-01',
      conversations: 1,
      sum: 1000,
      costs: '[{"amount":"900719925474.000000001","currency":"USD"}]',
    });
    // Of everything, and by six dimensions.
    expect(rows).toHaveLength(14);
  });
});

test('every field of an entity is a column of CSV, or begins the names of some', async () => {
  const other = await organization();
  const { agent_id } = await newConversation(other);
  const document = { name: 'Hours', text: 'Open from nine to five', external_id: 'hours' };
  await other.api.documents.create({ params: { agent_id }, body: document });
  const resources = ['conversations', 'agents', 'documents', 'clients'] as const;
  const [asJson, asCsv] = await Promise.all([
    completed(other.api, { resources: [...resources] }),
    completed(other.api, { resources: [...resources], format: 'csv' }),
  ]);
  for (const resource of resources) {
    const [entity] = parse(await download(fileOf(asJson, resource)));
    const [header = ''] = (await download(fileOf(asCsv, resource))).toString().split('\r\n');
    const names = header.split(',');
    const missing = Object.keys(entity as object).filter(
      (field) => !names.some((name) => name === field || name.startsWith(`${field}_`)),
    );
    // `quality` is `successful`, `score` and `criteria`.
    expect([resource, missing]).toEqual([resource, resource === 'conversations' ? ['quality'] : []]);
  }
});

test('usage has days with nothing but answers for clients that hold the conversation', async () => {
  const other = await organization();
  const agent = await newAgent(other);
  await other.api.completions.create({
    params: { agent_id: agent.id },
    body: { messages: [{ role: 'user', content: 'Hello' }] },
  });
  const total = { conversations: 0, messages: 1 };
  await eventually(async () => {
    const { rows } = await other.api.usage.own({ query: { interval: 'total' } });
    expect(rows).toMatchObject([total]);
  });
  const exported = await completed(other.api, { resources: ['usage'] });
  const rows = parse(await download(fileOf(exported, 'usage')));
  expect(rows).toContainEqual(expect.objectContaining({ ...total, dimension: null }));
  expect(rows).toContainEqual(expect.objectContaining({ ...total, dimension: 'agent', group: agent.id }));
});

test('the audit log is exported when it is asked for, as the API shows it and in OCSF', async () => {
  const resources = ['audit_records', 'ocsf_events'] as const;
  const since = new Date().toISOString();
  const agent = await org.api.agents.create({ body: { name: 'Audited' } });
  const exported = await completed(org.api, { resources: [...resources], filters: { start_after: since } });
  const [records, events] = await Promise.all(
    resources.map(async (resource) => parse(await download(fileOf(exported, resource)))),
  );
  const { data } = await org.api.auditRecords.list({ query: { target: agent.id } });
  expect(records).toContainEqual(data[0]);
  expect(events).toContainEqual(
    expect.objectContaining({
      class_uid: 3004,
      activity_id: 1,
      type_uid: 300_401,
      time: Date.parse(data[0]?.time ?? ''),
      metadata: expect.objectContaining({ uid: data[0]?.id, log_version: '1' }),
      actor: { user: expect.objectContaining({ uid: data[0]?.actor.id, type_id: 3 }) },
      entity: { uid: agent.id, type: 'agent' },
    }),
  );
  const [columns] = await rowsOf(
    fileOf(await completed(org.api, { resources: ['ocsf_events'], format: 'parquet' }), 'ocsf_events'),
    'count(*) filter (class_uid = 3001)::int as keys, count(*) filter (class_uid = 6003)::int as reads',
  );
  expect(columns?.keys).toBeGreaterThan(0);
  expect(columns?.reads).toBeGreaterThan(0);
  const blind = clientFor(await makeKey(org.client.id, ['exports:write', 'exports:read']));
  const { problem } = await problemOf(blind.exports.create({ body: { resources: ['ocsf_events'] } }));
  expect(problem.required_scope).toBe('audit:read');
});

test('CSV is read back as it was, and no spreadsheet takes a text for a formula', async () => {
  const exported = await completed(org.api, { resources: ['conversations', 'turns'], format: 'csv' });
  const body = (await download(fileOf(exported, 'conversations'))).toString();
  expect(body.split('\r\n')[0]).toContain('id,client_id,agent_id,agent_version,channel');
  expect(body.includes(',=') || body.includes(',"=')).toBe(false);
  const rows = await rowsOf(fileOf(exported, 'conversations'));
  expect(rows.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(rows[2]).toMatchObject({
    summary: `'${formula}`,
    caller_name: 'Ada "the Countess", Lovelace',
    end_reason: 'Was cut off,\nand did not call again',
    cost_amount: '0.123456789',
    duration_ms: '61500',
    successful: 'true',
    metadata: '{"crm":"1"}',
  });
  const turns = await rowsOf(fileOf(exported, 'turns'));
  expect(turns.map(({ text }) => text)).toEqual(["'-2+3, how can I help?", 'Grüße aus Köln']);
});

test('Parquet has types, and its sums are exact', async () => {
  const exported = await completed(org.api, { resources: ['conversations'], format: 'parquet' });
  const file = fileOf(exported, 'conversations');
  const [sums] = await rowsOf(
    file,
    `count(*)::int as count, sum(duration_ms)::int as ms, sum(cost_amount)::varchar as cost,
     max(start_time)::varchar as last, count(*) filter (successful)::int as successful`,
  );
  expect(sums).toEqual({
    count: 3,
    ms: 62_500,
    cost: '900719925474.123456790',
    last: '2026-04-02 00:00:00',
    successful: 1,
  });
  const [named] = await rowsOf(file, `summary, metadata->>'crm' as crm, cost_amount is null as free`);
  expect(named).toEqual({ summary: null, crm: null, free: true });
});

test.for([
  ['start_after', { start_after: '2026-03-31T18:45:00Z' }, [0, 1]],
  ['start_before', { start_before: '2026-03-31T18:45:00Z' }, [2]],
  ['status', { status: 'failed' as const }, [0]],
  ['outcome and caller', { outcome: 'success', caller: '+14155550123' }, [2]],
] as const)('%s selects the same conversations as in the list', async ([, filters, expected]) => {
  const exported = await completed(org.api, { resources: ['conversations'], filters });
  const rows = parse(await download(fileOf(exported, 'conversations'))) as { id: string }[];
  expect(rows.map(({ id }) => id)).toEqual(expected.map((at) => all[at]?.id));
  const { data } = await org.api.conversations.list({ query: filters });
  expect(rows.map(({ id }) => id)).toEqual(data.map(({ id }) => id));
});

test('words select conversations as in the search', async () => {
  await eventually(async () => {
    const { data } = await org.api.conversations.list({ query: { q: 'koln' } });
    expect(data).toHaveLength(1);
  });
  const exported = await completed(org.api, { resources: ['turns'], filters: { q: 'koln' } });
  expect(exported.rows).toBe(2);
  const problem = await problemOf(org.api.exports.create({ body: { filters: { q: '…' } } }));
  expect(problem.errors).toEqual([expect.objectContaining({ pointer: '/filters/q' })]);
});

test('a range that ends before it begins is refused', async () => {
  const filters = { start_after: '2026-06-02T00:00:00Z', start_before: '2026-06-01T00:00:00Z' };
  const problem = await problemOf(org.api.exports.create({ body: { filters } }));
  expect(problem.errors).toMatchObject([{ pointer: '/filters/start_before', code: 'out_of_range' }]);
});

const sound = Buffer.from('ID3 not much of a sound');

/** A conversation with a recording. */
const recorded = async ({ api }: Organization, agent_id: string, times = {}): Promise<string> => {
  const { id: conversation_id } = await api.conversations.create({
    body: { agent_id, status: 'completed', duration_ms: 1, ...times },
  });
  const params = { conversation_id };
  const body = { content_type: 'audio/mpeg', size_bytes: sound.length } as const;
  const { upload: link } = await api.recordings.create({ params, body });
  await upload(link, sound);
  await eventually(async () =>
    expect((await api.conversations.get({ params })).audio.status).toBe('available'),
  );
  return conversation_id;
};

test('recordings are exported as a ZIP file', async () => {
  const owner = await organization();
  const { api } = owner;
  const { id: agent_id } = await api.agents.create({ body: { name: 'Pia' } });
  const id = await recorded(owner, agent_id);
  const exported = await completed(api, { resources: ['conversations'], recordings: true });
  const zip = await download(fileOf(exported, 'recordings'));
  expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  expect(zip.includes(`${id}.mp3`)).toBe(true);
  // Stored as it is.
  expect(zip.includes(sound)).toBe(true);
});

test('a recording of a year that a ZIP file cannot hold has the nearest one that it can', async () => {
  const owner = await organization();
  const { id: agent_id } = await owner.api.agents.create({ body: { name: 'Pia' } });
  const years = new Map<string, number>();
  for (const [time, year] of [
    ['1971-06-01T00:00:00Z', 1980],
    ['2026-06-01T00:00:00Z', 2026],
    ['2150-06-01T00:00:00Z', 2107],
  ] as const) {
    years.set(await recorded(owner, agent_id, { start_time: time }), year);
  }
  const exported = await completed(owner.api, { resources: ['conversations'], recordings: true });
  const zip = await download(fileOf(exported, 'recordings'));
  for (const [id, year] of years) {
    // The name is after the 30 bytes of its header, and seven bits of the date are the years since 1980.
    const header = zip.indexOf(`${id}.mp3`) - 30;
    expect(1980 + (zip.readUInt16LE(header + 12) >> 9)).toBe(year);
  }
});

test('a key exports no more than it may read by itself', async () => {
  const key = await makeKey(org.client.id, ['exports:write', 'exports:read', 'clients:read']);
  const api = clientFor(key);
  const problem = await problemOf(api.exports.create({ body: {} }));
  expect([problem.code, problem.problem.required_scope]).toEqual([
    'insufficient_scope',
    'conversations:read',
  ]);
  expect((await completed(api, { resources: ['clients'] })).rows).toBe(2);
  // Analyses quote what was said.
  const analyst = clientFor(await makeKey(org.client.id, ['exports:write', 'analysis:read']));
  const refused = await problemOf(analyst.exports.create({ body: { resources: ['analyses'] } }));
  expect(refused.problem.required_scope).toBe('conversations:read');
});

test('the answer to another key’s export is not repeated to a key that may not read the data', async () => {
  const request = { body: { resources: ['conversations' as const] }, idempotencyKey: 'an export' };
  const { id } = await org.api.exports.create(request);
  const blind = clientFor(await makeKey(org.client.id, ['exports:write']));
  expect(await refusalOf(blind.exports.create(request))).toBe('403 insufficient_scope');
  const reader = clientFor(await makeKey(org.client.id, ['exports:write', 'conversations:read']));
  expect(await reader.exports.create(request)).toMatchObject({ id });
});

test('an organization that is not reached cannot be exported', async () => {
  const stranger = await organization();
  const body = { client_id: org.client.id };
  expect(await refusalOf(stranger.api.exports.create({ body }))).toBe('404 client_not_found');
  expect(await refusalOf(below.api.exports.create({ body }))).toBe('404 client_not_found');
});

test('ten exports of an organization may be unfinished at a time', async () => {
  const { api, client } = await organization();
  const { id } = await completed(api, { resources: ['agents'] });
  const { get, put, remove } = tableOf(platform);
  const [record, gate] = await Promise.all([
    get({ pk: `export#${id}`, sk: 'record' }),
    get({ pk: `exports#${client.id}`, sk: 'record' }),
  ]);
  const ids = Array.from({ length: 10 }, () => newId('exp'));
  const unfinished = ids.map((each) => ({
    ...record,
    pk: `export#${each}`,
    sk: 'record',
    status: 'running',
  }));
  await Promise.all([...unfinished, { ...gate, unfinished: ids }].map(put));
  const create = () => api.exports.create({ body: { resources: ['agents'] } });
  expect(await refusalOf(create())).toBe('409 too_many_exports');
  await Promise.all(unfinished.map(({ pk, sk }) => remove({ pk, sk })));
  expect((await create()).status).toBe('pending');
});
