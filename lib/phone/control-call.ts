import { endChat, stateOf } from '#lib/chats/end-chat.ts';
import type { SpokenTurn } from '#lib/chats/said-turns.ts';
import { readChat, sessionItem } from '#lib/chats/sessions.ts';
import type { CallControl } from '#lib/contract/calls.ts';
import { ApiError, invalid } from '#lib/contract/errors.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import type { Author } from '#lib/domain/chats/author.ts';
import { storedAuthor } from '#lib/domain/chats/author.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { refuseNumber } from '#lib/domain/organizations/call-prefixes.ts';
import { isSuspended, readLineage } from '#lib/organizations/clients.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { putUnchanged } from '#lib/store/operations/put.ts';
import type { VoiceOutput } from '#lib/voice/frames.ts';
import { intervene } from '#lib/voice/machine.ts';
import { writeRelay } from '#lib/voice/relay.ts';
import type { LivePhoneCall } from './hold-call.ts';
import { asLiveCall } from './hold-call.ts';
import { sendFrame } from './send-frame.ts';

/** A call that this platform holds, and that the caller of the API reaches. */
export const findLiveCall = async (caller: Caller, conversationId: string): Promise<LivePhoneCall> => {
  const found = await readChat(conversationId);
  if (!found || !reaches(caller, found.conversation.path)) throw new ApiError('conversation_not_found');
  const isCall = found.conversation.chat_usage?.in_call === true;
  if (!isCall) throw new ApiError('not_a_live_call');
  const call = asLiveCall(found);
  if (!call || isOver(found.conversation)) throw new ApiError('conversation_ended');
  return call;
};

const needed = (field: 'text' | 'to', action: string) =>
  invalid({ pointer: `/${field}`, code: 'required', detail: `is required to ${action}` });

/** The message to the carrier, which ends the session unless words are spoken. */
const outputOf = ({ action, text, to }: CallControl): VoiceOutput => {
  if (action === 'end') return { type: 'end', handoff: '{"reason":"staff_ended"}' };
  if (action === 'transfer') {
    if (to === null) throw needed('to', action);
    return { type: 'end', handoff: JSON.stringify({ reason: 'transferred', to }) };
  }
  if (text === null) throw needed('text', action);
  return { type: 'text', text, last: true, language: null };
};

/** Intervenes in a call. Stores that the agent has stopped before it sends anything to the carrier. */
export const controlCall = async (
  call: LivePhoneCall,
  control: CallControl,
  author: Author | null,
): Promise<Write<ReturnType<typeof stateOf>>> => {
  const { conversation, session, voice } = call;
  const output = outputOf(control);
  const lineage = await readLineage(conversation.path);
  if (!lineage || isSuspended(lineage)) throw new ApiError('client_suspended');
  if (control.to !== null) refuseNumber(lineage, control.to);
  const afterwards = async () => {
    await sendFrame(voice.connection, writeRelay(output));
  };
  if (control.action === 'end') {
    const { operations, conversation: after } = endChat(call, 'staff_ended');
    return { operations, reply: stateOf(after), about: after, afterwards };
  }
  const turn: SpokenTurn = {
    usage: null,
    cost: null,
    tool_calls: [],
    ...(author !== null && { author: storedAuthor(author) }),
  };
  const { generation } = session;
  const after = intervene(voice, control.text ?? '', Date.now(), control.text === null ? null : turn);
  const item = sessionItem(conversation.id, { ...session, generation: generation + 1, voice: after });
  return {
    operations: [{ ...putUnchanged(item, { generation }), otherwise: () => new Stale() }],
    reply: stateOf(conversation),
    about: conversation,
    afterwards,
  };
};
