import { afterAll, beforeAll, expect, test } from 'vitest';
import { toContext } from '#lib/local/event.ts';
import { loadFunctions } from '#lib/local/functions.ts';
import type { TaskItem } from '#lib/store/tasks/tasks.ts';
import type { OwnPlatform } from '../../support/own-platform.ts';
import { startOwnPlatform } from '../../support/own-platform.ts';
import { tableOf } from '../../support/table.ts';
import { usersOf } from '../../support/users.ts';

let platform: OwnPlatform;
let table: ReturnType<typeof tableOf>;

beforeAll(async () => {
  platform = await startOwnPlatform({ following: false });
  table = tableOf(platform.description);
});
afterAll(() => platform.close());

const run = async (functionId: string, task: TaskItem | undefined): Promise<void> => {
  const event = { Records: [{ body: JSON.stringify(task) }] };
  await loadFunctions()(functionId)(event, toContext(functionId, 60_000));
};

test('an export is removed with its files when it is seven days old', async () => {
  const { api } = await usersOf(platform.description).organization();
  const { id } = await api.exports.create({ body: { resources: ['clients'] } });
  const itemsOf = async () =>
    (await table.all()).filter(({ pk, sk }) => pk === `export#${id}` || sk.endsWith(`#${id}`));
  const taskOf = async (kind: string) =>
    (await itemsOf()).find((item) => item.kind === kind) as unknown as TaskItem;

  await run('tasks.writeExport', await taskOf('write_export'));
  const { created_at, expires_at, files } = await api.exports.get({ params: { export_id: id } });
  const removal = await taskOf('remove_export');
  expect(Date.parse(removal.due) - Date.parse(created_at)).toBe(7 * 86_400_000);
  expect(expires_at).toBe(removal.due);
  await run('tasks.removeExport', removal);
  expect((await fetch(files[0]?.url ?? '')).status).toBe(404);
  expect((await itemsOf()).filter(({ kind }) => kind !== 'remove_export')).toEqual([]);
});
