/** The words that a caller heard of an answer that was interrupted, as the channel reports them. */
export type HeardPart =
  | { readonly utterance: string }
  /** UTF-16 units of the answer's text. */
  | { readonly characters: number };

/** A report of a voice channel, whatever its protocol. */
export type VoiceFrame =
  | {
      readonly type: 'setup';
      readonly call_id: string;
      readonly from: string | null;
      readonly to: string | null;
      readonly parameters: Readonly<Record<string, string>>;
    }
  | { readonly type: 'prompt'; readonly text: string; readonly language: string | null }
  | { readonly type: 'interrupt'; readonly heard: HeardPart }
  | { readonly type: 'keys'; readonly digits: string }
  /** The channel began or ended to play the agent's voice. */
  | { readonly type: 'playing'; readonly on: boolean }
  /** The caller began or ended to speak. */
  | { readonly type: 'speaking'; readonly on: boolean }
  | { readonly type: 'fault'; readonly detail: string }
  /** Known, and without a consequence. */
  | { readonly type: 'note' };

/** A frame with its place among others. */
export interface ReceivedFrame {
  /** The gateway's id of the frame. An invocation that is repeated has the same. */
  readonly id: string;
  /** The gateway's time of the frame, which decides which of two is newer. Milliseconds since 1970. */
  readonly at: number;
  readonly connection: string;
  /** When the connection was opened. Milliseconds since 1970. */
  readonly connected_at: number;
  /** The same for the same content: a channel that reconnects sends frames again. */
  readonly hash: string;
  readonly frame: VoiceFrame;
}

/** Something for the channel to do. */
export type VoiceOutput =
  | {
      readonly type: 'text';
      readonly text: string;
      /** Whether the answer ends with it. Every answer has to, or the line stays open and silent. */
      readonly last: boolean;
      readonly language: string | null;
      /** Absent: the caller may interrupt it. */
      readonly uninterruptible?: true;
    }
  | { readonly type: 'keys'; readonly digits: string }
  | { readonly type: 'language'; readonly language: string }
  /** Ends the session after what is queued was spoken. The text reaches whoever goes on with the call. */
  | { readonly type: 'end'; readonly handoff: string };

/** Something that an answer does besides speaking. */
export type VoiceAct =
  | (Extract<VoiceOutput, { type: 'keys' }> & {
      /** Fields of the answer's turn: the next answer may begin before this one is reported. */
      readonly turn: unknown;
    })
  | Extract<VoiceOutput, { type: 'language' }>;
