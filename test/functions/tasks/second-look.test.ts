import { afterAll, beforeAll, expect, test } from 'vitest';
import { toContext } from '#lib/local/event.ts';
import { loadFunctions } from '#lib/local/functions.ts';
import type { TaskItem } from '#lib/store/tasks/tasks.ts';
import { refusalOf, upload } from '../../fixtures.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import { tableOf } from '../../support/table.ts';
import type { Users } from '../../support/users.ts';
import { usersOf } from '../../support/users.ts';

/** On this platform nothing follows a write, as when the stream has stopped. */
let platform: OwnPlatform;
let users: Users;
let table: ReturnType<typeof tableOf>;

beforeAll(async () => {
  platform = await startOwnPlatform({ following: false });
  users = usersOf(platform.description);
  table = tableOf(platform.description);
});
afterAll(() => platform.close());

const looksAt = async (id: string): Promise<TaskItem[]> =>
  (await table.tasks(id)).filter((item) => item.kind === 'second_look' && item.id === id) as never;

const run = async ({ pk, sk }: TaskItem): Promise<void> => {
  const load = loadFunctions();
  const Records = [{ body: JSON.stringify({ pk, sk }) }];
  await load('tasks.secondLook')({ Records }, toContext('tasks.secondLook', 60_000));
};

const onlyLookAt = async (id: string): Promise<TaskItem> => {
  const [look, ...others] = await looksAt(id);
  expect(others).toEqual([]);
  if (!look) throw new Error(`Nobody will look at ${id} again`);
  return look;
};

const started = async () => {
  const { client, api } = await users.organization();
  const agent = await users.operator.agents.create({ body: { name: 'Reception', client_id: client.id } });
  const { id } = await api.conversations.create({
    body: { agent_id: agent.id, status: 'completed', turns: [{ role: 'user', text: 'Hello' }] },
  });
  return { api, agent, params: { conversation_id: id } };
};

const announced = async () => {
  const org = await started();
  const { upload: link } = await org.api.recordings.create({
    params: org.params,
    body: { content_type: 'audio/mpeg', size_bytes: 4 },
  });
  const status = async () => (await org.api.conversations.get({ params: org.params })).audio.status;
  return { ...org, link, status };
};

/** An upload that the bucket does not report. */
const uploadUnnoticed = async (link: Parameters<typeof upload>[0]) => {
  expect((await upload(link, Buffer.from('tone'))).status).toBe(200);
};

test('a recording becomes available although the bucket never reported it', async () => {
  const { params, link, status } = await announced();
  await uploadUnnoticed(link);
  expect(await status()).toBe('pending');
  const look = await onlyLookAt(params.conversation_id);
  expect(Date.parse(look.due)).toBeGreaterThan(Date.parse(link.expires_at));
  await run(look);
  expect(await status()).toBe('available');
  expect(await looksAt(params.conversation_id)).toEqual([]);
});

test('an upload that takes long is looked for twice more, and then no longer', async () => {
  const { params, link, status } = await announced();
  await run(await onlyLookAt(params.conversation_id));
  const second = await onlyLookAt(params.conversation_id);
  await run(second);
  const third = await onlyLookAt(params.conversation_id);
  expect(Date.parse(third.due)).toBeGreaterThan(Date.parse(second.due));
  await uploadUnnoticed(link);
  await run(third);
  expect(await status()).toBe('available');

  const never = await announced();
  for (let looks = 0; looks < 3; looks += 1) await run(await onlyLookAt(never.params.conversation_id));
  expect(await looksAt(never.params.conversation_id)).toEqual([]);
  expect(await never.status()).toBe('pending');
});

test('an erasure is finished although the stream never reported it', async () => {
  const { api, params } = await started();
  const { conversation_id } = params;
  await users.operator.conversations.erase({ params });
  const left = async () => (await table.partitions(`conversation#${conversation_id}`)).map(({ sk }) => sk);
  expect(await left()).toEqual(expect.arrayContaining(['record', 'turns#00000000']));
  await run(await onlyLookAt(conversation_id));
  expect(await left()).not.toContain('turns#00000000');
  expect(await refusalOf(api.conversations.get({ params }))).toBe('404 conversation_not_found');
  expect(await refusalOf(users.operator.conversations.erase({ params }))).toBe('404 conversation_not_found');
});

test('what belonged to a removed agent is removed although the stream never reported it', async () => {
  const { agent } = await started();
  const params = { agent_id: agent.id };
  const { api } = await users.organization();
  await users.operator.documents.create({ params, body: { name: 'Prices', text: 'Ten dollars' } });
  expect(await refusalOf(api.agents.remove({ params }))).toMatch(/^40[34] /);
  expect(await looksAt(agent.id)).toEqual([]);
  await users.operator.agents.remove({ params });
  const left = () => table.partitions(`agent#${agent.id}`);
  expect(await left()).not.toEqual([]);
  const look = await onlyLookAt(agent.id);
  await run(look);
  expect(await left()).toEqual([]);
  await run(look);
});
