import { handleTask } from '#lib/events/handle-task.ts';
import { eraseExport } from '#lib/exports/remove-files.ts';

/** Removes an export that was canceled, or that is as old as exports become. */
export const handler = handleTask('remove_export', async ({ id }) => {
  await eraseExport(id);
  return 'done';
});
