/** The tokens that a model has used. */
export interface ModelUsage {
  readonly model: string;
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
}

/**
 * Admits and counts what is asked of a model. No model answers for an agent without one, so that a new route
 * cannot leave its tokens out of limits, usage and costs.
 */
export interface ModelMeter {
  /** Reserves the messages of the answer in plans, before it is made. Throws if a plan has none left. */
  readonly begin: () => Promise<void>;
  /** Reserves the tokens that a request may take, before it is sent. Throws if a limit is used up. */
  readonly reserve: (tokens: number) => Promise<void>;
  /** Learns of the tokens of each request that a model has read, whatever comes of the answer. */
  readonly spent: (used: ModelUsage) => void;
}
