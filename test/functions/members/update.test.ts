import { expect, test } from 'vitest';
import { scopes } from '#lib/contract/route.ts';
import {
  clientFor,
  operator,
  organization,
  platform,
  problemOf,
  refusalOf,
  unknownId,
} from '../../fixtures.ts';
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

test('metadata is merged, and a patch that changes nothing keeps the version', async () => {
  const org = await organization();
  const { memberId } = await personIn(org, 'listener');
  const params = { member_id: memberId };
  const update = (body: NonNullable<Parameters<typeof org.api.members.update>[0]['body']>) =>
    org.api.members.update({ params, body });
  await update({ metadata: { team: 'north', desk: '4' } });
  const merged = await update({ metadata: { desk: null, floor: '2' } });
  expect(merged).toMatchObject({ metadata: { team: 'north', floor: '2' }, version: 3, role: 'listener' });
  for (const body of [{}, { role: 'listener' as const }, { metadata: { team: 'north' } }]) {
    expect(await update(body)).toEqual(merged);
  }
  const tooMany = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key${at}`, 'x']));
  const { errors } = await problemOf(update({ metadata: tooMany }));
  expect(errors).toMatchObject([{ pointer: '/metadata' }]);
});

test('a caller gives nothing that outlives its own key, also to a member who stays longer', async () => {
  const org = await organization();
  const { memberId } = await personIn(org, 'listener');
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const { key } = await org.api.apiKeys.create({ body: { name: 'Short', scopes: [...scopes], expires_at } });
  const api = clientFor(key);
  const params = { member_id: memberId };
  const { errors } = await problemOf(api.members.update({ params, body: { role: 'admin' } }));
  expect(errors).toMatchObject([{ pointer: '/expires_at', code: 'out_of_range' }]);
  expect(await api.members.update({ params, body: { scopes: ['agents:read'] } })).toMatchObject({
    scopes: ['agents:read'],
    expires_at: null,
  });
  const given = await api.members.update({ params, body: { role: 'admin', expires_at } });
  expect(given).toMatchObject({ role: 'admin', expires_at });
});
