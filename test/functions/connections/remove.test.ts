import { expect, test } from 'vitest';
import { operator, organization, platform, refusalOf } from '../../fixtures.ts';
import { Browser } from '../../support/browsing.ts';
import { overtaken } from '../../support/fault-proxy.ts';
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

test('a connection through which somebody joins while it is removed stays', async () => {
  const org = await organization();
  const connected = await connect(org.client.id);
  const { id } = connected.connection;
  const removal = overtaken(
    platform.dynamodb_endpoint,
    { operation: 'TransactWriteItems', contains: `connection#${id}` },
    () => refusalOf(org.api.connections.remove({ params: { connection_id: id } })),
    () => invite(connected, org.client.id, { role: 'listener' }),
  );
  expect(await removal).toBe('409 connection_in_use');
  expect((await org.api.members.list()).data).toHaveLength(1);
});

test('nobody joins through a connection that is removed meanwhile', async () => {
  const org = await organization();
  const { connection, issuer } = await connect(org.client.id);
  const params = { connection_id: connection.id };
  const email = `${crypto.randomUUID()}@example.com`;
  const { id, token } = await org.api.invitations.create({
    body: { email, connection_id: connection.id, role: 'listener' },
  });
  const browser = new Browser(platform.base_url);
  issuer.person = { sub: 'pia', email };
  await browser.signIn(params);
  const acceptance = overtaken(
    platform.dynamodb_endpoint,
    { operation: 'TransactWriteItems', contains: `invitation#${id}` },
    () =>
      refusalOf(browser.api('none').invitations.accept({ params: { invitation_id: id }, body: { token } })),
    () => org.api.connections.remove({ params }),
  );
  expect(await acceptance).toBe('401 unauthenticated');
  expect((await org.api.members.list()).data).toEqual([]);
});
