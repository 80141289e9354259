import { expect, test } from 'vitest';
import { keyOf } from '#lib/store/keys.ts';
import type { Organization } from '../../fixtures.ts';
import { clientFor, newConversation, organization, platform, refusalOf, unknownId } from '../../fixtures.ts';
import { overtaken } from '../../support/fault-proxy.ts';
import { tableOf } from '../../support/table.ts';

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

const ends = {
  'its user': ({ api, params }: Ending) => api.chats.end({ params }),
  'a key': ({ api, params }: Ending) =>
    api.conversations.update({ params, body: { status: 'failed', end_reason: 'closed', duration_ms: 5 } }),
};

interface Ending {
  readonly api: Organization['api'];
  readonly params: { readonly conversation_id: string };
}

test.for(Object.entries(ends))(
  'a chat that is ended by %s keeps the message that is being answered, and no variables',
  async ([, end]) => {
    const { api } = await organization();
    const { id: agent_id } = await api.agents.create({ body: { name: 'Pia' } });
    const body = { variables: { customer_id: 'cus_7' } };
    const { id: conversation_id } = await api.chats.create({ params: { agent_id }, body });
    const params = { conversation_id };
    const answer = overtaken(
      platform.dynamodb_endpoint,
      { contains: conversation_id, operation: 'TransactWriteItems' },
      () => api.chats.send({ params, body: { text: 'Good morning' } }),
      () => end({ api, params }),
    );
    expect(await refusalOf(answer)).toBe('409 conversation_ended');
    const { transcript, end_time, start_time } = await api.conversations.get({ params });
    expect(transcript).toEqual({ status: 'final', turns: 1 });
    expect(Date.parse(end_time ?? '')).toBeGreaterThanOrEqual(Date.parse(start_time));
    const { data } = await api.chats.messages({ params, query: {} });
    expect(data.map(({ role, text }) => [role, text])).toEqual([['user', 'Good morning']]);
    const session = await tableOf(platform).get(keyOf('chat_session', conversation_id));
    expect(JSON.parse(session?.fields)).toMatchObject({ pending: [], variables: {} });
  },
);

test('the end by a key and an answer at the same moment are both stored', async () => {
  const { api } = await organization();
  const { id: agent_id } = await api.agents.create({ body: { name: 'Pia' } });
  const { id: conversation_id } = await api.chats.create({ params: { agent_id }, body: {} });
  const params = { conversation_id };
  const ended = await overtaken(
    platform.dynamodb_endpoint,
    { contains: conversation_id, operation: 'TransactWriteItems' },
    () => api.conversations.update({ params, body: { status: 'completed' } }),
    () => api.chats.send({ params, body: { text: 'Good morning' } }),
  );
  expect(ended).toMatchObject({ status: 'completed', transcript: { turns: 2 } });
});

test('only a chat in reach is ended', async () => {
  const org = await organization();
  const conversation_id = (await newConversation(org)).id;
  expect(await refusalOf(org.api.chats.end({ params: { conversation_id } }))).toBe('409 not_a_chat');
  const unknown = { conversation_id: unknownId('conv') };
  expect(await refusalOf(org.api.chats.end({ params: unknown }))).toBe('404 conversation_not_found');
});
