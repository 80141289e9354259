import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { clientFor, operator, organization, platform, refusalOf, suspend } from './fixtures.ts';
import { eventually } from './support/eventually.ts';
import { planAnswers } from './support/model-server.ts';
import { peopleOf } from './support/people.ts';
import { phoneOf } from './support/phone.ts';

const { personIn } = peopleOf(platform.base_url, { operator });

const calling = async (answers: readonly { readonly text: string }[]) => {
  const marker = randomUUID();
  const requests = await planAnswers(inject('modelServer'), marker, answers);
  const phone = await phoneOf({ prompt: `You are Pia (${marker}).`, model: { id: 'test-model' } });
  const line = await phone.call();
  await line.hear();
  const [conversation] = await phone.conversations();
  const params = { conversation_id: String(conversation?.id) };
  const { api } = phone.org;
  /** The turns so far, in the transcript or not. */
  const said = async () => {
    const { transcript, unsettled_turns = [] } = await api.conversations.get({
      params,
      query: { expand: ['transcript', 'unsettled'] },
    });
    return [...(transcript.data ?? []), ...unsettled_turns];
  };
  const asked = async () => JSON.stringify((await requests()).map(({ body }) => body));
  return { ...phone, api, line, params, said, asked };
};

test('a person takes a call over, speaks in it, and gives it back to an agent who knows what was said', async () => {
  const { api, line, params, said, asked, turns, conversations } = await calling([{ text: 'At nine then.' }]);
  expect(await api.handovers.create({ params, body: { reason: 'A complaint' } })).toMatchObject({
    status: 'active',
    handling: 'human',
  });
  expect(await api.handovers.create({ params, body: {} })).toMatchObject({ handling: 'human' });
  expect(await api.conversations.get({ params })).toMatchObject({
    handling: 'human',
    handover: { reason: 'A complaint', author: null, answer_by: null },
    controls: ['end', 'say', 'instruct', 'transfer'],
  });
  line.say('I want to complain.');
  await eventually(async () => expect((await said()).at(-1)?.text).toBe('I want to complain.'));
  // Nobody else answers: the next words on the line are the person's.
  const turn = await api.handovers.reply({
    params,
    body: { text: 'I am sorry. Is nine fine?', author: 'Dana' },
  });
  expect(turn).toMatchObject({ index: 2, role: 'agent', text: 'I am sorry. Is nine fine?', author: 'Dana' });
  expect(await line.hear()).toBe('I am sorry. Is nine fine?');
  line.interrupt('I am sorry.');
  line.say('Nine is fine.');
  await eventually(async () => expect((await said()).at(-1)?.text).toBe('Nine is fine.'));
  const { data } = await api.conversations.active({ query: { expand: ['turns'] } });
  expect(data[0]).toMatchObject({ handling: 'human', controls: expect.arrayContaining(['end']) });
  expect(data[0]?.latest_turns?.at(-1)).toMatchObject({ index: 3, role: 'user', text: 'Nine is fine.' });

  expect(await api.handovers.remove({ params })).toMatchObject({ handling: 'agent' });
  expect(await api.handovers.remove({ params })).toMatchObject({ handling: 'agent' });
  line.say('When shall I come?');
  expect(await line.hear()).toBe('At nine then.');
  for (const known of ['I want to complain.', 'I am sorry.', 'Nine is fine.'])
    expect(await asked()).toContain(known);
  expect(await asked()).not.toContain('Is nine fine?');
  await line.hangUp();
  expect(await turns()).toMatchObject([
    { role: 'agent' },
    { role: 'user', text: 'I want to complain.' },
    { role: 'agent', text: 'I am sorry.', author: 'Dana', unheard: { text: 'Is nine fine?' } },
    { role: 'user', text: 'Nine is fine.' },
    { role: 'user', text: 'When shall I come?' },
    { role: 'agent', usage: { first_sentence_ms: expect.any(Number) } },
  ]);
  expect(await conversations()).toMatchObject([{ status: 'completed' }]);
  const late = [
    api.handovers.create({ params, body: {} }),
    api.handovers.remove({ params }),
    api.handovers.reply({ params, body: { text: 'Hello', author: 'Dana' } }),
  ];
  expect(new Set(await Promise.all(late.map(refusalOf)))).toEqual(new Set(['409 conversation_ended']));
});

test('an instruction is followed in the next answer, is heard by nobody, and names its author', async () => {
  const { api, line, params, asked, turns } = await calling([{ text: 'Ten percent off.' }, { text: 'Bye.' }]);
  const instruct = (text: string | null, author: string | null = 'Dana') =>
    api.calls.control({ params, body: { action: 'instruct', text, author } });
  expect(await refusalOf(instruct(null))).toBe('400 validation_failed');
  expect(await refusalOf(instruct('Offer a discount.', null))).toBe('400 validation_failed');
  expect(await instruct('Offer a discount of ten percent.')).toMatchObject({ handling: 'agent' });
  line.say('That is expensive.');
  expect(await line.hear()).toBe('Ten percent off.');
  expect((await asked()).split('Offer a discount of ten percent.')).toHaveLength(2);
  line.say('Thank you.');
  expect(await line.hear()).toBe('Bye.');
  // It was for one answer.
  expect((await asked()).split('Offer a discount of ten percent.')).toHaveLength(2);
  for (let count = 0; count < 20; count += 1) await instruct(`Instruction ${count}`);
  expect(await refusalOf(instruct('One too many'))).toBe('400 validation_failed');
  await line.hangUp();
  const said = await turns();
  expect(said.slice(0, 5)).toMatchObject([
    { role: 'agent' },
    { role: 'system', text: 'Offer a discount of ten percent.', author: 'Dana' },
    { role: 'user', text: 'That is expensive.' },
    { role: 'agent', text: 'Ten percent off.' },
    { role: 'user' },
  ]);
});

test('a call is taken over by those who may control calls, in their own name', async () => {
  const { org, api, line, params, said } = await calling([{ text: 'Never asked' }]);
  const { key } = await api.apiKeys.create({ body: { name: 'Chats', scopes: ['chats:write'] } });
  const chats = clientFor(key);
  const body = { text: 'Hello', author: 'Dana' };
  const refused = [
    chats.handovers.create({ params, body: {} }),
    chats.handovers.reply({ params, body }),
    chats.handovers.remove({ params }),
  ];
  expect(new Set(await Promise.all(refused.map(refusalOf)))).toEqual(new Set(['403 insufficient_scope']));
  const other = await organization();
  expect(await refusalOf(other.api.handovers.create({ params, body: {} }))).toBe(
    '404 conversation_not_found',
  );
  expect(await refusalOf(api.handovers.reply({ params, body: { ...body, text: 'o'.repeat(1001) } }))).toBe(
    '400 validation_failed',
  );
  const kim = await personIn(org, 'admin');
  await kim.api.handovers.create({ params, body: {} });
  expect(await api.conversations.get({ params })).toMatchObject({ handover: { author: 'Pia' } });
  const idempotencyKey = randomUUID();
  const reply = () => kim.api.handovers.reply({ params, body: { text: 'Good morning.' }, idempotencyKey });
  expect(await reply()).toEqual(await reply());
  expect(await line.hear()).toBe('Good morning.');
  expect((await said()).filter(({ author }) => author === 'Pia')).toHaveLength(1);
  await suspend(org);
  expect(await refusalOf(api.handovers.reply({ params, body }))).toBe('409 client_suspended');
  await api.handovers.remove({ params });
  expect(await refusalOf(api.handovers.create({ params, body: {} }))).toBe('409 client_suspended');
  line.close();
});

test('what a caller says to a person ends the call once the transcript has no room for it', async () => {
  const { api, line, params, said } = await calling([]);
  await api.handovers.create({ params, body: {} });
  const long = 'So then. '.repeat(880);
  for (let count = 0; count < 33; count += 1) line.say(`${count} ${long}`);
  await eventually(async () => expect((await said()).length).toBeGreaterThan(33));
  line.say('Are you there?');
  expect(await line.hear()).toContain('something went wrong');
  await eventually(async () => {
    line.send({ type: 'info', name: 'agentSpeaking', value: 'off' });
    expect(await api.conversations.get({ params })).toMatchObject({ end_reason: 'limit_reached' });
  });
  const { data } = await api.transcripts.get({ params });
  expect(data.at(-1)).toMatchObject({ role: 'agent' });
  line.close();
});
