import { expect, test } from 'vitest';
import {
  costOf,
  newAgent,
  newConversation,
  operator,
  organization,
  problemOf,
  refusalOf,
} from './fixtures.ts';
import { connect, conversationsOf, deliver, newCall, settled } from './support/connected.ts';
import { eventually } from './support/eventually.ts';
import { completed, download, fileOf } from './support/exports.ts';
import { allItems } from './support/table.ts';

const over = { status: 'completed', duration_ms: 1000 } as const;

const start = async (body = {}) => {
  const org = await organization();
  const conversation = await newConversation(org, body);
  return { org, conversation, params: { conversation_id: conversation.id } };
};

test.each([{}, over])('tags are set, added and removed, whether it is over or not: %j', async (body) => {
  const { org, conversation, params } = await start({ ...body, tags: ['vip'] });
  const change = (patch: object) => org.api.conversations.update({ params, body: patch });
  expect(conversation).toMatchObject({ tags: ['vip'], reviewed: null });
  expect((await change({ add_tags: ['complaint', 'vip'], remove_tags: ['unknown'] })).tags).toEqual([
    'vip',
    'complaint',
  ]);
  expect((await change({ add_tags: ['upsell'], remove_tags: ['vip'] })).tags).toEqual([
    'complaint',
    'upsell',
  ]);
  expect((await change({ tags: ['b', 'a'] })).tags).toEqual(['b', 'a']);
  expect((await org.api.conversations.get({ params })).tags).toEqual(['b', 'a']);
  expect((await org.api.conversations.list()).data[0]?.tags).toEqual(['b', 'a']);
  expect((await change({ tags: null })).tags).toEqual([]);
  expect((await org.api.conversations.list()).data[0]?.tags).toEqual([]);
});

test('a review says when and by which key, and a second one does not replace the first', async () => {
  const { org, conversation, params } = await start(over);
  const review = (reviewed: boolean | null, api = org.api) =>
    api.conversations.update({ params, body: { reviewed } });
  const first = await review(true);
  const { key } = await org.api.me.get();
  expect(first.reviewed).toEqual({ at: expect.any(String), by: key?.id });
  expect(Date.parse(first.reviewed?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(conversation.created_at));
  expect(await review(true, operator)).toEqual(first);
  const [item] = (await org.api.conversations.list()).data;
  expect(item?.reviewed).toEqual(first.reviewed);
  expect((await review(false)).reviewed).toBeNull();
  expect(await review(false)).toMatchObject({ reviewed: null, version: 3 });
  expect(await review(null)).toMatchObject({ reviewed: null, version: 3 });
});

test('a request that is repeated changes nothing', async () => {
  const { org, params } = await start();
  const body = { add_tags: ['vip'], reviewed: true };
  const first = await org.api.conversations.update({ params, body });
  expect(await org.api.conversations.update({ params, body })).toEqual(first);
  const key = { idempotencyKey: 'once' };
  const removal = { params, body: { remove_tags: ['vip'] }, ...key };
  expect(await org.api.conversations.update(removal)).toEqual(await org.api.conversations.update(removal));
});

test('tags of people who change them at the same time are all kept, unless If-Match forbids it', async () => {
  const { org, conversation, params } = await start({ tags: ['old'] });
  const add = (tag: string, ifMatch?: string) =>
    org.api.conversations.update({
      params,
      body: { add_tags: [tag], remove_tags: ['old'] },
      ...(ifMatch && { ifMatch }),
    });
  const stale = `"${conversation.version}"`;
  await Promise.all(['a', 'b', 'c', 'd'].map((tag) => add(tag)));
  const { tags } = await org.api.conversations.get({ params });
  expect([...tags].sort()).toEqual(['a', 'b', 'c', 'd']);
  expect(await refusalOf(add('e', stale))).toBe('412 precondition_failed');
});

test('tags that contradict each other, are too many or no slugs are refused', async () => {
  const ten = Array.from({ length: 10 }, (_, at) => `tag_${at}`);
  const { org, params } = await start({ tags: ten.slice(0, 9) });
  const faultsOf = async (body: object) => {
    const { status, errors } = await problemOf(org.api.conversations.update({ params, body }));
    expect(status).toBe(400);
    return errors;
  };
  expect(await faultsOf({ add_tags: ['tag_9', 'more'] })).toEqual([
    {
      pointer: '/add_tags',
      code: 'too_big',
      detail: 'must leave at most 10 tags; the conversation would have 11',
    },
  ]);
  expect(await faultsOf({ tags: ['a'], add_tags: ['b'], remove_tags: [] })).toMatchObject([
    { pointer: '/add_tags', code: 'inconsistent' },
    { pointer: '/remove_tags', code: 'inconsistent' },
  ]);
  expect(await faultsOf({ add_tags: ['x', 'y'], remove_tags: ['y'] })).toMatchObject([
    { pointer: '/add_tags/1', code: 'inconsistent' },
  ]);
  const pointersOf = async (body: object) => (await faultsOf(body))?.map((fault) => fault.pointer);
  expect(await pointersOf({ tags: [...ten, 'more'] })).toEqual(['/tags']);
  expect(await pointersOf({ tags: ['a', 'a'] })).toEqual(['/tags']);
  expect(await pointersOf({ add_tags: ['No slug'], remove_tags: ['x'.repeat(33)] })).toEqual([
    '/add_tags/0',
    '/remove_tags/0',
  ]);
  expect(await pointersOf({ reviewed: 'yes' })).toEqual(['/reviewed']);
  const swapped = await org.api.conversations.update({
    params,
    body: { add_tags: ['tag_9', 'more'], remove_tags: ['tag_0'] },
  });
  expect(swapped.tags).toEqual([...ten.slice(1), 'more']);
});

/** The items of a conversation’s tags except the first one. */
const tagged = async (id: string) => (await allItems(id)).filter(({ pk }) => pk.startsWith(`tagged#${id}`));

test('tags move with a conversation whose start a provider corrects', async () => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const call = newCall('vapi');
  const provider = { name: 'vapi', conversation_id: call.conversation_id };
  const tags = ['a', 'b', 'c'];
  const start_time = '2026-06-17T10:00:00.000Z';
  const { id } = await newConversation(org, { agent_id, provider, tags, start_time });
  const integration = await connect(org, 'vapi', { [call.agent_id]: agent_id });
  for (const event of call.events) await deliver(integration, event);
  await settled(org, integration);
  const { data } = await org.api.conversations.list({ query: { tag: 'c' } });
  expect(data).toMatchObject([{ id, tags }]);
  const places = (await tagged(id)).map(({ sk }) => sk);
  expect(places).toEqual(Array(2).fill(`${data[0]?.start_time}#${id}`));
  expect(data[0]?.start_time).not.toBe(start_time);
});

test('reports of a provider do not change tags and review', async () => {
  const org = await organization();
  const { id } = await newAgent(org);
  const call = newCall('vapi');
  const integration = await connect(org, 'vapi', { [call.agent_id]: id });
  const [first, ...later] = call.events;
  await deliver(integration, first);
  await settled(org, integration);
  const [begun] = await conversationsOf(org);
  const params = { conversation_id: begun?.id ?? '' };
  const { reviewed } = await org.api.conversations.update({
    params,
    body: { tags: ['vip', 'upsell'], reviewed: true },
  });
  for (const event of later) await deliver(integration, event);
  await settled(org, integration);
  const [ended] = await conversationsOf(org);
  expect(ended).toMatchObject({ status: 'completed', tags: ['vip', 'upsell'], reviewed });
  const filtered = await org.api.conversations.list({ query: { tag: 'upsell', reviewed: 'true' } });
  expect(filtered.data).toMatchObject([{ id: ended?.id, status: 'completed' }]);
});

test('webhooks and exports show tags and review', async () => {
  const { org, params } = await start(over);
  await newConversation(org, over);
  const { id: webhook_id } = await org.api.webhooks.create({ body: { events: ['conversation.updated'] } });
  const changed = await org.api.conversations.update({
    params,
    body: { add_tags: ['vip', 'upsell'], reviewed: true },
  });
  await eventually(async () => {
    const { data } = await org.api.webhookMessages.list({ params: { webhook_id } });
    expect(data).toMatchObject([{ payload: { type: 'conversation.updated', data: changed } }]);
  });
  const exported = await completed(org.api, {
    resources: ['conversations'],
    format: 'csv',
    filters: { tag: 'upsell', reviewed: true },
  });
  const [head = '', ...rows] = (await download(fileOf(exported, 'conversations')))
    .toString()
    .trim()
    .split('\r\n');
  expect(head).toMatch(/,tags,reviewed_at,reviewed_by,/);
  expect(rows).toHaveLength(1);
  const { at, by } = changed.reviewed ?? {};
  expect(rows[0]).toContain(`,"[""vip"",""upsell""]",${at},${by},`);
});

test('a key below changes tags and review that a key above has set', async () => {
  const { org, params } = await start();
  await operator.conversations.update({ params, body: { tags: ['vip'], reviewed: true } });
  const changed = await org.api.conversations.update({ params, body: { tags: [], reviewed: false } });
  expect(changed).toMatchObject({ tags: [], reviewed: null });
  const stranger = await organization();
  expect(await refusalOf(stranger.api.conversations.update({ params, body: { tags: ['x'] } }))).toBe(
    '404 conversation_not_found',
  );
});

/** A chain of eight organizations, which is as deep as the hierarchy can be. */
const deepest = async () => {
  const chain = [await organization(undefined, 'reseller')];
  for (const type of ['client', ...Array(5).fill('subcompany'), 'location']) {
    chain.push(await organization(chain.at(-1), type));
  }
  return chain;
};

const tenOf = (prefix: string) => Array.from({ length: 10 }, (_, at) => `${prefix}_${at}`);

test('each of ten tags finds a conversation at every level, until it is replaced or erased', async () => {
  const chain = await deepest();
  const lowest = chain.at(-1) as (typeof chain)[number];
  const apis = [...chain.map(({ api }) => api), operator];
  const { id } = await newConversation(lowest, { tags: tenOf(`old_${lowest.client.id.slice(-6)}`) });
  const params = { conversation_id: id };
  const { tags: old } = await operator.conversations.get({ params });
  const foundBy = async (tag = '') =>
    Promise.all(
      apis.map(async (api) => {
        const [listed, active] = await Promise.all([
          api.conversations.list({ query: { tag } }),
          api.conversations.active({ query: { tag } }),
        ]);
        expect(active.data).toEqual(listed.data);
        return listed.data.map((item) => item.id);
      }),
    );
  const everywhere = apis.map(() => [id]);
  const nowhere = apis.map(() => []);
  for (const at of [0, 1, 9]) expect(await foundBy(old[at])).toEqual(everywhere);

  const tags = tenOf(`new_${lowest.client.id.slice(-6)}`);
  await lowest.api.conversations.update({ params, body: { tags } });
  for (const at of [0, 1, 9]) {
    expect(await foundBy(tags[at])).toEqual(everywhere);
    expect(await foundBy(old[at])).toEqual(nowhere);
  }
  // The second tag becomes the first one.
  await lowest.api.conversations.update({ params, body: { remove_tags: tags.slice(0, 1) } });
  expect(await foundBy(tags[1])).toEqual(everywhere);
  expect(await foundBy(tags[0])).toEqual(nowhere);

  await lowest.api.conversations.erase({ params });
  expect(await foundBy(tags[1])).toEqual(nowhere);
  expect(await tagged(id)).toEqual([]);
});

test('pages of a tag follow each other in both directions, whichever tag of a conversation it is', async () => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const ids: string[] = [];
  for (const [at, tags] of [['x'], ['a', 'x'], ['a'], ['x', 'b'], [], ['a', 'b', 'x'], ['x']].entries()) {
    const start_time = new Date(Date.UTC(2026, 10, 20, 9, at)).toISOString();
    const { id } = await newConversation(org, {
      agent_id,
      tags,
      start_time,
      outcome: at > 2 ? 'sold' : null,
    });
    if (tags.includes('x')) ids.push(id);
  }
  const walk = async (query: object) => {
    const found: string[] = [];
    for await (const page of org.api.conversations.list.pages({
      query: { tag: 'x', limit: '2', ...query },
    })) {
      found.push(...page.data.map(({ id }) => id));
    }
    return found;
  };
  expect(await walk({ order: 'asc' })).toEqual(ids);
  expect(await walk({})).toEqual(ids.toReversed());
  expect(await walk({ outcome: 'sold', agent_id })).toEqual(ids.slice(2).reverse());
});

const writeUnitsOf = ({ response }: { readonly response: Response }): number =>
  Number(/([\d.]+) WCU/.exec(response.headers.get('server-timing') ?? '')?.[1]);

test('a tag costs at most six write units at five levels, and a filter by it reads nothing else', async () => {
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client');
  const subcompany = await organization(client, 'subcompany');
  const location = await organization(subcompany, 'location');
  const { id: agent_id } = await newAgent(location);
  const unitsWith = async (tags: string[]) =>
    writeUnitsOf(await location.api.conversations.create.withResponse({ body: { agent_id, tags } }));
  // The first request also reads and notes the use of the key.
  await unitsWith([]);
  const [none, one, two] = [await unitsWith([]), await unitsWith(['vip']), await unitsWith(['vip', 'new'])];
  expect(one - none).toBeLessThanOrEqual(6);
  expect(two - one).toBeLessThanOrEqual(7);

  const read = async () => {
    const cost = await costOf(location, (api) =>
      api.conversations.list.withResponse({ query: { tag: 'vip' } }),
    );
    return /([\d.]+) RCU/.exec(cost ?? '')?.[1];
  };
  const before = await read();
  expect(Number(before)).toBeGreaterThan(0);
  await Promise.all(Array.from({ length: 30 }, () => unitsWith(['other'])));
  expect(await read()).toBe(before);
});

test('of an erasure and tags at the same time, one comes first, and no tag is left', async () => {
  const { org, conversation, params } = await start({ tags: ['a', 'b'] });
  const add = (tag: string) => org.api.conversations.update({ params, body: { add_tags: [tag] } });
  const calls = [add('c'), org.api.conversations.erase({ params }), add('d'), add('e')];
  for (const { status, reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
    if (status === 'rejected') expect(reason.code).toBe('conversation_not_found');
  }
  await eventually(async () => expect((await tagged(conversation.id)).length).toBe(0));
});
