import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { Turn } from '#lib/contract/transcripts.ts';
import type { AgentTexts } from '#lib/contract/variables.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import type { ConversationVariables } from '#lib/domain/agents/variables.ts';
import { conversationVariables, fill } from '#lib/domain/agents/variables.ts';
import type { Author } from '#lib/domain/chats/author.ts';
import { answeredBy, waiting, withAgent } from '#lib/domain/chats/handover.ts';
import { continued } from '#lib/domain/chats/session.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { isPathSuspended } from '#lib/organizations/clients.ts';
import { hoursFor } from '#lib/organizations/opening-hours.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import type { Chat } from './claim.ts';
import { refuseBusy, refuseEnded } from './claim.ts';
import type { NewTurn } from './said-turns.ts';
import { msSince } from './said-turns.ts';
import type { SettledAnswer } from './settle.ts';
import { isFull, settleChat } from './settle.ts';

/** The writes that change who answers, and the conversation after them. */
interface HandedOverChat {
  readonly operations: readonly Operation<Stale>[];
  readonly conversation: ConversationRecord;
}

const settle = (chat: Chat, more: Partial<Parameters<typeof settleChat>[1]>): SettledAnswer<Stale> =>
  settleChat(chat, { turns: [], session: continued(chat.session, Date.now()), ...more }, () => new Stale());

/** Asks for a person, unless that was done before. */
export const requestHandover = (
  chat: Chat,
  { handover: rules }: Pick<AgentRecord, 'handover'>,
  reason: string | null,
): HandedOverChat => {
  const now = Date.now();
  refuseEnded(chat, now);
  if (chat.conversation.handling !== 'agent') return { operations: [], conversation: chat.conversation };
  refuseBusy(chat, now);
  return settle(chat, { change: waiting(rules, reason, now) });
};

/** Gives a chat back to its agent, with words of the agent or without. */
export const returnToAgent = (chat: Chat, turns: readonly NewTurn[] = []): HandedOverChat =>
  settle(chat, { turns, change: withAgent });

/** The variables of a chat, with the time of the message that is answered, also when it is answered again. */
export const chatVariables = async (
  { conversation, session }: Chat,
  agent: AgentTexts & Pick<AgentRecord, 'id' | 'name'>,
  lineage: Lineage,
): Promise<ConversationVariables> =>
  conversationVariables(
    session.variables,
    agent,
    lineage,
    conversation,
    session.pending[0]?.at ?? Date.now(),
    await hoursFor(agent, lineage),
  );

/** Words that no model has chosen. */
const spokenTurn = ({ conversation }: Chat, text: string, now: number): NewTurn => ({
  role: 'agent',
  text,
  start_ms: msSince(conversation, now),
  end_ms: null,
  tool_calls: [],
  metadata: {},
});

/** The agent's words when a chat ends by a limit. */
export const limitTurn = (
  chat: Chat,
  { limit_message }: Pick<AgentRecord, 'limit_message'>,
  variables: ConversationVariables,
): NewTurn[] =>
  limit_message === null ? [] : [spokenTurn(chat, fill(limit_message, variables), Date.now())];

/** The agent's words when nobody has answered in time, before those of the user who writes then. */
export const unansweredTurn = (
  chat: Chat,
  { handover }: Pick<AgentRecord, 'handover'>,
  variables: ConversationVariables,
): NewTurn[] => {
  if (!handover) return [];
  const [written] = chat.session.pending;
  const text = fill(handover.unanswered_message, variables);
  return [spokenTurn(chat, text, written?.at ?? Date.now())];
};

/** Adds the answer of a person, who takes the chat over. */
export const replyTo = async (
  chat: Chat,
  { text, author }: { readonly text: string; readonly author: Author },
): Promise<{ readonly operations: readonly Operation<Stale>[]; readonly turn: Turn }> => {
  const now = Date.now();
  refuseEnded(chat, now);
  refuseBusy(chat, now);
  if (await isPathSuspended(chat.conversation.path)) throw new ApiError('client_suspended');
  const added = [{ ...spokenTurn(chat, text, now), author }];
  const { operations, turns } = settle(chat, {
    turns: added,
    change: answeredBy(chat.conversation, author, now),
    ...(isFull(chat.conversation, added) && {
      end: { reason: 'limit_reached', at: new Date(now).toISOString() },
    }),
  });
  return { operations, turn: turns[0] as Turn };
};
