import type { McpAction } from '#lib/contract/tools.ts';
import type { FoundTools } from '#lib/domain/tools/server-tools.ts';
import type { ToolOutcome } from '#lib/model/converse.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { askForCall } from './ask-tool-server.ts';
import { unknownOutcome } from './call-server.ts';
import type { JournaledCall } from './journal.ts';
import { addressOf } from './open-token.ts';
import { acceptedTool } from './resolved-tools.ts';
import { keepFound, toolServers } from './tool-servers.ts';

const failed = (error: string): ToolOutcome => ({ content: null, error });

/** Disables the tools that have changed. */
const noteFound = (id: string, found: FoundTools): Promise<void> =>
  retryStale(async () => {
    const server = await toolServers.read(id);
    if (server) await commit(keepFound(server, found).operations);
  });

interface CallContext {
  readonly agent: { readonly path: readonly string[] };
  readonly deadline: number;
}

/**
 * Calls a tool of a server of the agent's organization or of one above, if its description is still the
 * accepted one.
 */
export const callToolServer = async (
  { agent: { path }, deadline }: CallContext,
  { tool_server_id, tool, effect }: McpAction,
  call: JournaledCall,
): Promise<ToolOutcome> => {
  const server = await toolServers.read(tool_server_id);
  const accepted = server && path.includes(server.client_id) ? acceptedTool(server, tool) : undefined;
  if (!server || !accepted) return failed('The tool is not available');
  const asked = { tool, hash: accepted.hash, arguments: call.arguments };
  const result = await askForCall(await addressOf(server), asked, deadline);
  if ('changed' in result) {
    await noteFound(server.id, new Map(result.changed));
    return failed('The tool is disabled, because its server describes it differently than before');
  }
  return result.outcome === 'unknown' ? unknownOutcomeOf(effect) : result.outcome;
};

const unknownOutcomeOf = (effect: McpAction['effect']): ToolOutcome =>
  effect === 'write' ? unknownOutcome : failed('The server did not answer');
