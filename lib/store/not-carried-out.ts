import type { IdempotencyScope } from './idempotency.ts';

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
