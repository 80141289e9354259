import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusalOf } from '../../fixtures.ts';
import type { Background } from '../../support/background.ts';
import { backgroundOf } from '../../support/background.ts';
import { overtaken } from '../../support/fault-proxy.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import { tableOf } from '../../support/table.ts';
import type { Organization, Users } from '../../support/users.ts';
import { upload, usersOf } from '../../support/users.ts';

let platform: OwnPlatform;
let users: Users;
let background: Background;

beforeAll(async () => {
  platform = await startOwnPlatform({ following: false, proxied: true });
  users = usersOf(platform.description);
  background = backgroundOf(platform.description);
});
afterAll(() => platform.close());

const number = '+14155550177';

const record = async (org: Organization, caller: object, more: object = {}): Promise<string> => {
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Reception' } });
  const body = { agent_id, caller, status: 'completed' as const, duration_ms: 60_000, ...more };
  return (await org.api.conversations.create({ body })).id;
};

const idsOf = async ({ api }: Organization): Promise<string[]> =>
  (await api.conversations.list()).data.map(({ id }) => id).sort();

const addRecording = async ({ api }: Organization, conversation_id: string): Promise<void> => {
  const params = { conversation_id };
  const body = { content_type: 'audio/mpeg' as const, size_bytes: 4 };
  const { upload: link } = await api.recordings.create({ params, body });
  await upload(link, Buffer.from('tone'));
  await background.reportUpload(link);
  expect((await api.conversations.get({ params })).audio.status).toBe('available');
};

const receiptOf = ({ api }: Organization, id: string) => api.erasures.get({ params: { erasure_id: id } });

test('all conversations of a caller are erased, and no others, and what comes late is found once more', async () => {
  const org = await users.organization();
  const child = await users.organization(org);
  const trial = await users.organization(org, undefined, { test: true });
  const beside = await users.organization();
  const turns = [{ role: 'user' as const, text: 'Erase me' }];
  const mine = [
    await record(org, { number }, { turns }),
    await record(child, { number, name: 'Ann' }),
    await record(org, { number }, { status: 'active', duration_ms: undefined }),
  ];
  await record(trial, { number });
  const others = [await record(org, { number: '+14155550178' }), await record(org, { id: number.slice(1) })];
  const elsewhere = await record(beside, { number });

  const { id } = await org.api.erasures.create({ body: { caller: number } });
  await background.runTasks('erase_caller', id);
  expect(await receiptOf(org, id)).toMatchObject({ status: 'running', conversations: 4 });
  const late = await record(child, { number });
  await background.runTasks('erase_caller', id);
  expect(await receiptOf(org, id)).toMatchObject({ status: 'running', conversations: 5 });
  await background.runTasks('erase_caller', id);
  const receipt = await receiptOf(org, id);
  expect(receipt).toMatchObject({ status: 'completed', conversations: 5, recordings: 0, kept: 0 });
  expect(receipt.completed_at).toBe(receipt.updated_at);

  expect(await idsOf(org)).toEqual(others.toSorted());
  expect((await trial.api.conversations.list()).data).toEqual([]);
  expect(await idsOf(beside)).toEqual([elsewhere]);
  for (const conversation_id of [...mine, late]) {
    const get = users.operator.conversations.get({ params: { conversation_id } });
    expect(await refusalOf(get)).toBe('404 conversation_not_found');
  }
  // Nobody but the task knew who it was.
  expect(await background.tasksOf(['erase_caller'], [id])).toEqual([]);
});

test('a call whose end an organization above has yet to report is kept for those below, and counted', async () => {
  const above = await users.organization(undefined, 'reseller');
  const org = await users.organization(above, 'client');
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Reception' } });
  const caller = { number };
  const { id: begun } = await above.api.conversations.create({ body: { agent_id, caller } });
  await addRecording(org, begun);
  await record(org, { number });

  const body = { caller: number };
  const found = { conversations: 1, recordings: 0, kept: 1 };
  expect(await org.api.erasures.preview({ body })).toMatchObject(found);
  const erasedBy = async ({ api }: Organization) => {
    const { id } = await api.erasures.create({ body: { ...body, client_id: org.client.id } });
    for (let runs = 0; runs < 3; runs += 1) await background.runTasks('erase_caller', id);
    return api.erasures.get({ params: { erasure_id: id } });
  };
  const receipt = await erasedBy(org);
  expect(receipt).toMatchObject({ status: 'completed', ...found });
  expect(await idsOf(org)).toEqual([begun]);
  // The organization that reports it may have it erased.
  expect(await erasedBy(above)).toMatchObject({
    status: 'completed',
    ...{ conversations: 1, recordings: 1, kept: 0 },
  });
  expect(await idsOf(org)).toEqual([]);
});

test('the recordings of the erased conversations are counted, and a second look checks that everything is gone', async () => {
  const org = await users.organization();
  const [recorded, silent] = [await record(org, { number }), await record(org, { number })];
  await addRecording(org, recorded);
  const looks = async (id: string) => (await background.tasksOf(['second_look'], [id])).length;
  const before = await looks(recorded);

  const { id } = await org.api.erasures.create({ body: { caller: number } });
  await background.runTasks('erase_caller', id);
  expect(await receiptOf(org, id)).toMatchObject({ conversations: 2, recordings: 1 });
  expect([await looks(recorded), await looks(silent)]).toEqual([before + 1, 1]);
});

test('two runs at once count each conversation once, and a run without time is continued', async () => {
  const org = await users.organization();
  for (let at = 0; at < 6; at += 1) await record(org, { number });
  const { id } = await org.api.erasures.create({ body: { caller: number } });
  const [task] = await background.tasksOf(['erase_caller'], [id]);
  if (!task) throw new Error('There is no task');
  const { continueErasure } = await import('#lib/erasures/caller-erasures.ts');
  const steps = [true, true, false];
  const few = await continueErasure(id, task.state, () => steps.shift() ?? false);
  expect(few?.state).toEqual({ caller: number });
  expect((await receiptOf(org, id)).conversations).toBe(2);
  await Promise.all([1, 2].map(() => continueErasure(id, task.state, () => true)));
  expect((await receiptOf(org, id)).conversations).toBe(6);
  expect(await idsOf(org)).toEqual([]);
});

test('of two runs that erase different conversations at the same time, both are counted', async () => {
  const org = await users.organization();
  const later = await record(org, { number });
  const { id } = await org.api.erasures.create({ body: { caller: number } });
  const [task] = await background.tasksOf(['erase_caller'], [id]);
  const { continueErasure } = await import('#lib/erasures/caller-erasures.ts');
  const hold = { contains: later, operation: 'TransactWriteItems' };
  const { dynamodb_endpoint } = platform.description;
  await overtaken(
    dynamodb_endpoint,
    hold,
    () => continueErasure(id, task?.state, () => true),
    async () => {
      // The first of the list by now, and the other run has no time for more.
      await record(org, { number }, { start_time: '2026-01-05T09:00:00Z' });
      const steps = [true, false];
      await continueErasure(id, task?.state, () => steps.shift() ?? false);
    },
  );
  expect((await receiptOf(org, id)).conversations).toBe(2);
  expect(await idsOf(org)).toEqual([]);
});

test('in an organization that is erased meanwhile, the task ends', async () => {
  const org = await users.organization();
  await record(org, { number });
  const { id } = await org.api.erasures.create({ body: { caller: number } });
  await users.operator.clients.erase({ params: { client_id: org.client.id } });
  await background.runTasks('erase_caller', id);
  expect(await background.tasksOf(['erase_caller'], [id])).toEqual([]);
  const stored = await tableOf(platform.description).get({ pk: `erasure#${id}`, sk: 'record' });
  expect(stored?.status).toBe('running');
});

test('nothing in the table names the caller, also not as a filter of earlier analysis runs', async () => {
  const org = await users.organization();
  const caller = '+14155550199';
  await record(org, { number: caller });
  const { id: analyzer_id } = await org.api.analyzers.create({ body: { name: 'One' } });
  const [done, canceled] = await Promise.all(
    [0, 1].map(() => org.api.analysisRuns.create({ body: { analyzer_id, filters: { caller } } })),
  );
  await background.runTasks('analyze_history', done?.id ?? '');
  await org.api.analysisRuns.cancel({ params: { analysis_run_id: canceled?.id ?? '' } });
  const { id } = await org.api.erasures.create({ body: { caller } });
  for (let pass = 0; pass < 2; pass += 1) await background.runTasks('erase_caller', id);
  expect((await receiptOf(org, id)).conversations).toBe(1);
  const { data } = await org.api.analysisRuns.list();
  expect(data.map(({ status }) => status).sort()).toEqual(['canceled', 'completed']);
  const naming = (await background.table.all()).filter((item) => JSON.stringify(item).includes(caller));
  expect(naming.map(({ pk, sk }) => `${pk} ${sk}`)).toEqual([]);
});
