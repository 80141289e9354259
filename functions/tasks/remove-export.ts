import { eraseExport } from '#lib/data/exports/remove-files.ts';
import { handleTask } from '#lib/events/handle-task.ts';

/** Removes an export that was canceled, or that is as old as exports become. */
export const handler = handleTask('remove_export', async ({ id }) => {
  await eraseExport(id);
  return 'done';
});
