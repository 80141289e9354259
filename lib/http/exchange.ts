import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { ErrorCode } from '#lib/contract/errors.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { Consumption, CountedLimit } from '#lib/store/cause.ts';
import { nothingConsumed } from '#lib/store/cause.ts';
import type { RequestRate } from '#lib/store/limits/request-rates.ts';

export type ApiEvent = APIGatewayProxyEventV2;
export type ApiAnswer = APIGatewayProxyStructuredResultV2 & {
  headers: Record<string, string>;
  /**
   * The parts of the body of an answer that is streamed. The sender takes all of them, even if the client has
   * left.
   */
  stream?: AsyncGenerator<string, void>;
};

/** One request on its way through the steps around every route; each step adds what it found out. */
export interface Exchange {
  /** Lambda's own, which Lambda's log lines contain. */
  readonly requestId: string;
  /** The id that the caller gave the request. */
  readonly sentRequestId: string | undefined;
  /** Whether the platform itself sends the request for an assistant. */
  isOfAssistant: boolean;
  /** Scheme and host of the request, such as `https://api.example.com`. */
  readonly origin: string;
  /** Scheme and host that the browser shows: another one than the origin behind CloudFront. */
  readonly site: string;
  /** The caller's IP address, for logs. */
  readonly address: string;
  /** The program that sent the request, as it names itself. */
  readonly userAgent: string | undefined;
  /** When the function is ended, if it has not answered. Milliseconds since 1970. */
  readonly ends_at: number;
  readonly consumed: Consumption;
  /** The limits on use that count the request. */
  readonly counted: CountedLimit[];
  caller: Caller | undefined;
  /** The secret that the caller sent. */
  secret: string | undefined;
  /** The origins of the pages that may read the answer besides those of the operator’s settings. */
  pages: readonly string[];
  /** The count of the organization's requests, if they are limited. */
  rate: RequestRate | undefined;
  /** The count of the organization's requests that wait for others, if this is one. */
  waiting: RequestRate | undefined;
  params: unknown;
  query: unknown;
  /** The body's exact text. */
  text: string | undefined;
  body: unknown;
  /** The problem's code, for the log. */
  code: ErrorCode | undefined;
  /** A write that does not affect the answer, but must finish before the function is frozen. */
  afterwards: Promise<void> | undefined;
}

/** Creates all fields at the start, because an object that grows with each step is slower. */
export const newExchange = (
  of: Pick<Exchange, 'requestId' | 'sentRequestId' | 'origin' | 'site' | 'address' | 'userAgent' | 'ends_at'>,
): Exchange => ({
  ...of,
  isOfAssistant: false,
  consumed: nothingConsumed(),
  counted: [],
  caller: undefined,
  secret: undefined,
  pages: [],
  rate: undefined,
  waiting: undefined,
  params: undefined,
  query: undefined,
  text: undefined,
  body: undefined,
  code: undefined,
  afterwards: undefined,
});

export type ExchangeContext = Context & { readonly exchange: Exchange };
