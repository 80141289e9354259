import { ToolServerReplacement, update } from '#lib/contract/tool-servers.ts';
import { mergePatch } from '#lib/domain/merge-patch.ts';
import { handleAuthority } from '#lib/http/handle-authority.ts';
import { parseBody } from '#lib/http/validate.ts';
import { sealToken } from '#lib/tools/seal-token.ts';
import { replaceableFields, replaceToolServer, toolServers } from '#lib/tools/tool-servers.ts';

export const handler = handleAuthority(update, async ({ params, body, caller, fail }) => {
  const server = (await toolServers.find(caller, params.tool_server_id)) ?? fail('tool_server_not_found');
  // A replacement keeps an absent token and removes a null one, so it is not merged.
  const { token, ...patch } = body;
  const after = parseBody(ToolServerReplacement, mergePatch(replaceableFields(server), patch));
  return replaceToolServer(server, after, await sealToken(server.id, token, server));
});
