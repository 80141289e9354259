import { expect, inject, test } from 'vitest';
import { operator, organization, platform, problemOf, refusalOf } from '../../fixtures.ts';
import { Browser } from '../../support/browsing.ts';
import { setTexts } from '../../support/dns-server.ts';
import { peopleOf } from '../../support/people.ts';
import { shownAt } from '../../support/viewer.ts';

const { connect } = peopleOf(platform.base_url, { operator });

/** A domain that no other test has. */
const newDomain = (): string => `console.a${crypto.randomUUID()}.example`;

const pageAt = async (headers: Record<string, string>): Promise<unknown> => {
  const response = await fetch(`${platform.base_url}/v1/sign-in`, { headers });
  return ((await response.json()) as { branding: unknown }).branding;
};

/** An organization, and its domain with the record that names it. */
const owner = async (domain: string) => {
  const { api, client } = await organization();
  const params = { client_id: client.id };
  await setTexts(inject('dnsServer'), domain, [`voice-agent-platform=${client.id}`]);
  return { api, client, params };
};

test('the sign-in page has the branding of the organization whose proved domain is its host', async () => {
  const domain = newDomain();
  const { api, client, params } = await owner(newDomain());
  const branding = { name: 'Harbor Voice', accent_color: '#0f766e', domain };
  const patch = () => api.clients.update({ params, body: { settings: { branding } } });
  expect((await problemOf(patch())).message).toContain(`voice-agent-platform=${client.id}`);
  expect(await refusalOf(patch())).toBe('409 domain_not_verified');
  expect(await pageAt(shownAt(domain))).toBeNull();

  await setTexts(inject('dnsServer'), domain, [`voice-agent-platform=${client.id}`]);
  const set = await patch();
  expect(set.settings.branding).toEqual(branding);
  expect(await pageAt(shownAt(domain))).toEqual(branding);
  expect(await pageAt(shownAt(newDomain()))).toBeNull();
  // Only CloudFront says which host a browser shows.
  expect(await pageAt({ 'x-viewer-host': domain })).toBeNull();
  expect(await pageAt({ 'x-viewer-host': domain, 'x-viewer-proof': 'guessed' })).toBeNull();
  expect(await pageAt({})).toBeNull();

  // A domain that is kept needs no record any more, and a repeat changes nothing.
  await setTexts(inject('dnsServer'), domain, []);
  expect((await patch()).version).toBe(set.version);
  await api.clients.update({ params, body: { settings: { branding: { name: 'Harbor' } } } });
  expect(await pageAt(shownAt(domain))).toMatchObject({ name: 'Harbor' });
  await api.clients.update({ params, body: { settings: { branding: { domain: null } } } });
  expect(await pageAt(shownAt(domain))).toBeNull();
});

test('a domain belongs to one organization, until it gives it up', async () => {
  const domain = newDomain();
  const settings = { branding: { domain } };
  const [one, other] = [await owner(domain), await owner(domain)];
  await setTexts(inject('dnsServer'), domain, [
    `voice-agent-platform=${one.client.id}`,
    `voice-agent-platform=${other.client.id}`,
  ]);
  const change = { name: 'Northwind', settings };
  const replace = ({ api, params }: typeof one) => api.clients.replace({ params, body: change });
  const update = ({ api, params }: typeof one) => api.clients.update({ params, body: { settings } });
  await replace(one);
  expect(await refusalOf(replace(other))).toBe('409 domain_taken');
  expect(await refusalOf(update(other))).toBe('409 domain_taken');
  // Whose it is, is none of the other one's business.
  expect(JSON.stringify(await problemOf(update(other)))).not.toContain(one.client.id);
  const unproved = { ...change, settings: { branding: { domain: newDomain() } } };
  expect(await refusalOf(other.api.clients.replace({ params: other.params, body: unproved }))).toBe(
    '409 domain_not_verified',
  );

  await one.api.clients.replace({ params: one.params, body: { name: 'Northwind' } });
  await update(other);
  expect(await pageAt(shownAt(domain))).toEqual({ domain });
});

test('no organization is created with a domain, which no record can name yet', async () => {
  const settings = { branding: { domain: newDomain() } };
  const body = { name: 'Harbor', type: 'client' as const, settings };
  const { errors } = await problemOf(operator.clients.create({ body }));
  expect(errors).toMatchObject([{ pointer: '/settings/branding/domain', code: 'fixed' }]);
});

test('people sign in under the domain that their browser shows', async () => {
  const { client } = await organization();
  const { connection } = await connect(client.id);
  const domain = newDomain();
  const browser = new Browser(platform.base_url, shownAt(domain));
  const response = await browser.begin({ connection_id: connection.id });
  const { url } = (await response.json()) as { url: string };
  const callback = `https://${domain}/v1/sign-in/${connection.id}/callback`;
  expect(new URL(url).searchParams.get('redirect_uri')).toBe(callback);
  const read = await fetch(`${platform.base_url}/v1/connections/${connection.id}`, {
    headers: { ...shownAt(domain), authorization: `Bearer ${platform.api_key}` },
  });
  expect(await read.json()).toMatchObject({ callback_url: callback });
});
