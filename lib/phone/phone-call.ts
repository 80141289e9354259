import { after } from '#lib/chats/after.ts';
import { agentWords } from '#lib/chats/agent-words.ts';
import { agentFor, speakingFor } from '#lib/chats/agents.ts';
import { putOverSession } from '#lib/chats/claim.ts';
import { withSaid } from '#lib/chats/cost.ts';
import { chatVariables } from '#lib/chats/handovers.ts';
import { msSince, saidTurns } from '#lib/chats/said-turns.ts';
import { readChat, readSession } from '#lib/chats/sessions.ts';
import type { EndReason } from '#lib/chats/settle.ts';
import { isFull, settleChat } from '#lib/chats/settle.ts';
import type { ChatCosts } from '#lib/chats/spending.ts';
import type { ErrorCode } from '#lib/contract/errors.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { reserveAnswer, reservedFor, reserveMore, settleAnswer } from '#lib/domain/chats/call-tokens.ts';
import { defaultWords } from '#lib/domain/chats/call-words.ts';
import type { CallLeaving, ChatSession } from '#lib/domain/chats/session.ts';
import { continued, withTurn } from '#lib/domain/chats/session.ts';
import { isOver, timeAfter } from '#lib/domain/conversations/conversation.ts';
import { mayCall } from '#lib/domain/organizations/call-prefixes.ts';
import { sendFrame, sendFrameOnce } from '#lib/sockets/send-frame.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { spokenWithinMs } from '#lib/voice/heard.ts';
import type { VoiceEffect } from '#lib/voice/machine.ts';
import { unsettled } from '#lib/voice/machine.ts';
import { writeRelay } from '#lib/voice/relay.ts';
import type { CallManner, VoiceCall } from '#lib/voice/session.ts';
import type { WordsIn } from '#lib/voice/speak.ts';
import type { SpokenWords, VoiceState } from '#lib/voice/state.ts';
import { newVoiceState } from '#lib/voice/state.ts';
import { answerAttempts } from './answer-attempts.ts';
import type { LivePhoneCall } from './hold-call.ts';
import { asUnsettledCall, carrierOf, readLivePhoneCall } from './hold-call.ts';
import { countIgnored } from './ignored-frames.ts';
import type { SpokenAnswer } from './think-aloud.ts';
import { thinkAloud } from './think-aloud.ts';

/** The state of a call whose record is gone or over: a function that still speaks in it stops. */
const stopped: VoiceState = { ...newVoiceState('', 0), phase: 'over', generation: Number.MAX_SAFE_INTEGER };

/** The reasons why no answer was made that hold for the next ones as well. */
const lasting: ReadonlySet<string> = new Set<ErrorCode>([
  'client_suspended',
  'agent_not_found',
  'quota_exceeded',
]);

interface Change {
  readonly state: VoiceState;
  readonly turns?: readonly SpokenWords[];
  readonly effects?: readonly VoiceEffect[];
}

type SessionChange = (session: ChatSession) => Partial<ChatSession>;

/** The tokens of the call with those of an answer that begins with this step. */
const withAnswerBegun = (
  session: ChatSession,
  { effects = [] }: Pick<Change, 'effects'>,
  now: number,
): Partial<ChatSession> => {
  const begun = effects.find((effect) => effect.type === 'answer');
  return begun ? reserveAnswer(session, begun.claim, now) : {};
};

/**
 * Changes the state of a call, on the condition that nobody else has, and stores words whose fate is known
 * with it. A call that is over ends its conversation: for the reason, or as its last answer ends it.
 */
export const changeCall = <S extends Change>(
  conversationId: string,
  step: (state: VoiceState) => S,
  {
    reason,
    session: alter,
    operations: beside = [],
  }: {
    readonly reason?: EndReason;
    /** Changes more of the session than the state. */
    readonly session?: SessionChange | undefined;
    /** Further writes of the transaction that ends the call. */
    readonly operations?: readonly Operation[];
  } = {},
): Promise<S> =>
  retryStale(async () => {
    const call = asUnsettledCall(await readChat(conversationId));
    if (!call) return step(stopped);
    const isEnded = isOver(call.conversation);
    const result = step(call.voice);
    const { state, turns = [] } = result;
    const now = Date.now();
    const { generation, revision } = call.voice;
    const isAnotherAnswer = state.generation !== generation;
    const isTurn = isAnotherAnswer || state.revision !== revision;
    const changed: ChatSession = {
      ...continued(call.session, now),
      ...alter?.(call.session),
      ...(isTurn && withTurn(call.session, now)),
      // An agent that speaks again has not left. One that leaves is not stopped by a correction.
      ...(isAnotherAnswer && { leaves: undefined }),
      ...withAnswerBegun(call.session, result, now),
      voice: state,
    };
    const { ended_at } = state;
    if (turns.length === 0 && (isEnded || state.phase !== 'over')) {
      if (state !== call.voice || alter) {
        await putOverSession(call, call.session.generation, {
          ...changed,
          generation: call.session.generation + 1,
        });
      }
      return result;
    }
    const settled = settleChat(
      call,
      {
        turns: saidTurns(call.conversation, turns),
        session: changed,
        change: withSaid(call, turns),
        ...(state.phase === 'over' &&
          !isEnded && {
            end: {
              reason: reason ?? call.session.ends_as ?? 'agent_ended',
              at: timeAfter(call.conversation.start_time, msSince(call.conversation, ended_at ?? now)),
            },
          }),
      },
      () => new Stale(),
    );
    await commit([...settled.operations, ...(isEnded ? [] : beside)]);
    return result;
  });

/** The number if the agent may transfer the call to it. */
type Transferable = (to: string | null) => string | null;

interface Behavior extends CallManner {
  readonly transferable: Transferable;
}

const behaviorOf = async (call: LivePhoneCall): Promise<Behavior> => {
  const { agent, lineage } = await speakingFor(call);
  const variables = await chatVariables(call, agent, lineage);
  const { fallback_number } = agent;
  const transferable: Transferable = (to) => (to !== null && mayCall(lineage, to) ? to : null);
  const wordsIn: WordsIn = (speaks) => {
    const words = agentWords(agent, lineage, variables, { speaks, failure: 'failure' });
    const { recording } = defaultWords(speaks ?? agent.language);
    const first = [words.disclosure ?? '', call.session.recording ? recording : ''];
    return { ...words, disclosure: first.filter((text) => text !== '').join(' ') };
  };
  return {
    words: wordsIn,
    fallback_number: transferable(fallback_number),
    transferable,
  };
};

/** The behavior in a call whose agent may not be used any more: an apology in its language. */
const apologizing = async (call: LivePhoneCall): Promise<Behavior> => {
  const { agent } = (await agentFor(call)) ?? {};
  const failureIn = (speaks: string | undefined) => defaultWords(speaks ?? agent?.language ?? null).failure;
  return {
    words: (speaks) => ({
      disclosure: null,
      filler: null,
      working: null,
      failure_message: failureIn(speaks),
    }),
    fallback_number: null,
    transferable: () => null,
  };
};

/** Notes that the words before a recording were sent, so that it can begin once they were heard. */
const noteAnnounced = async (conversationId: string, text: string): Promise<void> => {
  const after = Date.now() + spokenWithinMs(text);
  await changeCall(conversationId, (state) => ({ state }), {
    session: ({ recording }) => (recording ? { recording: { ...recording, after } } : {}),
  });
};

/** Reserves up to so many tokens for an answer altogether, or throws because its call has no room. */
const reserveTokens = async (conversationId: string, claim: number, needed: number): Promise<void> => {
  await changeCall(
    conversationId,
    (state) => {
      if (state.generation !== claim) throw new ApiError('answer_interrupted');
      return { state };
    },
    {
      session: (session) => {
        const after = reserveMore(session, claim, needed);
        if (!after) throw new ApiError('rate_limited');
        return after;
      },
    },
  );
};

/** A call as the rules of voice reach it. */
interface ReachedCall {
  readonly conversation: LivePhoneCall['conversation'];
  readonly call: VoiceCall<SpokenAnswer>;
  /** False: no setup of a connection was handled yet. */
  readonly isSetUp: boolean;
  /** Whether a recording may begin, because it was announced. */
  readonly isAnnounced: boolean;
  /** Whether the transcript has no room for what a caller says to a person. */
  readonly isFull: boolean;
  /** Waits for the answers to be paid. */
  readonly paid: () => Promise<void>;
}

export const phoneCall = async (conversationId: string): Promise<ReachedCall | undefined> => {
  const found = await readLivePhoneCall(conversationId);
  if (!found) return undefined;
  let answered: SessionChange | undefined;
  let behavior: Promise<Behavior> | undefined;
  let fallback_number: string | null = null;
  const manner = async () => {
    behavior ??= behaviorOf(found).catch((error: unknown) => {
      // The answer fails in the same way, and says so.
      if (!(error instanceof ApiError)) throw error;
      return apologizing(found);
    });
    const known = await behavior;
    ({ fallback_number } = known);
    return known;
  };
  /** Leaves the call at a number, unless the answer that does so was stopped meanwhile. */
  const leaving =
    (reason: CallLeaving['reason'], to: string | null): SessionChange =>
    ({ voice }) =>
      to !== null && voice?.generation === own?.claim ? { leaves: { reason, to } } : {};
  /** The answer that this function makes, with the tokens that are reserved for it. */
  let own: { readonly claim: number; reserved: number } | undefined;
  let kept: ChatCosts | null = null;
  let isSettled = false;
  const attempts = answerAttempts(async (tokens) => {
    if (!own || tokens <= own.reserved) return;
    await reserveTokens(conversationId, own.claim, tokens);
    own.reserved = tokens;
  });
  const settling =
    (claim: number): SessionChange =>
    (session) =>
      settleAnswer(session, claim, attempts.tokens());
  const change: VoiceCall<SpokenAnswer>['change'] = async (step, reports) => {
    const alter = answered;
    // Those of an answer that was interrupted while its model is asked are known later.
    const settles = reports !== undefined && attempts.areOver() ? settling(reports) : undefined;
    let isStored = false;
    const result = await changeCall(
      conversationId,
      (state) => {
        const after = step(state);
        isStored = state !== stopped && after.state !== state;
        return after;
      },
      {
        session:
          alter || settles
            ? (session) => {
                const after = alter?.(session);
                return { ...after, ...settles?.({ ...session, ...after }) };
              }
            : undefined,
      },
    );
    if (answered === alter) answered = undefined;
    if (reports !== undefined) {
      own ??= { claim: reports, reserved: 0 };
      isSettled = settles !== undefined;
      if (!isStored) kept = null;
    }
    return result;
  };
  /** Counts what has no turn, and leaves the tokens that were used. */
  const pay = async (): Promise<void> => {
    await attempts.count(kept ?? undefined);
    if (own && !isSettled) {
      await changeCall(conversationId, (state) => ({ state }), { session: settling(own.claim) });
    }
  };
  const call: VoiceCall<SpokenAnswer> = {
    read: async () => (await readSession(conversationId))?.voice ?? stopped,
    send: async (connection, output) => {
      const text = writeRelay(output, carrierOf(found.conversation));
      if (output.type === 'keys') return sendFrameOnce(connection, text);
      const isSent = await sendFrame(connection, text);
      const announces = output.type === 'text' && output.uninterruptible && found.session.recording;
      if (isSent && announces) await noteAnnounced(conversationId, output.text);
      return isSent;
    },
    now: Date.now,
    after,
    change,
    think: async function* (state, greets) {
      const { generation: claim } = state;
      const attempt = attempts.begin();
      try {
        const now = await readLivePhoneCall(conversationId);
        if (!now) throw new ApiError('conversation_ended');
        own ??= { claim, reserved: reservedFor(now.session, claim) };
        return yield* thinkAloud({ ...now, voice: state }, claim, greets, attempt);
      } finally {
        attempt.end();
      }
    },
    manner,
    consequenceOf: async (answer) => {
      const { transferable } = await manner();
      const ends_as = answer.limited ? 'limit_reached' : 'agent_ended';
      const transfer_to = transferable(answer.transfer_to) ?? (answer.hands_over ? fallback_number : null);
      const leaves = leaving('transferred', transfer_to);
      answered = (session) => ({ ...answer.session(session), ends_as, ...leaves(session) });
      kept = answer.spending;
      return { ends: answer.ends, transfer_to, turn: answer.turn };
    },
    failed: (error) => {
      const failure = { message: 'An answer in a call failed', conversation: conversationId };
      const leaves = leaving('agent_failed', fallback_number);
      answered = leaves;
      if (!(error instanceof ApiError)) {
        console.error({ ...failure, error });
        return false;
      }
      console.warn({ ...failure, code: error.code });
      if (!lasting.has(error.code)) return false;
      answered = (session) => ({ ends_as: 'agent_failed', ...leaves(session) });
      return true;
    },
    ignored: (why) => {
      if (why !== 'without_consequence') countIgnored(why, { conversation: conversationId });
    },
  };
  const { voice, session } = found;
  return {
    conversation: found.conversation,
    call,
    isSetUp: voice.phase !== 'connected',
    isFull:
      voice.with_person === true &&
      isFull(found.conversation, saidTurns(found.conversation, unsettled(voice))),
    isAnnounced: session.recording !== undefined && session.recording.after !== null,
    paid: pay,
  };
};
