import { expect, test } from 'vitest';
import { operator, organization, platform, refusalOf, unknownId } from '../../fixtures.ts';
import { peopleOf } from '../../support/people.ts';

const { personIn } = peopleOf(platform.base_url, { operator });

test('a member is shown with the person and the scopes of the role', async () => {
  const org = await organization();
  const { memberId, email } = await personIn(org, 'analyst');
  const params = { member_id: memberId };
  expect(await org.api.members.get({ params })).toMatchObject({
    id: memberId,
    client_id: org.client.id,
    person: { email, name: 'Pia' },
    role: 'analyst',
    scopes: ['agents:read', 'clients:read', 'usage:read'],
    source: 'invitation',
  });
  const unknown = { member_id: unknownId('mem') };
  expect(await refusalOf(org.api.members.get({ params: unknown }))).toBe('404 member_not_found');
});
