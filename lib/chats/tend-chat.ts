import { agentFromItem } from '#lib/agents/agent-record.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { isUnanswered } from '#lib/domain/chats/handover.ts';
import { isBusy } from '#lib/domain/chats/session.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { lineageFromItems, readLineage } from '#lib/organizations/clients.ts';
import { agentVersionKey, clientKey } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { mayGoOn, needsSeconds } from './call-minutes.ts';
import type { Chat } from './claim.ts';
import { endChat, endIfOverdue } from './end-chat.ts';
import { chatVariables, returnToAgent, unansweredTurn } from './handovers.ts';
import { readChat } from './sessions.ts';

/** Lets the agent resume in a chat in which nobody has answered in time. */
const resume = async (chat: Chat): Promise<void> => {
  const { conversation, session } = chat;
  const { agent_id, client_id, path } = conversation;
  const [version, ...clients] = await batchGet([
    agentVersionKey(agent_id, session.agent_version),
    ...path.map(clientKey),
  ]);
  const agent = version && agentFromItem(version);
  const lineage = lineageFromItems(client_id, clients);
  const turns = agent && lineage ? unansweredTurn(chat, agent, chatVariables(chat, agent, lineage)) : [];
  await commit(returnToAgent(chat, turns).operations);
};

/** Does the scheduled work of an active chat. Returns whether the chat has ended. */
export const tendChat = async ({ id }: ConversationRecord, now: number): Promise<boolean> => {
  const chat = await readChat(id);
  if (!chat || isOver(chat.conversation)) return false;
  if (await endIfOverdue(chat, now)) return true;
  const { conversation, session } = chat;
  if (session && needsSeconds(conversation, now)) {
    const lineage = await readLineage(conversation.path);
    if (!lineage || !(await mayGoOn(conversation, lineage, now))) {
      await commit(endChat({ conversation, session }, 'limit_reached').operations);
      return true;
    }
  }
  if (session && isUnanswered(conversation, now) && !isBusy(session, now)) {
    await resume({ conversation, session });
  }
  return false;
};
