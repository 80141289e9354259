import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import type { PhoneLine } from '#lib/local/phone-line.ts';
import type { Organization } from './fixtures.ts';
import { operator, organization, platform, problemOf, suspend } from './fixtures.ts';
import { eventually } from './support/eventually.ts';
import { planAnswers } from './support/model-server.ts';
import { disclosure, phoneOf, placedCall, reportStatus } from './support/phone.ts';
import { tableOf } from './support/table.ts';

/* The limits on calls at carriers, at once and in minutes a day, up the tree. */

type Phone = Awaited<ReturnType<typeof phoneOf>>;
type Quotas = { readonly open_calls?: number; readonly call_minutes_per_day?: number };

const limit = ({ client }: Organization, quotas: Quotas) =>
  operator.clients.update({ params: { client_id: client.id }, body: { settings: { quotas } } });

const usedOf = async ({ api }: Organization) => {
  const { limits } = await api.me.get();
  const used = (wanted: string) =>
    limits.quotas.find(({ name, set_by }) => name === wanted && set_by !== 'above')?.used;
  return { calls: used('open_calls'), minutes: used('call_minutes_per_day') };
};

const busy = 'All lines are busy. Please call again later.';

/** The first words that a caller hears; undefined: the call is not answered. */
const heardIn = (line: PhoneLine) =>
  line.answered.instructions.text.includes('<Reject reason="busy"/>') ? undefined : line.hear();

const limited = async (quotas: Quotas, fields?: Parameters<typeof phoneOf>[0]) => {
  const phone = await phoneOf(fields);
  await limit(phone.org, quotas);
  return phone;
};

test('of calls at the same moment, as many begin as the quota of an organization above allows', async () => {
  const above = await organization(undefined, 'reseller');
  await limit(above, { open_calls: 3 });
  const phones = [
    await phoneOf({}, await organization(above, 'client')),
    await phoneOf({}, await organization(above, 'client')),
  ];
  let answered = 0;
  const all = Promise.withResolvers<void>();
  // All were answered when the first one connects.
  const connecting = () => {
    answered += 1;
    if (answered === 10) all.resolve();
    return all.promise;
  };
  const lines = await Promise.all(
    Array.from({ length: 10 }, (_, at) => (phones[at % 2] as Phone).call({ connecting })),
  );
  const heard = await Promise.all(lines.map((line) => line.hear()));
  expect(heard.filter((words) => words.startsWith(disclosure))).toHaveLength(3);
  expect(heard.filter((words) => words === busy)).toHaveLength(7);
  expect(await usedOf(above)).toEqual({ calls: 3, minutes: 30 });
  const conversations = (await Promise.all(phones.map((phone) => phone.conversations()))).flat();
  expect(conversations).toHaveLength(3);

  // Now nobody is connected any more.
  expect(await heardIn(await (phones[0] as Phone).call())).toBeUndefined();
  const ended = await Promise.all(lines.map((line) => line.hangUp()));
  for (const { text } of ended) expect(text).toContain('<Hangup/>');
  expect(await usedOf(above)).toEqual({ calls: 0, minutes: 1 });
});

/** A phone with one line, and a call on it. */
const talking = async () => {
  const phone = await limited({ open_calls: 1 });
  const line = await phone.call();
  await line.hear();
  expect(await heardIn(await phone.call())).toBeUndefined();
  const [conversation] = await phone.conversations();
  return { phone, line, params: { conversation_id: String(conversation?.id) } };
};

test.for([
  [
    'a person ends it',
    ({ phone: { org }, params }) => org.api.calls.control({ params, body: { action: 'end' } }),
  ],
  [
    'it is ended twice at once',
    ({ phone: { org }, line, params }) =>
      Promise.all([
        line.hangUp(),
        org.api.conversations.update({ params, body: { status: 'completed' } }).catch(() => {}),
        org.api.conversations.update({ params, body: { status: 'failed' } }).catch(() => {}),
      ]),
  ],
  ['it is erased', ({ phone: { org }, params }) => org.api.conversations.erase({ params })],
] as readonly (readonly [string, (call: Awaited<ReturnType<typeof talking>>) => Promise<unknown>])[])(
  'a call gives its line and its minutes back when %s',
  async ([, end]) => {
    const call = await talking();
    await end(call);
    const { phone } = call;
    expect(await usedOf(phone.org)).toEqual({ calls: 0, minutes: 1 });
    expect(await heardIn(await phone.call())).toContain(disclosure);
    expect(await usedOf(phone.org)).toEqual({ calls: 1, minutes: 11 });
  },
);

test('a caller holds five lines at once, and those without a number twenty together', async () => {
  const phone = await phoneOf();
  const own = { from: '+441632960171' };
  const lines = await Promise.all(Array.from({ length: 5 }, () => phone.call(own)));
  await Promise.all(lines.map((line) => line.hear()));
  expect(await heardIn(await phone.call(own))).toBeUndefined();
  expect(await heardIn(await phone.call({ from: '+441632960172' }))).toContain(disclosure);
  for (const from of ['anonymous', 'Restricted']) {
    const withheld = await Promise.all(Array.from({ length: 10 }, () => phone.call({ from })));
    await Promise.all(withheld.map((line) => line.hear()));
  }
  expect(await heardIn(await phone.call({ from: 'anonymous' }))).toBeUndefined();
  await lines[0]?.hangUp();
  expect(await heardIn(await phone.call(own))).toContain(disclosure);
});

test('a call of an organization that is suspended gives its line back above it', async () => {
  const above = await organization(undefined, 'reseller');
  await limit(above, { open_calls: 1 });
  const phone = await phoneOf({}, await organization(above, 'client'));
  const line = await phone.call();
  await line.hear();
  await suspend(phone.org);
  line.say('Hello?');
  await line.hear();
  line.send({ type: 'info', name: 'agentSpeaking', value: 'off' });
  await line.messages.next();
  await line.finish();
  expect(await usedOf(above)).toEqual({ calls: 0, minutes: 1 });
});

test('a call is placed only with a line and minutes for it, and one that nobody answers gives them back', async () => {
  const phone = await limited({ open_calls: 1, call_minutes_per_day: 29 });
  const first = await placedCall(phone);
  const again = () =>
    problemOf(
      phone.org.api.calls.create({
        params: { agent_id: phone.agent.id },
        body: { integration_id: phone.integration.id, to: '+441632960124' },
      }),
    );
  expect(await again()).toMatchObject({
    status: 409,
    code: 'quota_exceeded',
    problem: { quota: 'open_calls', limit: 1 },
  });
  expect(await usedOf(phone.org)).toEqual({ calls: 1, minutes: 10 });
  expect(await reportStatus(phone.account, first.form, 'busy')).toBe(200);
  expect(await usedOf(phone.org)).toEqual({ calls: 0, minutes: 0 });
  await limit(phone.org, { open_calls: 5, call_minutes_per_day: 9 });
  expect(await again()).toMatchObject({
    status: 429,
    code: 'rate_limited',
    problem: { quota: 'call_minutes_per_day', limit: 9 },
  });
  await limit(phone.org, { open_calls: 0, call_minutes_per_day: 90 });
  expect(await again()).toMatchObject({ code: 'quota_exceeded' });
  expect(await usedOf(phone.org)).toEqual({ calls: 0, minutes: 0 });
});

/** Lets so many of the seconds that a call has reserved pass. */
const pass = async (conversation_id: string, seconds: number) => {
  const table = tableOf(platform);
  const key = { pk: `conversation#${conversation_id}`, sk: 'record' };
  const item = await table.get(key);
  const { call_reservation, ...fields } = JSON.parse(item?.fields);
  const left = { ...call_reservation, seconds: call_reservation.seconds - seconds };
  await table.put({ ...item, fields: JSON.stringify({ ...fields, call_reservation: left }) });
};

test('a call reserves further minutes as it goes on, and ends with words when there are none', async () => {
  const marker = randomUUID();
  await planAnswers(inject('modelServer'), marker, [{ text: 'At nine.' }]);
  const phone = await limited(
    { call_minutes_per_day: 20 },
    { prompt: `You are Pia (${marker}).`, model: { id: 'test-model' }, limit_message: 'Time is up.' },
  );
  const line = await phone.call();
  await line.hear();
  const [{ id } = { id: '' }] = await phone.conversations();
  await pass(id, 540);
  line.say('When do you open?');
  expect(await line.hear()).toBe('At nine.');
  expect(await usedOf(phone.org)).toEqual({ calls: 1, minutes: 20 });
  await pass(id, 640);
  line.say('And on Sundays?');
  expect(await line.hear()).toBe('Time is up.');
  line.send({ type: 'info', name: 'agentSpeaking', value: 'off' });
  expect((await line.messages.next()).value).toMatchObject({ type: 'end' });
  await line.finish();
  expect(await phone.conversations()).toMatchObject([{ status: 'completed', end_reason: 'limit_reached' }]);
  expect(await usedOf(phone.org)).toEqual({ calls: 0, minutes: 20 });
});

/** Does the scheduled work of a call. Returns whether it has ended. */
const tend = async (id: string) => {
  const { tendChat } = await import('#lib/chats/tend-chat.ts');
  const { readConversation } = await import('#lib/conversations/conversations.ts');
  const record = await readConversation(id);
  return record && tendChat(record, Date.now());
};

test('the clock reserves minutes for a call in which nobody answers, and ends it without any', async () => {
  const [going, ending] = [
    await limited({ call_minutes_per_day: 20 }),
    await limited({ call_minutes_per_day: 10 }, { limit_message: 'Time is up.' }),
  ];
  const lines = [];
  const ids: string[] = [];
  for (const phone of [going, ending]) {
    const line = await phone.call();
    await line.hear();
    lines.push(line);
    const [{ id } = { id: '' }] = await phone.conversations();
    ids.push(id);
  }
  await pass(ids[0] ?? '', 590);
  expect(await tend(ids[0] ?? '')).toBe(false);
  expect(await usedOf(going.org)).toEqual({ calls: 1, minutes: 20 });
  // It cannot go on with less than half a minute, which a slow machine needs.
  await pass(ids[1] ?? '', 571);
  expect(await tend(ids[1] ?? '')).toBe(true);
  await eventually(async () =>
    expect(await ending.conversations()).toMatchObject([{ end_reason: 'limit_reached' }]),
  );
  expect(await usedOf(ending.org)).toEqual({ calls: 0, minutes: 10 });
  // The carrier says so, and leaves.
  expect(await lines[1]?.hear()).toBe('Time is up.');
  expect((await lines[1]?.messages.next())?.value).toMatchObject({ type: 'end' });
  for (const line of lines) line.close();
});

test('a call that has gone on for longer than it had reserved counts as long as it was', async () => {
  const phone = await limited({ call_minutes_per_day: 60 });
  const line = await phone.call();
  await line.hear();
  const [{ id } = { id: '' }] = await phone.conversations();
  await pass(id, 700);
  await line.hangUp();
  expect(await usedOf(phone.org)).toEqual({ calls: 0, minutes: 12 });
});

const limitCallers = (
  { client }: Organization,
  caller_limits: {
    readonly open_calls?: number;
    readonly call_minutes_per_day?: number;
    readonly model_tokens_per_day?: number;
  },
) => operator.clients.update({ params: { client_id: client.id }, body: { settings: { caller_limits } } });

test('the limits of a caller are raised above, and only lowered below', async () => {
  const above = await organization(undefined, 'reseller');
  const phone = await phoneOf({}, await organization(above, 'client'));
  const calls = async (from: string, count: number) => {
    const lines = await Promise.all(Array.from({ length: count }, () => phone.call({ from })));
    return Promise.all(lines.map((line) => line.hear()));
  };
  const refused = async (from: string) => (await heardIn(await phone.call({ from }))) === undefined;
  await limitCallers(phone.org, { open_calls: 7 });
  await calls('+441632960176', 5);
  expect(await refused('+441632960176')).toBe(true);
  await limitCallers(above, { open_calls: 6 });
  expect(await refused('+441632960176')).toBe(false);
  expect(await refused('+441632960176')).toBe(true);
  await limitCallers(phone.org, { open_calls: 1 });
  expect(await refused('+441632960177')).toBe(false);
  expect(await refused('+441632960177')).toBe(true);
  await calls('anonymous', 4);
  expect(await refused('anonymous')).toBe(true);
  const other = { open_calls: 1, call_minutes_per_day: 10, model_tokens_per_day: 300_000 };
  await limitCallers(phone.org, other);
  expect(await refused('+441632960178')).toBe(false);
  for (const less of [{ call_minutes_per_day: 9 }, { model_tokens_per_day: 299_999 }]) {
    await limitCallers(phone.org, { ...other, ...less });
    expect(await refused('+441632960179')).toBe(true);
  }
  const { effective_settings } = await phone.org.api.clients.get({
    params: { client_id: phone.org.client.id },
  });
  expect(effective_settings.caller_limits).toMatchObject({ open_calls: 1, call_minutes_per_day: 10 });
});

test('the calls of a caller go on for four hours a day together, and those without a number for longer', async () => {
  const phone = await phoneOf({ limit_message: 'Time is up.' });
  const own = { from: '+441632960173' };
  /** A call that goes on until it has reserved so many minutes, which have nearly passed. */
  const talk = async (from: string, minutes: number) => {
    const line = await phone.call({ from });
    await line.hear();
    const [{ id } = { id: '' }] = await phone.conversations();
    for (let reserved = 10; reserved < minutes; reserved += 10) {
      await pass(id, 600);
      expect(await tend(id)).toBe(false);
    }
    await pass(id, 580);
    return { line, id };
  };
  const [one, other] = [await talk(own.from, 120), await talk(own.from, 120)];
  for (const { line, id } of [one, other]) {
    expect(await tend(id)).toBe(true);
    expect(await line.hear()).toBe('Time is up.');
    line.close();
  }
  expect(await heardIn(await phone.call(own))).toBeUndefined();
  const withheld = await talk('anonymous', 250);
  expect(await tend(withheld.id)).toBe(false);
  await withheld.line.hangUp();
  const limited = { end_reason: 'limit_reached' };
  expect(await phone.conversations()).toMatchObject([{ end_reason: 'user_ended' }, limited, limited]);
});

test('the calls of a caller use so many tokens of models a day, and others are answered', async () => {
  const marker = randomUUID();
  const answer = { text: 'At nine.', usage: { input: 280_000, output: 10_000 } };
  await planAnswers(inject('modelServer'), marker, [answer]);
  const phone = await phoneOf({ prompt: `You are Pia (${marker}).`, model: { id: 'test-model' } });
  const from = '+441632960174';
  const talk = async () => {
    const line = await phone.call({ from });
    if ((await heardIn(line)) === undefined) return false;
    line.say('When do you open?');
    expect(await line.hear()).toBe('At nine.');
    await line.hangUp();
    return true;
  };
  let talks = 0;
  while (talks < 20 && (await talk())) talks += 1;
  // Each reserves 300,000 of 5,000,000, and keeps 290,000.
  expect(talks).toBe(17);
  expect(await heardIn(await phone.call({ from: '+441632960175' }))).toContain(disclosure);
});
