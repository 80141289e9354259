import { expect, test } from 'vitest';
import { newAgent, organization, refusalOf } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { startReceiver } from '../../support/receiver.ts';

interface Sent {
  readonly data: Readonly<Record<string, unknown>>;
}

test('delivered messages are replayed, by time and by type of event', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({
    body: { events: ['agent.created', 'agent.updated'] },
  });
  const params = { webhook_id };
  const since = new Date(Date.now() - 60_000).toISOString();
  const { id: agent_id } = await newAgent(org);
  await org.api.agents.update({ params: { agent_id }, body: { name: 'Renamed' } });
  const withStatus = async (status: 'delivered' | 'pending') =>
    (await org.api.webhookMessages.list({ params, query: { status } })).data;
  await eventually(async () => expect(await withStatus('pending')).toHaveLength(2));
  const handled = await withStatus('pending');
  const message_ids = handled.map(({ id }) => id);
  await org.api.webhooks.acknowledge({ params, body: { message_ids } });

  expect(await org.api.webhooks.replay({ params, body: { since, until: since } })).toEqual({ messages: 0 });
  const events = ['agent.updated' as const];
  expect(await org.api.webhooks.replay({ params, body: { since, events } })).toEqual({ messages: 1 });
  await eventually(async () =>
    expect((await withStatus('pending')).map(({ event }) => event)).toEqual(['agent.updated']),
  );
  await eventually(async () =>
    expect(await org.api.webhooks.replay({ params, body: { since } })).toEqual({ messages: 2 }),
  );
  await eventually(async () => expect(await withStatus('delivered')).toEqual([]));
  const again = await withStatus('pending');
  expect(again.map(({ id }) => id).sort()).toEqual(message_ids.toSorted());
});

test('messages from before a webhook was set to thin payloads are sent again without the entity', async () => {
  const receiver = await startReceiver();
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({
    body: { url: receiver.url, events: ['agent.created'], payload: 'full' },
  });
  const params = { webhook_id };
  const since = new Date(Date.now() - 60_000).toISOString();
  const { id } = await newAgent(org);
  const sent = () => receiver.received.map(({ text }) => Object.keys((JSON.parse(text) as Sent).data));
  await eventually(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toContain('prompt');

  await org.api.webhooks.update({ params, body: { payload: 'thin' } });
  await eventually(async () =>
    expect(await org.api.webhooks.replay({ params, body: { since } })).toEqual({ messages: 1 }),
  );
  await eventually(() => expect(sent().slice(1)).toEqual([['id']]));
  const { data } = await org.api.webhookMessages.list({ params });
  const [message] = data;
  const shown = await org.api.webhookMessages.get({ params: { ...params, message_id: message?.id ?? '' } });
  expect(shown.payload?.data).toEqual({ id });
  await receiver.close();
});

test('a replay of few messages does not read all others', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['*'] } });
  const params = { webhook_id };
  for (let at = 0; at < 200; at += 1) await org.api.webhooks.test({ params });
  await newAgent(org);
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const created = { since, events: ['agent.created' as const] };
  await eventually(async () => {
    const query = { event: 'agent.created' } as const;
    expect((await org.api.webhookMessages.list({ params, query })).data).toHaveLength(1);
  });
  const { reply, response } = await org.api.webhooks.replay.withResponse({ params, body: created });
  expect(reply).toEqual({ messages: 1 });
  // 200 messages take some 25.
  const units = /([\d.]+) RCU/.exec(response.headers.get('server-timing') ?? '')?.[1];
  expect(Number(units)).toBeLessThan(5);

  const body = { events: ['agent.created', 'agent.updated'] as const };
  await org.api.webhooks.replace({ params, body: { events: [...body.events] } });
  await eventually(async () =>
    expect(await org.api.webhooks.replay({ params, body: { since } })).toEqual({ messages: 201 }),
  );
});

test('a disabled webhook replays nothing', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['*'], status: 'disabled' } });
  const params = { webhook_id };
  expect(await refusalOf(org.api.webhooks.replay({ params, body: { since: '2026-01-01T00:00:00Z' } }))).toBe(
    '409 webhook_disabled',
  );
});
