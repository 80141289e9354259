import { remove } from '#lib/contract/exports.ts';
import { exportRecords, removeExport } from '#lib/exports/exports.ts';
import { handleWrite } from '#lib/http/handle-write.ts';

export const handler = handleWrite(remove, async ({ params, caller, fail }) => {
  const found = await exportRecords.find(caller, params.export_id);
  return found ? removeExport(found) : fail('export_not_found');
});
