import type { HeardPart, ReceivedFrame, VoiceFrame } from './frames.ts';
import { heardOf, playedWithin } from './heard.ts';
import { canBeHeard, interrupted } from './interrupted.ts';
import { newAmong, replayMs } from './replay.ts';
import type { SaidByAgent, SaidByCaller, SaidByStaff, SpokenWords, VoiceState } from './state.ts';
import { awaitsReplay, isAgent } from './state.ts';

/*
 * The rules of a voice session, without I/O. Frames of a call are invocations of their own: they run in
 * parallel, in any order, and more than once. Each reads the state, takes a step, and writes the state on the
 * condition that nobody else has. docs/decisions/voice.md has the reasons.
 */

/** The reason why a frame has no consequence. */
export type IgnoredReason =
  | 'doubled'
  | 'replayed'
  | 'foreign'
  | 'over'
  | 'too_many'
  | 'without_consequence'
  | 'too_late';

/** A consequence of a step. The function that took it acts once its write has succeeded. */
export type VoiceEffect =
  /** Make the agent's answer, which holds this generation. */
  | { readonly type: 'answer'; readonly claim: number; readonly greets: boolean; readonly waits: boolean }
  /** The frame waits with others: admit them at this time. */
  | { readonly type: 'wait'; readonly until: number }
  /** The goodbye was spoken: hang up after a time, unless the caller has spoken meanwhile. */
  | { readonly type: 'hang_up'; readonly claim: number; readonly after_ms: number }
  | { readonly type: 'ignored'; readonly reason: IgnoredReason };

export interface VoiceStep {
  readonly state: VoiceState;
  readonly effects: readonly VoiceEffect[];
}

/** A state without entries that are settled, and these, which are to be stored. */
export interface SettledState {
  readonly state: VoiceState;
  readonly turns: readonly SpokenWords[];
}

const limits = { seen: 64, handled: 100, waiting: 200, said: 200 } as const;

/** A channel repeats no frames that are older than this. */
const repeatableMs = 60_000;

/** Frames overtake each other by less. */
const settleMs = 5000;

/** A report of the channel arrives within this time. */
const lateReportMs = 250;

/**
 * Fewer words than these wait for others: those of two exchanges are stored in one transaction, which costs
 * more than all else that an exchange writes.
 */
const leastStored = 4;

/** After this time, a function that makes an answer has ended, and will not report its words. */
const reportMs = 35_000;

/** A frame without a consequence. A state that stays the same is not written. */
const ignore = (state: VoiceState, reason: IgnoredReason): VoiceStep => ({
  state,
  effects: [{ type: 'ignored', reason }],
});

/** Whether nothing was said after an entry. Instructions are not said. */
const isNewest = (said: readonly SpokenWords[], index: number): boolean =>
  !said.slice(index + 1).some(({ role }) => role !== 'system');

const newAnswer = (claim: number, at: number, recognized_ms?: number): SaidByAgent => ({
  role: 'agent',
  claim,
  at,
  ...(recognized_ms !== undefined && { recognized_ms }),
  spoken_at: null,
  text: '',
  unheard: '',
  reported: false,
  cut: null,
  turn: null,
});

interface TurnTaking {
  readonly greets?: boolean;
  readonly waits?: boolean;
  readonly recognized_ms?: number | undefined;
}

/** Takes the turn: the answer under way stops, and another one begins. */
const takeTurn = (
  state: VoiceState,
  said: readonly SpokenWords[],
  at: number,
  { greets = false, waits = false, recognized_ms }: TurnTaking = {},
): VoiceStep => {
  const claim = state.generation + 1;
  return {
    state: {
      ...state,
      phase: 'live',
      generation: claim,
      said: [...said, newAnswer(claim, at, recognized_ms)],
    },
    effects: [{ type: 'answer', claim, greets, waits }],
  };
};

/** Keys that were pressed one after the other, with no answer between, are one message. */
const withWords = (said: readonly SpokenWords[], words: SaidByCaller): SpokenWords[] => {
  const after = said.findIndex((entry) => entry.at > words.at);
  const at = after === -1 ? said.length : after;
  const before = said.slice(0, at);
  const previous = before.findLast(
    (entry, index) => entry.role === 'user' || canBeHeard(before, index, words.at),
  );
  if (words.keys && previous?.role === 'user' && previous.keys) {
    // Keys overtake each other as other frames do.
    const place = previous.keys.findLastIndex((pressed) => pressed <= words.at) + 1;
    const text = `${previous.text.slice(0, place)}${words.text}${previous.text.slice(place)}`;
    const joined = { ...previous, text, keys: previous.keys.toSpliced(place, 0, words.at) };
    return said.map((entry) => (entry === previous ? joined : entry));
  }
  return [...before, words, ...said.slice(at)];
};

/** The time of the newest frame that something was said in, or answered to. */
const newestSaid = ({ said }: Pick<VoiceState, 'said'>): number =>
  said.reduce((newest, { at }) => Math.max(newest, at), 0);

/** The time of the newest words of the caller. */
const newestWords = ({ said }: Pick<VoiceState, 'said'>): number =>
  said.reduce((newest, { role, at }) => (role === 'user' ? Math.max(newest, at) : newest), 0);

/** The time from the end of the speech to its words. A report that is older than other words is of those. */
const recognizedWithin = (state: VoiceState, { at, keys }: SaidByCaller): number | undefined => {
  const { quiet_at } = state;
  const isOfWords = quiet_at !== undefined && !keys && quiet_at <= at && quiet_at > newestWords(state);
  return isOfWords ? at - quiet_at : undefined;
};

/** Notes that the caller begins or ends to speak, unless what they said has arrived. */
const noteSpeech = (state: VoiceState, at: number, speaks: boolean): VoiceState => {
  const { quiet_at, ...others } = state;
  if (state.with_person) return state;
  if (speaks) return quiet_at !== undefined && quiet_at < at ? others : state;
  return at > Math.max(newestSaid(state), quiet_at ?? 0) ? { ...others, quiet_at: at } : state;
};

const hear = (state: VoiceState, words: SaidByCaller): VoiceStep => {
  const said = withWords(state.said, words);
  if (said.length > limits.said) return ignore(state, 'too_many');
  const language = words.language ?? state.language;
  if (state.with_person) return { state: { ...state, said, language }, effects: [] };
  // Older words do not stop the answer to newer ones. An answer that nobody has heard yet begins again.
  if (words.at < newestWords(state)) {
    return { state: { ...state, said, revision: state.revision + 1 }, effects: [] };
  }
  const recognized_ms = recognizedWithin(state, words);
  const { quiet_at: _past, ...others } = state;
  return takeTurn({ ...others, language }, said, words.at, {
    waits: words.keys !== undefined,
    recognized_ms,
  });
};

const cutAnswer = (entry: SaidByAgent, cut: HeardPart): SaidByAgent => {
  // Of an answer that is still made, the words that were noted are known.
  const whole = entry.reported || entry.text !== '' ? `${entry.text}${entry.unheard}` : undefined;
  const provisional = 'utterance' in cut ? cut.utterance : '';
  return { ...entry, cut, ...(whole === undefined ? { text: provisional } : heardOf(whole, cut)) };
};

/** Whether words that were sent at a time are not played, because the caller interrupted others later. */
const isUnheard = (sent_at: number | null, dropped_at: number | undefined): boolean =>
  sent_at !== null && dropped_at !== undefined && sent_at < dropped_at;

/** Notes what is known of words. An answer whose disclosure was not heard to its end has not disclosed. */
const withSaid = ({ disclosed, ...state }: VoiceState, said: readonly SpokenWords[]): VoiceState => {
  const by = disclosed && said.find((entry) => isAgent(entry) && entry.claim === disclosed.claim);
  const isHeard = disclosed && (by?.text.length ?? disclosed.characters) >= disclosed.characters;
  return { ...state, ...(isHeard && { disclosed }), said };
};

const interrupt = (before: VoiceState, at: number, heard: HeardPart): VoiceStep => {
  const index = interrupted(before.said, at, heard);
  const target = before.said[index];
  if (!target || !isAgent(target)) return ignore(before, 'too_late');
  if (target.cut) return ignore(before, 'doubled');
  const said = before.said.map((entry, place) => {
    if (place === index) return cutAnswer(target, heard);
    // Words that were sent after it are not played.
    if (place < index || !isAgent(entry) || entry.cut) return entry;
    return isUnheard(entry.spoken_at, at)
      ? cutAnswer(entry, { utterance: '' })
      : { ...entry, dropped_at: at };
  });
  const state = withSaid(before, said);
  // The caller has said more meanwhile, which is being answered.
  if (!isNewest(said, index)) {
    return { state: { ...state, revision: state.revision + 1 }, effects: [] };
  }
  return { state: { ...state, phase: 'live', generation: state.generation + 1 }, effects: [] };
};

const handle = (state: VoiceState, { at, frame }: Pick<ReceivedFrame, 'at' | 'frame'>): VoiceStep => {
  switch (frame.type) {
    case 'prompt':
      return hear(state, { role: 'user', text: frame.text, at, language: frame.language });
    case 'keys':
      return hear(state, { role: 'user', text: frame.digits, at, language: null, keys: [at] });
    case 'interrupt':
      return interrupt(state, at, frame.heard);
    default:
      return { state, effects: [{ type: 'ignored', reason: 'without_consequence' }] };
  }
};

/**
 * Takes in a report of who speaks. It is neither remembered nor matched: handled twice, it changes nothing,
 * and one that a new connection may repeat is left out.
 */
const observe = (state: VoiceState, { at, connection, frame }: ReceivedFrame): VoiceStep => {
  const { phase, replay } = state;
  // Another connection is the one before, or one whose setup has been overtaken.
  const isOther = connection !== state.connection;
  const mayBeRepeated = isOther || (replay !== null && at <= state.connected_at + replayMs);
  if (mayBeRepeated || phase === 'connected') return ignore(state, 'without_consequence');
  if (frame.type === 'speaking') return { state: noteSpeech(state, at, frame.on), effects: [] };
  // An earlier report is of words before the goodbye, such as the filler, and was on its way meanwhile.
  const isSpoken = frame.type === 'playing' && !frame.on && (state.goodbye?.at ?? 0) + lateReportMs <= at;
  if (phase !== 'goodbye' || !isSpoken) return { state, effects: [] };
  // A channel reports its words, and not its keys.
  const after_ms = state.goodbye?.pressing_ms ?? 0;
  return { state, effects: [{ type: 'hang_up', claim: state.generation, after_ms }] };
};

type SetupFrame = Extract<VoiceFrame, { type: 'setup' }>;

/** Notes that no function makes the answers of these effects: none reports their words. */
const neverMade = (state: VoiceState, effects: readonly VoiceEffect[]): VoiceState => {
  const claims = effects.flatMap((effect) => (effect.type === 'answer' ? [effect.claim] : []));
  if (claims.length === 0) return state;
  const said = state.said.map((entry) =>
    isAgent(entry) && claims.includes(entry.claim) ? { ...entry, reported: true } : entry,
  );
  return { ...state, said };
};

/** Takes the steps of the frames that have waited, one connection after the other. */
const admitWaiting = ({ state: before, effects: first }: VoiceStep): VoiceStep => {
  const isAwaited = ({ connected_at }: ReceivedFrame) => connected_at > before.connected_at;
  const waited = before.early
    .filter((frame) => !isAwaited(frame))
    .sort((one, other) => one.connected_at - other.connected_at || one.at - other.at);
  let state: VoiceState = {
    ...before,
    early: before.early.filter(isAwaited),
    replay: before.replay === null ? null : 'over',
  };
  let newest = first;
  const repeated: VoiceEffect[] = [];
  for (const frames of Map.groupBy(waited, ({ connection }) => connection).values()) {
    const fresh = newAmong(state, frames);
    repeated.push(
      ...frames.slice(fresh.length).map(() => ({ type: 'ignored', reason: 'replayed' }) as const),
    );
    for (const received of fresh) {
      const step = takeIn(state, received);
      state = step.state;
      // Only the newest answer is made.
      if (step.effects.some(({ type }) => type === 'answer')) {
        state = neverMade(state, newest);
        newest = step.effects;
      }
    }
  }
  return { state, effects: [...repeated, ...newest] };
};

/** Takes in the frames of a new connection, once those that it repeats have arrived. */
export const admit = (state: VoiceState, now: number): VoiceStep =>
  state.phase === 'over' || !awaitsReplay(state) || now < state.connected_at + replayMs
    ? ignore(state, 'without_consequence')
    : admitWaiting({ state, effects: [] });

const setUp = (state: VoiceState, received: ReceivedFrame, { call_id }: SetupFrame): VoiceStep => {
  const { connection, connected_at, at } = received;
  if (state.phase === 'connected') {
    const begun: VoiceState = { ...state, call_id, connection, connected_at };
    if (begun.with_person) return admitWaiting({ state: { ...begun, phase: 'live' }, effects: [] });
    return admitWaiting(takeTurn(begun, [], at, { greets: true }));
  }
  if (call_id !== state.call_id) return ignore(state, 'foreign');
  if (connection === state.connection) return ignore(state, 'doubled');
  if (connected_at <= state.connected_at) return ignore(state, 'too_late');
  return {
    state: {
      ...state,
      connection,
      connected_at,
      replay: typeof state.replay === 'number' ? state.replay : state.connected_at,
    },
    effects: [{ type: 'wait', until: connected_at + replayMs }],
  };
};

/** Takes in a frame of a connection whose setup was received, or of one before it. */
const takeIn = (state: VoiceState, received: ReceivedFrame): VoiceStep => {
  const { hash, at } = received;
  const place = state.handled.findLastIndex((one) => one.at <= at) + 1;
  const handled = state.handled
    .toSpliced(place, 0, { hash, at })
    .filter((one) => one.at > at - repeatableMs)
    .slice(-limits.handled);
  return handle({ ...state, handled }, received);
};

/** Takes the step that follows a frame. */
export const receive = (before: VoiceState, received: ReceivedFrame): VoiceStep => {
  if (before.phase === 'over') return ignore(before, 'over');
  if (before.seen.includes(received.id)) return ignore(before, 'doubled');
  const { frame, connection, connected_at } = received;
  if (frame.type === 'note' || frame.type === 'fault') return ignore(before, 'without_consequence');
  if (frame.type === 'playing' || frame.type === 'speaking') return observe(before, received);
  const state = { ...before, seen: [...before.seen, received.id].slice(-limits.seen) };
  if (frame.type === 'setup') return setUp(state, received, frame);
  const isOfConnection = connection === state.connection;
  const isEarly = state.phase === 'connected' || (!isOfConnection && connected_at >= state.connected_at);
  const mayBeRepeated = typeof state.replay === 'number' && connected_at > state.replay;
  if (!isEarly && !mayBeRepeated) return takeIn(state, received);
  if (state.early.length >= limits.waiting) return ignore(state, 'too_many');
  const waiting: VoiceState = { ...state, early: [...state.early, received] };
  if (isEarly) return { state: waiting, effects: [] };
  const until = state.connected_at + replayMs;
  if (isOfConnection && received.at >= until) return admitWaiting({ state: waiting, effects: [] });
  return { state: waiting, effects: [{ type: 'wait', until }] };
};

/** Whether a function may send the next words of its answer. `restart`: it does not know all words. */
export const permission = (
  { generation, revision, phase }: VoiceState,
  claim: number,
  known: { readonly revision: number; readonly hasSpoken: boolean },
): 'speak' | 'stop' | 'restart' => {
  if (generation !== claim || phase === 'over') return 'stop';
  return revision === known.revision || known.hasSpoken ? 'speak' : 'restart';
};

/** The words of an answer, as the function that has made it reports them. */
export interface SpokenAnswer {
  readonly text: string;
  readonly spoken_at: number | null;
  /** Absent: the call goes on after it. */
  readonly goodbye?: VoiceState['goodbye'];
  /** Null or absent: what was noted of it remains. */
  readonly turn?: unknown;
  /** The UTF-16 units at its beginning that come before everything else; 0: it has none. */
  readonly discloses: number;
}

/**
 * Speaks words in place of the agent, whose answer under way stops. They are heard unless the caller
 * interrupts them, or nobody reports that they were sent. `turn` has the fields of their turn that the
 * machine does not read.
 */
export const intervene = (state: VoiceState, text: string, at: number, turn: unknown): VoiceState => {
  const claim = state.generation + 1;
  const sending = text === '' ? { reported: true } : ({ unsent: true } as const);
  const words = { ...newAnswer(claim, at), text, spoken_at: at, ...sending, turn };
  return { ...state, phase: 'live', generation: claim, said: [...state.said, words] };
};

/** Notes that the words of a person were sent. */
export const sentWords = (state: VoiceState, claim: number): VoiceState => {
  const index = state.said.findIndex((entry) => isAgent(entry) && entry.claim === claim && entry.unsent);
  const entry = state.said[index];
  if (!entry || !isAgent(entry)) return state;
  const { unsent: _sent, ...words } = entry;
  return { ...state, said: state.said.with(index, { ...words, reported: true }) };
};

/** The words of a person whose function was killed before it sent them. */
const withoutUnsent = (entry: SpokenWords): SpokenWords =>
  isAgent(entry) && entry.unsent
    ? { ...entry, text: '', unheard: `${entry.text}${entry.unheard}`, spoken_at: null }
    : entry;

/** A person answers from now on. What the agent is saying stops. */
export const takeOver = (state: VoiceState): VoiceState => ({
  ...state,
  phase: state.phase === 'goodbye' ? 'live' : state.phase,
  generation: state.generation + 1,
  with_person: true,
});

/** The agent answers again, from the caller's next words on. */
export const giveBack = ({ with_person: _with, ...state }: VoiceState): VoiceState => state;

/** Notes an instruction for the agent's next answer. The one under way goes on. */
export const instruct = (state: VoiceState, instruction: Omit<SaidByStaff, 'role'>): VoiceState => ({
  ...state,
  said: [...state.said, { role: 'system', ...instruction }],
});

/** Notes the language that the call has from now on. Its channel is yet to learn of it. */
export const changeLanguage = (state: VoiceState, language: string): VoiceState => ({
  ...state,
  speaks: language,
  isUntold: true,
});

/** Notes that the channel has learned of a language. */
export const toldLanguage = (state: VoiceState, language: string): VoiceState => {
  if (state.speaks !== language) return state;
  const { isUntold: _told, ...rest } = state;
  return rest;
};

const withTurn = (state: VoiceState, claim: number, turn: unknown): VoiceState => {
  const index = state.said.findIndex((entry) => isAgent(entry) && entry.claim === claim && !entry.reported);
  const entry = state.said[index];
  return entry && isAgent(entry) ? { ...state, said: state.said.with(index, { ...entry, turn }) } : state;
};

/** Notes the turn of an answer that is about to press keys, so that no other presses them again. */
export const press = (state: VoiceState, claim: number, turn: unknown): VoiceState =>
  state.generation === claim ? withTurn(state, claim, turn) : state;

/** Takes back the note of keys that were not pressed. `before`: the note of earlier ones; null: none. */
export const takeBackKeys = withTurn;

/** Notes the words that were sent of an answer so far, because the next ones do not come. */
export const note = (
  state: VoiceState,
  claim: number,
  { text, spoken_at }: Pick<SpokenAnswer, 'text' | 'spoken_at'>,
): VoiceState => {
  const index = state.said.findIndex((entry) => isAgent(entry) && entry.claim === claim);
  const entry = state.said[index];
  if (!entry || !isAgent(entry) || entry.reported || state.ended_at !== null) return state;
  const cut = entry.cut ?? (isUnheard(spoken_at, entry.dropped_at) ? { utterance: '' } : null);
  const words = cut ? heardOf(text, cut) : { text };
  return { ...state, said: state.said.with(index, { ...entry, ...words, spoken_at }) };
};

/** Notes the words that were sent of an answer, whether it was finished or overtaken. */
export const report = (state: VoiceState, claim: number, answer: SpokenAnswer): VoiceState => {
  const { text, spoken_at, goodbye, discloses: characters } = answer;
  const index = state.said.findIndex((entry) => isAgent(entry) && entry.claim === claim);
  const entry = state.said[index];
  if (!entry || !isAgent(entry) || entry.reported) return state;
  const cut = entry.cut ?? (isUnheard(spoken_at, entry.dropped_at) ? { utterance: '' } : null);
  const words = cut ? heardOf(text, cut) : { text, unheard: '' };
  const turn = answer.turn ?? entry.turn;
  const reported = { ...entry, ...words, spoken_at, turn, reported: true };
  const isLast = isNewest(state.said, index);
  const after = isLast && state.ended_at !== null ? untilEnd(reported, state.ended_at) : reported;
  const isCurrent = state.generation === claim && state.phase === 'live';
  const disclosing = characters > 0 ? { ...state, disclosed: { claim, characters } } : state;
  return {
    ...withSaid(disclosing, state.said.with(index, after)),
    ...(isCurrent && goodbye && { phase: 'goodbye' as const, goodbye }),
  };
};

/** Whether the agent has said goodbye, and its voice has ended, whether the channel reports that or not. */
export const hasSaidGoodbye = (
  { phase, goodbye }: Pick<VoiceState, 'phase' | 'goodbye'>,
  now: number,
): boolean => phase === 'goodbye' && (goodbye?.until ?? 0) <= now;

const hasWords = (entry: SpokenWords): boolean =>
  !isAgent(entry) || entry.text !== '' || entry.unheard !== '' || entry.turn !== null;

/** The words that are not in the transcript yet, as they are known now. */
export const unsettled = ({ said }: Pick<VoiceState, 'said'>): readonly SpokenWords[] =>
  said.filter(hasWords);

/** The words whose fate is known. The last answer and what frames may still change remain. */
export const settle = (state: VoiceState, now: number): SettledState => {
  const isOver = state.phase === 'over';
  const last = state.said.findLastIndex(isAgent);
  // While a person answers, the caller's words have no answer after them.
  const isOpen = isNewest(state.said, last);
  const firstKept = state.said.findIndex((entry, at) => {
    // Words that were not sent before the end of a call are not sent after it.
    const isSettled = !isAgent(entry) || entry.reported || (isOver && entry.unsent);
    const isAwaited = !isSettled && entry.at > now - reportMs;
    // A caller who presses a key interrupts what was said before it.
    const until = (state.said[at + 1] ?? entry).at;
    return isAwaited || (!isOver && ((isOpen && at >= last) || until > now - settleMs));
  });
  const kept = firstKept === -1 ? state.said.length : firstKept;
  if (!isOver && kept < leastStored) return { state, turns: [] };
  return {
    state: { ...state, said: state.said.slice(kept) },
    turns: state.said.slice(0, kept).filter(hasWords).map(withoutUnsent),
  };
};

/** The part that can have been heard of an answer that the end of the call has cut off. */
const untilEnd = (entry: SaidByAgent, ended_at: number): SaidByAgent =>
  entry.cut || entry.spoken_at === null
    ? entry
    : { ...entry, ...playedWithin(`${entry.text}${entry.unheard}`, ended_at - entry.spoken_at) };

/**
 * Ends a call. An answer that is still being made, and the words after it, are settled with its report. If
 * its function was killed, they remain in the state: nothing settles them later.
 */
export const finish = (before: VoiceState, at: number): SettledState => {
  if (before.phase === 'over') return settle(before, at);
  const admitted = admitWaiting({ state: before, effects: [] });
  const state = neverMade(admitted.state, admitted.effects);
  const said = state.said.map((entry, index) =>
    isAgent(entry) && isNewest(state.said, index) ? untilEnd(entry, at) : entry,
  );
  const generation = state.generation + 1;
  return settle({ ...state, phase: 'over', ended_at: at, generation, said, early: [] }, at);
};

/** The rules, as a whole: tests run wrong ones in their place. */
export const voiceMachine = { receive, admit, permission, note, report, settle, finish } as const;
export type VoiceMachine = {
  readonly [name in keyof typeof voiceMachine]: (typeof voiceMachine)[name];
};
