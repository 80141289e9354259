/** An intervention in a call that a provider holds. */
export type ControlOrder =
  | { readonly action: 'end' }
  | { readonly action: 'say' | 'instruct'; readonly text: string }
  | { readonly action: 'transfer'; readonly to: string };

/** Intervenes in calls of an account at a provider. */
export interface Controller {
  /**
   * Finds out whether a call can be controlled, by the provider's id of it. The result sends an order, once
   * for each time that it is called.
   */
  readonly reach: (call_id: string) => Promise<(order: ControlOrder) => Promise<void>>;
}
