import { expect, test } from 'vitest';
import { clientFor, operator, organization, platform, refusalOf, unknownId } from '../../fixtures.ts';
import { peopleOf } from '../../support/people.ts';

const { connect, invite, personIn } = peopleOf(platform.base_url, { operator });

test('a member leaves, and the list no longer has them', async () => {
  const org = await organization();
  const { api, memberId } = await personIn(org, 'admin');
  const params = { member_id: memberId };
  expect(await api.members.remove({ params })).toEqual({ member_id: memberId, api_keys: [] });
  expect(await refusalOf(org.api.members.get({ params }))).toBe('404 member_not_found');
  const unknown = { member_id: unknownId('mem') };
  expect(await refusalOf(org.api.members.remove({ params: unknown }))).toBe('404 member_not_found');
});

test('the keys of a member of the platform end, except the one that removes the member', async () => {
  const connected = await connect(null);
  const owner = await invite(connected, null, { role: 'admin' });
  const { key, id } = await owner.api.apiKeys.create({
    body: { name: 'Own', scopes: ['members:write', 'members:read', 'keys:write'] },
  });
  expect(id).toMatch(/^key_/);
  const params = { member_id: owner.memberId };
  // A key that lacks what the member may do cannot remove the member at all.
  const query = { revoke_keys: 'true' as const };
  expect(await refusalOf(clientFor(key).members.remove({ params, query }))).toBe('403 insufficient_scope');
  const { data } = await operator.apiKeys.list();
  const own = data.find((one) => one.id === id);
  expect(own?.created_by).toBe(owner.memberId);
  const removed = await operator.members.remove({ params, query });
  expect(removed.api_keys.map((one) => one.id)).toEqual([id]);
});

test('a key that would revoke itself with its creator is refused at the platform', async () => {
  const connected = await connect(null);
  const admin = await invite(connected, null, { role: 'admin' });
  const me = await admin.api.me.get();
  const made = await admin.api.apiKeys.create({ body: { name: 'Own', scopes: me.scopes } });
  const params = { member_id: admin.memberId };
  const query = { revoke_keys: 'true' as const };
  const refused = clientFor(made.key).members.remove({ params, query });
  expect(await refusalOf(refused)).toBe('409 platform_key_needed');
  await operator.members.remove({ params, query });
});
