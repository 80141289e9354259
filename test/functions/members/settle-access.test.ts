import { expect, test } from 'vitest';
import { clientFor, operator, organization, platform, refusalOf, unknownId } from '../../fixtures.ts';
import { peopleOf } from '../../support/people.ts';

/* test/what-leavers-made.test.ts holds the outcome for each kind. */

const { connect, invite, personIn } = peopleOf(platform.base_url, { operator });

const missing = '404 member_not_found';

test('one request ends some of what a member made and keeps the rest, and lists what is left', async () => {
  const org = await organization();
  const { api, memberId } = await personIn(org, 'admin');
  const webhook = async (url: string) =>
    (await api.webhooks.create({ body: { url, events: ['conversation.ended'] } })).id;
  const ended = await webhook('https://hooks.example/ended');
  const kept = await webhook('https://hooks.example/kept');
  const left = await webhook('https://hooks.example/left');
  const params = { member_id: memberId };
  const body = {
    end: [{ type: 'webhook' as const, id: ended }],
    keep: [{ type: 'webhook' as const, id: kept }],
  };
  const { data } = await org.api.members.settleAccess({ params, body });
  expect(data.map(({ id }) => id)).toEqual([left]);
  expect((await org.api.members.listAccess({ params })).data).toEqual(data);
  const there = (await org.api.webhooks.list()).data.map(({ id }) => id);
  expect(there.sort()).toEqual([kept, left].sort());
  // The things that are named by their type alone are left.
  expect((await org.api.members.settleAccess({ params, body: { end: [{ type: 'webhook' }] } })).data).toEqual(
    [],
  );
  expect((await org.api.webhooks.list()).data.map(({ id }) => id)).toEqual([kept]);
});

test('nothing is settled for somebody who was never a member, or is one out of reach', async () => {
  const org = await organization();
  const { api, memberId } = await personIn(org, 'admin');
  const key = await api.apiKeys.create({ body: { name: 'Own', scopes: ['agents:read'] } });
  const body = { end: [{ type: 'api_key' as const }] };
  const unknown = { member_id: unknownId('mem') };
  expect(await refusalOf(org.api.members.settleAccess({ params: unknown, body }))).toBe(missing);
  const below = await organization(org);
  const params = { member_id: memberId };
  expect(await refusalOf(below.api.members.settleAccess({ params, body }))).toBe(missing);
  expect((await org.api.apiKeys.get({ params: { api_key_id: key.id } })).id).toBe(key.id);
});

test('a key that would end itself with its creator is refused at the platform', async () => {
  const admin = await invite(await connect(null), null, { role: 'admin' });
  const { scopes } = await admin.api.me.get();
  const made = await admin.api.apiKeys.create({ body: { name: 'Own', scopes } });
  const params = { member_id: admin.memberId };
  const body = { end: [{ type: 'api_key' as const, id: made.id }] };
  expect(await refusalOf(clientFor(made.key).members.settleAccess({ params, body }))).toBe(
    '409 platform_key_needed',
  );
  await operator.members.settleAccess({ params, body });
});
