import { expect, test } from 'vitest';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import { keyOf } from '#lib/store/keys.ts';
import { operator, organization, platform, refusalOf } from '../../fixtures.ts';
import { Browser } from '../../support/browsing.ts';
import { peopleOf } from '../../support/people.ts';
import { tableOf } from '../../support/table.ts';

const { connect } = peopleOf(platform.base_url, { operator });

test('signing out removes the cookie and the session, and leaves other browsers alone', async () => {
  const { client } = await organization();
  const { connection } = await connect(client.id);
  const [one, other] = [new Browser(platform.base_url), new Browser(platform.base_url)];
  for (const browser of [one, other]) await browser.signIn({ connection_id: connection.id });
  const secret = one.cookie('__Host-session') ?? '';
  const stored = keyOf('secret', hashSecret(secret));
  expect(await tableOf(platform).get(stored)).toBeDefined();
  await one.api('none').sessions.remove();
  expect(one.cookie('__Host-session')).toBeUndefined();
  expect(await refusalOf(one.api('none').sessions.list())).toBe('401 unauthenticated');
  // Functions that have not seen the secret refuse it at once, and all others within ten seconds.
  expect(await tableOf(platform).get(stored)).toBeUndefined();
  expect((await other.api('none').sessions.list()).data).toHaveLength(1);
});
