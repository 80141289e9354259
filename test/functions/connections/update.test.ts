import { expect, test } from 'vitest';
import { scopesOfRole } from '#lib/domain/authority/roles.ts';
import type { Client } from '#lib/local/client.ts';
import {
  clientFor,
  operator,
  organization,
  platform,
  problemOf,
  refusalOf,
  unknownId,
} from '../../fixtures.ts';
import { overtaken } from '../../support/fault-proxy.ts';
import { peopleOf } from '../../support/people.ts';

const { connect, invite, personIn } = peopleOf(platform.base_url, { operator });

test('a patch changes what it names, and keeps the secret and verified domains', async () => {
  const org = await organization();
  const { connection } = await connect(org.client.id, { domains: [{ name: 'update.example' }] });
  const params = { connection_id: connection.id };
  const changed = await org.api.connections.update({ params, body: { session_hours: 2 } });
  expect(changed).toEqual({
    ...connection,
    session_hours: 2,
    version: 2,
    updated_at: changed.updated_at,
  });
  expect((await org.api.connections.update({ params, body: { session_hours: 2 } })).version).toBe(2);
  const without = await org.api.connections.update({ params, body: { client_secret: null, domains: null } });
  expect(without).toMatchObject({ client_secret_hint: null, domains: [] });
});

test('only those who have every scope of an owner decide whether a connection is enforced', async () => {
  const org = await organization();
  const { connection } = await connect(org.client.id);
  const { api } = await personIn(org, 'admin');
  const params = { connection_id: connection.id };
  const enforce = (client: Client, enforced: boolean) =>
    client.connections.update({ params, body: { enforced } });
  const { code, problem } = await problemOf(enforce(api, true));
  expect([code, problem.required_scope]).toEqual(['insufficient_scope', 'billing:write']);
  const input = { name: 'Own', issuer: 'https://idp.example', oidc_client_id: 'console', enforced: true };
  expect(await refusalOf(api.connections.create({ body: input }))).toBe('403 insufficient_scope');
  await enforce(org.api, true);
  const { key } = await operator.apiKeys.create({
    body: {
      name: 'Weak',
      client_id: org.client.id,
      scopes: ['connections:write', ...scopesOfRole('listener')],
    },
  });
  const weak = clientFor(key);
  expect(await refusalOf(enforce(weak, false))).toBe('403 insufficient_scope');
  // Neither does a removal undo it.
  const removal = await problemOf(weak.connections.remove({ params }));
  expect([removal.code, removal.problem.required_scope]).toEqual(['insufficient_scope', 'agents:write']);
  await enforce(org.api, false);
  await weak.connections.remove({ params });
});

test('only those who have every scope of an owner change how an enforced connection lets people in', async () => {
  const org = await organization();
  const { connection } = await connect(org.client.id, { acr_values: ['mfa'] });
  const params = { connection_id: connection.id };
  const { key } = await operator.apiKeys.create({
    body: {
      name: 'Weak',
      client_id: org.client.id,
      scopes: ['connections:write', ...scopesOfRole('listener')],
    },
  });
  const changes = [
    { acr_values: [] },
    { required_claims: { nobody: 'has it' } },
    { client_secret: 'another-secret' },
    { oidc_client_id: 'another' },
    { session_hours: 168 },
  ];
  const answersOf = async () => {
    const answers = new Set<string>();
    for (const body of changes) {
      const changed = clientFor(key).connections.update({ params, body });
      answers.add(
        await changed.then(
          () => 'changed',
          () => refusalOf(changed),
        ),
      );
    }
    return [...answers];
  };
  await org.api.connections.update({ params, body: { enforced: true } });
  expect(await answersOf()).toEqual(['403 insufficient_scope']);
  const renamed = await clientFor(key).connections.update({ params, body: { name: 'Renamed' } });
  expect(renamed).toMatchObject({ name: 'Renamed', acr_values: ['mfa'] });
  await org.api.connections.update({ params, body: { enforced: false } });
  expect(await answersOf()).toEqual(['changed']);
});

test('one connection of an organization is enforced at most, until it no longer is', async () => {
  const org = await organization();
  const [one, other] = [await connect(org.client.id), await connect(org.client.id)];
  const enforce = (connection_id: string, enforced: boolean) =>
    org.api.connections.update({ params: { connection_id }, body: { enforced } });
  await enforce(one.connection.id, true);
  expect(await refusalOf(enforce(other.connection.id, true))).toBe('409 sign_in_enforced');
  await enforce(one.connection.id, false);
  expect((await enforce(other.connection.id, true)).enforced).toBe(true);
  expect(await refusalOf(enforce(unknownId('con'), true))).toBe('404 connection_not_found');
});

test('an owner enforces a connection only if an owner signs in through it', async () => {
  const reseller = await organization(undefined, 'reseller');
  const org = await organization(reseller, 'client');
  const [own, other] = [await connect(org.client.id), await connect(org.client.id)];
  const owner = await invite(own, org.client.id, { role: 'owner' });
  const params = { connection_id: other.connection.id };
  const enforcing = (client: Client) => client.connections.update({ params, body: { enforced: true } });
  const locked = '409 enforced_without_owner';
  expect(await refusalOf(enforcing(owner.api))).toBe(locked);
  // Neither an administrator nor an owner whose membership ends can undo it for good.
  await invite(other, org.client.id, { role: 'admin' });
  const member_expires_at = new Date(Date.now() + 3_600_000).toISOString();
  await invite(other, org.client.id, { role: 'owner', member_expires_at });
  expect(await refusalOf(enforcing(owner.api))).toBe(locked);
  const input = { name: 'New', issuer: other.issuer.issuer, oidc_client_id: 'x', enforced: true };
  expect(await refusalOf(owner.api.connections.create({ body: input }))).toBe(locked);
  // A key, and people of organizations above, can undo it.
  const above = await personIn(reseller, 'owner');
  for (const client of [org.api, above.api]) {
    expect((await enforcing(client)).enforced).toBe(true);
    await client.connections.update({ params, body: { enforced: false } });
  }
  // The caller's own connection, and one through which another owner signs in.
  const through = { connection_id: own.connection.id };
  await owner.api.connections.update({ params: through, body: { enforced: true } });
  await owner.api.connections.update({ params: through, body: { enforced: false } });
  await invite(other, org.client.id, { role: 'owner' });
  expect((await enforcing(owner.api)).enforced).toBe(true);
});

test('a connection is not enforced if its only owner leaves in the same moment', async () => {
  const org = await organization();
  const [own, other] = [await connect(org.client.id), await connect(org.client.id)];
  const owner = await invite(own, org.client.id, { role: 'owner' });
  const { memberId } = await invite(other, org.client.id, { role: 'owner' });
  const { id } = other.connection;
  const enforcing = overtaken(
    platform.dynamodb_endpoint,
    { operation: 'TransactWriteItems', contains: `connection#${id}` },
    () =>
      refusalOf(owner.api.connections.update({ params: { connection_id: id }, body: { enforced: true } })),
    () => org.api.members.remove({ params: { member_id: memberId } }),
  );
  expect(await enforcing).toBe('409 enforced_without_owner');
  expect((await owner.api.me.get()).client?.id).toBe(org.client.id);
});
