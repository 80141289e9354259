import type { HeardPart, ReceivedFrame } from './frames.ts';

/** Words of the caller that may not be in the transcript yet. */
export interface SaidByCaller {
  readonly role: 'user';
  readonly text: string;
  readonly at: number;
  readonly language: string | null;
  /** When each key was pressed, if the words are keys. Milliseconds since 1970. */
  readonly keys?: readonly number[];
}

/** An answer of the agent whose fate may be unknown. */
export interface SaidByAgent {
  readonly role: 'agent';
  /** The generation that the answer holds while it is made. */
  readonly claim: number;
  /** The time of the frame that it answers. */
  readonly at: number;
  /** The time from the end of the caller's speech to that frame. Absent: the channel did not report it. */
  readonly recognized_ms?: number;
  /** When its first words were sent; null: nothing was. */
  readonly spoken_at: number | null;
  /** The words that were heard, as far as is known. */
  readonly text: string;
  /** The words that were sent or generated, and not heard. */
  readonly unheard: string;
  /** Whether its words are known: the function that makes it has reported them, or none makes it. */
  readonly reported: boolean;
  /** They are a person's, and no function has reported that it has sent them. Absent: they were sent. */
  readonly unsent?: true;
  /** The place at which the caller interrupted it; null: nowhere. */
  readonly cut: HeardPart | null;
  /** Words that were sent before were not played, because the caller interrupted those before them. */
  readonly dropped_at?: number;
  /** Fields of the turn that the machine does not read, such as calls of tools. */
  readonly turn: unknown;
}

/** Whether words are the agent's, or spoken in its place. */
export const isAgent = (entry: SpokenWords): entry is SaidByAgent => entry.role === 'agent';

/** An instruction of a person for the agent's next answer. Nobody hears it. */
export interface SaidByStaff {
  readonly role: 'system';
  readonly text: string;
  readonly at: number;
  /** Fields of the turn that the machine does not read. */
  readonly turn: unknown;
}

export type SpokenWords = SaidByCaller | SaidByAgent | SaidByStaff;

/** The state of a call beside its chat. */
export interface VoiceState {
  /** `connected`: no setup was received; `goodbye`: the agent has ended the call, and still speaks. */
  readonly phase: 'connected' | 'live' | 'goodbye' | 'over';
  /** A person answers: the caller's words are stored, and the agent is silent. Absent: the agent does. */
  readonly with_person?: true;
  /**
   * The answer that began with what comes before everything else, and so many UTF-16 units of its text, which
   * the caller has heard as far as is known. Absent: the next answer begins with it.
   */
  readonly disclosed?: { readonly claim: number; readonly characters: number };
  /** Increases with each frame that stops what the agent is saying. */
  readonly generation: number;
  /** Increases when the words before an answer change while it is made. */
  readonly revision: number;
  readonly call_id: string | null;
  readonly connection: string;
  readonly connected_at: number;
  /** The language of the caller's last words; null: nobody knows. */
  readonly language: string | null;
  /** The language that the agent has changed to. Absent: it has changed to none. */
  readonly speaks?: string;
  /** The channel has not learned of `speaks`. */
  readonly isUntold?: true;
  /** The time of the frame by which the caller last ended to speak. Absent: they speak, or nobody knows. */
  readonly quiet_at?: number;
  /** The words that may still change, in their order. Older words are in the transcript. */
  readonly said: readonly SpokenWords[];
  /** Ids of the latest frames. */
  readonly seen: readonly string[];
  /** Frames that came before the setup of their connection, or of which it may repeat some. */
  readonly early: readonly ReceivedFrame[];
  /** The content of the latest frames that were handled, in the order of their times. */
  readonly handled: readonly Pick<ReceivedFrame, 'hash' | 'at'>[];
  /**
   * When the connection was opened that was replaced: the frames of later ones wait, because they may repeat
   * its own, and the setups of these overtake each other. `over`: none wait any more; null: no connection was
   * replaced. Milliseconds since 1970.
   */
  readonly replay: number | 'over' | null;
  /** The end of the agent's goodbye. Absent: it has said none. */
  readonly goodbye?: {
    /** When its answer was complete: its words were sent, and its keys. */
    readonly at: number;
    /** When it was spoken at the latest, and its keys pressed. */
    readonly until: number;
    /** The time that its keys take. */
    readonly pressing_ms: number;
  };
  /** Null: the call goes on. */
  readonly ended_at: number | null;
}

/** Whether frames wait until those have come that the connection repeats. */
export const awaitsReplay = ({ replay }: Pick<VoiceState, 'replay'>): boolean => typeof replay === 'number';

export const newVoiceState = (connection: string, connected_at: number): VoiceState => ({
  phase: 'connected',
  generation: 0,
  revision: 0,
  call_id: null,
  connection,
  connected_at,
  language: null,
  said: [],
  seen: [],
  early: [],
  handled: [],
  replay: null,
  ended_at: null,
});
