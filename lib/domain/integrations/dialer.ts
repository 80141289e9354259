/** A phone number of a provider's account, with the provider's id of it. */
export interface AccountNumber {
  readonly id: string;
  readonly number: string;
}

export interface Dial {
  /** The provider's id of the agent that conducts the call. */
  readonly agent_id: string;
  readonly from: AccountNumber;
  readonly to: string;
  /** The addresses at which a carrier asks for instructions, and reports; null: the provider needs none. */
  readonly urls: { readonly answer: string; readonly status: string } | null;
  /** Includes the id of our conversation, which the provider returns in its webhooks. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Places calls through an account at a provider. */
export interface Dialer {
  readonly numbers: () => Promise<readonly AccountNumber[]>;
  /** Starts a call and returns the provider's id of it; null if the provider does not return one yet. */
  readonly dial: (call: Dial) => Promise<string | null>;
}

/** The variable that carries the id of our conversation to the provider and back in its webhooks. */
export const conversationVariable = 'platform_conversation_id';
