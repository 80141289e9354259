import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '#lib/contract/index.ts';
import { operations } from '#lib/contract/index.ts';
import { changesSomething, methodOf, pathOf } from '#lib/contract/route.ts';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import { eachOf } from './support/dialogues.ts';
import type { Fault } from './support/fault-proxy.ts';
import { inject } from './support/fault-proxy.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { isId, samplesOf } from './support/samples.ts';
import { takeTracesOf } from './support/table.ts';
import type { Users } from './support/users.ts';
import { usersOf } from './support/users.ts';

/** As often as the SDK tries a call, so that the request itself fails. */
const untilGivenUp = 3;

type Trouble = Pick<Fault, 'kind' | 'times' | 'operation' | 'skip'>;

/**
 * Trouble with each of the calls that a request makes. Every request begins with reading its key and claiming
 * the Idempotency-Key, in the same code, so each route has one kind of trouble there, and the next route
 * another.
 */
const troublesOf = (calls: readonly string[], turn: number): readonly Trouble[] => {
  const each = calls.map((operation, at) => ({
    operation,
    skip: calls.slice(0, at).filter((other) => other === operation).length,
  }));
  const isRead = ({ operation }: { readonly operation: string }) =>
    /^(Get|BatchGet|TransactGet|Query)/.test(operation);
  // Before anything is written, it makes no difference which read is refused.
  const claim = each.findIndex((call) => !isRead(call));
  const troublesAt = (some: typeof each): Trouble[] => [
    ...some.map((call) => ({ ...call, kind: 'refused' as const, times: untilGivenUp })),
    // It makes no difference to a read whether it, or its answer, is lost.
    ...some
      .filter((call) => !isRead(call))
      .flatMap((call) => [
        { ...call, kind: 'overtaken' as const, times: 1 },
        { ...call, kind: 'lost-answer' as const, times: untilGivenUp },
      ]),
  ];
  const inTurn = (troubles: readonly Trouble[]): readonly Trouble[] =>
    troubles.filter((_, at) => at === turn % troubles.length);
  return [
    // The SDK repeats a call that is throttled or does not arrive, whichever it is.
    ...inTurn([
      { kind: 'throttled', times: 1 },
      { kind: 'cut', times: 1 },
    ]),
    ...inTurn(troublesAt(each.slice(Math.max(claim - 1, 0), claim + 1))),
    ...troublesAt(each.slice(claim + 1)),
  ];
};

let platform: OwnPlatform;
let users: Users;
const errors: unknown[] = [];

// Nothing follows what happens: what is in the table then is what the requests themselves have written.
beforeAll(async () => {
  platform = await startOwnPlatform({ following: false, proxied: true });
  users = usersOf(platform.description);
  // Faults end as log records too.
  console.error = (record: unknown) => errors.push(record);
  console.warn = () => {};
});
afterAll(() => platform.close());

/** A request that was sent until it was answered, what came back, and whose it was. */
interface Done {
  readonly status: number;
  readonly organization: string;
  /** The operations that it asked DynamoDB for. */
  readonly calls: readonly string[];
}

/** Sends a request under a key until it is answered with something else than that it failed. */
const sendUntilDone = async (url: string, init: RequestInit): Promise<number> => {
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    const { status, headers } = await fetch(url, init);
    // An answer to a batch has the header if a part of the batch should be sent again.
    const inFlight = (status === 409 || status === 200) && headers.has('retry-after');
    if (status < 500 && !inFlight) return status;
    expect([503, 409, 200]).toContain(status);
  }
  throw new Error('It never succeeded');
};

/** Makes the request in an organization of its own, with trouble at one of its calls. */
const make = async ({ id, route }: Operation, trouble?: Trouble): Promise<Done> => {
  const { dynamodb_endpoint: proxy, base_url } = platform.description;
  const org = await users.organization();
  const sample = (await samplesOf(org, users)[id]?.()) as { params?: Record<string, string>; body?: unknown };
  const { params = {}, body } = sample;
  const path = pathOf(route).replace(/{(\w+)}/g, (_, name: string) => params[name] ?? '');
  // A key that no function knows yet, so that reading it is one of the calls.
  const key = await users.makeKey(org.client.id);
  const idempotencyKey = randomUUID();

  const contains = [
    org.client.id,
    hashSecret(key),
    createHash('sha256').update(idempotencyKey).digest('base64url'),
    // Ids of a provider are the same in each sample, so a fault would also hit the samples beside this one.
    ...Object.entries(params).flatMap(([name, value]) =>
      isId(value) && !name.startsWith('provider_') ? value : [],
    ),
  ];
  const injected = await inject(proxy, { contains, ...(trouble ?? { kind: 'refused', times: 0 }) });
  const status = await sendUntilDone(`${base_url}${path}`, {
    method: methodOf(route),
    headers: {
      authorization: `Bearer ${key}`,
      'idempotency-key': idempotencyKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status, organization: org.client.id, calls: await injected.end() };
};

/**
 * A chat whose function could not free it is held for a minute: test/functions/chats/send.test.ts. A person
 * has signed in: test/people.test.ts.
 */
const repeatable = operations.filter(
  ({ route }) => changesSomething(route) && !(route.sessionToken && route.asksModel) && !route.person,
);

describe('After a failure of any of its calls, and a repeat with the same key', () => {
  test.for(repeatable)('$id is done once', async (operation) => {
    const clean = await make(operation);
    expect(clean.status).toBe(operation.route.status);
    expect(clean.calls.length).toBeGreaterThanOrEqual(2);

    const troubled: (Done & { readonly trouble: Trouble })[] = [];
    await eachOf(troublesOf(clean.calls, repeatable.indexOf(operation)), 4, async (trouble) => {
      troubled.push({ ...(await make(operation, trouble)), trouble });
    });

    const everyone = [clean, ...troubled].map(({ organization }) => organization);
    const [expected, ...traces] = await takeTracesOf(platform.description, everyone);
    expect(expected?.length).toBeGreaterThan(3);
    for (const [at, { trouble, status }] of troubled.entries()) {
      expect({ trouble, status, traces: traces[at] }).toEqual({
        trouble,
        status: clean.status,
        traces: expected,
      });
    }
  });
});

test('a failed write is answered with 500, and the log names the write and the reason', async () => {
  const { dynamodb_endpoint: proxy, base_url } = platform.description;
  const { client, key } = await users.organization();
  await inject(proxy, { contains: client.id, operation: 'TransactWriteItems', kind: 'unwritable' });
  const response = await fetch(`${base_url}/v1/agents`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: 'Unwritable' }),
  });
  const { code, request_id } = (await response.json()) as { code: string; request_id: string };
  expect([response.status, code]).toEqual([500, 'internal']);
  expect(errors).toContainEqual({
    message: 'A request failed',
    request_id,
    error: expect.stringMatching(
      /^Error: Nothing was written: write 1 of \d+: ValidationError: Item size to update has exceeded/,
    ),
  });
});
