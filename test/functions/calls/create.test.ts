import { expect, test } from 'vitest';
import { providerNames } from '#lib/contract/integrations.ts';
import {
  newAgent,
  organization,
  platform,
  problemOf,
  providerAccount,
  refusalOf,
  suspend,
  usersOf,
} from '../../fixtures.ts';
import { billedOrganization, monthFromNow } from '../../support/billing.ts';
import { connect, conversationsOf, deliver, newCall, settled } from '../../support/connected.ts';
import { eventually } from '../../support/eventually.ts';
import { changeIntegration } from '../../support/integrations.ts';
import { preparedCall } from '../../support/outbound-calls.ts';

test.for(providerNames)('%s calls, and its webhooks are about the same conversation', async (provider) => {
  const { org, integration, call, dialed, read } = await preparedCall(provider);
  const { id } = await call();
  const conversation_id = await eventually(async () => {
    const { provider: known } = await read(id);
    expect(known?.conversation_id).toEqual(expect.any(String));
    return known?.conversation_id ?? '';
  });
  const [made, ...more] = await dialed();
  expect(more).toEqual([]);
  const sent = JSON.stringify(made);
  for (const text of ['agent_there', '+14155550123', 'Harbor Dental', id]) expect(sent).toContain(text);

  const said = newCall(provider, 'agent_there');
  const events = JSON.stringify(said.events).replaceAll(said.conversation_id, conversation_id);
  for (const payload of JSON.parse(events) as unknown[]) await deliver(integration, payload);
  await settled(org, integration);
  expect(await conversationsOf(org)).toMatchObject([
    { id, status: 'completed', direction: expect.any(String), transcript: { turns: 4 } },
  ]);
});

test('a repeated request places no second call', async () => {
  const { repeatable, dialed } = await preparedCall('vapi');
  const [first, second] = [await repeatable(), await repeatable()];
  expect(second.id).toBe(first.id);
  await eventually(async () => expect(await dialed()).toHaveLength(1));
});

test('a call has the integrator’s own id, metadata and tags, and the same id places no second call', async () => {
  const { org, call, dialed, read } = await preparedCall('retell');
  const own = { external_id: 'order-1', metadata: { order: '1' }, tags: ['reminder'] };
  const { id } = await call(own);
  expect(await read(id)).toMatchObject(own);
  const { data } = await org.api.conversations.list({ query: { external_id: 'order-1' } });
  expect(data).toMatchObject([{ id }]);
  const { problem } = await problemOf(call(own));
  expect(problem).toMatchObject({ code: 'external_id_exists', conversation_id: id });
  await eventually(async () => expect(await dialed()).toHaveLength(1));
});

test('an agent that is neither deployed nor mapped cannot call', async () => {
  const { org, integration } = await preparedCall('vapi');
  const other = await newAgent(org, 'Other');
  const body = { integration_id: integration.id, to: '+14155550123' };
  expect(await refusalOf(org.api.calls.create({ params: { agent_id: other.id }, body }))).toBe(
    '409 agent_not_deployed',
  );
});

test('an agent calls as the provider’s agent that it names only if a key that reaches the integration set that', async () => {
  const { org, integration } = await preparedCall('vapi');
  const below = await organization(org);
  const provider = { name: 'vapi', agent_id: 'agent_of_another' };
  const { id: agent_id } = await below.api.agents.create({ body: { name: 'Named below', provider } });
  const call = () =>
    org.api.calls.create({
      params: { agent_id },
      body: { integration_id: integration.id, to: '+14155550123' },
    });
  expect(await refusalOf(call())).toBe('409 agent_not_deployed');

  const body = { provider: { ...provider, agent_id: 'agent_below' } };
  await org.api.agents.update({ params: { agent_id }, body });
  expect((await call()).provider?.agent_id).toBe('agent_below');
});

test('no call is placed through an integration that is disabled or has no key', async () => {
  const { org, integration, call, dialed } = await preparedCall('vapi');
  await changeIntegration(org, integration, { status: 'disabled' });
  expect(await refusalOf(call())).toBe('409 integration_disabled');
  const { agents } = await org.api.integrations.get({ params: { integration_id: integration.id } });
  const body = { name: 'Without a key', api_key: null, agents };
  await org.api.integrations.replace({ params: { integration_id: integration.id }, body });
  expect(await refusalOf(call())).toBe('409 integration_without_key');
  expect(await dialed()).toEqual([]);
});

test('no call is placed for a suspended organization', async () => {
  const { org, call, dialed } = await preparedCall('vapi');
  await suspend(org);
  expect(await refusalOf(call())).toBe('409 client_suspended');
  expect(await dialed()).toEqual([]);
});

test('a plan that stops at its limit allows no calls beyond it', async () => {
  const plan = { included_minutes: 1, at_limit: 'stop' as const };
  const { reseller, client, params, plan_id, call } = await billedOrganization(usersOf(platform), plan);
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
  const { agent_id } = await call(60_000);
  const { apiKey: api_key } = providerAccount(`key-of-${client.client.id}`);
  const { id: integration_id } = await connect(client, 'vapi', { agent_there: agent_id }, { api_key });
  await eventually(async () => {
    const called = client.api.calls.create({
      params: { agent_id },
      body: { integration_id, to: '+14155550123' },
    });
    expect(await refusalOf(called)).toBe('409 usage_limit_reached');
  });
});
