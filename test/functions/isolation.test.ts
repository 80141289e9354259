import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { Operation, OperationId } from '#lib/contract/index.ts';
import { operations as allOperations } from '#lib/contract/index.ts';
import type { Route, Scope } from '#lib/contract/route.ts';
import {
  changesSomething,
  methodOf,
  notFound,
  pathOf,
  refusedHeadersOf,
  scopes,
} from '#lib/contract/route.ts';
import { rememberedMs } from '#lib/domain/keys/api-key.ts';
import { knownMs } from '#lib/organizations/known-paths.ts';
import type { Organization } from '../fixtures.ts';
import {
  available,
  injectFaultForKey,
  makeKey,
  operator,
  organization,
  platform,
  providerAccount,
  unknownId,
  upload,
} from '../fixtures.ts';
import { everyCase, few, inTurns } from '../support/cases.ts';
import { eachOf } from '../support/dialogues.ts';
import type { Samples } from '../support/samples.ts';
import { createdOnce, isId, neverGivenOut, readOnce, samplesOf } from '../support/samples.ts';

/*
 * One organization learns nothing of another. These tests hold for every route of the contract, so that a new
 * one is covered, or fails.
 */

interface Sample {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: Record<string, unknown>;
}

const allOutsiders = ['sibling', 'child', 'stranger'] as const;
type Outsider = (typeof allOutsiders)[number];
type Outsiders = Readonly<Record<Outsider, Organization>>;

let reseller: Organization;
let org: Organization;
/** Organizations whose keys do not reach it: one beside it, one below it, and one of another tree. */
let outsiders: Outsiders;
let samples: Samples;
/** For requests that are refused. */
let spared: Samples;

const newOutsiders = async (): Promise<Outsiders> => {
  const [sibling, child, stranger] = await Promise.all([
    organization(reseller, 'client'),
    organization(org),
    organization(),
  ]);
  return { sibling, child, stranger };
};

type Keys = Readonly<Record<Outsider, string>>;

/** The same with a key each, and younger than what functions remember of keys and of organizations. */
let recent: { readonly from: number; readonly made: Promise<[Outsiders, Keys]> } | undefined;

/** Tests that run at the same time share the keys: each new one would lengthen a list of some routes. */
const outsidersWithKeys = async (): Promise<[Outsiders, Keys]> => {
  const made = await newOutsiders();
  const keys = allOutsiders.map(async (outsider) => [outsider, await makeKey(made[outsider].client.id)]);
  return [made, Object.fromEntries(await Promise.all(keys)) as Keys];
};

/**
 * The answer to an outsider's key while the functions have it cached: neither the key nor the place of its
 * organization is read again while it asks, however slow the machine is.
 */
const askAs = async <T>(
  outsider: Outsider,
  ask: (key: string, organization: Organization) => Promise<T>,
): Promise<T> => {
  const remembered = Math.min(knownMs, rememberedMs);
  for (;;) {
    if (!recent || Date.now() - recent.from > remembered / 4) {
      recent = { from: Date.now(), made: outsidersWithKeys() };
    }
    const { from, made } = recent;
    const [organizations, keys] = await made;
    const result = await ask(keys[outsider], organizations[outsider]);
    if (Date.now() - from < remembered) return result;
    if (recent.from === from) recent = undefined;
  }
};

beforeAll(async () => {
  reseller = await organization(undefined, 'reseller');
  org = await organization(reseller, 'client');
  outsiders = await newOutsiders();
  samples = readOnce(samplesOf(org, { operator, providerAccount }));
  spared = createdOnce(samples);
});

const sampleOf = async (id: OperationId): Promise<Sample> => (await samples[id]()) as Sample;
const sparedSampleOf = async (id: OperationId): Promise<Sample> => (await spared[id]()) as Sample;

/** Routes for people who have signed in refuse every key: test/people.test.ts. */
const operations = allOperations.filter(({ route }) => !route.person);
const withKey = operations.filter(({ route }) => !route.public);
const withScope = operations.filter(({ route }) => route.scope);
const withParams = operations.filter(({ route }) => route.params && !route.public);
const withBody = operations.filter(({ route }) => route.body);

/** Each test whose requests take effect gets a quarter of the routes: it needs a new sample of each. */
const inTurn = inTurns(4);

/** Those who ask a route: one of them, who differs from route to route, or all with every case. */
const outsidersFor = (at: number): readonly Outsider[] =>
  everyCase ? allOutsiders : allOutsiders.slice(at % 3, (at % 3) + 1);

const send = async (
  { route }: Operation,
  key: string,
  { params = {}, query = {}, body }: Sample,
  headers: Record<string, string> = {},
): Promise<Response> => {
  const path = pathOf(route).replace(/{(\w+)}/g, (_, name: string) => params[name] ?? '');
  const search = new URLSearchParams(query);
  return fetch(`${platform.base_url}${path}${search.size > 0 ? `?${search}` : ''}`, {
    method: methodOf(route),
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${key}`,
      'x-request-id': 'same',
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
};

/**
 * Sends a request until the platform is not too busy to answer: it has read the key then, and remembers it.
 */
const sendUntilAnswered = async (operation: Operation, key: string, sample: Sample): Promise<void> => {
  while ((await send(operation, key, sample)).status === 503);
};

/** Everything that an answer tells, but for the ids that were asked for. */
const toldBy = async (response: Response, asked: readonly string[] = []) => {
  const hidden = (text: string) => asked.reduce((rest, id) => rest.replaceAll(id, 'asked'), text);
  const headers = [...response.headers]
    .filter(([name]) => !['date', 'server-timing'].includes(name))
    // A key's own requests count, whatever they ask for.
    .map(([name, value]) => [name, name === 'ratelimit' ? value.replace(/;[rt]=\d+/g, '') : value]);
  const reads = response.headers.get('server-timing')?.replace(/dur=[\d.]+/, '');
  return { status: response.status, headers, reads, body: hidden(await response.text()) };
};

const idsIn = ({ params = {} }: Sample): string[] => Object.values(params).filter(isId);

/** The same request for ids that were never given out. */
const forNothing = (sample: Sample): Sample => ({
  ...sample,
  params: neverGivenOut(sample.params ?? {}),
});

describe('A key of one scope', () => {
  const keys = new Map<Scope, string>();
  beforeAll(async () => {
    const made = await Promise.all(
      scopes.map(async (scope) => [scope, await makeKey(org.client.id, [scope])] as const),
    );
    for (const [scope, key] of made) keys.set(scope, key);
  });

  // A key of all other scopes is refused by every route: test/functions/every-route.test.ts.
  test.for(inTurn(withScope))('opens $id if it is the one that the route declares', async (operation) => {
    const { scope = 'agents:read' } = operation.route;
    const response = await send(operation, keys.get(scope) ?? '', await sampleOf(operation.id));
    const { code, required_scope } = (await response.json().catch(() => ({}))) as {
      code?: string;
      required_scope?: Scope;
    };
    // A key that makes or rotates keys needs their scopes as well.
    const lacksOther = required_scope !== undefined && required_scope !== scope;
    expect(code !== 'insufficient_scope' || lacksOther).toBe(true);
  });
});

describe('What a key does not reach', () => {
  /** A suite is written once for all organizations below. */
  const isShared = ({ id }: Operation, outsider: Outsider) => id === 'testSuites.get' && outsider === 'child';
  const cases = withParams.flatMap((operation, at) =>
    outsidersFor(at)
      .filter((outsider) => !isShared(operation, outsider))
      .map((outsider) => ({ ...operation, operation, outsider })),
  );

  /**
   * Headers by which a route may decide before it looks anything up: each is asked of every route, by one of
   * the outsiders.
   */
  const headersAs = (outsider: Outsider, { route }: Operation): Record<string, string>[] => {
    const refused = refusedHeadersOf(route);
    const conditions = (tag: string) => ({
      ...(refused.includes('If-Match') ? {} : { 'if-match': tag }),
      'if-none-match': tag,
    });
    switch (outsider) {
      case 'sibling':
        return [conditions('*')];
      case 'child':
        return [
          conditions('"x"'),
          ...(refused.includes('Idempotency-Key') ? [] : [{ 'idempotency-key': randomUUID() }]),
        ];
      case 'stranger':
        return [{ accept: 'audio/*, */*;q=0.1' }];
    }
  };

  test.for(few(cases))(
    'is for $id nothing to a $outsider, to the byte and in reads',
    async ({ operation, outsider }) => {
      const sample = await sparedSampleOf(operation.id);
      const nothing = forNothing(sample);
      const told = await askAs(outsider, async (key) => {
        await sendUntilAnswered(operation, key, nothing);
        const pairs = [];
        for (const headers of [{}, ...headersAs(outsider, operation)]) {
          pairs.push({
            beyond: await toldBy(await send(operation, key, sample, headers), idsIn(sample)),
            absent: await toldBy(await send(operation, key, nothing, headers), idsIn(nothing)),
          });
        }
        return pairs;
      });
      for (const { beyond, absent } of told) {
        expect(beyond.status).toBe(404);
        expect(beyond).toEqual(absent);
      }
    },
  );

  test.for(inTurn(withParams))('is more than what the one above reaches in $id', async (operation) => {
    const response = await send(operation, reseller.key, await sampleOf(operation.id));
    const { code } = (await response.json().catch(() => ({}))) as { code?: string };
    const names = Object.keys(operation.route.params?.shape ?? {});
    expect(names.map(notFound)).not.toContain(code);
  });

  /** The fields of a body or query that hold ids, with what they are ids of. */
  const idFields = (schema: z.ZodMiniType | undefined): string[] =>
    Object.keys((schema as z.ZodMiniObject | undefined)?.shape ?? {}).filter((name) =>
      ['client_id', 'agent_id', 'parent_id'].includes(name),
    );
  const references = withKey
    .flatMap((operation) =>
      (['query', 'body'] as const).flatMap((where) =>
        idFields(operation.route[where]).map((field) => ({ ...operation, operation, field, where })),
      ),
    )
    .map((reference, at) => ({ ...reference, askedBy: outsidersFor(at) }));

  test.for(few(references))(
    'cannot be found out through $field of $id',
    async ({ operation, field, where, askedBy }) => {
      const agent = await operator.agents.create({ body: { name: 'A', client_id: org.client.id } });
      const named = field === 'agent_id' ? agent.id : org.client.id;
      const unknown = unknownId(field === 'agent_id' ? 'agent' : 'client');
      for (const outsider of askedBy) {
        const [beyond, absent] = await askAs(outsider, async (key, organization) => {
          const own = (await samplesOf(organization, { operator, providerAccount })[
            operation.id
          ]?.()) as Sample;
          const withId = (id: string): Sample => ({ ...own, [where]: { ...own[where], [field]: id } });
          await sendUntilAnswered(operation, key, withId(unknown));
          return [
            await toldBy(await send(operation, key, withId(named)), [named]),
            await toldBy(await send(operation, key, withId(unknown)), [unknown]),
          ];
        });
        expect(beyond).toEqual(absent);
      }
    },
  );

  test.for(inTurn(withKey.filter(({ route }) => changesSomething(route))))(
    'of an Idempotency-Key of another organization does not matter to $id',
    async (operation) => {
      const headers = { 'idempotency-key': randomUUID() };
      for (const one of [org, outsiders.sibling]) {
        const sample = (await samplesOf(one, { operator, providerAccount })[operation.id]?.()) as Sample;
        const { status, headers: answered } = await send(operation, one.key, sample, headers);
        expect([status, answered.get('idempotency-replayed')]).toEqual([operation.route.status, null]);
      }
    },
  );
});

describe('What the server sets', () => {
  /** Attributes in the table that responses do not show. */
  const internal = [
    'pk',
    'sk',
    'path',
    'turns',
    'text_bytes',
    'recording_key',
    'secret_hash',
    'previous',
    'rate_limits',
    'last_used_at',
    'key',
    'erasing',
    'expires',
    'name_key',
    'f1',
  ];

  const fieldsOf = (schema: z.ZodMiniType | undefined): string[] =>
    Object.keys((schema as z.ZodMiniObject | undefined)?.shape ?? {});

  const shownBy = ({ response, etag }: Route): string[] => [...fieldsOf(response), ...fieldsOf(etag)];

  /**
   * Messages of other protocols may have further fields, or are refused in their own words, and preferences
   * have any fields.
   */
  const withFields = withBody.filter(({ id, route }) => !route.protocol && id !== 'preferences.replace');

  test.for(few(withFields))('cannot be set through $id', async (operation) => {
    const { route } = operation;
    const taken = fieldsOf(route.body);
    const refused = [...new Set([...shownBy(route), ...internal])].filter((name) => !taken.includes(name));
    const sample = await sparedSampleOf(operation.id);
    const extra = Object.fromEntries(refused.map((name) => [name, 'x']));
    const response = await send(operation, org.key, { ...sample, body: { ...sample.body, ...extra } });
    const { code, errors } = (await response.json()) as {
      code: string;
      errors: { pointer: string; code: string }[];
    };
    expect([response.status, code]).toEqual([400, 'validation_failed']);
    const told = errors.filter(({ code: fault }) => fault === 'unknown').map(({ pointer }) => pointer);
    expect(told.sort()).toEqual(refused.map((name) => `/${name}`).sort());
  });

  /**
   * A subscription has no version: a PUT that differs begins another one. A review is a part of its analysis.
   */
  const replaced = withBody.filter(
    ({ id, route }) =>
      id.endsWith('.replace') && methodOf(route) === 'PUT' && shownBy(route).includes('version'),
  );

  test.for(few(replaced))('may be sent back through $id, and stays as it is', async (operation) => {
    const sample = await sampleOf(operation.id);
    const read = operations.find(({ id }) => id === operation.id.replace('replace', 'get')) as Operation;
    const { body: _body, ...what } = sample;
    const before = (await (await send(read, org.key, what)).json()) as Record<string, unknown>;
    const set = shownBy(operation.route).filter((name) => !['name', 'status', 'type'].includes(name));
    const forged = Object.fromEntries(
      ['id', 'created_at', 'updated_at', 'version', 'effective_settings', 'knowledge_base', 'bytes']
        .filter((name) => set.includes(name))
        .map((name) => [name, 'forged']),
    );
    const body = { ...sample.body, ...forged };
    const answered = await send(operation, org.key, { ...sample, body });
    const after = (await answered.json()) as Record<string, unknown>;
    expect(answered.status).toBe(200);
    expect(JSON.stringify(after)).not.toContain('forged');
    expect([after.id, after.created_at, after.version]).toEqual([before.id, before.created_at, 2]);
  });
});

describe('What an organization keeps', () => {
  const canary = 'canary';
  const number = '+4915112345678';

  /** An organization with something secret in everything that can be kept. */
  const secretive = async () => {
    const owner = await organization(reseller, 'client');
    const { client, api } = owner;
    const metadata = { [canary]: canary };
    const named = { name: `${canary} name`, metadata };
    await operator.clients.replace({
      params: { client_id: client.id },
      body: { ...named, billing_info: { email: `${canary}@example.com`, plan: canary } },
    });
    const agent = await api.agents.create({
      body: { ...named, prompt: `${canary} prompt`, first_message: canary, description: canary },
    });
    const document = await api.documents.create({
      params: { agent_id: agent.id },
      body: { ...named, text: `${canary} text` },
    });
    const conversation = await api.conversations.create({
      body: {
        agent_id: agent.id,
        status: 'completed',
        caller: { number, name: canary, id: canary },
        summary: canary,
        outcome: canary,
        data: { canary },
        provider: { name: canary, conversation_id: canary, agent_id: canary, metadata: { canary } },
        turns: [
          { role: 'user', text: `${canary} text`, tool_calls: [{ name: canary, arguments: { canary } }] },
        ],
        metadata,
      },
    });
    const apiKey = await api.apiKeys.create({ body: { ...named, scopes: ['agents:read'] } });
    const params = { conversation_id: conversation.id };
    const bytes = Buffer.from(canary);
    const { upload: link } = await api.recordings.create({
      params,
      body: { content_type: 'audio/mpeg', size_bytes: bytes.length },
    });
    expect((await upload(link, bytes)).status).toBe(200);
    await available(owner, conversation.id);
    const { url } = await api.recordings.get({ params });
    const ids = {
      client_id: client.id,
      agent_id: agent.id,
      agent_version: '1',
      document_id: document.id,
      conversation_id: conversation.id,
      api_key_id: apiKey.id,
    };
    return {
      owner,
      ids,
      secrets: [
        canary,
        number,
        apiKey.key,
        owner.key,
        new URL(url).searchParams.get('X-Amz-Signature') ?? url,
      ],
    };
  };

  let kept: Awaited<ReturnType<typeof secretive>>;
  beforeAll(async () => {
    kept = await secretive();
    expect(kept.secrets.every((secret) => secret.length > 5)).toBe(true);
  });

  const routesOfOutsiders = inTurns(3);
  test.for(allOutsiders.map((name) => ({ name, routes: routesOfOutsiders(withKey) })))(
    'is in no answer to a $name, whatever it asks',
    async ({ name, routes }) => {
      const { ids, secrets } = kept;
      const outsider = outsiders[name];
      const askedOfOthers = samplesOf(outsider, { operator, providerAccount });
      await eachOf(routes, 4, async (operation) => {
        const own = ((await askedOfOthers[operation.id]?.()) ?? {}) as Sample;
        const params = Object.fromEntries(
          Object.keys(own.params ?? {}).map((param) => [param, ids[param as keyof typeof ids]]),
        );
        const search = operation.id === 'conversations.list' ? { q: canary } : {};
        const asked: Sample[] = [
          { ...own, params },
          { ...own, query: { ...search } },
          ...(operation.route.paged && !operation.route.params
            ? [{ ...own, query: { client_id: ids.client_id } }]
            : []),
          {
            ...own,
            params,
            body: {
              ...own.body,
              agent_id: ids.agent_id,
              provider: { name: canary, conversation_id: canary },
            },
          },
        ];
        for (const sample of asked) {
          const { body, ...rest } = sample;
          const response = await send(operation, outsider.key, body && operation.route.body ? sample : rest);
          const told = JSON.stringify(await toldBy(response));
          // Values that the request itself contained may come back to its sender.
          const foreign = secrets.filter((secret) => !JSON.stringify(sample).includes(secret));
          expect(foreign.filter((secret) => told.includes(secret))).toEqual([]);
        }
      });
    },
  );

  // The suite looks at every line of the functions' logs.
  const routesOfFaults = inTurns(2);
  const faults = (['refused', 'invalid'] as const).map((kind) => ({ kind, routes: routesOfFaults(withKey) }));
  test.for(faults)('is in no log line of a request that is $kind', async ({ kind, routes }) => {
    const { owner } = kept;
    const ownSamples = createdOnce(samplesOf(owner, { operator, providerAccount }));
    const key = await makeKey(owner.client.id);
    await injectFaultForKey(key, kind);
    await eachOf(routes, 4, async (operation) => {
      const sample = (await ownSamples[operation.id]()) as Sample;
      const { body } = sample;
      await send(operation, key, { ...sample, ...(body && { body: { ...body, metadata: { canary } } }) });
    });
  });
});
