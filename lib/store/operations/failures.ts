import type { IdempotencyScope } from '../idempotency.ts';

/** Another write changed the record since it was read. Read and decide again. */
export class Stale extends Error {
  override readonly name = 'Stale';
}

/** The item was throttled on each attempt. */
export class WritesThrottled extends Error {
  override readonly name = 'WritesThrottled';
}

/** Another transaction held one of the items on each attempt. The caller can retry. */
export class ItemContended extends Error {
  override readonly name = 'ItemContended';
}

/**
 * The order that follows a commit was surely not carried out. The request may be sent again, so what was
 * committed for it is taken back.
 */
export class NotCarriedOut extends Error {
  override readonly name = 'NotCarriedOut';
  /** The answer to the request. */
  readonly refusal: Error;
  /** Takes it back. `scope`: that of the request's Idempotency-Key, if it has one. */
  readonly takeBack: (scope: IdempotencyScope | undefined) => Promise<void>;

  constructor(refusal: Error, takeBack: NotCarriedOut['takeBack']) {
    super();
    this.refusal = refusal;
    this.takeBack = takeBack;
  }
}

/** Whether concurrent writes caused the failure. The caller can retry a moment later. */
export const isContention = (error: unknown): boolean =>
  error instanceof Stale || error instanceof ItemContended;
