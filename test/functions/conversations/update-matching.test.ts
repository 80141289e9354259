import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Organization } from '../../fixtures.ts';
import {
  clientFor,
  makeKey,
  newAgent,
  newConversation,
  operator,
  organization,
  platform,
  problemOf,
  refusalOf,
  unknownId,
} from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { overtaken } from '../../support/fault-proxy.ts';
import { peopleOf } from '../../support/people.ts';

const { personIn } = peopleOf(platform.base_url, { operator });

/** An organization with calls, of which every other one ended well. */
const withCalls = async (count: number) => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const conversations = Array.from({ length: count }, (_, at) => ({
    agent_id,
    status: 'completed' as const,
    outcome: at % 2 === 0 ? 'booked' : 'missed',
    tags: ['old'],
  }));
  await org.api.conversations.batch({ body: { conversations } });
  return org;
};

const tagsOf = async ({ api }: Organization, outcome: string): Promise<readonly string[][]> => {
  const tags: string[][] = [];
  for await (const item of api.conversations.list.all({ query: { outcome } })) tags.push([...item.tags]);
  return tags;
};

test('all conversations that match are changed in one request, and no others', async () => {
  const org = await withCalls(60);
  const { data, has_more } = await org.api.conversations.updateMatching({
    query: { outcome: 'booked' },
    body: { add_tags: ['new'], remove_tags: ['old'], reviewed: true, metadata: { batch: '7' } },
  });
  expect([data.length, has_more]).toEqual([30, false]);
  const listed = await org.api.conversations.list({ query: { outcome: 'booked' } });
  expect(data).toEqual(listed.data.map(({ id }) => ({ id, status: 200, problem: null })));
  expect(await tagsOf(org, 'booked')).toEqual(Array.from({ length: 30 }, () => ['new']));
  expect(await tagsOf(org, 'missed')).toEqual(Array.from({ length: 30 }, () => ['old']));
  const filtered = await org.api.conversations.list({
    query: { reviewed: 'true', tag: 'new', 'metadata.batch': '7' } as object,
  });
  expect(filtered.data).toHaveLength(30);
});

test('a change that takes conversations out of its filters reaches all of them, page by page', async () => {
  const org = await withCalls(9);
  const changed: string[] = [];
  const query = { tag: 'old', limit: '4', order: 'asc' } as const;
  for await (const { id } of org.api.conversations.updateMatching.all({
    query,
    body: { remove_tags: ['old'] },
  })) {
    changed.push(id ?? '');
  }
  expect(new Set(changed).size).toBe(9);
  expect((await org.api.conversations.list({ query: { tag: 'old' } })).data).toEqual([]);
});

test('conversations are found by their words, and by their ids', async () => {
  const org = await organization();
  const one = await newConversation(org, {
    status: 'completed',
    turns: [{ role: 'user', text: 'My parcel' }],
  });
  const other = await newConversation(org, {
    status: 'completed',
    turns: [{ role: 'user', text: 'My bill' }],
  });
  const change = async (query: object) =>
    (await org.api.conversations.updateMatching({ query, body: { add_tags: ['found'] } })).data.map(
      ({ id }) => id,
    );
  await eventually(async () => expect(await change({ q: 'parcel' })).toEqual([one.id]));
  expect(await change({ ids: [other.id] })).toEqual([other.id]);
});

test('a conversation that refuses the change is named with its problem, and the others are changed', async () => {
  const org = await organization();
  const full = Array.from({ length: 10 }, (_, at) => `tag-${at}`);
  const [fine, refused] = [await newConversation(org), await newConversation(org, { tags: full })];
  const { data } = await org.api.conversations.updateMatching({ body: { add_tags: ['one-more'] } });
  expect(data.find(({ id }) => id === fine.id)).toEqual({ id: fine.id, status: 200, problem: null });
  const alone = org.api.conversations.update({
    params: { conversation_id: refused.id },
    body: { add_tags: ['one-more'] },
  });
  const { code, errors } = await problemOf(alone);
  expect(data.find(({ id }) => id === refused.id)).toMatchObject({ status: 400, problem: { code, errors } });
});

test('the same request changes nothing more, with and without its Idempotency-Key', async () => {
  const org = await withCalls(3);
  const send = (more: object = {}) =>
    org.api.conversations.updateMatching({ body: { add_tags: ['once'] }, ...more });
  const repeated = { idempotencyKey: randomUUID() };
  const first = await send(repeated);
  const versions = async () =>
    (await org.api.conversations.list({ query: { expand: 'details' } })).data.map(({ version }) => version);
  const before = await versions();
  expect(await send(repeated)).toEqual(first);
  expect(await send()).toEqual(first);
  const blind = clientFor(await makeKey(org.client.id, ['conversations:write']));
  const again = blind.conversations.updateMatching({ body: { add_tags: ['once'] }, ...repeated });
  expect(await refusalOf(again)).toBe('403 insufficient_scope');
  expect(await versions()).toEqual(before);
});

test('each conversation counts against a rate limit, and the page ends before it', async () => {
  const limited = (requests_per_minute: number) => ({ settings: { rate_limit: { requests_per_minute } } });
  const { id: client_id } = await operator.clients.create({
    body: { name: 'Harbor', type: 'reseller', ...limited(5) },
  });
  const { id: agent_id } = await operator.agents.create({ body: { name: 'Pia', client_id } });
  const conversations = Array.from({ length: 8 }, () => ({ agent_id, status: 'completed' as const }));
  await operator.conversations.batch({ body: { conversations } });
  const change = async (query: object) =>
    clientFor(await makeKey(client_id)).conversations.updateMatching({ query, body: { add_tags: ['slow'] } });
  const first = await change({});
  // A minute may begin in between.
  expect(first.data.length).toBeGreaterThan(0);
  expect(first.has_more).toBe(first.data.length < 8);
  await operator.clients.update({ params: { client_id }, body: limited(1000) });
  const rest = first.has_more ? await change({ cursor: first.next_cursor }) : { data: [] };
  const ids = [...first.data, ...rest.data].map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([8, 8]);
});

test('neither another organization nor a key without both scopes changes anything', async () => {
  const org = await withCalls(2);
  const other = await organization();
  const query = { client_id: org.client.id };
  const body = { add_tags: ['theirs'] };
  expect(await refusalOf(other.api.conversations.updateMatching({ query, body }))).toBe(
    '404 client_not_found',
  );
  expect(
    await refusalOf(
      org.api.conversations.updateMatching({ query: { client_id: unknownId('client') }, body }),
    ),
  ).toBe('404 client_not_found');
  for (const scope of ['conversations:write', 'conversations:read'] as const) {
    const api = clientFor(await makeKey(org.client.id, [scope]));
    expect(await refusalOf(api.conversations.updateMatching({ body }))).toBe('403 insufficient_scope');
  }
  expect(await refusalOf(org.api.conversations.updateMatching({ body: {} }))).toBe('400 validation_failed');
  expect((await other.api.conversations.updateMatching({ body })).data).toEqual([]);
  expect(await tagsOf(org, 'booked')).toEqual([['old']]);
});

test('the log has the list of whoever asks, and each change of a person', async () => {
  const org = await withCalls(2);
  const { api } = await personIn(org, 'admin');
  const { person } = await api.me.get();
  const { data } = await api.conversations.updateMatching({ body: { add_tags: ['secret_word'] } });
  await org.api.conversations.updateMatching({ body: { add_tags: ['another'] } });
  const { key } = await org.api.me.get();
  const recordsOf = async (actor: string | undefined) => {
    const records = (await operator.auditRecords.list({ query: { actor: actor ?? '' } })).data;
    const ours = records.filter(({ action }) => action.startsWith('conversation.'));
    expect(JSON.stringify(ours)).not.toContain('secret_word');
    return ours.map(({ action, target, changed }) => [action, target.id, changed]).sort();
  };
  expect(await recordsOf(person?.id)).toEqual(
    [
      ['conversation.listed', org.client.id, []],
      ...data.map(({ id }) => ['conversation.updated', id, ['tags']]),
    ].sort(),
  );
  expect(await recordsOf(key?.id)).toEqual([['conversation.listed', org.client.id, []]]);
});

test('a key that is revoked during a request changes no further page', async () => {
  const org = await withCalls(60);
  const { id: api_key_id, key } = await operator.apiKeys.create({
    body: { name: 'Bulk', client_id: org.client.id, scopes: ['conversations:read', 'conversations:write'] },
  });
  const api = clientFor(key);
  const { data } = await org.api.conversations.list({ query: { limit: '10' } });
  const changing = overtaken(
    platform.dynamodb_endpoint,
    { contains: data.at(-1)?.id ?? '', operation: 'TransactWriteItems' },
    () => api.conversations.updateMatching({ body: { add_tags: ['late'] } }),
    () => operator.apiKeys.revoke({ params: { api_key_id } }),
  );
  expect(await refusalOf(changing)).toBe('401 unauthenticated');
  const { total } = await org.api.conversations.summary({ query: { interval: 'total', tag: 'late' } });
  expect(total.conversations).toBe(50);
});
