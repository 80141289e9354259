import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '#lib/contract/index.ts';
import { operations } from '#lib/contract/index.ts';
import { changesSomething, methodOf, pathOf } from '#lib/contract/route.ts';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import { providerAccount } from './fixtures.ts';
import { everyCase } from './support/cases.ts';
import { eachOf } from './support/dialogues.ts';
import type { Fault } from './support/fault-proxy.ts';
import { inject } from './support/fault-proxy.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { isId, samplesOf } from './support/samples.ts';
import { tracesOf } from './support/table.ts';
import type { Users } from './support/users.ts';
import { usersOf } from './support/users.ts';

/** As often as the SDK tries a call, so that the request itself fails. */
const untilGivenUp = 3;

type Trouble = Pick<Fault, 'kind' | 'times' | 'operation' | 'skip'>;

/**
 * Trouble with the calls that a request makes. Every request repeats calls that were throttled, reads its key
 * and claims the Idempotency-Key in the same code, so each route has one kind of trouble there, and the next
 * route another. One of its own writes has one kind of trouble, or each has all with every case.
 */
const troublesOf = (calls: readonly string[], turn: number): readonly Trouble[] => {
  const each = calls.map((operation, at) => ({
    operation,
    skip: calls.slice(0, at).filter((other) => other === operation).length,
  }));
  const isWrite = ({ operation }: { readonly operation: string }) =>
    !/^(Get|BatchGet|TransactGet|Query)/.test(operation);
  const refused = (call: (typeof each)[number]) => ({
    ...call,
    kind: 'refused' as const,
    times: untilGivenUp,
  });
  // A call that is refused leaves what the write before it leaves when its answer is lost. It makes no
  // difference to a read whether it, or its answer, is lost.
  const late = (call: (typeof each)[number]): readonly Trouble[] => [
    { ...call, kind: 'overtaken', times: 1 },
    { ...call, kind: 'lost-answer', times: untilGivenUp },
  ];
  const claim = each.findIndex(isWrite);
  const afterClaim = each.slice(claim + 1);
  const [key, claiming, next] = [each.slice(0, claim).at(-1), each[claim], afterClaim[0]];
  const shared: readonly Trouble[] = [
    { kind: 'throttled', times: 1 },
    { kind: 'cut', times: 1 },
    ...[key, claiming, next].flatMap((call) => (call ? [refused(call)] : [])),
    ...(claiming ? late(claiming) : []),
  ];
  const own = afterClaim.filter(isWrite).flatMap(late);
  const inTurn = own.filter((_, at) => everyCase || at === turn % own.length);
  return [shared[turn % shared.length] as Trouble, ...inTurn];
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
  const sample = (await samplesOf(org, { ...users, providerAccount })[id]?.()) as {
    params?: Record<string, string>;
    body?: unknown;
  };
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

/** A route's request without trouble and with each, and what each has left in the table. */
interface Attempted {
  readonly clean: Done;
  readonly troubled: readonly (Done & { readonly trouble: Trouble })[];
}

const attempt = async (operation: Operation): Promise<Attempted> => {
  const clean = await make(operation);
  const troubled: Attempted['troubled'][number][] = [];
  for (const trouble of troublesOf(clean.calls, repeatable.indexOf(operation))) {
    troubled.push({ ...(await make(operation, trouble)), trouble });
  }
  return { clean, troubled };
};

describe('After a failure of any of its calls, and a repeat with the same key', () => {
  const attempted = new Map<Operation, Promise<Attempted>>();
  let traces: ReadonlyMap<string, readonly string[]>;

  // The table is read once for all routes.
  beforeAll(async () => {
    const organizations: string[] = [];
    await eachOf(repeatable, 8, async (operation) => {
      const attempts = attempt(operation);
      attempted.set(operation, attempts);
      const made = await attempts.then(({ clean, troubled }) => [clean, ...troubled]).catch(() => []);
      organizations.push(...made.map(({ organization }) => organization));
    });
    traces = await tracesOf(platform.description, organizations);
  });

  test.for(repeatable)('$id is done once', async (operation) => {
    const { clean, troubled } = (await attempted.get(operation)) as Attempted;
    expect(clean.status).toBe(operation.route.status);
    expect(clean.calls.length).toBeGreaterThanOrEqual(2);
    const expected = traces.get(clean.organization);
    expect(expected?.length).toBeGreaterThan(3);
    for (const { trouble, status, organization } of troubled) {
      expect({ trouble, status, traces: traces.get(organization) }).toEqual({
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
