import { expect, test } from 'vitest';
import { operator, organization, platform, problemOf, refusalOf, unknownId } from '../../fixtures.ts';
import { peopleOf } from '../../support/people.ts';

const { personIn } = peopleOf(platform.base_url, { operator });

test('a member gets another role, or scopes of its own', async () => {
  const org = await organization();
  const { memberId } = await personIn(org, 'listener');
  const params = { member_id: memberId };
  const update = (body: NonNullable<Parameters<typeof org.api.members.update>[0]['body']>) =>
    org.api.members.update({ params, body });
  expect(await update({ role: 'operator' })).toMatchObject({ role: 'operator', version: 2 });
  const chosen = await update({ scopes: ['usage:read', 'agents:read', 'agents:read'] });
  expect(chosen).toMatchObject({ role: null, scopes: ['agents:read', 'usage:read'] });
  const both = await problemOf(update({ role: 'admin', scopes: ['agents:read'] }));
  expect(both.errors).toMatchObject([{ pointer: '/role', code: 'inconsistent' }]);
  const unknown = { member_id: unknownId('mem') };
  const elsewhere = org.api.members.update({ params: unknown, body: { role: 'admin' } });
  expect(await refusalOf(elsewhere)).toBe('404 member_not_found');
});
