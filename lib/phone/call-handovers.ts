import { stateOf } from '#lib/chats/end-chat.ts';
import type { SpokenTurn } from '#lib/chats/said-turns.ts';
import { ApiError, invalid } from '#lib/contract/errors.ts';
import type { Turn } from '#lib/contract/transcripts.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { Author } from '#lib/domain/chats/author.ts';
import { shownTurn, storedAuthor } from '#lib/domain/chats/author.ts';
import { answeredBy, withAgent } from '#lib/domain/chats/handover.ts';
import { isPathSuspended } from '#lib/organizations/clients.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { giveBack, intervene, takeOver } from '#lib/voice/machine.ts';
import { changedCall, refuseFull } from './changed-call.ts';
import type { LivePhoneCall } from './hold-call.ts';
import { sayInCall } from './send-in-call.ts';

/*
 * A person takes a call over from the agent. Nobody waits in a call, so the person has it at once. The words
 * of the caller are stored, and those that the person types are spoken.
 */

type State = ReturnType<typeof stateOf>;

const refuseSuspended = async ({ conversation }: LivePhoneCall): Promise<void> => {
  if (await isPathSuspended(conversation.path)) throw new ApiError('client_suspended');
};

/** Silences the agent until the call is given back. */
export const takeCallOver = async (
  { person }: Pick<Caller, 'person'>,
  call: LivePhoneCall,
  reason: string | null,
): Promise<Write<State>> => {
  const { conversation, voice } = call;
  if (conversation.handling === 'human') return { operations: [], reply: stateOf(conversation) };
  await refuseSuspended(call);
  const { handling, handover } = answeredBy(
    conversation,
    person ? { person_id: person.id } : null,
    Date.now(),
  );
  const change = { handling, handover: { ...handover, reason } };
  const { operations, conversation: after } = changedCall(call, takeOver(voice), change);
  return { operations, reply: stateOf(after), about: after };
};

/** Lets the agent answer again, which knows what was said meanwhile. */
export const giveCallBack = (call: LivePhoneCall): Write<State> => {
  const { conversation, voice } = call;
  if (conversation.handling === 'agent') return { operations: [], reply: stateOf(conversation) };
  const { operations, conversation: after } = changedCall(call, giveBack(voice), withAgent);
  return { operations, reply: stateOf(after), about: after };
};

/** The longest words that a voice says at once. */
const longestWords = 1000;

/** Speaks the words of a person, who takes the call over if nobody has. */
export const speakInCall = async (
  call: LivePhoneCall,
  text: string,
  author: Author,
): Promise<Write<Turn>> => {
  const { conversation, voice } = call;
  if (text.length > longestWords) {
    const detail = `must have at most ${longestWords} characters in a call`;
    throw invalid({ pointer: '/text', code: 'too_big', detail });
  }
  refuseFull(call);
  await refuseSuspended(call);
  const now = Date.now();
  const turn: SpokenTurn = { usage: null, cost: null, tool_calls: [], author: storedAuthor(author) };
  const silent = voice.with_person ? voice : takeOver(voice);
  const after = intervene(silent, text, now, turn);
  const spoken = changedCall(call, after, answeredBy(conversation, author, now));
  const said = spoken.unsettled.at(-1);
  if (!said) throw new Error('The words of a person were not noted');
  return {
    operations: spoken.operations,
    reply: shownTurn({ ...said, author }),
    about: spoken.conversation,
    afterwards: () => sayInCall(conversation, text, after.generation),
  };
};
