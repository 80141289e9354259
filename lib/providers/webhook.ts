import type { CallReport } from '#lib/domain/integrations/call-report.ts';
import type { Json } from './reading.ts';

/** A provider's webhook, byte for byte. */
export interface Delivery {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** The sender's method of authentication, if a provider lets its customers choose. */
export type Verification = 'secret_header' | 'bearer' | 'hmac';

export interface Expectation {
  /** All of these secrets are valid: the current one, and the previous one until it expires. */
  readonly secrets: readonly string[];
  readonly verification: Verification | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The event's type and call, as far as they are known without reading the rest. */
export interface EventHead {
  /** The provider's own name for it, or `unknown`. */
  readonly type: string;
  /** The provider's ids. */
  readonly conversation_id: string | null;
  readonly agent_id: string | null;
}

/** The reader of a provider's webhooks. It never throws, whatever the payload. */
export interface WebhookReader {
  /** Whether the signature over the raw bytes is valid and recent, compared in constant time. */
  readonly verify: (delivery: Delivery, expectation: Expectation) => boolean;
  readonly headOf: (payload: Json) => EventHead;
  /** The recording that the event itself holds; undefined if it holds none. */
  readonly audioOf?: (payload: Json) => Buffer | undefined;
  /** The report of a call that the event contains; null if it has none, or names no call. */
  readonly reportOf: (payload: Json) => CallReport | null;
}
