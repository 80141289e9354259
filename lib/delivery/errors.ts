/** Why a request to somebody else's server came to nothing. */
export type DeliveryFailure =
  | 'url_refused'
  | 'address_refused'
  | 'connection_failed'
  | 'timed_out'
  | 'too_large'
  | 'cut_off';

/** A request to somebody else's server that came to nothing. The message is a sentence that a customer may read. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly failure: DeliveryFailure;

  constructor(failure: DeliveryFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}
