import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { control as ordered } from '#lib/contract/calls.ts';
import { end as ended } from '#lib/contract/phone-calls.ts';
import { toContext } from '#lib/local/event.ts';
import { lineSignature, newLineAccount } from '#lib/local/phone-line.ts';
import type { Task } from './support/interleave.ts';
import { interleaving, Killed } from './support/interleave.ts';
import { planAnswers, startModelServer, testModel } from './support/model-server.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { requestEvent } from './support/request-event.ts';
import { newTelnyxAccount } from './support/telnyx.ts';
import type { Organization } from './support/users.ts';
import { usersOf } from './support/users.ts';

/*
 * A call whose functions are killed at each of their writes: before it, and after it was carried out but
 * before its answer arrived. Whoever calls still hears something once they speak again, and nothing is stored
 * twice.
 */

let platform: OwnPlatform;
let carrier: Server;
let model: Awaited<ReturnType<typeof startModelServer>>;
let interleave: ReturnType<typeof interleaving>;
let receive: (event: never, context: Pick<Context, 'awsRequestId'>) => Promise<unknown>;
let finish: (event: never, context: Context) => Promise<unknown>;
let control: (event: never, context: Context) => Promise<unknown>;
let leaveCalls: typeof import('#lib/phone/leave-call.ts').leaveCalls;
let eventsBetween: typeof import('#lib/store/events/recent-events.ts').eventsBetween;
let tend: typeof import('#lib/chats/tend-chat.ts').tendChat;
let readSession: typeof import('#lib/chats/sessions.ts').readSession;
let readConversation: typeof import('#lib/conversations/conversations.ts').readConversation;

interface SentFrame {
  readonly type: string;
  readonly token?: string;
  readonly lang?: string;
  readonly handoffData?: string;
}

/** The frames that were sent over each connection. */
const sent = new Map<string, SentFrame[]>();

/** The frames that the gateway fails to send, and its answer to them. */
let failing: { readonly type: string; readonly status: number; readonly error: string } | undefined;

beforeAll(async () => {
  carrier = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [, id = ''] = /@connections\/([^/?]+)/.exec(decodeURIComponent(request.url ?? '')) ?? [];
      const headers: Record<string, string> = { 'content-type': 'application/json' };
      let status = 200;
      if (id !== '' && request.method === 'POST') {
        const frame = JSON.parse(Buffer.concat(chunks).toString()) as SentFrame;
        sent.set(id, [...(sent.get(id) ?? []), frame]);
        if (frame.type === failing?.type) {
          status = failing.status;
          headers['x-amzn-errortype'] = failing.error;
          failing = undefined;
        }
      }
      response.writeHead(status, headers);
      response.end(JSON.stringify({ status: 'active' }));
    });
  });
  carrier.listen(0, '127.0.0.1');
  await once(carrier, 'listening');
  const url = `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`;
  model = await startModelServer();
  await planAnswers(model.endpoint, 'You are Pia.', [{ text: 'From nine to five.' }]);
  platform = await startOwnPlatform({ following: false, model: testModel(model.endpoint) });
  process.env.PROVIDER_URLS = JSON.stringify({ twilio: url });
  process.env.SOCKET_CONNECTIONS_URL = url;
  console.error = () => {};
  console.warn = () => {};
  // Only now, because the table's client takes its settings from the environment.
  const { dynamodb } = await import('#lib/store/table.ts');
  interleave = interleaving(dynamodb);
  receive = (await import('#functions/sockets/calls.ts')).handler as typeof receive;
  finish = (await import('#functions/phone-calls/end.ts')).handler as typeof finish;
  control = (await import('#functions/calls/control.ts')).handler as typeof control;
  leaveCalls = (await import('#lib/phone/leave-call.ts')).leaveCalls;
  eventsBetween = (await import('#lib/store/events/recent-events.ts')).eventsBetween;
  tend = (await import('#lib/chats/tend-chat.ts')).tendChat;
  readSession = (await import('#lib/chats/sessions.ts')).readSession;
  readConversation = (await import('#lib/conversations/conversations.ts')).readConversation;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterAll(async () => {
  vi.useRealTimers();
  carrier.close();
  await model.close();
  await platform.close();
});

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

type Agent = Parameters<Organization['api']['agents']['create']>[0]['body'];

const newPhone = async (answering: Partial<Agent> = {}) => {
  const org = await usersOf(platform.description).organization();
  const account = newLineAccount();
  const agent = await org.api.agents.create({
    body: { name: 'Pia', first_message: 'Hello, this is Pia.', prompt: 'You are Pia.', ...answering },
  });
  const integration = await org.api.integrations.create({
    body: {
      provider: 'twilio',
      name: 'Phone',
      account_id: account.account_id,
      api_key: account.auth_token,
      agents: [{ provider_agent_id: '+441632960999', agent_id: agent.id }],
    },
  });
  return { org, account, agent, integration };
};
type Phone = Awaited<ReturnType<typeof newPhone>>;

interface Connection {
  readonly id: string;
  readonly connectedAt: number;
}

/** A call as its carrier keeps it. */
const newCall = ({ account: { account_id, auth_token }, integration }: Phone) => {
  const call_id = `CA${randomBytes(16).toString('hex')}`;
  const common = {
    AccountSid: account_id,
    CallSid: call_id,
    From: '+441632960123',
    To: '+441632960999',
  };
  let proof = '';
  let connection: Connection = { id: '', connectedAt: 0 };
  const eventOf = (routeKey: string, body?: unknown) =>
    ({
      requestContext: {
        routeKey,
        connectionId: connection.id,
        connectedAt: connection.connectedAt,
        requestTimeEpoch: Date.now(),
        requestId: randomUUID(),
        messageId: randomUUID(),
      },
      headers: { 'x-twilio-signature': lineSignature(auth_token, process.env.SOCKET_URL ?? '') },
      body: JSON.stringify(body),
    }) as never;
  const frame = (message: unknown) => receive(eventOf('$default', message), { awsRequestId: randomUUID() });
  const follow = (text: string): boolean => {
    const [, value] = /<Parameter name="call" value="([^"]+)"/.exec(text) ?? [];
    proof = value ?? '';
    return value !== undefined;
  };
  const answer = async () => {
    const url = integration.webhook_url;
    const fields = { ...common, CallStatus: 'ringing' };
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'x-twilio-signature': lineSignature(auth_token, url, fields) },
      body: new URLSearchParams(fields),
    });
    return follow(await response.text());
  };
  const connect = async () => {
    connection = { id: randomUUID(), connectedAt: Date.now() };
    await receive(eventOf('$connect'), { awsRequestId: randomUUID() });
  };
  const setUp = () =>
    frame({
      type: 'setup',
      callSid: call_id,
      from: common.From,
      to: common.To,
      customParameters: { call: proof },
    });
  const say = (voicePrompt: string) => frame({ type: 'prompt', voicePrompt, lang: 'en-US', last: true });
  const end = async (more: Readonly<Record<string, string>>) => {
    const url = `${integration.webhook_url}/ended`;
    const { host, pathname, protocol } = new URL(url);
    const fields = { ...common, ...more };
    const event = {
      version: '2.0',
      routeKey: ended.key,
      rawPath: pathname,
      rawQueryString: '',
      pathParameters: { integration_id: integration.id },
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': lineSignature(auth_token, url, fields),
      },
      body: new URLSearchParams(fields).toString(),
      isBase64Encoded: false,
      requestContext: {
        domainName: host,
        requestId: randomUUID(),
        http: { method: 'POST', path: pathname, protocol, sourceIp: '127.0.0.1', userAgent: '' },
      },
    } as never;
    const { body = '' } = (await finish(event, toContext('phoneCalls.end', 30_000))) as {
      body?: string;
    };
    return body;
  };
  /** The words that were sent since then over the connection. */
  const heard = (from = 0) =>
    (sent.get(connection.id) ?? [])
      .slice(from)
      .map(({ token = '' }) => token)
      .join('');
  const frames = () => sent.get(connection.id) ?? [];
  return { call_id, answer, connect, setUp, say, end, heard, frames, follow };
};
type Call = ReturnType<typeof newCall>;

const begun = async (phone: Phone): Promise<Call> => {
  const call = newCall(phone);
  expect(await call.answer()).toBe(true);
  await call.connect();
  return call;
};

/** A function that is killed at a read is as one that is killed at a write before or after it. */
const killings = (commands: readonly string[]): Pick<Task, 'calls' | 'after'>[] =>
  commands.flatMap((command, at) =>
    /Get|Query/.test(command)
      ? []
      : [{ after: { calls: at, happens: () => Promise.reject(new Killed()) } }, { calls: at + 1 }],
  );

const run = async (task: Task): Promise<readonly string[]> => {
  const { commands } = await interleave(() => 0, [task]);
  return commands[0] ?? [];
};

/** The caller says something, and is answered: at once, or once the carrier has connected the call again. */
const answered = async (call: Call, words: string): Promise<string> => {
  later(6000);
  const before = call.frames().length;
  await call.say(words);
  const end = call.frames().find(({ type }) => type === 'end');
  if (!end) return call.heard(before);
  const text = await call.end({
    CallStatus: 'in-progress',
    SessionStatus: 'ended',
    HandoffData: String(end.handoffData),
  });
  if (!call.follow(text)) return `hung up: ${text}`;
  await call.connect();
  await call.setUp();
  return call.heard();
};

const rolesAfter = async ({ org }: Phone, call: Call) => {
  const { data } = await org.api.conversations.list({ query: {} });
  const own = [];
  for (const { id } of data) {
    const record = await readConversation(id);
    if (record?.provider?.conversation_id === call.call_id) own.push(record);
  }
  const [record] = own;
  const params = { conversation_id: String(record?.id) };
  const turns = record ? (await org.api.transcripts.get({ params })).data : [];
  return { count: own.length, record, texts: turns.map(({ role, text }) => `${role}: ${text}`) };
};

const openCalls = async ({ org }: Phone) =>
  (await org.api.me.get()).limits.quotas.find(({ name }) => name === 'open_calls')?.used;

const hungUp = { CallStatus: 'completed', SessionStatus: 'completed' };

test('a socket that never says which call it is for begins none, and its words let it be connected again', async () => {
  const phone = await newPhone();
  const silent = await begun(phone);
  later(6000);
  expect((await rolesAfter(phone, silent)).count).toBe(0);
  expect(await openCalls(phone)).toBe(0);
  expect(await answered(silent, 'Hello?')).toMatch(/Pia/);
  await silent.end(hungUp);
});

test('a call at Telnyx whose setup was lost is connected again', async () => {
  const org = await usersOf(platform.description).organization();
  const { api_key, webhook_secret, headersFor } = newTelnyxAccount();
  const agent = await org.api.agents.create({ body: { name: 'Pia' } });
  const agents = [{ provider_agent_id: '+441632960999', agent_id: agent.id }];
  const { webhook_url } = await org.api.integrations.create({
    body: { provider: 'telnyx', name: 'Phone', api_key, webhook_secret, agents },
  });
  const call_id = `v3:${randomUUID()}`;
  const post = async (CallStatus: string, path = '') => {
    const fields = { CallSid: call_id, From: '+441632960123', To: '+441632960999', CallStatus };
    const body = new URLSearchParams(fields).toString();
    const response = await fetch(`${webhook_url}${path}`, {
      method: 'POST',
      headers: headersFor(body),
      body,
    });
    return response.text();
  };
  const [, proof = ''] = /proof=([^&]+)/.exec(await post('ringing')) ?? [];
  const connectionId = randomUUID();
  const connectedAt = Date.now();
  const event = (routeKey: string, more: object) => {
    const requestContext = {
      ...{ routeKey, connectionId, connectedAt },
      ...{ requestTimeEpoch: Date.now(), requestId: randomUUID(), messageId: randomUUID() },
    };
    return receive({ requestContext, ...more } as never, { awsRequestId: randomUUID() });
  };
  // A session that the application ends before the call begins is not always one whose setup was lost.
  expect(await post('in-progress', '/ended')).toContain('<Hangup/>');
  await event('$connect', { queryStringParameters: { proof, call_id } });
  later(6000);
  await event('$default', { body: JSON.stringify({ type: 'prompt', voicePrompt: 'Hello?', last: true }) });
  expect(sent.get(connectionId)).toEqual([{ type: 'end' }]);
  expect(await post('in-progress', '/ended')).toContain('<ConversationRelay');
});

test('a goodbye that takes longer than a function may run ends with the clock, unless its caller speaks', async () => {
  const text = `Goodbye. ${'And thank you for your call. '.repeat(12)}`.trim();
  const goodbye = { text, calls: [{ name: 'end_call', arguments: {} }] };
  await planAnswers(model.endpoint, 'You are Mia.', [goodbye, { text: 'I am here.' }, goodbye]);
  const phone = await newPhone({
    prompt: 'You are Mia.',
    model: { id: 'test-model' },
    tools: [{ name: 'end_call', action: { type: 'builtin', name: 'end' } }],
  });
  const call = await begun(phone);
  await call.setUp();
  const ends = () => call.frames().filter(({ type }) => type === 'end').length;
  const tendIn = async (seconds: number) => {
    const { record } = await rolesAfter(phone, call);
    return record && tend(record, Date.now() + seconds * 1000);
  };
  later(6000);
  await call.say('Bye.');
  expect(call.heard()).toContain(text);
  later(6000);
  await call.say('Wait.');
  expect(await tendIn(60)).toBe(false);
  later(6000);
  await call.say('Bye.');
  expect(await tendIn(20)).toBe(false);
  expect(ends()).toBe(0);
  expect(await tendIn(60)).toBe(true);
  const { record } = await rolesAfter(phone, call);
  expect(record).toMatchObject({ status: 'completed', end_reason: 'agent_ended' });
});

describe('Keys', { concurrent: false }, () => {
  test.for([
    ['once, if nobody knows whether they have arrived', 500, 'InternalServerError', 1],
    ['again, if they have surely not arrived', 429, 'LimitExceededException', 2],
  ] as const)('are sent %s, and the next answer knows of them', async ([, status, error, times]) => {
    const pressing = { text: '', calls: [{ name: 'press_keys', arguments: { digits: '1' } }] };
    const prompt = `You are Lea (${status}).`;
    const asked = await planAnswers(model.endpoint, prompt, [pressing, { text: 'I am here.' }]);
    const phone = await newPhone({
      prompt,
      model: { id: 'test-model' },
      tools: [{ name: 'press_keys', action: { type: 'builtin', name: 'send_digits' } }],
    });
    const call = await begun(phone);
    await call.setUp();
    later(6000);
    failing = { type: 'sendDigits', status, error };
    await call.say('Press one.');
    const sentFrames = call.frames();
    expect(sentFrames.filter(({ type }) => type === 'sendDigits')).toHaveLength(times);
    expect(sentFrames.at(-1)).toMatchObject({ type: 'text', last: true });
    later(6000);
    await call.say('Are you there?');
    expect(call.heard()).toContain('I am here.');
    expect(JSON.stringify((await asked()).at(-1)?.body)).toContain('press_keys');
    await call.end(hungUp);
  });
});

test.for([
  ['hangs up', hungUp, 'user_ended'],
  ['loses the connection', { CallStatus: 'in-progress', SessionStatus: 'ended' }, 'agent_failed'],
] as const)('a call ends whose caller %s after its account was disabled', async ([, form, end_reason]) => {
  const phone = await newPhone();
  const call = await begun(phone);
  await call.setUp();
  const params = { integration_id: phone.integration.id };
  await phone.org.api.integrations.update({ params, body: { status: 'disabled' } });
  // Functions remember an account for ten seconds.
  later(11_000);
  expect(await call.end(form)).toContain('<Hangup/>');
  const { record } = await rolesAfter(phone, call);
  expect(record).toMatchObject({ status: 'completed', end_reason });
});

test('a connection that is set up while its call ends is told to leave', async () => {
  const phone = await newPhone();
  const talking = async () => {
    const call = await begun(phone);
    await call.setUp();
    later(6000);
    await call.connect();
    return call;
  };
  const clean = await talking();
  const steps = await run({ run: clean.setUp });
  await clean.end(hungUp);
  // After its first write to the call, whatever ends that knows the new connection.
  const written = steps.indexOf('PutItemCommand');
  expect(written).toBeGreaterThan(4);
  for (let calls = 0; calls <= written; calls += 1) {
    const call = await talking();
    await run({ run: call.setUp, after: { calls, happens: () => call.end(hungUp) } });
    expect(
      call.frames().map(({ type }) => type),
      `${calls}`,
    ).toContain('end');
  }
});

describe('After a function of a call was killed at any of its writes', { concurrent: false }, () => {
  test('at the beginning, the caller is answered, in one conversation', async () => {
    const phone = await newPhone();
    const clean = await begun(phone);
    const steps = await run({ run: clean.setUp });
    expect(clean.heard()).toContain('Hello, this is Pia.');
    await clean.end(hungUp);
    expect(killings(steps).length).toBeGreaterThan(6);
    for (const killing of killings(steps)) {
      const call = await begun(phone);
      await run({ run: call.setUp, ...killing });
      const where = JSON.stringify(killing);
      expect(await answered(call, 'Hello?'), where).toMatch(/Pia/);
      await call.end(hungUp);
      const { count, record, texts } = await rolesAfter(phone, call);
      expect([count, record?.status], where).toEqual([1, 'completed']);
      expect(new Set(texts).size, where).toBe(texts.length);
      expect(await openCalls(phone), where).toBe(0);
    }
  });

  test('in an answer, the next words are answered, and nothing is in the transcript twice', async () => {
    const phone = await newPhone({ model: { id: 'test-model' } });
    const earlier = ['Is this the bakery?', 'Do you have rye bread?'];
    const talking = async () => {
      const call = await begun(phone);
      await call.setUp();
      for (const words of earlier) {
        later(6000);
        await call.say(words);
      }
      later(6000);
      return call;
    };
    const clean = await talking();
    const steps = await run({ run: () => clean.say('When do you open?') });
    await clean.end(hungUp);
    // Its last write stores the exchanges before it.
    expect(steps).toContain('TransactWriteItemsCommand');
    expect(killings(steps).length).toBeGreaterThan(4);
    const used = new Set<number>();
    for (const killing of killings(steps)) {
      const call = await talking();
      await run({ run: () => call.say('When do you open?'), ...killing });
      const where = JSON.stringify(killing);
      expect(await answered(call, 'Are you there?'), where).toContain('From nine to five.');
      later(40_000);
      await call.say('Are you still there?');
      const { record: live } = await rolesAfter(phone, call);
      const { tokens = 0, reserved } = (await readSession(String(live?.id))) ?? {};
      expect(reserved, where).toEqual([]);
      used.add(tokens);
      await call.end(hungUp);
      const { count, record, texts } = await rolesAfter(phone, call);
      expect([count, record?.status], where).toEqual([1, 'completed']);
      for (const words of earlier) {
        expect(texts.filter((text) => text === `user: ${words}`).length, where).toBe(1);
      }
      for (const words of ['When do you open?', 'Are you there?']) {
        expect(texts.filter((text) => text === `user: ${words}`).length, where).toBeLessThanOrEqual(1);
      }
      expect(texts.filter((text) => text.startsWith('agent')).length, where).toBeLessThanOrEqual(6);
      expect(await openCalls(phone), where).toBe(0);
    }
    // Four answers or five, or four and what the killed function had reserved, which may have asked a model.
    expect([...used].sort((one, other) => one - other)).toEqual([72, 90, 6072]);
  });

  test('in a change of language, its channel learns of it before it speaks', async () => {
    const changing = { text: '', calls: [{ name: 'speak', arguments: { language: 'fr' } }] };
    const languages = [{ language: 'fr' }];
    const talking = async () => {
      const prompt = `You are Zoe (${randomUUID()}).`;
      await planAnswers(model.endpoint, prompt, [changing, { text: 'Bonjour.' }]);
      const phone = await newPhone({
        prompt,
        model: { id: 'test-model' },
        tools: [{ name: 'speak', action: { type: 'builtin', name: 'switch_language', languages } }],
      });
      const call = await begun(phone);
      await call.setUp();
      later(6000);
      return call;
    };
    const clean = await talking();
    const steps = await run({ run: () => clean.say('Français?') });
    await clean.end(hungUp);
    expect(killings(steps).length).toBeGreaterThan(6);
    let toldLater = 0;
    for (const killing of killings(steps)) {
      const call = await talking();
      await run({ run: () => call.say('Français?'), ...killing });
      const before = call.frames().length;
      later(6000);
      await call.say('Encore?');
      const isFrench = ({ type, lang = '' }: SentFrame) => type === 'language' || lang.startsWith('fr');
      const at = call.frames().findIndex(isFrench);
      // Absent: it was killed before the change.
      expect([undefined, 'language'], JSON.stringify(killing)).toContain(call.frames()[at]?.type);
      if (at >= before) toldLater += 1;
      await call.end(hungUp);
    }
    expect(toldLater).toBeGreaterThan(1);
  });

  const to = '+441632960456';
  const transferred = { type: 'end', handoffData: JSON.stringify({ reason: 'transferred', to }) };

  /** A call, with the followers of its events, which tell its carrier. */
  const following = async (phone: Phone) => {
    const call = await begun(phone);
    await call.setUp();
    later(6000);
    const { record } = await rolesAfter(phone, call);
    if (!record) throw new Error('The call has no conversation');
    const follow = async () => {
      const [since, until] = [-60_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString());
      for await (const { events } of eventsBetween(String(since), String(until))) {
        await leaveCalls(events.filter(({ entity, line }) => entity === record.id && line));
      }
    };
    const key = randomUUID();
    const order = (body: object) => {
      const params = { conversation_id: record.id };
      const headers = { 'idempotency-key': key };
      const event = requestEvent(ordered, { key: phone.org.key, params, headers, body });
      return control(event, toContext('calls.control', 30_000)) as Promise<{ statusCode: number }>;
    };
    return { ...call, record, follow, order };
  };

  test('in a transfer that a person has ordered, the carrier learns of it', async () => {
    const phone = await newPhone();
    const body = { action: 'transfer', to };
    const clean = await following(phone);
    const steps = await run({ run: () => clean.order(body) });
    expect(clean.frames()).toContainEqual(transferred);
    await clean.end(hungUp);
    expect(killings(steps).length).toBeGreaterThan(1);
    for (const killing of killings(steps)) {
      const call = await following(phone);
      await run({ run: () => call.order(body), ...killing });
      const where = JSON.stringify(killing);
      expect((await call.order(body)).statusCode, where).toBe(202);
      await call.follow();
      expect(call.frames(), where).toContainEqual(transferred);
      await call.end(hungUp);
    }
  });

  test('in words that a person has ordered, they are said once at most, and unheard if they were not', async () => {
    const phone = await newPhone();
    const body = { action: 'say', text: 'Please wait.', author: 'Kim' };
    const clean = await following(phone);
    const steps = await run({ run: () => clean.order(body) });
    await clean.end(hungUp);
    expect(killings(steps).length).toBeGreaterThan(3);
    const fates = new Set<string>();
    const endings = [0, 40_000].flatMap((ms) => killings(steps).map((killing) => ({ ms, killing })));
    for (const { ms, killing } of endings) {
      const call = await following(phone);
      await run({ run: () => call.order(body), ...killing });
      const where = JSON.stringify({ ms, killing });
      expect((await call.order(body)).statusCode, where).toBe(202);
      later(ms);
      const said = call.heard().split(body.text).length - 1;
      await call.end(hungUp);
      const params = { conversation_id: call.record.id };
      const { data } = await phone.org.api.transcripts.get({ params });
      const turns = data.filter(({ author }) => author === 'Kim');
      expect(turns, where).toHaveLength(1);
      const isHeard = turns[0]?.text === body.text;
      if (!isHeard) expect(turns[0], where).toMatchObject({ text: '', unheard: { text: body.text } });
      fates.add(`${said} ${isHeard ? 'heard' : 'unheard'}`);
    }
    expect([...fates].sort()).toEqual(['0 unheard', '1 heard', '1 unheard']);
  });

  test('in a transfer by the agent, the clock transfers the call of a caller who says nothing', async () => {
    const asked = { text: 'One moment.', calls: [{ name: 'to_sales', arguments: {} }] };
    const calling = async () => {
      const prompt = `You are Ida (${randomUUID()}).`;
      await planAnswers(model.endpoint, prompt, [asked]);
      return newPhone({
        prompt,
        model: { id: 'test-model' },
        tools: [{ name: 'to_sales', action: { type: 'builtin', name: 'transfer', number: to } }],
      });
    };
    const clean = await following(await calling());
    const steps = await run({ run: () => clean.say('Sales, please.') });
    expect(clean.frames()).toContainEqual(transferred);
    await clean.end(hungUp);
    let byClock = 0;
    for (const killing of killings(steps)) {
      const call = await following(await calling());
      await run({ run: () => call.say('Sales, please.'), ...killing });
      const where = JSON.stringify(killing);
      const leaves = (await readSession(call.record.id))?.leaves !== undefined;
      const isTold = call.frames().some(({ type }) => type === 'end');
      const now = () => readConversation(call.record.id) as Promise<typeof call.record>;
      expect(await tend(await now(), Date.now() + 20_000)).toBe(false);
      await call.follow();
      expect(call.frames().some(({ type }) => type === 'end')).toBe(isTold);
      expect(await tend(await now(), Date.now() + 40_000)).toBe(false);
      await call.follow();
      expect(
        call.frames().some(({ type }) => type === 'end'),
        where,
      ).toBe(leaves);
      if (leaves && !isTold) byClock += 1;
      await call.end(hungUp);
    }
    expect(byClock).toBeGreaterThan(0);
  });

  test('at the end, the call ends once, by another report or by the clock', async () => {
    const phone = await newPhone();
    const talking = async () => {
      const call = await begun(phone);
      await call.setUp();
      later(6000);
      return call;
    };
    const clean = await talking();
    const steps = await run({ run: () => clean.end(hungUp) });
    expect(killings(steps).length).toBeGreaterThan(1);
    for (const [at, killing] of killings(steps).entries()) {
      const call = await talking();
      await run({ run: () => call.end(hungUp), ...killing });
      const { record } = await rolesAfter(phone, call);
      const where = JSON.stringify(killing);
      if (at % 2 === 0) await call.end(hungUp);
      else if (record) await tend(record, Date.now() + 16 * 60_000);
      const after = await rolesAfter(phone, call);
      expect([after.count, after.record?.status], where).toEqual([1, 'completed']);
      expect(new Set(after.texts).size, where).toBe(after.texts.length);
      expect(await openCalls(phone), where).toBe(0);
    }
  });
});
