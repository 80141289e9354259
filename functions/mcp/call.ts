import { call } from '#lib/contract/mcp.ts';
import { handleMcp } from '#lib/http/handle-mcp.ts';
import { tools } from '#lib/mcp/tools.static.ts';

export const handler = handleMcp(call, tools);
