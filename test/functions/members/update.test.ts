import { expect, test } from 'vitest';
import type { Scope } from '#lib/contract/route.ts';
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

test('the answer names the keys that can do more than the member now', async () => {
  const org = await organization();
  const { api, memberId } = await personIn(org, 'admin');
  const params = { member_id: memberId };
  const create = (...all: Scope[]) => api.apiKeys.create({ body: { name: 'Made', scopes: all } });
  const [reads, writes] = [await create('agents:read'), await create('agents:read', 'agents:write')];
  const rotated = await org.api.apiKeys.create({ body: { name: 'Org', scopes: ['members:read'] } });
  await api.apiKeys.rotate({ params: { api_key_id: rotated.id } });
  const update = (body: NonNullable<Parameters<typeof org.api.members.update>[0]['body']>) =>
    org.api.members.update({ params, body });
  expect((await update({ role: 'admin' })).exceeding_api_keys).toEqual([]);
  const lowered = await update({ role: 'listener' });
  expect(lowered.exceeding_api_keys).toEqual([writes.id, rotated.id]);
  expect(await update({ role: 'listener' })).toEqual(lowered);
  expect((await update({ metadata: {} })).exceeding_api_keys).toEqual([]);
  expect((await org.api.apiKeys.get({ params: { api_key_id: reads.id } })).id).toBe(reads.id);
  const { data } = await org.api.auditRecords.list({ query: { target: memberId } });
  expect(data[0]?.changed).toEqual(['role', 'scopes']);
});
