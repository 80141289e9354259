import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { ConversationItem } from '#lib/contract/conversations.ts';
import { tokensOfTexts } from '#lib/domain/search/words.ts';
import { createClient } from '../clients/typescript/src/index.ts';
import { eachOf } from '../test/support/dialogues.ts';
import { startLocal } from '../test/support/local-process.ts';
import { usersOf } from '../test/support/users.ts';
import type { Figure, MeasuredGroup } from './figure.ts';
import { figure, median, milliseconds, rounded, sum, timed } from './figure.ts';
import { costIn, createLocation, dialogueAt, dialogues, turnsAt } from './platform.ts';

const connections = 16;
const burstPerSecond = 120;
const monthMs = 30 * 24 * 60 * 60 * 1000;

/** So many different words that at least 2 % of dialogues have, beginning with the most common one. */
const commonWords = (count: number): string[] => {
  const words = dialogues().flatMap(({ turns }) => [...tokensOfTexts(turns.map(({ text }) => text))]);
  const common = [...Map.groupBy(words, (word) => word)]
    .filter(([, { length }]) => length >= dialogues().length / 50)
    .sort(([, one], [, other]) => other.length - one.length);
  return Array.from(
    { length: count },
    (_, at) => common[Math.floor((at * common.length) / count)]?.[0] ?? '',
  );
};

/**
 * A bare server of the same conversations and pages, which checks a key and reads Postgres. `PGHOST` and the
 * other variables of libpq name the database.
 */
const startStandIn = async (
  key: string,
  items: AsyncIterable<{ readonly item: ConversationItem; readonly transcript: unknown }>,
) => {
  const psql = spawn('psql', ['-qtAX', '-v', 'ON_ERROR_STOP=1'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: psql.stdout })[Symbol.asyncIterator]();
  const literal = (value: unknown) => (value === null ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`);
  const hashOf = (bearer = '') => literal(createHash('sha256').update(bearer).digest('hex'));
  psql.stdin.write(
    'CREATE TEMP TABLE keys (hash text PRIMARY KEY);\n' +
      `INSERT INTO keys VALUES (${hashOf(`Bearer ${key}`)});\n` +
      'CREATE TEMP TABLE calls (id text PRIMARY KEY, start_time text, outcome text, sentiment text, item text, transcript text);\n' +
      'CREATE INDEX ON calls (start_time); CREATE INDEX ON calls (outcome, start_time);\n' +
      'CREATE INDEX ON calls (outcome, sentiment, start_time);\n',
  );
  for await (const { item, transcript } of items) {
    const { id, start_time, outcome, sentiment } = item;
    const values = [id, start_time, outcome, sentiment, JSON.stringify(item), JSON.stringify(transcript)];
    psql.stdin.write(`INSERT INTO calls VALUES (${values.map(literal).join()});\n`);
  }
  psql.stdin.write('ANALYZE keys; ANALYZE calls;\n');
  const one = async (query: string) => {
    psql.stdin.write(`${query};\n`);
    return String((await lines.next()).value);
  };
  const pageOf = (filters: URLSearchParams) => {
    const where = [...filters].map(([name, value]) => `${name} = ${literal(value)}`).join(' AND ') || 'true';
    const page = `SELECT item FROM calls WHERE ${where} ORDER BY start_time DESC LIMIT 50`;
    return `SELECT '{"data":[' || string_agg(item, ',') || ']}' FROM (${page}) AS page`;
  };
  const server = createServer(async ({ url, headers }, response) => {
    if ((await one(`SELECT count(*) FROM keys WHERE hash = ${hashOf(headers.authorization)}`)) !== '1') {
      response.writeHead(401).end();
      return;
    }
    const { pathname, searchParams } = new URL(url ?? '', 'http://localhost');
    const [id, part = 'item'] = pathname.split('/').slice(3);
    response.setHeader('content-type', 'application/json');
    response.end(
      await one(id ? `SELECT ${part} FROM calls WHERE id = ${literal(id)}` : pageOf(searchParams)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/**
 * Measures requests to `npm start`, in a separate process that stores its data in files: loads conversations,
 * and reads them.
 */
export const measure = async (size: number): Promise<MeasuredGroup> => {
  const directory = await mkdtemp(join(tmpdir(), 'requests-'));
  const { description, end } = await startLocal(directory);
  const { base_url } = description;
  const { client, location, agent } = await createLocation(usersOf(description));
  const client_id = client.client.id;
  const http = new Agent({ keepAlive: true, maxSockets: connections });

  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${client.key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    };
    const sent = request(new URL(path, base_url), { method, agent: http, headers }).end(text);
    const [response] = await once(sent, 'response');
    const answer = (await response.toArray()).join('');
    if (response.statusCode >= 400) throw new Error(`${method} ${path}: ${answer}`);
    return response.statusCode === 302 ? undefined : JSON.parse(answer);
  };

  /** A conversation in the last month, with a dialogue of 18 turns on average, in which a word was said. */
  const bodyAt = (at: number, word = 'loaded') => ({
    agent_id: agent.id,
    client_id: location.client.id,
    status: 'completed',
    // In no order, as imports report calls, so that segments of the search index are of the same time.
    start_time: new Date(
      Date.now() - monthMs + (((at * 7919) % size) / size) * (monthMs - 60_000),
    ).toISOString(),
    duration_ms: 90_000,
    outcome: dialogueAt(at).outcome,
    sentiment: at % 3 === 0 ? 'positive' : 'neutral',
    channel: at % 5 === 0 ? 'web' : 'phone',
    caller: { number: `+1415${String(at % 997).padStart(7, '0')}` },
    turns: [{ role: 'agent', text: word }, ...turnsAt(at)].map((turn, index) => ({ ...turn, index })),
  });
  const found = async (word: string): Promise<number> => {
    let count = 0;
    for await (const _ of client.api.conversations.list.all({ query: { q: word, limit: '100' } })) count += 1;
    return count;
  };
  const untilFound = async (word: string, count: number): Promise<number> => {
    const began = performance.now();
    while ((await found(word)) < count) await wait(20);
    return performance.now() - began;
  };

  const burstSize = Math.min(size, burstPerSecond * 10);
  /**
   * Creates conversations at a steady rate. Returns the milliseconds of each, and from the last until all are
   * found.
   */
  const burst = async (word: string) => {
    const creates: number[] = [];
    const began = performance.now();
    await eachOf(Array.from({ length: burstSize }), 8, async (_, at) => {
      await wait(Math.max(0, began + (at * 1000) / burstPerSecond - performance.now()));
      creates.push(await timed(() => send('POST', '/v1/conversations', bodyAt(size, word))));
    });
    return { creates, found: await untilFound(word, burstSize) };
  };
  const empty = await burst('onempty');

  const ids: string[] = [];
  const loading = await timed(() =>
    eachOf(Array.from({ length: size }), connections, async (_, at) => {
      ids.push(((await send('POST', '/v1/conversations', bodyAt(at))) as { id: string }).id);
    }),
  );
  await send('POST', '/v1/conversations', bodyAt(size, 'lastofall'));
  const indexing = await untilFound('lastofall', 1);

  const id = () => ids[Math.floor(Math.random() * ids.length)] ?? '';
  const list = `/v1/conversations?client_id=${client_id}&limit=50`;
  const filters = ['outcome=success', 'outcome=success&sentiment=positive'];
  const asked: Readonly<Record<string, () => Promise<unknown>>> = {
    'one conversation by its id': () => send('GET', `/v1/conversations/${id()}`),
    'its transcript': () => send('GET', `/v1/conversations/${id()}/transcript`),
    'a list of 50': () => send('GET', list),
    'a list of 50 under one filter': () => send('GET', `${list}&${filters[0]}`),
    'a list of 50 under two filters': () => send('GET', `${list}&${filters[1]}`),
    'a search for a rare word': () => send('GET', `${list}&q=dentist`),
    'a search for two words': () => send('GET', `${list}&q=${encodeURIComponent('restaurant vegetarian')}`),
    'the usage of a month by days': () => send('GET', `/v1/clients/${client_id}/usage?interval=day`),
    'create a conversation': () => send('POST', '/v1/conversations', bodyAt(size)),
  };
  const pages: { readonly full: boolean; readonly items: number; readonly readUnits: number }[] = [];
  for (const q of commonWords(100)) {
    const query = { client_id, q, limit: '50' };
    const { reply, response } = await client.api.conversations.list.withResponse({ query });
    const full = reply.data.length === 50 || !reply.has_more;
    pages.push({ full, items: reply.data.length, readUnits: costIn(response).readUnits });
  }
  const [units, items] = [sum(pages.map((page) => page.readUnits)), sum(pages.map((page) => page.items))];

  const rounds = Math.max(20, Math.round(size / 50));
  const lines: Figure[] = [];
  for (const [what, ask] of Object.entries(asked)) {
    await eachOf(Array.from({ length: 20 }), connections, async () => void (await ask()));
    const alone: number[] = [];
    for (let at = 0; at < rounds; at += 1) alone.push(await timed(ask));
    const ms = await timed(() =>
      eachOf(Array.from({ length: rounds * 4 }), connections, async () => void (await ask())),
    );
    lines.push(
      figure(
        `${what}: milliseconds over one connection; a second over ${connections}`,
        `${milliseconds(alone)}; ${Math.round((rounds * 4000) / ms).toLocaleString('en')}`,
      ),
    );
  }

  if (process.env.PGHOST) {
    const loaded = async function* () {
      for await (const item of client.api.conversations.list.all({ query: { client_id, limit: '100' } })) {
        const params = { conversation_id: item.id };
        yield { item, transcript: await client.api.transcripts.get({ params }) };
      }
    };
    const origin = await startStandIn(client.key, loaded());
    const read = '/v1/conversations';
    const at = (path: string) => [path, path] as const;
    const compared: Readonly<Record<string, readonly [() => readonly [string, string], number]>> = {
      'One conversation by its id': [() => at(`${read}/${id()}`), 2.5],
      'Its transcript': [() => at(`${read}/${id()}/transcript`), 2.5],
      'A list of 50': [() => [list, read], 2.5],
      'A list of 50 under one filter': [() => [`${list}&${filters[0]}`, `${read}?${filters[0]}`], 3],
      'A list of 50 under two filters': [() => [`${list}&${filters[1]}`, `${read}?${filters[1]}`], 4],
    };
    for (const [what, [paths, bound]] of Object.entries(compared)) {
      const [own, bare]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        const [ours, theirs] = paths();
        own.push(await timed(() => send('GET', ours)));
        bare.push(await timed(() => send('GET', `${origin}${theirs}`)));
      }
      const of = `${what}, relative to a bare server of the same from Postgres`;
      lines.push(figure(of, rounded(median(own) / median(bare)), bound));
    }
  }

  const single: number[] = [];
  for (let at = 0; at < Math.min(30, size); at += 1) {
    const word = `findable${at}x${Date.now()}`;
    await send('POST', '/v1/conversations', bodyAt(size, word));
    single.push(await untilFound(word, 1));
  }
  const loaded = await burst('onloaded');
  const calls = Array.from({ length: size * 5 }, (_, at) => ({
    agent_id: agent.id,
    client_id: location.client.id,
    status: 'completed' as const,
    outcome: `imported_${at}`,
    turns: turnsAt(at),
  }));
  const importing = createClient({ baseUrl: base_url, apiKey: client.key }).conversations;
  const imported = new Set<string | null>();
  const importAll = async () => {
    for await (const result of importing.import(calls)) imported.add(result.id);
  };
  const imports = [await timed(importAll), await timed(importAll)] as const;
  if (imported.size !== calls.length) throw new Error(`${imported.size} of ${calls.length} were imported`);
  http.destroy();
  await end('SIGTERM');
  await rm(directory, { recursive: true, force: true });
  return {
    figures: [
      figure(
        `${size.toLocaleString('en')} conversations created over ${connections} connections: a second`,
        Math.round((size * 1000) / loading),
      ),
      figure('From the last of them until it is found by its words: seconds', (indexing / 1000).toFixed(1)),
      figure(
        'Of 100 words that at least 2 % of dialogues have: searches whose first page of 50 is full',
        pages.filter(({ full }) => full).length,
        'at least 95',
      ),
      figure(
        'Such a search: read units of its first page; of each item on it',
        `${rounded(units / pages.length, 1)}; ${rounded(units / items)}`,
      ),
      ...lines,
      figure(
        'One conversation from its creation until it is found by its words: milliseconds',
        milliseconds(single),
        2000,
      ),
      figure(
        `${burstSize.toLocaleString('en')} conversations, ${burstPerSecond} a second: milliseconds of a create, relative to an empty platform, and seconds from the last until all are found`,
        `${milliseconds(loaded.creates)}; ${rounded(median(loaded.creates) / median(empty.creates))}; ${(loaded.found / 1000).toFixed(1)}`,
        '1.5 times; 5 seconds',
      ),
      figure(
        `${calls.length.toLocaleString('en')} conversations by \`import\`: a second; and again, without a second copy`,
        imports.map((ms) => Math.round((calls.length * 1000) / ms).toLocaleString('en')).join('; '),
      ),
    ],
  };
};
