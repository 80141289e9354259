import { list } from '#lib/contract/exports.ts';
import { exportRecords } from '#lib/exports/exports.ts';
import { handleOwnList } from '#lib/http/handle-own-list.ts';
import { listEntities } from '#lib/store/entity.ts';

export const handler = handleOwnList(list, (owner, paging) => listEntities(exportRecords, owner, paging));
