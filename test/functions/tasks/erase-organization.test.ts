import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { operations } from '#lib/contract/index.ts';
import { changesSomething } from '#lib/contract/route.ts';
import { toContext } from '#lib/local/event.ts';
import { loadFunctions } from '#lib/local/functions.ts';
import { knownMs } from '#lib/organizations/known-paths.ts';
import { kindOf } from '#lib/store/keys.ts';
import { kinds } from '#lib/store/kinds.ts';
import type { ItemKey } from '#lib/store/table.ts';
import type { TaskItem } from '#lib/store/tasks/tasks.ts';
import { verifyTable } from '#lib/upkeep/verify-table.ts';
import { providerAccount } from '../../fixtures.ts';
import { billedOrganization, monthFromNow } from '../../support/billing.ts';
import { inject } from '../../support/fault-proxy.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import { call, samplesOf } from '../../support/samples.ts';
import { tableOf } from '../../support/table.ts';
import type { Organization, Users } from '../../support/users.ts';
import { upload, usersOf } from '../../support/users.ts';

/*
 * Nothing follows events here and no task runs by itself: each run is made by the test.
 */

let platform: OwnPlatform;
let users: Users;
let table: ReturnType<typeof tableOf>;

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  platform = await startOwnPlatform({ following: false, proxied: true });
  users = usersOf(platform.description);
  table = tableOf(platform.description);
});
afterAll(() => platform.close());

const taskOf = async (id: string): Promise<TaskItem[]> =>
  (await table.tasks()).filter((item) => item.kind === 'erase_organization' && item.id === id) as never;

const runOnce = async ({ pk, sk }: TaskItem, milliseconds = 60_000): Promise<void> => {
  const event = { Records: [{ body: JSON.stringify({ pk, sk }) }] };
  const context = toContext('tasks.eraseOrganization', milliseconds);
  await loadFunctions()('tasks.eraseOrganization')(event, context);
};

/** Runs the task again and again until it is done, whenever it is due. */
const runToTheEnd = async (id: string, milliseconds?: number): Promise<number> => {
  for (let runs = 0; ; runs += 1) {
    const [task, ...others] = await taskOf(id);
    expect(others).toEqual([]);
    if (!task) return runs;
    await runOnce(task, milliseconds);
  }
};

const statusOf = async (asked: Promise<unknown>): Promise<string> => {
  try {
    await asked;
    return 'answered';
  } catch (error) {
    const { status, code } = error as { status: number; code: string };
    return `${status} ${code}`;
  }
};

const erase = (by: Organization['api'], { client }: Organization, dry_run?: 'true') =>
  by.clients.erase({ params: { client_id: client.id }, ...(dry_run && { query: { dry_run } }) });

/** An organization with something of everything, and one below it with a conversation and a recording. */
const furnished = async () => {
  const reseller = await users.organization(undefined, 'reseller');
  const org = await users.organization(reseller, 'client');
  const child = await users.organization(org);
  const location = await users.organization(child, 'location');
  const { id: agent_id } = await child.api.agents.create({ body: { name: 'Reception' } });
  const { id: conversation_id } = await location.api.conversations
    .create({ body: { agent_id, turns: [{ role: 'user', text: 'Peculiar words' }] } })
    .catch(() => child.api.conversations.create({ body: { agent_id } }));
  return { reseller, org, child, location, agent_id, conversation_id };
};

/** Tasks that find nothing to do once the organization is erased, and end. */
const endsByItself = ['build_index', 'second_look', 'test_runs'];

/** Whether the erasure of an organization takes an item away at once, rather than its expiry or a task. */
const isErased = (item: ItemKey & { readonly kind?: unknown }): boolean => {
  const kind = kindOf(item);
  if (kind === 'task') return !endsByItself.includes(String(item.kind));
  const erasedWith: readonly string[] = kind ? kinds[kind].erasedWith : [];
  return !kind || (erasedWith.length > 0 && !erasedWith.includes('expiry'));
};

/**
 * Every item that names one of these and should be gone. Figures of usage and final statements stay, because
 * organizations above need them.
 */
const lasting = async (ids: readonly string[]) =>
  (await table.all()).filter(isErased).filter((item) => ids.some((id) => JSON.stringify(item).includes(id)));

test('a dry run says what would be erased, and changes nothing', async () => {
  const { reseller, org, child } = await furnished();
  const mine = () => lasting([reseller.client.id]);
  const before = await mine();
  expect(await erase(reseller.api, org, 'true')).toEqual({
    client_id: org.client.id,
    status: 'dry_run',
    started_at: null,
    remaining: { organizations: 3, api_keys: 3, agents: 1, conversations: 1 },
    has_more: false,
  });
  const isUse = ({ pk }: { readonly pk: string }) => /^(last_use|secret)#/.test(pk);
  expect((await mine()).filter((item) => !isUse(item))).toEqual(before.filter((item) => !isUse(item)));
  expect((await child.api.me.get()).client?.status).toBe('active');
});

test('the organization is suspended at once, and stays so', async () => {
  const { reseller, org, child } = await furnished();
  const { status, started_at } = await erase(reseller.api, org);
  expect([status, started_at !== null]).toEqual(['erasing', true]);
  const params = { client_id: org.client.id };
  expect((await reseller.api.clients.get({ params })).status).toBe('suspended');
  expect(await statusOf(child.api.agents.create({ body: { name: 'Late' } }))).toBe('409 client_suspended');
  const update = reseller.api.clients.update({ params, body: { status: 'active' } });
  expect(await statusOf(update)).toBe('409 client_erasing');
  const replace = reseller.api.clients.replace({ params, body: { name: 'Again', status: 'active' } });
  expect(await statusOf(replace)).toBe('409 client_erasing');
});

test('everything of it and its descendants is erased, and nothing else', async () => {
  const { reseller, org, child, location, conversation_id } = await furnished();
  const beside = await users.organization(reseller, 'client');
  await users.operator.conversations.create({
    body: { agent_id: (await beside.api.agents.create({ body: { name: 'Beside' } })).id },
  });
  // Whatever can be made, made in it.
  const samples = samplesOf(org, { ...users, providerAccount });
  // A follower or a task finishes single removals, and none runs here.
  const elsewhere = ['clients.erase', 'agents.remove', 'analyzers.remove', 'conversations.erase'];
  const making = operations.filter(({ id, route }) => changesSomething(route) && !elsewhere.includes(id));
  await Promise.all(
    making.map(async ({ id }) => call(users.operator, id, await samples[id]()).catch(() => {})),
  );
  const { upload: link } = await users.operator.recordings.create({
    params: { conversation_id },
    body: { content_type: 'audio/mpeg', size_bytes: 4 },
  });
  expect((await upload(link, Buffer.from('RIFF'))).status).toBe(200);
  expect((await upload(link, Buffer.from('RIFF'))).status).toBe(412);

  await erase(users.operator, org);
  await runToTheEnd(org.client.id);

  expect(await statusOf(erase(reseller.api, org))).toBe('404 client_not_found');
  for (const { api } of [org, child, location])
    expect(await statusOf(api.me.get())).toBe('401 unauthenticated');
  expect(await lasting([org, child, location].map(({ client }) => client.id))).toEqual([]);

  // The link takes an object only where there is none.
  expect((await upload(link, Buffer.from('RIFF'))).status).toBe(200);

  // The reseller and the other client are whole, and what the reseller has is counted without what is gone.
  expect((await beside.api.conversations.list()).data).toHaveLength(1);
  const left = await erase(users.operator, reseller, 'true');
  expect(left.remaining).toEqual({ organizations: 2, api_keys: 2, agents: 1, conversations: 1 });
  const { findings } = await verifyTable({ search: false, rechecks: 0 });
  const about = [reseller, beside].map(({ client }) => client.id);
  expect(findings.filter(({ key }) => about.some((id) => JSON.stringify(key).includes(id)))).toEqual([]);
});

const itemsOfRun = async (id: string) =>
  (await table.all()).filter(
    ({ pk, sk }) => `${pk} ${sk}`.includes(id) && !/^tasks#|#audit_records$/.test(pk),
  );

test('runs of its analyzers are erased before they expire', async () => {
  const { reseller, org, child } = await furnished();
  const { id: analyzer_id } = await child.api.analyzers.create({ body: { name: 'One' } });
  const { id } = await child.api.analysisRuns.create({ body: { analyzer_id } });
  expect(await itemsOfRun(id)).not.toEqual([]);
  await erase(reseller.api, org);
  await runToTheEnd(org.client.id);
  expect(await itemsOfRun(id)).toEqual([]);
});

test('runs of its tests are erased before they expire, and their tasks end', async () => {
  const { reseller, org, child, agent_id } = await furnished();
  const scenario = await child.api.scenarios.create({
    body: {
      name: 'Greets',
      caller: { kind: 'script', lines: ['Hello'] },
      checks: [{ type: 'says', contains: ['Hello'] }],
    },
  });
  const { id } = await child.api.testRuns.create({
    params: { agent_id },
    body: { scenario_ids: [scenario.id], repeat: 2 },
  });
  const tasksOfRun = async () =>
    ((await table.tasks()) as unknown as TaskItem[]).filter((task) => task.id.startsWith(id));
  const run = async ({ pk, sk, kind }: TaskItem) => {
    const name = kind === 'test_runs' ? 'tasks.beginTestRun' : 'tasks.runTestAttempt';
    const event = { Records: [{ body: JSON.stringify({ pk, sk }) }] };
    await loadFunctions()(name)(event, toContext(name, 60_000));
  };
  for (const task of await tasksOfRun()) await run(task);
  expect((await tasksOfRun()).map(({ kind }) => kind)).toEqual(['test_attempts', 'test_attempts']);
  expect(await itemsOfRun(id)).not.toEqual([]);
  await erase(reseller.api, org);
  await runToTheEnd(org.client.id);
  expect(await itemsOfRun(id)).toEqual([]);
  for (const task of await tasksOfRun()) await run(task);
  expect(await tasksOfRun()).toEqual([]);
  expect(await itemsOfRun(id)).toEqual([]);
});

/** Asks when functions no longer remember the paths of organizations that were erased. */
const later = async <T>(ask: () => Promise<T>): Promise<T> => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + knownMs + 1000 });
  try {
    return await ask();
  } finally {
    vi.useRealTimers();
  }
};

test('final statements stay as evidence of bills for the organizations above, and nothing else', {
  concurrent: false,
}, async () => {
  const { finalizeStatements } = await import('#lib/billing/statements.ts');
  const { countConversations } = await import('#lib/billing/counting.ts');
  const { reseller, client, params, plan_id, call } = await billedOrganization(users);
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(-1) } });
  await reseller.api.subscriptions.addPack({ params, body: { minutes: 10, price: '5' } });
  await countConversations([(await call(60_000)).id]);
  const account = async () =>
    (await table.partitions(`billing#${client.client.id}`)).map(({ sk }) => sk.split('#', 1)[0]).sort();
  await finalizeStatements(
    client.client.id,
    () => true,
    Date.parse(`${monthFromNow(0)}T00:00:00Z`) + 86_400_000,
  );
  expect(await account()).toEqual(['meter', 'pack', 'record', 'statement']);
  const [draft, final] = (await reseller.api.statements.list({ params })).data;
  await erase(reseller.api, client);
  await runToTheEnd(client.client.id);
  expect(await account()).toEqual(['record', 'statement']);

  expect(draft?.status).toBe('draft');
  const { data: left } = await later(() => reseller.api.statements.list({ params }));
  expect(left).toEqual([final]);
  const paid = { params: { ...params, statement_id: final?.id ?? '' }, body: { status: 'paid' as const } };
  const { status, addressee, lines } = await later(() => reseller.api.statements.update(paid));
  expect({ status, addressee, lines }).toEqual({
    status: 'paid',
    addressee: final?.addressee,
    lines: final?.lines,
  });
  expect(await statusOf(reseller.api.subscriptions.get({ params }))).toBe('404 subscription_not_found');
  const { api: beside } = await users.organization(undefined, 'reseller');
  expect(await statusOf(beside.statements.list({ params }))).toBe('404 client_not_found');
  // Nothing is billed after the erasure.
  const { again } = (await finalizeStatements(
    client.client.id,
    () => true,
    Date.parse(`${monthFromNow(3)}T00:00:00Z`),
  )) as { again?: Date };
  expect(again).toBeUndefined();
  expect(await account()).toEqual(['record', 'statement']);
});

test('an account without final statements is erased whole', { concurrent: false }, async () => {
  const { reseller, client, params, plan_id } = await billedOrganization(users);
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
  await erase(reseller.api, client);
  await runToTheEnd(client.client.id);
  expect(await table.partitions(`billing#${client.client.id}`)).toEqual([]);
  const left = later(() => statusOf(reseller.api.statements.list({ params })));
  expect(await left).toBe('404 client_not_found');
});

test('asked again, it says how far it is, and begins nothing twice', async () => {
  const { reseller, org } = await furnished();
  const first = await erase(reseller.api, org);
  const second = await erase(reseller.api, org);
  expect(second).toEqual(first);
  const [task, ...others] = await taskOf(org.client.id);
  expect(others).toEqual([]);
  await runOnce(task as TaskItem);
  const third = await erase(reseller.api, org);
  expect(third).toMatchObject({
    status: 'erasing',
    started_at: first.started_at,
    remaining: { organizations: 3, api_keys: 0, agents: 0, conversations: 0 },
  });
});

test('a run that has no time, or breaks, is continued', async () => {
  const { reseller, org, conversation_id } = await furnished();
  await erase(reseller.api, org);
  // Enough for nothing.
  await runOnce((await taskOf(org.client.id))[0] as TaskItem, 1);
  expect((await erase(reseller.api, org)).remaining.api_keys).toBe(3);
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '';
  await inject(endpoint, {
    contains: conversation_id,
    operation: 'TransactWriteItems',
    kind: 'refused',
    times: 9,
  });
  await runOnce((await taskOf(org.client.id))[0] as TaskItem);
  const [broken] = await taskOf(org.client.id);
  expect(broken?.failures).toBe(1);
  expect((await erase(reseller.api, org)).remaining.conversations).toBe(1);
  await inject(endpoint, {
    contains: conversation_id,
    operation: 'TransactWriteItems',
    kind: 'refused',
    times: 0,
  });
  await runToTheEnd(org.client.id);
  expect(await lasting([org.client.id])).toEqual([]);
});

test('what a request added that had begun before is found by the second look', async () => {
  const { reseller, org } = await furnished();
  await erase(reseller.api, org);
  const [first] = await taskOf(org.client.id);
  await runOnce(first as TaskItem);
  const [second] = await taskOf(org.client.id);
  const { started_at } = await erase(reseller.api, org);
  // Not before every request has ended that began before.
  expect(Date.parse(second?.due ?? '') - Date.parse(started_at ?? '')).toBe(60_000);

  const key = { pk: `client#${org.client.id}`, sk: 'record' };
  const record = await table.get(key);
  await table.put({ ...record, status: 'active', erasing_since: undefined });
  const { id: agent_id } = await users.operator.agents.create({
    body: { name: 'Late', client_id: org.client.id },
  });
  await users.operator.conversations.create({ body: { agent_id } });
  await table.put(record as object);

  await runToTheEnd(org.client.id);
  expect(await lasting([org.client.id])).toEqual([]);
});

test('only a key of an organization above may erase it', async () => {
  const { org, child } = await furnished();
  const other = await users.organization();
  expect(await statusOf(erase(org.api, org))).toBe('403 ancestor_key_required');
  expect(await statusOf(erase(child.api, org))).toBe('404 client_not_found');
  expect(await statusOf(erase(other.api, org, 'true'))).toBe('404 client_not_found');
  expect(await taskOf(org.client.id)).toEqual([]);
});

test('of two that erase above each other, both come to an end', async () => {
  const { reseller, org, child } = await furnished();
  await erase(org.api, child);
  await erase(reseller.api, org);
  await Promise.all([runToTheEnd(org.client.id), runToTheEnd(child.client.id)]);
  expect(await lasting([org.client.id, child.client.id])).toEqual([]);
  expect((await erase(users.operator, reseller, 'true')).remaining.organizations).toBe(1);
});
