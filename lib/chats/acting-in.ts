import type { AgentRecord } from '#lib/agents/agent-record.ts';
import type { BuiltinName, Tool } from '#lib/contract/tools.ts';
import type { ConversationVariables } from '#lib/domain/agents/variables.ts';
import { stepped } from '#lib/domain/chats/session.ts';
import type { RunTool } from '#lib/model/converse.ts';
import { toolCallKeys } from '#lib/store/keys.ts';
import { resolvedTools } from '#lib/tools/resolved-tools.ts';
import type { DoneCall } from '#lib/tools/run-tool.ts';
import { begunCalls, toolRunner } from '#lib/tools/run-tool.ts';
import type { HeldChat } from './held-chat.ts';

/** An agent with the tools that it can call in a chat now, and what runs them. */
export interface ActingAgent {
  readonly agent: AgentRecord;
  readonly runTool: RunTool;
  /** The calls that earlier attempts at the same answer have begun. */
  readonly done: readonly DoneCall[];
}

/** Whether an ability has an effect in a chat, which has no call to transfer, no keys and no voice. */
const isOfChats: Readonly<Record<BuiltinName, boolean>> = {
  hand_over: true,
  end: true,
  transfer: false,
  send_digits: false,
  switch_language: false,
};

const needsCall = ({ action }: Tool): boolean => action?.type === 'builtin' && !isOfChats[action.name];

/** In a call or on the page of a widget, there is no page or program that could run a tool. */
const isRunByOthers = ({ action }: Tool): boolean => !action || action.type === 'page';

/** Whether a call may be transferred to a number. */
type MayTransfer = (to: string) => boolean;

/** The tools that cannot be called in a chat. */
const isUnusableInChat =
  (isOnWidget: boolean) =>
  (tool: Tool): boolean =>
    needsCall(tool) || (isOnWidget && isRunByOthers(tool));

/**
 * The tools that cannot be called in a call. It is handed over to the agent's fallback number: nobody waits
 * in a call for a person. A tool that nothing would follow tells the model that it was done.
 */
const isUnusableInCall =
  ({ fallback_number }: Pick<AgentRecord, 'fallback_number'>, mayTransfer: MayTransfer) =>
  (tool: Tool): boolean => {
    const { action } = tool;
    if (action?.type !== 'builtin') return isRunByOthers(tool);
    if (action.name !== 'transfer' && action.name !== 'hand_over') return false;
    const to = action.name === 'transfer' ? action.number : fallback_number;
    return to === null || !mayTransfer(to);
  };

/**
 * Lets an agent act in a chat or a call. An answer that is made again, after a crash, a failure or for a
 * newer message, is for the same turn, so that it does nothing twice, and it does nothing more once another
 * request has overtaken it. The messages that have been answered count the turns: the transcript also grows
 * by what others add to it. `mayTransfer`: it is a call.
 */
export const actingIn = async (
  held: HeldChat,
  agent: AgentRecord,
  variables: ConversationVariables,
  deadline: number,
  mayTransfer?: MayTransfer,
): Promise<ActingAgent> => {
  const { conversation, session } = held.chat();
  const tools = await resolvedTools(agent);
  const isUnusable = mayTransfer
    ? isUnusableInCall(agent, mayTransfer)
    : isUnusableInChat(session.widget_id !== undefined);
  const journal = toolCallKeys(conversation.id);
  const acting = { ...agent, tools: tools.filter((tool) => !isUnusable(tool)) };
  const runTool = toolRunner({
    agent: acting,
    conversation_id: conversation.id,
    journal,
    // A word before the number, because journals of earlier versions have lengths of transcripts.
    turn: `message ${session.messages}`,
    variables,
    deadline,
    noting: (note, hash, node) => held.write([note], (before) => stepped(before, hash, node)),
  });
  const done = await begunCalls({ agent: acting, journal, deadline }, session.steps ?? []);
  return { agent: acting, runTool, done };
};
