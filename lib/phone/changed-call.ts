import { withSaid } from '#lib/chats/cost.ts';
import type { NewTurn } from '#lib/chats/said-turns.ts';
import { saidTurns } from '#lib/chats/said-turns.ts';
import { readChat, sessionItem } from '#lib/chats/sessions.ts';
import { isFull, settleChat } from '#lib/chats/settle.ts';
import { invalid } from '#lib/contract/errors.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import type { ChatSession } from '#lib/domain/chats/session.ts';
import { continued } from '#lib/domain/chats/session.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { putUnchanged } from '#lib/store/operations/put.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { sentWords, settle, unsettled } from '#lib/voice/machine.ts';
import type { VoiceState } from '#lib/voice/state.ts';
import type { LivePhoneCall } from './hold-call.ts';
import { asUnsettledCall } from './hold-call.ts';

/** The writes that change a call, and the call after them. */
interface ChangedCall {
  readonly operations: readonly Operation<Stale>[];
  readonly conversation: ConversationRecord;
  /** The turns that are not in the transcript yet. */
  readonly unsettled: readonly (NewTurn & { readonly index: number })[];
}

/** The turns of a call that are not in the transcript yet, with the places that they will have in it. */
export const unsettledTurns = (
  conversation: ConversationRecord,
  voice: Pick<VoiceState, 'said'>,
): ChangedCall['unsettled'] =>
  saidTurns(conversation, unsettled(voice)).map((turn, at) => ({ ...turn, index: conversation.turns + at }));

/** So many turns may wait for the transcript: they are in the item of the session. */
const mostUnsettled = 60;

/** Refuses words of people that the transcript has no room for. */
export const refuseFull = ({ conversation, voice }: LivePhoneCall): void => {
  if (voice.said.length < mostUnsettled && !isFull(conversation, unsettledTurns(conversation, voice))) return;
  const detail = 'has no room in the transcript: end or transfer the call';
  throw invalid({ pointer: '/text', code: 'too_big', detail });
};

/** Notes that the words of a person were sent in a call, which may have ended meanwhile. */
export const noteSent = (conversationId: string, claim: number): Promise<void> =>
  retryStale(async () => {
    const call = asUnsettledCall(await readChat(conversationId));
    const voice = call && sentWords(call.voice, claim);
    if (!voice || voice === call.voice) return;
    await commit(changedCall(call, voice).operations);
  });

/**
 * Changes what a call does next, and stores the words whose fate is known by now. `noted`: further changes of
 * the session.
 */
export const changedCall = (
  call: LivePhoneCall,
  voice: VoiceState,
  change?: Partial<ConversationRecord>,
  noted: Partial<ChatSession> = {},
): ChangedCall => {
  const { conversation, session } = call;
  const { generation } = session;
  const now = Date.now();
  const { state, turns } = settle(voice, now);
  const changed: ChatSession = {
    ...continued(session, now),
    // An agent that was stopped does not leave.
    ...(voice.generation !== call.voice.generation && { leaves: undefined }),
    ...noted,
    voice: state,
  };
  const leaves = noted.leaves !== undefined;
  if (turns.length === 0 && !change && !leaves) {
    const item = sessionItem(conversation.id, { ...changed, generation: generation + 1 });
    const operations = [{ ...putUnchanged(item, { generation }), otherwise: () => new Stale() }];
    return { operations, conversation, unsettled: unsettledTurns(conversation, state) };
  }
  const settled = settleChat(
    call,
    {
      turns: saidTurns(conversation, turns),
      session: changed,
      change: { ...withSaid(call, turns), ...change },
      leaves,
    },
    () => new Stale(),
  );
  return {
    operations: settled.operations,
    conversation: settled.conversation,
    unsettled: unsettledTurns(settled.conversation, state),
  };
};
