import { expect, test } from 'vitest';
import { costOf, newConversation, organization, refusalOf } from '../../fixtures.ts';

test('a conversation is readable with keys of the organizations above, in one read', async () => {
  const client = await organization();
  const location = await organization(client, 'location');
  const conversation = await newConversation(location);
  const params = { conversation_id: conversation.id };
  expect(await client.api.conversations.get({ params })).toEqual(conversation);
  const cost = await costOf(client, (api) => api.conversations.get.withResponse({ params }));
  expect(cost).toBe('1 calls, 1.0 RCU, 0 WCU');
});

test('it is not found with keys below or beside', async () => {
  const client = await organization();
  const [one, other] = await Promise.all([
    organization(client, 'location'),
    organization(client, 'location'),
  ]);
  const [above, beside] = await Promise.all([newConversation(client), newConversation(other)]);
  for (const { id } of [above, beside]) {
    const read = one.api.conversations.get({ params: { conversation_id: id } });
    expect(await refusalOf(read)).toBe('404 conversation_not_found');
  }
});

test('/active is a separate route, not an id', async () => {
  const org = await organization();
  expect((await org.api.conversations.active()).data).toEqual([]);
});
