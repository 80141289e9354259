import { expect, test } from 'vitest';
import { providerNames } from '#lib/contract/integrations.ts';
import { newId } from '#lib/domain/ids.ts';
import {
  clientFor,
  makeKey,
  newAgent,
  operator,
  organization,
  platform,
  problemOf,
  providerAccount,
  refusalOf,
  suspend,
  usersOf,
} from './fixtures.ts';
import { billedOrganization, monthFromNow } from './support/billing.ts';
import { connect } from './support/connected.ts';
import { eventually } from './support/eventually.ts';
import { changeIntegration } from './support/integrations.ts';
import { preparedWebCall } from './support/outbound-calls.ts';

test('a page joins no call of agents or accounts that do not belong together', async () => {
  const { org, webCall, joined } = await preparedWebCall('vapi');
  const undeployed = await newAgent(org, 'Other');
  expect(await refusalOf(webCall({ agent_id: undeployed.id }))).toBe('409 agent_not_deployed');
  expect(await refusalOf(webCall({ agent_id: newId('agent') }))).toBe('404 agent_not_found');
  const other = await preparedWebCall('vapi');
  expect(await refusalOf(webCall({ integration_id: other.integration.id }))).toBe(
    '404 integration_not_found',
  );
  expect(await refusalOf(webCall({ agent_id: other.agent.id }))).toBe('404 agent_not_found');
  const body = { provider: 'telnyx', name: 'Numbers', api_key: `key-of-${org.client.id}` } as const;
  const carrier = await org.api.integrations.create({ body });
  expect(await refusalOf(webCall({ integration_id: carrier.id }))).toBe('409 provider_not_supported');
  expect([...(await joined()), ...(await other.joined())]).toEqual([]);
});

test('a page joins no call through an integration that is disabled or has no key', async () => {
  const { org, integration, webCall, joined } = await preparedWebCall('retell');
  await changeIntegration(org, integration, { status: 'disabled' });
  expect(await refusalOf(webCall())).toBe('409 integration_disabled');
  const params = { integration_id: integration.id };
  const { agents } = await org.api.integrations.get({ params });
  await org.api.integrations.replace({ params, body: { name: 'Without a key', api_key: null, agents } });
  expect(await refusalOf(webCall())).toBe('409 integration_without_key');
  expect(await joined()).toEqual([]);
});

test('a page joins no call of a suspended organization', async () => {
  const { org, webCall, joined } = await preparedWebCall('elevenlabs');
  await suspend(org);
  expect(await refusalOf(webCall())).toBe('409 client_suspended');
  expect(await joined()).toEqual([]);
});

test('a plan that stops at its limit allows no web calls beyond it', async () => {
  const plan = { included_minutes: 1, at_limit: 'stop' as const };
  const { reseller, client, params, plan_id, call } = await billedOrganization(usersOf(platform), plan);
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
  const { agent_id } = await call(60_000);
  const { apiKey: api_key } = providerAccount(`key-of-${client.client.id}`);
  const { id: integration_id } = await connect(client, 'vapi', { agent_there: agent_id }, { api_key });
  await eventually(async () => {
    const called = client.api.webCalls.create({ params: { agent_id }, body: { integration_id } });
    expect(await refusalOf(called)).toBe('409 usage_limit_reached');
  });
});

test('web calls and placed calls are counted per day together, before the provider is asked', async () => {
  const { org, call, webCall, joined } = await preparedWebCall('retell');
  const params = { client_id: org.client.id };
  await operator.clients.update({ params, body: { settings: { quotas: { calls_per_day: 4 } } } });
  await call();
  const asked = await Promise.allSettled(Array.from({ length: 6 }, () => webCall()));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await joined()).toHaveLength(3);
  const { status, code, problem } = await problemOf(webCall());
  expect([status, code]).toEqual([429, 'rate_limited']);
  expect(problem).toMatchObject({ quota: 'calls_per_day', limit: 4 });
});

test('a web call needs the scope of placed calls, and is in the audit log', async () => {
  const { org, agent, integration } = await preparedWebCall('vapi');
  const params = { agent_id: agent.id };
  const body = { integration_id: integration.id };
  const without = clientFor(await makeKey(org.client.id, ['agents:write', 'conversations:write']));
  expect((await problemOf(without.webCalls.create({ params, body }))).problem).toMatchObject({
    required_scope: 'calls:write',
  });
  await clientFor(await makeKey(org.client.id, ['calls:write'])).webCalls.create({ params, body });
  const { data } = await operator.auditRecords.list({ query: { client_id: org.client.id } });
  expect(data.filter(({ action }) => action === 'web_call.created')).toHaveLength(1);
});

test.for(providerNames)('what %s refuses or does not say is an error, without the key', async (provider) => {
  const { account, webCall } = await preparedWebCall(provider);
  const troubleAt = async (trouble: 'refused' | 'unauthorized' | 'broken') => {
    await account.plan({ plans: [{ at: '', trouble }] });
    const { status, code, problem } = await problemOf(webCall());
    expect(JSON.stringify(problem)).not.toContain(account.apiKey);
    return `${status} ${code}`;
  };
  expect(await troubleAt('refused')).toBe('409 provider_refused');
  expect(await troubleAt('unauthorized')).toBe('409 provider_refused');
  expect(await troubleAt('broken')).toBe('503 provider_unavailable');
});

test('another organization begins no calls of an agent', async () => {
  const { agent, integration } = await preparedWebCall('vapi');
  const { api } = await organization();
  const called = api.webCalls.create({
    params: { agent_id: agent.id },
    body: { integration_id: integration.id },
  });
  expect(await refusalOf(called)).toBe('404 agent_not_found');
});
