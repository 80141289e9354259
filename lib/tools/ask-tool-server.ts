import { ApiError } from '#lib/contract/errors.ts';
import type { FoundTools } from '#lib/domain/tools/server-tools.ts';
import { invokeToolFunction } from './invoke.ts';
import type {
  McpServer,
  ServerRequest,
  ServerToolCall,
  ServerToolResult,
  ServerTools,
} from './mcp-server.ts';

const ask = (request: ServerRequest, deadline?: number): Promise<unknown> =>
  invokeToolFunction(request, deadline);

/** The tools of a server, for a caller of the API. */
export const askForTools = async ({ url, token }: McpServer): Promise<FoundTools> => {
  const result = (await ask({ server: { url, token } })) as ServerTools;
  if ('error' in result) throw new ApiError('tool_server_failed', { detail: result.error });
  return new Map(result.tools);
};

/**
 * The result of a call of a server's tool. If the function fails, or does not end in time, nobody knows
 * whether the call was made.
 */
export const askForCall = async (
  server: McpServer,
  call: ServerToolCall,
  deadline: number,
): Promise<ServerToolResult> => {
  try {
    return (await ask({ server, call }, deadline)) as ServerToolResult;
  } catch (error) {
    console.warn({ message: 'A tool server was not asked', error: error instanceof Error && error.name });
    return { outcome: 'unknown' };
  }
};
