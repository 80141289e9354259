import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { finishRemoval } from '#lib/agents/agent-removal.ts';
import { finishErasure } from '#lib/erasures/conversation-erasure.ts';
import type { Client } from '#lib/local/client.ts';
import { createTable } from '#lib/local/create-table.ts';
import { toContext } from '#lib/local/event.ts';
import { loadFunctions } from '#lib/local/functions.ts';
import { externalIdKey, kindOf } from '#lib/store/keys.ts';
import { claimAttributes } from '#lib/store/lists/claim-place.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import { restoreTenant } from '#lib/upkeep/restore-tenant.ts';
import { verifyTable } from '#lib/upkeep/verify-table.ts';
import { problemOf, refusalOf } from './fixtures.ts';
import { setTexts } from './support/dns-server.ts';
import { overtaken } from './support/fault-proxy.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { tableOf } from './support/table.ts';
import type { Organization, Users } from './support/users.ts';
import { usersOf } from './support/users.ts';

/*
 * An `external_id` belongs to one entity of a kind within its parent, whatever happens to it.
 */

let platform: OwnPlatform;
let users: Users;

beforeAll(async () => {
  console.error = () => {};
  platform = await startOwnPlatform({ following: false, proxied: true });
  users = usersOf(platform.description);
});
afterAll(() => platform.close());

/** Carries out the tasks of erasures whenever they are due. */
const eraseToTheEnd = async (id: string): Promise<void> => {
  const table = tableOf(platform.description);
  for (;;) {
    const task = (await table.tasks()).find((item) => item.kind === 'erase_organization' && item.id === id);
    if (!task) return;
    const event = { Records: [{ body: JSON.stringify({ pk: task.pk, sk: task.sk }) }] };
    await loadFunctions()('tasks.eraseOrganization')(event, toContext('tasks.eraseOrganization', 60_000));
  }
};

interface Entity {
  readonly id: string;
  readonly external_id: string | null;
}

interface Created {
  readonly external_id?: string | null;
  readonly idempotencyKey?: string;
}

/** A parent, and the entities of a kind below it. */
interface Family {
  readonly create: (created?: Created) => Promise<Entity>;
  readonly change: (id: string, external_id: string | null) => Promise<Entity>;
  readonly get: (id: string) => Promise<Entity>;
  readonly erase: (id: string) => Promise<void>;
  readonly list: (query: Record<string, string>) => Promise<{ data: Entity[]; has_more: boolean }>;
}

const bodyOf = ({ external_id }: Created) => (external_id === undefined ? {} : { external_id });
const keyed = ({ idempotencyKey }: Created) => (idempotencyKey === undefined ? {} : { idempotencyKey });

const organizationsBelow = ({ api, client }: Organization): Family => ({
  create: (created = {}) =>
    api.clients.create({
      body: { name: 'Below', type: 'subcompany', parent_id: client.id, ...bodyOf(created) },
      ...keyed(created),
    }),
  change: (client_id, external_id) => api.clients.update({ params: { client_id }, body: { external_id } }),
  get: (client_id) => api.clients.get({ params: { client_id } }),
  erase: async (client_id) => {
    await api.clients.erase({ params: { client_id } });
    await eraseToTheEnd(client_id);
  },
  list: (query) => api.clients.list({ query }),
});

const agentsOf = ({ api }: Organization): Family => ({
  create: (created = {}) =>
    api.agents.create({ body: { name: 'Reception', ...bodyOf(created) }, ...keyed(created) }),
  change: (agent_id, external_id) => api.agents.update({ params: { agent_id }, body: { external_id } }),
  get: (agent_id) => api.agents.get({ params: { agent_id } }),
  erase: async (agent_id) => {
    await api.agents.remove({ params: { agent_id } });
  },
  list: (query) => api.agents.list({ query }),
});

const conversationsOf = (api: Client, agent_id: string): Family => ({
  create: (created = {}) =>
    api.conversations.create({ body: { agent_id, ...bodyOf(created) }, ...keyed(created) }),
  change: (conversation_id, external_id) =>
    api.conversations.update({ params: { conversation_id }, body: { external_id } }),
  get: (conversation_id) => api.conversations.get({ params: { conversation_id } }),
  erase: async (conversation_id) => {
    await api.conversations.erase({ params: { conversation_id } });
  },
  list: (query) => api.conversations.list({ query }),
});

const documentsOf = (api: Client, agent_id: string): Family => ({
  create: (created = {}) =>
    api.documents.create({
      params: { agent_id },
      body: { name: 'Prices', text: 'Ten', ...bodyOf(created) },
      ...keyed(created),
    }),
  change: (document_id, external_id) =>
    api.documents.replace({
      params: { agent_id, document_id },
      body: { name: 'Prices', text: 'Ten', external_id },
    }),
  get: (document_id) => api.documents.get({ params: { agent_id, document_id } }),
  erase: async (document_id) => {
    await api.documents.remove({ params: { agent_id, document_id } });
  },
  list: (query) => api.documents.list({ params: { agent_id }, query }),
});

const newAgent = async ({ api }: Organization) => (await api.agents.create({ body: { name: 'A' } })).id;

/** The kinds of entities, with the field that names the one that has an id. */
const kinds = [
  { kind: 'organization', field: 'client_id', family: async (org: Organization) => organizationsBelow(org) },
  { kind: 'agent', field: 'agent_id', family: async (org: Organization) => agentsOf(org) },
  {
    kind: 'conversation',
    field: 'conversation_id',
    family: async (org: Organization) => conversationsOf(org.api, await newAgent(org)),
  },
  {
    kind: 'document',
    field: 'document_id',
    family: async (org: Organization) => documentsOf(org.api, await newAgent(org)),
  },
] as const;

const taken = '409 external_id_exists';

describe.for(kinds)('The external_id of each $kind', ({ field, family }) => {
  const newFamily = async () => family(await users.organization());
  /** For tests that create nothing in it. */
  let empty: Promise<Family> | undefined;
  const emptyFamily = () => {
    empty ??= newFamily();
    return empty;
  };

  test('is stored, shown and listed', async () => {
    const { create, get, list } = await newFamily();
    const { id } = await create({ external_id: 'crm:4711/a' });
    const { id: other, external_id } = await create();
    expect(external_id).toBeNull();
    expect((await get(id)).external_id).toBe('crm:4711/a');
    const { data } = await list({ external_id: 'crm:4711/a' });
    expect(data.map((one) => [one.id, one.external_id])).toEqual([[id, 'crm:4711/a']]);
    expect((await list({})).data.find((one) => one.id === other)?.external_id).toBeNull();
    expect(await list({ external_id: 'crm:4711/b' })).toMatchObject({ data: [], has_more: false });
  });

  test('belongs to the first one: a second one is refused with its id', async () => {
    const { create, change, get } = await newFamily();
    const { id } = await create({ external_id: 'a' });
    const { status, code, problem } = await problemOf(create({ external_id: 'a' }));
    expect([`${status} ${code}`, problem[field]]).toEqual([taken, id]);
    const other = await create({ external_id: 'A' });
    const changed = await problemOf(change(other.id, 'a'));
    expect([`${changed.status} ${changed.code}`, changed.problem[field]]).toEqual([taken, id]);
    expect((await get(other.id)).external_id).toBe('A');
  });

  test('belongs to one of two that are created at once', async () => {
    const { create, list } = await newFamily();
    const one = () => create({ external_id: 'raced' });
    const { dynamodb_endpoint } = platform.description;
    const hold = { contains: 'raced', operation: 'TransactWriteItems' };
    expect(await refusalOf(overtaken(dynamodb_endpoint, hold, one, one))).toBe(taken);
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => create({ external_id: 'b' })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await list({ external_id: 'raced' })).data).toHaveLength(1);
  });

  test('is claimed once by a request that is repeated', async () => {
    const { create } = await newFamily();
    const repeated = { external_id: 'a', idempotencyKey: 'first' };
    const { id } = await create(repeated);
    expect((await create(repeated)).id).toBe(id);
  });

  test('is free once it was changed or removed', async () => {
    const { create, change, list } = await newFamily();
    const { id } = await create({ external_id: 'a' });
    expect((await change(id, 'b')).external_id).toBe('b');
    expect((await change(id, 'b')).external_id).toBe('b');
    expect((await list({ external_id: 'a' })).data).toEqual([]);
    const second = await create({ external_id: 'a' });
    expect(await refusalOf(change(id, 'a'))).toBe(taken);
    expect((await change(id, null)).external_id).toBeNull();
    expect((await change(second.id, 'b')).external_id).toBe('b');
    expect((await change(id, 'a')).external_id).toBe('a');
    expect((await list({ external_id: 'b' })).data.map((one) => one.id)).toEqual([second.id]);
  });

  test('of two changes that collide, one is refused, and frees nothing', async () => {
    const { create, change } = await newFamily();
    const [one, other] = [await create({ external_id: 'one' }), await create({ external_id: 'other' })];
    const { dynamodb_endpoint } = platform.description;
    const late = overtaken(
      dynamodb_endpoint,
      { contains: 'wanted', operation: 'TransactWriteItems' },
      () => change(one.id, 'wanted'),
      () => change(other.id, 'wanted'),
    );
    expect(await refusalOf(late)).toBe(taken);
    expect(await refusalOf(create({ external_id: 'one' }))).toBe(taken);
    expect((await create({ external_id: 'other' })).external_id).toBe('other');
  });

  test('is free once the entity was erased', async () => {
    const { create, erase, list } = await newFamily();
    const { id } = await create({ external_id: 'a' });
    await erase(id);
    const { id: second } = await create({ external_id: 'a' });
    expect(second).not.toBe(id);
    expect((await list({ external_id: 'a' })).data.map((one) => one.id)).toEqual([second]);
  });

  test('can be the same below another parent', async () => {
    const [one, other] = [await newFamily(), await newFamily()];
    await one.create({ external_id: 'a' });
    expect((await other.create({ external_id: 'a' })).external_id).toBe('a');
  });

  test.for(['', 'x'.repeat(129), 'a b', 'a\u0000', 'a\nb', 'ä'])('cannot be %j', async (external_id) => {
    const { create } = await emptyFamily();
    const { problem } = await problemOf(create({ external_id }));
    expect(problem.errors).toMatchObject([{ pointer: '/external_id', code: 'invalid_format' }]);
  });

  test('can have 128 characters', async () => {
    const { create, list } = await newFamily();
    const external_id = '#'.repeat(128);
    const { id } = await create({ external_id });
    expect((await list({ external_id })).data.map((one) => one.id)).toEqual([id]);
  });
});

/** A reseller, a client below it, and a location below that. */
const chain = async () => {
  const reseller = await users.organization(undefined, 'reseller');
  const client = await users.organization(reseller, 'client');
  return { reseller, client, location: await users.organization(client, 'location') };
};

test('a filter by external_id finds one of each organization, at every level and with other filters', async () => {
  const { reseller, client, location } = await chain();
  const agents: Entity[] = [];
  for (const { api } of [reseller, client, location])
    agents.push(await api.agents.create({ body: { name: 'Pia', external_id: 'pia' } }));
  const conversations: string[] = [];
  for (const [at, { api }] of [reseller, client, location].entries()) {
    const agent_id = agents[at]?.id ?? '';
    const body = { agent_id, external_id: 'call', channel: at === 2 ? ('web' as const) : ('phone' as const) };
    conversations.push((await api.conversations.create({ body })).id);
    await api.conversations.create({ body: { agent_id } });
  }
  for (const [at, { api }] of [reseller, client, location].entries()) {
    const query = { external_id: 'pia' };
    const found = async (more: object) =>
      (await api.agents.list({ query: { ...query, ...more } })).data.map(({ id }) => id);
    const ids = agents.map(({ id }) => id).slice(at);
    expect(await found({ order: 'asc' })).toEqual(ids);
    expect(await found({ order: 'asc', name: 'pi', updated_after: '2026-01-01T00:00:00Z' })).toEqual(ids);
    expect(await found({ order: 'asc', updated_after: '2026-01-01T00:00:00Z' })).toEqual(ids);
    expect(await found({ name: 'other' })).toEqual([]);
    expect(await found({ updated_after: '2100-01-01T00:00:00Z' })).toEqual([]);
    const calls = await api.conversations.list({ query: { external_id: 'call' } });
    expect(calls.data.map(({ id }) => id)).toEqual(conversations.slice(at).reverse());
    const web = { external_id: 'call', channel: 'web' } as const;
    expect((await api.conversations.active({ query: web })).data.map(({ id }) => id)).toEqual(
      conversations.slice(2),
    );
  }
  const one = { client_id: client.client.id, external_id: 'call', limit: '1' };
  const first = await reseller.api.conversations.list({ query: one });
  const { data, has_more } = await reseller.api.conversations.list({
    query: { ...one, cursor: first.next_cursor ?? '' },
  });
  expect([first.data[0]?.id, data[0]?.id, has_more]).toEqual([conversations[2], conversations[1], false]);
});

test('organizations are found by external_id below a parent and of a type', async () => {
  const { reseller, client } = await chain();
  const below = (parent_id: string, type: 'client' | 'location') =>
    reseller.api.clients.create({ body: { name: 'B', type, parent_id, external_id: 'b' } });
  const direct = await below(reseller.client.id, 'client');
  const deep = await below(client.client.id, 'location');
  const found = async (query: object) =>
    (await reseller.api.clients.list({ query: { external_id: 'b', ...query } })).data.map(({ id }) => id);
  expect(await found({})).toEqual([deep.id, direct.id]);
  expect(await found({ parent_id: reseller.client.id })).toEqual([direct.id]);
  expect(await found({ type: 'location' })).toEqual([deep.id]);
  expect(await found({ name: 'b' })).toEqual([deep.id, direct.id]);
});

test('at the top, the external_id of an organization is unique within the platform', async () => {
  const create = () =>
    users.operator.clients.create({ body: { name: 'Top', type: 'client', external_id: 'top' } });
  const { id } = await create();
  const { code, problem } = await problemOf(create());
  expect([code, problem.client_id]).toEqual(['external_id_exists', id]);
});

test('an organization sees the external_id that the one above gave it, and cannot change it', async () => {
  const { client } = await chain();
  const { api } = client;
  const made = await api.subcompanies.create({
    params: { client_id: client.client.id },
    body: { name: 'North', external_id: 'north' },
  });
  const again = api.subcompanies.create({
    params: { client_id: client.client.id },
    body: { name: 'North', external_id: 'north' },
  });
  expect(await refusalOf(again)).toBe(taken);
  const params = { client_id: made.id };
  const own = users.clientFor(await users.makeKey(made.id));
  expect((await own.clients.get({ params })).external_id).toBe('north');
  for (const external_id of [null, 'south']) {
    const patched = await problemOf(own.clients.update({ params, body: { external_id } }));
    const replaced = await problemOf(own.clients.replace({ params, body: { name: 'N', external_id } }));
    for (const { problem } of [patched, replaced])
      expect(problem.errors).toMatchObject([{ pointer: '/external_id', code: 'out_of_reach' }]);
  }
  expect((await own.clients.replace({ params, body: { name: 'N' } })).external_id).toBe('north');
  expect((await own.clients.update({ params, body: { external_id: 'north' } })).external_id).toBe('north');
  await api.clients.create({
    body: { name: 'S', type: 'location', parent_id: client.client.id, external_id: 's' },
  });
  const replacing = (external_id?: string) =>
    api.clients.replace({ params, body: { name: 'N', ...(external_id && { external_id }) } });
  expect(await refusalOf(replacing('s'))).toBe(taken);
  expect((await replacing()).external_id).toBeNull();
  expect((await own.clients.update({ params, body: { external_id: null } })).version).toBe(3);
});

test('a restored version of an agent keeps the present external_id, and a replaced agent has the one that is sent', async () => {
  const org = await users.organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'One', external_id: 'a' } });
  const params = { agent_id };
  await org.api.agents.replace({ params, body: { name: 'Two', external_id: 'b' } });
  const { id: other } = await org.api.agents.create({ body: { name: 'Other', external_id: 'a' } });
  const replaced = org.api.agents.replace({ params, body: { name: 'Two', external_id: 'a' } });
  expect(await refusalOf(replaced)).toBe(taken);
  const restored = await org.api.agentVersions.restore({ params: { agent_id, agent_version: '1' } });
  expect([restored.name, restored.external_id]).toEqual(['One', 'b']);
  expect((await org.api.agents.replace({ params, body: { name: 'Two' } })).external_id).toBeNull();
  expect(await refusalOf(org.api.agents.update({ params, body: { external_id: 'a' } }))).toBe(taken);
  await org.api.agents.remove({ params: { agent_id: other } });
  expect((await org.api.agents.update({ params, body: { external_id: 'a' } })).external_id).toBe('a');
});

test('a conversation that the retention erases frees its external_id', async () => {
  const org = await users.organization(undefined, 'client', { settings: { retention_days: 30 } });
  const { create } = conversationsOf(org.api, await newAgent(org));
  const body = { status: 'completed' as const, external_id: 'old' };
  const start_time = new Date(Date.now() - 29 * 86_400_000).toISOString();
  const agent_id = await newAgent(org);
  await org.api.conversations.create({ body: { ...body, agent_id, start_time, end_time: start_time } });
  expect(await refusalOf(create({ external_id: 'old' }))).toBe(taken);
  const params = { client_id: org.client.id };
  await users.operator.clients.update({ params, body: { settings: { retention_days: 1 } } });
  await platform.run('clock.applyRetention');
  expect((await create({ external_id: 'old' })).external_id).toBe('old');
});

const unitsOf = (response: Response): number =>
  Number(/([\d.]+) WCU/.exec(response.headers.get('server-timing') ?? '')?.[1]);

test('an external_id costs one item of the transaction and one entry of an index, at any level', async () => {
  const { location } = await chain();
  const agent_id = await newAgent(location);
  const record = async (external_id: string | null) => {
    const body = { agent_id, external_id, metadata: { of: 'a call' } };
    const { response } = await location.api.conversations.create.withResponse({ body });
    return unitsOf(response);
  };
  expect((await record('a')) - (await record(null))).toBe(3);
});

// One after the other: a restore names its table in the environment, and reading everything takes time.
describe('In the whole table,', { concurrent: false }, () => {
  /** The ids about which verify-table must find nothing, at the end. */
  const intact: string[] = [];

  test('erased organizations and agents leave no claims, and verify-table reports none as wrong', async () => {
    const { client, location } = await chain();
    const agent_id = await newAgent(location);
    const erased = [
      await agentsOf(location).create({ external_id: 'of-the-erased' }),
      await conversationsOf(location.api, agent_id).create({ external_id: 'of-the-erased' }),
      await documentsOf(location.api, agent_id).create({ external_id: 'of-the-erased' }),
      await organizationsBelow(client).create({ external_id: 'of-the-erased' }),
    ];
    expect(erased).toHaveLength(4);
    const domain = `of-the-erased.a${crypto.randomUUID()}.example`;
    await setTexts(inject('dnsServer'), domain, [`voice-agent-platform=${location.client.id}`]);
    await location.api.clients.update({
      params: { client_id: location.client.id },
      body: { settings: { branding: { domain } } },
    });
    await organizationsBelow(client).erase(location.client.id);
    await organizationsBelow(client).erase(erased[3]?.id ?? '');
    const items = await tableOf(platform.description).all();
    const claims = items.filter((item) => kindOf(item)?.endsWith('external_id'));
    expect(claims.length).toBeGreaterThan(0);
    expect(claims.filter((item) => `${item.pk} ${item.sk}`.includes('of-the-erased'))).toEqual([]);
    expect(items.filter(({ pk }) => pk === `brand_domain#${domain}`)).toEqual([]);
  });

  test('a restore of an organization gives an id back, unless another entity has it since', async () => {
    const org = await users.organization();
    const agents = agentsOf(org);
    const conversations = conversationsOf(org.api, await newAgent(org));
    const [taken, free] = [
      await agents.create({ external_id: 't' }),
      await agents.create({ external_id: 'f' }),
    ];
    const document = await documentsOf(org.api, free.id).create({ external_id: 'd' });
    const call = await conversations.create({ external_id: 't' });
    const agent_id = await newAgent(org);
    const record = async (conversation_id: string, external_id: string) => {
      const provider = { name: 'retell', conversation_id };
      const turns = [{ role: 'user' as const, text: 'Hello' }];
      const body = { agent_id, status: 'completed' as const, provider, external_id, tags: ['vip'], turns };
      return (await org.api.conversations.create({ body })).id;
    };
    const [recorded, other] = [await record('again', 'r'), await record('once', 'o')];
    await createTable('restored');
    const table = tableOf(platform.description);
    const restored = tableOf({ ...platform.description, table: 'restored' });
    const mentioned = [org.client.id, taken.id, free.id, call.id, recorded, other];
    for (const item of await table.all()) {
      if (mentioned.some((id) => JSON.stringify(item).includes(id))) await restored.put(item);
    }

    for (const { id } of [taken, free]) {
      await agents.erase(id);
      await finishRemoval(id);
    }
    for (const id of [call.id, recorded, other]) {
      await conversations.erase(id);
      await finishErasure(id);
    }
    // The same call, with the external_id of another one.
    const again = await record('again', 'o');
    const since = [
      await agents.create({ external_id: 't' }),
      await conversations.create({ external_id: 't' }),
    ];
    const outcome = await restoreTenant({ restored: 'restored', client: org.client.id, dryRun: false });
    expect(outcome.get('agents')?.restored).toBe(2);
    expect(outcome.get('conversations')).toMatchObject({ restored: 2, kept: 1 });

    expect((await agents.get(taken.id)).external_id).toBeNull();
    expect((await conversations.get(call.id)).external_id).toBeNull();
    expect((await agents.get(free.id)).external_id).toBe('f');
    const found = [await agents.list({ external_id: 't' }), await conversations.list({ external_id: 't' })];
    expect(found.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(since.map(({ id }) => id));
    const second = await problemOf(documentsOf(org.api, free.id).create({ external_id: 'd' }));
    expect([second.code, second.problem.document_id]).toEqual(['external_id_exists', document.id]);
    const tagged = await org.api.conversations.list({ query: { tag: 'vip' } });
    expect(tagged.data.map(({ id, external_id }) => [id, external_id])).toEqual([
      [again, 'o'],
      [other, null],
    ]);
    const known = await problemOf(record('again', 'x'));
    expect([known.code, known.problem.conversation_id]).toEqual(['conversation_exists', again]);
    const leftOver = await table.partitions(`conversation#${recorded}`);
    expect(leftOver.map(({ sk }) => sk)).toEqual(['usage']);
    intact.push(...mentioned, again);
  });

  test('entities from before external_id existed have none, and accept one', async () => {
    const org = await users.organization();
    const table = tableOf(platform.description);
    const [agent_id, untouched] = [await newAgent(org), await newAgent(org)];
    const params = { agent_id };
    const written = (await table.all()).filter(({ pk, sk }) =>
      [agent_id, untouched, org.client.id].some((id) => `${pk} ${sk}`.includes(id)),
    );
    for (const { external_id: _, ...item } of written) await table.put(item);
    expect((await org.api.agents.get({ params })).external_id).toBeNull();
    expect((await org.api.agents.update({ params, body: { name: 'A' } })).version).toBe(1);
    expect((await org.api.agents.list()).data.map((one) => one.external_id)).toEqual([null, null]);
    expect((await org.api.agents.update({ params, body: { external_id: 'a' } })).version).toBe(2);
    intact.push(untouched);
  });

  test('verify-table checks each claim, and reports one that is missing or has no owner', async () => {
    const org = await users.organization();
    const table = tableOf(platform.description);
    const families = await Promise.all(kinds.map(({ family }) => family(org)));
    for (const { create } of families) await create({ external_id: 'verified' });
    const found = async (about: readonly string[]) =>
      (await verifyTable({ search: false, usage: false, rechecks: 0 })).findings.filter(({ key }) =>
        about.some((text) => `${key.pk} ${key.sk}`.includes(text)),
      );
    expect(await found([...intact, 'verified'])).toEqual([]);
    const claims = (await table.all()).filter(
      (item) => kindOf(item)?.endsWith('external_id') && `${item.pk}${item.sk}`.includes('verified'),
    );
    expect(claims).toHaveLength(4);
    for (const claim of claims) {
      const [pk, sk] = [claim.pk, claim.sk].map((part) => part.replace('verified', 'verified-not'));
      await table.put({ ...claim, pk, sk });
    }
    expect((await found(['verified'])).map(({ key }) => kindOf(key)).sort()).toEqual([
      'agent_external_id',
      'client_external_id',
      'conversation_external_id',
      'document_external_id',
    ]);
  });
});

// The last ones, so that nothing else reads these claims.
/** Claims of an id, as if many organizations below one had it, without what they claim. */
const claimOften = async (
  path: readonly string[],
  external_id: string,
  count: number,
  [client, below] = ['', ''],
) => {
  const puts = Array.from({ length: count }, (_, at) => {
    const place = `2100-01-01T00:00:00.000Z#conv_${String(at).padStart(5, '0')}`;
    const found = { facet: 'external_id', value: external_id, path: [...path, below], place } as const;
    return {
      ...externalIdKey('conversations', `client_${at}${client}`, external_id),
      conversation_id: `conv_${at}`,
      ...claimAttributes(found),
    };
  });
  await batchWrite({ puts });
};

test('a conversation is found among others that have its external_id, however many these are', async () => {
  const { reseller, client, location } = await chain();
  const agent_id = await newAgent(location);
  const path = [reseller.client.id, client.client.id];
  const create = async (external_id: string) =>
    (await location.api.conversations.create({ body: { agent_id, external_id } })).id;
  const [some, many] = [await create('some'), await create('many')];
  // More than one page reads, and more than are read at all: here, a claim has the 3 KB that keys can have.
  await claimOften(path, 'some', 250);
  await claimOften(path, 'many', 1500, ['x'.repeat(1900), 'x'.repeat(900)]);
  for (const { api } of [reseller, client, location]) {
    for (const [external_id, id] of [
      ['some', some],
      ['many', many],
    ] as const) {
      const { data, has_more } = await api.conversations.list({ query: { external_id } });
      expect([data.map((one) => one.id), has_more]).toEqual([[id], false]);
    }
  }
  const { response } = await reseller.api.conversations.list.withResponse({ query: { external_id: 'many' } });
  const [, units] = /([\d.]+) RCU/.exec(response.headers.get('server-timing') ?? '') ?? [];
  expect(Number(units)).toBeLessThan(600);
});
