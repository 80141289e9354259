import { expect, test } from 'vitest';
import { clientFor, makeKey, newAgent, organization, unknownId } from '../../fixtures.ts';

test('messages of a webhook without a URL can be waited for, and stay until they are acknowledged', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['agent.created'] } });
  const params = { webhook_id };
  const pending = { status: 'pending', order: 'asc' } as const;
  expect((await org.api.webhookMessages.list({ params, query: pending })).data).toEqual([]);
  const waiting = org.api.webhookMessages.list({ params, query: { ...pending, wait: '20' } });
  const agent = await newAgent(org);
  const { data } = await waiting;
  expect(data).toMatchObject([
    { event: 'agent.created', status: 'pending', next_attempt_at: null, payload: { data: agent } },
  ]);
  // A reader that does not confirm its messages receives them again.
  expect((await org.api.webhookMessages.list({ params, query: pending })).data).toEqual(data);
  const message_ids = data.map(({ id }) => id);
  const unknown = unknownId('msg');
  const body = { message_ids: [...message_ids, unknown] };
  expect(await org.api.webhooks.acknowledge({ params, body })).toEqual({ messages: 1 });
  expect(await org.api.webhooks.acknowledge({ params, body })).toEqual({ messages: 0 });
  expect((await org.api.webhookMessages.list({ params, query: pending })).data).toEqual([]);
  const [read] = (await org.api.webhookMessages.list({ params, query: { status: 'delivered' } })).data;
  expect(read).toMatchObject({ id: message_ids[0], delivered_at: expect.any(String) });
});

test('messages show only the id of an entity that the key may not read', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['agent.created'] } });
  const agent = await newAgent(org);
  const params = { webhook_id };
  const narrow = clientFor(await makeKey(org.client.id, ['webhooks:read']));
  const { data } = await narrow.webhookMessages.list({ params, query: { wait: '20' } });
  expect(data.map(({ payload }) => payload?.data)).toEqual([{ id: agent.id }]);
  const read = await narrow.webhookMessages.get({ params: { ...params, message_id: data[0]?.id ?? '' } });
  expect(read.payload?.data).toEqual({ id: agent.id });
});
