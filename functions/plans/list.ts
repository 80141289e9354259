import { plans } from '#lib/billing/plans.ts';
import { list } from '#lib/contract/plans.ts';
import { handleOwnList } from '#lib/http/handle-own-list.ts';
import { listEntities } from '#lib/store/entity.ts';

export const handler = handleOwnList(list, (owner, paging) => listEntities(plans, owner, paging));
