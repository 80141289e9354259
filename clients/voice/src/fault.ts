/**
 * The reason that nothing listens. `insecure`: the page has no HTTPS; `refused`: the user does not allow the
 * microphone; `no_microphone`: there is none, or another program has it; `taken_away`: it is gone;
 * `no_recognizer`; `elsewhere`: another page listens for this chat; `unreachable`: the recognizer, the
 * platform, or a script of the page.
 */
export type EarsFault =
  | 'insecure'
  | 'refused'
  | 'no_microphone'
  | 'taken_away'
  | 'no_recognizer'
  | 'elsewhere'
  | 'unreachable';

export class EarsError extends Error {
  override readonly name = 'EarsError';
  readonly code: EarsFault;

  constructor(code: EarsFault, message: string) {
    super(message);
    this.code = code;
  }
}
