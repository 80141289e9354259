import { describe, expect, test } from 'vitest';
import type { ConversationItem } from '#lib/contract/conversations.ts';
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

const idsOf = ({ data }: { data: readonly { id: string }[] }) => data.map(({ id }) => id);
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString();

/** Conversations of one agent, one a minute. */
const conversations = async (org: Organization, bodies: readonly object[]) => {
  const { id: agent_id } = await newAgent(org);
  const ids: string[] = [];
  for (const [minute, body] of bodies.entries()) {
    ids.push((await newConversation(org, { agent_id, start_time: at(minute), ...body })).id);
  }
  return ids;
};

test('an item has a subset of the conversation’s fields, with equal values', async () => {
  const org = await organization();
  const conversation = await newConversation(org, {
    status: 'completed',
    start_time: at(0),
    end_time: at(2),
    direction: 'outbound',
    channel: 'web',
    caller: { id: 'user-1', number: '+14155550123', name: 'Zoë' },
    end_reason: 'done',
    outcome: 'success',
    sentiment: 'neutral',
    summary: 'Short.',
    cost: { amount: '0.5', currency: 'USD' },
    external_id: 'call-1',
    metadata: { hidden: 'x' },
    tags: ['vip', 'needs_follow_up'],
  });
  const { data } = await org.api.conversations.list();
  const { id, created_at, agent_id, client_id, channel, direction, caller, status, start_time } =
    conversation;
  const { end_time, duration_ms, end_reason, outcome, sentiment, summary, cost, external_id } = conversation;
  const expected: ConversationItem = {
    id,
    created_at,
    agent_id,
    client_id,
    channel,
    direction,
    caller,
    status,
    start_time,
    end_time,
    duration_ms,
    end_reason,
    outcome,
    sentiment,
    summary,
    cost,
    carrier_cost: null,
    external_id,
    audio: { status: 'none', duration_ms: null },
    tags: ['vip', 'needs_follow_up'],
    reviewed: null,
    successful: null,
    analysis: null,
    handling: null,
  };
  expect(data).toEqual([expected]);
});

test('a long summary is shortened in the list, never within a character, and complete in the conversation', async () => {
  const org = await organization();
  const summary = `${'é'.repeat(200)} end`;
  const { id } = await newConversation(org, { summary });
  const [item] = (await org.api.conversations.list()).data;
  expect(item?.summary).toMatch(/^é{120,124}…$/);
  expect((await org.api.conversations.get({ params: { conversation_id: id } })).summary).toBe(summary);
});

test('every level of the hierarchy lists its own conversations and those below, newest first', async () => {
  const reseller = await organization(undefined, 'reseller');
  const client = await organization(reseller, 'client');
  const [north, south] = await Promise.all([organization(client), organization(client)]);
  const shop = await organization(north, 'location');
  const agent_id = (await newAgent(client)).id;
  const record = async (org: Organization, minute: number) =>
    (
      await operator.conversations.create({
        body: { agent_id, client_id: org.client.id, start_time: at(minute) },
      })
    ).id;
  const [atShop, atSouth, atNorth, atClient] = [
    await record(shop, 3),
    await record(south, 2),
    await record(north, 1),
    await record(client, 0),
  ];
  const all = [atShop, atSouth, atNorth, atClient];
  expect(idsOf(await reseller.api.conversations.list())).toEqual(all);
  expect(idsOf(await client.api.conversations.list())).toEqual(all);
  expect(idsOf(await north.api.conversations.list())).toEqual([atShop, atNorth]);
  expect(idsOf(await shop.api.conversations.list())).toEqual([atShop]);
  expect(idsOf(await south.api.conversations.list())).toEqual([atSouth]);
  const below = { query: { client_id: north.client.id } };
  expect(idsOf(await reseller.api.conversations.list(below))).toEqual([atShop, atNorth]);
  expect(idsOf(await operator.conversations.list(below))).toEqual([atShop, atNorth]);
  expect(idsOf(await operator.conversations.list({ query: { client_id: reseller.client.id } }))).toEqual(all);
  expect(await refusalOf(south.api.conversations.list(below))).toBe('404 client_not_found');
  const unknown = { query: { client_id: unknownId('client') } };
  expect(await refusalOf(operator.conversations.list(unknown))).toBe('404 client_not_found');
});

test('each filter returns exactly the matching conversations, alone and combined', async () => {
  const org = await organization();
  const other = await newAgent(org, 'Other');
  const [a, b, c, d] = await conversations(org, [
    { status: 'completed', outcome: 'success', channel: 'phone', caller: { number: '+4930123456' } },
    { status: 'failed', outcome: 'failure', channel: 'web', sentiment: 'negative', caller: { id: 'u1' } },
    { status: 'completed', outcome: 'success', sentiment: 'positive', agent_id: other.id, channel: 'web' },
    { caller: { id: 'u1', number: '+4930123456' } },
  ]);
  const list = async (query: object) => idsOf(await org.api.conversations.list({ query }));
  expect(await list({ status: 'completed' })).toEqual([c, a]);
  expect(await list({ status: 'active' })).toEqual([d]);
  expect(await list({ outcome: 'success' })).toEqual([c, a]);
  expect(await list({ outcome: 'unheard_of' })).toEqual([]);
  expect(await list({ channel: 'web' })).toEqual([c, b]);
  expect(await list({ sentiment: 'negative' })).toEqual([b]);
  expect(await list({ agent_id: other.id })).toEqual([c]);
  expect(await list({ agent_id: unknownId('agent') })).toEqual([]);
  expect(await list({ caller: '+4930123456' })).toEqual([d, a]);
  expect(await list({ caller: 'u1' })).toEqual([d, b]);
  expect(await list({ caller: 'u' })).toEqual([]);
  expect(await list({ outcome: 'success', channel: 'web' })).toEqual([c]);
  expect(await list({ agent_id: other.id, outcome: 'success' })).toEqual([c]);
  expect(await list({ agent_id: other.id, outcome: 'failure' })).toEqual([]);
  expect(await list({ caller: '+4930123456', status: 'completed' })).toEqual([a]);
  expect(await list({ start_after: at(1) })).toEqual([d, c, b]);
  expect(await list({ start_before: at(1) })).toEqual([a]);
  expect(await list({ start_after: at(1), start_before: at(3), order: 'asc' })).toEqual([b, c]);
  expect(await list({ start_after: '2026-11-20T10:01:00+01:00', channel: 'web' })).toEqual([c, b]);
});

test('any two filters together return exactly the matching conversations, in full pages', async () => {
  const org = await organization();
  const other = await newAgent(org, 'Other');
  const own = await conversations(
    org,
    Array.from({ length: 24 }, (_, n) => ({
      status: n % 8 === 0 ? 'failed' : 'completed',
      channel: n % 2 === 0 ? 'phone' : 'web',
      caller: { number: n % 3 === 0 ? '+4930123456' : '+4930654321', id: n % 5 === 0 ? 'u1' : 'u2' },
      outcome: n % 4 < 2 ? 'success' : 'failure',
      sentiment: n % 6 < 4 ? 'neutral' : 'negative',
      ...(n % 3 === 1 && { agent_id: other.id }),
    })),
  );
  const all = await Promise.all(
    own.map((conversation_id) => org.api.conversations.get({ params: { conversation_id } })),
  );
  const filters = [
    { agent_id: other.id },
    { status: 'failed' },
    { status: 'completed' },
    { outcome: 'success' },
    { channel: 'web' },
    { sentiment: 'negative' },
    { caller: '+4930123456' },
    { caller: 'u2' },
  ] as const;
  const fits = (one: (typeof all)[number], filter: Record<string, string>) =>
    Object.entries(filter).every(([name, value]) =>
      name === 'caller'
        ? [one.caller?.number, one.caller?.id].includes(value)
        : one[name as keyof typeof one] === value,
    );
  const pairs = filters.flatMap((one, at) => filters.slice(at + 1).map((second) => ({ ...one, ...second })));
  await Promise.all(
    pairs.map(async (query) => {
      const wanted = all.filter((one) => fits(one, query)).map(({ id }) => id);
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await org.api.conversations.list({
          query: { ...query, order: 'asc', limit: '5', ...(cursor && { cursor }) },
        });
        expect(page.data).toHaveLength(Math.min(5, wanted.length - found.length));
        found.push(...idsOf(page));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      expect([query, found]).toEqual([query, wanted]);
    }),
  );
});

test.for([
  ['outcome', { outcome: 'success' }],
  ['caller, compared with', { caller: '+4930123456', outcome: 'success' }],
] as const)(
  'conversations that change while they are filtered by %s are shown as they are, or not at all',
  async ([_, filters]) => {
    const org = await organization();
    const known = { status: 'completed', outcome: 'success', caller: { number: '+4930123456' } };
    const [changed = '', shown = '', erased = '', last] = await conversations(org, [
      known,
      known,
      known,
      known,
    ]);
    const { api } = org;
    const page = await overtaken(
      platform.dynamodb_endpoint,
      { operation: 'BatchGetItem', contains: `${at(0)}#${changed}` },
      () => api.conversations.list({ query: { ...filters, limit: '3', order: 'asc' } }),
      () =>
        Promise.all([
          api.conversations.update({ params: { conversation_id: changed }, body: { outcome: 'failure' } }),
          api.conversations.update({ params: { conversation_id: shown }, body: { summary: 'New.' } }),
          api.conversations.erase({ params: { conversation_id: erased } }),
        ]),
    );
    expect(page.data[0]).toMatchObject({ id: shown, summary: 'New.' });
    const rest = page.next_cursor
      ? idsOf(
          await api.conversations.list({
            query: { ...filters, limit: '3', order: 'asc', cursor: page.next_cursor },
          }),
        )
      : [];
    expect([...idsOf(page), ...rest]).toEqual([shown, last]);
  },
);

test('a caller’s number is found even if its + was not escaped', async () => {
  const org = await organization();
  const { id } = await newConversation(org, { caller: { number: '+4930123456' } });
  const response = await fetch(`${platform.base_url}/v1/conversations?caller=+4930123456`, {
    headers: { authorization: `Bearer ${org.key}` },
  });
  expect(idsOf((await response.json()) as never)).toEqual([id]);
});

test('an invalid filter is refused', async () => {
  const org = await organization();
  const problem = await problemOf(
    org.api.conversations.list({
      query: {
        agent_id: 'x',
        status: 'done',
        outcome: 'Not Slug',
        channel: 'fax',
        sentiment: 'sad',
        caller: 'two words',
        start_after: 'yesterday',
        start_before: '2026-02-30T00:00:00Z',
        order: 'up',
      } as never,
    }),
  );
  expect(problem.errors.map(({ parameter }) => parameter).sort()).toEqual([
    'agent_id',
    'caller',
    'channel',
    'order',
    'outcome',
    'sentiment',
    'start_after',
    'start_before',
    'status',
  ]);
});

test('pages follow each other in both directions, by cursor and by Link', async () => {
  const org = await organization();
  const ids = await conversations(
    org,
    Array.from({ length: 5 }, () => ({})),
  );
  for (const order of ['asc', 'desc'] as const) {
    const expected = order === 'asc' ? ids : [...ids].reverse();
    const found: string[] = [];
    const sizes: number[] = [];
    let query: Record<string, string> = { order, limit: '2' };
    for (;;) {
      const { reply, response } = await org.api.conversations.list.withResponse({ query });
      found.push(...idsOf(reply));
      sizes.push(reply.data.length);
      const link = response.headers.get('link');
      expect(reply.next_cursor !== null).toBe(reply.has_more);
      if (!reply.has_more) {
        expect(link).toBeNull();
        break;
      }
      const [, target = ''] = /^<(\/v1\/conversations\?[^>]+)>; rel="next"$/.exec(link ?? '') ?? [];
      query = Object.fromEntries(new URL(target, 'http://x').searchParams);
      expect(query).toEqual({ order, limit: '2', cursor: reply.next_cursor });
    }
    expect(found).toEqual(expected);
    expect(sizes).toEqual([2, 2, 1]);
  }
  const whole = await org.api.conversations.list({ query: { limit: '5' } });
  expect([whole.data.length, whole.has_more]).toEqual([5, false]);
  const all: string[] = [];
  for await (const { id } of org.api.conversations.list.all({ query: { limit: '2' } })) all.push(id);
  expect(all).toEqual([...ids].reverse());
});

test('a cursor is valid only for its own list, in its original spelling', async () => {
  const [org, stranger] = await Promise.all([organization(), organization()]);
  await conversations(org, [{}, {}, {}]);
  const query = { limit: '1', channel: 'phone' as const };
  const { next_cursor } = await org.api.conversations.list({ query });
  const cursor = next_cursor ?? '';
  const again = await org.api.conversations.list({ query: { ...query, limit: '2', cursor } });
  expect(again.data).toHaveLength(2);

  const misuse = [
    org.api.conversations.list({ query: { limit: '1', cursor } }),
    org.api.conversations.list({ query: { ...query, channel: 'web', cursor } }),
    org.api.conversations.list({ query: { ...query, order: 'asc', cursor } }),
    org.api.conversations.active({ query: { ...query, cursor } }),
    org.api.agents.list({ query: { limit: '1', cursor } }),
    stranger.api.conversations.list({ query: { ...query, cursor } }),
    operator.conversations.list({ query: { ...query, cursor } }),
  ];
  expect(new Set(await Promise.all(misuse.map(refusalOf)))).toEqual(new Set(['400 invalid_cursor']));

  const changed = [...cursor].map((character, place) => {
    const other = character === 'A' ? 'B' : 'A';
    return `${cursor.slice(0, place)}${other}${cursor.slice(place + 1)}`;
  });
  const refusals = await Promise.all(
    [...changed, `${cursor}A`, cursor.slice(0, -1), `${cursor}=`].map((spelling) =>
      refusalOf(org.api.conversations.list({ query: { ...query, cursor: spelling } })),
    ),
  );
  expect(new Set(refusals)).toEqual(new Set(['400 invalid_cursor']));
});

test('two keys of one organization can share a cursor', async () => {
  const org = await organization();
  await conversations(org, [{}, {}]);
  const { next_cursor } = await org.api.conversations.list({ query: { limit: '1' } });
  const colleague = clientFor(await makeKey(org.client.id));
  const { data } = await colleague.conversations.list({ query: { limit: '1', cursor: next_cursor ?? '' } });
  expect(data).toHaveLength(1);
});

test('writes during paging neither duplicate nor hide items', async () => {
  const org = await organization();
  const before = await conversations(
    org,
    Array.from({ length: 6 }, () => ({ status: 'completed' })),
  );
  const seen: string[] = [];
  let minute = 0;
  for await (const { id } of org.api.conversations.list.all({ query: { limit: '1', status: 'completed' } })) {
    seen.push(id);
    minute += 0.4;
    await newConversation(org, { start_time: at(minute), status: 'completed' });
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining(before));
});

describe('With details', () => {
  const large = {
    summary: 'A long summary. '.repeat(40),
    data: { order: { id: 7 } },
    quality: { successful: true, score: 0.9, criteria: [] },
    metrics: { e2e_latency_p50_ms: 700 },
    metadata: { campaign: 'autumn' },
    provider: { name: 'test', conversation_id: 'call-1', metadata: { region: 'eu' } },
    status: 'completed' as const,
    duration_ms: 1000,
  };
  const query = { expand: ['details' as const] };

  test('items show what the conversations themselves show', async () => {
    const org = await organization();
    const turns = [{ role: 'user' as const, text: 'About the pelican' }];
    const conversation = await newConversation(org, { ...large, turns });
    const [plain] = (await org.api.conversations.list()).data;
    expect(plain).not.toHaveProperty('data');
    const { summary, data, quality, metrics, metadata, provider, version, updated_at } = conversation;
    const words = { handover: null, summary, data, quality, metrics, metadata, provider };
    const details = { ...words, version, updated_at };
    const listed = await org.api.conversations.list({ query });
    expect(listed.data).toEqual([{ ...plain, ...details }]);
    await eventually(async () => {
      const found = await org.api.conversations.list({ query: { ...query, q: 'pelican' } });
      expect(found.data).toMatchObject([{ ...details, matches: [{ index: 0 }] }]);
    });
  });

  test('names are of the agent and the organization, also of an agent above', async () => {
    const org = await organization();
    const location = await organization(org, 'location');
    const agent = await newAgent(org);
    const { id } = await newConversation(org, { agent_id: agent.id, client_id: location.client.id });
    const names = { agent_name: agent.name, client_name: location.client.name };
    const listed = await location.api.conversations.list({ query: { expand: ['names', 'details'] } });
    expect(listed.data).toMatchObject([{ ...names, metrics: {} }]);
    const params = { conversation_id: id };
    const got = await location.api.conversations.get({ params, query: { expand: ['names'] } });
    expect(got).toMatchObject(names);
    expect(await location.api.conversations.get({ params })).not.toHaveProperty('agent_name');
  });

  test('pages follow each other, with all filters', async () => {
    const org = await organization();
    const { agent_id } = await newConversation(org, { ...large, outcome: 'lost', provider: null });
    for (let at = 0; at < 5; at += 1) {
      await newConversation(org, { agent_id, outcome: 'won', metadata: { at: String(at) } });
    }
    const found: (string | undefined)[] = [];
    const filtered = { ...query, outcome: 'won', limit: '2', order: 'asc' as const };
    for await (const { metadata } of org.api.conversations.list.all({ query: filtered }))
      found.push(metadata?.at);
    expect(found).toEqual(['0', '1', '2', '3', '4']);
    const active = await org.api.conversations.active({ query: { ...query, limit: '50' } });
    expect(active.data).toHaveLength(5);
    expect(active.data.every(({ metrics }) => metrics !== undefined)).toBe(true);
  });

  test('a page has at most 50 items, and fewer if they are large', async () => {
    const org = await organization();
    const tooMany = org.api.conversations.list({ query: { ...query, limit: '51' } });
    expect((await problemOf(tooMany)).errors).toEqual([
      { parameter: 'limit', code: 'invalid', detail: 'must be at most 50 with expand' },
    ]);
    const { id: agent_id } = await newAgent(org);
    const criteria = Array.from({ length: 50 }, (_, at) => ({
      name: `Criterion ${at}`,
      passed: true,
      rationale: 'x'.repeat(2000),
    }));
    const body = { data: { text: 'x'.repeat(32_000) }, quality: { criteria }, agent_id };
    const made = await Promise.all(Array.from({ length: 40 }, () => newConversation(org, body)));
    const sizes: number[] = [];
    const ids: string[] = [];
    for await (const page of org.api.conversations.list.pages({ query })) {
      sizes.push(page.data.length);
      ids.push(...page.data.map(({ id }) => id));
    }
    expect(sizes.length).toBe(2);
    expect([...ids].sort()).toEqual(made.map(({ id }) => id).sort());
  });
});
