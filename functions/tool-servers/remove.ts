import { remove } from '#lib/contract/tool-servers.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { removeEntity } from '#lib/store/entity.ts';
import { toolServers } from '#lib/tools/tool-servers.ts';

export const handler = handleAuthority(remove, async ({ params, caller, fail }) => {
  const server = await toolServers.find(caller, params.tool_server_id);
  return server ? removeEntity(toolServers, server) : fail('tool_server_not_found');
});
