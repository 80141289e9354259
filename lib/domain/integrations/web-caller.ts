type Variables = Readonly<Record<string, string>>;

interface WantedWebCall {
  /** The provider's id of the agent. */
  readonly agent_id: string;
  readonly variables: Variables;
}

/** The means by which a page joins a call. The account's key is none of them. */
interface JoinedBy {
  readonly call_id: string | null;
  readonly url: string | null;
  readonly token: string | null;
  /** Those that the page must hand over, because the provider takes them from nobody else. */
  readonly variables: Variables;
  /** The time in which the page may join, by the provider's documentation. */
  readonly validMs: number;
}

/** Begins calls that pages join, through an account at a provider. */
export type WebCaller = (call: WantedWebCall) => Promise<JoinedBy>;
