import { expect, test } from 'vitest';
import { scopesOfRole } from '#lib/domain/authority/roles.ts';
import {
  clientFor,
  operator,
  organization,
  platform,
  problemOf,
  refusalOf,
  unknownId,
} from '../../fixtures.ts';
import { peopleOf } from '../../support/people.ts';

const { connect, invite } = peopleOf(platform.base_url, { operator });

test('an invitation has a link that is shown once, through the nearest connection', async () => {
  const reseller = await organization(undefined, 'reseller');
  const org = await organization(reseller, 'client');
  const above = await connect(reseller.client.id);
  const body = { email: 'pia@example.com', role: 'listener' as const };
  const created = await org.api.invitations.create({ body });
  expect(created).toMatchObject({ connection_id: above.connection.id, client_id: org.client.id });
  expect(created.url).toContain(`invitation_id=${created.id}`);
  expect(created.url.endsWith(`#${created.token}`)).toBe(true);
  const own = await connect(org.client.id);
  expect((await org.api.invitations.create({ body })).connection_id).toBe(own.connection.id);
  const read = await org.api.invitations.get({ params: { invitation_id: created.id } });
  expect(JSON.stringify(read)).not.toContain(created.token);

  const client_id = unknownId('client');
  expect(await refusalOf(org.api.invitations.create({ body: { ...body, client_id } }))).toBe(
    '404 client_not_found',
  );
  const connection_id = unknownId('con');
  expect(await refusalOf(org.api.invitations.create({ body: { ...body, connection_id } }))).toBe(
    '404 connection_not_found',
  );
});

test('an organization that enforces a connection invites through no other', async () => {
  const reseller = await organization(undefined, 'reseller');
  const org = await organization(reseller, 'client');
  const above = await connect(reseller.client.id);
  const enforced = await connect(org.client.id, { enforced: true });
  const newest = await connect(org.client.id);
  const body = { email: 'pia@example.com', role: 'listener' as const };
  expect((await org.api.invitations.create({ body })).connection_id).toBe(enforced.connection.id);
  for (const { connection } of [above, newest]) {
    const other = org.api.invitations.create({ body: { ...body, connection_id: connection.id } });
    expect(await refusalOf(other)).toBe('409 sign_in_enforced');
  }
  // The organization above enforces nothing.
  expect((await reseller.api.invitations.create({ body })).connection_id).toBe(above.connection.id);
});

test('an invitation goes by default only through a connection whose creators have what it gives', async () => {
  const org = await organization();
  const { client } = org;
  const good = await connect(client.id, { max_role: 'admin' });
  const owner = await invite(good, client.id, { role: 'owner' });
  const { key } = await operator.apiKeys.create({
    body: { name: 'Weak', client_id: client.id, scopes: ['connections:write', ...scopesOfRole('listener')] },
  });
  const weak = clientFor(key);
  const input = { name: 'Newest', issuer: good.issuer.issuer, oidc_client_id: 'x' };
  expect(await refusalOf(weak.connections.create({ body: { ...input, max_role: 'admin' } }))).toBe(
    '403 insufficient_scope',
  );
  const newest = await weak.connections.create({ body: input });
  const inviting = (role: 'owner' | 'admin' | 'listener', api = org.api) =>
    api.invitations.create({ body: { email: 'pia@example.com', role } });

  expect((await inviting('listener')).connection_id).toBe(newest.id);
  expect((await inviting('admin')).connection_id).toBe(good.connection.id);
  // A person invites through the provider of their own.
  for (const role of ['owner', 'listener'] as const) {
    expect((await inviting(role, owner.api)).connection_id).toBe(good.connection.id);
  }
  const { problem } = await problemOf(inviting('owner'));
  expect(problem).toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '/connection_id', code: 'required' }],
  });
});
