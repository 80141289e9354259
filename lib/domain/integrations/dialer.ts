/** A number of an account, under the provider's id for it. */
export interface AccountNumber {
  readonly id: string;
  readonly number: string;
}

export interface Dial {
  /** The provider's id of the agent that speaks. */
  readonly agent_id: string;
  readonly from: AccountNumber;
  readonly to: string;
  /** Among them the id of our conversation, which the provider sends back in its webhooks. */
  readonly variables: Readonly<Record<string, string>>;
}

/** How a provider's account calls somebody. */
export interface Dialer {
  readonly numbers: () => Promise<readonly AccountNumber[]>;
  /** Starts a call, and gives the provider's id of it; null if the provider does not say it yet. */
  readonly dial: (call: Dial) => Promise<string | null>;
}

/** By which variable a provider's webhooks name our conversation. */
export const conversationVariable = 'platform_conversation_id';
