import { expect, test } from 'vitest';
import { clientFor, newConversation, organization, refusalOf, unknownId } from '../../fixtures.ts';

test('the user ends a chat, once', async () => {
  const org = await organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia' } });
  const chat = await org.api.chats.create({ params: { agent_id }, body: {} });
  const params = { conversation_id: chat.id };
  const ended = await clientFor(chat.session_token).chats.end({ params });
  expect(ended).toMatchObject({ status: 'completed', end_reason: 'user_ended', handling: 'agent' });
  expect(await org.api.chats.end({ params })).toEqual(ended);
  const { status, end_reason, end_time } = await org.api.conversations.get({ params });
  expect({ status, end_reason, end_time }).toEqual({
    status: 'completed',
    end_reason: 'user_ended',
    end_time: ended.end_time,
  });
  expect(await refusalOf(org.api.chats.send({ params, body: { text: 'Hello' } }))).toBe(
    '409 conversation_ended',
  );
});

test('only a chat in reach is ended', async () => {
  const org = await organization();
  const conversation_id = (await newConversation(org)).id;
  expect(await refusalOf(org.api.chats.end({ params: { conversation_id } }))).toBe('409 not_a_chat');
  const unknown = { conversation_id: unknownId('conv') };
  expect(await refusalOf(org.api.chats.end({ params: unknown }))).toBe('404 conversation_not_found');
});
