import type { ReceivedFrame } from './frames.ts';
import { spokenWithinMs } from './heard.ts';
import { betweenKeysMs } from './interrupted.ts';
import type { IgnoredReason, SettledState, VoiceMachine, VoiceStep } from './machine.ts';
import { changeLanguage, press, takeBackKeys, toldLanguage, voiceMachine } from './machine.ts';
import type { SpokenResult, VoiceLine, VoiceThought, WordsIn } from './speak.ts';
import { mayBeAdmitted, reach, reconnecting, speak } from './speak.ts';
import type { SpokenWords, VoiceState } from './state.ts';

/** The consequences of an answer for the call. */
interface CallConsequence {
  /** The agent has said goodbye. */
  readonly ends: boolean;
  /** The number at which the call goes on; null: it goes on here. */
  readonly transfer_to: string | null;
}

/** The words of the agent, and its way out, where it has no answer. */
export interface CallManner {
  readonly words: WordsIn;
  /** The number that takes a call whose agent has failed; null: none. */
  readonly fallback_number: string | null;
}

/** A call as its functions reach it: the line, its stored state, and the agent. */
export interface VoiceCall<A>
  extends Omit<VoiceLine, 'note' | 'pressed' | 'notPressed' | 'changing' | 'told'> {
  /**
   * Changes the state on the condition that nobody else has changed it since it was read, and stores the
   * turns in the same transaction. Takes another step if somebody has. `reports`: the step reports the words
   * of the answer that holds this generation.
   */
  readonly change: <S extends { readonly state: VoiceState; readonly turns?: readonly SpokenWords[] }>(
    step: (state: VoiceState) => S,
    reports?: number,
  ) => Promise<S>;
  /** Makes the answer to what was said. `greets`: the agent speaks first. */
  readonly think: (state: VoiceState, greets: boolean) => VoiceThought<A>;
  /** Asked only if there is something to answer: most frames report who speaks. */
  readonly manner: () => Promise<CallManner>;
  readonly consequenceOf: (answer: A) => Promise<CallConsequence & { readonly turn: unknown }>;
  /** Learns why no answer was made. True: none can be made any more, and the call ends after the apology. */
  readonly failed?: (error: unknown) => boolean;
  /** Learns of frames without a consequence, for metrics. */
  readonly ignored?: (reason: IgnoredReason) => void;
}

/** The time that a function has for a frame: the gateway gives it up after 29 seconds. */
const longestMs = 25_000;

/** A transfer waits no longer for keys, because a connection that is lost may take five seconds more. */
const longestKeysMs = 20_000;

/** Hangs up, unless the caller has spoken during the goodbye. `claim`: the answer that said it. */
const hangUp = async <A>(call: VoiceCall<A>, machine: VoiceMachine, claim: number): Promise<void> => {
  for (;;) {
    const { state, ends } = await call.change(
      (before): SettledState & { readonly ends: boolean | 'later' } => {
        const isGoodbye = before.phase === 'goodbye' && before.generation === claim;
        if (!isGoodbye) return { state: before, turns: [], ends: false };
        // Frames that a new connection brings along may be of a caller who has spoken.
        if (mayBeAdmitted(before, call.now())) return { state: before, turns: [], ends: 'later' };
        return { ...machine.finish(before, call.now()), ends: true };
      },
    );
    if (!ends) return;
    if (ends === true) {
      await call.send(state.connection, { type: 'end', handoff: '{"reason":"agent_ended"}' });
      return;
    }
    await call.after(reconnecting.everyMs).passed;
  }
};

const transfer = async <A>(call: VoiceCall<A>, claim: number, to: string, reason: string): Promise<void> => {
  const handoff = JSON.stringify({ reason, to });
  await reach(call, ({ generation }) => (generation === claim ? { type: 'end', handoff } : undefined));
};

const answer = async <A>(
  call: VoiceCall<A>,
  { claim, greets, waits }: { readonly claim: number; readonly greets: boolean; readonly waits: boolean },
  machine: VoiceMachine,
): Promise<void> => {
  const began = call.now();
  if (waits) await call.after(betweenKeysMs).passed;
  const { words, fallback_number } = await call.manner();
  const spoken: SpokenResult<A> = await speak(
    {
      ...call,
      note: (sent) => call.change((state) => ({ state: machine.note(state, claim, sent) })),
      pressed: (turn) => call.change((state) => ({ state: press(state, claim, turn) })),
      notPressed: (before) => call.change((state) => ({ state: takeBackKeys(state, claim, before) })),
      changing: async (language) => {
        const { isNoted } = await call.change((state) =>
          state.generation === claim
            ? { state: changeLanguage(state, language), isNoted: true }
            : { state, isNoted: false },
        );
        return isNoted;
      },
      told: (language) => call.change((state) => ({ state: toldLanguage(state, language) })),
    },
    claim,
    (state) => call.think(state, greets),
    words,
    machine,
  );
  const result = spoken.answer === undefined ? undefined : await call.consequenceOf(spoken.answer);
  const { text, spoken_at, pressing_ms, discloses } = spoken;
  const goodbye = { at: call.now(), until: call.now() + spokenWithinMs(text) + pressing_ms, pressing_ms };
  const hasFailed = spoken.outcome === 'failed';
  const cannotGoOn = hasFailed && call.failed?.(spoken.error) === true && fallback_number === null;
  const goesOnAt = hasFailed
    ? { to: fallback_number, reason: 'agent_failed' }
    : { to: spoken.outcome === 'spoken' && result ? result.transfer_to : null, reason: 'transferred' };
  const ends = cannotGoOn || (spoken.outcome === 'spoken' && result?.ends === true);
  const isGoodbye = ends && goesOnAt.to === null;
  const { state } = await call.change(
    (before) =>
      machine.settle(
        machine.report(before, claim, {
          text,
          spoken_at,
          discloses,
          ...(isGoodbye && { goodbye }),
          turn: result?.turn ?? null,
        }),
        call.now(),
      ),
    claim,
  );
  if (goesOnAt.to !== null) {
    // A channel leaves a call without waiting for its keys.
    const until = pressing_ms > 0 ? Math.min(goodbye.until, began + longestKeysMs) : 0;
    await call.after(Math.max(0, until - call.now())).passed;
    await transfer(call, claim, goesOnAt.to, goesOnAt.reason);
  } else if (state.phase === 'goodbye' && state.generation === claim) {
    // Otherwise the channel reports that it was spoken, or the clock of the platform hangs up.
    if (goodbye.until > began + longestMs) return;
    await call.after(Math.max(0, goodbye.until - call.now())).passed;
    await hangUp(call, machine, claim);
  }
};

const handleStep = async <A>(
  call: VoiceCall<A>,
  machine: VoiceMachine,
  take: (before: VoiceState) => VoiceStep,
): Promise<void> => {
  const { effects } = await call.change((before): VoiceStep => {
    const step = take(before);
    // While a person answers, no answer of the agent stores what was said before it.
    const isSaid = step.state.with_person && step.state !== before;
    return isSaid ? { ...step, ...machine.settle(step.state, call.now()) } : step;
  });
  for (const effect of effects) {
    if (effect.type === 'answer') await answer(call, effect, machine);
    else if (effect.type === 'hang_up') {
      await call.after(effect.after_ms).passed;
      await hangUp(call, machine, effect.claim);
    } else if (effect.type === 'ignored') call.ignored?.(effect.reason);
    else {
      await call.after(Math.max(0, effect.until - call.now())).passed;
      // A timer may be early by the clock.
      const now = Math.max(effect.until, call.now());
      await handleStep(call, machine, (before) => machine.admit(before, now));
    }
  }
};

/** Handles a frame of a call: the step of the machine, and what follows from it. */
export const handleFrame = <A>(
  call: VoiceCall<A>,
  received: ReceivedFrame,
  machine: VoiceMachine = voiceMachine,
): Promise<void> => handleStep(call, machine, (before) => machine.receive(before, received));

/** Ends a call that its channel has ended. */
export const endCall = async <A>(
  call: Pick<VoiceCall<A>, 'change' | 'now'>,
  at: number,
  { finish }: Pick<VoiceMachine, 'finish'> = voiceMachine,
): Promise<void> => {
  await call.change((state) => finish(state, at));
};
