import { list } from '#lib/contract/connections.ts';
import { handleOwnList } from '#lib/http/handle-own-list.ts';
import { connections } from '#lib/people/connections.ts';
import { listEntities } from '#lib/store/entity.ts';

export const handler = handleOwnList(list, (owner, paging) => listEntities(connections, owner, paging));
