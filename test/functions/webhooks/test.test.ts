import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { eventData, thinData } from '#lib/contract/event-data.ts';
import { eventSchemas } from '#lib/contract/event-schemas.ts';
import { eventTypes } from '#lib/contract/events.ts';
import { organization, platform, problemOf, refusalOf } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import type { Receiver } from '../../support/receiver.ts';
import { startReceiver } from '../../support/receiver.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

test('a test is sent regardless of the webhook’s events, and is a message like any other', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['agent.created'] } });
  const params = { webhook_id };
  const sent = await org.api.webhooks.test({ params });
  expect(sent).toMatchObject({ event: 'ping', entity_id: webhook_id, status: 'pending', attempt_count: 0 });
  const { data } = await org.api.webhookMessages.list({ params });
  expect(data).toMatchObject([
    { id: sent.id, payload: { type: 'ping', test: true, data: { id: webhook_id } } },
  ]);
});

test('a disabled webhook sends no test', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['*'], status: 'disabled' } });
  const params = { webhook_id };
  expect(await refusalOf(org.api.webhooks.test({ params }))).toBe('409 webhook_disabled');
});

test('a sample of an event is signed, marked, and as full as the messages of the webhook', async () => {
  const org = await organization();
  const { id: client_id } = org.client;
  const url = `${receiver.url}/${client_id}`;
  const { secret, id } = await org.api.webhooks.create({ body: { url, events: ['agent.created'] } });
  const params = { webhook_id: id };
  const sent = await org.api.webhooks.test({ params, body: { event: 'agent.created' } });
  expect(sent).toMatchObject({ event: 'agent.created', entity_id: id });
  const [{ text, headers } = { text: '', headers: {} }] = await eventually(() => {
    const found = receiver.received.filter(({ path }) => path.endsWith(client_id));
    expect(found).toHaveLength(1);
    return found;
  });
  const body = new Webhook(secret).verify(text, headers as Record<string, string>);
  expect(body).toMatchObject({ id: sent.event_id, type: 'agent.created', client_id, test: true });
  const { payload } = await org.api.webhookMessages.get({ params: { ...params, message_id: sent.id } });
  expect(payload).toEqual(body);
});

test.for(['full', 'thin'] as const)(
  'every type has a sample that the contract declares: %s',
  async (payload) => {
    const org = await organization();
    const { id: webhook_id } = await org.api.webhooks.create({
      // Records of the audit log are sent to webhooks that name them.
      body: { events: ['*', 'audit.recorded'], payload },
    });
    const params = { webhook_id };
    for (const event of eventTypes) await org.api.webhooks.test({ params, body: { event } });
    const messages = await org.api.webhookMessages.list({ params, query: { limit: '100' } });
    const data = messages.data.filter(({ entity_id }) => entity_id === webhook_id);
    expect(data.map(({ event }) => event).sort()).toEqual(eventTypes.toSorted());
    for (const { event, payload: body } of data) {
      expect(body).toMatchObject({ type: event, test: true });
      expect(z.safeParse(eventSchemas[event], body).error).toBeUndefined();
      const declared = payload === 'full' ? eventData[event] : thinData(event);
      expect(Object.keys(body?.data ?? {}).sort()).toEqual(Object.keys(declared.shape).sort());
    }
  },
);

test('a webhook sends no sample of an event that it does not receive', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['agent.created'] } });
  const params = { webhook_id };
  const { status, problem } = await problemOf(
    org.api.webhooks.test({ params, body: { event: 'agent.removed' } }),
  );
  expect([status, problem.errors]).toEqual([
    400,
    [expect.objectContaining({ pointer: '/event', code: 'not_applicable' })],
  ]);
  expect((await org.api.webhookMessages.list({ params })).data).toEqual([]);
});

test('the body of a test may be absent, and is checked if it is not', async () => {
  const org = await organization();
  const { id } = await org.api.webhooks.create({ body: { events: ['*'] } });
  const headers = { authorization: `Bearer ${org.key}` };
  const send = (body?: string, type = 'application/json') =>
    fetch(`${platform.base_url}/v1/webhooks/${id}/test`, {
      method: 'POST',
      headers: body === undefined ? headers : { ...headers, 'content-type': type },
      ...(body !== undefined && { body }),
    });
  expect((await send()).status).toBe(202);
  expect((await send('{}')).status).toBe(202);
  expect((await send('{"event":"none"}')).status).toBe(400);
  expect((await send('[]')).status).toBe(400);
  expect((await send('{}', 'text/plain')).status).toBe(415);
});
