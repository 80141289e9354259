import { deleteObject } from '#lib/store/bucket/delete-object.ts';
import { commit } from '#lib/store/operations/commit.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { removeBelongings } from '#lib/store/operations/remove-belongings.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { exportRecords, objectKeyOf, readFiles, removeExport } from './exports.ts';

/** Deletes the files of a removed export. It can be repeated after an interruption. */
const removeFiles = async (id: string): Promise<void> => {
  for (const { name } of await readFiles(id)) await deleteObject(objectKeyOf(id, name));
  await removeBelongings('export', id);
};

/** Removes an export with its files; false if there was nothing to remove. */
export const eraseExport = async (id: string): Promise<boolean> => {
  const removed = await retryStale(async () => {
    const record = await exportRecords.read(id);
    if (record) await commit(removeExport(record).operations as readonly Operation[]);
    return record !== undefined;
  });
  await removeFiles(id);
  return removed;
};
