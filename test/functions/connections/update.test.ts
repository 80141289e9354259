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
import { peopleOf } from '../../support/people.ts';

const { connect, personIn } = peopleOf(platform.base_url, { operator });

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
