import { expect, test } from 'vitest';
import { operator, organization, platform, refusalOf } from '../../fixtures.ts';
import { peopleOf } from '../../support/people.ts';

const { connect, invite } = peopleOf(platform.base_url, { operator });

test('a connection is removed when none of its people is a member', async () => {
  const org = await organization();
  const connected = await connect(org.client.id);
  const params = { connection_id: connected.connection.id };
  const { memberId, browser } = await invite(connected, org.client.id, { role: 'listener' });
  expect(await refusalOf(org.api.connections.remove({ params }))).toBe('409 connection_in_use');
  await org.api.members.remove({ params: { member_id: memberId } });
  await org.api.connections.remove({ params });
  expect(await refusalOf(org.api.connections.remove({ params }))).toBe('404 connection_not_found');
  const begun = await browser.begin({ connection_id: params.connection_id });
  expect(begun.status).toBe(403);
});
