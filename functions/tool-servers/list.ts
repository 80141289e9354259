import { list } from '#lib/contract/tool-servers.ts';
import { handleOwnList } from '#lib/http/handle-own-list.ts';
import { listEntities } from '#lib/store/entity.ts';
import { toolServers } from '#lib/tools/tool-servers.ts';

export const handler = handleOwnList(list, (owner, paging) => listEntities(toolServers, owner, paging));
