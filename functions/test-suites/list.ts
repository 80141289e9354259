import { list } from '#lib/contract/test-suites.ts';
import { handleOwnList } from '#lib/http/handle-own-list.ts';
import { listEntities } from '#lib/store/entity.ts';
import { suites } from '#lib/test-suites/suites.ts';

export const handler = handleOwnList(list, (owner, paging) => listEntities(suites, owner, paging));
