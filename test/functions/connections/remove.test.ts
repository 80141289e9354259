import { expect, test } from 'vitest';
import type { Client } from '#lib/local/client.ts';
import { keyOf, partitionOf } from '#lib/store/keys.ts';
import { operator, organization, platform, refusalOf } from '../../fixtures.ts';
import { Browser } from '../../support/browsing.ts';
import { noTasks, passUntilDue, waitingTasks } from '../../support/due-tasks.ts';
import { inject, overtaken } from '../../support/fault-proxy.ts';
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

/** The removal of a connection ends before that of its members, of which it has only read who they are. */
const interruptRemoval = (connectionId: string) =>
  inject(platform.dynamodb_endpoint, {
    key: { pk: partitionOf('connection', connectionId), sk: 'identity#' },
    ...{ operation: 'Query', kind: 'refused', skip: 1 },
  });

const removeWithMembers = ({ connections }: Client, connection_id: string) =>
  connections.remove({ params: { connection_id }, query: { remove_members: 'true' } });

test.for(['before', 'after'])(
  'of two connections with the owners of an organization, removed at once, the second one stays, %s the first has lost its people',
  async (when) => {
    const org = await organization();
    const [first, second] = [await connect(org.client.id), await connect(org.client.id)];
    for (const through of [first, second]) await invite(through, org.client.id, { role: 'owner' });
    const looking =
      when === 'before' ? await interruptRemoval(first.connection.id) : { end: () => Promise.resolve() };
    const removal = overtaken(
      platform.dynamodb_endpoint,
      { operation: 'TransactWriteItems', key: keyOf('connection', second.connection.id) },
      () => refusalOf(removeWithMembers(org.api, second.connection.id)),
      () => removeWithMembers(org.api, first.connection.id).catch(() => undefined),
    );
    expect(await removal).toBe('409 last_owner');
    await looking.end();
    const { data } = await org.api.connections.list();
    expect(data.map(({ id }) => id)).toEqual([second.connection.id]);
  },
);

test('an owner whose connection is gone is nobody who could take over', async () => {
  const org = await organization();
  const [first, second] = [await connect(org.client.id), await connect(org.client.id)];
  await invite(first, org.client.id, { role: 'owner' });
  const { api, memberId } = await invite(second, org.client.id, { role: 'owner' });
  const looking = await interruptRemoval(first.connection.id);
  expect(await refusalOf(removeWithMembers(api, first.connection.id))).toMatch(/^50/);
  await looking.end();
  const params = { member_id: memberId };
  expect(await refusalOf(api.members.remove({ params }))).toBe('409 last_owner');
  expect(await refusalOf(org.api.members.update({ params, body: { role: 'admin' } }))).toBe('409 last_owner');
  expect(await refusalOf(removeWithMembers(org.api, second.connection.id))).toBe('409 last_owner');
  await passUntilDue(await waitingTasks('second_look', first.connection.id));
  await noTasks('second_look', first.connection.id);
  expect((await org.api.members.list()).data.map(({ id }) => id)).toEqual([memberId]);
});
