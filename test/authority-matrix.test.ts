import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Operation, OperationId } from '#lib/contract/index.ts';
import { operations } from '#lib/contract/index.ts';
import type { Scope } from '#lib/contract/route.ts';
import { authorityResources, changesSomething, methodOf, pathOf, scopes } from '#lib/contract/route.ts';
import type { Organization } from './fixtures.ts';
import {
  clientFor,
  makeKey,
  newAgent,
  operator,
  organization,
  platform,
  providerAccount,
  refusalOf,
  suspend,
} from './fixtures.ts';
import { few, inTurns } from './support/cases.ts';
import { eventually } from './support/eventually.ts';
import { samplesOf } from './support/samples.ts';

/*
 * Every route that changes who may do what, asked by everybody who might try: what a key may do depends on
 * where it belongs, on what it may do, and on whether it is still good at that very moment. The routes are
 * the contract's, so a new one is covered, or fails.
 */

const authority = new Set<Scope>(authorityResources.map((resource) => `${resource}:write` as const));

const changing = operations.filter(
  ({ route }) => changesSomething(route) && route.scope !== undefined && authority.has(route.scope),
);

/** All pass through the same checks, so each test is for a third of them. */
const inTurn = inTurns(3);

/** Creates something in the organization that the body or the key names, which may be the key's own. */
const ownsWhatItMakes = (route: Operation['route']): boolean => !route.params;

/**
 * The routes by which an organization begins something, which it may not while it is suspended. It may change
 * and withdraw what it began before.
 */
const begins = new Set([
  'connections.create',
  'invitations.create',
  'clients.create',
  'subcompanies.create',
  'apiKeys.create',
  'webhooks.create',
  'webhooks.test',
  'webhooks.replay',
  'webhooks.recover',
  'webhookMessages.resend',
  'integrations.create',
  'toolServers.create',
  'imports.create',
]);

interface Sample {
  readonly params?: Record<string, string>;
  readonly body?: Record<string, unknown>;
}

interface Family {
  readonly parent: Organization;
  readonly org: Organization;
  readonly child: Organization;
  readonly sibling: Organization;
}

let family: Family;
beforeAll(async () => {
  const parent = await organization();
  const org = await organization(parent);
  const [child, sibling] = await Promise.all([organization(org), organization(parent)]);
  family = { parent, org, child, sibling };
});

/** Something of that organization for the route to change, or to make there. */
const sampleIn = async (org: Organization, id: OperationId): Promise<Sample> =>
  (await samplesOf(org, { operator, providerAccount })[id]()) as Sample;

const pathIn = ({ route }: Operation, { params = {} }: Sample): string =>
  pathOf(route).replace(/{(\w+)}/g, (_, name: string) => params[name] ?? '');

const send = (operation: Operation, key: string, sample: Sample, query = ''): Promise<Response> =>
  fetch(`${platform.base_url}${pathIn(operation, sample)}${query}`, {
    method: methodOf(operation.route),
    headers: {
      authorization: `Bearer ${key}`,
      'idempotency-key': randomUUID(),
      ...(sample.body && { 'content-type': 'application/json' }),
    },
    ...(sample.body && { body: JSON.stringify(sample.body) }),
  });

const outcomeOf = async (response: Response): Promise<string> => {
  if (response.ok) return 'done';
  const { code } = (await response.json()) as { code: string };
  return `${response.status} ${code}`;
};

const attempt = async (operation: Operation, key: string, sample: Sample): Promise<string> =>
  outcomeOf(await send(operation, key, sample));

/** Lets the route's function remember a secret, without changing anything. */
const remember = async (operation: Operation, key: string, sample: Sample): Promise<void> => {
  expect(await outcomeOf(await send(operation, key, sample, '?unheard=of'))).toBe('400 unknown_parameter');
};

/** The answers to a caller that does not live as long as what it would give. */
const outlived: ReadonlyMap<OperationId, string> = new Map([
  ['apiKeys.rotate', '409 api_key_outlives'],
  ['members.update', '400 validation_failed'],
  ['connections.confirmJoining', '400 validation_failed'],
]);

/**
 * The answer to a key that does not reach the entity that the route names, in its path or else in its body.
 */
const outOfReach = /^404 \w+_not_found$/;

test('there are such routes, and each has a request to send', async () => {
  expect(changing.length).toBeGreaterThanOrEqual(7);
  for (const { id } of changing) await sampleIn(family.org, id);
});

test.for(inTurn(changing))(
  '$id is allowed for the organization itself and the organizations above',
  async (operation) => {
    for (const { key } of [family.org, family.parent, { key: platform.api_key }]) {
      const sample = await sampleIn(family.org, operation.id);
      expect(await attempt(operation, key, sample)).toBe('done');
    }
  },
);

test.for(inTurn(changing))('$id is refused for organizations below and beside', async (operation) => {
  for (const { key } of [family.child, family.sibling]) {
    const { body, ...sample } = await sampleIn(family.org, operation.id);
    // A request that creates something names the organization in its body.
    const named = body && ownsWhatItMakes(operation.route) && !body.parent_id;
    const whole = {
      ...sample,
      ...(body && { body: { ...body, ...(named && { client_id: family.org.client.id }) } }),
    };
    expect(await attempt(operation, key, whole)).toMatch(outOfReach);
  }
});

test.for(inTurn(changing))('$id creates nothing in a suspended organization', async (operation) => {
  const org = await organization(family.parent);
  const sample = await sampleIn(org, operation.id);
  await suspend(org);
  expect(await attempt(operation, org.key, sample)).toBe(
    begins.has(operation.id) ? '409 client_suspended' : 'done',
  );
});

test.for(inTurn(changing))(
  '$id is closed to a key that was revoked, as long as it is remembered',
  async (operation) => {
    const { id, key } = await operator.apiKeys.create({
      body: { name: 'Revoked', client_id: family.org.client.id, scopes: [...scopes] },
    });
    const sample = await sampleIn(family.org, operation.id);
    await remember(operation, key, sample);
    await operator.apiKeys.revoke({ params: { api_key_id: id } });
    expect(await attempt(operation, key, sample)).toBe('401 unauthenticated');
    // It changed nothing: a key with authority still can.
    expect(await attempt(operation, family.org.key, sample)).toBe('done');
  },
);

/** A read that waits for something, and what it waits for. */
interface Wait {
  readonly sample: Sample;
  readonly query: string;
  readonly arrive: () => Promise<unknown>;
}

const turnOfChat = async (): Promise<Wait> => {
  const { api } = family.org;
  const { id: agent_id } = await api.agents.create({ body: { name: 'Pia', first_message: 'Hello' } });
  const { id: conversation_id } = await api.chats.create({ params: { agent_id }, body: {} });
  const params = { conversation_id };
  const arrive = () => api.handovers.reply({ params, body: { text: 'Good day', author: 'Kim' } });
  return { sample: { params }, query: '?after=0&wait=20', arrive };
};

const waits: Readonly<Partial<Record<OperationId, () => Promise<Wait>>>> = {
  'webhookMessages.list': async () => {
    const { api } = family.org;
    const { id: webhook_id } = await api.webhooks.create({ body: { events: ['agent.created'] } });
    const arrive = () => newAgent(family.org);
    return { sample: { params: { webhook_id } }, query: '?status=pending&wait=20', arrive };
  },
  'chats.messages': turnOfChat,
  'chats.follow': turnOfChat,
};

const waiting = operations.filter(({ route }) => 'wait' in (route.query?.shape ?? {}));

test('each route that waits has its row', () => {
  expect(Object.keys(waits).sort()).toEqual(waiting.map(({ id }) => id).sort());
});

test.for(waiting)('$id shows nothing to a key that was revoked while it waited', async (operation) => {
  const begin = waits[operation.id] as () => Promise<Wait>;
  const { sample, query, arrive } = await begin();
  const { id, key } = await operator.apiKeys.create({
    body: { name: 'Revoked', client_id: family.org.client.id, scopes: [...scopes] },
  });
  await remember(operation, key, sample);
  const answer = send(operation, key, sample, query);
  await operator.apiKeys.revoke({ params: { api_key_id: id } });
  await arrive();
  expect(await outcomeOf(await answer)).toBe('401 unauthenticated');
});

test.for(inTurn(changing))(
  '$id is closed to the secret before a rotation, unless there is an overlap',
  async (operation) => {
    const { id, key } = await operator.apiKeys.create({
      body: { name: 'Rotated', client_id: family.org.client.id, scopes: [...scopes] },
    });
    const params = { api_key_id: id };
    const sample = await sampleIn(family.org, operation.id);
    await remember(operation, key, sample);
    const second = await operator.apiKeys.rotate({ params, body: { overlap_seconds: 0 } });
    expect(await attempt(operation, key, sample)).toBe('401 unauthenticated');
    const third = await operator.apiKeys.rotate({ params, body: { overlap_seconds: 600 } });
    expect(await attempt(operation, third.key, sample)).toBe('done');
    const another = await sampleIn(family.org, operation.id);
    expect(await attempt(operation, second.key, another)).toBe(outlived.get(operation.id) ?? 'done');
  },
);

test('each is refused for an expired key that is still cached', async () => {
  const lifeMs = 20_000;
  const expires_at = new Date(Date.now() + lifeMs).toISOString();
  const { key } = await operator.apiKeys.create({
    body: { name: 'Expiring', client_id: family.org.client.id, scopes: [...scopes], expires_at },
  });
  const samples = await Promise.all(changing.map(({ id }) => sampleIn(family.org, id)));
  await Promise.all(changing.map((operation, at) => send(operation, key, samples[at] ?? {}, '?unheard=of')));
  await eventually(async () => {
    expect(await refusalOf(clientFor(key).me.get())).toBe('401 unauthenticated');
  });
  const outcomes = await Promise.all(
    changing.map((operation, at) => attempt(operation, key, samples[at] ?? {})),
  );
  expect(new Set(outcomes)).toEqual(new Set(['401 unauthenticated']));
});

test.for(inTurn(changing))('$id is refused for a key without its scope', async (operation) => {
  const others = scopes.filter((scope) => scope !== operation.route.scope);
  const key = await makeKey(family.org.client.id, others);
  const sample = await sampleIn(family.org, operation.id);
  expect(await attempt(operation, key, sample)).toBe('403 insufficient_scope');
});

test.for(few(changing.filter(({ resource }) => resource === 'apiKeys')))(
  '$id is closed to a key with fewer scopes than what it is about',
  async (operation) => {
    const weak = await makeKey(family.org.client.id, ['keys:write']);
    const { id } = await operator.apiKeys.create({
      body: { name: 'Strong', client_id: family.org.client.id, scopes: [...scopes] },
    });
    const sample = await sampleIn(family.org, operation.id);
    const strong = operation.route.params
      ? { ...sample, params: { api_key_id: id } }
      : { body: { name: 'Strong', scopes: [...scopes] } };
    expect(await attempt(operation, weak, strong)).toBe('403 insufficient_scope');
    await operator.apiKeys.get({ params: { api_key_id: id } });
  },
);
