import type { Tool as McpTool } from '@modelcontextprotocol/server';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import manifest from '../../package.json' with { type: 'json' };
import type { Target } from './call-tool.ts';
import { callTool } from './call-tool.ts';
import type { Tool } from './tool.ts';

const instructions = `This is a voice agent platform: organizations ("clients"), their AI voice agents, and the conversations that these agents held.

- Begin with me_get: it says which organization you act for. Filters such as client_id include the organization's descendants.
- To find conversations, use conversations_list with filters (outcome, sentiment, status, agent_id, start_after, start_before) or words of the transcript (q). Times are RFC 3339; start_after is inclusive, start_before exclusive. An item has outcome, sentiment, summary, duration and cost, which often answer the question.
- To find out why a conversation ended as it did, read conversations_get (quality, end_reason, data) and then transcripts_get.
- "Badly" is usually sentiment=negative, status=failed, or an outcome such as failure: ask for each, as filters cannot be negated.
- Lists are pages: go on with cursor=next_cursor while has_more is true. Long texts are cut.`;

/** Serves the protocol for one caller: the tools are those that the caller's scopes allow. */
export const serve = async (
  tools: readonly Tool[],
  message: Readonly<Record<string, unknown>>,
  request: Request,
  target: Target,
): Promise<Response> => {
  const handler = createMcpHandler(
    () => {
      const { name, version } = manifest;
      const server = new Server({ name, version }, { capabilities: { tools: {} }, instructions });
      server.setRequestHandler('tools/list', () => ({
        tools: tools.map(({ name, title, description, inputSchema, reads }) => ({
          name,
          title,
          description,
          inputSchema: inputSchema as McpTool['inputSchema'],
          annotations: { title, readOnlyHint: reads, destructiveHint: false, openWorldHint: false },
        })),
      }));
      server.setRequestHandler('tools/call', async ({ params }) => {
        const tool = tools.find((one) => one.name === params.name);
        const { text, isError } = tool
          ? await callTool(tool, params.arguments ?? {}, target)
          : { text: `There is no tool ${params.name}, or the API key lacks its scope`, isError: true };
        return { content: [{ type: 'text', text }], isError };
      });
      return server;
    },
    { responseMode: 'json', keepAliveMs: 0 },
  );
  return handler.fetch(request, { parsedBody: message });
};
