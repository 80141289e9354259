import type { Arguments } from './arguments.ts';
import { faultsIn, parametersOf } from './arguments.ts';
import { isTooLong, withShortLists, withShortTexts } from './bound.ts';
import type { Tool } from './tool.ts';

/** The address of the API, and the caller's credentials. */
export interface Target {
  readonly baseUrl: string;
  readonly authorization: string;
  readonly requestId: string;
  /** The name of the tools and of the assistant, for the audit log. */
  readonly userAgent: string;
  /** Says to the API that the platform sends the request for an assistant. */
  readonly mark: string;
}

type Fields = Readonly<Record<string, unknown>>;

export interface ToolResult {
  readonly texts: readonly string[];
  /** The answer itself, unless the call failed. */
  readonly answer?: Fields;
}

/** Fewer than the API's own default: each item is read by a language model. */
const defaultLimit = 20;

/** Less than the function has, so that a slow answer is still reported. */
const timeoutMs = 25_000;

const send = async (tool: Tool, given: Arguments, target: Target): Promise<Response> => {
  const path = tool.path.replace(/{(\w+)}/g, (_, name: string) => String(given[name]));
  const url = new URL(path, target.baseUrl);
  for (const name of tool.query) {
    for (const [parameter, value] of parametersOf(name, given[name])) {
      url.searchParams.append(parameter, String(value));
    }
  }
  const body = given.body === undefined ? undefined : JSON.stringify(given.body);
  return fetch(url, {
    method: tool.method,
    headers: {
      accept: 'application/json',
      authorization: target.authorization,
      'x-request-id': target.requestId,
      'user-agent': target.userAgent,
      'x-assistant-mark': target.mark,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(timeoutMs),
  });
};

const failed = (...texts: string[]): ToolResult => ({ texts });

const succeeded = (answer: unknown, ...notes: string[]): ToolResult => ({
  texts: [JSON.stringify(answer), ...notes],
  answer: answer as Fields,
});

/** An answer whose items have only the fields that the call asks for. */
const withFields = (answer: Fields, { list }: Tool, { fields }: Arguments): Fields => {
  if (!list || fields === undefined || fields === null) return answer;
  const chosen = [fields].flat();
  const items = (answer[list.name] as readonly Fields[]).map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => chosen.includes(name))),
  );
  return { ...answer, [list.name]: items };
};

/**
 * Calls the API over HTTP with the caller's key, so that scopes, limits and log lines are those of any other
 * request. A page that is too long is requested again with fewer items, so that its cursor remains right.
 */
export const callTool = async (tool: Tool, sent: Arguments, target: Target): Promise<ToolResult> => {
  const faults = faultsIn(tool, sent);
  if (faults.length > 0) return failed(faults.join('\n'));
  const given = { ...(tool.paged && { limit: defaultLimit }), ...sent };
  for (let limit = Number(given.limit ?? 1); ; limit = Math.floor(limit / 2)) {
    const response = await send(tool, tool.paged ? { ...given, limit } : given, target);
    const text = await response.text();
    if (!response.ok) return failed(text || `The API answered ${response.status} without a text`);
    const answer = withShortTexts(withFields(JSON.parse(text || '{}') as Fields, tool, given));
    if (!isTooLong(answer)) return succeeded(answer);
    if (tool.paged && limit > 1) continue;
    const shortened = withShortLists(answer);
    return shortened
      ? succeeded(shortened.value, shortened.note)
      : failed(`The answer has ${text.length} characters, which is too long. Ask for less`);
  }
};
