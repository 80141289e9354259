import { get } from '#lib/contract/tool-servers.ts';
import { findToolServer } from '#lib/data/tools/tool-servers.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(
  get,
  async ({ params, caller, fail }) =>
    (await findToolServer(caller, params.tool_server_id)) ?? fail('tool_server_not_found'),
);
