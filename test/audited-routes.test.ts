import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '#lib/contract/index.ts';
import { operations } from '#lib/contract/index.ts';
import { changesSomething, methodOf, pathOf, scopes } from '#lib/contract/route.ts';
import type { Organization } from './fixtures.ts';
import {
  available,
  newConversation,
  operator,
  organization,
  platform,
  providerAccount,
  upload,
} from './fixtures.ts';
import { inject } from './support/fault-proxy.ts';
import { samplesOf } from './support/samples.ts';

/*
 * Every route that the contract declares as sensitive, so that a new one is covered, or fails. Routes for people who have signed in
 * are in test/people.test.ts.
 */

/** Their samples read no words, or have no effect. */
const withoutEffect = [
  'conversations.active',
  'analyses.preview',
  'analyzerVersions.restore',
  'analysisRuns.cancel',
  'connections.verifyDomain',
];

const sensitive = operations.filter(
  ({ id, route }) => route.audit && !route.person && !route.public && !withoutEffect.includes(id),
);
const reads = sensitive.filter(({ route }) => !changesSomething(route));
const changes = sensitive.filter(({ route }) => changesSomething(route));

interface Sample {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: Record<string, unknown>;
}

let org: Organization;
beforeAll(async () => {
  org = await organization();
});

const recorded = async (): Promise<Sample> => {
  const { id: conversation_id } = await newConversation(org, { status: 'completed' });
  const params = { conversation_id };
  const body = { content_type: 'audio/mpeg' as const, size_bytes: 4 };
  const { upload: link } = await org.api.recordings.create({ params, body });
  await upload(link, Buffer.from('mpeg'));
  await available(org, conversation_id);
  return { params };
};

/** An import that has not ended yet, because its provider limits every request. */
const running = async ({ id }: Operation): Promise<Sample> => {
  const child = await organization(org);
  await providerAccount(`key-of-${child.client.id}`).plan({ plans: [{ at: 'GET', trouble: 'limited' }] });
  return (await samplesOf(child, { operator })[id]()) as Sample;
};

const sampleOf = async (operation: Operation): Promise<Sample> => {
  if (operation.id === 'recordings.get') return recorded();
  if (operation.id === 'imports.cancel') return running(operation);
  return (await samplesOf(org, { operator })[operation.id]()) as Sample;
};

/** A key that has done nothing yet, so that all its records are of the request. */
const newKey = () =>
  operator.apiKeys.create({ body: { name: 'Audited', client_id: org.client.id, scopes: [...scopes] } });

const send = ({ route }: Operation, key: string, { params = {}, query = {}, body }: Sample) => {
  const path = pathOf(route).replace(/{(\w+)}/g, (_, name: string) => params[name] ?? '');
  return fetch(`${platform.base_url}${path}?${new URLSearchParams(query)}`, {
    method: methodOf(route),
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${key}`,
      'idempotency-key': randomUUID(),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
};

const recordsBy = async (actor: string) => {
  const { data } = await operator.auditRecords.list({ query: { actor } });
  return data.map(({ action, count }) => `${action} ${count}`);
};

test('there are such routes', () => {
  expect(reads.length).toBeGreaterThan(5);
  expect(changes.length).toBeGreaterThan(50);
});

describe('Called once,', () => {
  test.for(sensitive)('$id has one record when it answers', async (operation) => {
    const sample = await sampleOf(operation);
    const { id, key } = await newKey();
    const response = await send(operation, key, sample);
    expect([response.status, await recordsBy(id)]).toEqual([
      operation.route.status,
      [`${operation.route.audit} 1`],
    ]);
  });
});

describe('While records cannot be written,', () => {
  test.for(reads)('$id shows nothing', async (operation) => {
    const sample = await sampleOf(operation);
    const { id, key } = await newKey();
    const fault = await inject(platform.dynamodb_endpoint, {
      contains: id,
      operation: 'UpdateItem',
      kind: 'refused',
    });
    const response = await send(operation, key, sample);
    const text = await response.text();
    await fault.end();
    expect(response.status).toBeGreaterThanOrEqual(500);
    expect(JSON.parse(text)).not.toHaveProperty('data');
    expect(text).not.toContain('http');
    expect(await recordsBy(id)).toEqual([]);
  });

  test.for(changes)('$id changes nothing, and has one record once it does', async (operation) => {
    const sample = await sampleOf(operation);
    const { id, key } = await newKey();
    const fault = await inject(platform.dynamodb_endpoint, {
      contains: id,
      operation: 'TransactWriteItems',
      kind: 'refused',
    });
    const refused = await send(operation, key, sample);
    await fault.end();
    expect([refused.status >= 500, await recordsBy(id)]).toEqual([true, []]);
    const response = await send(operation, key, sample);
    expect([response.status, await recordsBy(id)]).toEqual([
      operation.route.status,
      [`${operation.route.audit} 1`],
    ]);
  });
});
