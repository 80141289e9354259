import type { Money } from '#lib/contract/fields.ts';
import { costOf } from '../analysis/prices.ts';
import { minuteMs } from '../durations.ts';

/** A stream of recognition that a chat may have opened. Its page may say when it is closed. */
export interface ListeningPeriod {
  /** When its address was given. Milliseconds since 1970. */
  readonly since: number;
  /** When its address opens no stream any more, by which its page names it. */
  readonly expires_at: string;
  /** The day in whose counts its seconds are reserved, and the ids of those that count them. */
  readonly day: number;
  readonly client_ids: readonly string[];
  /** The price of a minute; null: it has none. */
  readonly price: Money | null;
  /** The region in which the platform can end the stream; absent: nobody can, at an account of Deepgram. */
  readonly region?: string;
}

/** The longest talk: so many seconds are reserved before an address is given. */
export const maxListeningSeconds = 1800;

/** The time in which the page must open the stream, which counts: the stream may be opened at its end. */
export const openingSeconds = 60;

/**
 * Amazon Transcribe ends a stream by itself after so many seconds
 * (docs.aws.amazon.com/transcribe/latest/dg/limits-guidelines.html).
 */
export const longestStreamSeconds = 4 * 3600;

/** The recognizer bills at least so many seconds (aws.amazon.com/transcribe/pricing). */
const leastSeconds = 15;

/** The seconds until now. Its page, another stream for the chat, or the end of the chat ends this one. */
export const listenedSeconds = ({ since }: ListeningPeriod, now: number): number =>
  Math.min(maxListeningSeconds, Math.max(leastSeconds, Math.ceil((now - since) / 1000)));

/** The seconds until now that count toward limits. */
export const countedSeconds = (listening: ListeningPeriod, now: number): number =>
  Math.max(openingSeconds, listenedSeconds(listening, now));

export const costOfListening = ({ price }: Pick<ListeningPeriod, 'price'>, seconds: number): Money | null =>
  price &&
  costOf(
    { input: Number(price.amount) * 1_000_000, output: 0, currency: price.currency },
    { input: (seconds * 1000) / minuteMs, output: 0 },
  );
