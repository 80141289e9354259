import type { CallReport } from '#lib/domain/integrations/call-report.ts';
import type { Json } from './reading.ts';

/** What a provider posted, byte for byte. */
export interface Delivery {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** How the sender proves who it is, where a provider leaves its customers the choice. */
export type Verification = 'secret_header' | 'bearer' | 'hmac';

export interface Expectation {
  /** Each of them is good: the one in use, and the one before while it lasts. */
  readonly secrets: readonly string[];
  readonly verification: Verification | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What an event is about, as far as that can be said without looking closer. */
export interface EventHead {
  /** The provider's own name for it, or `unknown`. */
  readonly type: string;
  /** The provider's ids. */
  readonly conversation_id: string | null;
  readonly agent_id: string | null;
}

/** How a provider's webhooks are understood. Nothing in it throws, whatever the payload. */
export interface WebhookReader {
  /** Whether the signature over the raw bytes is good and recent, compared in constant time. */
  readonly verify: (delivery: Delivery, expectation: Expectation) => boolean;
  readonly headOf: (payload: Json) => EventHead;
  /** The recording that the event itself holds; undefined if it holds none. */
  readonly audioOf?: (payload: Json) => Buffer | undefined;
  /** What the event says about a call; null: nothing, or it does not say about which call. */
  readonly reportOf: (payload: Json) => CallReport | null;
}
