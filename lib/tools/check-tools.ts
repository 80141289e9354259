import { isDeepStrictEqual } from 'node:util';
import { ApiError, invalid } from '#lib/contract/errors.ts';
import type { Tool, ToolAction } from '#lib/contract/tools.ts';
import { checkUrl } from '#lib/delivery/check-url.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { toolServers } from './tool-servers.ts';

type SendingAction = Extract<ToolAction, { readonly type: 'http' | 'mcp' }>;

const sends = (action: ToolAction | null): action is SendingAction =>
  action?.type === 'http' || action?.type === 'mcp';

/** The actions that send what callers say to a destination that was not approved before. */
const newDestinations = (before: readonly Tool[], after: readonly Tool[]): SendingAction[] =>
  after
    .map(({ action }) => action)
    .filter(sends)
    .filter((action) => !before.some((tool) => isDeepStrictEqual(tool.action, action)));

/** Refuses a destination for what callers say if the key could not read conversations itself. */
const maySendTo = ({ scopes }: Pick<Caller, 'scopes'>, destinations: readonly SendingAction[]): void => {
  if (destinations.length === 0 || scopes.includes('conversations:read')) return;
  throw new ApiError('insufficient_scope', {
    detail: 'The API key needs the scope conversations:read to choose where tools send data',
    extensions: { required_scope: 'conversations:read' },
  });
};

/** The greatest number of tool servers that an agent uses. */
const maxServers = 10;

/** The server, if the caller reaches it, and it is of the agent's organization or of one above. */
const findServer = async (caller: Caller, path: readonly string[], id: string) => {
  const server = await toolServers.find(caller, id);
  return server && path.includes(server.client_id) ? server : undefined;
};

/**
 * Refuses tools of servers that the key cannot reach, or that belong neither to the agent's organization nor
 * to one above. Otherwise, a key could call the tools of others with arguments of its choice.
 */
const checkServers = async (
  caller: Caller,
  path: readonly string[],
  tools: readonly Tool[],
  destinations: readonly SendingAction[],
): Promise<void> => {
  const used = tools.flatMap(({ action }) => (action?.type === 'mcp' ? [action.tool_server_id] : []));
  if (new Set(used).size > maxServers) {
    const detail = `must use at most ${maxServers} tool servers`;
    throw invalid({ pointer: '/tools', code: 'too_big', detail });
  }
  for (const [at, { action }] of tools.entries()) {
    if (action?.type !== 'mcp' || !destinations.includes(action)) continue;
    const server = await findServer(caller, path, action.tool_server_id);
    if (server?.tools.some(({ name }) => name === action.tool)) continue;
    const [field, detail] = server
      ? ['tool', 'must be the name of a tool of the server']
      : ['tool_server_id', 'must be a tool server of the agent’s organization or of one above'];
    throw invalid({ pointer: `/tools/${at}/action/${field}`, code: 'invalid', detail });
  }
};

/**
 * Refuses a version with tools whose actions the caller could not set, unless the agent acts with them now.
 * Tools that only another version has do not count.
 */
export const checkVersion = async (
  caller: Caller,
  path: readonly string[],
  now: readonly Tool[],
  wanted: readonly Tool[],
): Promise<void> => {
  const destinations = newDestinations(now, wanted);
  maySendTo(caller, destinations);
  for (const { name, action } of wanted) {
    if (action?.type !== 'mcp' || !destinations.includes(action)) continue;
    if (await findServer(caller, path, action.tool_server_id)) continue;
    const detail = `has the tool “${name}”, whose server must be of the agent’s organization or of one above`;
    throw invalid({ pointer: '/version', code: 'invalid', detail });
  }
};

/**
 * Refuses tools whose actions the caller could not set, unless the agent that is written had them before.
 * Returns the actions that are new.
 */
export const checkTools = async (
  caller: Caller,
  path: readonly string[],
  before: readonly Tool[],
  wanted: readonly Tool[],
): Promise<readonly SendingAction[]> => {
  const destinations = newDestinations(before, wanted);
  maySendTo(caller, destinations);
  await checkServers(caller, path, wanted, destinations);
  for (const [at, { action }] of wanted.entries()) {
    if (action?.type === 'http' && destinations.includes(action))
      checkUrl(action.url, `/tools/${at}/action/url`);
  }
  return destinations;
};
