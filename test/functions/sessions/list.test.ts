import { expect, test } from 'vitest';
import { operator, organization, platform } from '../../fixtures.ts';
import { Browser } from '../../support/browsing.ts';
import { peopleOf } from '../../support/people.ts';

const { connect } = peopleOf(platform.base_url, { operator });

test('a person sees their own sessions, of which one is that of the request', async () => {
  const { client } = await organization();
  const { connection, issuer } = await connect(client.id);
  const [one, other, stranger] = ['pia', 'pia', 'tom'].map((sub) => ({
    sub,
    browser: new Browser(platform.base_url),
  }));
  for (const each of [one, other, stranger]) {
    issuer.person = { sub: each?.sub ?? '' };
    await each?.browser.signIn({ connection_id: connection.id });
  }
  const { data } = (await one?.browser.api('none').sessions.list()) ?? { data: [] };
  expect(data.map(({ current }) => current)).toEqual([false, true]);
  expect(data[0]).toMatchObject({ address: '127.0.0.1' });
});

test('all but the newest twenty sessions of a person end', async () => {
  const { client } = await organization();
  const { connection } = await connect(client.id);
  const browser = new Browser(platform.base_url);
  for (let at = 0; at < 22; at += 1) await browser.signIn({ connection_id: connection.id });
  expect((await browser.api('none').sessions.list()).data).toHaveLength(20);
});
