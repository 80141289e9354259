import { expect, test } from 'vitest';
import { operator, organization, platform, refusalOf } from '../../fixtures.ts';
import { peopleOf } from '../../support/people.ts';

const { connect } = peopleOf(platform.base_url, { operator });

test('a revoked invitation is gone', async () => {
  const org = await organization();
  await connect(org.client.id);
  const { id } = await org.api.invitations.create({ body: { email: 'x@example.com', role: 'listener' } });
  const params = { invitation_id: id };
  await org.api.invitations.revoke({ params });
  expect(await refusalOf(org.api.invitations.revoke({ params }))).toBe('404 invitation_not_found');
  expect((await org.api.invitations.list()).data).toEqual([]);
});
