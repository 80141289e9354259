import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import { eventKey } from '#lib/data/keys.ts';
import { newId } from '#lib/domain/ids.ts';
import { injectFault, newConversation, organisation, platform, refusalOf } from '../../fixtures.ts';
import { dynamodb } from '../../support/table.ts';

test.for(['refused', 'throttled', 'lost-answer'] as const)(
  'an erasure is done to the end, however often DynamoDB has %s a part of it',
  async (kind) => {
    const org = await organisation();
    const { id } = await newConversation(org, {
      status: 'completed',
      turns: Array.from({ length: 40 }, (_, at) => ({ role: 'user' as const, text: `word${at}` })),
    });
    const params = { conversation_id: id };
    await injectFault({ contains: `conversation#${id}`, operation: 'BatchWriteItem', kind, times: 15 });
    await org.api.conversations.erase({ params });
    await vi.waitFor(
      async () => {
        expect(await refusalOf(org.api.conversations.erase({ params }))).toBe('404 conversation_not_found');
      },
      { timeout: 50_000, interval: 500 },
    );
  },
);

test('an event of an erasure that was not asked for erases nothing', async () => {
  const org = await organisation();
  const { id } = await newConversation(org);
  const event = newId('evt');
  const told = { id: event, type: 'conversation.erased', entity: id, client_id: org.client.id, version: 1 };
  await dynamodb.send(
    new PutCommand({ TableName: platform.table, Item: { ...eventKey(id, event), ...told } }),
  );
  const other = await newConversation(org);
  await org.api.conversations.erase({ params: { conversation_id: other.id } });
  await vi.waitFor(
    async () => {
      const again = org.api.conversations.erase({ params: { conversation_id: other.id } });
      expect(await refusalOf(again)).toBe('404 conversation_not_found');
    },
    { timeout: 30_000, interval: 200 },
  );
  expect((await org.api.conversations.get({ params: { conversation_id: id } })).id).toBe(id);
});
