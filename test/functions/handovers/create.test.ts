import { expect, test } from 'vitest';
import { keyOf } from '#lib/store/keys.ts';
import {
  clientFor,
  newConversation,
  organization,
  platform,
  refusalOf,
  suspend,
  unknownId,
} from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { overtaken } from '../../support/fault-proxy.ts';
import { chatWithPeople } from '../../support/handed-over.ts';
import { tableOf } from '../../support/table.ts';

test('an agent hands over, people answer, and the agent resumes at the same place', async () => {
  const { api, params, send, said, asked } = await chatWithPeople([
    { text: 'I will get someone.', calls: [{ name: 'get_person', arguments: { reason: 'A refund' } }] },
    { text: 'Here I am again.' },
  ]);
  const { id: webhook_id } = await api.webhooks.create({
    body: { events: ['conversation.handover_requested', 'transcript.appended'] },
  });
  const handed = await send('I want my money back');
  expect(handed).toMatchObject({ message: 'I will get someone.', handling: 'waiting', ended: false });
  expect(await api.conversations.get({ params })).toMatchObject({
    handling: 'waiting',
    handover: { reason: 'A refund', answer_by: null, author: null, requested_at: expect.any(String) },
  });
  const stored = await send('Hello?');
  expect(stored).toMatchObject({ message: null, handling: 'waiting', turns: [{ text: 'Hello?' }] });

  const waiting = api.chats.messages({ params, query: { after: '2', wait: '20' } });
  await api.handovers.reply({ params, body: { text: 'This is Kim.', author: 'Kim' } });
  expect(await waiting).toMatchObject({ handling: 'human', data: [{ author: 'Kim', text: 'This is Kim.' }] });
  expect(await send('Thank you')).toMatchObject({ message: null, handling: 'human' });
  expect(await asked()).toHaveLength(1);

  expect(await api.handovers.remove({ params })).toMatchObject({ handling: 'agent' });
  expect(await send('Another question')).toMatchObject({ message: 'Here I am again.', handling: 'agent' });
  expect(await said()).toEqual([
    ['user', 'I want my money back'],
    ['agent', 'I will get someone.'],
    ['user', 'Hello?'],
    ['Kim', 'This is Kim.'],
    ['user', 'Thank you'],
    ['user', 'Another question'],
    ['agent', 'Here I am again.'],
  ]);
  await eventually(async () => {
    const { data } = await api.webhookMessages.list({ params: { webhook_id } });
    const types = data.map(({ event }) => event);
    expect(types.filter((type) => type === 'conversation.handover_requested')).toHaveLength(1);
    expect(types.filter((type) => type === 'transcript.appended')).toHaveLength(5);
  });
});

test('a page asks for a person once, and the inbox of its organizations shows the chat', async () => {
  const { api, chat, params, said } = await chatWithPeople([{ text: 'Never asked' }], {
    answer_within_minutes: 10,
    unanswered_message: 'Nobody is there.',
  });
  const page = clientFor(chat.session_token);
  const first = await page.handovers.create({ params, body: { reason: 'A complaint' } });
  expect(first).toMatchObject({ handling: 'waiting', status: 'active' });
  expect(first).not.toHaveProperty('handover');
  await Promise.all([1, 2, 3].map(() => page.handovers.create({ params, body: { reason: 'Again' } })));
  const inbox = async (handling: 'waiting' | 'human') =>
    (await api.conversations.active({ query: { handling, expand: ['details'] } })).data.map(
      ({ id, handover }) => [id, handover?.reason],
    );
  expect(await inbox('waiting')).toEqual([[chat.id, 'A complaint']]);
  expect(await inbox('human')).toEqual([]);
  const { handover } = await api.conversations.get({ params });
  const minutes = (Date.parse(handover?.answer_by ?? '') - Date.parse(handover?.requested_at ?? '')) / 60_000;
  expect(minutes).toBe(10);
  await page.chats.send({ params, body: { text: 'Quickly, please' } });
  expect(await said()).toEqual([['user', 'Quickly, please']]);
  const { data } = await api.conversations.list();
  expect(data).toMatchObject([{ id: chat.id, handling: 'waiting' }]);
  expect(await refusalOf(page.handovers.remove({ params }))).toBe('401 unauthenticated');
  const reply = page.handovers.reply({ params, body: { text: 'I am Kim', author: 'Kim' } });
  expect(await refusalOf(reply)).toBe('401 unauthenticated');
});

test('whoever writes when nobody has answered in time reads so first', async () => {
  const handover = { answer_within_minutes: 1, unanswered_message: 'Nobody is there.' };
  const { api, chat, params, asked, said } = await chatWithPeople([{ text: 'Can I help?' }], handover);
  await api.handovers.create({ params });
  const table = tableOf(platform);
  const record = await table.get(keyOf('conversation', chat.id));
  const fields = JSON.parse(record?.fields);
  fields.handover.answer_by = new Date(0).toISOString();
  await table.put({ ...record, fields: JSON.stringify(fields) });

  const response = await fetch(chat.stream_url, {
    method: 'POST',
    headers: { authorization: `Bearer ${chat.session_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Hello?' }),
  });
  const stream = await response.text();
  expect(stream).toContain('event: accepted\ndata: {"turn":1}');
  const done = JSON.parse(/event: done\ndata: (.*)/.exec(stream)?.[1] ?? '{}');
  expect(done).toMatchObject({ message: 'Can I help?', handling: 'agent' });
  expect(done.turns.map(({ index, text }: { index: number; text: string }) => [index, text])).toEqual([
    [0, 'Nobody is there.'],
    [1, 'Hello?'],
    [2, 'Can I help?'],
  ]);
  expect(await said()).toEqual([
    ['agent', 'Nobody is there.'],
    ['user', 'Hello?'],
    ['agent', 'Can I help?'],
  ]);
  expect(JSON.stringify((await asked())[0]?.body.messages)).toContain('Nobody is there.');
  expect((await api.conversations.get({ params })).handover).toBeNull();
});

test('a handover waits for the answer that is being made', async () => {
  const { api, params, send, said } = await chatWithPeople([{ text: 'First answer' }]);
  const writes = { contains: params.conversation_id, operation: 'TransactWriteItems' };
  const refused: string[] = [];
  const first = await overtaken(
    platform.dynamodb_endpoint,
    writes,
    () => send('One'),
    async () => {
      refused.push(await refusalOf(api.handovers.create({ params })));
      const reply = api.handovers.reply({ params, body: { text: 'Mine', author: 'Kim' } });
      refused.push(await refusalOf(reply));
    },
  );
  expect(refused).toEqual(['409 conversation_busy', '409 conversation_busy']);
  expect(first.message).toBe('First answer');
  expect(await said()).toEqual([
    ['user', 'One'],
    ['agent', 'First answer'],
  ]);
});

test('a message and a handover at the same moment are both stored', async () => {
  const { api, params, send, said } = await chatWithPeople([{ text: 'Never asked' }]);
  await api.handovers.create({ params });
  const writes = { contains: params.conversation_id, operation: 'TransactWriteItems' };
  const stored = await overtaken(
    platform.dynamodb_endpoint,
    writes,
    () => send('One'),
    () => api.handovers.reply({ params, body: { text: 'This is Kim.', author: 'Kim' } }),
  );
  expect(stored).toMatchObject({ handling: 'human', turns: [{ index: 1, text: 'One' }] });
  expect(await said()).toEqual([
    ['Kim', 'This is Kim.'],
    ['user', 'One'],
  ]);
  const busy = overtaken(
    platform.dynamodb_endpoint,
    writes,
    () => send('Two'),
    () => api.handovers.remove({ params }),
  );
  expect(await refusalOf(busy)).toBe('409 conversation_busy');
  expect(await said()).toHaveLength(2);
});

test('only an active chat in reach is handed over', async () => {
  const { org, api, params } = await chatWithPeople([{ text: 'Hello' }]);
  const refusal = (conversation_id: string, caller = api) =>
    refusalOf(caller.handovers.create({ params: { conversation_id } }));
  expect(await refusal((await newConversation(org)).id)).toBe('409 not_a_chat');
  expect(await refusal(unknownId('conv'))).toBe('404 conversation_not_found');
  expect(await refusal(params.conversation_id, (await organization()).api)).toBe(
    '404 conversation_not_found',
  );
  await api.chats.end({ params });
  expect(await refusal(params.conversation_id)).toBe('409 conversation_ended');
  const removed = await chatWithPeople([{ text: 'Hello' }]);
  await removed.api.agents.remove({ params: { agent_id: removed.agent_id } });
  expect(await refusalOf(removed.api.handovers.create({ params: removed.params }))).toBe(
    '404 agent_not_found',
  );
  const suspended = await chatWithPeople([{ text: 'Hello' }]);
  await suspend(suspended.org);
  expect(await refusalOf(suspended.api.handovers.create({ params: suspended.params }))).toBe(
    '409 client_suspended',
  );
});
