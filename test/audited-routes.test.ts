import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject as injected, test } from 'vitest';
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
import { setTexts } from './support/dns-server.ts';
import { inject } from './support/fault-proxy.ts';
import { peopleOf } from './support/people.ts';
import { samplesOf } from './support/samples.ts';

/*
 * Every route that the contract declares as sensitive, so that a new one is covered, or fails. Routes for people who have signed in
 * are in test/people.test.ts.
 */

/** Its sample has ended before it can be cancelled. */
const withoutEffect = ['analysisRuns.cancel'];

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

const { connect } = peopleOf(platform.base_url, { operator });

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

/** An analyzer that has changed since its first version. */
const changed = async ({ id }: Operation): Promise<Sample> => {
  const { params } = (await samplesOf(org, { operator })[id]()) as { params: { analyzer_id: string } };
  await operator.analyzers.update({ params, body: { name: 'Changed' } });
  return { params: { ...params, analyzer_version: '1' } };
};

/** A domain that its record proves, and nobody has verified yet. */
const proved = async (): Promise<Sample> => {
  const domain = `a${randomUUID()}.example`;
  const { connection } = await connect(org.client.id, { domains: [{ name: domain }] });
  await setTexts(injected('dnsServer'), domain, [connection.domains[0]?.txt ?? '']);
  return { params: { connection_id: connection.id }, body: { domain } };
};

/** Samples that take effect, of routes whose usual samples change or read nothing. */
const effective: Readonly<Record<string, (operation: Operation) => Promise<Sample>>> = {
  'recordings.get': recorded,
  'imports.cancel': running,
  'conversations.active': async () => ({ query: { expand: 'turns' } }),
  'analyzerVersions.restore': changed,
  'connections.verifyDomain': proved,
};

const sampleOf = async (operation: Operation): Promise<Sample> => {
  const sample = effective[operation.id] ?? samplesOf(org, { operator })[operation.id];
  return (await sample(operation)) as Sample;
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
      ...(changesSomething(route) && { 'idempotency-key': randomUUID() }),
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
