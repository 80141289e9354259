/**
 * The reason why a provider did not fulfill a request. `unclear`: it may have done so and the answer was
 * lost, so a request that creates something must not simply be repeated.
 */
export type ProviderFailure =
  | 'unauthorized'
  | 'not_found'
  | 'refused'
  | 'rate_limited'
  | 'unavailable'
  | 'unclear';

/** A failed request to a provider. The message is a sentence for the integrator. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly failure: ProviderFailure;
  /** The wait that the provider asks for, in milliseconds. */
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

/** The sentence of a provider that refuses the API key; undefined for any other error. */
export const keyRefusalOf = (error: unknown): string | undefined =>
  error instanceof ProviderError && error.failure === 'unauthorized' ? error.message : undefined;
