import { expect, test } from 'vitest';
import { newId } from '#lib/domain/ids.ts';
import { keyOf, partitionOf } from '#lib/store/keys.ts';
import { operator, organization, platform } from '../../fixtures.ts';
import { Browser } from '../../support/browsing.ts';
import { peopleOf } from '../../support/people.ts';
import { tableOf } from '../../support/table.ts';

const { connect } = peopleOf(platform.base_url, { operator });

test('signing out everywhere ends every session of the person', async () => {
  const { client } = await organization();
  const { connection } = await connect(client.id);
  const [one, other] = [new Browser(platform.base_url), new Browser(platform.base_url)];
  for (const browser of [one, other]) await browser.signIn({ connection_id: connection.id });
  await one.api('none').sessions.removeAll();
  await one.signIn({ connection_id: connection.id });
  expect((await one.api('none').sessions.list()).data).toHaveLength(1);
});

test('signing out everywhere also ends a session that is older than many expired ones', async () => {
  const { client } = await organization();
  const { connection } = await connect(client.id);
  const browser = new Browser(platform.base_url);
  await browser.signIn({ connection_id: connection.id });
  const { person } = await browser.api('none').me.get();
  const id = person?.id ?? '';
  const table = tableOf(platform);
  // DynamoDB deletes them up to days after their end.
  const expires_at = new Date(Date.now() - 1000).toISOString();
  for (let at = 0; at < 30; at += 1) {
    const session = newId('ses');
    await table.put({ ...keyOf('session', id, session), id: session, person_id: id, expires_at });
  }
  await new Browser(platform.base_url).signIn({ connection_id: connection.id });
  await browser.api('none').sessions.removeAll();
  const left = (await table.partitions(partitionOf('person', id))).filter(({ sk }) =>
    sk.startsWith('session#'),
  );
  expect(left.filter((session) => String(session.expires_at) > expires_at)).toEqual([]);
  // Nobody else made them, and the table's own check would not know them.
  for (const { pk, sk } of left) await table.remove({ pk, sk });
});
