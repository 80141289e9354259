import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Scope } from '#lib/contract/route.ts';
import { scopes } from '#lib/contract/route.ts';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { Item } from '#lib/store/table.ts';
import type { Organization } from './fixtures.ts';
import { clientFor, makeKey, operator, organization, platform, problemOf } from './fixtures.ts';
import { preparedCall } from './support/outbound-calls.ts';
import { allItems, tableOf } from './support/table.ts';

type Settings = NonNullable<Parameters<typeof operator.clients.create>[0]['body']['settings']>;

const configure = ({ client }: Organization, settings: Settings) =>
  operator.clients.update({ params: { client_id: client.id }, body: { settings } });

test('placing a call needs a scope of its own', async () => {
  const { org, agent, integration } = await preparedCall('vapi');
  const params = { agent_id: agent.id };
  const body = { integration_id: integration.id, to: '+14155550123' };
  const all = scopes.filter((scope) => scope !== 'calls:write');
  const without = clientFor(await makeKey(org.client.id, all));
  const { code, problem } = await problemOf(without.calls.create({ params, body }));
  expect([code, problem.required_scope]).toEqual(['insufficient_scope', 'calls:write']);
  await clientFor(await makeKey(org.client.id, ['calls:write'])).calls.create({ params, body });
});

test('a key from before that scope keeps what it could do', async () => {
  const { org, agent, integration } = await preparedCall('vapi');
  const params = { agent_id: agent.id };
  const body = { integration_id: integration.id, to: '+14155550123' };
  const table = tableOf(platform);
  const before = async (...allowed: Scope[]) => {
    const { id, key } = await org.api.apiKeys.create({ body: { name: 'Before', scopes: [...allowed] } });
    const isOfKey = ({ pk, sk }: { pk: string; sk: string }) =>
      pk === keyOf('api_key', id).pk || pk === keyOf('secret', hashSecret(key)).pk || sk.endsWith(id);
    for (const { shape: _shape, ...item } of (await allItems(id)).filter(isOfKey) as Item[]) {
      await table.put(item as Item);
    }
    return { key, id };
  };
  const [writer, reader] = [
    await before('conversations:read', 'conversations:write'),
    await before('conversations:read'),
  ];
  const api = clientFor(writer.key);
  await expect(api.calls.create({ params, body })).resolves.toMatchObject({ status: 'active' });
  const refused = await problemOf(clientFor(reader.key).calls.create({ params, body }));
  expect(refused.code).toBe('insufficient_scope');
  const scopesOf = async (id: string) => (await org.api.apiKeys.get({ params: { api_key_id: id } })).scopes;
  expect(await scopesOf(writer.id)).toEqual([
    'calls:write',
    'conversations:erase',
    'conversations:read',
    'conversations:write',
  ]);
  expect(await scopesOf(reader.id)).toEqual(['conversations:read']);
  const { data } = await org.api.apiKeys.list();
  expect(data.find(({ id }) => id === writer.id)?.scopes).toContain('calls:write');
  // A key that deliberately lacks a scope does not receive it.
  const { key: later } = await org.api.apiKeys.create({
    body: { name: 'Later', scopes: ['conversations:write'] },
  });
  expect((await clientFor(later).me.get()).key?.scopes).toEqual(['conversations:write']);
});

test('placed calls are counted per day for an organization and its descendants together, repeated requests once', async () => {
  const { org, agent, integration } = await preparedCall('vapi');
  await configure(org, { quotas: { calls_per_day: 2 } });
  const below = await organization(org);
  await configure(below, { quotas: { calls_per_day: 1000 } });
  const other = await org.api.agents.create({
    body: {
      name: 'Below',
      client_id: below.client.id,
      provider: { name: 'vapi', agent_id: 'agent_below' },
    },
  });
  const body = { integration_id: integration.id, to: '+14155550123' };
  const call = (agent_id: string, idempotencyKey: string = randomUUID()) =>
    org.api.calls.create({ params: { agent_id }, body, idempotencyKey });
  const { id } = await call(agent.id, 'first');
  expect((await call(agent.id, 'first')).id).toBe(id);
  await call(other.id);
  for (const agent_id of [agent.id, other.id]) {
    const { status, code, problem, headers } = await problemOf(call(agent_id));
    expect([status, code]).toEqual([429, 'rate_limited']);
    expect(problem).toMatchObject({ quota: 'calls_per_day', limit: 2 });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  // The first answer to a repeated request stays.
  expect((await call(agent.id, 'first')).id).toBe(id);
  await configure(org, { quotas: { calls_per_day: 0 } });
  expect((await problemOf(call(agent.id))).code).toBe('rate_limited');
});

test('of calls at the same moment, as many are placed as the quota allows', async () => {
  const { org, call, dialed } = await preparedCall('retell');
  await configure(org, { quotas: { calls_per_day: 3 } });
  const calls = await Promise.allSettled(Array.from({ length: 6 }, () => call()));
  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect((await dialed()).length).toBeLessThanOrEqual(3);
  expect((await org.api.conversations.list()).data).toHaveLength(3);
});

test('only numbers are called that the settings of the organization and of those above allow', async () => {
  const { org, agent, integration } = await preparedCall('vapi');
  const params = { agent_id: agent.id };
  const call = (to: string) => org.api.calls.create({ params, body: { integration_id: integration.id, to } });
  await configure(org, { call_prefixes: ['+1415', '+49'] });
  await call('+14155550123');
  const { status, problem } = await problemOf(call('+19005550123'));
  expect(status).toBe(400);
  expect(problem.errors).toMatchObject([
    { pointer: '/to', code: 'out_of_range', detail: 'must begin with +1415 or +49' },
  ]);
  await configure(org, { call_prefixes: [] });
  expect((await problemOf(call('+14155550123'))).problem.errors).toMatchObject([{ code: 'out_of_range' }]);
  // The organization itself cannot widen them.
  const widened = org.api.clients.update({
    params: { client_id: org.client.id },
    body: { settings: { call_prefixes: null } },
  });
  expect((await problemOf(widened)).problem.errors).toMatchObject([
    { pointer: '/settings/call_prefixes', code: 'out_of_reach' },
  ]);
});

test('allowed numbers are inherited, and only narrower below', async () => {
  const org = await organization(undefined, 'client', { settings: { call_prefixes: ['+49', '+1415'] } });
  const effective = async (call_prefixes?: string[]) => {
    const below = await organization(org, 'subcompany', { settings: call_prefixes ? { call_prefixes } : {} });
    return below.client.effective_settings.call_prefixes;
  };
  expect(await effective()).toEqual(['+49', '+1415']);
  expect(await effective(['+4930', '+1', '+44'])).toEqual(['+1415', '+4930']);
  expect(await effective(['+44'])).toEqual([]);
});
