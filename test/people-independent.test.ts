import { expect, test } from 'vitest';
import { operator, organization, platform } from './fixtures.ts';
import { Browser } from './support/browsing.ts';
import { startIndependentIssuer } from './support/independent-issuer.ts';

test('the test of a connection finds a wrong client secret before anybody signs in', async () => {
  const { client, api } = await organization();
  const provider = await startIndependentIssuer(operator, { client_id: client.id });
  try {
    const params = { connection_id: provider.connection.id };
    expect(await api.connections.test({ params })).toEqual({ successful: true, detail: null });
    for (const [wrong, right] of [
      [{ client_secret: 'another-secret' }, { client_secret: provider.clientSecret }],
      [{ oidc_client_id: 'unknown' }, { oidc_client_id: provider.connection.oidc_client_id }],
    ] as const) {
      await api.connections.update({ params, body: wrong });
      const { successful, detail } = await api.connections.test({ params });
      expect([successful, detail]).toEqual([false, expect.stringContaining('invalid_client')]);
      await api.connections.update({ params, body: right });
      expect((await api.connections.test({ params })).successful).toBe(true);
    }
  } finally {
    provider.close();
  }
});

test('a person signs in at an independent provider, once for each code', async () => {
  const { client } = await organization();
  const provider = await startIndependentIssuer(operator, { client_id: client.id });
  try {
    const browser = new Browser(platform.base_url);
    const back = await provider.begin(browser);
    const copy = new Browser(platform.base_url);
    copy.take(browser);
    expect((await browser.fetch(back)).status).toBe(200);
    expect((await browser.api('none').me.get()).person).toMatchObject({
      email: 'pia@example.com',
      name: 'Pia',
    });
    expect((await copy.fetch(back)).status).toBe(403);
    expect(copy.cookie('__Host-session')).toBeUndefined();
  } finally {
    provider.close();
  }
});
