import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  newConversation,
  operator,
  organization,
  platform,
  problemOf,
  refusalOf,
  suspend,
  unknownId,
} from '../../fixtures.ts';
import { overtaken } from '../../support/fault-proxy.ts';
import { chatWithPeople } from '../../support/handed-over.ts';
import { peopleOf } from '../../support/people.ts';

const { personIn } = peopleOf(platform.base_url, { operator });

test('a person answers in their own name, and takes a chat over from the agent', async () => {
  const { org, api, params, said } = await chatWithPeople([{ text: 'Never asked' }]);
  const kim = await personIn(org, 'operator');
  const turn = await kim.api.handovers.reply({ params, body: { text: 'Good morning' } });
  expect(turn).toMatchObject({ index: 0, role: 'agent', text: 'Good morning', author: 'Pia' });
  expect(await api.conversations.get({ params })).toMatchObject({
    handling: 'human',
    handover: { author: 'Pia', reason: null },
  });
  const named = kim.api.handovers.reply({ params, body: { text: 'Hello', author: 'The director' } });
  expect((await problemOf(named)).problem.errors).toMatchObject([
    { pointer: '/author', code: 'not_applicable' },
  ]);
  const nameless = api.handovers.reply({ params, body: { text: 'Hello' } });
  expect((await problemOf(nameless)).problem.errors).toMatchObject([
    { pointer: '/author', code: 'required' },
  ]);
  const listener = await personIn(org, 'listener');
  const refused = listener.api.handovers.reply({ params, body: { text: 'Hello' } });
  expect(await refusalOf(refused)).toBe('403 insufficient_scope');
  expect(await said()).toHaveLength(1);
});

test('replies of several people at once, and repeated ones, are each stored once', async () => {
  const { api, params, said } = await chatWithPeople([{ text: 'Never asked' }]);
  const reply = (author: string, idempotencyKey: string) =>
    api.handovers.reply({ params, body: { text: `This is ${author}.`, author }, idempotencyKey });
  const [kim, lou] = [randomUUID(), randomUUID()];
  const [first, second] = await Promise.all([reply('Kim', kim), reply('Lou', lou)]);
  expect([first.index, second.index].sort()).toEqual([0, 1]);
  expect(await reply('Kim', kim)).toEqual(first);
  expect((await said()).map(([author]) => author).sort()).toEqual(['Kim', 'Lou']);
});

test('a user goes on writing to the person who answers after the agent was removed', async () => {
  const { api, params, agent_id, send, said } = await chatWithPeople([{ text: 'Never asked' }]);
  const reply = (text: string) => api.handovers.reply({ params, body: { text, author: 'Kim' } });
  await reply('One moment');
  await api.agents.remove({ params: { agent_id } });
  expect(await send('Are you there?')).toMatchObject({ message: null, handling: 'human' });
  await reply('Yes');
  expect(await said()).toEqual([
    ['Kim', 'One moment'],
    ['user', 'Are you there?'],
    ['Kim', 'Yes'],
  ]);
  await api.handovers.remove({ params });
  expect(await refusalOf(send('And now?'))).toBe('404 agent_not_found');
});

test('a user who writes to a person is refused where the organization is suspended', async () => {
  const { org, api, params, send } = await chatWithPeople([{ text: 'Never asked' }]);
  await api.handovers.reply({ params, body: { text: 'One moment', author: 'Kim' } });
  await suspend(org);
  expect(await refusalOf(send('Are you there?'))).toBe('409 client_suspended');
});

test('a reply to a chat that is ended or erased meanwhile is refused', async () => {
  for (const code of ['409 conversation_ended', '404 conversation_not_found']) {
    const { api, params } = await chatWithPeople([{ text: 'Hello' }]);
    const late = overtaken(
      platform.dynamodb_endpoint,
      { contains: params.conversation_id, operation: 'TransactWriteItems' },
      () => api.handovers.reply({ params, body: { text: 'Hello', author: 'Kim' } }),
      () => (code.startsWith('409') ? api.chats.end({ params }) : api.conversations.erase({ params })),
    );
    expect(await refusalOf(late)).toBe(code);
  }
});

test('only a chat in reach is answered, and none of a suspended organization', async () => {
  const { org, api, params } = await chatWithPeople([{ text: 'Hello' }]);
  const body = { text: 'Hello', author: 'Kim' };
  const other = await organization();
  expect(await refusalOf(other.api.handovers.reply({ params, body }))).toBe('404 conversation_not_found');
  const unknown = { conversation_id: unknownId('conv') };
  expect(await refusalOf(api.handovers.reply({ params: unknown, body }))).toBe('404 conversation_not_found');
  const call = { conversation_id: (await newConversation(org)).id };
  expect(await refusalOf(api.handovers.reply({ params: call, body }))).toBe('409 not_a_chat');
  await suspend(org);
  expect(await refusalOf(api.handovers.reply({ params, body }))).toBe('409 client_suspended');
});
