import { replace } from '#lib/contract/tool-servers.ts';
import { refuseChange } from '#lib/domain/organizations/fixed.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { sealToken } from '#lib/tools/seal-token.ts';
import { replaceToolServer, toolServers } from '#lib/tools/tool-servers.ts';

export const handler = handleAuthority(replace, async ({ params, body, caller, fail }) => {
  const server = (await toolServers.find(caller, params.tool_server_id)) ?? fail('tool_server_not_found');
  refuseChange(server, body, ['client_id', 'url']);
  return replaceToolServer(server, body, await sealToken(server.id, body.token, server));
});
