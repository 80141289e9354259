import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect, inject, test } from 'vitest';
import { WebSocket } from 'ws';
import { proofOf } from '#lib/phone/proof.ts';
import { operator, organization, platform, providerAccount, refusalOf } from './fixtures.ts';
import { eventually } from './support/eventually.ts';
import { holdNext } from './support/fault-proxy.ts';
import type { Answer } from './support/model-server.ts';
import { planAnswers } from './support/model-server.ts';
import { disclosure, numbers, phoneOf } from './support/phone.ts';
import type { Plan } from './support/provider-servers/index.ts';
import { newTelnyxAccount } from './support/telnyx.ts';

/*
 * Calls at Telnyx, whose counterpart is written from its documents and was not compared with Telnyx itself
 * (developers.telnyx.com/docs/voice/programmable-voice/conversation-relay).
 */

/** The attributes of the relay, as far as Telnyx's documents have them. */
const relayAttributes = [
  ...['url', 'welcomeGreeting', 'voice', 'language', 'transcriptionProvider', 'interruptible'],
  ...['welcomeGreetingInterruptible', 'dtmfDetection'],
];

const relayUrlIn = (text: string): string => {
  const [relay = '', attributes = ''] = /<ConversationRelay( [^>]*?)\/?>/.exec(text) ?? [];
  const names = [...attributes.matchAll(/ (\w+)="/g)].map(([, name]) => name);
  expect(names.filter((name) => !relayAttributes.includes(String(name)))).toEqual([]);
  return /url="([^"]+)"/.exec(relay)?.[1]?.replaceAll('&amp;', '&') ?? '';
};

/** The fields of the messages that Telnyx's documents have, by their types. */
const messageFields: Readonly<Record<string, readonly string[]>> = {
  text: ['type', 'token', 'last'],
  play: ['type', 'source'],
  sendDigits: ['type', 'digits'],
  language: ['type', 'ttsLanguage', 'transcriptionLanguage'],
  end: ['type'],
};

const phoneAtTelnyx = async (fields: object = {}) => {
  const org = await organization();
  const account = newTelnyxAccount();
  const agent = await org.api.agents.create({
    body: { name: 'Pia', first_message: 'Hello, this is Pia.', prompt: 'You are Pia.', ...fields },
  });
  const { api_key, webhook_secret, headersFor } = account;
  const agents = [{ provider_agent_id: numbers.to, agent_id: agent.id }];
  const integration = await org.api.integrations.create({
    body: { provider: 'telnyx', name: 'Phone', api_key, webhook_secret, agents },
  });
  const call_id = `v3:${randomUUID()}`;
  const bodyOf = (more: Readonly<Record<string, string>>) =>
    new URLSearchParams({
      AccountSid: randomUUID(),
      CallSid: call_id,
      From: numbers.from,
      To: numbers.to,
      ...more,
    }).toString();
  const post = async (body: string, path = '', headers: Record<string, string> = headersFor(body)) => {
    const response = await fetch(`${integration.webhook_url}${path}`, { method: 'POST', headers, body });
    return { status: response.status, text: await response.text() };
  };
  const answer = async () => {
    const { text } = await post(bodyOf({ CallStatus: 'ringing' }));
    return { text, url: relayUrlIn(text) };
  };
  const conversations = async () =>
    (await org.api.conversations.list({ query: { agent_id: agent.id } })).data;
  /** The words of the call that are not in the transcript yet. */
  const unsettled = async () => {
    const [{ id: conversation_id } = { id: '' }] = await conversations();
    const { unsettled_turns = [] } = await org.api.conversations.get({
      params: { conversation_id },
      query: { expand: ['unsettled'] },
    });
    return unsettled_turns.map(({ text }) => text);
  };
  return { org, agent, integration, account, call_id, bodyOf, post, answer, conversations, unsettled };
};

type Phone = Awaited<ReturnType<typeof phoneAtTelnyx>>;

/** Opens a socket, as Telnyx does: without a signature of its own. False: it is refused. */
const open = async (url: string, headers = {}): Promise<WebSocket | false> => {
  const socket = new WebSocket(url, { headers });
  socket.on('error', () => {});
  return Promise.race([
    once(socket, 'open').then(() => socket),
    once(socket, 'unexpected-response').then((): false => false),
  ]);
};

/** Says which call an open socket is for, and returns what comes of it. */
const outcomeOf = (socket: WebSocket | false, callSid: string, customParameters = {}) => {
  if (!socket) return 'refused';
  socket.send(JSON.stringify({ type: 'setup', callSid, customParameters }));
  return Promise.race([
    once(socket, 'close').then(() => 'closed'),
    once(socket, 'message').then(([data]) => String(data)),
  ]);
};

/** Opens the socket of a call, and talks over it. */
const connected = async (url: string, callSid: string, direction: 'inbound' | 'outbound') => {
  const socket = await open(url);
  if (!socket) throw new Error('The socket was refused');
  const heard: { type: string; token?: string; last?: boolean; digits?: string }[] = [];
  const refused: string[] = [];
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { type: string };
    const known = messageFields[message.type];
    if (known && Object.keys(message).every((name) => known.includes(name))) heard.push(message);
    else refused.push(data.toString());
  });
  const send = (message: unknown) => socket.send(JSON.stringify(message));
  let from = 0;
  /** The words of the next answer. */
  const words = () =>
    eventually(async () => {
      expect(refused).toEqual([]);
      const since = heard.slice(from);
      expect(since.some(({ last }) => last)).toBe(true);
      from = heard.length;
      return since.map(({ token = '' }) => token).join('');
    });
  /** Waits until the application has ended the session. */
  const ended = () =>
    eventually(async () => {
      expect(refused).toEqual([]);
      expect(heard.at(-1)).toEqual({ type: 'end' });
    });
  /** The caller interrupts the agent after these words of it. */
  const interrupt = (utteranceUntilInterrupt: string) => send({ type: 'interrupt', utteranceUntilInterrupt });
  const say = (voicePrompt: string, last = true) => send({ type: 'prompt', voicePrompt, lang: 'en', last });
  const [called, caller] = [numbers.to, numbers.from];
  send({
    type: 'setup',
    sessionId: randomUUID(),
    accountSid: randomUUID(),
    callSid,
    callControlId: callSid,
    callSessionId: randomUUID(),
    callLegId: randomUUID(),
    ...(direction === 'inbound' ? { from: caller, to: called } : { from: called, to: caller }),
    direction,
    callerName: '',
    callStatus: 'active',
    customParameters: {},
  });
  return { socket, heard, words, ended, say, interrupt };
};

/** A task whose end nobody learns. */
const never = new Promise<never>(() => {});

test('an agent answers a call at Telnyx, whose token opens one socket', async () => {
  const voice_id = 'Telnyx.Natural.abbie';
  const phone = await phoneAtTelnyx({ voice: { provider: 'telnyx' }, voice_id });
  const { text, url } = await phone.answer();
  expect(text).toContain(`voice="${voice_id}"`);
  expect(text).not.toContain('ttsProvider');
  expect(text).toMatch(/^<\?xml[^>]+><Response><Connect action="[^"]+\/voice\/ended">/);
  expect(text).not.toContain('<Parameter');
  expect(await phone.conversations()).toEqual([]);
  const { socket, words, say } = await connected(url, phone.call_id, 'inbound');
  expect(await words()).toBe(`${disclosure} Hello, this is Pia.`);
  say('When are', false);
  say('When are you open?');
  expect(await words()).toContain('Rehearsal');
  expect(await phone.conversations()).toMatchObject([{ status: 'active', caller: { number: numbers.from } }]);

  // The token in another spelling is the same one.
  const token = new URL(url).searchParams.get('proof') ?? '';
  const [account, agent_id, none, origin, ...signed] = token.split('.');
  const padded = [account, agent_id, none, `${origin}=`, ...signed].join('.');
  for (const again of [token, `${token}.`, `${token}.again`, padded]) {
    const other = new URL(url);
    other.searchParams.set('proof', again);
    expect(await open(other.href)).toBe(false);
  }

  const ended = await phone.post(phone.bodyOf({ CallStatus: 'completed' }), '/ended');
  expect(ended.text).toContain('<Hangup/>');
  const [conversation] = await phone.conversations();
  expect(conversation).toMatchObject({ status: 'completed', end_reason: 'user_ended' });
  const params = { conversation_id: String(conversation?.id) };
  const { data } = await phone.org.api.transcripts.get({ params });
  expect(data.map(({ role }) => role)).toEqual(['agent', 'user', 'agent']);
  socket.terminate();
});

test.for([
  ['again if it was not heard to its end', 'You are speaking', true],
  ['once if the words after it were interrupted', `${disclosure} Hello,`, false],
] as const)('the disclosure of a call at Telnyx is said %s', async ([, heard, isRepeated]) => {
  const phone = await phoneAtTelnyx();
  const { url } = await phone.answer();
  const { socket, words, say, interrupt } = await connected(url, phone.call_id, 'inbound');
  const greeting = `${disclosure} Hello, this is Pia.`;
  expect(await words()).toBe(greeting);
  const answers = async (text: string) => {
    say(text);
    return (await words()).startsWith(disclosure);
  };
  await eventually(async () => expect(await phone.unsettled()).toEqual([greeting]));
  interrupt(heard);
  await eventually(async () => expect(await phone.unsettled()).toEqual([heard]));
  expect(await answers('Hello?')).toBe(isRepeated);
  expect(await answers('When are you open?')).toBe(false);
  socket.terminate();
});

test('a socket at Telnyx opens only with the token of a call of the account', async () => {
  const phone = await phoneAtTelnyx();
  const { url } = await phone.answer();
  const changed = (change: Readonly<Record<string, string>>) => {
    const other = new URL(url);
    for (const [name, value] of Object.entries(change)) other.searchParams.set(name, value);
    return other.href;
  };
  const proof = new URL(url).searchParams.get('proof') ?? '';
  expect(await open(url.replace(/\?.*/, ''))).toBe(false);
  expect(await open(changed({ call_id: 'v3:another' }))).toBe(false);
  expect(await open(changed({ proof: proof.replace(/.$/, proof.endsWith('x') ? 'y' : 'x') }))).toBe(false);
  // A proof of Twilio is of no use without the signature of the handshake.
  const twilio = await phoneOf();
  const line = await twilio.call();
  const { call = '' } = line.answered.instructions.parameters;
  expect(await open(changed({ proof: call, call_id: line.call_id }))).toBe(false);
  line.close();
  const openedWith = async (of: Phone, at = Date.now()) => {
    const { integration, agent, call_id } = of;
    const { origin } = new URL(integration.webhook_url);
    const named = { agent_id: agent.id, call_id, conversation_id: null, origin };
    const token = proofOf({ integration_id: integration.id, ...named }, of.account.api_key, at);
    return open(changed({ proof: token, call_id }));
  };
  expect(await openedWith(phone, Date.now() - 120_001)).toBe(false);
  const [other, disabled] = [await phoneAtTelnyx(), await phoneAtTelnyx()];
  const params = { integration_id: disabled.integration.id };
  await disabled.org.api.integrations.update({ params, body: { status: 'disabled' } });
  expect([Boolean(await openedWith(other)), await openedWith(disabled)]).toEqual([true, false]);
  // A socket is for the call of its token.
  expect(await outcomeOf(await open(url), 'v3:another')).toBe('closed');
  // A token is not used again with a handshake that looks like one of Twilio.
  const looksSigned = await open(url.replace(/\?.*/, ''), { 'x-twilio-signature': 'AAAA' });
  expect(await outcomeOf(looksSigned, phone.call_id, { call: proof })).toBe('closed');
  expect(await phone.conversations()).toEqual([]);
});

test('a form that the account at Telnyx has not signed a moment ago is refused', async () => {
  const phone = await phoneAtTelnyx();
  const body = phone.bodyOf({ CallStatus: 'ringing' });
  const { headersFor } = phone.account;
  const whole = headersFor(body);
  const refused: Record<string, string>[] = [
    { 'content-type': whole['content-type'] },
    { ...whole, 'telnyx-signature-ed25519': 'AAAA' },
    { ...whole, 'telnyx-timestamp': String(Number(whole['telnyx-timestamp']) - 1) },
    headersFor(body, Date.now() - 301_000),
    headersFor(`${body}&x=1`),
    newTelnyxAccount().headersFor(body),
  ];
  for (const headers of refused) expect((await phone.post(body, '', headers)).status).toBe(401);
  expect((await phone.post(body)).status).toBe(200);
});

test('an account at Telnyx has a key that is tried, and no id', async () => {
  const phone = await phoneAtTelnyx();
  const { api } = phone.org;
  const { api_key } = newTelnyxAccount();
  const create = (body: object) =>
    api.integrations.create({ body: { provider: 'telnyx', name: 'Phone', ...body } }).then(
      () => 'created',
      ({ errors }: { errors: { pointer: string; code: string }[] }) =>
        errors.map(({ pointer, code }) => `${pointer} ${code}`).join(),
    );
  expect(await create({})).toBe('/api_key required');
  expect(await create({ api_key: 'bad-token-of-nobody' })).toBe('/api_key refused');
  expect(await create({ api_key, account_id: `AC${'0'.repeat(32)}` })).toBe('/account_id not_applicable');
  const params = { integration_id: phone.integration.id };
  expect(await refusalOf(api.numbers.list({ params }))).toBe('409 provider_not_supported');
});

/** A call at Telnyx whose agent's model gives these answers. */
const talking = async (answers: readonly Answer[], fields: object = {}) => {
  const marker = randomUUID();
  await planAnswers(inject('modelServer'), marker, answers);
  const model = { id: 'test-model' };
  const phone = await phoneAtTelnyx({ prompt: `You are Pia (${marker}).`, model, ...fields });
  const { url } = await phone.answer();
  const call = await connected(url, phone.call_id, 'inbound');
  await call.words();
  /** Posts the relay’s form, which says neither how the session has ended nor what the agent handed over. */
  const left = async (CallStatus = 'in-progress', path = '/ended') =>
    (await phone.post(phone.bodyOf({ CallStatus }), path)).text;
  return { ...phone, ...call, left };
};

const to = '+441632960456';

const leaving: Readonly<Record<string, (call: Awaited<ReturnType<typeof talking>>) => Promise<unknown>>> = {
  'the agent': async ({ say }) => say('Sales, please.'),
  'a person': async ({ org, conversations }) => {
    const [{ id: conversation_id } = { id: '' }] = await conversations();
    await org.api.calls.control({ params: { conversation_id }, body: { action: 'transfer', to } });
  },
};

test.for(Object.entries(leaving))('a call at Telnyx is transferred by %s', async ([, leave]) => {
  const call = await talking([{ text: 'One moment.', calls: [{ name: 'to_sales', arguments: {} }] }], {
    tools: [{ name: 'to_sales', action: { type: 'builtin', name: 'transfer', number: to } }],
  });
  await leave(call);
  await call.ended();
  expect(await call.left()).toContain(`>${to}</Dial>`);
  expect(await call.conversations()).toMatchObject([{ status: 'completed', end_reason: 'transferred' }]);
  // The carrier asks again if the answer was lost, and not once the other end has hung up.
  expect(await call.left()).toContain(`>${to}</Dial>`);
  const { text } = await call.post(
    call.bodyOf({ CallStatus: 'in-progress', DialCallStatus: 'completed' }),
    '/ended',
  );
  expect(text).toContain('<Response><Hangup/>');
});

test('an agent presses keys in a call at Telnyx', async () => {
  const digits = '1w2#';
  const call = await talking([{ text: '', calls: [{ name: 'press_keys', arguments: { digits } }] }], {
    tools: [{ name: 'press_keys', action: { type: 'builtin', name: 'send_digits' } }],
  });
  call.say('For sales, press one.');
  await eventually(async () => expect(call.heard).toContainEqual({ type: 'sendDigits', digits }));
  call.socket.terminate();
});

test('an agent changes the language of a call at Telnyx', async () => {
  const languages = [{ language: 'fr', voice_id: 'Telnyx.Natural.lea' }];
  const speak = { name: 'speak', action: { type: 'builtin', name: 'switch_language', languages } };
  const call = await talking(
    [{ text: '', calls: [{ name: 'speak', arguments: { language: 'fr' } }] }, { text: 'Bonjour.' }],
    { language: 'en', voice: { provider: 'telnyx' }, tools: [speak] },
  );
  call.say('Français?');
  expect(await call.words()).toBe('Bonjour.');
  const change = { type: 'language', ttsLanguage: 'fr', transcriptionLanguage: 'fr' };
  expect(call.heard).toContainEqual(change);
  call.socket.terminate();
  const again = await call.left();
  expect(relayUrlIn(again)).toMatch(/^wss?:/);
  expect(again).toContain('language="fr" voice="Telnyx.Natural.lea"');
  expect(again).toContain('<Language code="en"/><Language code="fr" voice="Telnyx.Natural.lea"/>');
});

test('a call at Telnyx whose agent fails goes on at the fallback number', async () => {
  const call = await talking([{ status: 500, body: '{}' }], { fallback_number: to });
  call.say('Hello?');
  await call.ended();
  expect(await call.left()).toContain(`>${to}</Dial>`);
  expect(await call.conversations()).toMatchObject([{ end_reason: 'agent_failed' }]);
});

test('a caller at Telnyx whose connection was lost is connected again, at most twice', async () => {
  const call = await talking([{ text: 'At nine.' }]);
  call.socket.terminate();
  const again = await call.left();
  const { words, say, socket } = await connected(relayUrlIn(again), call.call_id, 'inbound');
  say('When do you open?');
  expect(await words()).toBe('At nine.');
  expect(await call.conversations()).toMatchObject([{ status: 'active' }]);
  socket.terminate();
  expect(await call.left('in-progress', '/ended?attempt=2')).toContain('<ConversationRelay');
  expect(await call.left('in-progress', '/ended?attempt=3')).toContain('<Response><Hangup/>');
  expect(await call.conversations()).toMatchObject([{ end_reason: 'agent_failed' }]);
});

test('a caller at Telnyx who speaks after a transfer was given up is not transferred', async () => {
  const call = await talking(
    [{ text: 'One moment.', calls: [{ name: 'to_sales', arguments: {} }] }, { text: 'At nine.' }],
    { tools: [{ name: 'to_sales', action: { type: 'builtin', name: 'transfer', number: to } }] },
  );
  call.say('Sales, please.');
  await call.ended();
  call.say('No, wait. When do you open?');
  await eventually(async () => expect(await call.words()).toContain('At nine.'));
  expect(await call.left()).toContain('<ConversationRelay');
  call.socket.terminate();
});

test.for(['/ended', '/status'])(
  'a call at Telnyx whose end reaches %s before it has begun never begins',
  async (path) => {
    const phone = await phoneAtTelnyx();
    const { url } = await phone.answer();
    const begins = { contains: phone.call_id, operation: 'TransactWriteItems' };
    const beginning = await holdNext(platform.dynamodb_endpoint, begins);
    const { socket, ended } = await connected(url, phone.call_id, 'inbound');
    await beginning.arrived(never);
    expect((await phone.post(phone.bodyOf({ CallStatus: 'completed' }), path)).status).toBe(200);
    await beginning.release();
    await ended();
    expect(await phone.conversations()).toEqual([]);
    const { quotas } = (await phone.org.api.me.get()).limits;
    expect(quotas.find(({ name }) => name === 'open_calls')?.used).toBe(0);
    socket.terminate();
  },
);

test('a call at Telnyx is transferred although earlier words of its caller arrive late', async () => {
  const call = await talking([{ text: 'One moment.', calls: [{ name: 'to_sales', arguments: {} }] }], {
    tools: [{ name: 'to_sales', action: { type: 'builtin', name: 'transfer', number: to } }],
  });
  const [{ id: conversation_id } = { id: '' }] = await call.conversations();
  const write = { contains: conversation_id, operation: 'PutItem' };
  const late = await holdNext(platform.dynamodb_endpoint, write);
  call.say('Hello?');
  await late.arrived(never);
  call.say('Sales, please.');
  await call.ended();
  await late.release();
  await eventually(async () => expect(await call.unsettled()).toContain('Hello?'));
  expect(await call.left()).toContain(`>${to}</Dial>`);
  call.socket.terminate();
});

const staying: Readonly<Record<string, (call: Awaited<ReturnType<typeof talking>>) => Promise<unknown>>> = {
  'the caller speaks': async ({ say, words }) => {
    say('No, wait. When do you open?');
    await eventually(async () => expect(await words()).toContain('At nine.'));
  },
  'a person speaks': async ({ org, conversations }) => {
    const [{ id: conversation_id } = { id: '' }] = await conversations();
    const body = { action: 'say', text: 'Please wait.', author: 'Kim' } as const;
    await org.api.calls.control({ params: { conversation_id }, body });
  },
  'a person takes the call over': async ({ org, conversations }) => {
    const [{ id: conversation_id } = { id: '' }] = await conversations();
    await org.api.handovers.create({ params: { conversation_id } });
  },
};

test.for(Object.entries(staying))(
  'a call at Telnyx is not transferred by order once %s',
  async ([, stay]) => {
    const call = await talking([{ text: 'At nine.' }]);
    await leaving['a person']?.(call);
    await call.ended();
    await stay(call);
    expect(await call.left()).toContain('<ConversationRelay');
    expect(await call.conversations()).toMatchObject([{ status: 'active' }]);
    call.socket.terminate();
  },
);

/** A call that Telnyx has been asked to place, by the application to which the agent's number is assigned. */
const placedAtTelnyx = async (plans: readonly Plan[] = []) => {
  const phone = await phoneAtTelnyx();
  const carrier = providerAccount(phone.account.api_key);
  const PN1 = { phone_number: numbers.to, connection_id: '1293384261075731499' };
  await carrier.plan({ collections: { numbers: { PN1 } }, plans });
  const { org, agent, integration } = phone;
  const body = { integration_id: integration.id, to: numbers.from };
  const params = { agent_id: agent.id };
  const key = randomUUID();
  const place = async () => {
    const headers = {
      authorization: `Bearer ${org.key}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    };
    const url = `${platform.base_url}/v1/agents/${agent.id}/calls`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await response.json()) as { id: string }).id;
  };
  const id = await place();
  const read = () => org.api.conversations.get({ params: { conversation_id: id } });
  const calls = async () =>
    Object.values((await carrier.look()).collections.calls ?? {}) as Record<string, string>[];
  const asked = () =>
    eventually(async () => {
      const [call] = await calls();
      expect(call).toBeDefined();
      return call as Record<string, string>;
    });
  /** Posts a form about the call to one of the addresses that Telnyx was given. */
  const report = async (address: string | undefined, more: Readonly<Record<string, string>>) => {
    const { call_sid = '' } = await asked();
    const form = phone.bodyOf({ CallSid: call_sid, From: numbers.to, To: numbers.from, ...more });
    const headers = phone.account.headersFor(form);
    const response = await fetch(String(address), { method: 'POST', headers, body: form });
    return { status: response.status, text: await response.text() };
  };
  const open_calls = async () =>
    (await org.api.me.get()).limits.quotas.find(({ name }) => name === 'open_calls')?.used;
  return { ...phone, carrier, id, params, body, place, read, calls, asked, report, open_calls };
};

test('an agent calls somebody through Telnyx, once, and the call begins when it is answered', async () => {
  const { id, place, read, calls, asked, report, open_calls, org } = await placedAtTelnyx();
  const { From, To, Url, StatusCallback, call_sid = '' } = await asked();
  expect({ From, To }).toEqual({ From: numbers.to, To: numbers.from });
  const { start_time: placed_at } = await read();
  expect(await open_calls()).toBe(1);
  const answered = await report(Url, { CallStatus: 'in-progress' });
  expect(answered.text).toContain(`/voice/ended?conversation_id=${id}`);
  const { socket, words, say } = await connected(relayUrlIn(answered.text), call_sid, 'outbound');
  expect(await words()).toBe(`${disclosure} Hello, this is Pia.`);
  const active = await read();
  expect(active).toMatchObject({ status: 'active', direction: 'outbound', handling: 'agent' });
  expect(active.provider).toMatchObject({ name: 'telnyx', conversation_id: call_sid });
  expect(active.start_time >= placed_at).toBe(true);
  say('When are you open?');
  expect(await words()).toContain('Rehearsal');
  // A repeated request calls nobody, and a report that comes late or twice changes nothing.
  expect(await place()).toBe(id);
  expect((await report(StatusCallback, { CallStatus: 'no-answer' })).status).toBe(200);
  expect(await read()).toMatchObject({ status: 'active' });
  for (let time = 0; time < 2; time += 1) {
    expect((await report(StatusCallback, { CallStatus: 'completed' })).status).toBe(200);
  }
  const ended = await read();
  expect(ended).toMatchObject({ id, status: 'completed', end_reason: 'user_ended' });
  const { data } = await org.api.transcripts.get({ params: { conversation_id: id } });
  expect(data.map(({ role }) => role)).toEqual(['agent', 'user', 'agent']);
  expect(await calls()).toHaveLength(1);
  expect(await open_calls()).toBe(0);
  expect((await org.api.conversations.list()).data).toHaveLength(1);
  socket.terminate();
});

test.for([
  ['busy', 'busy'],
  ['no-answer', 'no_answer'],
  ['failed', 'call_not_made'],
  ['canceled', 'canceled'],
  // Somebody has answered, and the call was not connected.
  ['completed', 'agent_failed'],
] as const)(
  'a call through Telnyx that ends as %s is a failed conversation, and frees its line',
  async ([CallStatus, end_reason]) => {
    const { read, asked, report, open_calls } = await placedAtTelnyx();
    const { StatusCallback, Url, call_sid = '' } = await asked();
    const { text } = await report(Url, { CallStatus: 'in-progress' });
    for (let time = 0; time < 2; time += 1) await report(StatusCallback, { CallStatus });
    expect(await read()).toMatchObject({ status: 'failed', end_reason });
    expect(await open_calls()).toBe(0);
    // A person who answers after that hears nobody.
    expect((await report(Url, { CallStatus: 'in-progress' })).text).toContain('<Response><Hangup/>');
    const before = await read();
    expect(await outcomeOf(await open(relayUrlIn(text)), call_sid)).toBe('{"type":"end"}');
    expect(await read()).toEqual(before);
  },
);

type Settings = {
  readonly call_prefixes?: string[] | null;
  readonly quotas?: { readonly open_calls?: number | null; readonly calls_per_day?: number };
};

test('Telnyx is not asked for a call that the organization may not place', async () => {
  const { org, params, body, calls, asked, report } = await placedAtTelnyx();
  await report((await asked()).StatusCallback, { CallStatus: 'busy' });
  const call = () => refusalOf(org.api.calls.create({ params, body }));
  const limited = (settings: Settings) =>
    operator.clients.update({ params: { client_id: org.client.id }, body: { settings } });
  await limited({ call_prefixes: ['+1415'] });
  expect(await call()).toBe('400 validation_failed');
  await limited({ call_prefixes: null, quotas: { open_calls: 0 } });
  expect(await call()).toBe('409 quota_exceeded');
  await limited({ quotas: { open_calls: null, calls_per_day: 1 } });
  expect(await call()).toBe('429 rate_limited');
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Without a number' } });
  expect(await refusalOf(org.api.calls.create({ params: { agent_id }, body }))).toBe(
    '409 agent_not_deployed',
  );
  expect(await calls()).toHaveLength(1);
});

test.for([
  ['has no number that an application could call from', null, /has no number/],
  ['refuses the call', '1293384261075731499', /It is refused/],
] as const)('a call fails with the reason if Telnyx %s', async ([, connection_id, reason]) => {
  const phone = await phoneAtTelnyx();
  const carrier = providerAccount(phone.account.api_key);
  const PN1 = { phone_number: numbers.to, connection_id };
  const plans = [{ at: 'POST /texml/calls', trouble: 'refused' }] as const;
  await carrier.plan({ collections: { numbers: { PN1 } }, plans });
  const { id: conversation_id } = await phone.org.api.calls.create({
    params: { agent_id: phone.agent.id },
    body: { integration_id: phone.integration.id, to: numbers.from },
  });
  await eventually(async () => {
    const found = await phone.org.api.conversations.get({ params: { conversation_id } });
    expect(found).toMatchObject({ status: 'failed', end_reason: 'call_not_made' });
    expect(found.provider?.metadata.call_error).toMatch(reason);
  });
});

test('a call whose request Telnyx did not answer goes on if somebody answers it', async () => {
  const at = 'POST /texml/calls';
  const { read, asked, report, calls } = await placedAtTelnyx([{ at, trouble: 'broken' }]);
  const { Url, StatusCallback } = await asked();
  expect((await report(Url, { CallStatus: 'in-progress' })).text).toContain('<ConversationRelay');
  expect(await read()).toMatchObject({ status: 'active' });
  await report(StatusCallback, { CallStatus: 'completed' });
  expect(await read()).toMatchObject({ status: 'failed' });
  expect(await calls()).toHaveLength(1);
});
