import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Organization } from '../../fixtures.ts';
import {
  injectFault,
  makeKey,
  newAgent,
  operator,
  organization,
  platform,
  suspend,
  unknownId,
} from '../../fixtures.ts';

interface Result {
  readonly status: number;
  readonly id: string | null;
  readonly problem: Record<string, unknown> | null;
}

/** Sends a body as it is written, past the client. */
const send = async (path: string, key: string, body: string, idempotencyKey: string = randomUUID()) => {
  const response = await fetch(`${platform.base_url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body,
  });
  return { response, body: (await response.json()) as Record<string, unknown> };
};

const batchPath = '/v1/conversations/batch';

const sendBatch = async ({ key }: Pick<Organization, 'key'>, items: readonly string[], under?: string) => {
  const { response, body } = await send(batchPath, key, `{"conversations": [${items.join(' , ')}]}`, under);
  return { response, results: (body.results ?? []) as Result[], body };
};

const withoutRequest = (problem: unknown) => ({ ...(problem as object), request_id: '' });

const countOf = async ({ api }: Organization): Promise<number> => {
  let count = 0;
  for await (const _item of api.conversations.list.all()) count += 1;
  return count;
};

test('each conversation of a batch is written, or refused as it would be alone', async () => {
  const [org, other] = await Promise.all([organization(), organization()]);
  const [agent, foreign] = await Promise.all([newAgent(org), newAgent(other)]);
  const provider = { name: 'own_bot', conversation_id: 'known' };
  const known = await org.api.conversations.create({ body: { agent_id: agent.id, provider } });
  const item = (more: object = {}) => JSON.stringify({ agent_id: agent.id, ...more });
  const faulty = [
    item({ colour: 'red' }),
    item({ status: 'over', turns: [{ role: 'ghost', text: 1 }] }),
    item({ turns: [{ role: 'user', text: 'Hi', index: 7 }] }),
    `{"agent_id": "${agent.id}", "data": {"id": 12345678901234567890}}`,
    `{"agent_id": "${agent.id}", "data": {"half": "\\ud800"}}`,
    `{"agent_id": "${agent.id}", "data": {"__proto__": {}}}`,
    `{"agent_id": "${agent.id}", "data": ${'['.repeat(30)}${']'.repeat(30)}}`,
    '[]',
    'null',
    '"a \\" quoted, { text [ "',
    item({ agent_id: unknownId('agent') }),
    item({ agent_id: foreign.id }),
    item({ client_id: other.client.id }),
    item({ provider }),
    item({ metadata: { long: 'x'.repeat(1_048_576) } }),
  ];
  const alone = await Promise.all(faulty.map((body) => send('/v1/conversations', org.key, body)));
  const good = item({ status: 'completed', turns: [{ role: 'user', text: 'A , "quoted" [ { } ] \\ text' }] });
  const { response, results } = await sendBatch(org, [good, ...faulty, good]);

  expect(response.status).toBe(200);
  expect(
    results.slice(1, -1).map(({ status, problem }) => ({ status, problem: withoutRequest(problem) })),
  ).toEqual(alone.map(({ response: { status }, body }) => ({ status, problem: withoutRequest(body) })));
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([201, 400, 404, 409, 413]));
  expect(results.flatMap(({ problem, id }) => (problem?.code === 'conversation_exists' ? [id] : []))).toEqual(
    [known.id],
  );
  for (const { status, id, problem } of [results[0], results.at(-1)] as Result[]) {
    expect({ status, problem }).toEqual({ status: 201, problem: null });
    const { data } = await org.api.transcripts.get({ params: { conversation_id: id ?? '' } });
    expect(data.map(({ text }) => text)).toEqual(['A , "quoted" [ { } ] \\ text']);
  }
  expect(await countOf(org)).toBe(3);
});

test('the same id of a provider twice in a batch is recorded once', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const item = JSON.stringify({
    agent_id: agent.id,
    provider: { name: 'own_bot', conversation_id: 'twice' },
  });
  const { results } = await sendBatch(org, [item, item]);
  expect(results.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(results[0]?.id).toBe(results[1]?.id);
});

test('an external_id is given once in a batch, in two at once, and again in another organization', async () => {
  const org = await organization();
  const below = await organization(org, 'location');
  const [agent, other] = await Promise.all([newAgent(org), newAgent(below)]);
  const called = (external_id: string, { id: agent_id } = agent) => JSON.stringify({ agent_id, external_id });
  const under = randomUUID();
  const mixed = [called('one'), called('two'), called('one'), called('one', other)];
  const { results } = await sendBatch(org, mixed, under);
  expect(results.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409]);
  expect([results[1]?.status, results[3]?.status]).toEqual([201, 201]);
  expect(results[0]?.id).toBe(results[2]?.id);
  const refused = results.find(({ status }) => status === 409);
  expect(refused?.problem).toMatchObject({ code: 'external_id_exists' });
  expect((await sendBatch(org, mixed, under)).results.map(({ id }) => id)).toEqual(
    results.map(({ id }) => id),
  );

  const rivals = await Promise.all([sendBatch(org, [called('three')]), sendBatch(org, [called('three')])]);
  const outcomes = rivals.flatMap((rival) => rival.results);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(outcomes[0]?.id).toBe(outcomes[1]?.id);
  expect(await countOf(org)).toBe(4);
});

test('a batch that stopped half-way is finished by its repeat, and nothing is written twice', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const items = Array.from({ length: 30 }, (_, index) =>
    JSON.stringify({
      agent_id: agent.id,
      ...(index % 2 && { provider: { name: 'own_bot', conversation_id: String(index) } }),
    }),
  );
  const under = randomUUID();
  // As if the function had ended after these.
  const begun = await sendBatch(org, items.slice(0, 12), under);
  const first = await sendBatch(org, items, under);
  expect(first.results.slice(0, 12)).toEqual(begun.results);
  expect(first.results.map(({ status }) => status)).toEqual(items.map(() => 201));
  const [again, atOnce] = await Promise.all([sendBatch(org, items, under), sendBatch(org, items, under)]);
  expect(again.results).toEqual(first.results);
  expect(atOnce.results).toEqual(first.results);
  expect(await countOf(org)).toBe(items.length);

  const otherwise = items.with(3, JSON.stringify({ agent_id: agent.id, outcome: 'changed' }));
  const { results } = await sendBatch(org, otherwise, under);
  expect(results[3]?.problem?.code).toBe('idempotency_key_reused');
  expect(results.filter((_, index) => index !== 3)).toEqual(first.results.filter((_, index) => index !== 3));
});

test('the same batch twice at once is written once', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const items = Array.from({ length: 12 }, () => JSON.stringify({ agent_id: agent.id }));
  const under = randomUUID();
  const racing = await Promise.all([1, 2, 3].map(() => sendBatch(org, items, under)));
  const codes = racing.flatMap(({ results }) => results.map(({ problem }) => problem?.code ?? 'written'));
  expect(['written', 'request_in_flight']).toEqual(expect.arrayContaining([...new Set(codes)]));
  const { results } = await sendBatch(org, items, under);
  expect(results.map(({ status }) => status)).toEqual(items.map(() => 201));
  expect(await countOf(org)).toBe(items.length);
});

test('without an Idempotency-Key, only conversations of a provider are recognized', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const provider = { name: 'own_bot', conversation_id: 'once' };
  const conversations = [{ agent_id: agent.id, provider }, { agent_id: agent.id }];
  const send = () =>
    fetch(`${platform.base_url}${batchPath}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${org.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ conversations }),
    }).then(async (response) => ((await response.json()) as { readonly results: Result[] }).results);
  const [first, second] = [await send(), await send()];
  expect(second.map(({ status }) => status)).toEqual([409, 201]);
  expect(second[0]?.id).toBe(first[0]?.id);
  expect(await countOf(org)).toBe(3);
});

test('each conversation counts against the rate limit, and a repeat counts only those that are not written', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const settings = { rate_limit: { requests_per_minute: 5 } };
  await operator.clients.update({ params: { client_id: org.client.id }, body: { settings } });
  const key = await makeKey(org.client.id, ['conversations:write']);
  const items = Array.from({ length: 12 }, () => JSON.stringify({ agent_id: agent.id }));
  const { response, results } = await sendBatch({ key }, items);
  const codes = results.map(({ problem }) => problem?.code ?? 'written');
  // A minute may turn while the batch is carried out.
  expect(codes.filter((code) => code === 'written').length).toBeLessThanOrEqual(10);
  expect(codes).toContain('rate_limited');
  expect(new Set(codes)).toEqual(new Set(['written', 'rate_limited']));
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(response.headers.get('ratelimit-policy')).toBe('"requests";q=5;w=60');
});

test('a suspended organization gets no conversation of a batch, another one in it does', async () => {
  const [org, stopped] = await Promise.all([organization(), organization()]);
  const [agent, idle] = await Promise.all([newAgent(org), newAgent(stopped)]);
  await suspend(stopped);
  const { results } = await operator.conversations.batch({
    body: { conversations: [{ agent_id: idle.id }, { agent_id: agent.id }] },
  });
  expect(results.map(({ status }) => status)).toEqual([409, 201]);
  expect(results[0]?.problem).toMatchObject({ code: 'client_suspended' });
});

test('a conversation that cannot be written now is refused by itself, and written with the repeat', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const outcome = `busy_${randomUUID()}`;
  const items = [{}, { outcome }, {}].map((more) => JSON.stringify({ agent_id: agent.id, ...more }));
  const under = randomUUID();
  await injectFault({ contains: outcome, operation: 'TransactWriteItems', kind: 'hot', times: 8 });
  const first = await sendBatch(org, items, under);
  expect(first.results.map(({ status }) => status)).toEqual([201, 503, 201]);
  expect(first.response.headers.get('retry-after')).toBe('1');
  const { results } = await sendBatch(org, items, under);
  expect(results.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect([results[0], results[2]]).toEqual([first.results[0], first.results[2]]);
  expect(await countOf(org)).toBe(3);
});

test('a batch has 1 to 100 conversations, at most 6 MB, and a key that may write', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const item = JSON.stringify({ agent_id: agent.id });
  const faultsOf = async (body: string) => (await send(batchPath, org.key, body)).body;
  expect(await faultsOf('{"conversations": []}')).toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '/conversations', code: 'too_small' }],
  });
  expect(await faultsOf(`{"conversations": [${Array(101).fill(item)}]}`)).toMatchObject({
    errors: [{ pointer: '/conversations', code: 'too_big' }],
  });
  expect(await faultsOf(`{"conversations": [${item}], "more": 1}`)).toMatchObject({
    errors: [{ pointer: '/more', code: 'unknown' }],
  });
  expect(await faultsOf('{"conversations": {"0": 1}}')).toMatchObject({
    errors: [{ pointer: '/conversations', code: 'invalid_type' }],
  });
  expect(await faultsOf(`{"conversations": [${item}]`)).toMatchObject({ code: 'invalid_json' });
  expect(await faultsOf(`{"conversations": ["${'x'.repeat(6_000_000)}"]}`)).toMatchObject({
    code: 'body_too_large',
  });
  const malformed = await sendBatch(org, [item], '"');
  expect(malformed.body).toMatchObject({
    code: 'validation_failed',
    errors: [{ header: 'Idempotency-Key' }],
  });
  const reader = await makeKey(org.client.id, ['conversations:read']);
  expect((await sendBatch({ key: reader }, [item])).body).toMatchObject({ code: 'insufficient_scope' });
  expect(await countOf(org)).toBe(0);
});
