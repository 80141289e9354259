import { expect, test } from 'vitest';
import { operator, organization, platform } from './fixtures.ts';
import { Browser } from './support/browsing.ts';
import { startIndependentIssuer } from './support/independent-issuer.ts';

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
