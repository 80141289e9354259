import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { EventStreamMarshaller } from '@smithy/core/event-streams';
import { fromUtf8, toUtf8 } from '@smithy/core/serde';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { audioMessage, readMessage } from '../../../clients/voice/src/event-stream.ts';
import { recognizedIn } from '../../../clients/voice/src/words.ts';
import type { Organization } from '../../fixtures.ts';
import {
  newConversation,
  operator,
  organization,
  platform,
  providerAccount,
  refusalOf,
  suspend,
} from '../../fixtures.ts';
import { noTasks, passUntilDue, waitingTasks } from '../../support/due-tasks.ts';
import { eventually } from '../../support/eventually.ts';
import { overtaken } from '../../support/fault-proxy.ts';
import { earsRole, secretOf, sessionOf } from '../../support/role-sessions.ts';
import { codec, exception } from '../../support/spoken.ts';
import type { RoleFailure } from '../../support/stream-server.ts';
import { planRoleFailures, signatureOf, understood } from '../../support/stream-server.ts';
import { tableOf } from '../../support/table.ts';
import { asVisitor, newWidget, visit } from '../../support/widgets.ts';

const begun = async (language = 'de-AT', above?: Organization) => {
  const org = await organization(above);
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia', prompt: 'Hello', language } });
  const chat = await org.api.chats.create({ params: { agent_id }, body: {} });
  return { org, chat, params: { conversation_id: chat.id } };
};

type Begun = Awaited<ReturnType<typeof begun>>;

const ask = ({ chat }: Begun, token = chat.session_token, body?: object) =>
  fetch(`${platform.base_url}/v1/live/conversations/${chat.id}/ears`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Tells that the page listens no longer at the address of an answer. */
const hangUp = async (one: Begun, answer: Response, token?: string) => {
  const { expires_at: ended } = (await answer.json()) as { expires_at: string };
  return ask(one, token, { ended });
};

const limit = async ({ org: { client } }: Pick<Begun, 'org'>, listening_minutes_per_day: number) => {
  const params = { client_id: client.id };
  await operator.clients.update({ params, body: { settings: { quotas: { listening_minutes_per_day } } } });
};

/** The minutes that count for an organization today. */
const usedBy = async ({ api }: Begun['org']) =>
  (await api.me.get()).limits.quotas.find(({ name }) => name === 'listening_minutes_per_day')?.used;

test('a page gets the signed address of one stream of Amazon Transcribe for its chat', async () => {
  const one = await begun();
  const answer = await ask(one);
  const ears = (await answer.json()) as { url: string; expires_at: string };
  expect([answer.status, ears]).toMatchObject([200, { kind: 'transcribe', sample_rate: 16_000 }]);
  const url = new URL(ears.url);
  expect(url.pathname).toBe('/stream-transcription-websocket');
  const query = Object.fromEntries(url.searchParams);
  expect(query).toMatchObject({
    'language-code': 'de-DE',
    'media-encoding': 'pcm',
    'sample-rate': '16000',
    'X-Amz-Expires': '60',
    'X-Amz-SignedHeaders': 'host',
  });
  // Signed by a session of the role that can do nothing else, which bears the name of the chat.
  const [accessKey = ''] = (query['X-Amz-Credential'] ?? '').split('/');
  const token = query['X-Amz-Security-Token'] ?? '';
  expect(sessionOf(token, accessKey)).toMatchObject({ role: earsRole, name: one.chat.id });
  expect(query['X-Amz-Signature']).toBe(signatureOf(url, secretOf(token)));
  expect(Date.parse(ears.expires_at)).toBeGreaterThan(Date.parse(one.chat.start_time));

  const again = new URL(((await (await ask(one)).json()) as { url: string }).url);
  expect(again.searchParams.get('session-id')).toBe(query['session-id']);
  const other = new URL(((await (await ask(await begun())).json()) as { url: string }).url);
  expect(other.searchParams.get('session-id')).not.toBe(query['session-id']);
});

test.for<[string, readonly RoleFailure[], number]>([
  ['throttles once, and once does not answer', [[400, 'Throttling'], 'cut'], 200],
  ['never answers', ['cut', 'cut', 'cut'], 503],
  ['refuses', [[403, 'AccessDenied']], 503],
])('if STS %s, a page gets an address, or gets its minutes back', async ([, failures, expected]) => {
  const { url } = (await (await ask(await begun())).json()) as { url: string };
  const one = await begun();
  await planRoleFailures(new URL(url).host, one.chat.id, failures);
  expect((await ask(one)).status).toBe(expected);
  expect(await usedBy(one.org)).toBe(expected === 200 ? 30 : 0);
});

test.for([
  ['en-GB', { 'language-code': 'en-GB' }],
  ['pt', { 'language-code': 'pt-PT' }],
  ['is-IS', { 'identify-language': 'true' }],
] as const)('an agent that speaks %s is understood', async ([language, expected]) => {
  const { url } = (await (await ask(await begun(language))).json()) as { url: string };
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject(expected);
});

test('30 minutes are reserved at every level, and those that did not pass are given back', async () => {
  const above = await organization();
  const one = await begun('de-AT', above);
  const { org, params } = one;
  await limit(one, 100);
  await limit({ org: above }, 59);
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Eva' } });
  const chat = await org.api.chats.create({ params: { agent_id }, body: {} });
  const other = { ...one, chat };
  expect((await ask(one)).status).toBe(200);
  const refused = await ask(other);
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { code: 'rate_limited', quota: 'listening_minutes_per_day', limit: 59 },
  ]);
  const used = () => Promise.all([usedBy(org), usedBy(above)]);
  expect(await used()).toEqual([30, 30]);
  await org.api.chats.end({ params });
  expect(await used()).toEqual([1, 1]);
  expect((await ask(other)).status).toBe(200);
  await org.api.conversations.erase({ params: { conversation_id: chat.id } });
  // The second chat was given at least one more.
  for (const minutes of await used()) {
    expect(minutes).toBeGreaterThanOrEqual(2);
    expect(minutes).toBeLessThan(3);
  }

  await eventually(async () => {
    const { rows } = await operator.usage.get({
      params: { client_id: org.client.id },
      query: { interval: 'total' },
    });
    const seconds = rows[0]?.listened_seconds ?? 0;
    expect(seconds).toBeGreaterThanOrEqual(30);
    expect(rows[0]?.costs[0]?.amount).toBe(String(Number(((seconds * 0.024) / 60).toFixed(9))));
  });
});

test('a page that hangs up gets back what did not pass, once, and nothing of a later address', async () => {
  const one = await begun();
  const { org, chat } = one;
  const first = await ask(one);
  expect((await ask(one, undefined, { ended: chat.start_time })).status).toBe(200);
  expect(await usedBy(org)).toBe(30);
  const { chat: others } = await begun();
  expect((await hangUp(one, first.clone(), others.session_token)).status).toBe(401);
  const hungUp = await hangUp(one, first.clone());
  expect([hungUp.status, await hungUp.json()]).toMatchObject([200, { kind: 'none', url: null }]);
  expect(await usedBy(org)).toBe(1);
  await hangUp(one, first.clone());
  expect(await usedBy(org)).toBe(1);
  const second = await ask(one);
  // It comes late, after the page has asked for another address.
  await hangUp(one, first);
  expect(await usedBy(org)).toBe(31);
  expect((await ask(one, undefined, { ended: 'now' })).status).toBe(400);
  await org.api.chats.end({ params: one.params });
  expect((await hangUp(one, second)).status).toBe(200);
  expect(await usedBy(org)).toBe(2);
});

/** Lets the longest talk of a chat pass. */
const passTalk = async ({ chat }: Begun) => {
  const table = tableOf(platform);
  const item = await table.get({ pk: `conversation#${chat.id}`, sk: 'record' });
  const { listening, ...fields } = JSON.parse(item?.fields);
  const since = listening.since - 1800 * 1000;
  await table.put({ ...item, fields: JSON.stringify({ ...fields, listening: { ...listening, since } }) });
};

test('a chat listens for two hours a day, and leaves the minutes of its organization to others', async () => {
  const one = await begun();
  const { org } = one;
  await limit(one, 150);
  // The chat is given back what does not pass.
  for (let asked = 0; asked < 6; asked += 1) expect((await ask(one)).status).toBe(200);
  for (let talks = 0; talks < 3; talks += 1) {
    await passTalk(one);
    const { status } = await ask(one);
    expect(status).toBe(talks < 2 ? 200 : 429);
  }
  const refused = await ask(one);
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { detail: 'The chat may have speech recognized for at most 120 minutes on a day' },
  ]);
  expect(await usedBy(org)).toBe(95);
  const chat = await org.api.chats.create({ params: { agent_id: one.chat.agent_id }, body: {} });
  expect((await ask({ ...one, chat })).status).toBe(200);

  await org.api.conversations.erase({ params: { conversation_id: chat.id } });
  const day = Math.floor(Date.now() / 86_400_000);
  const count = await tableOf(platform).get({ pk: `rate#${chat.id}`, sk: `messages#${day}` });
  expect(count).toMatchObject({ listening_seconds: 60, expires: ((day + 3) * 86_400_000) / 1000 });
});

test('what a page has listened to counts, also if the agent answers afterwards', async () => {
  const one = await begun();
  const { org, params } = one;
  for (let times = 0; times < 2; times += 1) expect((await ask(one)).status).toBe(200);
  await org.api.chats.send({ params, body: { text: 'Hello' } });
  await org.api.chats.end({ params });
  await eventually(async () => {
    const { rows } = await operator.usage.get({
      params: { client_id: org.client.id },
      query: { interval: 'total' },
    });
    expect(rows).toMatchObject([{ messages: 1 }]);
    expect(rows[0]?.listened_seconds).toBeGreaterThanOrEqual(30);
  });
});

const addressFor = async (one: Begun): Promise<URL> =>
  new URL(((await (await ask(one)).json()) as { url: string }).url);

const headerOf = (message: Buffer, name: string): unknown => codec.decode(message).headers[name]?.value;

/** Opens a stream, as a page does. */
const open = async (url: URL) => {
  const socket = new WebSocket(url);
  const messages: Buffer[] = [];
  socket.on('message', (message: Buffer) => messages.push(message));
  /** The exception that ends it. */
  const closed = once(socket, 'close').then(() => {
    const last = messages.at(-1);
    return last && headerOf(last, ':exception-type');
  });
  await once(socket, 'open');
  return { socket, messages, closed };
};

const listen = async (one: Begun) => open(await addressFor(one));

/** The exception by which a newer stream of a chat ends the one before it. */
const ended = 'ConflictException';

/** The look at a stream of a chat that comes first. */
const soonestLook = async ({ chat }: Begun) => {
  const looks = await waitingTasks('second_look', `ears_${chat.id}`);
  const [soonest] = looks.toSorted((a, b) => String(a.due).localeCompare(String(b.due)));
  return soonest ? [soonest] : [];
};

test.for([
  ['the end of its chat', ({ org, params }) => org.api.chats.end({ params })],
  ['the erasure of its chat', ({ org, params }) => org.api.conversations.erase({ params })],
  ['its page has hung up', hangUp],
] as readonly (readonly [string, (one: Begun, answer: Response) => Promise<unknown>])[])(
  'a stream that its page does not close is ended after %s',
  async ([, end]) => {
    const one = await begun();
    const answer = await ask(one);
    const { closed } = await open(new URL(((await answer.clone().json()) as { url: string }).url));
    await end(one, answer);
    const looks = await soonestLook(one);
    // The address opens no stream any more by then.
    const [due] = looks.map(({ due }) => Date.parse(String(due)) - Date.parse(one.chat.start_time));
    expect(due).toBeGreaterThanOrEqual(60_000);
    expect(due).toBeLessThan(600_000);
    await passUntilDue(looks);
    expect(await closed).toBe(ended);
  },
);

test('a stream is not ended because the page had hung up before', async () => {
  const one = await begun();
  await hangUp(one, await ask(one));
  const looks = await soonestLook(one);
  const { socket } = await listen(one);
  await passUntilDue(looks);
  await eventually(async () => expect(await tableOf(platform).tasks(`ears_${one.chat.id}`)).toHaveLength(2));
  expect(socket.readyState).toBe(WebSocket.OPEN);
});

test('a stream is ended after the longest talk, and not by the look at the one before it', async () => {
  const one = await begun();
  const before = await listen(one);
  const id = `ears_${one.chat.id}`;
  const [first] = await waitingTasks('second_look', id);
  const now = await listen(one);
  expect(await before.closed).toBe(ended);
  await passUntilDue(first ? [first] : []);
  await eventually(async () => expect(await tableOf(platform).tasks(id)).toHaveLength(1));
  expect(now.socket.readyState).toBe(WebSocket.OPEN);
  await passUntilDue(await waitingTasks('second_look', id));
  expect(await now.closed).toBe(ended);
});

test('a stream that Amazon Transcribe has ended by itself is not ended again', async () => {
  const one = await begun();
  const { socket } = await listen(one);
  const id = `ears_${one.chat.id}`;
  await one.org.api.chats.end({ params: one.params });
  const since = Date.now() - (4 * 3600 + 61) * 1000;
  const looks = (await waitingTasks('second_look', id)).map((look) => ({
    ...look,
    state: JSON.stringify({ ...(JSON.parse(String(look.state)) as object), since }),
  }));
  await passUntilDue(looks);
  await noTasks('second_look', id);
  expect(socket.readyState).toBe(WebSocket.OPEN);
});

/** Something like a voice, or silence. */
const sound = (seconds: number, level: number) =>
  Int16Array.from({ length: 16_000 * seconds }, (_, at) => (at % 2 ? level : -level));
const utterance = [...Array(10).fill(sound(0.02, 9000)), ...Array(12).fill(sound(0.02, 0))] as Int16Array[];

test('a stream understands the messages of a page, and those of AWS’s own code, which reads the answers', async () => {
  const one = await begun();
  const ofPage = await listen(one);
  for (const samples of utterance) ofPage.socket.send(audioMessage(samples));
  ofPage.socket.send(audioMessage(new Int16Array()));
  await ofPage.closed;
  expect(
    ofPage.messages.map((message) => recognizedIn(readMessage(Uint8Array.from(message).buffer).body)),
  ).toEqual([
    [{ id: 'u0', text: understood.slice(0, 8), partial: true }],
    [{ id: 'u0', text: understood, partial: false }],
  ]);

  const marshaller = new EventStreamMarshaller({ utf8Encoder: toUtf8, utf8Decoder: fromUtf8 });
  const { socket } = await listen(one);
  const spoken = async function* () {
    yield* [...utterance, new Int16Array()];
  };
  const requests = marshaller.serialize(spoken(), (samples) => ({
    headers: {
      ':message-type': { type: 'string', value: 'event' },
      ':event-type': { type: 'string', value: 'AudioEvent' },
      ':content-type': { type: 'string', value: 'application/octet-stream' },
    },
    body: new Uint8Array(samples.buffer),
  }));
  const answers = new PassThrough();
  socket.on('message', (message: Buffer) => answers.write(message));
  socket.on('close', () => answers.end());
  for await (const request of requests as AsyncIterable<Uint8Array>) {
    // The library marks the end of HTTP/2 with an empty frame, which WebSockets do not have.
    if (request.length > 0) socket.send(request);
  }
  const read: unknown[] = [];
  const transcripts = marshaller.deserialize(answers, async ({ TranscriptEvent }) => ({
    words: recognizedIn(JSON.parse(toUtf8(TranscriptEvent?.body ?? new Uint8Array()))),
  }));
  for await (const { words } of transcripts) read.push(...words.map(({ text }) => text));
  expect(read).toEqual([understood.slice(0, 8), understood]);
});

/** The address with other parameters, signed as the role signs it, or with another secret. */
const signed = (url: URL, parameters: Readonly<Record<string, string | null>>, secret?: string): URL => {
  const changed = new URL(url);
  changed.searchParams.delete('X-Amz-Signature');
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) changed.searchParams.delete(name);
    else changed.searchParams.set(name, value);
  }
  // A form would have other escapes than a signature.
  changed.search = [...changed.searchParams].map((one) => one.map(encodeURIComponent).join('=')).join('&');
  const token = url.searchParams.get('X-Amz-Security-Token') ?? '';
  changed.search += `&X-Amz-Signature=${signatureOf(changed, secret ?? secretOf(token))}`;
  return changed;
};

/** The credentials of the platform's functions. */
const own = (): string => platform.secret_access_key;
const ownCredential = (url: URL): string =>
  [platform.access_key_id, ...(url.searchParams.get('X-Amz-Credential') ?? '').split('/').slice(1)].join('/');

const timeOf = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '');

test.for([
  ['without a signature', (url) => new URL(url.href.replace(/X-Amz-Signature=\w+/, ''))],
  ['of another secret', (url) => new URL(url.href.replace(/(X-Amz-Signature=)\w/, '$1g'))],
  ['whose rate was changed', (url) => new URL(url.href.replace('sample-rate=16000', 'sample-rate=8000'))],
  ['of another chat', (url) => new URL(url.href.replace(/(session-id=)\w/, '$1z'))],
  ['that has expired', (url) => signed(url, { 'X-Amz-Date': timeOf(Date.now() - 61_000) })],
  ['that is valid for too long', (url) => signed(url, { 'X-Amz-Expires': '301' })],
  [
    'that the function has signed by itself',
    (url) => signed(url, { 'X-Amz-Security-Token': null, 'X-Amz-Credential': ownCredential(url) }, own()),
  ],
  ['without the token of its session', (url) => signed(url, { 'X-Amz-Security-Token': null })],
  ['of another service', (url) => new URL(url.href.replace('transcribe%2Faws4', 's3%2Faws4'))],
] as readonly (readonly [string, (url: URL) => URL])[])(
  'an address %s opens no stream',
  async ([, change]) => {
    const url = await addressFor(await begun());
    const socket = new WebSocket(change(url));
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toBe('Unexpected server response: 403');
    // The address as it is opens one, and again until it expires.
    for (const _ of [1, 2]) (await open(url)).socket.close();
  },
);

test.for([
  ['a rate that nobody has', { 'sample-rate': '4000' }],
  ['another encoding', { 'media-encoding': 'mp3' }],
  ['no language', { 'language-code': null }],
] as const)('a stream with %s is ended', async ([, parameters]) => {
  const { closed } = await open(signed(await addressFor(await begun()), parameters));
  expect(await closed).toBe('BadRequestException');
});

const altered = (at: number): Uint8Array => {
  const message = audioMessage(sound(0.02, 0));
  message[at] = (message[at] ?? 0) ^ 1;
  return message;
};

test.for([
  ['text', 'Hello', 'Unexpected WebSocket frame received.'],
  ['bytes', new Uint8Array(640), 'Unexpected WebSocket frame received.'],
  ['samples that were altered', altered(200), 'Unexpected WebSocket frame received.'],
  ['a length that was altered', altered(3), 'Unexpected WebSocket frame received.'],
  ['an exception', exception('BadRequestException', 'No'), 'Unexpected WebSocket frame received.'],
  ['more than a second', audioMessage(sound(1.01, 0)), 'Your stream is too big.'],
] as const)('a stream that gets %s is ended', async ([, message, reason]) => {
  const { socket, messages, closed } = await listen(await begun());
  socket.send(audioMessage(sound(1, 0)));
  socket.send(message);
  expect(await closed).toBe('BadRequestException');
  expect(messages.at(-1)?.toString()).toContain(reason);
});

test('an address that cannot be noted reserves nothing', async () => {
  const one = await begun();
  const { org, params } = one;
  await limit(one, 30);
  const answer = await overtaken(
    platform.dynamodb_endpoint,
    { contains: '"listening', operation: 'TransactWriteItems' },
    async () => ({ status: (await ask(one)).status }),
    () => org.api.conversations.update({ params, body: { summary: 'Changed meanwhile' } }),
  );
  expect(answer.status).toBe(200);
  expect(await usedBy(org)).toBe(30);
});

/** A talk on the page of a widget. */
const talk = async ({ found }: Awaited<ReturnType<typeof visit>>, more: object = {}) => {
  const { conversation_id, session_token: token } = found;
  return asVisitor('POST', `/conversations/${conversation_id}/ears`, { token, ...more });
};

test('a visitor leaves the minutes of a widget to others, and hangs up where it is paused', async () => {
  const org = await organization();
  const limits = { listening_minutes_per_visitor_day: 59, listening_minutes_per_day: 89 };
  const { id: widget_id } = await newWidget(org, { voice: true, limits });
  const params = { widget_id };
  const [own, others] = [{ address: '203.0.113.7' }, { address: '203.0.113.8' }];
  const chats = [await visit(widget_id, own), await visit(widget_id, own)] as const;
  const first = await talk(chats[0], own);
  expect(first.status).toBe(200);
  const refused = await talk(chats[1], own);
  expect([refused.refusal, refused.found.detail]).toEqual([
    '429 rate_limited',
    'A visitor may have speech recognized for at most 59 minutes on a day',
  ]);
  expect((await talk(await visit(widget_id, others), others)).status).toBe(200);
  await org.api.widgets.update({ params, body: { status: 'paused' } });
  const { expires_at: ended } = JSON.parse(first.text) as { expires_at: string };
  expect(await talk(chats[0], { ...own, body: { ended } })).toMatchObject({ status: 200, isReadable: true });
  await org.api.widgets.update({ params, body: { status: 'active' } });
  expect((await talk(chats[1], own)).status).toBe(200);
});

test('visitors of a widget use up no more than its minutes, each as often as an address may', async () => {
  const org = await organization();
  const limits = { listening_minutes_per_day: 59, talks_per_visitor_hour: 2 };
  const { id: widget_id } = await newWidget(org, { voice: true, limits });
  const [one, other] = [await visit(widget_id), await visit(widget_id)];
  expect(await talk(one)).toMatchObject({ status: 200, isReadable: true });
  const refused = await talk(other);
  expect([refused.refusal, refused.found.detail]).toEqual([
    '429 rate_limited',
    'The pages of the widget may have speech recognized for at most 59 minutes on a day',
  ]);
  const { conversation_id, session_token: token } = one.found;
  await asVisitor('POST', `/conversations/${conversation_id}/end`, { token });
  expect((await talk(other)).status).toBe(200);
  expect((await talk(other)).found.detail).toBe('A visitor may have at most 2 talks');
});

test('the pages of a widget that is silent, paused or removed get no address', async () => {
  const org = await organization();
  const { id: widget_id } = await newWidget(org);
  const params = { widget_id };
  const chat = await visit(widget_id);
  expect(await talk(chat)).toMatchObject({ status: 200, found: { kind: 'none', url: null } });
  await org.api.widgets.update({ params, body: { voice: true } });
  expect(await talk(chat)).toMatchObject({ status: 200, found: { kind: 'transcribe' } });
  await org.api.widgets.update({ params, body: { status: 'paused' } });
  expect((await talk(chat)).refusal).toBe('409 widget_unavailable');
  await org.api.widgets.remove({ params });
  expect((await talk(chat)).refusal).toBe('409 widget_unavailable');
});

/** Connects an account at Deepgram. */
const connectDeepgram = async (org: Begun['org'], more: object = {}) => {
  const account = providerAccount(`deepgram-key-of-${org.client.id}`);
  const body = { provider: 'deepgram', name: 'Deepgram', api_key: account.apiKey, ...more } as const;
  return { account, integration: await org.api.integrations.create({ body }) };
};

test('an account at Deepgram hears for the agents of its organization, with tokens of seconds', async () => {
  const one = await begun('de-AT');
  const { account, integration } = await connectDeepgram(one.org);
  const before = Date.now();
  const answer = await ask(one);
  const ears = (await answer.json()) as { url: string; token: string; expires_at: string };
  expect([answer.status, ears]).toMatchObject([200, { kind: 'deepgram', sample_rate: 16_000 }]);
  const url = new URL(ears.url);
  expect([url.protocol, url.pathname]).toEqual(['ws:', '/deepgram/v1/listen']);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    model: 'nova-3',
    language: 'de',
    encoding: 'linear16',
    sample_rate: '16000',
    channels: '1',
    interim_results: 'true',
  });
  expect(Date.parse(ears.expires_at) - before).toBeLessThan(40_000);
  expect(JSON.stringify(ears)).not.toContain(account.apiKey);
  const { asked } = await account.look();
  expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/v1/auth/grant', { ttl_seconds: 1 }],
    ['POST', '/v1/auth/grant', { ttl_seconds: 30 }],
  ]);

  const params = { integration_id: integration.id };
  await one.org.api.integrations.update({ params, body: { status: 'disabled' } });
  expect(await (await ask(one)).json()).toMatchObject({ kind: 'transcribe', token: null });
  await one.org.api.integrations.update({ params, body: { status: 'active', api_key: null } });
  expect(await (await ask(one)).json()).toMatchObject({ kind: 'transcribe' });
  await one.org.api.integrations.update({ params, body: { api_key: account.apiKey } });
  expect(await (await ask(one)).json()).toMatchObject({ kind: 'deepgram' });
  await one.org.api.integrations.remove({ params });
  expect(await (await ask(one)).json()).toMatchObject({ kind: 'transcribe' });
});

test('an account of another organization, below or beside, hears nothing', async () => {
  const one = await begun();
  await connectDeepgram(await organization());
  const below = await organization(one.org, 'subcompany');
  await connectDeepgram(below);
  expect(await (await ask(one)).json()).toMatchObject({ kind: 'transcribe' });
  // A chat of the organization below has the agent of the one above.
  const body = { client_id: below.client.id };
  const chat = await one.org.api.chats.create({ params: { agent_id: one.chat.agent_id }, body });
  expect(await (await ask({ ...one, chat })).json()).toMatchObject({ kind: 'transcribe' });
});

test.for([
  ['is-IS', 'multi'],
  ['zh-TW', 'zh-TW'],
  ['pt-BR', 'pt'],
] as const)('Deepgram is asked for the language of an agent that speaks %s', async ([language, expected]) => {
  const one = await begun(language);
  await connectDeepgram(one.org);
  const { url } = (await (await ask(one)).json()) as { url: string };
  expect(new URL(url).searchParams.get('language')).toBe(expected);
});

test('minutes at Deepgram are counted and limited like others, and cost nothing here', async () => {
  const one = await begun();
  const { org, params } = one;
  await connectDeepgram(org);
  await limit(one, 59);
  expect((await ask(one)).status).toBe(200);
  const other = {
    ...one,
    chat: await org.api.chats.create({ params: { agent_id: one.chat.agent_id }, body: {} }),
  };
  expect((await ask(other)).status).toBe(429);
  await org.api.chats.end({ params });
  await eventually(async () => {
    const { rows } = await operator.usage.get({
      params: { client_id: org.client.id },
      query: { interval: 'total' },
    });
    expect(rows[0]?.listened_seconds).toBeGreaterThanOrEqual(15);
    expect(rows[0]?.costs).toEqual([]);
  });
});

test.for([
  ['refused', '409 provider_refused'],
  ['unauthorized', '409 provider_refused'],
  ['limited', '503 provider_unavailable'],
  ['down', '503 provider_unavailable'],
] as const)('a token that is %s is a refusal, and reserves no minutes', async ([trouble, expected]) => {
  const one = await begun();
  const { account } = await connectDeepgram(one.org);
  await limit(one, 30);
  await account.plan({ plans: [{ at: 'POST /v1/auth/grant', trouble }] });
  const refused = await ask(one);
  const { code } = (await refused.json()) as { code: string };
  expect(`${refused.status} ${code}`).toBe(expected);
  expect(await usedBy(one.org)).toBe(0);
  await account.plan({ plans: [] });
  expect((await ask(one)).status).toBe(200);
  expect(await usedBy(one.org)).toBe(30);
});

test('strangers, ended chats and suspended organizations get no address', async () => {
  const one = await begun();
  const other = await begun();
  expect((await ask(one, other.chat.session_token)).status).toBe(401);
  expect((await ask(one, other.org.key)).status).toBe(404);
  const { api } = one.org;
  const { id } = await newConversation(one.org);
  expect(await refusalOf(api.chats.ears({ params: { conversation_id: id } }))).toBe('409 not_a_chat');
  await api.chats.end({ params: one.params });
  expect(await refusalOf(api.chats.ears({ params: one.params }))).toBe('409 conversation_ended');
  await suspend(other.org);
  expect(await refusalOf(other.org.api.chats.ears({ params: other.params }))).toBe('409 client_suspended');
});
