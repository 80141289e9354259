import type { HeardPart, ReceivedFrame, VoiceFrame } from './frames.ts';
import { heardOf, playedWithin } from './heard.ts';
import type { SaidByAgent, SaidByCaller, SaidByStaff, SpokenWords, VoiceState } from './state.ts';

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
  /** The goodbye was spoken: hang up. */
  | { readonly type: 'hang_up' }
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

const limits = { seen: 64, handled: 500, early: 20, said: 200 } as const;

/** A connection repeats the frames of the one before within this time. */
const replayMs = 3000;

/** Frames overtake each other by less. */
const settleMs = 5000;

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

const isAgent = (entry: SpokenWords): entry is SaidByAgent => entry.role === 'agent';

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
    (entry) => entry.role === 'user' || (isAgent(entry) && (entry.spoken_at !== null || entry.text !== '')),
  );
  if (words.keys && previous?.role === 'user' && previous.keys) {
    const joined = { ...previous, text: previous.text + words.text };
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
  return takeTurn({ ...others, language }, said, words.at, { waits: words.keys === true, recognized_ms });
};

const cutAnswer = (entry: SaidByAgent, cut: HeardPart): SaidByAgent => {
  const whole = entry.reported ? `${entry.text}${entry.unheard}` : undefined;
  const provisional = 'utterance' in cut ? cut.utterance : '';
  return { ...entry, cut, ...(whole === undefined ? { text: provisional } : heardOf(whole, cut)) };
};

const interrupt = (state: VoiceState, at: number, heard: HeardPart): VoiceStep => {
  const index = state.said.findLastIndex((entry) => isAgent(entry) && entry.at < at);
  const target = state.said[index];
  if (!target || !isAgent(target)) return ignore(state, 'too_late');
  if (target.cut) return ignore(state, 'doubled');
  const said = state.said.with(index, cutAnswer(target, heard));
  // The caller has spoken again meanwhile, and this frame was overtaken.
  if (!isNewest(state.said, index)) {
    return { state: { ...state, said, revision: state.revision + 1 }, effects: [] };
  }
  return { state: { ...state, phase: 'live', said, generation: state.generation + 1 }, effects: [] };
};

const handle = (state: VoiceState, { at, frame }: Pick<ReceivedFrame, 'at' | 'frame'>): VoiceStep => {
  switch (frame.type) {
    case 'prompt':
      return hear(state, { role: 'user', text: frame.text, at, language: frame.language });
    case 'keys':
      return hear(state, { role: 'user', text: frame.digits, at, language: null, keys: true });
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
  const mayBeRepeated = replay !== null && (connection !== state.connection || at <= replay.until);
  if (mayBeRepeated || phase === 'connected') return ignore(state, 'without_consequence');
  if (frame.type === 'speaking') return { state: noteSpeech(state, at, frame.on), effects: [] };
  const last = state.said.findLast(isAgent);
  const isSpoken = frame.type === 'playing' && !frame.on && last?.reported && (last.spoken_at ?? 0) <= at;
  return { state, effects: phase === 'goodbye' && isSpoken ? [{ type: 'hang_up' }] : [] };
};

type SetupFrame = Extract<VoiceFrame, { type: 'setup' }>;

/** Takes the steps of the frames that came before the setup of their connection. */
const catchUp = ({ state: before, effects: first }: VoiceStep): VoiceStep => {
  const isOfConnection = ({ connection }: ReceivedFrame) => connection === before.connection;
  const waited = before.early.filter(isOfConnection).sort((one, other) => one.at - other.at);
  let state: VoiceState = { ...before, early: before.early.filter((one) => !isOfConnection(one)) };
  let effects = first;
  for (const received of waited) {
    const step = takeIn(state, received);
    state = step.state;
    // Only the newest answer is made.
    if (step.effects.some(({ type }) => type === 'answer')) effects = step.effects;
  }
  return { state, effects };
};

const setUp = (state: VoiceState, received: ReceivedFrame, { call_id }: SetupFrame): VoiceStep => {
  const { connection, connected_at, at } = received;
  if (state.phase === 'connected') {
    const begun: VoiceState = { ...state, call_id, connection, connected_at };
    if (begun.with_person) return catchUp({ state: { ...begun, phase: 'live' }, effects: [] });
    return catchUp(takeTurn(begun, [], at, { greets: true }));
  }
  if (call_id !== state.call_id) return ignore(state, 'foreign');
  if (connection === state.connection) return ignore(state, 'doubled');
  if (connected_at <= state.connected_at) return ignore(state, 'too_late');
  const replay = { left: state.handled, ahead: state.replay?.ahead ?? [], until: connected_at + replayMs };
  return catchUp({ state: { ...state, connection, connected_at, replay }, effects: [] });
};

const without = (all: readonly string[], one: string): readonly string[] =>
  all.toSpliced(all.indexOf(one), 1);

/** Takes in a frame of a connection whose setup was received, or of one before it. */
const takeIn = (state: VoiceState, received: ReceivedFrame): VoiceStep => {
  const { hash, at, connection } = received;
  const { replay } = state;
  const isOld = connection !== state.connection;
  const known = isOld ? 'ahead' : 'left';
  if (replay?.[known].includes(hash) && (isOld || at <= replay.until)) {
    return ignore({ ...state, replay: { ...replay, [known]: without(replay[known], hash) } }, 'replayed');
  }
  const handled = [...state.handled, hash].slice(-limits.handled);
  if (!replay) return handle({ ...state, handled }, received);
  // Whichever of the two comes first is handled, and the other one is known.
  const other = isOld ? 'left' : 'ahead';
  const isRepeatable = isOld || at <= replay.until;
  const after = isRepeatable ? { ...replay, [other]: [...replay[other], hash] } : replay;
  return handle({ ...state, handled, replay: after }, received);
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
  const isNewer = connection !== state.connection && connected_at >= state.connected_at;
  if (state.phase !== 'connected' && !isNewer) return takeIn(state, received);
  if (state.early.length >= limits.early) return ignore(state, 'too_many');
  return { state: { ...state, early: [...state.early, received] }, effects: [] };
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
  readonly ends?: boolean;
  readonly turn?: unknown;
}

/**
 * Speaks words in place of the agent, whose answer under way stops. They are heard unless the caller
 * interrupts them. `turn` has the fields of their turn that the machine does not read.
 */
export const intervene = (state: VoiceState, text: string, at: number, turn: unknown): VoiceState => {
  const claim = state.generation + 1;
  const words = { ...newAnswer(claim, at), text, spoken_at: at, reported: true, turn };
  return { ...state, phase: 'live', generation: claim, said: [...state.said, words] };
};

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

/** Notes the words that were sent of an answer, whether it was finished or overtaken. */
export const report = (state: VoiceState, claim: number, answer: SpokenAnswer): VoiceState => {
  const { text, spoken_at, turn = null } = answer;
  const index = state.said.findIndex((entry) => isAgent(entry) && entry.claim === claim);
  const entry = state.said[index];
  if (!entry || !isAgent(entry) || entry.reported) return state;
  const words = entry.cut ? heardOf(text, entry.cut) : { text, unheard: '' };
  const reported = { ...entry, ...words, spoken_at, turn, reported: true };
  const isLast = isNewest(state.said, index);
  const after = isLast && state.ended_at !== null ? untilEnd(reported, state.ended_at) : reported;
  const isCurrent = state.generation === claim && state.phase === 'live';
  return {
    ...state,
    said: state.said.with(index, after),
    // The first words that are sent are the disclosure.
    ...(text !== '' && { disclosed: true as const }),
    ...(isCurrent && answer.ends && { phase: 'goodbye' as const }),
  };
};

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
    const isAwaited = isAgent(entry) && !entry.reported && !entry.cut && entry.at > now - reportMs;
    return isAwaited || (!isOver && ((isOpen && at >= last) || entry.at > now - settleMs));
  });
  const kept = firstKept === -1 ? state.said.length : firstKept;
  if (!isOver && kept < leastStored) return { state, turns: [] };
  return {
    state: { ...state, said: state.said.slice(kept) },
    turns: state.said.slice(0, kept).filter(hasWords),
  };
};

/** The part that can have been heard of an answer that the end of the call has cut off. */
const untilEnd = (entry: SaidByAgent, ended_at: number): SaidByAgent =>
  entry.cut || entry.spoken_at === null
    ? entry
    : { ...entry, ...playedWithin(`${entry.text}${entry.unheard}`, ended_at - entry.spoken_at) };

/**
 * Ends a call. The words of an answer that is still being made are settled with its report, and at the latest
 * when its function must have ended.
 */
export const finish = (state: VoiceState, at: number): SettledState => {
  if (state.phase === 'over') return settle(state, at);
  const said = state.said.map((entry, index) =>
    isAgent(entry) && isNewest(state.said, index) ? untilEnd(entry, at) : entry,
  );
  const generation = state.generation + 1;
  return settle({ ...state, phase: 'over', ended_at: at, generation, said, early: [] }, at);
};

/** The rules, as a whole: tests run wrong ones in their place. */
export const voiceMachine = { receive, permission, report, settle, finish } as const;
export type VoiceMachine = {
  readonly [name in keyof typeof voiceMachine]: (typeof voiceMachine)[name];
};
