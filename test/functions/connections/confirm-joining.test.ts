import { expect, test } from 'vitest';
import { operator, organization, platform, refusalOf, unknownId } from '../../fixtures.ts';
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
