/** A stream of recognition that a page may open, with a token of seconds in place of the account's key. */
export interface RecognizerStream {
  readonly url: string;
  readonly token: string;
  readonly expires_at: string;
}

/** The stream that a page wants. */
export interface WantedStream {
  /** The language of the agent; null: it has none. */
  readonly language: string | null;
  /** Samples a second, of 16 bits each. */
  readonly sample_rate: number;
}

/** An account that recognizes what the microphones of pages hear. */
export interface Recognizer {
  readonly grant: (wanted: WantedStream) => Promise<RecognizerStream>;
}
