import { endChat, stateOf } from '#lib/chats/end-chat.ts';
import type { SpokenTurn } from '#lib/chats/said-turns.ts';
import type { StoredChat } from '#lib/chats/sessions.ts';
import type { CallControl } from '#lib/contract/calls.ts';
import { ApiError, invalid } from '#lib/contract/errors.ts';
import type { Author } from '#lib/domain/chats/author.ts';
import { storedAuthor } from '#lib/domain/chats/author.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import { refuseNumber } from '#lib/domain/organizations/call-prefixes.ts';
import { isSuspended, readLineage } from '#lib/organizations/clients.ts';
import { sendFrame } from '#lib/sockets/send-frame.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import type { VoiceOutput } from '#lib/voice/frames.ts';
import { instruct, intervene } from '#lib/voice/machine.ts';
import { writeRelay } from '#lib/voice/relay.ts';
import { changedCall } from './changed-call.ts';
import type { LivePhoneCall } from './hold-call.ts';
import { asLiveCall } from './hold-call.ts';
import { sendInCall } from './send-in-call.ts';

/** Whether this platform holds a call, or has held it. */
export const isHeldHere = ({ conversation }: StoredChat): boolean =>
  conversation.chat_usage?.in_call === true;

/** A call that this platform holds, or the reason why nobody can intervene in it. */
export const liveCallIn = (found: StoredChat): LivePhoneCall => {
  if (!isHeldHere(found)) throw new ApiError('not_a_live_call');
  const call = asLiveCall(found);
  if (!call || isOver(found.conversation)) throw new ApiError('conversation_ended');
  return call;
};

/** The refusal of an intervention that lacks a field. */
export const needed = (field: 'text' | 'to', action: string) =>
  invalid({ pointer: `/${field}`, code: 'required', detail: `is required to ${action}` });

/** More than people say to an agent between two of its answers. */
const mostInstructions = 20;

const refuseMany = ({ voice: { said } }: LivePhoneCall): void => {
  const later = said.slice(said.findLastIndex(({ role }) => role === 'agent') + 1);
  if (later.filter(({ role }) => role === 'system').length < mostInstructions) return;
  const detail = `must follow an answer: ${mostInstructions} instructions wait for the next one`;
  throw invalid({ pointer: '/action', code: 'out_of_range', detail });
};

/** The message to the carrier, which ends the session unless words are spoken. Undefined: nobody hears it. */
const outputOf = ({ action, text, to }: CallControl): VoiceOutput | undefined => {
  if (action === 'end') return { type: 'end', handoff: '{"reason":"staff_ended"}' };
  if (action === 'transfer') {
    if (to === null) throw needed('to', action);
    return { type: 'end', handoff: JSON.stringify({ reason: 'transferred', to }) };
  }
  if (text === null) throw needed('text', action);
  return action === 'say' ? { type: 'text', text, last: true, language: null } : undefined;
};

/** Intervenes in a call. Stores that the agent has stopped before it sends anything to the carrier. */
export const controlCall = async (
  call: LivePhoneCall,
  control: CallControl,
  author: Author | null,
): Promise<Write<ReturnType<typeof stateOf>>> => {
  const { conversation, voice } = call;
  const { action, text, to } = control;
  const output = outputOf(control);
  const lineage = await readLineage(conversation.path);
  if (!lineage || isSuspended(lineage)) throw new ApiError('client_suspended');
  if (to !== null) refuseNumber(lineage, to);
  if (action === 'end') {
    // A connection that replaces this one is closed, because the call is over.
    const afterwards = async () => {
      if (output) await sendFrame(voice.connection, writeRelay(output));
    };
    const { operations, conversation: after } = endChat(call, 'staff_ended');
    return { operations, reply: stateOf(after), about: after, afterwards };
  }
  const by: SpokenTurn = {
    usage: null,
    cost: null,
    tool_calls: [],
    ...(author !== null && { author: storedAuthor(author) }),
  };
  const at = Date.now();
  if (action === 'instruct') refuseMany(call);
  const after =
    action === 'instruct'
      ? instruct(voice, { text: text ?? '', at, turn: by })
      : intervene(voice, text ?? '', at, text === null ? null : by);
  const { operations } = changedCall(call, after);
  const afterwards = async () => {
    if (output) await sendInCall(conversation.id, output);
  };
  return { operations, reply: stateOf(conversation), about: conversation, afterwards };
};
