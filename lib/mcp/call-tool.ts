import { bound, maxCharacters, tooLong } from './bound.ts';
import type { Tool } from './tool.ts';

/** Where and as whom the API is called. */
export interface Target {
  readonly baseUrl: string;
  readonly authorization: string;
  readonly requestId: string;
}

type Arguments = Readonly<Record<string, unknown>>;

export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** Fewer than the API's own default: each item is read by a language model. */
const defaultLimit = 20;

/** Below what the function has, so that a slow answer is still told. */
const timeoutMs = 25_000;

const send = async (tool: Tool, given: Arguments, target: Target): Promise<Response> => {
  const path = tool.path.replace(/{(\w+)}/g, (_, name: string) =>
    encodeURIComponent(String(given[name] ?? '')),
  );
  const url = new URL(path, target.baseUrl);
  for (const name of tool.query) {
    if (given[name] !== undefined && given[name] !== null) url.searchParams.set(name, String(given[name]));
  }
  const body = given.body === undefined ? undefined : JSON.stringify(given.body);
  return fetch(url, {
    method: tool.method,
    headers: {
      accept: 'application/json',
      authorization: target.authorization,
      'x-request-id': target.requestId,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(timeoutMs),
  });
};

const unknownIn = (tool: Tool, given: Arguments): string[] =>
  Object.keys(given).filter((name) => !Object.hasOwn(tool.inputSchema.properties, name));

const withoutText = ({ ok, status }: Response): string =>
  ok ? 'Done' : `The API answered ${status} without a text`;

/**
 * Calls the API as the caller, by HTTP: so what a key may do, what it is counted for and what is written down about it are the same as
 * for any other request. A page that is too long is asked for again with fewer items.
 */
export const callTool = async (tool: Tool, sent: Arguments, target: Target): Promise<ToolResult> => {
  const unknown = unknownIn(tool, sent);
  if (unknown.length > 0) {
    return { text: `The tool has no such argument: ${unknown.join(', ')}`, isError: true };
  }
  const given = { ...(tool.paged && { limit: defaultLimit }), ...sent };
  for (let limit = Number(given.limit ?? 1); ; limit = Math.floor(limit / 2)) {
    const response = await send(tool, tool.paged ? { ...given, limit } : given, target);
    const text = bound(await response.text());
    if (text === '') return { text: withoutText(response), isError: !response.ok };
    if (text.length <= maxCharacters) return { text, isError: !response.ok };
    if (!tool.paged || limit <= 1) return { text: tooLong(text), isError: !response.ok };
  }
};
