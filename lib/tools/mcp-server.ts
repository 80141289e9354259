import { hash } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/client';
import {
  Client,
  ProtocolError,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import type { ToolDescription } from '#lib/contract/tool-servers.ts';
import { maxServerTools } from '#lib/contract/tool-servers.ts';
import { DeliveryError } from '#lib/delivery/errors.ts';
import { isTooDeep, TooDeep } from '#lib/domain/json.ts';
import { canonical } from '#lib/domain/tools/canonical.ts';
import type { ToolOutcome } from '#lib/model/converse.ts';
import { checkedFetch } from './checked-fetch.ts';

/** An MCP server, and the token that it accepts. */
export interface McpServer {
  readonly url: string;
  readonly token: string | null;
}

/** For the whole session: connecting, listing and calling. */
const timeoutMs = 10_000;
const maxBytes = 1_000_000;
/** The greatest size of all descriptions of a server, so that they fit into its item twice. */
const maxDescriptionBytes = 150_000;
const maxSchemaBytes = 32_768;
const maxContentBytes = 65_536;

/** Runs a session with a server. Every request goes through the checked connections. */
const inSession = async <T>({ url, token }: McpServer, use: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client(
    { name: 'voice-agent-platform', version: '1.0.0' },
    {
      jsonSchemaValidator: new CfWorkerJsonSchemaValidator(),
      versionNegotiation: { mode: 'auto' },
      inputRequired: { autoFulfill: false },
      listMaxPages: 10,
    },
  );
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: checkedFetch({ deadline: Date.now() + timeoutMs, maxBytes }),
    ...(token !== null && { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1000,
      maxReconnectionDelay: 1000,
      reconnectionDelayGrowFactor: 1,
    },
  });
  try {
    await client.connect(transport, { timeout: timeoutMs });
    return await use(client);
  } finally {
    await transport.terminateSession().catch(() => {});
    await client.close().catch(() => {});
  }
};

/** The description of a tool, with the hash by which it is accepted. */
const describe = (
  name: string,
  description: string | undefined,
  parameters: Record<string, unknown>,
): ToolDescription => ({
  description: description?.slice(0, 4000) ?? null,
  parameters,
  hash: hash('sha256', JSON.stringify([name, description ?? null, canonical(parameters)]), 'base64url'),
});

const describedBy = async (client: Client): Promise<Map<string, ToolDescription>> => {
  const { tools } = await client.listTools(undefined, { timeout: timeoutMs });
  const found = new Map(
    tools
      .filter(({ name }) => name.length >= 1 && name.length <= 128)
      .filter(({ inputSchema }) => !isTooDeep(inputSchema))
      .filter(({ inputSchema }) => Buffer.byteLength(JSON.stringify(inputSchema)) <= maxSchemaBytes)
      .map(({ name, description, inputSchema }) => [name, describe(name, description, inputSchema)]),
  );
  if (found.size > maxServerTools) throw new Error(`The server has more than ${maxServerTools} tools`);
  if (Buffer.byteLength(JSON.stringify([...found])) > maxDescriptionBytes) {
    throw new Error('The descriptions of the tools are too long');
  }
  return found;
};

/**
 * The failure of a connection, in words for people: the library wraps ours, and its own may quote the server.
 */
const reasonOf = (error: unknown): string => {
  if (error instanceof DeliveryError) return error.message;
  if (error instanceof SdkHttpError) return `The server answered ${error.status}`;
  return error instanceof Error && error.cause !== undefined
    ? reasonOf(error.cause)
    : 'The server does not answer as an MCP server does';
};

/** Whether the answer was nested too deeply. The library wraps the error. */
const isOfDepth = (error: unknown): boolean =>
  error instanceof TooDeep || (error instanceof Error && error.cause !== undefined && isOfDepth(error.cause));

/** The tools of a server, or why they could not be read. */
export type ServerTools =
  | { readonly tools: readonly (readonly [name: string, description: ToolDescription])[] }
  | { readonly error: string };

export const listServerTools = async (server: McpServer): Promise<ServerTools> => {
  try {
    return await inSession(server, async (client) => ({ tools: [...(await describedBy(client))] }));
  } catch (error) {
    return { error: reasonOf(error) };
  }
};

/** A call of a tool, which is made only if the server still describes the tool as it was accepted. */
export interface ServerToolCall {
  readonly tool: string;
  readonly hash: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A request to the function for tool servers: to call a tool, or otherwise to list them. */
export interface ServerRequest {
  readonly server: McpServer;
  readonly call?: ServerToolCall;
}

/** The outcome of a call, or all tools as they are described now, because the tool has changed. */
export type ServerToolResult =
  | { readonly outcome: ToolOutcome | 'unknown' }
  | { readonly changed: readonly (readonly [name: string, description: ToolDescription])[] };

const contentOf = (content: readonly unknown[], structured: unknown): unknown => {
  const texts = content.flatMap((part) => {
    const { type, text } = part as { readonly type?: unknown; readonly text?: unknown };
    return type === 'text' && typeof text === 'string' ? [text] : [];
  });
  return structured ?? (texts.length > 0 ? texts.join('\n') : null);
};

const outcomeOf = ({ content, structuredContent, isError }: CallToolResult): ToolOutcome => {
  const found = contentOf(content, structuredContent);
  if (isTooDeep(found)) return { content: null, error: new TooDeep().message };
  if (Buffer.byteLength(JSON.stringify(found)) > maxContentBytes) {
    return { content: null, error: `The answer of the tool is longer than ${maxContentBytes} bytes` };
  }
  return { content: found, ...(isError === true && { error: 'The tool failed' }) };
};

/** Calls a tool. */
export const callServerTool = async (
  server: McpServer,
  { tool, hash: accepted, arguments: given }: ServerToolCall,
): Promise<ServerToolResult> => {
  let isCalled = false;
  try {
    return await inSession(server, async (client) => {
      const found = await describedBy(client);
      if (found.get(tool)?.hash !== accepted) return { changed: [...found] };
      isCalled = true;
      const result = await client.callTool({ name: tool, arguments: { ...given } }, { timeout: timeoutMs });
      return { outcome: outcomeOf(result) };
    });
  } catch (error) {
    if (isCalled && isOfDepth(error)) return { outcome: { content: null, error: new TooDeep().message } };
    // The server answered, so it is known that the call failed.
    if (error instanceof ProtocolError)
      return { outcome: { content: null, error: 'The server refused the call' } };
    return { outcome: isCalled ? 'unknown' : { content: null, error: reasonOf(error) } };
  }
};
