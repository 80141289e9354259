import { expect, inject, test } from 'vitest';
import type { Scope } from '#lib/contract/route.ts';
import { scopes } from '#lib/contract/route.ts';
import { scopesOfRole } from '#lib/domain/authority/roles.ts';
import type { ApiProblem, Client } from '#lib/local/client.ts';
import { keyOf, partitionOf } from '#lib/store/keys.ts';
import type { ListedKind } from '#lib/store/kinds.ts';
import type { Organization } from './fixtures.ts';
import {
  clientFor,
  newAgent,
  operator,
  organization,
  platform,
  problemOf,
  providerAccount,
  refusalOf,
} from './fixtures.ts';
import { Browser } from './support/browsing.ts';
import { setTexts } from './support/dns-server.ts';
import { noTasks, passUntilDue, waitingTasks } from './support/due-tasks.ts';
import { inject as injectFault, overtaken } from './support/fault-proxy.ts';
import { startMcpServer } from './support/mcp-server.ts';
import { peopleOf } from './support/people.ts';
import { tableOf } from './support/table.ts';

/*
 * Whatever a member made that lets somebody in or sends data out is named when the member goes, and ended or
 * kept with one request. The kinds are those that the project declares: a new one fails until it has a row.
 */

const { connect, invite, personIn, newIssuer } = peopleOf(platform.base_url, { operator });

interface Row {
  readonly make: (api: Client, org: Organization) => Promise<string>;
  /** Whether it is there, as its organization sees it. */
  readonly isThere: (org: Organization, id: string) => Promise<unknown>;
  /** Changes what others have made; absent: nobody changes it, except as its maker. */
  readonly change?: (api: Client, id: string) => Promise<unknown>;
}

const httpTool = {
  name: 'find_slots',
  description: 'Finds slots',
  action: { type: 'http' as const, url: 'https://booking.example/slots' },
};

const integrationIn = async ({ client, api }: Organization): Promise<string> => {
  const { apiKey } = providerAccount(`key-of-${client.id}-${crypto.randomUUID()}`);
  const body = { provider: 'vapi' as const, name: 'Vapi', api_key: apiKey };
  return (await api.integrations.create({ body })).id;
};

const rows: Readonly<Record<ListedKind, Row>> = {
  api_key: {
    make: async (api) => (await api.apiKeys.create({ body: { name: 'Made', scopes: ['agents:read'] } })).id,
    isThere: ({ api }, id) => api.apiKeys.get({ params: { api_key_id: id } }),
    change: (api, id) => api.apiKeys.rotate({ params: { api_key_id: id }, body: { overlap_seconds: 0 } }),
  },
  connection: {
    make: async (api) => {
      const { issuer } = await newIssuer();
      const body = { name: 'Own', issuer, oidc_client_id: 'platform' };
      return (await api.connections.create({ body })).id;
    },
    isThere: ({ api }, id) => api.connections.get({ params: { connection_id: id } }),
    change: (api, id) =>
      api.connections.update({ params: { connection_id: id }, body: { session_hours: 9 } }),
  },
  webhook: {
    make: async (api) =>
      (
        await api.webhooks.create({
          body: { url: 'https://hooks.example/a', events: ['conversation.ended'] },
        })
      ).id,
    isThere: ({ api }, id) => api.webhooks.get({ params: { webhook_id: id } }),
    change: (api, id) =>
      api.webhooks.update({ params: { webhook_id: id }, body: { url: 'https://elsewhere.example' } }),
  },
  integration: {
    make: async (api) => integrationIn({ api, client: { id: crypto.randomUUID() } } as Organization),
    isThere: ({ api }, id) => api.integrations.get({ params: { integration_id: id } }),
    change: (api, id) => api.integrations.update({ params: { integration_id: id }, body: { name: 'Other' } }),
  },
  tool_server: {
    make: async (api) => {
      const { url } = await startMcpServer([]);
      return (await api.toolServers.create({ body: { name: 'Shop', url } })).id;
    },
    isThere: ({ api }, id) => api.toolServers.get({ params: { tool_server_id: id } }),
    change: (api, id) => api.toolServers.update({ params: { tool_server_id: id }, body: { name: 'Other' } }),
  },
  widget: {
    make: async (api, org) => {
      const { id: agent_id } = await newAgent(org);
      return (await api.widgets.create({ body: { name: 'Shop', agent_id } })).id;
    },
    isThere: ({ api }, id) => api.widgets.get({ params: { widget_id: id } }),
    change: (api, id) => api.widgets.update({ params: { widget_id: id }, body: { frame: true } }),
  },
  signing_secret: {
    make: async (api, org) => {
      const { id } = await newAgent(org);
      await api.signingSecrets.rotate({ params: { agent_id: id } });
      return id;
    },
    isThere: async () => 'Nobody sees it after it was made',
  },
  deployment: {
    make: async (api, org) => {
      const [agent, integration_id] = await Promise.all([newAgent(org), integrationIn(org)]);
      const made = await api.deployments.create({
        params: { agent_id: agent.id },
        body: { integration_id },
      });
      return made.id;
    },
    isThere: async ({ api }, id) => {
      const { data } = await api.agents.list();
      const all = await Promise.all(
        data.map(({ id: agent_id }) => api.deployments.list({ params: { agent_id } })),
      );
      const found = all.flatMap((page) => page.data).find((one) => one.id === id);
      return found ?? api.deployments.get({ params: { agent_id: data[0]?.id ?? '', deployment_id: id } });
    },
  },
  agent: {
    make: async (api) => (await api.agents.create({ body: { name: 'Asks', tools: [httpTool] } })).id,
    isThere: ({ api }, id) => api.agents.get({ params: { agent_id: id } }),
    change: (api, id) =>
      api.agents.update({ params: { agent_id: id }, body: { tools: [{ ...httpTool, name: 'other' }] } }),
  },
  invitation: {
    make: async (api, org) => {
      const { connection } = await connect(org.client.id);
      const body = { email: 'kim@example.com', role: 'listener' as const, connection_id: connection.id };
      return (await api.invitations.create({ body })).id;
    },
    isThere: ({ api }, id) => api.invitations.get({ params: { invitation_id: id } }),
  },
  member: {
    make: async (api, org) =>
      (await invite(await connect(org.client.id), org.client.id, { role: 'listener' }, api)).memberId,
    isThere: ({ api }, id) => api.members.get({ params: { member_id: id } }),
    change: (api, id) => api.members.update({ params: { member_id: id }, body: { role: 'analyst' } }),
  },
};

const kinds = Object.keys(rows) as ListedKind[];

const without = (...left: readonly Scope[]): Scope[] => scopes.filter((scope) => !left.includes(scope));

/** An admin, and a key of the admin with everything that the admin may do. */
const leaving = async (org: Organization) => {
  const { api, memberId } = await personIn(org, 'admin');
  const { key, id } = await api.apiKeys.create({ body: { name: 'Own', scopes: scopesOfRole('admin') } });
  const params = { member_id: memberId };
  const accessed = async (by = org.api) =>
    (await by.members.listAccess({ params })).data.filter((one) => one.id !== id);
  return { api, keyId: id, byKey: clientFor(key), params, accessed };
};

const thatOf = (type: ListedKind, id: string, relation: 'made' | 'changed' = 'made') => ({
  ...{ type, id, relation },
});

test.for(kinds)(
  'a %s that a member made is named with the member, and ends or stays as its organization says',
  async (type) => {
    const { make, isThere } = rows[type];
    const org = await organization();
    const { api, keyId, byKey, params, accessed } = await leaving(org);
    const [ended, kept] = [await make(api, org), await make(byKey, org)];
    // The key that made it is gone before anybody asks.
    await org.api.apiKeys.revoke({ params: { api_key_id: keyId } });
    const both = [ended, kept].map((id) => expect.objectContaining(thatOf(type, id)));
    expect(await accessed()).toEqual(expect.arrayContaining(both));

    const removal = await org.api.members.remove({ params });
    expect(removal.access).toEqual(expect.arrayContaining(both));
    for (const id of [ended, kept]) expect(await isThere(org, id)).toBeTruthy();

    const settle = (body: Parameters<Client['members']['settleAccess']>[0]['body'] & object) =>
      org.api.members.settleAccess({ params, body });
    if (type === 'agent') {
      const { errors } = await problemOf(settle({ end: [{ type }] }));
      expect(errors).toMatchObject([{ pointer: '/end', code: 'not_applicable' }]);
    } else {
      await settle({ end: [{ type, id: ended }] });
      if (type !== 'signing_secret') expect(await refusalOf(isThere(org, ended))).toMatch(/^404/);
      expect((await accessed()).map(({ id }) => id)).not.toContain(ended);
    }
    if (type === 'api_key') {
      const { errors } = await problemOf(settle({ keep: [{ type }] }));
      expect(errors).toMatchObject([{ pointer: '/keep', code: 'not_applicable' }]);
      return;
    }
    await settle({ keep: [{ type, id: kept }] });
    // A former member of whom nothing is left is not found.
    const left = await accessed().catch(({ code }: ApiProblem) => {
      expect(code).toBe('member_not_found');
      return [];
    });
    expect(left.map(({ id }) => id)).not.toContain(kept);
    expect(await isThere(org, kept)).toBeTruthy();
  },
);

test.for(kinds.filter((type) => rows[type].change))(
  'a %s of others that a member changed is named as changed',
  async (type) => {
    const { make, change, isThere } = rows[type];
    const org = await organization();
    const { api, params, accessed } = await leaving(org);
    const id = await make(org.api, org);
    await change?.(api, id);
    expect(await accessed()).toEqual([expect.objectContaining(thatOf(type, id, 'changed'))]);
    // Nothing ends with a member that others have made.
    const { access } = await org.api.members.remove({ params, query: { end: 'all' } });
    expect(access).toContainEqual(expect.objectContaining(thatOf(type, id, 'changed')));
    expect(await isThere(org, id)).toBeTruthy();
  },
);

test('one request removes a member with everything that opens a door, and none that others use', async () => {
  const org = await organization();
  const { api, params } = await leaving(org);
  const made = new Map<ListedKind, string>();
  for (const type of kinds) made.set(type, await rows[type].make(api, org));
  await org.api.members.remove({ params, query: { end: 'all' } });
  const stays = ['agent', 'invitation', 'member', 'signing_secret'];
  for (const [type, id] of made) {
    const found = rows[type].isThere(org, id);
    if (stays.includes(type)) expect(await found, type).toBeTruthy();
    else expect(await refusalOf(found), type).toMatch(/^404/);
  }
  const { data } = await org.api.auditRecords.list({ query: { action: 'webhook.removed' } });
  expect(data.map(({ target }) => target.id)).toEqual([made.get('webhook')]);
});

const endAll = ({ api }: Organization, params: { readonly member_id: string }) =>
  api.members.remove({ params, query: { end: 'all' } });

test.for(kinds.flatMap((type) => [`${type} by a person`, `${type} by a key`]))(
  'a %s, overtaken by the removal of the member, is not made',
  async (name) => {
    const [type, by] = name.split(' by a ') as [ListedKind, 'person' | 'key'];
    const org = await organization();
    const { api, byKey, params, accessed } = await leaving(org);
    const made = overtaken(
      platform.dynamodb_endpoint,
      { operation: 'TransactWriteItems', contains: params.member_id },
      () => rows[type].make(by === 'key' ? byKey : api, org),
      () => endAll(org, params),
    );
    expect(await refusalOf(made)).toBe('401 unauthenticated');
    expect(await refusalOf(accessed())).toBe('404 member_not_found');
  },
);

const secondLook = async ({ member_id }: { readonly member_id: string }) => {
  await passUntilDue(await waitingTasks('second_look', member_id));
  await noTasks('second_look', member_id);
};

const endedWithAll = kinds.filter((type) => !['agent', 'invitation', 'member'].includes(type));

/** Makes one thing of each kind that ends with all, once a removal has read what there is. */
const makingMeanwhile = async (org: Organization) => {
  const { byKey, params, accessed } = await leaving(org);
  const made: string[] = [];
  const agent_id = await rows.signing_secret.make(byKey, org);
  const hold = { operation: 'TransactWriteItems', key: keyOf('member', params.member_id) };
  const makeAll = async () => {
    for (const type of endedWithAll) made.push(await rows[type].make(byKey, org));
    await byKey.signingSecrets.rotate({ params: { agent_id } });
  };
  const remove = () => overtaken(platform.dynamodb_endpoint, hold, () => endAll(org, params), makeAll);
  return { params, accessed, made, remove };
};

test('what a key of a member makes while the member is being removed ends as well', async () => {
  const org = await organization();
  const { accessed, made, remove } = await makingMeanwhile(org);
  const { access } = await remove();
  expect(access.filter(({ id }) => made.includes(id))).toEqual([]);
  expect(await refusalOf(accessed())).toBe('404 member_not_found');
});

test('what was made meanwhile ends later if the removal is interrupted', async () => {
  const org = await organization();
  const { params, accessed, made, remove } = await makingMeanwhile(org);
  const key = { pk: partitionOf('access', params.member_id) };
  const fault = { key, operation: 'Query', kind: 'refused', skip: 1 } as const;
  const looking = await injectFault(platform.dynamodb_endpoint, fault);
  expect(await refusalOf(remove())).toMatch(/^50/);
  await looking.end();
  expect((await accessed()).map(({ id }) => id)).toEqual(expect.arrayContaining(made.slice(1)));
  await secondLook(params);
  expect(await refusalOf(accessed())).toBe('404 member_not_found');
});

interface Placed {
  readonly id: string;
  readonly isThere: () => Promise<boolean>;
}

/** A new place of each kind that others may replace in its place, and what makes one there. */
const places = {
  signing_secret: async (org) => {
    const { id } = await newAgent(org);
    return async (by) => {
      const { updated_at } = await by.signingSecrets.rotate({ params: { agent_id: id } });
      const stored = () => tableOf(platform).get(keyOf('signing_secret', id));
      return { id, isThere: async () => (await stored())?.updated_at === updated_at };
    };
  },
  deployment: async (org) => {
    const [agent, integration_id] = await Promise.all([newAgent(org), integrationIn(org)]);
    const params = { agent_id: agent.id };
    const listed = async () => (await org.api.deployments.list({ params })).data.map(({ id }) => id);
    return async (by) => {
      for (const deployment_id of await listed()) {
        await org.api.deployments.remove({ params: { ...params, deployment_id } });
      }
      const { id } = await by.deployments.create({ params, body: { integration_id } });
      return { id, isThere: async () => (await listed()).includes(id) };
    };
  },
} satisfies Partial<Record<ListedKind, (org: Organization) => Promise<(by: Client) => Promise<Placed>>>>;

const replaceable = Object.keys(places) as (keyof typeof places)[];

test.for(replaceable)(
  'a %s that somebody has replaced since does not end with its member a second time',
  async (type) => {
    const org = await organization();
    const { api, params } = await leaving(org);
    const makeOne = await places[type](org);
    const { id } = await makeOne(api);
    await org.api.members.settleAccess({ params, body: { end: [{ type, id }] } });
    const next = await makeOne(org.api);
    await secondLook(params);
    expect(await next.isThere()).toBe(true);
  },
);

test.for(replaceable)('a %s in the place of one that a member made is not the member’s', async (type) => {
  const org = await organization();
  const { api, params, accessed } = await leaving(org);
  const makeOne = await places[type](org);
  await makeOne(api);
  const next = await makeOne(org.api);
  expect(await accessed()).toEqual([]);
  const { access } = await endAll(org, params);
  expect(access.map(({ type }) => type)).toEqual(['api_key']);
  await secondLook(params);
  expect(await next.isThere()).toBe(true);
});

test('a deployment of others in the place of one that a member made is named once the member changes it', async () => {
  const org = await organization();
  const { api, accessed } = await leaving(org);
  const makeOne = await places.deployment(org);
  await makeOne(api);
  const { id } = await makeOne(org.api);
  const agent_id = (await org.api.agents.list()).data[0]?.id ?? '';
  const integration_id = (await org.api.integrations.list()).data[0]?.id ?? '';
  await api.deployments.create({ params: { agent_id }, body: { integration_id } });
  expect(await accessed()).toEqual([expect.objectContaining(thatOf('deployment', id, 'changed'))]);
});

test.for(replaceable.flatMap((type) => [[type, 'keeper'] as const, [type, 'member'] as const]))(
  'a %s that its %s has replaced since it was kept is theirs, also after the second look',
  async ([type, who]) => {
    const org = await organization();
    const [member, keeper] = [await leaving(org), await leaving(org)];
    const makeOne = await places[type](org);
    const { id } = await makeOne(member.api);
    await keeper.api.members.settleAccess({ params: member.params, body: { keep: [{ type, id }] } });
    const [maker, other] = who === 'keeper' ? [keeper, member] : [member, keeper];
    const next = await makeOne(maker.api);
    await secondLook(member.params);
    const theirs = expect.objectContaining(thatOf(type, next.id));
    expect(await maker.accessed()).toContainEqual(theirs);
    expect(await other.accessed()).not.toContainEqual(theirs);
  },
);

test.for(replaceable.flatMap((type) => [[type, 'before'] as const, [type, 'during'] as const]))(
  'a %s made %s an interrupted removal stays if somebody has replaced it before the rest is done',
  async ([type, when]) => {
    const org = await organization();
    const { byKey, params, accessed } = await leaving(org);
    const makeOne = await places[type](org);
    await makeOne(byKey);
    const { dynamodb_endpoint } = platform;
    const hold = { operation: 'TransactWriteItems', key: keyOf('member', params.member_id) };
    const remove = () => endAll(org, params);
    const removing = () =>
      when === 'before' ? remove() : overtaken(dynamodb_endpoint, hold, remove, () => makeOne(byKey));
    const key = { pk: partitionOf('access', params.member_id) };
    const fault = { key, operation: 'Query', kind: 'refused', skip: 1 } as const;
    const looking = await injectFault(dynamodb_endpoint, fault);
    expect(await refusalOf(removing())).toMatch(/^50/);
    await looking.end();
    const next = await makeOne(org.api);
    await secondLook(params);
    expect(await refusalOf(accessed())).toBe('404 member_not_found');
    expect(await next.isThere()).toBe(true);
  },
);

test('nobody ends or keeps what they could not have made, or of whom they have less', async () => {
  const org = await organization();
  const { api, params } = await leaving(org);
  const webhook = await rows.webhook.make(api, org);
  const limited = async (allowed: readonly Scope[]) =>
    clientFor(
      (
        await operator.apiKeys.create({
          body: { name: 'Less', client_id: org.client.id, scopes: [...allowed] },
        })
      ).key,
    );
  const choice = [{ type: 'webhook' as const, id: webhook }];
  const less = await limited(without('webhooks:write', 'webhooks:read'));
  expect(await refusalOf(less.members.settleAccess({ params, body: { end: choice } }))).toBe(
    '403 insufficient_scope',
  );
  const other = await organization();
  const theirs = { params, body: { end: choice } };
  expect(await refusalOf(less.members.remove({ params, query: { end: 'webhook' } }))).toBe(
    '403 insufficient_scope',
  );
  const missing = '404 member_not_found';
  expect(await refusalOf(other.api.members.listAccess({ params }))).toBe(missing);
  expect(await refusalOf(other.api.members.settleAccess(theirs))).toBe(missing);
  expect(await rows.webhook.isThere(org, webhook)).toBeTruthy();
  // Without its scope, a webhook is named by its id alone.
  const { data } = await (await limited(without('webhooks:read'))).members.listAccess({ params });
  expect(data.find(({ id }) => id === webhook)?.name).toBeNull();
});

test('a member who gets less leaves what the role of before made', async () => {
  const org = await organization();
  const { api, params } = await leaving(org);
  const webhook = await rows.webhook.make(api, org);
  const changed = await org.api.members.update({ params, body: { role: 'listener' } });
  expect(changed.exceeding_access).toContainEqual(expect.objectContaining(thatOf('webhook', webhook)));
  const same = await org.api.members.update({ params, body: { metadata: { team: 'a' } } });
  expect(same.exceeding_access).toEqual([]);
});

test('a removed admin does not come back through a connection of the own', async () => {
  const org = await organization();
  const { api, params } = await leaving(org);
  const issuer = await newIssuer();
  const name = `a${crypto.randomUUID()}.example`;
  const { id, domains, awaits_owner } = await api.connections.create({
    body: {
      ...{ name: 'Own', issuer: issuer.issuer, oidc_client_id: 'platform', client_secret: 'secret' },
      ...{ domains: [{ name }], join: 'domain', max_role: 'admin' },
    },
  });
  expect(awaits_owner).toBe(true);
  await setTexts(inject('dnsServer'), name, [domains[0]?.txt ?? '']);
  const connection = { connection_id: id };
  await api.connections.verifyDomain({ params: connection, body: { domain: name } });
  const signIn = async (sub: string, said: object = { email_verified: true }) => {
    issuer.person = { sub, email: `${sub}@${name}`, ...said };
    const browser = new Browser(platform.base_url);
    await browser.signIn(connection);
    return (await browser.api('none').me.get()).memberships;
  };
  expect(await signIn('first')).toEqual([]);
  expect(await refusalOf(api.connections.confirmJoining({ params: connection }))).toBe(
    '403 insufficient_scope',
  );
  expect((await org.api.connections.confirmJoining({ params: connection })).awaits_owner).toBe(false);
  expect((await signIn('second')).map(({ role }) => role)).toEqual(['admin']);
  // Other rules of the admin wait again, and other fields do not.
  const update = (body: Parameters<Client['connections']['update']>[0]['body'] & object) =>
    api.connections.update({ params: connection, body });
  expect((await update({ name: 'Same rules' })).awaits_owner).toBe(false);
  expect((await update({ max_role: 'builder' })).awaits_owner).toBe(true);
  // Until an owner has confirmed them, nobody joins by them, and nobody is removed by them either.
  expect((await signIn('second')).map(({ role }) => role)).toEqual(['admin']);
  expect(await signIn('third')).toEqual([]);
  await org.api.connections.confirmJoining({ params: connection });
  // A claim that is absent changes nothing.
  expect((await signIn('second', {})).map(({ role }) => role)).toEqual(['admin']);
  expect((await signIn('second')).map(({ role }) => role)).toEqual(['builder']);
  expect(await signIn('second', { email_verified: false })).toEqual([]);
  expect((await signIn('second')).map(({ role }) => role)).toEqual(['builder']);

  const { access } = await org.api.members.remove({ params });
  expect(access).toContainEqual(expect.objectContaining(thatOf('connection', id)));
  expect(await refusalOf(org.api.connections.remove({ params: connection }))).toBe('409 connection_in_use');
  await org.api.connections.remove({ params: connection, query: { remove_members: 'true' } });
  const browser = new Browser(platform.base_url);
  expect((await browser.begin(connection)).status).toBe(403);
  const { data } = await org.api.members.list();
  expect(data.filter(({ person }) => person.connection_id === id)).toEqual([]);
});
