import { expect, test } from 'vitest';
import type { Scope } from '#lib/contract/route.ts';
import { clientFor, makeKey, newConversation, organization, refusalOf, unknownId } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { startReceiver } from '../../support/receiver.ts';

test('a message belongs to its webhook, and an unknown one is not found', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['ping'] } });
  const other = await org.api.webhooks.create({ body: { events: ['ping'] } });
  const { id: message_id } = await org.api.webhooks.test({ params: { webhook_id } });
  const read = await org.api.webhookMessages.get({ params: { webhook_id, message_id } });
  expect(read).toMatchObject({
    event: 'ping',
    entity_id: webhook_id,
    payload: { data: { id: webhook_id } },
    attempts: [],
  });
  for (const params of [
    { webhook_id: other.id, message_id },
    { webhook_id, message_id: unknownId('msg') },
  ]) {
    expect(await refusalOf(org.api.webhookMessages.get({ params }))).toBe('404 message_not_found');
  }
});

test('a receiver’s answer is shown only to keys that may read the payload', async () => {
  const org = await organization();
  const echo = await startReceiver(({ text }, response) => {
    response.writeHead(200).end(text);
  });
  const { id: webhook_id } = await org.api.webhooks.create({
    body: { url: echo.url, events: ['conversation.ended'] },
  });
  const { id } = await newConversation(org, { status: 'completed', duration_ms: 1000, summary: 'A secret' });
  const message_id = await eventually(async () => {
    const { data } = await org.api.webhookMessages.list({ params: { webhook_id } });
    expect(data.map(({ entity_id, status }) => [entity_id, status])).toEqual([[id, 'delivered']]);
    return data[0]?.id ?? '';
  });
  const params = { webhook_id, message_id };
  const read = async (...allowed: Scope[]) =>
    clientFor(await makeKey(org.client.id, allowed)).webhookMessages.get({ params });
  const [attempt] = (await read('webhooks:read', 'conversations:read')).attempts;
  expect(attempt?.response).toContain(id);
  const hidden = await read('webhooks:read');
  expect(hidden.attempts).toEqual([{ ...attempt, response: null }]);
  expect(JSON.stringify(hidden)).not.toContain('secret');
  await echo.close();
});
