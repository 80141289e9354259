import { expect, test } from 'vitest';
import { operator, organization, platform, refusalOf } from '../../fixtures.ts';
import { peopleOf } from '../../support/people.ts';

const { connect } = peopleOf(platform.base_url, { operator });

test('an invitation is visible to its organization, but not to a sibling', async () => {
  const [org, other] = [await organization(), await organization()];
  await connect(org.client.id);
  const {
    id,
    url: _url,
    token: _token,
    ...created
  } = await org.api.invitations.create({
    body: { email: 'pia@example.com', role: 'listener' },
  });
  const params = { invitation_id: id };
  expect(await org.api.invitations.get({ params })).toEqual({ id, ...created });
  expect(await refusalOf(other.api.invitations.get({ params }))).toBe('404 invitation_not_found');
});
