import { list } from '#lib/contract/scenarios.ts';
import { handleOwnList } from '#lib/http/handle-own-list.ts';
import { listEntities } from '#lib/store/entity.ts';
import { scenarios } from '#lib/test-suites/scenarios.ts';

export const handler = handleOwnList(list, (owner, paging) => listEntities(scenarios, owner, paging));
