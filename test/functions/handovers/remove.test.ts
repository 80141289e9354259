import { expect, test } from 'vitest';
import { newConversation, organization, refusalOf, unknownId } from '../../fixtures.ts';
import { chatWithPeople } from '../../support/handed-over.ts';

test('a chat is given back, once and several times, until it ends', async () => {
  const { api, params, send } = await chatWithPeople([{ text: 'Here I am.' }]);
  await api.handovers.reply({ params, body: { text: 'This is Kim.', author: 'Kim' } });
  const back = await api.handovers.remove({ params });
  expect(back).toMatchObject({ handling: 'agent', status: 'active' });
  expect(await api.handovers.remove({ params })).toEqual(back);
  expect(await api.conversations.get({ params })).toMatchObject({ handling: 'agent', handover: null });
  expect(await send('Hello')).toMatchObject({ message: 'Here I am.' });
  await api.chats.end({ params });
  expect(await refusalOf(api.handovers.remove({ params }))).toBe('409 conversation_ended');
});

test('only a chat in reach is given back', async () => {
  const { org, api, params } = await chatWithPeople([{ text: 'Hello' }]);
  const other = await organization();
  expect(await refusalOf(other.api.handovers.remove({ params }))).toBe('404 conversation_not_found');
  const unknown = { conversation_id: unknownId('conv') };
  expect(await refusalOf(api.handovers.remove({ params: unknown }))).toBe('404 conversation_not_found');
  const call = { conversation_id: (await newConversation(org)).id };
  expect(await refusalOf(api.handovers.remove({ params: call }))).toBe('409 not_a_chat');
});
