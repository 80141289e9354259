import { expect, test } from 'vitest';
import { keyOf } from '#lib/store/keys.ts';
import { operator, organization, platform, refusalOf, unknownId } from '../../fixtures.ts';
import { overtaken } from '../../support/fault-proxy.ts';
import { peopleOf } from '../../support/people.ts';

/* The people who join before and after it: test/what-leavers-made.test.ts. */

const { newIssuer, personIn } = peopleOf(platform.base_url, { operator });

test('only a caller with the scopes of an owner confirms who joins, and once is enough', async () => {
  const org = await organization();
  const { api } = await personIn(org, 'admin');
  const { issuer } = await newIssuer();
  const { id, awaits_owner, version } = await api.connections.create({
    body: {
      ...{ name: 'Own', issuer, oidc_client_id: 'platform', join: 'domain', max_role: 'builder' },
      domains: [{ name: `a${crypto.randomUUID()}.example` }],
    },
  });
  expect(awaits_owner).toBe(true);
  const params = { connection_id: id };
  expect(await refusalOf(api.connections.confirmJoining({ params }))).toBe('403 insufficient_scope');
  const below = await organization(org);
  const missing = '404 connection_not_found';
  expect(await refusalOf(below.api.connections.confirmJoining({ params }))).toBe(missing);
  const unknown = { connection_id: unknownId('con') };
  expect(await refusalOf(org.api.connections.confirmJoining({ params: unknown }))).toBe(missing);
  expect((await org.api.connections.get({ params })).awaits_owner).toBe(true);
  const confirmed = await org.api.connections.confirmJoining({ params });
  expect(confirmed).toMatchObject({ awaits_owner: false, version: version + 1 });
  expect(await org.api.connections.confirmJoining({ params })).toEqual(confirmed);
});

test('an owner confirms what the owner has read, and not what somebody sets meanwhile', async () => {
  const org = await organization();
  const { api } = await personIn(org, 'admin');
  const { issuer } = await newIssuer();
  const { id } = await api.connections.create({
    body: {
      ...{ name: 'Own', issuer, oidc_client_id: 'platform', join: 'domain', max_role: 'listener' },
      domains: [{ name: `a${crypto.randomUUID()}.example` }],
    },
  });
  const params = { connection_id: id };
  const read = async () => {
    const headers = { authorization: `Bearer ${org.key}` };
    const response = await fetch(new URL(`/v1/connections/${id}`, platform.base_url), { headers });
    return response.headers.get('etag') ?? '';
  };
  const ifMatch = await read();
  const confirmation = overtaken(
    platform.dynamodb_endpoint,
    { operation: 'TransactWriteItems', key: keyOf('connection', id) },
    () => refusalOf(org.api.connections.confirmJoining({ params, ifMatch })),
    () => api.connections.update({ params, body: { max_role: 'admin' } }),
  );
  expect(await confirmation).toBe('412 precondition_failed');
  expect((await org.api.connections.get({ params })).awaits_owner).toBe(true);
  const confirmed = await org.api.connections.confirmJoining({ params, ifMatch: await read() });
  expect(confirmed).toMatchObject({ awaits_owner: false, max_role: 'admin' });
});
