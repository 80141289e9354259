import { isDeepStrictEqual } from 'node:util';
import type { Agent } from '#lib/contract/agents.ts';
import type { ErrorCode } from '#lib/contract/errors.ts';
import { ApiError, invalid } from '#lib/contract/errors.ts';
import type { Tool, ToolAction } from '#lib/contract/tools.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import { newSigningSecret } from '#lib/store/secrets/new-signing-secret.ts';
import { readSigningSecret, secretContext, signingSecretItem } from './signing-secret.ts';
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
    const server = await toolServers.find(caller, action.tool_server_id);
    const serves = server !== undefined && path.includes(server.client_id);
    if (serves && server.tools.some(({ name }) => name === action.tool)) continue;
    const [field, detail] = serves
      ? ['tool', 'must be the name of a tool of the server']
      : ['tool_server_id', 'must be a tool server of the agent’s organization or of one above'];
    throw invalid({ pointer: `/tools/${at}/action/${field}`, code: 'invalid', detail });
  }
};

/** The write of a secret for the requests of an agent's tools, if it has none. */
const signingSecretWrites = async (agentId: string): Promise<Operation<never>[]> => {
  if (await readSigningSecret(agentId)) return [];
  const { sealed } = await newSigningSecret(secretContext(agentId));
  const updated_at = new Date().toISOString();
  return [put(signingSecretItem(agentId, { secret: sealed, previous: null, updated_at }))];
};

/**
 * Checks the tools of an agent that is written, and adds the writes that they need. The write already fails
 * if the agent was changed in the meantime, so two of them never create different secrets.
 */
export const withTools = async <Code extends ErrorCode>(
  caller: Caller,
  path: readonly string[],
  write: Write<Agent, Code>,
  checkUrl: (url: string, pointer: string) => void,
): Promise<Write<Agent, Code>> => {
  const { id, tools } = write.reply;
  const before = (write.replaces as Agent | undefined)?.tools ?? [];
  const destinations = newDestinations(before, tools);
  maySendTo(caller, destinations);
  await checkServers(caller, path, tools, destinations);
  for (const [at, { action }] of tools.entries()) {
    if (action?.type === 'http' && destinations.includes(action))
      checkUrl(action.url, `/tools/${at}/action/url`);
  }
  if (!destinations.some(({ type }) => type === 'http')) return write;
  return { ...write, operations: [...write.operations, ...(await signingSecretWrites(id))] };
};
