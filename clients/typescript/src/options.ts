/** Options of one call. */
export interface CallOptions {
  /** Sent as `Idempotency-Key`. By default each change gets a random one if it may be retried. */
  readonly idempotencyKey?: string;
  /** Sent as `If-Match`: the change is made only if the entity’s `ETag` is still this one. */
  readonly ifMatch?: string;
  /** Sent as `If-None-Match`: the answer is empty if the entity’s `ETag` is still this one. */
  readonly ifNoneMatch?: string;
  /** Sent as `X-Request-Id`. */
  readonly requestId?: string;
  /** Cancels the call, with its retries. */
  readonly signal?: AbortSignal;
  /** The longest time for one attempt, in milliseconds. */
  readonly timeoutMs?: number;
  /** The maximum number of retries of a failed call. */
  readonly maxRetries?: number;
}

export interface ClientOptions {
  /** Such as `https://abc123.execute-api.eu-central-1.amazonaws.com`. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer`. Without it only public routes answer. */
  readonly apiKey?: string;
  /** By default the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** The longest time for one attempt, in milliseconds. */
  readonly timeoutMs?: number;
  /** The maximum number of retries of a failed call. */
  readonly maxRetries?: number;
}
