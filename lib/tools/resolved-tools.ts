import type { Agent } from '#lib/contract/agents.ts';
import type { Tool } from '#lib/contract/tools.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { ToolServerRecord } from './tool-servers.ts';
import { toolServers } from './tool-servers.ts';

/** The description of a server's tool that was accepted; undefined if agents cannot call the tool now. */
export const acceptedTool = ({ tools }: Pick<ToolServerRecord, 'tools'>, tool: string) => {
  const found = tools.find(({ name }) => name === tool);
  return found?.status === 'enabled' ? (found.accepted ?? undefined) : undefined;
};

/**
 * The tools that an agent can call now. Those of tool servers are described as it was accepted, unless the
 * agent describes them itself, and left out while they are disabled.
 */
export const resolvedTools = async ({ tools }: Pick<Agent, 'tools'>): Promise<Tool[]> => {
  const ids = [
    ...new Set(tools.flatMap(({ action }) => (action?.type === 'mcp' ? [action.tool_server_id] : []))),
  ];
  if (ids.length === 0) return [...tools];
  const items = await batchGet(ids.map((id) => keyOf('tool_server', id)));
  const servers = new Map(items.flatMap((item) => (item ? [[item.id, toolServers.fromItem(item)]] : [])));
  return tools.flatMap((tool): Tool[] => {
    const { action, description, parameters } = tool;
    if (action?.type !== 'mcp') return [tool];
    const server = servers.get(action.tool_server_id);
    const accepted = server && acceptedTool(server, action.tool);
    if (!accepted) return [];
    const isBare = Object.keys(parameters).length === 0;
    return [
      {
        ...tool,
        description: description ?? accepted.description,
        parameters: isBare ? accepted.parameters : parameters,
      },
    ];
  });
};
