import { expect, test } from 'vitest';
import { operator, organization, platform, refusalOf, unknownId } from '../../fixtures.ts';
import { peopleOf } from '../../support/people.ts';

const { connect, invite } = peopleOf(platform.base_url, { operator });

test('a list has the members of an organization and its descendants, newest first', async () => {
  const org = await organization();
  const below = await organization(org);
  const connected = await connect(org.client.id);
  const one = await invite(connected, org.client.id, { role: 'admin' });
  const other = await invite(connected, below.client.id, { scopes: ['agents:read', 'usage:read'] });
  const { data } = await org.api.members.list();
  expect(data.map(({ id, role, scopes }) => [id, role, scopes.length])).toEqual([
    [other.memberId, null, 2],
    [one.memberId, 'admin', data[1]?.scopes.length],
  ]);
  expect((await org.api.members.list({ query: { client_id: below.client.id } })).data).toHaveLength(1);
  const query = { client_id: unknownId('client') };
  expect(await refusalOf(org.api.members.list({ query }))).toBe('404 client_not_found');
});
