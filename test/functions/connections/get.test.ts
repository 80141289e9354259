import { expect, test } from 'vitest';
import { operator, organization, platform, refusalOf } from '../../fixtures.ts';
import { peopleOf } from '../../support/people.ts';

const { connect } = peopleOf(platform.base_url, { operator });

test('a connection is visible only to its organization and those above', async () => {
  const org = await organization();
  const { connection } = await connect(org.client.id);
  const params = { connection_id: connection.id };
  expect(await org.api.connections.get({ params })).toEqual(connection);
  const other = await organization();
  expect(await refusalOf(other.api.connections.get({ params }))).toBe('404 connection_not_found');
  const below = await organization(org);
  expect(await refusalOf(below.api.connections.get({ params }))).toBe('404 connection_not_found');
});
