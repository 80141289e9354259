import { expect, test } from 'vitest';
import { scopes } from '#lib/contract/route.ts';
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

test('each key that ends with a membership has a record in the audit log', async () => {
  const org = await organization();
  const { api, memberId } = await personIn(org, 'admin');
  const body = { name: 'Made', scopes: ['agents:read' as const] };
  const made = [await api.apiKeys.create({ body }), await api.apiKeys.create({ body })];
  await org.api.members.remove({ params: { member_id: memberId }, query: { revoke_keys: 'true' } });
  const { data } = await org.api.auditRecords.list({ query: { action: 'api_key.revoked' } });
  expect(data.map(({ target }) => target.id).sort()).toEqual(made.map(({ id }) => id).sort());
  const { key } = await org.api.me.get();
  expect(data.map(({ actor }) => actor.id)).toEqual([key?.id, key?.id]);
});

test('a removal that is refused revokes no key', async () => {
  const org = await organization();
  const query = { revoke_keys: 'true' as const };
  for (const { role, ifMatch, refused } of [
    { role: 'owner', ifMatch: '*', refused: '409 last_owner' },
    { role: 'admin', ifMatch: '"outdated"', refused: '412 precondition_failed' },
  ] as const) {
    const { api, memberId } = await personIn(org, role);
    const { id } = await api.apiKeys.create({ body: { name: 'Made', scopes: ['agents:read'] } });
    const params = { member_id: memberId };
    expect(await refusalOf(org.api.members.remove({ params, query, ifMatch }))).toBe(refused);
    expect((await org.api.apiKeys.get({ params: { api_key_id: id } })).id).toBe(id);
    expect((await org.api.members.get({ params })).id).toBe(memberId);
  }
});

test('a key that was revoked a second ago removes no member and revokes no key', async () => {
  const org = await organization();
  const { api, memberId } = await personIn(org, 'admin');
  const { id } = await api.apiKeys.create({ body: { name: 'Made', scopes: ['agents:read'] } });
  const revoked = await operator.apiKeys.create({
    body: { name: 'Revoked', client_id: org.client.id, scopes: [...scopes] },
  });
  const query = { revoke_keys: 'true' as const };
  // The function remembers the key.
  const unknown = { member_id: unknownId('mem') };
  expect(await refusalOf(clientFor(revoked.key).members.remove({ params: unknown, query }))).toBe(
    '404 member_not_found',
  );
  await operator.apiKeys.revoke({ params: { api_key_id: revoked.id } });
  const params = { member_id: memberId };
  expect(await refusalOf(clientFor(revoked.key).members.remove({ params, query }))).toBe(
    '401 unauthenticated',
  );
  expect((await org.api.apiKeys.get({ params: { api_key_id: id } })).id).toBe(id);
});
