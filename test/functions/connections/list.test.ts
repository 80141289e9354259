import { expect, test } from 'vitest';
import { operator, organization, platform, refusalOf, unknownId } from '../../fixtures.ts';
import { peopleOf } from '../../support/people.ts';

const { connect } = peopleOf(platform.base_url, { operator });

test('a list has the connections of an organization and its descendants', async () => {
  const org = await organization();
  const below = await organization(org);
  const [one, other] = [await connect(org.client.id), await connect(below.client.id)];
  const ids = (data: readonly { readonly id: string }[]) => data.map(({ id }) => id);
  expect(ids((await org.api.connections.list()).data)).toEqual([other.connection.id, one.connection.id]);
  expect(ids((await below.api.connections.list()).data)).toEqual([other.connection.id]);
  const query = { client_id: unknownId('client') };
  expect(await refusalOf(org.api.connections.list({ query }))).toBe('404 client_not_found');
});
