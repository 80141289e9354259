import type { McpTestServer, ServedTool } from './mcp-server.ts';
import { findOrder, startMcpServer } from './mcp-server.ts';
import type { Organization } from './users.ts';

/** An MCP server, and the tool server of an organization that stands for it. */
export const connectedToolServer = async (
  { api }: Pick<Organization, 'api'>,
  tools: readonly ServedTool[] = [findOrder],
  token: string | null = null,
) => {
  const server: McpTestServer = await startMcpServer(tools);
  const toolServer = await api.toolServers.create({ body: { name: 'Shop', url: server.url, token } });
  return { server, toolServer, params: { tool_server_id: toolServer.id } };
};
