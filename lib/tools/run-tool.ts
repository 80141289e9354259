import type { AgentRecord } from '#lib/agents/agent-record.ts';
import type { HttpAction, McpAction, Tool } from '#lib/contract/tools.ts';
import type { ConversationVariables } from '#lib/domain/agents/variables.ts';
import type { PastCall } from '#lib/domain/chats/tool-results.ts';
import type { RunningCall, RunTool, ToolOutcome } from '#lib/model/converse.ts';
import { outOfTime } from '#lib/model/failures.ts';
import type { JournalKey } from '#lib/store/keys.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { openSigningSecrets } from '#lib/store/secrets/open-signing-secrets.ts';
import { abilityOutcome } from './ability-outcome.ts';
import { completeArguments } from './arguments.ts';
import { callServer, unknownOutcome } from './call-server.ts';
import { callToolServer } from './call-tool-server.ts';
import type { BegunCall, JournaledCall, NoteCall } from './journal.ts';
import { awaitCall, beginCall, endCall, hashOfCall, readAllCalls, readCalls } from './journal.ts';
import { readSigningSecret, secretContext } from './signing-secret.ts';

/** The conversation in which tools are called. */
export interface ToolContext {
  /** Its tools are those that can be called now (`resolvedTools`). */
  readonly agent: Pick<AgentRecord, 'id' | 'client_id' | 'path' | 'language' | 'tools' | 'conversation_flow'>;
  /** Null: the conversation is held by a provider, which reports it later. */
  readonly conversation_id: string | null;
  /** The provider's id of the call; absent: the platform holds the conversation, or nobody named a call. */
  readonly call_id?: string | null;
  /** The keys of the journal of its calls. */
  readonly journal: JournalKey;
  /** The user's turn that is answered: the same when an interrupted answer is computed again. */
  readonly turn: string;
  readonly variables: ConversationVariables;
  /** The time by which all calls must have ended. Milliseconds since 1970. */
  readonly deadline: number;
  /**
   * Writes the note of a call that changes something, at a node of the flow, or throws, and the call is not
   * made; absent: nobody can interrupt the answer or erase the conversation.
   */
  readonly noting?: (note: Operation, hash: string, node: string | null) => Promise<void>;
}

const failed = (error: string): ToolOutcome => ({ content: null, error });

/** With less time than this, no call is made. */
const shortestMs = 500;
/** The greatest time for the notes before and after a call. */
const notingMs = 2000;
/** The greatest time that a tool server takes. */
const toolServerMs = 15_000;

const longestMs = (action: HttpAction | McpAction): number =>
  notingMs + (action.type === 'http' ? action.timeout_seconds * 1000 : toolServerMs);

/** A call that another request has begun, with its result. */
export interface DoneCall extends PastCall, Pick<BegunCall, 'turn' | 'node' | 'begun_at'> {}

/**
 * The calls that changed something, as far as requests have begun them: those with the hashes, or all of the
 * conversation.
 */
export const begunCalls = async (
  { agent, journal, deadline }: Pick<ToolContext, 'agent' | 'journal' | 'deadline'>,
  hashes?: readonly string[],
): Promise<readonly DoneCall[]> => {
  const endOf = (name: string, begun_at: number) => {
    const action = agent.tools.find((tool) => tool.name === name)?.action;
    const takes = action?.type === 'http' || action?.type === 'mcp' ? longestMs(action) : 0;
    return Math.min(begun_at + takes, deadline);
  };
  const calls = await (hashes ? readCalls(journal, hashes, endOf) : readAllCalls(journal, endOf));
  return calls.map(({ id, name, arguments: asked, result, ...begun }) => ({
    call: { id, name, arguments: asked },
    outcome: (result ?? unknownOutcome) as ToolOutcome,
    ...begun,
  }));
};

/**
 * Makes a call at most once if it changes something. Another request that asks for the same call waits for
 * its result.
 */
const once = async (
  { noting, deadline }: ToolContext,
  action: HttpAction | McpAction,
  running: RunningCall,
  call: JournaledCall,
  make: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> => {
  if (action.effect === 'read') return make();
  const note: NoteCall | undefined = noting && ((written, hash) => noting(written, hash, running.node));
  const asked = { ...running, begun_at: Date.now() };
  const found = await beginCall(call, asked, note);
  if (found !== 'new') {
    const result =
      'result' in found
        ? found.result
        : await awaitCall(call, Math.min(found.begun_at + longestMs(action), deadline));
    return (result ?? unknownOutcome) as ToolOutcome;
  }
  // Noting it may have taken longer than the answer has, which was then given up.
  const isLate = Date.now() > deadline;
  const outcome = isLate ? failed('There was no time left, and the call was not made') : await make();
  await endCall(call, asked, outcome);
  return outcome;
};

/** The tool, if the agent may call it at the current node. */
const toolFor = ({ agent }: ToolContext, { name, node }: RunningCall): Tool | undefined => {
  const allowed = agent.conversation_flow?.nodes.find(({ id }) => id === node)?.tools ?? null;
  return allowed !== null && !allowed.includes(name)
    ? undefined
    : agent.tools.find((tool) => tool.name === name);
};

const post = async (
  { agent, conversation_id, call_id = null, deadline }: ToolContext,
  action: HttpAction,
  call: JournaledCall,
): Promise<ToolOutcome> => {
  const secret = await readSigningSecret(agent.id);
  if (!secret) return failed('The tool cannot be called: its requests cannot be signed');
  const id = `call_${hashOfCall(call)}`;
  return callServer(action, {
    id,
    deadline,
    body: JSON.stringify({
      id,
      tool: call.tool,
      arguments: call.arguments,
      conversation_id,
      call_id,
      agent_id: agent.id,
      client_id: agent.client_id,
    }),
    secrets: await openSigningSecrets(secret, secretContext(agent.id)),
  });
};

/**
 * Calls the tools of an agent during one answer. No failure of a tool is thrown: the language model gets it.
 * An answer without time for another call ends.
 */
export const toolRunner =
  (context: ToolContext): RunTool =>
  async (call) => {
    const tool = toolFor(context, call);
    if (!tool) return failed('There is no tool with this name at this point of the conversation');
    const { action, parameters } = tool;
    if (action === null || action.type === 'page') return undefined;
    if (action.type === 'builtin') return abilityOutcome(action, call.arguments, context.agent);
    const { journal, turn, variables, deadline } = context;
    if (Date.now() > deadline - shortestMs) throw outOfTime();
    const completed = completeArguments({ parameters, bind: action.bind }, call.arguments, variables);
    if ('error' in completed) return failed(completed.error);
    const journaled = { journal, turn, tool: tool.name, arguments: completed.arguments };
    return once(context, action, call, journaled, () =>
      action.type === 'http' ? post(context, action, journaled) : callToolServer(context, action, journaled),
    );
  };
