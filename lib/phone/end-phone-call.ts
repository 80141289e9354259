import { readWholeAgent } from '#lib/agents/agents.ts';
import { readSession } from '#lib/chats/sessions.ts';
import type { EndReason } from '#lib/chats/settle.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { readConversation, replaceConversation } from '#lib/conversations/conversations.ts';
import { defaultWords } from '#lib/domain/chats/call-words.ts';
import type { ChatSession } from '#lib/domain/chats/session.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { callUrls } from '#lib/domain/integrations/call-urls.ts';
import { mayCall } from '#lib/domain/organizations/call-prefixes.ts';
import type { CallIds } from '#lib/integrations/calls.ts';
import { carrierTask } from '#lib/integrations/recording-task.ts';
import { isSuspended, readLineage } from '#lib/organizations/clients.ts';
import { carriers } from '#lib/providers/index.ts';
import { isAwaiting } from '#lib/recordings/fetched-recordings.ts';
import { countTransfer } from '#lib/store/limits/request-rates.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';
import { voiceMachine } from '#lib/voice/machine.ts';
import type { VoiceState } from '#lib/voice/state.ts';
import { answerPhoneCall } from './answer-phone-call.ts';
import { isNoted, noteCall } from './call-notes.ts';
import { conversationOfCall } from './conversation-of-call.ts';
import { handoffIn } from './handoff.ts';
import { changeCall } from './phone-call.ts';
import { noteRinging } from './ringing.ts';
import type { SignedForm } from './signed-form.ts';
import { isNumber } from './start-phone-call.ts';

/**
 * Ends the conversation of a call, with the words that the caller can have heard until then, and further
 * writes and changes of its session. False: it was over.
 */
const endPhoneCall = async (
  conversationId: string,
  reason: EndReason,
  beside: Pick<NonNullable<Parameters<typeof changeCall>[2]>, 'operations' | 'session'> = {},
): Promise<boolean> => {
  let ends = false;
  const step = (state: VoiceState) => {
    ends = state.phase !== 'over';
    return voiceMachine.finish(state, Date.now());
  };
  await changeCall(conversationId, step, { reason, ...beside });
  return ends;
};

/**
 * Ends a call that goes on at a number, which counts as a placed call, also for its caller. The order of a
 * person was counted before, and is not the caller's. False: it may not go on there.
 */
const endTransferred = async (
  { id, path, call_reservation }: ConversationRecord,
  session: ChatSession | undefined,
  to: string,
  reason: EndReason,
): Promise<boolean> => {
  const lineage = await readLineage(path);
  if (!lineage || isSuspended(lineage) || !mayCall(lineage, to)) return false;
  const isCounted = session?.counted_transfer === to;
  const counted = isCounted ? [] : countTransfer(lineage, call_reservation?.caller);
  try {
    const noted = () => ({ transferred_to: to });
    return await endPhoneCall(id, reason, { operations: counted, session: noted });
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
};

/** The states of a transfer that somebody has answered. */
const answeredStates: readonly string[] = ['completed', 'answered'];

/**
 * The number that a transferred call comes from, where the carrier would pass on no number, such as that of a
 * caller who withholds it: destinations may refuse the call (twilio.com/docs/api/errors/13214).
 */
const callerOf = (fields: URLSearchParams): string | null => {
  const [from, to] = [fields.get('From'), fields.get('To')];
  return !isNumber(from) && isNumber(to) ? to : null;
};

/** A connection that is lost as often as this will not hold, and each costs its caller some words. */
const maxAttempts = 3;

/**
 * The instructions for a call after the number to which it was transferred: its caller learns that nobody has
 * answered there.
 */
const afterTransfer = async ({ integration, fields, conversation }: SignedForm): Promise<string> => {
  const { documents } = carriers[integration.provider];
  if (answeredStates.includes(fields.get('DialCallStatus') ?? '')) return documents.hangUp();
  const { agent } = (conversation && (await readWholeAgent(conversation.agent_id))) ?? {};
  const session = conversation && (await readSession(conversation.id));
  const { language, unanswered } = defaultWords(session?.speaks ?? agent?.language ?? null);
  return documents.apologize(unanswered, language);
};

const idsOf = ({ integration, call_id }: SignedForm): CallIds => ({
  integration_id: integration.id,
  provider_conversation_id: call_id,
});

/**
 * The conversation of a call that is over. If none has begun, none does any more: its setup may still be
 * handled.
 */
const conversationAtEnd = async (form: SignedForm): Promise<ConversationRecord | undefined> => {
  const { integration, call_id, placed_id, conversation_id, conversation } = form;
  if (conversation_id !== null) return conversation;
  await noteCall(idsOf(form), 'over');
  // It may have begun before it was noted.
  return (await conversationOfCall(integration, call_id, placed_id)).conversation;
};

/** The instructions for a call whose session with the agent, or whose transfer, has ended. */
export const continuePhoneCall = async (
  form: SignedForm,
  origin: string,
  attempt: number,
): Promise<string> => {
  const { integration, fields, placed_id } = form;
  const { documents } = carriers[integration.provider];
  if (fields.has('DialCallStatus')) return afterTransfer(form);
  const isOn = fields.get('CallStatus') === 'in-progress';
  const conversation = isOn ? form.conversation : await conversationAtEnd(form);
  const hasEnded = conversation !== undefined && isOver(conversation);
  const session = conversation && isOn ? await readSession(conversation.id) : undefined;
  const dial = (number: string) =>
    documents.dial({
      to: number,
      caller: callerOf(fields),
      action_url: callUrls(origin, integration.id, placed_id).ended,
    });
  // The answer to the same form was lost. The transfer was counted then.
  if (hasEnded && session?.transferred_to !== undefined) return dial(session.transferred_to);
  const handoff = handoffIn(fields, session);
  // A session that nobody has ended was lost: Telnyx does not say so.
  const wasLost = handoff
    ? handoff.reason === 'lost'
    : conversation !== undefined || (isOn && (await isNoted(idsOf(form), 'again')));
  // The caller still waits.
  const isLost = isOn && wasLost;
  if (isLost && !hasEnded && attempt < maxAttempts && integration.status !== 'disabled') {
    return answerPhoneCall(form, origin, { attempt: attempt + 1, speaks: session?.voice?.speaks });
  }
  if (!conversation || hasEnded) return documents.hangUp();
  const reason = handoff && handoff.reason !== 'lost' ? handoff.reason : undefined;
  const to = isOn ? (handoff?.to ?? undefined) : undefined;
  const goesOn =
    to !== undefined && (await endTransferred(conversation, session, to, reason ?? 'transferred'));
  if (!goesOn) {
    const refused = to !== undefined && reason === 'transferred' ? 'limit_reached' : reason;
    await endPhoneCall(conversation.id, refused ?? (isLost ? 'agent_failed' : 'user_ended'));
  }
  if (isAwaiting(conversation)) await fetchSoon(form, conversation.id);
  if (!goesOn) return documents.hangUp();
  return dial(to);
};

/** Lets the recording of a call be copied now, and removed at the carrier. */
const fetchSoon = async ({ integration, call_id }: SignedForm, conversationId: string): Promise<void> => {
  await commit([taskWrite(carrierTask(conversationId, { integration_id: integration.id, call_id }))]);
};

/** Takes in that a recording has ended. Repeated reports change nothing. */
export const reportRecording = async (form: SignedForm): Promise<void> => {
  if (form.conversation_id !== null) await fetchSoon(form, form.conversation_id);
};

/** The last states of a call that has not begun here, by the names of carriers, and their reasons. */
const unanswered: Readonly<Record<string, string>> = {
  // Somebody has answered, and no agent could.
  completed: 'agent_failed',
  busy: 'busy',
  'no-answer': 'no_answer',
  failed: 'call_not_made',
  canceled: 'canceled',
};

/** Ends the conversation of an outbound call that has not begun. */
const endUnanswered = (id: string, end_reason: string): Promise<void> =>
  retryStale(async () => {
    const before = await readConversation(id);
    if (before?.status !== 'active' || before.handling !== null) return;
    const change = { status: 'failed', end_reason, end_time: before.start_time } as const;
    await commit(replaceConversation(before, change, 'conversation.ended').operations);
  });

/** Takes in the state of a call that its carrier reports: that a phone rings, and the last one. */
export const reportPhoneCall = async (form: SignedForm): Promise<void> => {
  const status = form.fields.get('CallStatus') ?? '';
  // A call that was refused is never completed.
  const conversation = status === 'completed' ? await conversationAtEnd(form) : form.conversation;
  if (!conversation) return;
  if (status === 'ringing') await noteRinging(conversation.id);
  if (status === 'completed') await endPhoneCall(conversation.id, 'user_ended');
  const reason = unanswered[status];
  if (reason !== undefined) await endUnanswered(conversation.id, reason);
};
