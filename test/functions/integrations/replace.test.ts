import { expect, test } from 'vitest';
import { newAgent, organization, problemOf, providerAccount } from '../../fixtures.ts';
import { connect, conversationsOf, deliver, newCall, settled } from '../../support/connected.ts';
import { eventually } from '../../support/eventually.ts';
import { postEvent } from '../../support/provider-webhooks.ts';

const payload = { message: { type: 'sample' } };

test('a replacement keeps the secrets that it does not name, and removes those that are null', async () => {
  const org = await organization();
  const account = providerAccount(`key-of-${org.client.id}`);
  const created = await org.api.integrations.create({
    body: { provider: 'vapi', name: 'First', api_key: account.apiKey, webhook_secret: 'the-first-secret' },
  });
  const params = { integration_id: created.id };
  const replaced = await org.api.integrations.replace({ params, body: { ...created, name: 'Second' } });
  expect(replaced).toMatchObject({ name: 'Second', version: 2, api_key_hint: created.api_key_hint });
  expect((await postEvent(created, 'the-first-secret', payload)).status).toBe(200);
  const without = await org.api.integrations.replace({ params, body: { name: 'Third', api_key: null } });
  expect(without).toMatchObject({ name: 'Third', api_key_hint: null, agents: [] });
});

test('a changed webhook secret leaves the one before good', async () => {
  const org = await organization();
  const created = await org.api.integrations.create({
    body: { provider: 'retell', name: 'Rotated', webhook_secret: 'the-first-secret' },
  });
  const params = { integration_id: created.id };
  await org.api.integrations.replace({
    params,
    body: { name: 'Rotated', webhook_secret: 'the-second-secret' },
  });
  const event = { event: 'sample', call: { call_id: 'call_1' } };
  for (const secret of ['the-first-secret', 'the-second-secret']) {
    expect((await postEvent(created, secret, event)).status).toBe(200);
  }
  expect((await postEvent(created, 'the-third-secret', event)).status).toBe(401);
});

test('events that were parked because their agent was removed are processed once another agent is mapped', async () => {
  const org = await organization();
  const [removed, agent] = [await newAgent(org), await newAgent(org)];
  const call = newCall('retell');
  const integration = await connect(org, 'retell', { [call.agent_id]: removed.id });
  await org.api.agents.remove({ params: { agent_id: removed.id } });
  for (const payload of call.events) await deliver(integration, payload);
  await settled(org, integration, ({ status }) => status === 'parked');

  const agents = [{ provider_agent_id: call.agent_id, agent_id: agent.id }];
  const params = { integration_id: integration.id };
  await org.api.integrations.replace({ params, body: { name: 'Mapped again', agents } });
  await settled(org, integration);
  expect(await conversationsOf(org)).toMatchObject([{ agent_id: agent.id }]);
});

test('provider and organization of an integration are fixed', async () => {
  const [org, other] = await Promise.all([organization(), organization()]);
  const { id } = await org.api.integrations.create({ body: { provider: 'vapi', name: 'Fixed' } });
  const params = { integration_id: id };
  const body = { name: 'Fixed', provider: 'retell', client_id: other.client.id } as const;
  const { problem } = await problemOf(org.api.integrations.replace({ params, body }));
  expect((problem.errors as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual([
    '/client_id',
    '/provider',
  ]);
});

test('a disabled integration refuses webhooks until it is active again', async () => {
  const org = await organization();
  const body = { name: 'Resting', webhook_secret: 'the-only-secret' };
  const created = await org.api.integrations.create({ body: { ...body, provider: 'vapi' } });
  const params = { integration_id: created.id };
  const disabled = await org.api.integrations.replace({ params, body: { ...body, status: 'disabled' } });
  expect(disabled.status).toBe('disabled');
  const refused = await postEvent(created, 'the-only-secret', payload);
  expect([refused.status, (await refused.json()) as object]).toMatchObject([
    409,
    { code: 'integration_disabled' },
  ]);
  await org.api.integrations.replace({ params, body: { ...body, status: 'active' } });
  // A function caches an integration for ten seconds.
  await eventually(async () => {
    expect((await postEvent(created, 'the-only-secret', payload)).status).toBe(200);
  });
});
