import type { Tool as McpTool } from '@modelcontextprotocol/server';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import manifest from '../../package.json' with { type: 'json' };
import type { Target } from './call-tool.ts';
import { callTool } from './call-tool.ts';
import { instructionsFor } from './instructions.ts';
import type { Tool } from './tool.ts';

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
      const instructions = instructionsFor(new Set(tools.map((tool) => tool.name)));
      const server = new Server({ name, version }, { capabilities: { tools: {} }, instructions });
      server.setRequestHandler('tools/list', () => ({
        tools: tools.map(({ name, description, inputSchema, outputSchema, annotations }) => ({
          name,
          description,
          inputSchema: inputSchema as McpTool['inputSchema'],
          outputSchema: { ...outputSchema },
          annotations,
        })),
      }));
      server.setRequestHandler('tools/call', async ({ params }) => {
        const tool = tools.find((one) => one.name === params.name);
        const { texts, answer } = tool
          ? await callTool(tool, params.arguments ?? {}, target)
          : { texts: [`There is no tool ${params.name}, or the API key lacks its scope`] };
        const content = texts.map((text) => ({ type: 'text' as const, text }));
        return answer ? { content, structuredContent: answer } : { content, isError: true };
      });
      return server;
    },
    { responseMode: 'json', keepAliveMs: 0 },
  );
  return handler.fetch(request, { parsedBody: message });
};
