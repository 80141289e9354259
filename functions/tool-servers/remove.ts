import { remove } from '#lib/contract/tool-servers.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { findToolServer, removeToolServer } from '#lib/tools/tool-servers.ts';

export const handler = handleAuthority(remove, async ({ params, caller, fail }) => {
  const server = await findToolServer(caller, params.tool_server_id);
  return server ? removeToolServer(server) : fail('tool_server_not_found');
});
