import { list } from '#lib/contract/erasures.ts';
import { callerErasures } from '#lib/erasures/caller-erasures.ts';
import { handleOwnList } from '#lib/http/handle-own-list.ts';
import { listJobs } from '#lib/store/jobs.ts';

export const handler = handleOwnList(list, (owner, paging) => listJobs(callerErasures, owner, paging));
