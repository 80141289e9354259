import { expect, test } from 'vitest';
import { providerNames } from '#lib/contract/integrations.ts';
import { clientFor, makeKey, operator, problemOf, refusalOf } from './fixtures.ts';
import { preparedWebCall } from './support/outbound-calls.ts';

test('no page calls through the account of a carrier', async () => {
  const { org, webCall, joined } = await preparedWebCall('vapi');
  const body = { provider: 'telnyx', name: 'Numbers', api_key: `key-of-${org.client.id}` } as const;
  const carrier = await org.api.integrations.create({ body });
  expect(await refusalOf(webCall({ integration_id: carrier.id }))).toBe('409 provider_not_supported');
  expect(await joined()).toEqual([]);
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
  const { org, account, webCall } = await preparedWebCall(provider);
  const params = { client_id: org.client.id };
  await operator.clients.update({ params, body: { settings: { quotas: { calls_per_day: 1 } } } });
  const troubleAt = async (trouble: 'refused' | 'unauthorized' | 'broken') => {
    await account.plan({ plans: [{ at: '', trouble }] });
    const { status, code, problem } = await problemOf(webCall());
    expect(JSON.stringify(problem)).not.toContain(account.apiKey);
    return `${status} ${code}`;
  };
  expect(await troubleAt('refused')).toBe('409 provider_refused');
  expect(await troubleAt('unauthorized')).toBe('409 provider_refused');
  // A refused call is not counted. In other failures, nobody knows whether a call has begun.
  expect(await troubleAt('broken')).toBe('503 provider_unavailable');
  expect(await refusalOf(webCall())).toBe('429 rate_limited');
});
