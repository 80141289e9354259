import { expect, test } from 'vitest';
import type { ClientType } from '#lib/contract/clients.ts';
import type { Organization } from '../../fixtures.ts';
import { operator, organization, problemOf, refusalOf, suspend, unknownId } from '../../fixtures.ts';

test('the answer is the organization as it is read later, with its Location', async () => {
  const body = {
    name: 'Acme',
    type: 'client' as const,
    settings: { timezone: 'Europe/Berlin', retention_days: 30, own_flag: ['kept', 1, null] },
    billing_info: { email: 'billing@acme.example', currency: 'EUR', plan: 'gold' },
    metadata: { crm: '42' },
  };
  const { reply, response } = await operator.clients.create.withResponse({ body });
  expect(response.status).toBe(201);
  expect(response.headers.get('location')).toBe(`/v1/clients/${reply.id}`);
  expect(reply).toEqual({
    ...body,
    external_id: null,
    test: false,
    id: expect.stringMatching(/^client_[0-7][0-9a-z]{25}$/),
    created_at: reply.updated_at,
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    version: 1,
    parent_id: null,
    status: 'active',
    effective_settings: body.settings,
  });
  const read = await operator.clients.get.withResponse({ params: { client_id: reply.id } });
  expect(read.reply).toEqual(reply);
  expect(read.response.headers.get('etag')).toBe(response.headers.get('etag'));
});

test('each type is accepted only below its allowed parents', async () => {
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client');
  const subcompany = await organization(client, 'subcompany');
  const location = await organization(client, 'location');
  const allowed: Record<ClientType, (Organization | null)[]> = {
    reseller: [null],
    client: [null, reseller],
    subcompany: [client, subcompany],
    location: [client, subcompany],
  };
  for (const [type, parents] of Object.entries(allowed) as [ClientType, (Organization | null)[]][]) {
    for (const parent of [null, reseller, client, subcompany, location]) {
      const creation = operator.clients.create({
        body: { name: type, type, parent_id: parent?.client.id ?? null },
      });
      if (parents.includes(parent)) expect((await creation).parent_id).toBe(parent?.client.id ?? null);
      else expect(await refusalOf(creation)).toBe('409 invalid_parent');
    }
  }
});

test('clients stand at most eight deep', async () => {
  let parent = await operator.clients.create({ body: { name: '1', type: 'reseller' } });
  parent = await operator.clients.create({ body: { name: '2', type: 'client', parent_id: parent.id } });
  for (let depth = 3; depth <= 8; depth += 1) {
    const body = { name: String(depth), type: 'subcompany' as const, parent_id: parent.id };
    parent = await operator.clients.create({ body });
  }
  const ninth = operator.clients.create({ body: { name: '9', type: 'location', parent_id: parent.id } });
  expect(await refusalOf(ninth)).toBe('409 invalid_parent');
});

test('a key of an organization creates below it, and nowhere else', async () => {
  const [org, stranger] = await Promise.all([organization(), organization()]);
  const own = await org.api.clients.create({ body: { name: 'Below', type: 'subcompany' } });
  expect(own.parent_id).toBe(org.client.id);

  const top = await problemOf(
    org.api.clients.create({ body: { name: 'Top', type: 'client', parent_id: null } }),
  );
  expect([top.code, top.errors[0]?.pointer]).toEqual(['validation_failed', '/parent_id']);
  for (const parent_id of [stranger.client.id, unknownId('client')]) {
    const elsewhere = org.api.clients.create({ body: { name: 'X', type: 'subcompany', parent_id } });
    expect(await refusalOf(elsewhere)).toBe('404 client_not_found');
  }
});

test('nothing is created below a suspended organization', async () => {
  const suspended = await organization();
  await suspend(suspended);
  const create = operator.clients.create({
    body: { name: 'X', type: 'subcompany', parent_id: suspended.client.id },
  });
  expect(await refusalOf(create)).toBe('409 client_suspended');
});

test('known settings and billing fields are validated', async () => {
  const problem = await problemOf(
    operator.clients.create({
      body: {
        name: 'X'.repeat(201),
        type: 'client',
        settings: {
          timezone: 'Mars/Olympus',
          locale: 'not a locale',
          retention_days: 0,
          recording_enabled: 1,
        },
        billing_info: { email: 'nobody', currency: 'euro' },
        metadata: { ['k'.repeat(41)]: 'v' },
      } as never,
    }),
  );
  expect(problem.errors.map(({ pointer }) => pointer).sort()).toEqual([
    '/billing_info/currency',
    '/billing_info/email',
    `/metadata/${'k'.repeat(41)}`,
    '/name',
    '/settings/locale',
    '/settings/recording_enabled',
    '/settings/retention_days',
    '/settings/timezone',
  ]);
});
