import { expect, test } from 'vitest';
import { operations } from '#lib/contract/index.ts';
import { roleNames } from '#lib/contract/roles.ts';
import { methodOf, pathOf } from '#lib/contract/route.ts';
import { scopesOfRole } from '#lib/domain/authority/roles.ts';
import { partitionOf } from '#lib/store/keys.ts';
import { clientFor, makeKey, operator, organization, platform, problemOf, refusalOf } from './fixtures.ts';
import type { Browser } from './support/browsing.ts';
import { inject } from './support/fault-proxy.ts';
import { peopleOf } from './support/people.ts';
import { whileRemembered } from './support/remembered.ts';

const { connect, invite, personIn } = peopleOf(platform.base_url, { operator });

const httpTool = {
  name: 'find_slots',
  description: 'Finds slots',
  action: { type: 'http' as const, url: 'https://booking.example/slots' },
};

const withScope = operations.filter(({ route }) => route.scope);

/** A request that is refused for its query, unless the caller may not send it at all. */
const isAdmitted = async (
  browser: Browser,
  organizationId: string,
  { route }: (typeof operations)[number],
): Promise<boolean> => {
  const path = pathOf(route).replaceAll(/{\w+}/g, 'any');
  const response = await browser.fetch(`${path}?colour=red`, {
    method: methodOf(route),
    headers: { organization: organizationId },
  });
  const { code } = (await response.json()) as { code: string };
  return code !== 'insufficient_scope' && code !== 'unauthenticated';
};

test.for([...roleNames])('the role %s may call the routes of its scopes, and no others', async (role) => {
  const { client } = await organization();
  const { browser } = await invite(await connect(client.id), client.id, { role });
  const scopes = scopesOfRole(role);
  const admitted = await Promise.all(
    withScope.map(async (operation) =>
      (await isAdmitted(browser, client.id, operation)) ? operation.id : '',
    ),
  );
  const expected = withScope.filter(({ route }) => route.scope && scopes.includes(route.scope));
  expect(admitted.filter((id) => id !== '')).toEqual(expected.map(({ id }) => id));
});

test('the roles have the scopes that their names promise', () => {
  const has = (role: (typeof roleNames)[number], scope: string) =>
    (scopesOfRole(role) as string[]).includes(scope);
  expect(roleNames.filter((role) => has(role, 'conversations:erase'))).toEqual(['owner', 'admin']);
  expect(roleNames.filter((role) => has(role, 'billing:write'))).toEqual(['owner', 'billing']);
  expect(roleNames.filter((role) => has(role, 'members:write'))).toEqual(['owner', 'admin']);
  expect(roleNames.filter((role) => has(role, 'conversations:write'))).toEqual([
    'owner',
    'admin',
    'operator',
  ]);
  expect(roleNames.filter((role) => has(role, 'analysis:write'))).toEqual(['owner', 'admin', 'builder']);
  // Credentials of providers and signing secrets outlive a membership.
  expect(roleNames.filter((role) => has(role, 'integrations:write'))).toEqual(['owner', 'admin']);
  expect(roleNames.filter((role) => has(role, 'audit:read'))).toEqual(['owner', 'admin', 'auditor']);
  for (const spending of ['calls:write', 'chats:write']) {
    expect(roleNames.filter((role) => has(role, spending))).toEqual(['owner', 'admin', 'operator']);
  }
  for (const words of ['conversations:read', 'recordings:read']) {
    expect(roleNames.filter((role) => !has(role, words))).toEqual(['analyst', 'billing', 'auditor']);
  }
});

test('a person reaches the organization and its descendants, and neither siblings nor those above', async () => {
  const reseller = await organization(undefined, 'reseller');
  const [one, other] = [await organization(reseller, 'client'), await organization(reseller, 'client')];
  const below = await organization(one);
  const { browser, api } = await personIn(one, 'owner');
  const get = (id: string) => api.clients.get({ params: { client_id: id } });
  expect((await get(one.client.id)).id).toBe(one.client.id);
  expect((await get(below.client.id)).id).toBe(below.client.id);
  for (const { client } of [reseller, other]) {
    expect(await refusalOf(get(client.id))).toBe('404 client_not_found');
  }
  // A membership is of one organization: the header chooses among memberships, and reaches no further.
  for (const id of [reseller.client.id, other.client.id, below.client.id, 'platform']) {
    expect(await refusalOf(browser.api(id).me.get())).toBe('401 unauthenticated');
  }
});

test('people of all organizations exist only for those above them', async () => {
  const reseller = await organization(undefined, 'reseller');
  const [one, other] = [await organization(reseller, 'client'), await organization(reseller, 'client')];
  const person = await personIn(one, 'listener');
  const params = { member_id: person.memberId };
  for (const { api } of [one, reseller]) expect((await api.members.get({ params })).id).toBe(person.memberId);
  expect(await refusalOf(other.api.members.get({ params }))).toBe('404 member_not_found');
  expect((await other.api.members.list()).data).toEqual([]);
  expect((await reseller.api.members.list()).data.map(({ id }) => id)).toEqual([person.memberId]);
  const child = await organization(one);
  expect(await refusalOf(child.api.members.remove({ params }))).toBe('404 member_not_found');
});

test('people cannot grant more than they have, nor in an organization that they do not reach', async () => {
  const reseller = await organization(undefined, 'reseller');
  const org = await organization(reseller, 'client');
  const { api } = await personIn(org, 'admin');
  const owner = await personIn(org, 'owner');
  const email = 'x@example.com';
  const connection_id = (await api.connections.list()).data[0]?.id ?? '';
  const inviting = (body: object) => api.invitations.create({ body: { email, connection_id, ...body } });
  for (const role of ['owner', 'billing'] as const) {
    const { code, problem } = await problemOf(inviting({ role }));
    expect([code, problem.required_scope]).toEqual(['insufficient_scope', 'billing:write']);
  }
  expect(await refusalOf(inviting({ scopes: ['billing:write'] }))).toBe('403 insufficient_scope');
  expect(await refusalOf(inviting({ role: 'admin', client_id: reseller.client.id }))).toBe(
    '404 client_not_found',
  );
  expect((await inviting({ role: 'admin' })).role).toBe('admin');
  // Neither are those changed who have more.
  const params = { member_id: owner.memberId };
  expect(await refusalOf(api.members.update({ params, body: { role: 'listener' } }))).toBe(
    '403 insufficient_scope',
  );
  expect(await refusalOf(api.members.remove({ params }))).toBe('403 insufficient_scope');
  // A key of a person ends up with no more than the person has.
  expect(await refusalOf(api.apiKeys.create({ body: { name: 'x', scopes: ['billing:write'] } }))).toBe(
    '403 insufficient_scope',
  );
});

test('a connection of a sibling or of a descendant gives no access', async () => {
  const reseller = await organization(undefined, 'reseller');
  const [one, other] = [await organization(reseller, 'client'), await organization(reseller, 'client')];
  const below = await connect((await organization(one)).client.id);
  const beside = await connect(other.client.id);
  const above = await connect(reseller.client.id);
  const inviting = (connection_id: string) =>
    one.api.invitations.create({ body: { email: 'x@example.com', role: 'listener', connection_id } });
  for (const { connection } of [below, beside]) {
    expect(await refusalOf(inviting(connection.id))).toBe('404 connection_not_found');
  }
  expect((await inviting(above.connection.id)).connection_id).toBe(above.connection.id);
  const person = await invite(above, one.client.id, { role: 'listener' });
  expect((await person.api.me.get()).client?.id).toBe(one.client.id);
});

test('of two owners who remove each other at once, one stays', async () => {
  const org = await organization();
  const connected = await connect(org.client.id);
  const owners = [
    await invite(connected, org.client.id, { role: 'owner' }),
    await invite(connected, org.client.id, { role: 'owner' }),
  ] as const;
  const removing = (by: number, of: number) =>
    owners[by]?.api.members.remove({ params: { member_id: owners[of]?.memberId ?? '' } });
  const results = await Promise.allSettled([removing(0, 1), removing(1, 0)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { data } = await org.api.members.list();
  expect(data.map(({ role }) => role)).toEqual(['owner']);
});

test('of two owners who leave at once, one stays', async () => {
  const org = await organization();
  const connected = await connect(org.client.id);
  const owners = [
    await invite(connected, org.client.id, { role: 'owner' }),
    await invite(connected, org.client.id, { role: 'owner' }),
  ];
  const results = await Promise.allSettled(
    owners.map(({ api, memberId }) => api.members.remove({ params: { member_id: memberId } })),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [last] = (await org.api.members.list()).data;
  const params = { member_id: last?.id ?? '' };
  expect(last?.role).toBe('owner');
  // Neither can a key, nor another role, nor an end of the membership, leave the organization without an
  // owner.
  expect(await refusalOf(org.api.members.remove({ params }))).toBe('409 last_owner');
  expect(await refusalOf(org.api.members.update({ params, body: { role: 'admin' } }))).toBe('409 last_owner');
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  expect(await refusalOf(org.api.members.update({ params, body: { expires_at } }))).toBe('409 last_owner');
});

test('a removed person is refused, and their writes of authority are refused at once', async () => {
  const org = await organization();
  const connected = await connect(org.client.id);
  await whileRemembered(
    () => invite(connected, org.client.id, { role: 'admin' }),
    async ({ api, memberId }) => {
      await api.me.get();
      await org.api.members.remove({ params: { member_id: memberId } });
      const body = { name: 'Kept', scopes: ['agents:read' as const] };
      // A function that still remembers the person commits nothing.
      expect(await refusalOf(api.apiKeys.create({ body }))).toBe('401 unauthenticated');
    },
  );
  expect((await org.api.apiKeys.list()).data.map(({ name }) => name)).not.toContain('Kept');
});

const admin = (org: Awaited<ReturnType<typeof organization>>) => async () => {
  const [through, other] = [await connect(org.client.id), await connect(org.client.id)];
  const person = await invite(through, org.client.id, { role: 'admin' });
  return { ...person, own: through.connection.id, other: other.connection.id };
};

test.for(['enforced another connection', 'removed the connection with its members'])(
  'whoever is shut out because somebody has %s makes nothing that lasts from then on',
  async (how) => {
    const org = await organization();
    const newAgent = { name: 'Asks', tools: [httpTool] };
    await whileRemembered(admin(org), async ({ api, own, other }) => {
      await api.me.get();
      const { connections } = org.api;
      if (how.startsWith('enforced')) {
        await connections.update({ params: { connection_id: other }, body: { enforced: true } });
      } else {
        // The members go one by one afterwards: here, nobody has come to this one yet.
        const key = { pk: partitionOf('connection', own), sk: 'identity#' };
        const looking = await inject(platform.dynamodb_endpoint, { key, kind: 'refused', skip: 1 });
        const params = { connection_id: own };
        expect(await refusalOf(connections.remove({ params, query: { remove_members: 'true' } }))).toMatch(
          /^50/,
        );
        await looking.end();
      }
      const attempts = [
        () => api.apiKeys.create({ body: { name: 'Kept', scopes: ['agents:read'] } }),
        () =>
          api.invitations.create({
            body: { email: 'x@example.com', role: 'listener', connection_id: other },
          }),
        () =>
          api.webhooks.create({ body: { url: 'https://hooks.example/a', events: ['conversation.ended'] } }),
        () => api.agents.create({ body: newAgent }),
      ];
      for (const attempt of attempts) expect(await refusalOf(attempt())).toBe('401 unauthenticated');
      if (how.startsWith('enforced')) {
        await connections.update({ params: { connection_id: other }, body: { enforced: false } });
      }
    });
    expect((await org.api.apiKeys.list()).data.map(({ name }) => name)).not.toContain('Kept');
  },
);

test('an owner who is shut out does not undo what shut the owner out, and one who is not does', async () => {
  const org = await organization();
  const [through, other] = [await connect(org.client.id), await connect(org.client.id)];
  const stays = await invite(other, org.client.id, { role: 'owner' });
  const params = { connection_id: other.connection.id };
  await whileRemembered(
    () => invite(through, org.client.id, { role: 'owner' }),
    async ({ api }) => {
      await api.me.get();
      await stays.api.connections.update({ params, body: { enforced: true } });
      for (const change of [
        () => api.connections.update({ params, body: { enforced: false } }),
        () => api.connections.remove({ params, query: { remove_members: 'true' } }),
      ]) {
        expect(await refusalOf(change())).toBe('401 unauthenticated');
      }
      const undone = await stays.api.connections.update({ params, body: { enforced: false } });
      expect(undone.enforced).toBe(false);
    },
  );
});

test('a person whose role was lowered gives nothing of the role before', async () => {
  const org = await organization();
  const connected = await connect(org.client.id);
  await whileRemembered(
    () => invite(connected, org.client.id, { role: 'admin' }),
    async ({ api, memberId }) => {
      await api.me.get();
      await org.api.members.update({ params: { member_id: memberId }, body: { role: 'listener' } });
      const body = { name: 'Kept', scopes: ['agents:write' as const] };
      expect(['401 unauthenticated', '403 insufficient_scope']).toContain(
        await refusalOf(api.apiKeys.create({ body })),
      );
    },
  );
});

test('the keys that a removed member made are listed, and end if that is asked for', async () => {
  const org = await organization();
  const connected = await connect(org.client.id);
  const [kept, ended] = [
    await invite(connected, org.client.id, { role: 'admin' }),
    await invite(connected, org.client.id, { role: 'admin' }),
  ];
  const keyOf = async ({ api }: typeof kept) =>
    api.apiKeys.create({ body: { name: 'Made', scopes: ['agents:read'] } });
  const [one, other] = [await keyOf(kept), await keyOf(ended)];
  expect([one.created_by, other.created_by]).toEqual([kept.memberId, ended.memberId]);
  const removed = await org.api.members.remove({ params: { member_id: kept.memberId } });
  expect(removed.api_keys.map(({ id }) => id)).toEqual([one.id]);
  expect((await clientFor(one.key).me.get()).key?.id).toBe(one.id);
  const params = { member_id: ended.memberId };
  const { api_keys } = await org.api.members.remove({ params, query: { revoke_keys: 'true' } });
  expect(api_keys.map(({ id }) => id)).toEqual([other.id]);
  expect(await refusalOf(org.api.apiKeys.get({ params: { api_key_id: other.id } }))).toBe(
    '404 api_key_not_found',
  );
  expect((await org.api.members.list()).data).toEqual([]);
});

test('enforced sign-in applies to the members of the organization, and not to those above', async () => {
  const reseller = await organization(undefined, 'reseller');
  const org = await organization(reseller, 'client');
  const through = await connect(org.client.id);
  const above = await connect(reseller.client.id);
  const own = await invite(through, org.client.id, { role: 'admin' });
  const guest = await invite(above, org.client.id, { role: 'admin' });
  const top = await invite(above, reseller.client.id, { role: 'admin' });
  const params = { connection_id: through.connection.id };
  await reseller.api.connections.update({ params, body: { enforced: true } });
  // The first request of each comes after: nothing is remembered of them.
  const other = await connect(org.client.id);
  expect(
    await refusalOf(
      operator.connections.update({
        params: { connection_id: other.connection.id },
        body: { enforced: true },
      }),
    ),
  ).toBe('409 sign_in_enforced');
  expect((await own.api.me.get()).client?.id).toBe(org.client.id);
  expect(await refusalOf(guest.api.me.get())).toBe('401 unauthenticated');
  expect((await top.api.clients.get({ params: { client_id: org.client.id } })).id).toBe(org.client.id);
  expect((await guest.browser.api('none').me.get()).memberships).toEqual([]);
  // A key of an organization below cannot see the connection, and so not change it.
  const child = await organization(org);
  expect(await refusalOf(child.api.connections.update({ params, body: { enforced: false } }))).toBe(
    '404 connection_not_found',
  );
});

const crossSite = [
  { name: 'GET', init: { method: 'GET' } },
  {
    name: 'POST',
    init: { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"x"}' },
  },
  {
    name: 'a form',
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      body: 'name=x',
    },
  },
  {
    name: 'a fetch that guesses the header',
    init: { method: 'GET', headers: { organization: 'ours', 'sec-fetch-site': 'cross-site' } },
  },
  {
    name: 'a fetch of a sibling domain',
    init: { method: 'GET', headers: { organization: 'ours', 'sec-fetch-site': 'same-site' } },
  },
];

test('no browser keeps an answer, which another organization or nobody may ask for next', async () => {
  const org = await organization();
  const { browser } = await personIn(org, 'owner');
  const path = '/v1/conversations/summary';
  const asPerson = await browser.fetch(path, { headers: { organization: org.client.id } });
  expect([asPerson.status, asPerson.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const withKey = await fetch(new URL(path, platform.base_url), {
    headers: { authorization: `Bearer ${org.key}` },
  });
  expect(withKey.headers.get('cache-control')).toBe('private, max-age=10');
});

test.for(crossSite)('$name of another site with the cookie is refused', async ({ init }) => {
  const org = await organization();
  const { browser } = await personIn(org, 'owner');
  const headers = new Headers(init.headers as Record<string, string> | undefined);
  if (headers.has('organization')) headers.set('organization', org.client.id);
  const response = await browser.fetch('/v1/agents', { ...init, headers });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
    401,
    'unauthenticated',
  ]);
  expect(response.headers.get('www-authenticate')).toMatch(/^Bearer /);
  expect((await org.api.agents.list()).data).toEqual([]);
});

test('a cookie and a key together are refused, and so is a session as a key', async () => {
  const org = await organization();
  const { browser } = await personIn(org, 'owner');
  const headers = { organization: org.client.id, authorization: `Bearer ${org.key}` };
  expect((await browser.fetch('/v1/agents', { headers })).status).toBe(401);
  const secret = browser.cookie('__Host-session') ?? '';
  expect(await refusalOf(clientFor(secret).agents.list())).toBe('401 unauthenticated');
  const asCookie = { organization: org.client.id, cookie: `__Host-session=${org.key}` };
  expect((await fetch(`${platform.base_url}/v1/agents`, { headers: asCookie })).status).toBe(401);
});

test('a route for people refuses a key', async () => {
  const { client } = await organization();
  const api = clientFor(await makeKey(client.id));
  const params = { invitation_id: 'inv_01kag3x5ntfyxs4v4yh2m8q9ab' };
  const body = { token: `vai_${'EXAMPLE'.repeat(7)}` };
  const refused = '403 person_required';
  expect(await refusalOf(api.sessions.list())).toBe(refused);
  expect(await refusalOf(api.sessions.remove())).toBe(refused);
  expect(await refusalOf(api.sessions.removeAll())).toBe(refused);
  expect(await refusalOf(api.invitations.accept({ params, body }))).toBe(refused);
});
