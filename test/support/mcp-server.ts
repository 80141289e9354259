import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';

/** A tool of a test's server. */
export interface ServedTool extends Pick<Tool, 'name' | 'description' | 'inputSchema'> {
  readonly run?: (given: Record<string, unknown>) => CallToolResult | Promise<CallToolResult>;
}

export const textResult = (content: string): CallToolResult => ({
  content: [{ type: 'text', text: content }],
});

export interface McpTestServer {
  readonly url: string;
  /** From now on. */
  tools: readonly ServedTool[];
  /** The calls of tools, in order. */
  readonly calls: readonly { readonly name: string; readonly arguments: unknown }[];
  /** The `authorization` headers of all requests. */
  readonly tokens: readonly (string | undefined)[];
  /** Answers in place of the protocol. */
  instead?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** Closes every connection, also in the middle of an answer. */
  readonly drop: () => void;
  readonly close: () => Promise<void>;
}

/** A server of tools, made with the official library. */
export const startMcpServer = async (tools: readonly ServedTool[]): Promise<McpTestServer> => {
  const calls: { name: string; arguments: unknown }[] = [];
  const tokens: (string | undefined)[] = [];
  const handler = createMcpHandler(() => {
    const server = new Server({ name: 'shop', version: '1.0.0' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({
      tools: served.tools.map(({ run: _run, ...tool }) => tool) as Tool[],
    }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      calls.push({ name: params.name, arguments: params.arguments });
      const tool = served.tools.find(({ name }) => name === params.name);
      return (await tool?.run?.(params.arguments ?? {})) ?? textResult('done');
    });
    return server;
  });
  const http = createServer(async (request, response) => {
    tokens.push(request.headers.authorization);
    if (served.instead) return served.instead(request, response);
    const { method = 'GET', headers } = request;
    const body = method === 'POST' ? await text(request) : undefined;
    const answer = await handler.fetch(
      new Request(served.url, { method, headers: headers as Record<string, string>, ...(body && { body }) }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  // A process of tests does not wait for the server of the samples.
  http.unref();
  const { port } = http.address() as AddressInfo;
  const served: McpTestServer = {
    url: `http://127.0.0.1:${port}/mcp`,
    tools,
    calls,
    tokens,
    drop: () => http.closeAllConnections(),
    close: async () => {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
  return served;
};

export const findOrder: ServedTool = {
  name: 'find_order',
  description: 'Finds an order',
  inputSchema: {
    type: 'object',
    properties: { order: { type: 'integer' }, customer_id: { type: 'string' } },
    required: ['order'],
  },
};

let sample: Promise<McpTestServer> | undefined;

/** The server of the samples, one for each process. */
export const sampleMcpServer = (): Promise<McpTestServer> => {
  sample ??= startMcpServer([findOrder]);
  return sample;
};
