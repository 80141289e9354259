import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import type { Client } from '#lib/local/client.ts';
import { everyWatcher, keyOf } from '#lib/store/keys.ts';
import type { WatchingPage } from './support/doorbells.ts';
import { openPage, watchingPage } from './support/doorbells.ts';
import { eventually } from './support/eventually.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { peopleOf } from './support/people.ts';
import { tableOf } from './support/table.ts';
import type { Organization, Users } from './support/users.ts';
import { usersOf } from './support/users.ts';

let platform: OwnPlatform;
let users: Users;
let table: ReturnType<typeof tableOf>;

beforeAll(async () => {
  platform = await startOwnPlatform();
  users = usersOf(platform.description);
  table = tableOf(platform.description);
});
afterAll(() => platform.close());

const organization = (parent?: Organization): Promise<Organization> => users.organization(parent);

const conversationOf = async ({ api, client }: Organization): Promise<string> => {
  const agent = await api.agents.create({ body: { name: 'Pia', client_id: client.id } });
  return (await api.conversations.create({ body: { agent_id: agent.id } })).id;
};

const say = ({ api }: Organization, conversation_id: string, index: number) =>
  api.transcripts.append({
    params: { conversation_id },
    body: { turns: [{ index, role: 'user', text: 'Hello' }] },
  });

const ticketOf = (url: string): string => new URL(url).searchParams.get('ticket') ?? '';

/** Says more and more until all pages have heard of it: what follows a ring within a second does not ring. */
const untilHeard = async (org: Organization, id: string, pages: readonly WatchingPage[]): Promise<number> => {
  let said = 0;
  await eventually(async () => {
    await say(org, id, said);
    said += 1;
    for (const { rings } of pages) expect(rings.at(-1)).toMatchObject({ type: 'transcript.appended', id });
  });
  return said;
};

test('an organization above and the platform hear, and one beside and below do not', async () => {
  const reseller = await organization();
  const [client, beside] = [await organization(reseller), await organization(reseller)];
  const id = await conversationOf(client);
  const pageOf = async (api: Client, body = {}) => watchingPage((await api.liveTickets.create({ body })).url);
  const hearing = [
    await pageOf(client.api),
    await pageOf(reseller.api),
    await pageOf(reseller.api, { client_id: client.client.id }),
    await pageOf(reseller.api, { conversation_id: id }),
    await pageOf(users.operator),
  ];
  const [silent, own] = [await pageOf(beside.api), await conversationOf(beside)];
  const elsewhere = await pageOf(beside.api, { conversation_id: own });
  await untilHeard(client, id, hearing);
  await untilHeard(beside, own, [silent, elsewhere]);
  expect([...silent.rings, ...elsewhere.rings].filter((ring) => ring.id === id)).toEqual([]);
  for (const page of [...hearing, silent, elsewhere]) await page.close();
});

test('a conversation that has rung within the second does not ring', async () => {
  const org = await organization();
  const id = await conversationOf(org);
  const page = await watchingPage((await org.api.liveTickets.create({})).url);
  const said = await untilHeard(org, id, [page]);
  // The second does not pass.
  const rung_at = Date.now() + 3_600_000;
  await table.put({ ...keyOf('ring', id), rung_at, expires: Math.ceil(rung_at / 1000) });
  const before = page.rings.length;
  await say(org, id, said);
  const other = await conversationOf(org);
  await eventually(() =>
    expect(page.rings.slice(before)).toContainEqual(expect.objectContaining({ id: other })),
  );
  expect(page.rings.slice(before).filter((ring) => ring.id === id)).toEqual([]);
  await page.close();
});

test('a ticket that is late opens nothing', async () => {
  const org = await organization();
  const { url } = await org.api.liveTickets.create({});
  const key = keyOf('live_ticket', hashSecret(ticketOf(url)));
  const ticket = await table.get(key);
  await table.put({ ...ticket, ...key, ends_at: Date.now() - 1 });
  expect(await openPage(url)).toBe(401);
  expect(await openPage(url.replace(/ticket=.*/, 'ticket=vat_unknown'))).toBe(401);
});

/** A ticket that a page of an origin has asked for. */
const ticketFor = async ({ key }: Organization, origin: string): Promise<string> => {
  const response = await fetch(`${platform.description.base_url}/v1/live-tickets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, origin, 'content-type': 'application/json' },
    body: '{}',
  });
  return ((await response.json()) as { url: string }).url;
};

test('a ticket opens nothing for a page of another origin, and stays good for its own', async () => {
  const url = await ticketFor(await organization(), 'https://console.example.com');
  expect(await openPage(url, 'https://evil.example.com')).toBe(401);
  expect(await openPage(url)).toBe(401);
  await (await watchingPage(url, 'https://console.example.com')).close();
});

test('two pages that use a ticket at once open one socket', async () => {
  const { url } = await (await organization()).api.liveTickets.create({});
  const opened = await Promise.all(Array.from({ length: 20 }, () => openPage(url)));
  const pages = opened.filter((page) => typeof page !== 'number');
  expect(pages).toHaveLength(1);
  for (const page of pages) await page.close();
});

/** A key that watches, and an end of it. */
const watchingKey = async (org: Organization) => {
  const { id: api_key_id, key } = await users.operator.apiKeys.create({
    body: { name: 'Page', scopes: ['conversations:read'], client_id: org.client.id },
  });
  const api = users.clientFor(key);
  const openSockets = async (): Promise<number> => {
    const today = Math.floor(Date.now() / 86_400_000);
    return Number((await table.get(keyOf('open_sockets', api_key_id, today)))?.sockets ?? 0);
  };
  return {
    id: api_key_id,
    key,
    api,
    openSockets,
    revoke: () => org.api.apiKeys.revoke({ params: { api_key_id } }),
  };
};

test('a key that was revoked opens no socket, and its open ones are closed with the next event', async () => {
  const org = await organization();
  const first = await watchingPage((await org.api.liveTickets.create({})).url);
  const id = await conversationOf(org);
  // A key that has rung is trusted for ten seconds.
  await first.next();
  const { api, revoke } = await watchingKey(org);
  const page = await watchingPage((await api.liveTickets.create({})).url);
  const { url } = await api.liveTickets.create({});
  await revoke();
  expect(await openPage(url)).toBe(401);
  await say(org, id, 0);
  await page.closed;
  expect(page.rings).toEqual([]);
  await first.close();
});

const past = '2026-01-01T00:00:00.000Z';

/** Pages whose authority ends, and how. */
const ending = {
  'a key that has expired': async (org) => {
    const { api, key } = await watchingKey(org);
    const secret = keyOf('secret', hashSecret(key));
    const end = async () => table.put({ ...(await table.get(secret)), ...secret, expires_at: past });
    return { api, end };
  },
  'a person whose membership has expired': async (org) => {
    const { api, memberId: member_id } = await peopleOf(platform.description.base_url, users).personIn(
      org,
      'listener',
    );
    const { person } = await users.operator.members.get({ params: { member_id } });
    const grant = keyOf('grant', person.id, org.client.id);
    const end = async () => {
      const known = await table.get(grant);
      const terms = JSON.stringify({ ...JSON.parse(String(known?.terms)), expires_at: past });
      await table.put({ ...known, ...grant, terms });
    };
    return { api, end };
  },
  'a person who may read conversations no longer': async (org) => {
    const { api, memberId: member_id } = await peopleOf(platform.description.base_url, users).personIn(
      org,
      'listener',
    );
    const end = () => users.operator.members.update({ params: { member_id }, body: { role: 'analyst' } });
    return { api, end };
  },
} satisfies Record<string, (org: Organization) => Promise<{ api: Client; end: () => Promise<unknown> }>>;

test.for(Object.entries(ending))(
  '%s opens no socket, and the clock closes the open ones',
  async ([, make]) => {
    const { api, end } = await make(await organization());
    const origin = platform.description.base_url;
    const page = await watchingPage((await api.liveTickets.create({})).url, origin);
    const { url } = await api.liveTickets.create({});
    await end();
    expect(await openPage(url, origin)).toBe(401);
    await platform.run('clock.checkWatchers');
    await page.closed;
  },
);

test('the ticket of a person who has signed in opens nothing for a page of another site', async () => {
  const { api } = await peopleOf(platform.description.base_url, users).personIn(
    await organization(),
    'listener',
  );
  const { url } = await api.liveTickets.create({});
  expect([await openPage(url, 'https://evil.example.com'), await openPage(url)]).toEqual([401, 401]);
  await (await watchingPage(url, platform.description.base_url)).close();
});

test('a person who is no longer a member opens no socket and is not rung', async () => {
  const org = await organization();
  const { personIn } = peopleOf(platform.description.base_url, users);
  const person = await personIn(org, 'listener');
  const origin = platform.description.base_url;
  const page = await watchingPage((await person.api.liveTickets.create({})).url, origin);
  const { url } = await person.api.liveTickets.create({});
  await users.operator.members.remove({ params: { member_id: person.memberId } });
  expect(await openPage(url, origin)).toBe(401);
  await conversationOf(org);
  await page.closed;
});

test('a person who has signed out is not rung', async () => {
  const org = await organization();
  const person = await peopleOf(platform.description.base_url, users).personIn(org, 'listener');
  const origin = platform.description.base_url;
  const page = await watchingPage((await person.api.liveTickets.create({})).url, origin);
  await person.browser.api('none').sessions.remove();
  await conversationOf(org);
  await page.closed;
  expect(page.rings).toEqual([]);
});

/** A page of a key whose socket is gone without a word of the gateway. */
const lostPage = async (org: Organization, connected_at: number) => {
  const { id: key_id, api, openSockets } = await watchingKey(org);
  const page = await watchingPage((await api.liveTickets.create({})).url);
  const known = (await table.all()).find(
    ({ pk, authority }) =>
      pk === `watchers#${everyWatcher}` && (authority as { key_id?: string }).key_id === key_id,
  );
  const connection = crypto.randomUUID();
  const items = [everyWatcher, org.client.id].map((watched) => keyOf('watcher', watched, connection));
  for (const key of items) await table.put({ ...known, ...key, connection, connected_at });
  await page.close();
  // Another run of the clock may have forgotten the page meanwhile.
  await eventually(async () => expect(await openSockets()).toBeLessThanOrEqual(0));
  return { isKnown: async () => (await Promise.all(items.map((key) => table.get(key)))).some(Boolean) };
};

test('a page whose socket is gone is forgotten with the next event, or by the clock after two hours', async () => {
  const [org, quiet] = [await organization(), await organization()];
  const [rung, young] = [await lostPage(org, Date.now()), await lostPage(quiet, Date.now())];
  const old = await lostPage(quiet, Date.now() - 3 * 3_600_000);
  await conversationOf(org);
  await eventually(async () => expect(await rung.isKnown()).toBe(false));
  await platform.run('clock.checkWatchers');
  expect(await old.isKnown()).toBe(false);
  expect(await young.isKnown()).toBe(true);
});

test('an organization that is erased is watched by nobody', async () => {
  const org = await organization();
  const page = await watchingPage((await org.api.liveTickets.create({})).url);
  await users.operator.clients.erase({ params: { client_id: org.client.id } });
  await eventually(async () => {
    await platform.run('clock.checkWatchers');
    expect(await Promise.race([page.closed, Promise.resolve(undefined)])).toBeDefined();
  });
});

test('a key may have 50 sockets open, and another one when one of them is closed', async () => {
  const org = await organization();
  const { api, openSockets } = await watchingKey(org);
  const urls = await Promise.all(
    Array.from({ length: 51 }, async () => (await api.liveTickets.create({})).url),
  );
  const opened = await Promise.all(urls.map((url) => openPage(url)));
  const pages = opened.filter((page) => typeof page !== 'number');
  expect(pages).toHaveLength(50);
  await expect(api.liveTickets.create({})).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
  await pages[0]?.close();
  const { url } = await eventually(() => api.liveTickets.create({}));
  await (await watchingPage(url)).close();
  for (const page of pages.slice(1)) await page.close();
  await eventually(async () => expect(await openSockets()).toBe(0));
});

// Those of yesterday are open for two hours of today at most.
test.for([
  ['today', 0],
  ['yesterday', 1],
] as const)(
  'the keys of an organization may have 200 sockets open together, also those that opened %s',
  async ([, before]) => {
    const org = await organization();
    const keys = await Promise.all([watchingKey(org), watchingKey(org)]);
    const urls = await Promise.all(keys.map(async ({ api }) => (await api.liveTickets.create({})).url));
    const count = keyOf('open_sockets', org.client.id, Math.floor(Date.now() / 86_400_000) - before);
    await table.put({ ...count, sockets: 199, expires: Math.ceil(Date.now() / 1000) + 3600 });
    const opened = await Promise.all(urls.map((url) => openPage(url)));
    expect(opened.filter((page) => page === 401)).toHaveLength(1);
    await expect(org.api.liveTickets.create({})).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    for (const page of opened) if (typeof page !== 'number') await page.close();
    await eventually(() => org.api.liveTickets.create({}));
  },
);

test('whatever a page says changes nothing', async () => {
  const org = await organization();
  const page = await watchingPage((await org.api.liveTickets.create({})).url);
  page.send('no frame');
  page.send('x'.repeat(1000));
  const id = await conversationOf(org);
  expect(await page.next()).toMatchObject({ id });
  await page.close();
});
