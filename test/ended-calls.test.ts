import { expect, test } from 'vitest';
import { operator, suspend } from './fixtures.ts';
import { eventually } from './support/eventually.ts';
import { phoneOf, tendCall } from './support/phone.ts';

/*
 * A caller may say nothing more, and each second of a call is paid: whatever ends a call, its carrier learns
 * it.
 */

const calling = async (fields: Parameters<typeof phoneOf>[0] = {}) => {
  const phone = await phoneOf(fields);
  const line = await phone.call();
  await line.hear();
  const [{ id } = { id: '' }] = await phone.conversations();
  return { ...phone, line, id, params: { conversation_id: id } };
};

type Call = Awaited<ReturnType<typeof calling>>;

const ends: Readonly<Record<string, (call: Call) => Promise<unknown>>> = {
  'its conversation is erased': ({ org, params }) => org.api.conversations.erase({ params }),
  'its conversation is ended': ({ org, params }) =>
    org.api.conversations.update({ params, body: { status: 'completed' } }),
  'a person ends it': ({ org, params }) => org.api.calls.control({ params, body: { action: 'end' } }),
  'its organization is suspended': async ({ org, id }) => {
    await suspend(org);
    expect(await tendCall(id)).toBe(true);
  },
  'its agent is removed': async ({ org, agent, id }) => {
    await org.api.agents.remove({ params: { agent_id: agent.id } });
    await eventually(async () => expect(await tendCall(id)).toBe(true));
  },
  'its account is removed': async ({ org, integration, id }) => {
    await org.api.integrations.remove({ params: { integration_id: integration.id } });
    expect(await tendCall(id)).toBe(true);
  },
  'its account is disabled': async ({ org, integration, id }) => {
    const params = { integration_id: integration.id };
    await org.api.integrations.update({ params, body: { status: 'disabled' } });
    expect(await tendCall(id)).toBe(true);
  },
  'its organization is erased': ({ org }) => operator.clients.erase({ params: { client_id: org.client.id } }),
};

test.for(Object.entries(ends))('the carrier leaves a silent call when %s', async ([, end]) => {
  const call = await calling();
  await end(call);
  expect((await call.line.messages.next()).value).toMatchObject({ type: 'end' });
  call.line.close();
});

test('a call goes on with a person after its agent was removed', async () => {
  const { org, agent, line, id, params } = await calling();
  await org.api.handovers.create({ params });
  await org.api.agents.remove({ params: { agent_id: agent.id } });
  expect(await tendCall(id)).toBe(false);
  await line.hangUp();
});

test('a connection that replaces that of a call which is over is left as well', async () => {
  const { org, line, params } = await calling();
  await org.api.conversations.erase({ params });
  expect((await line.messages.next()).value).toMatchObject({ type: 'end' });
  await line.reconnect();
  expect((await line.messages.next()).value).toMatchObject({ type: 'end' });
  expect((await line.finish()).text).toContain('<Hangup/>');
});

test('a person’s last words in a call are spoken before its carrier leaves', async () => {
  const { org, line, params } = await calling();
  await org.api.handovers.reply({ params, body: { text: 'Goodbye.', author: 'Kim' } });
  await org.api.calls.control({ params, body: { action: 'end' } });
  expect(await line.hear()).toBe('Goodbye.');
  expect((await line.messages.next()).value).toMatchObject({ type: 'end' });
  line.close();
});

const restOf = async (messages: AsyncIterable<unknown>): Promise<unknown[]> => {
  const rest: unknown[] = [];
  for await (const message of messages) rest.push(message);
  return rest;
};

/** Whatever the carrier reports while the last words are spoken. */
const reports = [
  { type: 'info', name: 'agentSpeaking', value: 'on' },
  { type: 'info', name: 'clientSpeaking', value: 'on' },
  { type: 'info', name: 'agentSpeaking', value: 'off' },
];

test('the carrier of a call that is over speaks the last words to their end', async () => {
  const { org, line, params } = await calling();
  await org.api.handovers.reply({ params, body: { text: 'Goodbye.', author: 'Kim' } });
  await org.api.calls.control({ params, body: { action: 'end' } });
  expect(await line.hear()).toBe('Goodbye.');
  expect((await line.messages.next()).value).toMatchObject({ type: 'end' });
  for (const report of reports) line.send(report);
  // The connection is still there, and only what asks for an answer gets the end.
  for (let time = 0; time < 4; time += 1) {
    line.say('Wait!');
    expect((await line.messages.next()).value).toMatchObject({ type: 'end' });
  }
  line.close();
  expect(await restOf(line.messages)).toEqual([]);
});

test('the words of a limit are not cut off by what a caller says meanwhile', async () => {
  const { changeCall } = await import('#lib/phone/phone-call.ts');
  const { line, id } = await calling({ limit_message: 'Time is up.' });
  await changeCall(id, (state) => ({ state }), { session: () => ({ messages: 1_000_000 }) });
  expect(await tendCall(id)).toBe(true);
  expect(await line.hear()).toBe('Time is up.');
  expect((await line.messages.next()).value).toMatchObject({ type: 'end' });
  for (const report of reports) line.send(report);
  line.say('Wait!');
  // A connection that comes later gets the end.
  for (let time = 0; time < 4; time += 1) {
    line.send({ type: 'setup', callSid: line.call_id });
    expect((await line.messages.next()).value).toMatchObject({ type: 'end' });
  }
  line.close();
  expect(await restOf(line.messages)).toEqual([]);
});
