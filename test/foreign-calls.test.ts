import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { lineSignature } from '#lib/local/phone-line.ts';
import { proofOf } from '#lib/phone/proof.ts';
import { answerPlaced, numbers, phoneOf, placedCall, postForm } from './support/phone.ts';

/* An organization signs whatever it likes with the key of its own account, also about calls of others. */

type Phone = Awaited<ReturnType<typeof phoneOf>>;

/** A call that an agent has placed, before and after somebody has answered. */
const placed = async () => {
  const phone = await phoneOf();
  const { id, form, read } = await placedCall(phone);
  const call_id = String(form.sid);
  const answer = async () => {
    const line = await answerPlaced(phone, form);
    await line.hear();
    return line;
  };
  return { id, call_id, read, answer, phone };
};

const forms = [
  ['', { CallStatus: 'in-progress' }],
  ['/ended', { CallStatus: 'in-progress', HandoffData: '{"reason":"transferred","to":"+441632960456"}' }],
  ['/ended', { CallStatus: 'in-progress', SessionStatus: 'failed' }],
  ['/status', { CallStatus: 'completed' }],
  ['/status', { CallStatus: 'busy' }],
  ['/recording', { RecordingStatus: 'completed' }],
] as const;

/** Posts a form about a call of somebody else to each address of an account. */
const postAll = async (other: Phone, id: string, CallSid: string) => {
  for (const [path, fields] of forms) {
    const address = path === '/recording' ? path : (`${path}?conversation_id=${id}` as const);
    expect(await postForm(other, address, other.integration.id, { CallSid, ...fields })).toBe('done');
  }
};

/** Connects with a proof that the own account has signed, and returns what comes of it. */
const connect = async (
  other: Phone,
  proven: { readonly call_id: string; readonly conversation_id?: string; readonly agent_id?: string },
) => {
  const own = await other.call();
  const relay_url = String(own.answered.instructions.relay_url);
  own.close();
  const { auth_token } = other.account;
  const { id: integration_id, webhook_url } = other.integration;
  const { origin } = new URL(webhook_url);
  const named = { agent_id: other.agent.id, conversation_id: null, ...proven };
  const call = proofOf({ integration_id, origin, ...named }, auth_token);
  const headers = { 'x-twilio-signature': lineSignature(auth_token, relay_url) };
  const socket = new WebSocket(relay_url, { headers });
  await once(socket, 'open');
  const outcome = Promise.race([
    once(socket, 'close').then(() => 'closed'),
    once(socket, 'message').then(([data]) => String(data)),
  ]);
  // The carrier of a connection for nothing is asked to leave it.
  const left = outcome.then((heard) => (heard.includes('"type":"end"') ? 'closed' : heard));
  const customParameters = { call };
  socket.send(JSON.stringify({ type: 'setup', callSid: proven.call_id, ...numbers, customParameters }));
  return left;
};

test('nobody changes a call of another organization with a form that an own account has signed', async () => {
  const { id, call_id, read, answer } = await placed();
  const other = await phoneOf();
  const before = await read();
  await postAll(other, id, call_id);
  expect(await read()).toEqual(before);

  const line = await answer();
  const live = await read();
  await postAll(other, id, call_id);
  expect(await read()).toEqual(live);
  line.say('Are you there?');
  expect(await line.hear()).toContain('Rehearsal');
  await line.hangUp();
  expect(await read()).toMatchObject({ status: 'completed', end_reason: 'user_ended' });
  expect(await other.conversations()).toEqual([]);
});

test('nobody joins a call of another organization with a proof that an own account has signed', async () => {
  const { id, call_id, read, answer } = await placed();
  const other = await phoneOf();
  const before = await read();
  expect(await connect(other, { call_id, conversation_id: id })).toBe('closed');
  expect(await read()).toEqual(before);

  const line = await answer();
  expect(await connect(other, { call_id, conversation_id: id })).toBe('closed');
  // The agent still speaks with the caller.
  line.say('Are you there?');
  expect(await line.hear()).toContain('Rehearsal');
  await line.hangUp();
});

test('nobody calls the agent of another organization with a proof that an own account has signed', async () => {
  const [phone, other] = [await phoneOf(), await phoneOf()];
  const call_id = `CA${randomBytes(16).toString('hex')}`;
  expect(await connect(other, { call_id, agent_id: phone.agent.id })).toBe('closed');
  expect(await phone.conversations()).toEqual([]);
  // The same proof is good for an own agent.
  expect(await connect(other, { call_id })).toContain('AI assistant');
});
