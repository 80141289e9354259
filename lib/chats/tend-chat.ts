import { agentFromItem } from '#lib/agents/agent-record.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { replaceConversation } from '#lib/conversations/conversations.ts';
import { fill } from '#lib/domain/agents/variables.ts';
import { defaultWords, ownWords } from '#lib/domain/chats/call-words.ts';
import { isUnanswered } from '#lib/domain/chats/handover.ts';
import { isBusy, lastActive } from '#lib/domain/chats/session.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { lineageFromItems, readLineage } from '#lib/organizations/clients.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { get } from '#lib/store/operations/get.ts';
import { hasSaidGoodbye } from '#lib/voice/machine.ts';
import { speakingFor } from './agents.ts';
import { mayGoOn, needsSeconds } from './call-minutes.ts';
import type { Chat } from './claim.ts';
import { endChat, endIfOverdue } from './end-chat.ts';
import { chatVariables, returnToAgent, unansweredTurn } from './handovers.ts';
import { readChat } from './sessions.ts';
import { lineOf } from './settle.ts';

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

/** The agent's words when a call ends by a limit; undefined: it has none, or it is a chat. */
const limitWords = async (chat: Chat): Promise<string | undefined> => {
  const speaker = chat.session.voice && (await speakerIn(chat));
  if (!speaker || speaker.agent.limit_message === null) return undefined;
  const { speaks } = chat.session.voice ?? {};
  const { limit_message } = ownWords(speaker.agent, speaks);
  return limit_message === null
    ? defaultWords(speaks ?? null).failure
    : fill(limit_message, speaker.variables);
};

/**
 * Whether nobody can speak in a call any more: its organization is suspended, its agent is gone, or its
 * account is gone or disabled. The caller would hear silence until the next words.
 */
const isDeserted = async (chat: Chat): Promise<boolean> => {
  const { integration_id } = chat.conversation;
  const account = integration_id === null ? undefined : await get(keyOf('integration', integration_id));
  if (!account || account.status === 'disabled') return true;
  return speakingFor(chat).then(
    () => false,
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      // A person needs no agent.
      return error.code !== 'agent_not_found' || chat.conversation.handling === 'agent';
    },
  );
};

/** The time in which a function that transfers a call has told the carrier, unless it was killed. */
const leavesWithinMs = 30_000;

/** Does the scheduled work of an active chat. Returns whether the chat has ended. */
export const tendChat = async ({ id }: ConversationRecord, now: number): Promise<boolean> => {
  const chat = await readChat(id);
  if (!chat || isOver(chat.conversation)) return false;
  const { conversation, session } = chat;
  if (session?.voice && hasSaidGoodbye(session.voice, now)) {
    const at = new Date(session.voice.goodbye?.until ?? now).toISOString();
    await commit(endChat({ conversation, session }, session.ends_as ?? 'agent_ended', at).operations);
    return true;
  }
  if (await endIfOverdue(chat, now, limitWords)) return true;
  if (session?.voice && (await isDeserted({ conversation, session }))) {
    await commit(endChat({ conversation, session }, 'agent_failed').operations);
    return true;
  }
  if (session && needsSeconds(conversation, now)) {
    const lineage = await readLineage(conversation.path);
    if (!lineage || !(await mayGoOn(conversation, lineage, now))) {
      const words = await limitWords({ conversation, session });
      await commit(endChat({ conversation, session }, 'limit_reached', undefined, words).operations);
      return true;
    }
  }
  if (session?.leaves && lastActive(session) + leavesWithinMs <= now) {
    const line = lineOf({ conversation, session });
    await commit(replaceConversation(conversation, {}, 'conversation.updated', [], line).operations);
    return false;
  }
  if (session && isUnanswered(conversation, now) && !isBusy(session, now)) {
    await resume({ conversation, session });
  }
  return false;
};
