/**
 * Why a provider did not do what it was asked for. `unclear`: it may have done it and the answer was lost, so that a
 * request which makes something must not simply be repeated.
 */
export type ProviderFailure =
  | 'unauthorized'
  | 'not_found'
  | 'refused'
  | 'rate_limited'
  | 'unavailable'
  | 'unclear';

/** A provider's refusal or silence. The message is a sentence for the integrator. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly failure: ProviderFailure;
  /** How long the provider asks to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(failure: ProviderFailure, message: string, retryAfterMs?: number) {
    super(message);
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The sentence about a provider's failure; undefined for any other error. */
export const sentenceOf = (error: unknown): string | undefined =>
  error instanceof ProviderError ? error.message : undefined;
