import { expect, test } from 'vitest';
import { operator, organization, platform, unknownId } from '../../fixtures.ts';
import { Browser } from '../../support/browsing.ts';
import { replacedKeys } from '../../support/issuer.ts';
import { peopleOf } from '../../support/people.ts';

const { connect } = peopleOf(platform.base_url, { operator });

test('a callback sets the cookie of a session, and leads to the page where the person was', async () => {
  const { client } = await organization();
  const { connection } = await connect(client.id, { session_hours: 2 });
  const browser = new Browser(platform.base_url);
  const response = await browser.signIn({ connection_id: connection.id, return_to: '/conversations?q=tea' });
  expect(await response.json()).toEqual({ url: `${platform.base_url}/conversations?q=tea` });
  const [session = '', state = ''] = response.headers.getSetCookie();
  expect(session).toMatch(
    /^__Host-session=vas_\w{49}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=7200$/,
  );
  expect(state).toMatch(/^__Host-sign-in=; .*Max-Age=0$/);
  const again = await browser.signIn({ connection_id: connection.id });
  expect(again.headers.getSetCookie()[0]).not.toBe(session);
});

test('people sign in as soon as a provider has replaced its keys, and invented keys make nobody read them again', async () => {
  const { client } = await organization();
  const keys = await replacedKeys();
  let header = {};
  const { connection } = await connect(client.id, {
    behavior: { keys: keys.answer, token: (claims) => keys.sign(claims, header) },
  });
  const signIn = async () =>
    (await new Browser(platform.base_url).signIn({ connection_id: connection.id })).status;
  expect(await signIn()).toBe(200);
  keys.replace();
  expect(await signIn()).toBe(200);

  const before = keys.reads;
  header = { kid: 'invented' };
  expect(await Promise.all(Array.from({ length: 20 }, signIn))).toEqual(Array(20).fill(403));
  // Sign-ins of other tests may have displaced the keys.
  expect(keys.reads - before).toBeLessThan(5);
});

test('a callback of no connection is refused', async () => {
  const browser = new Browser(platform.base_url);
  const path = (id: string) => `/v1/sign-in/${id}/callback?code=x&state=y`;
  expect((await browser.fetch(path(unknownId('con')))).status).toBe(403);
  const malformed = await browser.fetch(path('con_x'));
  expect(((await malformed.json()) as { code: string }).code).toBe('connection_not_found');
});
