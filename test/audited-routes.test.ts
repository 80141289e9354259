import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject as injected, test } from 'vitest';
import * as z from 'zod/mini';
import { AnalysisRunInput } from '#lib/contract/analysis-runs.ts';
import type { AuditRecord } from '#lib/contract/audit-records.ts';
import type { Operation } from '#lib/contract/index.ts';
import { operations } from '#lib/contract/index.ts';
import { auditOf, changesSomething, methodOf, pathOf, scopes } from '#lib/contract/route.ts';
import type { Caller } from '#lib/domain/caller.ts';
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
import { everyCase, inTurns } from './support/cases.ts';
import { setTexts } from './support/dns-server.ts';
import { inject } from './support/fault-proxy.ts';
import type { SignedIn } from './support/people.ts';
import { peopleOf } from './support/people.ts';
import { samplesOf } from './support/samples.ts';
import { anyAgent, ended } from './support/test-suites.ts';

/*
 * Every route that the contract declares as sensitive, so that a new one is covered, or fails. Routes that
 * only people may call are in test/people.test.ts.
 */

/** It has a record for each conversation, and one of the list: `updateMatching` has a test of its own. */
const hasManyRecords = ({ id }: Operation): boolean => id === 'conversations.updateMatching';

const sensitive = operations.filter(
  (operation) =>
    operation.route.audit && !operation.route.person && !operation.route.public && !hasManyRecords(operation),
);
const reads = sensitive.filter(({ route }) => !changesSomething(route));
/** Reads with each part that their answers contain on request. */
const expanding = reads.flatMap((operation) => {
  const { expand } = operation.route.query?.shape ?? {};
  const { $defs = {} } = expand ? z.toJSONSchema(expand) : {};
  const parts = Object.values($defs).flatMap((named) => named.enum ?? []);
  return parts.map((part) => ({ operation, expand: String(part) }));
});
/** The requests of a batch are refused one by one, and its answer is not an error. */
const changes = sensitive.filter(({ route }) => changesSomething(route) && !route.batchOf);
/** Reports of programs are not recorded: only people who do the same are. */
const ofPeople = sensitive.filter(({ route }) => !auditOf(route, {}));

/**
 * The records of half of the changes are read when they succeed at once, and those of the others when they
 * succeed after a failure.
 */
const halved = inTurns(2);
const atOnce = [...sensitive.filter((operation) => !changes.includes(operation)), ...halved(changes)];
const afterFailure = changes.filter((operation) => everyCase || !atOnce.includes(operation));
const inTurn = inTurns(3);

/** Messages of chats, which the transcript has, and what concerns only the person who asks. */
const unrecorded = [
  'chats.send',
  'chats.sendResults',
  'chats.stream',
  'preferences.replace',
  'sessions.remove',
  'sessions.removeAll',
];

interface Sample {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: Record<string, unknown>;
}

const { connect, invite } = peopleOf(platform.base_url, { operator });

let org: Organization;
let company: Awaited<ReturnType<typeof connect>>;
beforeAll(async () => {
  org = await organization();
  company = await connect(org.client.id);
});

/**
 * A new owner of the organization. They sign in one after the other, because their provider knows one person
 * at a time.
 */
let signedIn: Promise<unknown> = Promise.resolve();
const newOwner = (): Promise<SignedIn> => {
  const owner = signedIn.then(() => invite(company, org.client.id, { role: 'owner' }));
  signedIn = owner.catch(() => undefined);
  return owner;
};

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
  return (await samplesOf(child, { operator, providerAccount })[id]()) as Sample;
};

/** A run of which no task is left, so that it has not ended. */
const begun = async (): Promise<Sample> => {
  const { body } = (await samplesOf(org, { operator, providerAccount })['analysisRuns.create']()) as {
    body: { analyzer_id: string };
  };
  const { analyzers } = await import('#lib/analysis/analyzer-record.ts');
  const { insertRun } = await import('#lib/analysis/runs.ts');
  const { commit } = await import('#lib/store/operations/commit.ts');
  const analyzer = await analyzers.find({ client_id: null } as Caller, body.analyzer_id);
  if (!analyzer) throw new Error('The sample has no analyzer');
  const { operations: all, reply } = insertRun(analyzer, z.parse(AnalysisRunInput, body));
  await commit(all.filter(({ request }) => request.Put?.Item?.kind !== 'analyze_history'));
  return { params: { analysis_run_id: reply.id } };
};

/** A run of tests that has ended. */
const tested = async ({ id }: Operation): Promise<Sample> => {
  const sample = (await samplesOf(org, { operator, providerAccount })[id]()) as {
    params: { test_run_id: string };
  };
  await ended(org, sample.params.test_run_id);
  return sample;
};

/** A scenario that was made from a call, and a run of it that has ended. */
const ofCall = async () => {
  const { id: conversation_id, agent_id } = await newConversation(org, { status: 'completed' });
  const source = { conversation_id, turn: 0 };
  const { id: scenario_id } = await org.api.scenarios.create({ body: { ...anyAgent, source } });
  const body = { scenario_ids: [scenario_id] };
  const run = await org.api.testRuns.create({ params: { agent_id }, body });
  await ended(org, run.id);
  return { scenario_id, test_run_id: run.id };
};

/** A chat that waits for a person. */
const waiting = async (operation: Operation): Promise<Sample> => {
  const { params } = (await samplesOf(org, { operator, providerAccount })[operation.id]()) as {
    params: { conversation_id: string };
  };
  await operator.handovers.create({ params });
  return { params };
};

const since = { since: '2026-01-01T00:00:00Z' };

/** A webhook with a message that is not delivered yet. */
const undelivered = async (): Promise<Sample> => {
  const { params } = (await samplesOf(org, { operator, providerAccount })['webhookMessages.get']()) as {
    params: { webhook_id: string };
  };
  return { params: { webhook_id: params.webhook_id }, body: since };
};

/** A webhook with a message that could not be delivered. */
const failed = async (): Promise<Sample> => {
  const { params } = (await samplesOf(org, { operator, providerAccount })['webhookMessages.get']()) as {
    params: { webhook_id: string; message_id: string };
  };
  const { findMessage, messageItem } = await import('#lib/webhooks/messages.ts');
  const { batchWrite } = await import('#lib/store/operations/batch-write.ts');
  const message = await findMessage(params.webhook_id, params.message_id);
  if (message) await batchWrite({ puts: [messageItem({ ...message, status: 'failed' })] });
  return { params: { webhook_id: params.webhook_id }, body: since };
};

/** An analyzer that has changed since its first version. */
const changed = async ({ id }: Operation): Promise<Sample> => {
  const { params } = (await samplesOf(org, { operator, providerAccount })[id]()) as {
    params: { analyzer_id: string };
  };
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
  'analyzerVersions.restore': changed,
  'analysisRuns.cancel': begun,
  'scenarios.get': async () => ({ params: { scenario_id: (await ofCall()).scenario_id } }),
  'testRuns.items': async () => ({ params: { test_run_id: (await ofCall()).test_run_id } }),
  'testRuns.judge': tested,
  'webhooks.replay': undelivered,
  'webhookMessages.list': async () => ({ params: (await undelivered()).params ?? {} }),
  'webhooks.recover': failed,
  'handovers.remove': waiting,
  // People answer in their own name.
  'handovers.reply': async (operation) => ({ ...(await waiting(operation)), body: { text: 'Hello' } }),
  'connections.verifyDomain': proved,
};

const sampleOf = async (operation: Operation): Promise<Sample> => {
  const sample = effective[operation.id] ?? samplesOf(org, { operator, providerAccount })[operation.id];
  return (await sample(operation)) as Sample;
};

/** Sends a request for somebody whose actions are counted from now on. */
interface Sender {
  /** In the writes of the sender's records. */
  readonly id: string;
  readonly send: (operation: Operation, sample: Sample) => Promise<Response>;
  /** The records since then. */
  readonly records: () => Promise<readonly AuditRecord[]>;
  /** The actions since then, how often each was taken, and what it changed. */
  readonly recorded: () => Promise<string[]>;
}

const recordsBy = async (actor: string) =>
  (await operator.auditRecords.list({ query: { actor, limit: '100' } })).data;

const requestOf = ({ route }: Operation, { params = {}, query = {}, body }: Sample) => {
  const path = pathOf(route).replace(/{(\w+)}/g, (_, name: string) => params[name] ?? '');
  const init = {
    method: methodOf(route),
    redirect: 'manual' as const,
    headers: {
      ...(changesSomething(route) && { 'idempotency-key': randomUUID() }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  };
  return [`${path}?${new URLSearchParams(query)}`, init] as const;
};

const senderOf = async (actor: string, send: (path: string, init: RequestInit) => Promise<Response>) => {
  const before = await recordsBy(actor);
  const records = async () => {
    const now = await recordsBy(actor);
    return now.slice(0, now.length - before.length);
  };
  const sender: Sender = {
    id: actor,
    send: (...request) => send(...requestOf(...request)),
    records,
    recorded: async () =>
      (await records()).map(
        ({ action, target, count, changed }) => `${action} ${target.id} ${count} ${changed.join()}`,
      ),
  };
  return sender;
};

/** A key that has done nothing yet. */
const program = async (): Promise<Sender> => {
  const { id, key } = await operator.apiKeys.create({
    body: { name: 'Audited', client_id: org.client.id, scopes: [...scopes] },
  });
  return senderOf(id, (path, init) =>
    fetch(`${platform.base_url}${path}`, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${key}` },
    }),
  );
};

const person = async (): Promise<Sender> => {
  const { browser, api } = await newOwner();
  const { person: me } = await api.me.get();
  const headers = { organization: org.client.id, 'sec-fetch-site': 'same-origin' };
  return senderOf(me?.id ?? '', (path, init) =>
    browser.fetch(path, { ...init, headers: { ...init.headers, ...headers } }),
  );
};

/** Sends as a person if the route records only people, or else as a program. */
const senderFor = (operation: Operation): Promise<Sender> =>
  ofPeople.includes(operation) ? person() : program();

/** The one record that an action leaves. A deletion changes no field. */
const recordOf = ({ route }: Operation) => [
  expect.stringMatching(
    `^${auditOf(route, { person: {} })} \\w+ 1 ${methodOf(route) === 'DELETE' ? '' : '[\\w,]*'}$`,
  ),
];

const isJson = (text: string): boolean => /^[{[]/.test(text);

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
};

/** Ids, dates, times, and words of the contract such as `conversation.read`. */
const isMeta = (text: string): boolean =>
  /^([a-z]+_[0-9a-z]{26}|\d{4}-\d\d-\d\d(T.*)?|[a-z_.:]*|\d{1,3})$/.test(text);

/**
 * The content of a request and its answer that a record has. The contract, against which all answers are
 * checked, lets a record have nothing but ids, names of fields, and the address and program of the request.
 */
const contentIn = (record: AuditRecord, ...exchanged: readonly unknown[]): string[] => {
  const { ip: _ip, user_agent: _program, request_id: _request, ...rest } = record;
  const logged = JSON.stringify(rest);
  return textsIn(exchanged).filter((text) => !isMeta(text) && logged.includes(text));
};

test('there are such routes', () => {
  expect(reads.length).toBeGreaterThan(5);
  expect(expanding.length).toBeGreaterThan(5);
  expect(changes.length).toBeGreaterThan(50);
  expect(ofPeople.length).toBeGreaterThan(10);
});

test('only these writes are not recorded', () => {
  const writes = operations.filter(({ route }) => changesSomething(route) && !route.public && !route.audit);
  expect(writes.map(({ id }) => id).sort()).toEqual(unrecorded);
});

describe('Called once,', () => {
  test.for(atOnce)('$id has one record when it answers', async (operation) => {
    const sample = await sampleOf(operation);
    const { send, recorded, records } = await senderFor(operation);
    const response = await send(operation, sample);
    expect([response.status, await recorded()]).toEqual([operation.route.status, recordOf(operation)]);
    const text = await response.text();
    const [record] = await records();
    expect(contentIn(record as AuditRecord, sample, isJson(text) ? JSON.parse(text) : text)).toEqual([]);
  });

  test.for(inTurn(expanding))(
    '$operation.id has its record also with expand=$expand',
    async ({ operation, expand }) => {
      const sample = await sampleOf(operation);
      const { send, recorded } = await program();
      const response = await send(operation, { ...sample, query: { ...sample.query, expand } });
      expect(response.status).toBe(operation.route.status);
      expect(await recorded()).toEqual(expect.arrayContaining(recordOf(operation)));
    },
  );

  test.for(inTurn(ofPeople))('$id has no record if a program calls it', async (operation) => {
    const { body, ...sample } = await sampleOf(operation);
    const { send, recorded } = await program();
    // Programs say for whom they answer.
    const sent = operation.id === 'handovers.reply' ? { ...body, author: 'Pia' } : body;
    const response = await send(operation, { ...sample, ...(sent && { body: sent }) });
    expect([response.status, await recorded()]).toEqual([operation.route.status, []]);
  });
});

describe('While records cannot be written,', () => {
  test.for(inTurn(reads))('$id shows nothing', async (operation) => {
    const sample = await sampleOf(operation);
    const { id, send, recorded } = await program();
    const fault = await inject(platform.dynamodb_endpoint, {
      contains: id,
      operation: 'BatchWriteItem',
      kind: 'refused',
    });
    const response = await send(operation, sample);
    const text = await response.text();
    await fault.end();
    expect(response.status).toBeGreaterThanOrEqual(500);
    expect(JSON.parse(text)).not.toHaveProperty('data');
    expect(text).not.toContain('http');
    expect(await recorded()).toEqual([]);
  });

  test.for(afterFailure)('$id changes nothing, and has one record once it does', async (operation) => {
    const sample = await sampleOf(operation);
    const { id, send, recorded } = await senderFor(operation);
    const fault = await inject(platform.dynamodb_endpoint, {
      contains: id,
      operation: 'TransactWriteItems',
      kind: 'refused',
    });
    const refused = await send(operation, sample);
    await fault.end();
    expect([refused.status >= 500, await recorded()]).toEqual([true, []]);
    const response = await send(operation, sample);
    expect([response.status, await recorded()]).toEqual([operation.route.status, recordOf(operation)]);
  });
});

test('whatever people do with a conversation is in its list', async () => {
  const { id: conversation_id } = await newConversation(org);
  const params = { conversation_id };
  const { api } = await newOwner();
  const { person: me } = await api.me.get();
  await api.conversations.update({ params, body: { tags: ['vip'], reviewed: true } });
  await api.notes.create({ params, body: { text: 'Call back' } });
  await api.transcripts.append({ params, body: { turns: [{ role: 'user', text: 'Hello' }] } });
  const { data } = await org.api.auditRecords.list({ query: { target: conversation_id, order: 'asc' } });
  expect(data.map(({ action, actor, changed }) => [action, actor.id, changed])).toEqual([
    ['conversation.updated', me?.id, ['reviewed', 'tags']],
    ['note.created', me?.id, ['text', 'author']],
    ['transcript.appended', me?.id, ['turns']],
  ]);
  expect(JSON.stringify(data)).not.toMatch(/vip|Call back|Hello/);
});
