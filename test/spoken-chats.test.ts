import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { keyOf } from '#lib/store/keys.ts';
import { operator, organization, platform, providerAccount, refusalOf } from './fixtures.ts';
import { monthFromNow, terms } from './support/billing.ts';
import { connect } from './support/connected.ts';
import { eventually } from './support/eventually.ts';
import { overtaken } from './support/fault-proxy.ts';
import { turnsOf } from './support/key-beginnings.ts';
import type { Answer } from './support/model-server.ts';
import { planAnswers } from './support/model-server.ts';
import { allItems, tableOf } from './support/table.ts';
import type { Organization } from './support/users.ts';

const first = 'We have a slot on Thursday at half past nine. Another one is on Friday. Which do you prefer?';
const heardPart = 'We have a slot on Thursday at half past nine.';
const rest = 'Another one is on Friday. Which do you prefer?';

interface Circumstances {
  readonly variables?: Readonly<Record<string, string>>;
  /** Comes before the chat: under which plan chats begin is remembered for a second. */
  readonly prepare?: (org: Organization) => Promise<unknown>;
}

/** A chat with an agent whose model answers as planned. */
const newChatOf = async (
  agent: object,
  answers: readonly Answer[],
  { variables = {}, prepare }: Circumstances = {},
) => {
  const org = await organization();
  const marker = randomUUID();
  const asked = await planAnswers(inject('modelServer'), marker, answers);
  const { id: agent_id } = await org.api.agents.create({
    body: { name: 'Pia', prompt: `You are Pia. (${marker})`, model: { id: 'test-model' }, ...agent },
  });
  await prepare?.(org);
  const chat = await org.api.chats.create({ params: { agent_id }, body: { variables } });
  const params = { conversation_id: chat.id };
  const turns = async () => (await org.api.transcripts.get({ params, query: {} })).data;
  const lastPrompt = async () => JSON.stringify((await asked()).at(-1)?.body);
  return { org, agent_id, chat, params, turns, asked, lastPrompt };
};

/** The same with an agent whose words are those of its model, and no others. */
const newChat = (...answers: readonly Answer[]) => newChatOf({ disclosure: '' }, answers);

type Fields = Readonly<Record<string, unknown>>;
type Event = readonly [name: string, data: Record<string, unknown>];

const eventsOf = (text: string): Event[] =>
  [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, name = '', data = '']) => [
    name,
    JSON.parse(data),
  ]);

const post = (url: string, key: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

type Chat = Awaited<ReturnType<typeof newChat>>;

/** Speaks as the page of the chat does, with its session token. */
const say = async ({ chat }: Chat, text: string, more: object = {}): Promise<Event[]> => {
  const response = await post(chat.stream_url, chat.session_token, { text, speak: true, ...more });
  return eventsOf(await response.text());
};

/** The characters that count toward the quota of an organization today. */
const charactersOf = async ({ api }: Chat['org']) =>
  (await api.me.get()).limits.quotas.find(({ name }) => name === 'spoken_characters_per_day')?.used;

const limitSpeech = ({ client }: Chat['org'], spoken_characters_per_day: number) =>
  operator.clients.update({
    params: { client_id: client.id },
    body: { settings: { quotas: { spoken_characters_per_day } } },
  });

const audioIn = (events: readonly Event[]) =>
  events.flatMap(([name, data]) => (name === 'audio' ? [data] : []));

test('an answer is heard sentence by sentence, in order, and its first clause early', async () => {
  const answer = 'Yes, on Thursday we have time, and on Friday too. Which do you prefer?';
  const begun = await newChat({ text: answer });
  const events = await say(begun, 'Is there a slot?');
  const spoken = audioIn(events);
  expect(spoken.map(({ sentence, turn }) => [sentence, turn])).toEqual([
    [0, 1],
    [1, 1],
    [2, 1],
  ]);
  const ends = spoken.map(({ characters }) => Number(characters));
  expect(ends.map((end, at) => answer.slice(ends[at - 1] ?? 0, end).trim())).toEqual([
    'Yes, on Thursday we have time,',
    'and on Friday too.',
    'Which do you prefer?',
  ]);
  for (const { data, content_type } of spoken) {
    expect(content_type).toBe('audio/wav');
    expect(Buffer.from(String(data), 'base64').subarray(0, 4).toString()).toBe('RIFF');
  }
  expect(events.at(-1)).toMatchObject(['done', { message: answer }]);
  expect(await begun.turns()).toMatchObject([{ text: 'Is there a slot?' }, { index: 1, text: answer }]);
});

test('audio comes while the model goes on, and none unless it is asked for', async () => {
  const words = 'And so it goes on. '.repeat(12).trim();
  const begun = await newChat({ text: words, pace: { first_ms: 0, part_ms: 500 } }, { text: 'Yes.' });
  const names = (await say(begun, 'Hello')).map(([name]) => name);
  expect(names.indexOf('audio')).toBeGreaterThan(0);
  expect(names.indexOf('audio')).toBeLessThan(names.lastIndexOf('delta'));
  expect(audioIn(await say(begun, 'Really?', { speak: false }))).toEqual([]);
});

test('the page of a widget hears its agent only if the widget has a voice', async () => {
  const begun = await newChat({ text: 'Good morning.' }, { text: 'Good bye.' });
  const { org, agent_id } = begun;
  const { id: widget_id } = await org.api.widgets.create({ body: { name: 'Shop', agent_id } });
  const chat = await org.api.chats.create({ params: { agent_id }, body: { widget_id } });
  expect(audioIn(await say({ ...begun, chat }, 'Hello'))).toEqual([]);
  await org.api.widgets.update({ params: { widget_id }, body: { voice: true } });
  expect(audioIn(await say({ ...begun, chat }, 'Bye'))).not.toEqual([]);
});

test('a report of what was heard shortens the last answer once, and no model learns the rest', async () => {
  const begun = await newChat({ text: first }, { text: 'Thursday it is.' }, { text: 'Bye.' });
  const { org, params } = begun;
  await say(begun, 'Is there a slot?');
  // In the middle of the word “Another”.
  await say(begun, 'Thursday', { heard: { turn: 1, characters: heardPart.length + 4 } });
  const shortened = { text: heardPart, unheard: { text: rest, reported_by: 'client' } };
  expect(await begun.turns()).toMatchObject([
    { text: 'Is there a slot?' },
    { role: 'agent', ...shortened },
    { text: 'Thursday' },
    { role: 'agent', text: 'Thursday it is.' },
  ]);
  expect(await begun.lastPrompt()).toContain('half past nine');
  expect(await begun.lastPrompt()).not.toContain('Another one');

  for (const turn of [1, 0, 2, 40]) {
    await say(begun, 'Thanks', { heard: { turn, characters: 2 } });
  }
  expect((await begun.turns())[1]).toMatchObject(shortened);
  expect((await begun.turns())[3]).not.toHaveProperty('unheard');
  await org.api.chats.end({ params });
  const found = async (q: string) =>
    (await org.api.conversations.list({ query: { q, client_id: org.client.id } })).data.length;
  await eventually(async () => expect(await found('nine')).toBe(1));
  expect(await found('Friday')).toBe(0);
});

test('an answer that was not spoken, or of which all was heard, stays as it is', async () => {
  const begun = await newChat({ text: first }, { text: 'Yes.' });
  await say(begun, 'Hello', { speak: false });
  await say(begun, 'And?', { heard: { turn: 1, characters: 3 } });
  await say(begun, 'And now?', { heard: { turn: 3, characters: 4 } });
  for (const turn of await begun.turns()) expect(turn).not.toHaveProperty('unheard');
});

const interrupting = (begun: Chat, more: object) =>
  overtaken(
    platform.dynamodb_endpoint,
    { key: turnsOf(begun.chat.id), operation: 'TransactWriteItems' },
    () => say(begun, 'Is there a slot?'),
    () => say(begun, 'Wait', { when_busy: 'interrupt', ...more }),
  );

test('an answer that is interrupted before it is stored keeps the words that were heard', async () => {
  const begun = await newChat({ text: first }, { text: 'Of course.' });
  const heard = { turn: 1, characters: heardPart.length };
  expect((await interrupting(begun, { heard })).at(-1)).toMatchObject([
    'error',
    { code: 'answer_interrupted' },
  ]);
  const turns = await begun.turns();
  expect(turns).toMatchObject([
    { index: 0, role: 'user', text: 'Is there a slot?' },
    { role: 'agent', text: heardPart, unheard: { text: rest, reported_by: 'client' } },
    { role: 'user', text: 'Wait' },
    { index: 3, role: 'agent', text: 'Of course.' },
  ]);
  const prompt = await begun.lastPrompt();
  expect(prompt.indexOf('half past nine')).toBeLessThan(prompt.indexOf('Wait'));
  expect(prompt).not.toContain('Another one');
  // The page of the chat sees only the words that it played.
  const own = await fetch(`${platform.base_url}/v1/conversations/${begun.chat.id}/messages`, {
    headers: { authorization: `Bearer ${begun.chat.session_token}` },
  });
  expect(await own.text()).not.toContain('Another one');
});

test('without a report, the time since the first audio decides what was heard', async () => {
  const long = `${'Far more than anybody can have heard by now was said here. '.repeat(60)}`.trim();
  const begun = await newChat({ text: long }, { text: 'Of course.' });
  await interrupting(begun, { heard: { turn: 40, characters: 9 } });
  const [, answer] = await begun.turns();
  expect(answer).toMatchObject({ role: 'agent', unheard: { reported_by: 'platform' } });
  expect(`${answer?.text} ${answer?.unheard?.text}`).toBe(long);
});

test('without a report, no words count as heard behind a disclosure that still plays', async () => {
  const waiting = { text: first, pace: { first_ms: 0, part_ms: 50 } };
  const answers = [waiting, { text: 'Of course.' }, waiting, { text: 'Bye.' }];
  const begun = await newChatOf({ disclosure: 'An AI speaks with you, for long. '.repeat(15) }, answers);
  await interrupting(begun, {});
  await interrupting(begun, {});
  const unheard = { role: 'agent', text: '', unheard: { text: first, reported_by: 'platform' } };
  expect(await begun.turns()).toMatchObject([
    { text: 'Is there a slot?' },
    unheard,
    { text: 'Wait' },
    { text: 'Of course.' },
    { text: 'Is there a slot?' },
    unheard,
    { text: 'Wait' },
    { text: 'Bye.' },
  ]);
});

test('nothing of an answer is heard after a newer message has taken the chat', async () => {
  const only = randomUUID();
  const begun = await newChat({ text: `Slot ${only}. ${first}` }, { text: 'Of course.' });
  const events = await overtaken(
    platform.dynamodb_endpoint,
    { contains: only },
    () => say(begun, 'Is there a slot?'),
    () => say(begun, 'Wait', { when_busy: 'interrupt' }),
  );
  expect(audioIn(events)).toHaveLength(0);
  expect(events.at(-1)).toMatchObject(['error', { code: 'answer_interrupted' }]);
  expect((await begun.turns()).map(({ text }) => text)).toEqual(['Is there a slot?', 'Wait', 'Of course.']);
});

test.for([
  ['its user', ({ org, params }) => org.api.chats.end({ params })],
  ['a key', ({ org, params }) => org.api.conversations.update({ params, body: { status: 'completed' } })],
  ['its erasure', ({ org, params }) => org.api.conversations.erase({ params })],
] as readonly (readonly [string, (chat: Chat) => Promise<unknown>])[])(
  'a message counts whose answer was being spoken when its chat was ended by %s',
  async ([, end]) => {
    const begun = await newChat({ text: first });
    const { org } = begun;
    await overtaken(
      platform.dynamodb_endpoint,
      { key: turnsOf(begun.chat.id), operation: 'TransactWriteItems' },
      () => say(begun, 'Is there a slot?'),
      () => end(begun),
    );
    await eventually(async () => {
      const params = { client_id: org.client.id };
      const { rows } = await org.api.usage.get({ params, query: { interval: 'total' } });
      expect(rows).toMatchObject([{ messages: 1, tokens: { input: 11, output: 7 } }]);
    });
  },
);

test('a chat that ends while its agent speaks keeps the words that can have been heard', async () => {
  const begun = await newChat({ text: first });
  const { org, params } = begun;
  await overtaken(
    platform.dynamodb_endpoint,
    { key: turnsOf(begun.chat.id), operation: 'TransactWriteItems' },
    () => say(begun, 'Is there a slot?'),
    () => org.api.chats.end({ params }),
  );
  const [asked, answer] = await begun.turns();
  expect(asked).toMatchObject({ text: 'Is there a slot?' });
  expect(answer).toMatchObject({ role: 'agent' });
  expect(`${answer?.text} ${answer?.unheard?.text ?? ''}`.trim()).toBe(first);
});

test('the voice of the operator speaks until the characters of a day are used up, and words stay', async () => {
  const begun = await newChat({ text: first }, { text: 'Good bye.' });
  const { org } = begun;
  await limitSpeech(org, 1);
  const audio = async () => audioIn(await say(begun, 'Hello')).map(({ data }) => data !== null);
  expect(await audio()).toEqual([true, true, true]);
  expect(await charactersOf(org)).toBe(first.length - 2);
  expect(await audio()).toEqual([false]);
  expect((await begun.turns()).at(-1)).toMatchObject({ role: 'agent', text: 'Good bye.' });
  await limitSpeech(org, 1000);
  expect(audioIn(await say(begun, 'Bye')).map(({ data }) => data !== null)).toEqual([true]);
});

test('a chat that has used up its characters of the day is silent, and others of its organization speak', async () => {
  const begun = await newChat({ text: first }, { text: 'Good bye.' });
  await say(begun, 'Hello');
  const { get, put } = tableOf(platform);
  const key = keyOf('chat_messages', begun.chat.id, Math.floor(Date.now() / 86_400_000));
  const count = await get(key);
  expect(count?.spoken_characters).toBe(first.length - 2);
  await put({ ...count, ...key, spoken_characters: 150_000 });
  expect(audioIn(await say(begun, 'Hello?')).map(({ data }) => data)).toEqual([null]);
  const other = await begun.org.api.chats.create({ params: { agent_id: begun.agent_id }, body: {} });
  const heard = audioIn(await say({ ...begun, chat: other }, 'Hello')).map(({ data }) => data !== null);
  expect(heard).toEqual([true]);
});

test('a widget that has used up its characters of the day is silent, and other chats of its agent speak', async () => {
  const begun = await newChat({ text: first }, { text: 'Good bye.' }, { text: 'Good bye.' });
  const { org, agent_id } = begun;
  const widget = { name: 'Shop', agent_id, voice: true, limits: { spoken_characters_per_day: 1 } };
  const { id: widget_id } = await org.api.widgets.create({ body: widget });
  const chat = await org.api.chats.create({ params: { agent_id }, body: { widget_id } });
  const audio = async (of: Pick<Chat, 'chat'>) =>
    audioIn(await say({ ...begun, ...of }, 'Hello')).map(({ data }) => data !== null);
  expect(await audio({ chat })).toEqual([true, true, true]);
  const other = await org.api.chats.create({ params: { agent_id }, body: { widget_id } });
  expect(await audio({ chat: other })).toEqual([false]);
  expect(await audio(begun)).toEqual([true]);
});

test('a quota above holds the voice for organizations below', async () => {
  const above = await organization();
  const begun = await newChat({ text: first }, { text: first });
  const body = { client_id: (await organization(above)).client.id };
  await limitSpeech(above, 0);
  const { id: agent_id } = await above.api.agents.create({
    body: { name: 'Pia', first_message: 'Hi', ...body },
  });
  const chat = await above.api.chats.create({ params: { agent_id }, body: {} });
  const heard = audioIn(await say({ ...begun, chat }, 'Hello'));
  expect(heard.map(({ data }) => data)).toEqual(heard.map(() => null));
  expect(heard).not.toEqual([]);
});

test.for([
  ['is down', 'down'],
  ['refuses', 'refused'],
  ['breaks off', 'cut'],
  ['never answers', 'silent'],
] as const)('a voice that %s leaves sentences without audio, and the words whole', async ([, trouble]) => {
  const begun = await newChat({ text: first });
  const { org, agent_id } = begun;
  const account = providerAccount(`key-of-${org.client.id}`);
  const { id: integration_id } = await connect(org, 'elevenlabs', {}, { api_key: account.apiKey });
  await org.api.deployments.create({ params: { agent_id }, body: { integration_id, runs_on: 'platform' } });
  await account.plan({ plans: [{ at: 'POST /v1/text-to-speech/', trouble }] });
  // The account bills its organization, and not the operator.
  await limitSpeech(org, 0);
  const events = await say(begun, 'Is there a slot?');
  await account.plan({ plans: [], release: true });
  expect(audioIn(events).map(({ data, sentence }) => [sentence, data])).toEqual([
    [0, null],
    [1, null],
    [2, null],
  ]);
  expect(events.at(-1)).toMatchObject(['done', { message: first }]);

  const again = audioIn(await say(begun, 'Once more'));
  expect(Buffer.from(String(again[0]?.data), 'base64').toString()).toContain(heardPart);
  expect(again[0]).toMatchObject({ content_type: 'audio/mpeg', turn: 3 });
});

/** Lets an account of the organization speak, in whose audio the words can be read. */
const speakReadably = async ({ org, agent_id }: Chat) => {
  const account = providerAccount(`key-of-${org.client.id}`);
  const { id: integration_id } = await connect(org, 'elevenlabs', {}, { api_key: account.apiKey });
  await org.api.deployments.create({ params: { agent_id }, body: { integration_id, runs_on: 'platform' } });
  return {
    account,
    /** The texts that it was asked to speak. */
    texts: async () =>
      (await account.look()).asked.flatMap(({ path, body }) =>
        path.startsWith('/v1/text-to-speech/') ? [(body as { readonly text: string }).text] : [],
      ),
  };
};

/** The words of audio that can be read. */
const wordsIn = (events: readonly Event[]) =>
  audioIn(events).map(({ data }) =>
    Buffer.from(String(data), 'base64')
      .toString()
      .replace(/^.*?: /, ''),
  );

/** A model that is slower than the silence that nobody should hear. */
const slow = { first_ms: 1500, part_ms: 0 };

test('the first words that are heard say that an AI speaks, once, and are no words of the answer', async () => {
  const begun = await newChatOf({ language: 'de-AT' }, [{ text: 'Guten Tag.' }, { text: 'Ja.' }]);
  await speakReadably(begun);
  expect(audioIn(await say(begun, 'Hallo', { speak: false }))).toEqual([]);
  const events = await say(begun, 'Hallo?');
  expect(wordsIn(events)).toEqual(['Sie sprechen mit einem KI-Assistenten.', 'Ja.']);
  expect(audioIn(events)).toMatchObject([
    { turn: 3, sentence: 0, characters: 0, interruptible: false },
    { turn: 3, sentence: 1, characters: 3, interruptible: true },
  ]);
  expect(wordsIn(await say(begun, 'Noch da?', { heard: { turn: 3, characters: 0 } }))).toEqual(['Ja.']);
  expect((await begun.turns()).map(({ text }) => text)).toEqual([
    ...['Hallo', 'Guten Tag.', 'Hallo?', '', 'Noch da?', 'Ja.'],
  ]);
});

test('an agent says that an AI speaks in its own words, or where it must', async () => {
  const agent = { disclosure: 'An AI of {{practice}} speaks.' };
  const variables = { practice: 'Harbor Dental' };
  const own = await newChatOf(agent, [{ text: 'Hello.' }], { variables });
  await speakReadably(own);
  expect(wordsIn(await say(own, 'Hi'))).toEqual(['An AI of Harbor Dental speaks.', 'Hello.']);
  const silent = await newChat({ text: 'Hello.' });
  await speakReadably(silent);
  const settings = { disclosure_required: true };
  await operator.clients.update({ params: { client_id: silent.org.client.id }, body: { settings } });
  expect(wordsIn(await say(silent, 'Hi'))).toEqual(['You are speaking with an AI assistant.', 'Hello.']);
});

test('a model that is slow is covered by the filler, once, which is no word of the answer', async () => {
  const answer = 'Here I am. What is it?';
  const begun = await newChatOf({ disclosure: '', filler: 'One moment.' }, [{ text: answer, pace: slow }]);
  const { texts } = await speakReadably(begun);
  for (const turn of [1, 3]) {
    const events = await say(begun, 'Hello');
    expect(wordsIn(events)).toEqual(['One moment.', 'Here I am.', 'What is it?']);
    expect(audioIn(events)).toMatchObject([
      { turn, sentence: 0, characters: 0, interruptible: true },
      { turn, sentence: 1, characters: 11 },
      { turn, sentence: 2, characters: answer.length },
    ]);
  }
  expect((await begun.turns()).map(({ text }) => text)).toEqual(['Hello', answer, 'Hello', answer]);
  // It was kept, and sentences of models are not.
  const asked = await texts();
  expect(asked.filter((text) => text === 'One moment.')).toHaveLength(1);
  expect(asked.filter((text) => text === 'Here I am.')).toHaveLength(2);
});

test('words that are kept are paid once, and those with words of the user each time', async () => {
  const begun = await newChatOf({ disclosure: 'An AI speaks.' }, [{ text: 'Yes.' }]);
  const { org, agent_id } = begun;
  const another = async () => ({
    ...begun,
    chat: await org.api.chats.create({ params: { agent_id }, body: { variables: { name: 'Ada' } } }),
  });
  await say(begun, 'Hello');
  await say(await another(), 'Hello');
  expect(await charactersOf(org)).toBe('An AI speaks.'.length + 2 * 'Yes.'.length);
  await org.api.agents.update({ params: { agent_id }, body: { disclosure: '{{name}}, an AI speaks.' } });
  await say(await another(), 'Hello');
  await say(await another(), 'Hello');
  expect(await charactersOf(org)).toBe(
    'An AI speaks.'.length + 2 * 'Ada, an AI speaks.'.length + 4 * 'Yes.'.length,
  );
});

test.for([
  ['of the agent', 'en-GB', 'Sorry, {{name}}.', 'Sorry, Ada.'],
  [
    'in its language',
    'de-DE',
    null,
    'Entschuldigung, da ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.',
  ],
] as const)(
  'a model that fails is apologized for in words %s, and the same can be said again',
  async ([, language, failure_message, expected]) => {
    const begun = await newChatOf(
      { disclosure: '', language, failure_message },
      [{ status: 500, body: '' }, { text: 'Yes.' }],
      { variables: { name: 'Ada' } },
    );
    await speakReadably(begun);
    const events = await say(begun, 'Hello');
    expect(wordsIn(events)).toEqual([expected]);
    expect(audioIn(events)).toMatchObject([{ turn: 1, sentence: 0, characters: 0 }]);
    expect(events.at(-1)).toMatchObject(['error', { code: 'model_failed' }]);
    expect(wordsIn(await say(begun, 'Hello'))).toEqual(['Yes.']);
    expect((await begun.turns()).map(({ text }) => text)).toEqual(['Hello', 'Yes.']);
  },
);

/** Changes an item of a chat, as if time had passed. */
const age = async ({ chat }: Chat, sk: 'session' | 'meta', change: (fields: Fields) => Fields) => {
  const key = sk === 'meta' ? keyOf('conversation', chat.id) : { ...keyOf('conversation', chat.id), sk };
  const item = await tableOf(platform).get(key);
  const fields = JSON.stringify(change(JSON.parse(item?.fields) as Fields));
  await tableOf(platform).put({ ...item, fields });
};

test('the words with which a limit ends a chat are heard after the answer, and kept', async () => {
  const answer = 'On Thursday. Goodbye.';
  const limit_message = 'This chat is full. Please start another one, {{name}}.';
  const begun = await newChatOf({ disclosure: '', limit_message }, [{ text: answer }], {
    variables: { name: 'Ada' },
  });
  const { texts } = await speakReadably(begun);
  const another = async () => {
    const body = { variables: { name: 'Bob' } };
    return {
      ...begun,
      chat: await begun.org.api.chats.create({ params: { agent_id: begun.agent_id }, body }),
    };
  };
  for (const [chat, name] of [
    [begun, 'Ada'],
    [await another(), 'Bob'],
  ] as const) {
    await age(chat, 'session', (session) => ({ ...session, messages: 99 }));
    const events = await say(chat, 'When?');
    const last = `This chat is full. Please start another one, ${name}.`;
    expect(wordsIn(events)).toEqual([
      ...['On Thursday.', 'Goodbye.'],
      ...['This chat is full.', `Please start another one, ${name}.`],
    ]);
    const length = answer.length;
    expect(audioIn(events)).toMatchObject([
      { turn: 1, sentence: 0, characters: 13 },
      { turn: 1, sentence: 1, characters: length },
      { turn: 1, sentence: 2, characters: length, interruptible: true },
      { turn: 1, sentence: 3, characters: length },
    ]);
    expect(events.at(-1)).toMatchObject(['done', { ended: true, message: answer }]);
    const params = { conversation_id: chat.chat.id };
    expect((await begun.org.api.transcripts.get({ params, query: {} })).data).toMatchObject([
      ...[{ text: 'When?' }, { text: answer }, { index: 2, role: 'agent', text: last }],
    ]);
  }
  const asked = await texts();
  expect(asked.filter((text) => text === 'This chat is full.')).toHaveLength(1);
  expect(asked.filter((text) => text.startsWith('Please start'))).toHaveLength(2);
});

test('a voice that is down is not asked for each sentence of the words with which a limit ends a chat', async () => {
  const numbers = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
  const limit_message = numbers.map((number) => `This is the ${number} sentence.`).join(' ');
  const begun = await newChatOf({ disclosure: '', limit_message }, [{ text: 'Goodbye.' }]);
  const { account, texts } = await speakReadably(begun);
  await age(begun, 'session', (session) => ({ ...session, messages: 99 }));
  await account.plan({ plans: [{ at: 'POST /v1/text-to-speech/', trouble: 'down' }] });
  const events = await say(begun, 'When?');
  await account.plan({ plans: [], release: true });
  expect(events.at(-1)).toMatchObject(['done', { ended: true, message: 'Goodbye.' }]);
  expect((await begun.turns()).at(-1)?.text).toBe(limit_message);
  // Two at once, and one more after the first that failed.
  expect(new Set(await texts()).size).toBeLessThanOrEqual(3);
});

/** A chat that people have not answered in time. */
const unansweredChat = async (...answers: readonly Answer[]) => {
  const handover = { answer_within_minutes: 1, unanswered_message: 'Nobody is there. I go on.' };
  const begun = await newChatOf({ disclosure: '', handover }, answers);
  await speakReadably(begun);
  await begun.org.api.handovers.create({ params: begun.params });
  await age(begun, 'meta', (record) => ({
    ...record,
    handover: { ...(record.handover as object), answer_by: new Date(0).toISOString() },
  }));
  return begun;
};

test('whoever speaks when no person has answered in time hears so first', async () => {
  const begun = await unansweredChat({ text: 'Can I help?' }, { text: 'Yes.' });
  const events = await say(begun, 'Hello?');
  expect(wordsIn(events)).toEqual(['Nobody is there.', 'I go on.', 'Can I help?']);
  expect(audioIn(events)).toMatchObject([
    { turn: 2, sentence: 0, characters: 0, interruptible: true },
    { turn: 2, sentence: 1, characters: 0 },
    { turn: 2, sentence: 2, characters: 11 },
  ]);
  expect(wordsIn(await say(begun, 'Really?', { heard: { turn: 2, characters: 3 } }))).toEqual(['Yes.']);
  expect(await begun.turns()).toMatchObject([
    { text: 'Nobody is there. I go on.' },
    { text: 'Hello?' },
    { text: 'Can', unheard: { text: 'I help?', reported_by: 'client' } },
    { text: 'Really?' },
    { text: 'Yes.' },
  ]);
});

test('words before an answer are heard once, also if another message interrupts the answer', async () => {
  const begun = await unansweredChat({ text: first }, { text: 'Of course.' });
  const turn = 2;
  const told: Event[][] = [];
  await overtaken(
    platform.dynamodb_endpoint,
    { key: turnsOf(begun.chat.id), operation: 'TransactWriteItems' },
    () => say(begun, 'Is there a slot?').then((events) => told.push(events)),
    async () => {
      const heard = { turn, characters: heardPart.length };
      told.push(await say(begun, 'Wait', { when_busy: 'interrupt', heard }));
    },
  );
  const [last, interrupted] = told.map(wordsIn);
  expect(interrupted?.slice(0, 2)).toEqual(['Nobody is there.', 'I go on.']);
  expect(last).toEqual(['Of course.']);
  expect(await begun.turns()).toMatchObject([
    { text: 'Nobody is there. I go on.' },
    { text: 'Is there a slot?' },
    { text: heardPart },
    { text: 'Wait' },
    { text: 'Of course.' },
  ]);
});

test('a model that says nothing is given up in a talk, after the filler', async () => {
  const agent = { disclosure: '', filler: 'One moment.', failure_message: 'I cannot answer.' };
  const begun = await newChatOf(agent, [{ trouble: 'silent' }, { text: 'Yes.' }]);
  await speakReadably(begun);
  const events = await say(begun, 'Hello');
  expect(wordsIn(events)).toEqual(['One moment.', 'I cannot answer.']);
  expect(events.at(-1)).toMatchObject(['error', { code: 'model_timed_out' }]);
  expect(wordsIn(await say(begun, 'Hello?'))).toEqual(['Yes.']);
});

test('nobody hears why an answer fails that a newer message has taken the place of', async () => {
  const begun = await newChat({ trouble: 'silent' }, { text: 'Yes.' });
  const first = say(begun, 'Hello');
  await eventually(async () => expect(await begun.asked()).toHaveLength(1));
  expect(audioIn(await say(begun, 'Wait', { when_busy: 'interrupt' }))).toHaveLength(1);
  const events = await first;
  expect(audioIn(events)).toEqual([]);
  expect(events.at(-1)).toMatchObject(['error', { code: 'answer_interrupted' }]);
});

test('strangers report nothing', async () => {
  const begun = await newChat({ text: first });
  await say(begun, 'Is there a slot?');
  const other = await newChat({ text: 'Hello' });
  const body = { text: 'Hi', heard: { turn: 1, characters: 2 } };
  expect((await post(begun.chat.stream_url, other.chat.session_token, body)).status).toBe(401);
  expect((await post(begun.chat.stream_url, other.org.key, body)).status).toBe(404);
  const wrong = { turn: -1, characters: 2 };
  expect((await post(begun.chat.stream_url, begun.org.key, { text: 'Hi', heard: wrong })).status).toBe(400);
  expect((await begun.turns())[1]).not.toHaveProperty('unheard');
});

test('a report that an erasure overtakes brings nothing back', async () => {
  const begun = await newChat({ text: first }, { text: 'Of course.' });
  const { org, params } = begun;
  await say(begun, 'Is there a slot?');
  const events = await overtaken(
    platform.dynamodb_endpoint,
    { key: turnsOf(begun.chat.id), operation: 'TransactWriteItems' },
    async () => {
      const heard = { turn: 1, characters: 3 };
      const sent = await post(begun.chat.stream_url, begun.org.key, { text: 'Wait', heard });
      return { status: sent.status };
    },
    () => org.api.conversations.erase({ params }),
  );
  expect(events.status).toBe(404);
  expect(await refusalOf(org.api.transcripts.get({ params, query: {} }))).toBe('404 conversation_not_found');
  const traces = async () => JSON.stringify(await allItems(begun.chat.id));
  await eventually(async () => expect(await traces()).not.toContain('half past nine'));
});

test('spoken characters and their cost are counted, also of an answer that was interrupted', async () => {
  const begun = await newChat({ text: first }, { text: 'Yes.' });
  const { org, params } = begun;
  await interrupting(begun, { heard: { turn: 1, characters: 9 } });
  await org.api.chats.end({ params });
  // 11 tokens in and 7 out at 2 and 8 dollars for each of two answers, and 16 dollars a million characters.
  const characters = first.replace(/(?<=[.]) /g, '').length + 'Yes.'.length;
  const amount = (2 * (11 * 2 + 7 * 8) + characters * 16) / 1_000_000;
  await eventually(async () => {
    const { rows } = await operator.usage.get({
      params: { client_id: org.client.id },
      query: { interval: 'total' },
    });
    expect(rows).toMatchObject([
      { spoken_characters: characters, messages: 2, costs: [{ amount: String(amount), currency: 'USD' }] },
    ]);
  });
  expect(await charactersOf(org)).toBe(characters);
  const { cost } = await operator.conversations.get({ params });
  expect(Number(cost?.amount)).toBeCloseTo((11 * 2 + 7 * 8 + 4 * 16) / 1_000_000, 9);
});

test('a plan that stops counts each message whose answer was interrupted while it was spoken, once', async () => {
  const subscribe = async ({ client }: Organization) => {
    const stopping = { included_messages: 6, message_rate: '0.10', at_limit: 'stop' as const };
    const { id: plan_id } = await operator.plans.create({ body: { ...terms, ...stopping } });
    const params = { client_id: client.id };
    await operator.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
  };
  const answers = [
    { text: first },
    { text: first },
    { text: 'Of course.' },
    { text: first },
    { trouble: 'broken' },
    { text: first },
    { trouble: 'broken' },
    { text: 'The last one.' },
  ] as const;
  const begun = await newChatOf({ disclosure: '' }, answers, { prepare: subscribe });
  const { org, agent_id } = begun;
  const another = async (): Promise<Chat> => {
    const chat = await org.api.chats.create({ params: { agent_id }, body: {} });
    return { ...begun, chat, params: { conversation_id: chat.id } };
  };
  const end = ({ params }: Chat) => org.api.chats.end({ params });

  const ended = await another();
  const turns = { key: turnsOf(ended.chat.id), operation: 'TransactWriteItems' };
  const ending = () => end(ended);
  await overtaken(platform.dynamodb_endpoint, turns, () => say(ended, 'Is there a slot?'), ending);
  await interrupting(begun, {});
  const failing = await another();
  await interrupting(failing, {});
  await end(failing);
  // A person answers instead, to whom the user goes on.
  const takenOver = await another();
  await interrupting(takenOver, {});
  const { params } = takenOver;
  await org.api.handovers.create({ params, body: {} });
  await say(takenOver, 'Are you there?', { speak: false });
  await end(takenOver);

  const last = await another();
  expect((await say(last, 'Hello')).at(-1)).toMatchObject(['done', { message: 'The last one.' }]);
  expect((await say(last, 'Hello')).at(-1)).toMatchObject(['error', { code: 'usage_limit_reached' }]);
  await end(begun);
  await end(last);
  await eventually(async () => {
    const { current_period } = await org.api.subscriptions.get({ params: { client_id: org.client.id } });
    expect(current_period).toMatchObject({ messages_used: 6 });
  });
});
