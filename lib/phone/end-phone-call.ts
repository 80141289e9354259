import type { EndReason } from '#lib/chats/settle.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { readConversation, replaceConversation } from '#lib/conversations/conversations.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { mayCall } from '#lib/domain/organizations/call-prefixes.ts';
import { carrierTask } from '#lib/integrations/recording-task.ts';
import { isSuspended, readLineage } from '#lib/organizations/clients.ts';
import { carriers } from '#lib/providers/index.ts';
import { isAwaiting } from '#lib/recordings/fetched-recordings.ts';
import { countPlacedCall } from '#lib/store/limits/request-rates.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';
import { voiceMachine } from '#lib/voice/machine.ts';
import { answerPhoneCall } from './answer-phone-call.ts';
import { handoffIn } from './handoff.ts';
import { changeCall } from './phone-call.ts';
import type { SignedForm } from './signed-form.ts';

/** Ends the conversation of a call, with the words that the caller can have heard until then. */
export const endPhoneCall = async (
  conversationId: string,
  reason: EndReason,
  at = Date.now(),
): Promise<void> => {
  await changeCall(conversationId, (state) => voiceMachine.finish(state, at), { reason });
};

/** Whether the call may be transferred to a number. It counts as a placed one. */
const countTransfer = async (path: readonly string[], to: string): Promise<boolean> => {
  const lineage = await readLineage(path);
  if (!lineage || isSuspended(lineage) || !mayCall(lineage, to)) return false;
  try {
    const { operations } = countPlacedCall(lineage);
    if (operations.length > 0) await commit(operations);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
};

/** A connection that is lost as often as this will not hold, and each costs its caller some words. */
const maxAttempts = 3;

/** The instructions for a call whose session with the agent has ended. */
export const continuePhoneCall = async (
  form: SignedForm,
  origin: string,
  attempt: number,
): Promise<string> => {
  const { integration, fields, conversation } = form;
  const { documents } = carriers[integration.provider];
  const handoff = handoffIn(fields);
  const isOn = fields.get('CallStatus') === 'in-progress';
  const wasLost = handoff
    ? handoff.reason === 'lost'
    : conversation !== undefined && fields.get('SessionStatus') === 'failed';
  // The caller still waits.
  const isLost = isOn && wasLost;
  const hasEnded = conversation !== undefined && isOver(conversation);
  if (isLost && !hasEnded && attempt < maxAttempts) {
    return answerPhoneCall(form, origin, attempt + 1);
  }
  if (conversation && !hasEnded) {
    const reason = handoff && handoff.reason !== 'lost' ? handoff.reason : undefined;
    await endPhoneCall(conversation.id, reason ?? (isLost ? 'agent_failed' : 'user_ended'));
    if (isAwaiting(conversation)) await fetchSoon(form, conversation.id);
    const to = handoff?.to;
    if (to && isOn && (await countTransfer(conversation.path, to))) return documents.dial(to);
  }
  return documents.hangUp();
};

/** Lets the recording of a call be copied now, and removed at the carrier. */
const fetchSoon = async ({ integration, call_id }: SignedForm, conversationId: string): Promise<void> => {
  await commit([taskWrite(carrierTask(conversationId, { integration_id: integration.id, call_id }))]);
};

/** Takes in that a recording has ended. Repeated reports change nothing. */
export const reportRecording = async (form: SignedForm): Promise<void> => {
  if (form.conversation_id !== null) await fetchSoon(form, form.conversation_id);
};

/** The states of a call in which nobody has answered, by Twilio's names, and their reasons here. */
const unanswered: Readonly<Record<string, string>> = {
  busy: 'busy',
  'no-answer': 'no_answer',
  failed: 'call_not_made',
  canceled: 'canceled',
};

/** Ends the conversation of an outbound call that nobody has answered. */
const endUnanswered = (id: string, end_reason: string): Promise<void> =>
  retryStale(async () => {
    const before = await readConversation(id);
    if (before?.status !== 'active' || before.handling !== null) return;
    const change = { status: 'failed', end_reason, end_time: before.start_time } as const;
    await commit(replaceConversation(before, change, 'conversation.ended').operations);
  });

/** Takes in the state of a call that its carrier reports. Only the last one matters. */
export const reportPhoneCall = async ({ fields, conversation }: SignedForm): Promise<void> => {
  if (!conversation) return;
  const status = fields.get('CallStatus') ?? '';
  if (status === 'completed') await endPhoneCall(conversation.id, 'user_ended');
  const reason = unanswered[status];
  if (reason !== undefined) await endUnanswered(conversation.id, reason);
};
