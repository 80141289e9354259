import type { ServerRequest } from '#lib/tools/mcp-server.ts';
import { callServerTool, listServerTools } from '#lib/tools/mcp-server.ts';

/** Connects to an MCP server. It is invoked by other functions, and its role reaches no data. */
export const handler = ({ server, call }: ServerRequest) =>
  call ? callServerTool(server, call) : listServerTools(server);
