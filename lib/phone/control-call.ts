import { endChat, stateOf } from '#lib/chats/end-chat.ts';
import type { SpokenTurn } from '#lib/chats/said-turns.ts';
import type { StoredChat } from '#lib/chats/sessions.ts';
import type { CallControl } from '#lib/contract/calls.ts';
import { ApiError, invalid } from '#lib/contract/errors.ts';
import type { Author } from '#lib/domain/chats/author.ts';
import { storedAuthor } from '#lib/domain/chats/author.ts';
import type { CallLeaving, ChatSession } from '#lib/domain/chats/session.ts';
import type { ControlOrder } from '#lib/domain/integrations/controller.ts';
import { refuseNumber } from '#lib/domain/organizations/call-prefixes.ts';
import { isSuspended, readLineage } from '#lib/organizations/clients.ts';
import { countPlacedCall } from '#lib/store/limits/request-rates.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { instruct, intervene } from '#lib/voice/machine.ts';
import type { VoiceState } from '#lib/voice/state.ts';
import { changedCall, refuseFull } from './changed-call.ts';
import { orderOf } from './control-order.ts';
import type { LivePhoneCall } from './hold-call.ts';
import { asLiveCall } from './hold-call.ts';
import { endFor } from './leave-call.ts';
import { sayInCall, sendInCall } from './send-in-call.ts';

/** Whether this platform holds a call, or has held it. */
export const isHeldHere = ({ conversation }: StoredChat): boolean =>
  conversation.chat_usage?.in_call === true;

/** A call that this platform holds, or the reason why nobody can intervene in it. */
export const liveCallIn = (found: StoredChat): LivePhoneCall => {
  if (!isHeldHere(found)) throw new ApiError('not_a_live_call');
  const call = asLiveCall(found);
  if (!call) throw new ApiError('conversation_ended');
  return call;
};

/** More than people say to an agent between two of its answers. */
const mostInstructions = 20;

const refuseMany = ({ voice: { said } }: LivePhoneCall): void => {
  const later = said.slice(said.findLastIndex(({ role }) => role === 'agent') + 1);
  if (later.filter(({ role }) => role === 'system').length < mostInstructions) return;
  const detail = `must follow an answer: ${mostInstructions} instructions wait for the next one`;
  throw invalid({ pointer: '/action', code: 'out_of_range', detail });
};

/** An order after which the call goes on, here or elsewhere. */
type GoingOn = Exclude<ControlOrder, { action: 'end' }>;

const leavingTo = (to: string): CallLeaving => ({ reason: 'transferred', to });

/**
 * Sends an order to the carrier, by the state of the call after it. Nobody hears an instruction. A follower
 * sends that of a transfer as well, if this function is killed before.
 */
const sendOrder = async (
  { conversation }: LivePhoneCall,
  order: GoingOn,
  { generation }: VoiceState,
): Promise<void> => {
  if (order.action === 'say') await sayInCall(conversation, order.text, generation);
  if (order.action === 'transfer') await sendInCall(conversation, endFor(leavingTo(order.to)));
};

/** The state of a call after an order that does not end it, and what its session notes of the order. */
const afterOrder = (
  { voice }: LivePhoneCall,
  order: GoingOn,
  turn: SpokenTurn,
): Pick<LivePhoneCall, 'voice'> & { readonly noted?: Partial<ChatSession> } => {
  const at = Date.now();
  if (order.action === 'transfer') {
    const { to } = order;
    const noted = { leaves: leavingTo(to), counted_transfer: to };
    return { voice: intervene(voice, '', at, null), noted };
  }
  const { text } = order;
  return {
    voice: order.action === 'say' ? intervene(voice, text, at, turn) : instruct(voice, { text, at, turn }),
  };
};

/** Intervenes in a call. Stores that the agent has stopped before it sends anything to the carrier. */
export const controlCall = async (
  call: LivePhoneCall,
  control: CallControl,
  author: Author | null,
): Promise<Write<ReturnType<typeof stateOf>, 'rate_limited'>> => {
  const { conversation } = call;
  const order = orderOf(control);
  const lineage = await readLineage(conversation.path);
  if (!lineage || isSuspended(lineage)) throw new ApiError('client_suspended');
  if (order.action === 'end') {
    const { operations, conversation: after } = endChat(call, 'staff_ended');
    return { operations, reply: stateOf(after), about: after };
  }
  if (order.action === 'transfer') refuseNumber(lineage, order.to);
  else refuseFull(call);
  if (order.action === 'instruct') refuseMany(call);
  const counted = order.action === 'transfer' ? countPlacedCall(lineage) : undefined;
  const by: SpokenTurn = {
    usage: null,
    cost: null,
    tool_calls: [],
    ...(author !== null && { author: storedAuthor(author) }),
  };
  const after = afterOrder(call, order, by);
  const { operations } = changedCall(call, after.voice, undefined, after.noted);
  return {
    operations: [...operations, ...(counted?.operations ?? [])],
    reply: stateOf(conversation),
    about: conversation,
    afterwards: async () => {
      await counted?.afterwards();
      await sendOrder(call, order, after.voice);
    },
  };
};
