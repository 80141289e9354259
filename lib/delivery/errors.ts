/** The reason that a request to an external server failed. */
export type DeliveryFailure =
  | 'url_refused'
  | 'address_refused'
  | 'connection_failed'
  | 'timed_out'
  | 'too_large'
  | 'cut_off';

/** A failed request to an external server. The message is safe to show to customers. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly failure: DeliveryFailure;

  constructor(failure: DeliveryFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}
