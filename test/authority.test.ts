import { describe, expect, test } from 'vitest';
import { scopes } from '#lib/contract/route.ts';
import type { Organization } from './fixtures.ts';
import { clientFor, makeKey, operator, organization, problemOf, refusalOf, suspend } from './fixtures.ts';

/*
 * A key cannot change its own organization's limits and promises, act with a withdrawn secret, or
 * affect keys with more authority than its own.
 */

const replace = (by: Organization['api'], { client }: Organization, body: object) =>
  by.clients.replace({ params: { client_id: client.id }, body: { name: client.name, ...body } });

describe('What is set from above', () => {
  test('keeps its value when the organization replaces itself without it', async () => {
    const settings = {
      rate_limit: { requests_per_minute: 500 },
      quotas: { agents: 5 },
      retention_days: 30,
      recording_enabled: false,
    };
    const billing_info = { plan: 'basic', currency: 'EUR', external_id: 'cus_1' };
    const org = await organization();
    await replace(operator, org, { settings, billing_info });
    await suspend(org);
    await replace(operator, org, { settings, billing_info, status: 'suspended' });

    const after = await replace(org.api, org, {
      settings: { locale: 'de' },
      billing_info: { email: 'b@example.com' },
    });
    expect(after).toMatchObject({
      status: 'suspended',
      settings: { ...settings, locale: 'de' },
      billing_info: { ...billing_info, email: 'b@example.com' },
    });
    expect(await refusalOf(org.api.agents.create({ body: { name: 'Late' } }))).toBe('409 client_suspended');
  });

  test.for([
    ['/status', { status: 'active' }],
    ['/settings/retention_days', { settings: { retention_days: 3650 } }],
    ['/settings/retention_days', { settings: { retention_days: 1 } }],
    ['/settings/recording_enabled', { settings: { recording_enabled: true } }],
    ['/settings/rate_limit', { settings: { rate_limit: { requests_per_minute: 60_000 } } }],
    ['/settings/quotas', { settings: { quotas: { agents: 1_000_000 } } }],
    ['/billing_info/plan', { billing_info: { plan: 'enterprise' } }],
    ['/billing_info/currency', { billing_info: { currency: 'USD' } }],
    ['/billing_info/external_id', { billing_info: { external_id: 'cus_2' } }],
  ] as const)('is not changed by the organization itself: %j', async ([pointer, change]) => {
    const parent = await organization(undefined, 'client');
    const org = await organization(parent);
    await replace(parent.api, org, {
      status: 'suspended',
      settings: { retention_days: 30, recording_enabled: false },
      billing_info: { plan: 'basic' },
    });
    const problem = await problemOf(replace(org.api, org, change));
    expect([problem.status, problem.errors.map((fault) => [fault.pointer, fault.code])]).toEqual([
      400,
      [[pointer, 'out_of_reach']],
    ]);
    // The organization above may.
    expect(await replace(parent.api, org, change)).toMatchObject(change);
  });

  test('can be sent back as it was read', async () => {
    const org = await organization(undefined, 'client', { settings: { retention_days: 30 } });
    const read = await org.api.clients.get({ params: { client_id: org.client.id } });
    expect((await replace(org.api, org, { ...read, name: 'Renamed' })).name).toBe('Renamed');
  });

  test('is reset to its default when an organization above omits it', async () => {
    const org = await organization();
    await suspend(org);
    expect((await replace(operator, org, {})).status).toBe('active');
  });
});

describe('A withdrawn secret that a function still has in its cache', () => {
  const keyOf = async (org: Organization) => {
    const { id, key } = await operator.apiKeys.create({
      body: { name: 'Withdrawn', client_id: org.client.id, scopes: [...scopes] },
    });
    return { id, params: { api_key_id: id }, api: clientFor(key) };
  };
  const newKey = { name: 'Lasting', scopes: ['agents:read' as const] };

  test('creates no key', async () => {
    const org = await organization();
    const { api, params } = await keyOf(org);
    expect(await refusalOf(api.apiKeys.create({ body: {} as typeof newKey }))).toBe('400 validation_failed');
    await org.api.apiKeys.revoke({ params });
    expect(await refusalOf(api.apiKeys.create({ body: newKey }))).toBe('401 unauthenticated');
    expect((await operator.apiKeys.list({ query: { client_id: org.client.id } })).data).toHaveLength(1);
  });

  test('rotates no key, including its own', async () => {
    const org = await organization();
    const { api, params } = await keyOf(org);
    expect(await refusalOf(api.apiKeys.rotate({ params, body: { overlap_seconds: -1 } }))).toBe(
      '400 validation_failed',
    );
    const { key } = await org.api.apiKeys.rotate({ params, body: { overlap_seconds: 0 } });
    expect(await refusalOf(api.apiKeys.rotate({ params, body: { overlap_seconds: 0 } }))).toBe(
      '401 unauthenticated',
    );
    expect((await clientFor(key).me.get()).key?.id).toBe(params.api_key_id);
  });

  test('revokes no key, and changes and creates no organization', async () => {
    const org = await organization();
    const other = await keyOf(org);
    const { api, params } = await keyOf(org);
    const child = await organization(org);
    const attempts = [
      () => api.apiKeys.revoke({ params: other.params }),
      () => replace(api, child, { settings: { locale: 'fr' } }),
      () => api.clients.create({ body: { name: 'New', type: 'subcompany' } }),
      () => api.subcompanies.create({ params: { client_id: org.client.id }, body: { name: 'New' } }),
    ];
    const bad = { query: { colour: 'red' } };
    await refusalOf(api.apiKeys.revoke({ params: other.params, ...bad } as never));
    await refusalOf(replace(api, child, { unknown: true }));
    await refusalOf(api.clients.create({ body: {} as never }));
    await refusalOf(api.subcompanies.create({ params: { client_id: org.client.id }, body: {} as never }));
    await org.api.apiKeys.revoke({ params });
    for (const attempt of attempts) expect(await refusalOf(attempt())).toBe('401 unauthenticated');
    expect((await other.api.clients.get({ params: { client_id: child.client.id } })).settings).toEqual({});
  });

  test('works until the end of its overlap, and can withdraw itself', async () => {
    const org = await organization();
    const { api, params } = await keyOf(org);
    await api.apiKeys.rotate({ params, body: { overlap_seconds: 600 } });
    const made = await api.apiKeys.create({ body: newKey });
    await api.apiKeys.rotate({ params: { api_key_id: made.id }, body: {} });
    await api.apiKeys.revoke({ params });
    expect(await refusalOf(org.api.apiKeys.get({ params }))).toBe('404 api_key_not_found');
  });
});

describe('A key with few scopes', () => {
  test('revokes itself and keys with no more scopes, and no others', async () => {
    const org = await organization();
    const create = (given: readonly (typeof scopes)[number][]) =>
      operator.apiKeys.create({ body: { name: 'X', client_id: org.client.id, scopes: [...given] } });
    const weak = await create(['keys:write', 'agents:read']);
    const [strong, weaker] = [await create(['keys:write', 'agents:write']), await create(['agents:read'])];
    const { api } = { api: clientFor(weak.key) };
    const problem = await problemOf(api.apiKeys.revoke({ params: { api_key_id: strong.id } }));
    expect([problem.status, problem.code, problem.problem.required_scope]).toEqual([
      403,
      'insufficient_scope',
      'agents:write',
    ]);
    await api.apiKeys.revoke({ params: { api_key_id: weaker.id } });
    await api.apiKeys.revoke({ params: { api_key_id: weak.id } });
  });

  test('of the platform does not revoke the key with all scopes', async () => {
    const weak = clientFor(await makeKey(undefined, ['keys:write']));
    const { key } = await operator.me.get();
    expect(await refusalOf(weak.apiKeys.revoke({ params: { api_key_id: key?.id ?? '' } }))).toBe(
      '403 insufficient_scope',
    );
  });
});
