import { expect, test } from 'vitest';
import { operator, organization, platform, refusalOf, unknownId } from '../../fixtures.ts';
import { peopleOf } from '../../support/people.ts';

const { connect, invite } = peopleOf(platform.base_url, { operator });

test('a list has the invitations that wait for an answer', async () => {
  const org = await organization();
  const connected = await connect(org.client.id);
  const { id } = await org.api.invitations.create({ body: { email: 'x@example.com', role: 'listener' } });
  await invite(connected, org.client.id, { role: 'listener' });
  expect((await org.api.invitations.list()).data.map((item) => item.id)).toEqual([id]);
  const query = { client_id: unknownId('client') };
  expect(await refusalOf(org.api.invitations.list({ query }))).toBe('404 client_not_found');
});
