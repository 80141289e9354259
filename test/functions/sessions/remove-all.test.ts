import { expect, test } from 'vitest';
import { operator, organization, platform } from '../../fixtures.ts';
import { Browser } from '../../support/browsing.ts';
import { peopleOf } from '../../support/people.ts';

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
