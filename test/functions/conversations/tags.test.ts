import { expect, test } from 'vitest';
import { newAgent, newConversation, operator, organization, problemOf, refusalOf } from '../../fixtures.ts';
import { connect, conversationsOf, deliver, newCall, settled } from '../../support/connected.ts';
import { eventually } from '../../support/eventually.ts';
import { completed, download, fileOf } from '../../support/exports.ts';

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
  const review = (reviewed: boolean, api = org.api) =>
    api.conversations.update({ params, body: { reviewed } });
  const first = await review(true);
  const { key } = await org.api.me.get();
  expect(first.reviewed).toEqual({ at: expect.any(String), by: key.id });
  expect(Date.parse(first.reviewed?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(conversation.created_at));
  expect(await review(true, operator)).toEqual(first);
  const [item] = (await org.api.conversations.list()).data;
  expect(item?.reviewed).toEqual({ at: first.reviewed?.at });
  expect((await review(false)).reviewed).toBeNull();
  expect(await review(false)).toMatchObject({ reviewed: null, version: 3 });
});

test('a request that is repeated changes nothing and writes nothing', async () => {
  const { org, params } = await start();
  const body = { add_tags: ['vip'], reviewed: true };
  const first = await org.api.conversations.update({ params, body });
  const { reply, response } = await org.api.conversations.update.withResponse({ params, body });
  expect(reply).toEqual(first);
  expect(response.headers.get('server-timing')).toContain(' 0 WCU');
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
  expect(await pointersOf({ reviewed: null })).toEqual(['/reviewed']);
  const swapped = await org.api.conversations.update({
    params,
    body: { add_tags: ['tag_9', 'more'], remove_tags: ['tag_0'] },
  });
  expect(swapped.tags).toEqual([...ten.slice(1), 'more']);
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
  expect(head).toMatch(/,tags,reviewed_at,reviewed_by$/);
  expect(rows).toHaveLength(1);
  const { at, by } = changed.reviewed ?? {};
  expect(rows[0]).toContain(`,"[""vip"",""upsell""]",${at},${by}`);
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
