import { expect, test } from 'vitest';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { Organization } from '../../fixtures.ts';
import { newConversation, organization, platform, problemOf, refusalOf } from '../../fixtures.ts';

const start = async (body = {}) => {
  const org = await organization();
  const conversation = await newConversation(org, body);
  return { org, conversation, params: { conversation_id: conversation.id } };
};

const listed = async (org: Organization) => (await org.api.conversations.list()).data[0];

test('it ends now, or at the time that was sent', async () => {
  const { org, conversation, params } = await start();
  const ended = await org.api.conversations.update({ params, body: { status: 'completed' } });
  expect(ended).toMatchObject({ status: 'completed', version: 2 });
  expect(Date.parse(ended.end_time ?? '')).toBeGreaterThanOrEqual(Date.parse(conversation.start_time));
  expect(ended.duration_ms).toBe(Date.parse(ended.end_time ?? '') - Date.parse(ended.start_time));

  const other = await start({ start_time: '2026-11-20T09:00:00Z' });
  const failed = await other.org.api.conversations.update({
    params: other.params,
    body: { status: 'failed', duration_ms: 1500, end_reason: 'no_answer' },
  });
  expect(failed).toMatchObject({
    status: 'failed',
    end_time: '2026-11-20T09:00:01.500Z',
    end_reason: 'no_answer',
  });
});

test('it does not end after 9998', async () => {
  const start_time = '9998-12-31T23:59:59.000Z';
  const { org, params } = await start({ start_time });
  const end = (body: object) =>
    org.api.conversations.update({ params, body: { status: 'completed', ...body } });
  for (const [body, fault] of [
    [{ duration_ms: 1000 }, { pointer: '/duration_ms', code: 'out_of_range' }],
    [{ end_time: '9998-12-31T23:59:59-00:01' }, { pointer: '/end_time', code: 'invalid' }],
  ] as const) {
    expect((await problemOf(end(body))).errors).toEqual([expect.objectContaining(fault)]);
  }
  expect(await end({ duration_ms: 999 })).toMatchObject({ end_time: '9998-12-31T23:59:59.999Z' });
});

test('both end statuses are final: the same status has no effect, another one is refused', async () => {
  for (const status of ['completed', 'failed'] as const) {
    const { org, params } = await start();
    const ended = await org.api.conversations.update({ params, body: { status } });
    expect(await org.api.conversations.update({ params, body: { status } })).toEqual(ended);
    for (const other of ['active', status === 'failed' ? 'completed' : 'failed'] as const) {
      const change = org.api.conversations.update({ params, body: { status: other } });
      expect(await refusalOf(change)).toBe('409 invalid_transition');
    }
    expect(await org.api.conversations.get({ params })).toEqual(ended);
  }
});

test('late data is added to a conversation that has ended', async () => {
  const { org, conversation, params } = await start({ status: 'completed', duration_ms: 1000 });
  const additions = {
    outcome: 'success',
    sentiment: 'mixed' as const,
    summary: 'It went well.',
    data: { a: 1 },
    quality: { successful: true, score: 1, criteria: [] },
    metrics: { latency_ms: 5 },
    cost: { amount: '0.10', currency: 'EUR' },
    metadata: { k: 'v' },
  };
  const updated = await org.api.conversations.update({ params, body: additions });
  const sources = { outcome: 'api', sentiment: 'api', summary: 'api', data: 'api', quality: 'api' };
  const { updated_at } = updated;
  expect(updated).toEqual({ ...conversation, ...additions, sources, version: 2, updated_at });
  expect(await org.api.conversations.get({ params })).toEqual(updated);
  const { outcome, sentiment, summary, cost } = additions;
  expect(await listed(org)).toMatchObject({ status: 'completed', outcome, sentiment, summary, cost });
});

test('a patch is merged, and null removes (RFC 7396)', async () => {
  const { org, params } = await start({
    data: { keep: 1, gone: 2, deep: { a: 1, b: 2 } },
    metrics: { keep: 1, gone: 2 },
    metadata: { keep: 'x', gone: 'y' },
    quality: { successful: true, score: 0.5 },
    outcome: 'success',
    cost: { amount: '1', currency: 'USD' },
  });
  const patched = await org.api.conversations.update({
    params,
    body: {
      data: { gone: null, deep: { b: null, c: [3] }, fresh: 'z' },
      metrics: { gone: null, fresh: 3 },
      metadata: { gone: null },
      quality: { score: null },
      outcome: null,
      cost: { amount: '2' },
    } as never,
  });
  expect(patched).toMatchObject({
    data: { keep: 1, deep: { a: 1, c: [3] }, fresh: 'z' },
    metrics: { keep: 1, fresh: 3 },
    metadata: { keep: 'x' },
    quality: { successful: true, score: null, criteria: [] },
    outcome: null,
    cost: { amount: '2', currency: 'USD' },
  } satisfies Partial<Conversation>);
  expect(patched.data).not.toHaveProperty('gone');
  expect((await listed(org))?.outcome).toBeNull();

  const emptied = await org.api.conversations.update({
    params,
    body: { data: null, metrics: null, metadata: null, quality: null, cost: null },
  });
  expect(emptied).toMatchObject({ data: {}, metrics: {}, metadata: {}, quality: null, cost: null });
});

test('the merged result is validated', async () => {
  const { org, params } = await start();
  const pointers = async (body: object) =>
    (await problemOf(org.api.conversations.update({ params, body }))).errors.map(({ pointer }) => pointer);
  expect(await pointers({ cost: { amount: '1' } })).toEqual(['/cost/currency']);
  expect(await pointers({ agent_id: 'agent_x' })).toEqual(['/agent_id']);
  expect(await pointers({ end_time: '2030-01-01T00:00:00Z' })).toEqual(['/end_time']);
  const many = (from: number) =>
    Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${from + at}`, 'v']));
  await org.api.conversations.update({ params, body: { metadata: many(0) } });
  expect(await pointers({ metadata: many(40) })).toEqual(['/metadata']);
});

test('application/merge-patch+json is accepted', async () => {
  const { org, params } = await start();
  const response = await fetch(`${platform.base_url}/v1/conversations/${params.conversation_id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${org.key}`, 'content-type': 'application/merge-patch+json' },
    body: '{"outcome":"success"}',
  });
  expect([response.status, ((await response.json()) as Conversation).outcome]).toEqual([200, 'success']);
});

test('a patch that changes nothing leaves the conversation as it is', async () => {
  const { org, conversation, params } = await start({ outcome: 'success' });
  const body = { outcome: 'success' as const, metadata: {} };
  expect(await org.api.conversations.update({ params, body })).toEqual(conversation);
  expect(await org.api.conversations.get({ params })).toEqual(conversation);
});

test('concurrent changes are all kept', async () => {
  const { org, params } = await start();
  await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) =>
      org.api.conversations.update({ params, body: { metadata: { [name]: 'x' } } }),
    ),
  );
  const { metadata, version } = await org.api.conversations.get({ params });
  expect([Object.keys(metadata).sort(), version]).toEqual([['a', 'b', 'c', 'd'], 5]);
});

test('fields that are valid one by one but too large together are refused, with room reserved for the end', async () => {
  const text = (length: number) => '語'.repeat(length);
  const quality = (criteria: number) => ({
    criteria: Array.from({ length: criteria }, () => ({ name: 'Polite', rationale: text(2000) })),
  });
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`m${at}`, text(500)]));
  const org = await organization();
  const whole = await problemOf(newConversation(org, { quality: quality(50), metadata }));
  expect([whole.status, whole.errors[0]?.pointer, whole.errors[0]?.code]).toEqual([400, '', 'too_big']);

  const { id } = await newConversation(org, { quality: quality(45), metadata });
  const params = { conversation_id: id };
  const more = await problemOf(org.api.conversations.update({ params, body: { quality: quality(50) } }));
  expect([more.status, more.errors[0]?.code]).toEqual([400, 'too_big']);
  const body = { status: 'completed' as const, end_reason: 'x'.repeat(100), outcome: 'won' };
  expect((await org.api.conversations.update({ params, body })).status).toBe('completed');
  await org.api.recordings.create({ params, body: { content_type: 'audio/ogg', size_bytes: 1 } });
});
