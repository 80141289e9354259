import { expect, test } from 'vitest';
import { newAgent, organization, refusalOf } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';

test('messages that failed while a webhook was disabled are recovered once', async () => {
  const org = await organization();
  const events = ['agent.created' as const];
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events } });
  const params = { webhook_id };
  const since = new Date(Date.now() - 60_000).toISOString();
  const withStatus = async (status: 'failed' | 'pending') =>
    (await org.api.webhookMessages.list({ params, query: { status } })).data.map(
      ({ entity_id }) => entity_id,
    );
  await org.api.webhooks.replace({ params, body: { events, status: 'disabled' } });
  const missed = [await newAgent(org), await newAgent(org)].map(({ id }) => id).sort();
  await eventually(async () => expect((await withStatus('failed')).sort()).toEqual(missed));
  await org.api.webhooks.replace({ params, body: { events } });
  const early = { since: new Date(Date.now() + 60_000).toISOString() };
  expect(await org.api.webhooks.recover({ params, body: early })).toEqual({ messages: 0 });
  expect(await org.api.webhooks.recover({ params, body: { since } })).toEqual({ messages: 2 });
  await eventually(async () => expect((await withStatus('pending')).sort()).toEqual(missed));
  expect(await withStatus('failed')).toEqual([]);
  expect(await org.api.webhooks.recover({ params, body: { since } })).toEqual({ messages: 0 });
});

test('of requests to recover at the same moment, one begins', async () => {
  const org = await organization();
  const events = ['agent.created' as const];
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events } });
  const params = { webhook_id };
  await org.api.webhooks.replace({ params, body: { events, status: 'disabled' } });
  await newAgent(org);
  await eventually(async () => {
    const { data } = await org.api.webhookMessages.list({ params, query: { status: 'failed' } });
    expect(data).toHaveLength(1);
  });
  await org.api.webhooks.replace({ params, body: { events } });
  const body = { since: '2026-01-01T00:00:00Z' };
  const recovered = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const request = org.api.webhooks.recover({ params, body });
      return request.then(
        ({ messages }) => messages,
        () => refusalOf(request),
      );
    }),
  );
  expect(recovered.filter((messages) => messages === 1)).toHaveLength(1);
  expect(recovered).toContain('409 replay_in_progress');
});

test('a disabled webhook recovers nothing', async () => {
  const org = await organization();
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['*'], status: 'disabled' } });
  const params = { webhook_id };
  expect(await refusalOf(org.api.webhooks.recover({ params, body: { since: '2026-01-01T00:00:00Z' } }))).toBe(
    '409 webhook_disabled',
  );
});
