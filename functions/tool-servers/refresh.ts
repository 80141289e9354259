import { refresh } from '#lib/contract/tool-servers.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { askForTools } from '#lib/tools/ask-tool-server.ts';
import { addressOf } from '#lib/tools/open-token.ts';
import { keepFound, toolServers } from '#lib/tools/tool-servers.ts';

export const handler = handleAuthority(refresh, async ({ params, body, caller, fail }) => {
  const server = (await toolServers.find(caller, params.tool_server_id)) ?? fail('tool_server_not_found');
  const found = await askForTools(await addressOf(server));
  return keepFound(server, found, (hash) => body.accept.includes(hash));
});
