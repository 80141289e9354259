import { afterAll, beforeAll, expect, test } from 'vitest';
import { toContext } from '#lib/local/event.ts';
import { loadFunctions } from '#lib/local/functions.ts';
import { holdNext } from './support/fault-proxy.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import type { Organization } from './support/users.ts';
import { usersOf } from './support/users.ts';

/* A batch whose function is about to be ended says what it has written. */

let platform: OwnPlatform;
let org: Organization;
let agent_id: string;

beforeAll(async () => {
  platform = await startOwnPlatform({ following: false, proxied: true });
  org = await usersOf(platform.description).organization();
  ({ id: agent_id } = await org.api.agents.create({ body: { name: 'Pia' } }));
});

afterAll(() => platform.close());

interface Result {
  readonly status: number;
  readonly id: string | null;
  readonly problem: { readonly code: string; readonly detail: string } | null;
}

/** Sends conversations to the function of the batch, which has so much time. */
const send = async (milliseconds: number, ids: readonly string[]) => {
  const event = {
    rawPath: '/v1/conversations/batch',
    rawQueryString: '',
    headers: {
      authorization: `Bearer ${org.key}`,
      'content-type': 'application/json',
      'idempotency-key': ids.join(' '),
    },
    body: JSON.stringify({ conversations: ids.map((external_id) => ({ agent_id, external_id })) }),
    isBase64Encoded: false,
    requestContext: { http: { method: 'POST' } },
  };
  const id = 'conversations.batch';
  const answer = (await loadFunctions()(id)(event, toContext(id, milliseconds))) as {
    readonly statusCode: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  const { results } = JSON.parse(answer.body) as { readonly results: readonly Result[] };
  return { ...answer, results };
};

const written = async (): Promise<(string | null)[]> => {
  const ids: (string | null)[] = [];
  for await (const { external_id } of org.api.conversations.list.all()) ids.push(external_id);
  return ids;
};

test('conversations that are not begun in time are refused, and nothing of them is written', async () => {
  const ids = Array.from({ length: 15 }, (_, at) => `late-${at}`);
  const { statusCode, headers, results } = await send(2500, ids);
  expect([statusCode, headers['retry-after']]).toEqual([200, '1']);
  expect(new Set(results.map(({ status, id, problem }) => `${status} ${id} ${problem?.code}`))).toEqual(
    new Set(['503 null unavailable']),
  );
  expect(results[0]?.problem?.detail).toContain('nothing of this request was written');
  expect(await written()).not.toContain('late-0');
  const repeated = await send(60_000, ids);
  expect(repeated.results.every(({ status }) => status === 201)).toBe(true);
  const late = (await written()).filter((one) => one?.startsWith('late'));
  expect(late.toSorted()).toEqual(ids.toSorted());
});

test('a conversation that takes too long may be written, and the ids of the others are returned', async () => {
  const held = await holdNext(platform.description.dynamodb_endpoint, {
    contains: 'slow-one',
    operation: 'TransactWriteItems',
  });
  const ids = ['slow-one', 'quick-one', 'quick-two'];
  const { statusCode, results } = await send(8000, ids);
  expect(statusCode).toBe(200);
  expect(results[0]).toMatchObject({ status: 503, id: null, problem: { code: 'unavailable' } });
  await held.release();
  const repeated = await send(60_000, ids);
  for (const [at, { status, id }] of results.entries()) {
    if (status === 201) expect(repeated.results[at]?.id).toBe(id);
  }
  const all = await written();
  expect(ids.map((id) => all.filter((one) => one === id).length)).toEqual([1, 1, 1]);
});
