import { get } from '#lib/contract/tool-servers.ts';
import { handle } from '#lib/http/handle.ts';
import { toolServers } from '#lib/tools/tool-servers.ts';

export const handler = handle(
  get,
  async ({ params, caller, fail }) =>
    (await toolServers.find(caller, params.tool_server_id)) ?? fail('tool_server_not_found'),
);
