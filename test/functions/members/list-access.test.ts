import { expect, test } from 'vitest';
import { operator, organization, platform, refusalOf, unknownId } from '../../fixtures.ts';
import { peopleOf } from '../../support/people.ts';

/* test/what-leavers-made.test.ts holds the outcome for each kind. */

const { personIn } = peopleOf(platform.base_url, { operator });

const missing = '404 member_not_found';

test('the access of a member is listed, and of a former one as long as there is any', async () => {
  const org = await organization();
  const { api, memberId } = await personIn(org, 'admin');
  const params = { member_id: memberId };
  const listed = async () => (await org.api.members.listAccess({ params })).data;
  expect(await listed()).toEqual([]);
  const url = 'https://hooks.example/a';
  const { id } = await api.webhooks.create({ body: { url, events: ['conversation.ended'] } });
  const access = { type: 'webhook', id, client_id: org.client.id, name: url, relation: 'made' };
  expect(await listed()).toEqual([access]);
  await org.api.members.remove({ params });
  expect(await listed()).toEqual([access]);
  await org.api.webhooks.remove({ params: { webhook_id: id } });
  expect(await refusalOf(listed())).toBe(missing);
});

test('nobody is found who was never a member, or is one out of reach', async () => {
  const org = await organization();
  const { api, memberId } = await personIn(org, 'admin');
  await api.apiKeys.create({ body: { name: 'Own', scopes: ['agents:read'] } });
  const unknown = { member_id: unknownId('mem') };
  expect(await refusalOf(org.api.members.listAccess({ params: unknown }))).toBe(missing);
  const below = await organization(org);
  const params = { member_id: memberId };
  expect(await refusalOf(below.api.members.listAccess({ params }))).toBe(missing);
  expect((await org.api.members.listAccess({ params })).data).toHaveLength(1);
});
