import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { waitsForOthers } from '#lib/build/function-settings.ts';
import type { Operation, OperationId } from '#lib/contract/index.ts';
import { operations as allOperations } from '#lib/contract/index.ts';
import type { Route, Scope } from '#lib/contract/route.ts';
import {
  changesSomething,
  maxConditionLength,
  maxPayloadBytes,
  methodOf,
  notFound,
  pathOf,
  scopes,
} from '#lib/contract/route.ts';
import { newSecret } from '#lib/domain/keys/api-key.ts';
import type { ApiProblem } from '#lib/local/client.ts';
import type { Organization } from '../fixtures.ts';
import {
  clientFor,
  idempotencyHash,
  injectFault,
  injectFaultForKey,
  makeKey,
  operator,
  organization,
  platform,
  problemOf,
  providerAccount,
  refusalOf,
  unknownId,
} from '../fixtures.ts';
import { monthFromNow } from '../support/billing.ts';
import { plusDays } from '../support/billing-model.ts';
import { few, inTurns } from '../support/cases.ts';
import { eventually } from '../support/eventually.ts';
import type { Samples } from '../support/samples.ts';
import { call, createdOnce, readOnce, samplesOf } from '../support/samples.ts';

let org: Organization;
/** The one above it, whose key has a limit of its own for routes that wait for others. */
let above: Organization;
/**
 * Sends requests that are refused before anything is looked up, because requests that may wait for others are
 * limited by organization.
 */
let other: Organization;
let samples: Samples;
/** For requests that are refused. */
let spared: Samples;
/** One for all routes: to wait for its end once is enough. */
let expired: Awaited<ReturnType<typeof operator.apiKeys.create>>;
let revoked: typeof expired;

beforeAll(async () => {
  // Long enough to arrive on a machine that is busy.
  const expires_at = new Date(Date.now() + 20_000).toISOString();
  expired = await operator.apiKeys.create({ body: { name: 'Short', scopes: [...scopes], expires_at } });
  above = await organization(undefined, 'reseller');
  org = await organization(above, 'client');
  other = await organization();
  // Each test makes agents of its own, together more than an organization may have by default.
  const settings = { quotas: { agents: 10_000 } };
  await operator.clients.update({ params: { client_id: org.client.id }, body: { settings } });
  samples = readOnce(samplesOf(org, { operator, providerAccount }));
  spared = createdOnce(samples);
  revoked = await operator.apiKeys.create({ body: { name: 'Gone', scopes: [...scopes] } });
  await operator.apiKeys.revoke({ params: { api_key_id: revoked.id } });
});

const sampleOf = (id: OperationId) => samples[id]();
const sparedSampleOf = (id: OperationId) => spared[id]();

/** Routes for people who have signed in refuse every key: test/people.test.ts. */
const operations = allOperations.filter(({ route }) => !route.person);
const withKey = operations.filter(({ route }) => !route.public);
const withBody = operations.filter(({ route }) => route.body);
/** Those whose bodies have fields of the contract: messages of another protocol and preferences have none. */
const withFields = withBody.filter(({ id, route }) => !route.protocol && id !== 'preferences.replace');
const writing = operations.filter(({ route }) => changesSomething(route));
/** Those of POST that store no answer. Providers sign what they post, and know no such header. */
const asking = operations.filter(({ route }) => route.key.startsWith('POST ') && !changesSomething(route));
const withScope = operations.filter(({ route }) => route.scope);
const withParams = operations.filter(({ route }) => route.params && !route.public);
const withoutEtag = operations.filter(
  ({ route }) => !route.etag && ['PUT', 'PATCH', 'DELETE'].includes(methodOf(route)),
);
const withEtag = operations.filter(({ route }) => route.etag && methodOf(route) !== 'POST');
const paged = operations.filter(({ route }) => route.paged);
const answering = operations.filter(({ route }) => route.response);

/**
 * Each test whose requests take effect gets a quarter of the routes, because it needs a new sample of each,
 * and all routes pass through the same code.
 */
const inTurn = inTurns(4);
/** Divides what happens once separately, so that every route that changes something has a test of it. */
const once = inTurns(4);

/**
 * Some of these values for a route, and others for the next. All routes refuse them by the same code, so each
 * is asked of many routes, but not of all.
 */
const someFor = <T>(id: OperationId, values: readonly T[], count = 2): readonly T[] => {
  const first = operations.findIndex((one) => one.id === id) * count;
  return [...values, ...values].slice(first % values.length).slice(0, count);
};

/** Sends a request as it is, past the client: one that is refused, or a sample of its own. */
const send = async (
  id: OperationId,
  headers: Record<string, string>,
  body?: string,
  query = '',
  sampled: (id: OperationId) => Promise<object> = sparedSampleOf,
): Promise<Response> => {
  const operation = operations.find((one) => one.id === id);
  if (!operation) throw new Error(id);
  const { params = {}, body: sample } = (await sampled(id)) as {
    params?: Record<string, string>;
    body?: unknown;
  };
  const path = pathOf(operation.route).replace(/{(\w+)}/g, (_, name: string) => params[name] ?? '');
  const content = body ?? (sample === undefined ? undefined : JSON.stringify(sample));
  return fetch(`${platform.base_url}${path}${query}`, {
    method: methodOf(operation.route),
    headers: {
      authorization: `Bearer ${(waitsForOthers(id) ? above : org).key}`,
      ...(content !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(content !== undefined && { body: content }),
  });
};

const codeOf = async (response: Response): Promise<string> => {
  const { code } = (await response.json()) as { code: string };
  return `${response.status} ${code}`;
};

describe('A key', () => {
  test.for(few(withScope))(
    'without the scope of $id is refused, and the scope is named',
    async ({ id, route }) => {
      const others = scopes.filter((scope): scope is Scope => scope !== route.scope);
      const api = clientFor(await makeKey(org.client.id, others));
      const problem = await problemOf(call(api, id, await sparedSampleOf(id)));
      expect([problem.status, problem.code]).toEqual([403, 'insufficient_scope']);
      expect(problem.problem.required_scope).toBe(route.scope);
    },
  );

  // An id that a key cannot reach gets the same answer as one that does not exist:
  // test/functions/isolation.test.ts.
  test.for(few(withParams))('gets the same for an id of $id that cannot be one', async ({ id }) => {
    const sample = await sparedSampleOf(id);
    const { params } = sample as { params: Record<string, string> };
    for (const name of Object.keys(params)) {
      // A provider's id may be almost anything, and a number is no id.
      if (name === 'provider_agent_id' || name === 'number') continue;
      const cannotBe = ['x', 'agent_', '../agents', 'client_01KAG3X5NTFYXS4V4YH2M8Q9AB', '%00', 'a b'];
      for (const bad of someFor(id, cannotBe)) {
        const refusal = refusalOf(call(other.api, id, { ...sample, params: { ...params, [name]: bad } }));
        expect(await refusal).toBe(`404 ${notFound(name)}`);
      }
    }
  });
});

describe('A view as a member', () => {
  test.for(few(withKey.filter(({ route }) => methodOf(route) !== 'GET')))(
    'is not enough for $id, which may change something',
    async ({ id }) => {
      const asOwner = { 'view-as': `${org.client.id}/owner` };
      expect(await codeOf(await send(id, asOwner))).toBe('403 view_refused');
      expect(await codeOf(await send(id, { ...asOwner, authorization: 'Bearer x' }))).toBe(
        '401 unauthenticated',
      );
    },
  );

  test.for(few(withKey.filter(({ route }) => methodOf(route) === 'GET')))(
    'of an organization out of reach is refused by $id',
    async ({ id }) => {
      const asOther = { 'view-as': `${other.client.id}/owner` };
      expect(await codeOf(await send(id, asOther))).toBe('403 view_refused');
    },
  );
});

describe('A limit', () => {
  test.for(inTurn(withKey))('holds for $id as well', async ({ id }) => {
    const settings = { rate_limit: { requests_per_minute: 1 } };
    const { key, api } = await organization(undefined, 'client', { settings });
    const ask = async () => {
      await api.me.get().catch(() => {});
      return codeOf(await send(id, { authorization: `Bearer ${key}` }));
    };
    // A minute may end between the two, but not twice.
    const refused = await ask().then((code) => (code === '429 rate_limited' ? code : ask()));
    expect(refused).toBe('429 rate_limited');
  });
});

describe('A request', () => {
  test.for(few(operations.filter(({ route }) => !route.anyQuery)))(
    'of $id refuses query parameters it does not know',
    async ({ id }) => {
      const problem = await problemOf(
        call(org.api, id, { ...(await sparedSampleOf(id)), query: { colour: 'red' } }),
      );
      expect([problem.status, problem.code]).toEqual([400, 'unknown_parameter']);
      expect(problem.errors).toEqual([
        { parameter: 'colour', code: 'unknown', detail: 'is not a parameter of this route' },
      ]);
    },
  );

  test.for(few(operations.filter(({ route }) => route.paged)))(
    'of $id refuses query parameters that are wrong or given twice',
    async ({ id }) => {
      const response = await send(id, {}, undefined, '?limit=0&limit=5&cursor=');
      const problem = (await response.json()) as {
        code: string;
        errors: { parameter: string; code: string }[];
      };
      expect([response.status, problem.code]).toEqual([400, 'validation_failed']);
      expect(problem.errors.map(({ parameter, code }) => `${parameter} ${code}`).sort()).toEqual([
        'cursor too_small',
        'limit repeated',
      ]);
      for (const limit of someFor(id, ['0', '101', '1.5', '-1', 'ten', '', ' 5', '1e1'])) {
        const answer = await send(id, {}, undefined, `?limit=${encodeURIComponent(limit)}`);
        expect(await codeOf(answer)).toBe('400 validation_failed');
      }
    },
  );

  test.for(inTurn(answering))('of $id that accepts another type than its own is refused', async ({ id }) => {
    expect(await codeOf(await send(id, { accept: 'image/png' }))).toBe('406 not_acceptable');
    const fine = await send(id, { accept: 'image/png;q=0.9, */*;q=0.1' }, undefined, '', sampleOf);
    expect(fine.status).not.toBe(406);
  });

  test.for(inTurn(withBody))('of $id must be JSON of a bounded size and depth', async ({ id, route }) => {
    const deep = `{"metadata":${'['.repeat(30)}${']'.repeat(30)}}`;
    const large = JSON.stringify({ name: 'x'.repeat(route.batchOf ? maxPayloadBytes : 1_048_576) });
    const [type = ''] = someFor(id, ['text/plain', 'application/json; charset=latin1'], 1);
    const invalid = ['{"name":', '[]', '"text"', '{"a":"\\ud800"}', '{"__proto__":{"a":1}}', deep];
    const refused = await Promise.all([
      send(id, { 'content-type': type }).then(codeOf),
      ...someFor(id, invalid).map((body) => send(id, {}, body).then(codeOf)),
      send(id, {}, large).then(codeOf),
    ]);
    expect(refused).toEqual([
      '415 unsupported_media_type',
      '400 invalid_json',
      '400 invalid_json',
      '413 body_too_large',
    ]);
  });

  test.for(few(withFields))('of $id is answered with all faults of its body at once', async ({ id }) => {
    const response = await send(
      id,
      {},
      '{"unheard_of":1,"metadata":7,"name":7,"turns":7,"size_bytes":0,"status":7}',
    );
    const { code, errors } = (await response.json()) as { code: string; errors: { pointer: string }[] };
    expect([response.status, code]).toEqual([400, 'validation_failed']);
    expect(errors.length).toBeGreaterThan(2);
    expect(errors.map(({ pointer }) => pointer)).toContain('/unheard_of');
  });

  test.for(inTurn(operations))(
    'of $id keeps its own id, and gets one if it has none that can be used',
    async ({ id }) => {
      const kept = await send(id, { 'x-request-id': 'my.Request-1' }, undefined, '', sampleOf);
      expect(kept.headers.get('x-request-id')).toBe('my.Request-1');
      const made = await send(id, { 'x-request-id': 'not this one' }, undefined, '', sampleOf);
      expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    },
  );
});

describe('A repeat', () => {
  const repeatableBody = ({ id }: { id: string }, sample: object) =>
    id === 'apiKeys.create' ? { ...sample, body: { name: 'Again', scopes: ['keys:read'] } } : sample;

  test.for(once(writing))('of $id under an Idempotency-Key is answered as the first time', async ({ id }) => {
    const input = { ...repeatableBody({ id }, await sampleOf(id)), idempotencyKey: randomUUID() };
    const [resource, name] = id.split('.') as ['agents', 'create'];
    const first = await org.api[resource][name].withResponse(input as never);
    const second = await org.api[resource][name].withResponse({
      ...input,
      idempotencyKey: `"${input.idempotencyKey}"`,
    } as never);
    expect(finalOf(second.reply)).toEqual(finalOf(first.reply));
    expect(second.response.status).toBe(first.response.status);
    expect(second.response.headers.get('etag')).toBe(first.response.headers.get('etag'));
    expect(second.response.headers.get('location')).toBe(first.response.headers.get('location'));
    expect(first.response.headers.get('idempotency-replayed')).toBeNull();
    expect(second.response.headers.get('idempotency-replayed')).toBe('true');
  });

  test.for(few(asking.filter(({ route }) => !route.raw)))(
    'of $id has no first answer, so that an Idempotency-Key is refused',
    async ({ id }) => {
      const response = await send(id, { 'idempotency-key': 'once' });
      expect(response.status).toBe(400);
      const fault = { header: 'Idempotency-Key', code: 'not_applicable' };
      expect(await response.json()).toMatchObject({ errors: [fault] });
    },
  );

  /** The text in the key of a request's record, or in that of the first request of a batch. */
  const recordOf = ({ route }: Operation, key: string, sample: object) => {
    const { conversation_id } = (sample as { readonly params?: Record<string, string> }).params ?? {};
    // The messages of a chat share the keys of its two routes.
    const isMessage = route.sessionToken && route.asksModel;
    return idempotencyHash(route.batchOf ? `${key}\n0` : isMessage ? `${key}\n${conversation_id}` : key);
  };

  /** A repeat of an answer that was streamed has only its end. */
  const finalOf = (reply: unknown): unknown =>
    typeof reply === 'string' ? reply.slice(reply.lastIndexOf('event:')) : reply;

  /** The refusal of a request, or of the first request of a batch. */
  const refusalAt = async ({ id, route }: Operation, input: object) => {
    if (!route.batchOf) {
      const { status, code, headers } = await problemOf(call(org.api, id, input));
      return { refusal: `${status} ${code}`, headers };
    }
    const { reply, response } = await org.api.conversations.batch.withResponse(input as never);
    const problems = reply.results.map(({ problem }) => problem as { readonly status: number; code: string });
    const refusal = problems.map(({ status, code }) => `${status} ${code}`).join();
    return { refusal, headers: response.headers };
  };

  test.for(once(writing))('of $id that is another request is refused', async (operation) => {
    const { id } = operation;
    const idempotencyKey = randomUUID();
    const sample = await sampleOf(id);
    await call(org.api, id, { ...sample, idempotencyKey });
    const { body } = sample as { body?: object };
    const other = body ? { ...sample, body: { ...body, ...different(id) } } : await sampleOf(id);
    const { refusal } = await refusalAt(operation, { ...other, idempotencyKey });
    expect(refusal).toBe('422 idempotency_key_reused');
  });

  // The refusal of an answer that is being streamed is an event.
  test.for(once(writing).filter(({ route }) => !route.streams))(
    'of $id is refused with Retry-After while the first is in progress',
    async (operation) => {
      const { id } = operation;
      const idempotencyKey = randomUUID();
      const sample = await sampleOf(id);
      await injectFault({
        contains: recordOf(operation, idempotencyKey, sample),
        operation: 'TransactWriteItems',
        kind: 'conflict',
        times: 8,
      });
      const { refusal, headers } = await refusalAt(operation, { ...sample, idempotencyKey });
      expect(refusal).toBe('409 request_in_flight');
      expect(headers.get('retry-after')).toBe('1');
      await call(org.api, id, { ...sample, idempotencyKey });
    },
  );

  test.for(once(writing))('of $id at the same moment happens once', async ({ id }) => {
    const input = { ...(await sampleOf(id)), idempotencyKey: randomUUID() };
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => call(org.api, id, input)));
    const answered = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as ApiProblem] : []));
    // These ask a provider or a model before they have an answer to keep. Repeats that arrive meanwhile must
    // come back later.
    const asks =
      ['deployments.create', 'deployments.remove'].includes(id) || /^chats\.(send|stream)/.test(id);
    const mayWait = asks ? ['request_in_flight'] : [];
    expect(refused.map(({ code }) => code).filter((code) => !mayWait.includes(code))).toEqual([]);
    expect(new Set(answered.map((reply) => JSON.stringify(finalOf(reply)))).size).toBe(1);
  });

  test.for(once(writing))('of $id after its answer was lost happens once', async (operation) => {
    const { id } = operation;
    const idempotencyKey = randomUUID();
    const sample = await sampleOf(id);
    const contains = recordOf(operation, idempotencyKey, sample);
    await injectFault({ contains, operation: 'TransactWriteItems', kind: 'lost-answer', times: 1 });
    await call(org.api, id, { ...sample, idempotencyKey });
  });

  test.for(few(writing))('of $id needs a key of up to 255 printable characters', async ({ id }) => {
    for (const idempotencyKey of someFor(id, ['x'.repeat(256), '""', '"open', 'tab\there'])) {
      const problem = await problemOf(call(other.api, id, { ...(await sparedSampleOf(id)), idempotencyKey }));
      expect([problem.status, problem.code]).toEqual([400, 'validation_failed']);
      expect(problem.errors[0]?.header).toBe('Idempotency-Key');
    }
  });
});

const different = (id: string): Record<string, unknown> => {
  if (id === 'transcripts.append') return { turns: [{ role: 'user', text: 'Something else' }] };
  if (id === 'conversations.batch') return { conversations: [{ agent_id: unknownId('agent') }] };
  if (id === 'recordings.create') return { size_bytes: 2 };
  if (id === 'subscriptions.replace' || id === 'subscriptions.update') return { start_date: monthFromNow(1) };
  if (id.endsWith('.rotate')) return { overlap_seconds: 1 };
  if (id === 'webhooks.test') return { event: 'ping' };
  if (id === 'openingHours.replace') return { weekly: [] };
  if (id === 'webhooks.acknowledge') return { message_ids: [unknownId('msg')] };
  if (id === 'webhooks.recover' || id === 'webhooks.replay') return { since: '2026-01-02T00:00:00Z' };
  if (id === 'toolServers.refresh') return { accept: ['N7Wq3nJm0f0e9p2kQm8y0bTq5pR4sV6uX8zA1cE3gI5'] };
  if (id === 'imports.create') return { resource: 'agents' };
  if (id === 'agentMappings.replace' || id === 'numbers.connect') return { agent_id: unknownId('agent') };
  if (id === 'deployments.create') return { integration_id: unknownId('intg') };
  if (id === 'erasures.create') return { caller: '+14155550199' };
  if (id === 'analyses.create') return { analyzer_id: unknownId('anl') };
  if (id === 'analyses.review') return { sentiment: 'neutral' };
  if (id === 'analysisRuns.create') return { dry_run: true };
  if (id === 'gates.replace') return { suite_id: unknownId('suite') };
  if (id === 'testRuns.judge') return { all: true };
  if (id === 'members.settleAccess') return { keep: [] };
  if (id === 'gates.setLive') return { override: { reason: 'Something else' } };
  if (id === 'testRuns.create') return { repeat: 2 };
  if (id === 'notes.create') return { text: 'Something else' };
  if (id === 'connections.verifyDomain') return { domain: 'another.example' };
  if (id === 'invitations.create') return { email: 'another@example.com' };
  if (id === 'calls.control') return { text: 'Something else' };
  if (id === 'calls.create') return { to: '+14155550101' };
  if (id === 'chats.send' || id === 'chats.stream') return { text: 'Something else' };
  if (id === 'chats.sendResults') return { results: [{ id: 'call_1', result: 2 }] };
  if (id === 'handovers.create' || id === 'handovers.ask') return { reason: 'Something else' };
  if (id === 'handovers.reply') return { text: 'Something else' };
  return { metadata: { other: 'yes' } };
};

/** A change that no other racer makes. */
const racing = (id: string, at: number): Record<string, unknown> =>
  id.startsWith('subscriptions.')
    ? { start_date: plusDays(monthFromNow(1), at) }
    : id === 'analyses.review'
      ? { outcome: `racer_${at}` }
      : { metadata: { racer: String(at) } };

describe('An ETag', () => {
  test('belongs to every entity with a version, and every change of the entity can depend on it', () => {
    // Runs of analyzers have the version of something else, and no metadata.
    const isVersioned = ({ response }: Route) => {
      const { shape = {} } = (response ?? {}) as { readonly shape?: object };
      return 'version' in shape && 'metadata' in shape;
    };
    // The links of an export differ each time.
    const withVersion = operations.filter(
      ({ route }) => methodOf(route) === 'GET' && isVersioned(route) && route.holdsLink !== true,
    );
    expect(withVersion.filter(({ route }) => !route.etag).map(({ id }) => id)).toEqual([]);
    const paths = new Set(withVersion.map(({ route }) => pathOf(route)));
    expect(withoutEtag.filter(({ route }) => paths.has(pathOf(route))).map(({ id }) => id)).toEqual([]);
  });

  test.for(few(withoutEtag))('does not exist for $id, so that If-Match is refused', async ({ id }) => {
    const response = await send(id, { 'if-match': '"other"' });
    expect(response.status).toBe(400);
    const fault = { header: 'If-Match', code: 'not_applicable' };
    expect(await response.json()).toMatchObject({ errors: [fault] });
  });

  /** Preferences are the key's own, and other tests change those of the key that they share. */
  const keyFor = async (id: string): Promise<string> =>
    id.startsWith('preferences.') ? makeKey(org.client.id) : org.key;

  test.for(inTurn(withEtag))('shows whether the entity of $id is unchanged', async ({ id, route }) => {
    const sample = (await sampleOf(id)) as { params: Record<string, string> };
    const [resource] = id.split('.') as ['agents'];
    const key = await keyFor(id);
    const api = clientFor(key);
    const { response } = await api[resource].get.withResponse({ params: sample.params } as never);
    // A large entity arrives compressed.
    const etag = (response.headers.get('etag') ?? '').replace('-gzip"', '"');
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');

    const tooLong = `${etag}, "${'x'.repeat(maxConditionLength)}"`;
    if (methodOf(route) === 'GET') {
      for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const unchanged = await send304(id, key, sample, ifNoneMatch);
        expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
        expect(unchanged.headers.get('etag')).toBe(etag);
      }
      expect((await send304(id, key, sample, '"other"')).status).toBe(200);
      const refused = await send304(id, key, sample, tooLong);
      const { errors } = (await refused.json()) as { errors: unknown };
      expect([refused.status, errors]).toMatchObject([400, [{ header: 'If-None-Match', code: 'too_big' }]]);
      return;
    }
    for (const ifMatch of ['"other"', `W/${etag}`]) {
      expect(await refusalOf(call(api, id, { ...sample, ifMatch }))).toBe('412 precondition_failed');
    }
    expect(await refusalOf(call(api, id, { ...sample, ifMatch: tooLong }))).toBe('400 validation_failed');
    await call(api, id, { ...sample, ifMatch: `"other", ${etag}` });
  });

  test.for(inTurn(withEtag.filter(({ route }) => methodOf(route) !== 'GET')))(
    'lets one of eight requests win that race for the entity of $id with it',
    async ({ id, route }) => {
      const { body, ...sample } = (await sampleOf(id)) as { params: Record<string, string>; body?: object };
      const [resource] = id.split('.') as ['agents'];
      const api = clientFor(await keyFor(id));
      const { response } = await api[resource].get.withResponse({ params: sample.params } as never);
      const ifMatch = response.headers.get('etag') ?? '';
      const race = async (at: number): Promise<string | number> => {
        const changed = body && { body: { ...body, ...racing(id, at) } };
        const idempotencyKey = randomUUID();
        for (;;) {
          const racer = call(api, id, { ...sample, ifMatch, idempotencyKey, ...changed });
          const outcome = await racer.then(
            () => 'won',
            ({ status }: ApiProblem) => status,
          );
          // DynamoDB was too busy: the request is repeated under the same key, as the answer asks for.
          if (outcome !== 503 && outcome !== 409) return outcome;
        }
      };
      const outcomes = await Promise.all(Array.from({ length: 8 }, (_, at) => race(at)));
      const count = (wanted: string | number) => outcomes.filter((outcome) => outcome === wanted).length;
      // An erasure that is under way is answered as it was to the first.
      if (route.status !== 202) expect(count('won')).toBe(1);
      expect(count('won')).toBeGreaterThan(0);
      expect(count('won') + count(412) + (methodOf(route) === 'DELETE' ? count(404) : 0)).toBe(8);
    },
  );

  const send304 = (
    id: string,
    key: string,
    { params }: { params: Record<string, string> },
    ifNoneMatch: string,
  ) => {
    const operation = operations.find((one) => one.id === id);
    const path =
      operation && pathOf(operation.route).replace(/{(\w+)}/g, (_, name: string) => params[name] ?? '');
    return fetch(`${platform.base_url}${path}`, {
      headers: { authorization: `Bearer ${key}`, 'if-none-match': ifNoneMatch },
    });
  };
});

describe('HEAD', () => {
  test.for(few(operations.filter(({ route }) => methodOf(route) === 'GET')))(
    'of $id is answered as GET is, without the body',
    async ({ id, route }) => {
      const { params = {} } = (await sparedSampleOf(id)) as { params?: Record<string, string> };
      const path = pathOf(route).replace(/{(\w+)}/g, (_, name: string) => params[name] ?? '');
      for (const authorization of [`Bearer ${org.key}`, 'Bearer x']) {
        const ask = (method: string) =>
          fetch(`${platform.base_url}${path}`, {
            method,
            headers: { authorization, 'x-request-id': 'same' },
            redirect: 'manual',
          });
        const [got, headed] = [await ask('GET'), await ask('HEAD')];
        expect(headed.status).toBe(got.status);
        expect(await headed.text()).toBe('');
        const ofBoth = ({ headers }: Response) =>
          ['content-type', 'etag', 'cache-control', 'www-authenticate'].map((name) => headers.get(name));
        expect(ofBoth(headed)).toEqual(ofBoth(got));
      }
    },
  );
});

describe('A cursor', () => {
  test.for(few(paged))('of $id that cannot be one is refused', async ({ id }) => {
    for (const cursor of someFor(id, ['x', 'A'.repeat(60), '=', 'Ä', '../..'])) {
      const refusal = await refusalOf(
        call(org.api, id, { ...(await sparedSampleOf(id)), query: { cursor } }),
      );
      expect(refusal).toBe('400 invalid_cursor');
    }
  });
});

describe('A failure', () => {
  test.for(inTurn(withKey))('of DynamoDB makes $id unavailable, and says nothing of it', async ({ id }) => {
    const key = await makeKey(org.client.id);
    await injectFaultForKey(key, 'refused');
    const problem = await problemOf(call(clientFor(key), id, await sparedSampleOf(id)));
    expect([problem.status, problem.code]).toEqual([503, 'unavailable']);
    expect(problem.headers.get('retry-after')).toBe('1');
    expect(JSON.stringify(problem.problem)).not.toMatch(/dynamo|inject|table|stack|node_modules/i);
  });

  test.for(inTurn(withKey))('of our own in $id says nothing of it either', async ({ id, route }) => {
    const key = await makeKey(org.client.id);
    await injectFaultForKey(key, 'invalid');
    const problem = await problemOf(call(clientFor(key), id, await sparedSampleOf(id)));
    expect([problem.status, problem.code]).toEqual([500, 'internal']);
    expect(Object.keys(problem.problem).sort()).toEqual([
      'code',
      // A change that ended in the middle may have been written.
      ...(methodOf(route) === 'GET' ? [] : ['detail']),
      ...(route.protocol === 'openai' ? ['error'] : []),
      'instance',
      'request_id',
      'status',
      'title',
      'type',
    ]);
  });
});

describe('Every answer', () => {
  test.for(inTurn(operations))('of $id has the headers that all have', async ({ id, route }) => {
    const good = await send(id, {}, undefined, '', sampleOf);
    const bad = await send(id, { authorization: 'Bearer x' }, undefined, '?unheard_of=1');
    for (const { headers, status } of [good, bad]) {
      expect(headers.get('strict-transport-security')).toContain('max-age=');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-request-id')).toBeTruthy();
      const kept = route.keptSeconds && status === 200 && `private, max-age=${route.keptSeconds}`;
      const own = kept || (headers.has('etag') ? 'private, no-cache' : 'no-store');
      // Browsers may cache answers that are the same for everyone.
      const cached = id === 'reference.script' && status === 200 ? 'public, max-age=86400' : own;
      expect(headers.get('cache-control')).toBe(cached);
      if (status >= 400) expect(headers.get('content-type')).toBe('application/problem+json');
    }
    if (!route.public)
      expect(good.headers.get('server-timing')).toMatch(
        /^db;dur=[\d.]+;desc="\d+ calls, [\d.]+ RCU, \d+ WCU"$/,
      );
  });
});

// Last, because the key has expired by then.
describe('A valid key', () => {
  test.for(few(withKey))('is required for $id, and a refusal does not reveal its reason', async ({ id }) => {
    const isOver = () => expect(Date.now()).toBeGreaterThan(Date.parse(expired.expires_at ?? ''));
    await eventually(isOver);

    const [character = ''] = revoked.key.slice(10);
    const mistyped = `${revoked.key.slice(0, 10)}${character === 'a' ? 'b' : 'a'}${revoked.key.slice(11)}`;
    const noKey = [{}, { authorization: '' }, { authorization: 'Basic abc' }, { authorization: 'Bearer' }];
    const unknown = [mistyped, newSecret()];
    const tried = [
      ...someFor(id, noKey, 1),
      ...[...someFor(id, unknown, 1), expired.key, revoked.key].map((key) => ({
        authorization: `Bearer ${key}`,
      })),
    ].map((headers) => ({ authorization: '', 'x-request-id': 'same', ...headers }));

    const answers = await Promise.all(
      tried.map(async (headers) => {
        const response = await send(id, headers);
        const problem = (await response.json()) as { instance: string };
        return { status: response.status, problem: { ...problem, instance: '' }, headers: response.headers };
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(tried.map(() => 401));
    expect(new Set(answers.map(({ problem }) => JSON.stringify(problem))).size).toBe(1);
    expect(answers[0]?.problem).toMatchObject({ code: 'unauthenticated' });
    expect(answers.every(({ headers }) => headers.get('www-authenticate')?.startsWith('Bearer'))).toBe(true);
  });
});
