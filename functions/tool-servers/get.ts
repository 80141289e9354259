import { get } from '#lib/contract/tool-servers.ts';
import { handle } from '#lib/http/handle.ts';
import { findToolServer } from '#lib/tools/tool-servers.ts';

export const handler = handle(
  get,
  async ({ params, caller, fail }) =>
    (await findToolServer(caller, params.tool_server_id)) ?? fail('tool_server_not_found'),
);
