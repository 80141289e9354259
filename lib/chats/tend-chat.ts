import { agentFromItem } from '#lib/agents/agent-record.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { fill } from '#lib/domain/agents/variables.ts';
import { isUnanswered } from '#lib/domain/chats/handover.ts';
import { isBusy, isUsedUp } from '#lib/domain/chats/session.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { lineageFromItems, readLineage } from '#lib/organizations/clients.ts';
import { sendFrame } from '#lib/sockets/send-frame.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { commit } from '#lib/store/operations/commit.ts';
import type { VoiceOutput } from '#lib/voice/frames.ts';
import { writeRelay } from '#lib/voice/relay.ts';
import { mayGoOn, needsSeconds } from './call-minutes.ts';
import type { Chat } from './claim.ts';
import { endChat, endIfOverdue } from './end-chat.ts';
import { chatVariables, returnToAgent, unansweredTurn } from './handovers.ts';
import { readChat } from './sessions.ts';

/** The agent of a chat in its version, with the variables of its words; undefined: it is gone. */
const speakerIn = async (chat: Chat) => {
  const { conversation, session } = chat;
  const { agent_id, client_id, path } = conversation;
  const [version, ...clients] = await batchGet([
    keyOf('agent_version', agent_id, session.agent_version),
    ...path.map((id) => keyOf('client', id)),
  ]);
  const agent = version && agentFromItem(version);
  const lineage = lineageFromItems(client_id, clients);
  return agent && lineage ? { agent, variables: await chatVariables(chat, agent, lineage) } : undefined;
};

/** Lets the agent resume in a chat in which nobody has answered in time. */
const resume = async (chat: Chat): Promise<void> => {
  const speaker = await speakerIn(chat);
  const turns = speaker ? unansweredTurn(chat, speaker.agent, speaker.variables) : [];
  await commit(returnToAgent(chat, turns).operations);
};

/** Lets the carrier leave a call that was ended, after the agent's words for a limit that was reached. */
const leaveCall = async (chat: Chat, isLimited: boolean): Promise<void> => {
  const { conversation, session } = chat;
  if (!session.voice) return;
  const { connection } = session.voice;
  const speaker = isLimited ? await speakerIn(chat) : undefined;
  const { limit_message = null } = speaker?.agent ?? {};
  const outputs: VoiceOutput[] = [{ type: 'end', handoff: '{"reason":"agent_ended"}' }];
  if (speaker && limit_message !== null) {
    const text = fill(limit_message, speaker.variables);
    outputs.unshift({ type: 'text', text, last: true, language: null, uninterruptible: true });
  }
  try {
    for (const output of outputs) await sendFrame(connection, writeRelay(output));
  } catch (error) {
    console.warn({
      message: 'The end of a call could not be sent to its carrier',
      conversation: conversation.id,
      error,
    });
  }
};

/** Does the scheduled work of an active chat. Returns whether the chat has ended. */
export const tendChat = async ({ id }: ConversationRecord, now: number): Promise<boolean> => {
  const chat = await readChat(id);
  if (!chat || isOver(chat.conversation)) return false;
  const { conversation, session } = chat;
  if (await endIfOverdue(chat, now)) {
    if (session) await leaveCall({ conversation, session }, isUsedUp(session));
    return true;
  }
  if (session && needsSeconds(conversation, now)) {
    const lineage = await readLineage(conversation.path);
    if (!lineage || !(await mayGoOn(conversation, lineage, now))) {
      await commit(endChat({ conversation, session }, 'limit_reached').operations);
      await leaveCall({ conversation, session }, true);
      return true;
    }
  }
  if (session && isUnanswered(conversation, now) && !isBusy(session, now)) {
    await resume({ conversation, session });
  }
  return false;
};
