import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { organization, refusalOf } from './fixtures.ts';
import { eventually } from './support/eventually.ts';
import { disclosure, numbers, phoneOf } from './support/phone.ts';

/*
 * Calls at Telnyx, whose counterpart is written from its documents and was not compared with Telnyx itself
 * (developers.telnyx.com/docs/voice/programmable-voice/conversation-relay).
 */

/** An account at Telnyx, with the keys that sign for it. */
const newAccount = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const webhook_secret = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const headersFor = (body: string, at = Date.now()) => {
    const timestamp = String(Math.floor(at / 1000));
    const signature = sign(null, Buffer.from(`${timestamp}|${body}`), privateKey).toString('base64');
    return {
      'content-type': 'application/x-www-form-urlencoded',
      'telnyx-timestamp': timestamp,
      'telnyx-signature-ed25519': signature,
    };
  };
  return { api_key: `KEY${randomUUID()}`, webhook_secret, headersFor };
};

const phoneAtTelnyx = async (fields: object = {}) => {
  const org = await organization();
  const account = newAccount();
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
    const [, url = ''] = /<ConversationRelay url="([^"]+)"/.exec(text) ?? [];
    return { text, url: url.replaceAll('&amp;', '&') };
  };
  const conversations = async () =>
    (await org.api.conversations.list({ query: { agent_id: agent.id } })).data;
  return { org, agent, integration, account, call_id, bodyOf, post, answer, conversations };
};

/** Opens a socket, as Telnyx does: without a signature. False: it is refused. */
const open = async (url: string): Promise<WebSocket | false> => {
  const socket = new WebSocket(url);
  socket.on('error', () => {});
  return Promise.race([
    once(socket, 'open').then(() => socket),
    once(socket, 'unexpected-response').then((): false => false),
  ]);
};

test('an agent answers a call at Telnyx, whose token opens one socket', async () => {
  const voice_id = 'Telnyx.Natural.abbie';
  const phone = await phoneAtTelnyx({ voice: { provider: 'telnyx' }, voice_id });
  const { text, url } = await phone.answer();
  expect(text).toContain(`voice="${voice_id}"`);
  expect(text).not.toContain('ttsProvider');
  expect(text).toMatch(/^<\?xml[^>]+><Response><Connect action="[^"]+\/voice\/ended">/);
  expect(text).not.toContain('<Parameter');
  expect(await phone.conversations()).toEqual([]);
  const socket = await open(url);
  if (!socket) throw new Error('The socket was refused');
  const heard: { type: string; token?: string; last?: boolean }[] = [];
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())));
  const send = (message: unknown) => socket.send(JSON.stringify(message));
  const words = (from = 0) =>
    eventually(async () => {
      const since = heard.slice(from);
      expect(since.some(({ last }) => last)).toBe(true);
      return since.map(({ token = '' }) => token).join('');
    });
  send({
    type: 'setup',
    sessionId: randomUUID(),
    accountSid: randomUUID(),
    callSid: phone.call_id,
    callControlId: phone.call_id,
    callSessionId: randomUUID(),
    callLegId: randomUUID(),
    from: numbers.from,
    to: numbers.to,
    direction: 'inbound',
    callerName: '',
    callStatus: 'active',
    customParameters: {},
  });
  expect(await words()).toBe(`${disclosure} Hello, this is Pia.`);
  const before = heard.length;
  send({ type: 'prompt', voicePrompt: 'When are', lang: 'en', last: false });
  send({ type: 'prompt', voicePrompt: 'When are you open?', lang: 'en', last: true });
  expect(await words(before)).toContain('Rehearsal');
  expect(await phone.conversations()).toMatchObject([{ status: 'active', caller: { number: numbers.from } }]);

  expect(await open(url)).toBe(false);

  const ended = await phone.post(phone.bodyOf({ CallStatus: 'completed' }), '/ended');
  expect(ended.text).toContain('<Hangup/>');
  const [conversation] = await phone.conversations();
  expect(conversation).toMatchObject({ status: 'completed', end_reason: 'user_ended' });
  const params = { conversation_id: String(conversation?.id) };
  const { data } = await phone.org.api.transcripts.get({ params });
  expect(data.map(({ role }) => role)).toEqual(['agent', 'user', 'agent']);
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
  // A socket is for the call of its token.
  const socket = await open(url);
  if (!socket) throw new Error('The socket was refused');
  const closed = once(socket, 'close');
  socket.send(JSON.stringify({ type: 'setup', callSid: 'v3:another', customParameters: {} }));
  await closed;
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
    newAccount().headersFor(body),
  ];
  for (const headers of refused) expect((await phone.post(body, '', headers)).status).toBe(401);
  expect((await phone.post(body)).status).toBe(200);
});

test('an account at Telnyx has a key that is tried, no id, and places no calls', async () => {
  const phone = await phoneAtTelnyx();
  const { api } = phone.org;
  const { api_key } = newAccount();
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
  const { id } = await api.calls.create({
    params: { agent_id: phone.agent.id },
    body: { integration_id: phone.integration.id, to: numbers.from },
  });
  await eventually(async () =>
    expect(await api.conversations.get({ params: { conversation_id: id } })).toMatchObject({
      status: 'failed',
      end_reason: 'call_not_made',
    }),
  );
});
