import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventData } from '#lib/contract/event-data.ts';
import type { EventType } from '#lib/contract/events.ts';
import type { Organization } from './fixtures.ts';
import { available, newAgent, newConversation, operator, organization, suspend, upload } from './fixtures.ts';
import { eventually } from './support/eventually.ts';
import type { Received, Receiver } from './support/receiver.ts';
import { answering, startReceiver } from './support/receiver.ts';
import { allItems } from './support/table.ts';

/*
 * From the write to the receiver, as integrators see it.
 */

let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

type WebhookBody = Partial<Parameters<typeof operator.webhooks.create>[0]['body']>;

/** A webhook of an organization, and what it was sent. */
const listening = async (org: Organization, body: WebhookBody = {}, { url, received: all } = receiver) => {
  const webhook = await org.api.webhooks.create({
    body: { url: `${url}/${org.client.id}`, events: ['*'], ...body },
  });
  const path = new URL(webhook.url ?? '').pathname;
  const received = () => all.filter((one) => one.path === path);
  return { webhook, received };
};

const typesOf = (received: readonly Received[]): EventType[] => [
  ...new Set(received.map(({ body }) => body.type).sort()),
];

test('an event is posted with the entity as the API shows it, and verified by the library of Standard Webhooks', async () => {
  const org = await organization();
  const { webhook, received } = await listening(org, { events: ['agent.created'] });
  const agent = await newAgent(org);
  await eventually(() => expect(received()).toHaveLength(1));
  const [{ text, headers }] = received() as [Received];
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'voice-agent-platform/1',
  });
  expect(new Webhook(webhook.secret).verify(text, headers as Record<string, string>)).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: 'agent.created',
    timestamp: expect.any(String),
    client_id: org.client.id,
    data: agent,
  });
});

/** Does everything that is an event. */
const doEverything = async (org: Organization): Promise<void> => {
  const { api, client } = org;
  const below = await organization(org);
  await operator.clients.replace({ params: { client_id: below.client.id }, body: { name: 'Renamed' } });
  await suspend(below);
  const agent = await newAgent(org);
  const ofAgent = { agent_id: agent.id };
  await api.agents.update({ params: ofAgent, body: { name: 'Renamed' } });
  const document = await api.documents.create({
    params: ofAgent,
    body: { name: 'Hours', text: 'Nine to five' },
  });
  const ofDocument = { ...ofAgent, document_id: document.id };
  await api.documents.replace({ params: ofDocument, body: { name: 'Hours', text: 'Ten to six' } });
  await api.documents.remove({ params: ofDocument });
  const { id: conversation_id } = await newConversation(org, { agent_id: agent.id });
  const ofConversation = { conversation_id };
  await api.transcripts.append({
    params: ofConversation,
    body: { turns: [{ role: 'user', text: 'Hello' }] },
  });
  const { upload: link } = await api.recordings.create({
    params: ofConversation,
    body: { content_type: 'audio/mpeg', size_bytes: 4 },
  });
  await upload(link, Buffer.from('ID3!'));
  await available(org, conversation_id);
  await api.conversations.update({ params: ofConversation, body: { status: 'completed' } });
  await api.conversations.erase({ params: ofConversation });
  const { id: api_key_id } = await api.apiKeys.create({ body: { name: 'Key', scopes: ['agents:read'] } });
  await api.apiKeys.rotate({ params: { api_key_id }, body: {} });
  await api.apiKeys.revoke({ params: { api_key_id } });
  await api.agents.remove({ params: ofAgent });
  await api.webhooks.create({ body: { url: null, events: ['ping'], client_id: client.id } });
};

test('every write has an event, with the data that the contract declares', async () => {
  const org = await organization();
  const { webhook, received } = await listening(org);
  await doEverything(org);
  await org.api.webhooks.test({ params: { webhook_id: webhook.id } });
  const expected: EventType[] = [
    'agent.created',
    'agent.removed',
    'agent.updated',
    'api_key.created',
    'api_key.revoked',
    'api_key.rotated',
    'client.created',
    'client.suspended',
    'client.updated',
    'conversation.ended',
    'conversation.erased',
    'conversation.started',
    'conversation.updated',
    'document.created',
    'document.removed',
    'document.updated',
    'ping',
    'recording.available',
    'transcript.appended',
  ];
  await eventually(() => expect(typesOf(received())).toEqual(expected));
  for (const { body } of received()) {
    const { data } = body;
    // Events about an entity that is gone contain only its id.
    const isWhole = eventData[body.type].safeParse(data).success;
    expect([body.type, isWhole || Object.keys(data).length <= 2]).toEqual([body.type, true]);
    expect(JSON.stringify(data)).not.toMatch(/secret_hash|"path"|recording_key|text_bytes/);
    if (body.type === 'document.removed')
      expect(data).toMatchObject({ id: expect.any(String), agent_id: expect.any(String) });
  }
});

test('a thin payload contains only the id', async () => {
  const org = await organization();
  const { received } = await listening(org, {
    payload: 'thin',
    events: ['agent.created', 'document.created'],
  });
  const agent = await newAgent(org);
  const params = { agent_id: agent.id };
  const document = await org.api.documents.create({ params, body: { name: 'Hours', text: 'Nine to five' } });
  await eventually(() => expect(received()).toHaveLength(2));
  const dataOf = (type: EventType) => received().find(({ body }) => body.type === type)?.body.data;
  expect(dataOf('agent.created')).toEqual({ id: agent.id });
  expect(dataOf('document.created')).toEqual({ id: document.id, agent_id: agent.id });
});

test('a webhook receives events of its organization and all descendants, and of no others', async () => {
  const reseller = await organization(undefined, 'reseller');
  const org = await organization(reseller, 'client');
  const [sibling, child] = await Promise.all([organization(reseller, 'client'), organization(org)]);
  const events: EventType[] = ['agent.created'];
  const [above, own, beside, below] = await Promise.all(
    [reseller, org, sibling, child].map((one) => listening(one, { events })),
  );
  const agents = await Promise.all([newAgent(reseller), newAgent(org), newAgent(sibling), newAgent(child)]);
  const [ofReseller, ofOrg, ofSibling, ofChild] = agents.map(({ id }) => id);
  const heardBy = (one: typeof above) =>
    one
      ?.received()
      .map(({ body }) => (body.data as { id: string }).id)
      .sort();
  await eventually(() => {
    expect(heardBy(above)).toEqual([ofReseller, ofOrg, ofSibling, ofChild].sort());
    expect(heardBy(own)).toEqual([ofOrg, ofChild].sort());
    expect(heardBy(beside)).toEqual([ofSibling]);
    expect(heardBy(below)).toEqual([ofChild]);
  });
  // Nor do they read the messages of others.
  for (const [one, hooks] of [
    [sibling, [above, own, below]],
    [child, [above, own, beside]],
    [org, [above, beside]],
  ] as const) {
    for (const hook of hooks) {
      const params = { webhook_id: hook?.webhook.id ?? '' };
      await expect(one.api.webhookMessages.list({ params })).rejects.toThrow('The webhook was not found');
    }
  }
});

test('the operator’s webhook receives events of every organization', async () => {
  const { id: webhook_id } = await operator.webhooks.create({
    body: { url: null, events: ['client.created'] },
  });
  const org = await organization();
  const params = { webhook_id };
  const found = await eventually(async () => {
    for await (const message of operator.webhookMessages.list.all({ params })) {
      if (message.entity_id === org.client.id) return message;
    }
    throw new Error('It is not there yet');
  });
  expect(found).toMatchObject({ event: 'client.created', payload: { data: { id: org.client.id } } });
  await operator.webhooks.remove({ params });
});

test('an event is sent once per webhook, however often it is followed, and failed messages are retried', async ({
  onTestFinished,
}) => {
  const org = await organization();
  const failing = await startReceiver((...request) => {
    failing.answer = answering(200);
    return answering(503)(...request);
  });
  onTestFinished(() => failing.close());
  const { webhook, received } = await listening(org, { events: ['agent.created'] }, failing);
  const agent = await newAgent(org);
  await eventually(() => expect(received()).toHaveLength(2));
  const params = { webhook_id: webhook.id };
  const message_id = (await org.api.webhookMessages.list({ params })).data[0]?.id ?? '';
  const message = await eventually(async () => {
    const read = await org.api.webhookMessages.get({ params: { ...params, message_id } });
    expect(read.status).toBe('delivered');
    return read;
  });
  expect(message).toMatchObject({
    event: 'agent.created',
    entity_id: agent.id,
    attempt_count: 2,
    next_attempt_at: null,
    payload: { type: 'agent.created', data: { id: agent.id, name: agent.name } },
  });
  expect(message.attempts.map(({ status_code }) => status_code)).toEqual([200, 503]);
  expect(new Set(received().map(({ headers }) => headers['webhook-id']))).toEqual(new Set([message_id]));
});

test('an erased conversation leaves nothing in messages, neither payloads nor responses', async ({
  onTestFinished,
}) => {
  const org = await organization();
  const failing = await startReceiver((one, ...request) => answering(500, {}, one.text)(one, ...request));
  onTestFinished(() => failing.close());
  const events = ['conversation.ended', 'conversation.erased'] as const;
  const { webhook } = await listening(org, { events: [...events] }, failing);
  const word = `walrus${org.client.id.slice(-8)}`;
  const { id } = await newConversation(org, { status: 'completed', summary: word });
  const params = { webhook_id: webhook.id };
  const ended = async () => {
    const { data } = await org.api.webhookMessages.list({ params, query: { event: 'conversation.ended' } });
    const [found] = data;
    if (!found || found.attempt_count === 0) throw new Error('It is not there yet');
    return org.api.webhookMessages.get({ params: { ...params, message_id: found.id } });
  };
  const before = await eventually(ended);
  expect(JSON.stringify(before.payload)).toContain(word);
  expect(before.attempts[0]?.response).toContain(word);
  await org.api.conversations.erase({ params: { conversation_id: id } });
  await eventually(async () => expect(await allItems(word)).toEqual([]));
  const after = await ended();
  expect(after.payload?.data).toEqual({ id });
  failing.answer = answering(200);
  await org.api.webhookMessages.resend({ params: { ...params, message_id: after.id } });
  await eventually(() => expect(failing.about(id).at(-1)?.body.data).toEqual({ id }));
});
