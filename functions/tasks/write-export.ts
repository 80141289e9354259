import { handleTask } from '#lib/events/handle-task.ts';
import { failExport, writeExport } from '#lib/exports/write-files.ts';

/** So often in a row it may fail: for about half an hour. */
const maxFailures = 6;

/** Writes the files of an export, one after the other. */
export const handler = handleTask('write_export', async ({ id, failures }, timeLeft) => {
  if (failures >= maxFailures) {
    await failExport(id);
    return 'done';
  }
  return (await writeExport(id, timeLeft)) ? 'done' : { again: new Date() };
});
