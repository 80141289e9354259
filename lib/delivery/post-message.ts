import { setTimeout as wait } from 'node:timers/promises';
import { DeliveryError } from './errors.ts';
import type { OpenedResponse } from './request.ts';
import { open } from './request.ts';
import { signatureHeaders } from './sign.ts';

/** From the look-up of the name to the status of the answer. */
const timeoutMs = 15_000;

/**
 * The status decides whether delivery succeeded. The body is kept only for display, so a slow one is cut off.
 */
const bodyTimeoutMs = 1000;
const maxBodyBytes = 1024;

export interface OutgoingMessage {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  /** Each signs the message. */
  readonly secrets: readonly string[];
}

/** The outcome of one delivery attempt. */
export interface MessageAnswer {
  readonly delivered: boolean;
  readonly status_code: number | null;
  readonly duration_ms: number;
  /** The reason why it was not delivered, in a sentence that a customer may read. */
  readonly error: string | null;
  /** The beginning of the answer's body. */
  readonly response: string | null;
  readonly retry_after?: string | undefined;
}

const startOfBody = async ({ pieces, drop }: OpenedResponse): Promise<string | null> => {
  const kept: Buffer[] = [];
  const read = async (): Promise<void> => {
    let size = 0;
    for await (const piece of pieces()) {
      kept.push(piece.subarray(0, maxBodyBytes - size));
      size += piece.length;
      if (size >= maxBodyBytes) return;
    }
  };
  const late = new AbortController();
  // If the body is cut off, keep the part that has arrived.
  await Promise.race([
    read().catch(() => {}),
    wait(bodyTimeoutMs, undefined, { signal: late.signal }).catch(() => {}),
  ]);
  late.abort();
  drop();
  return kept.length === 0 ? null : Buffer.concat(kept).toString();
};

const reasonOf = (status: number): string => {
  if (status >= 300 && status < 400) return `The server answered ${status}. Redirects are not followed`;
  return `The server answered ${status}`;
};

/** Posts a message once. Every failure is returned as an answer, never thrown. */
export const postMessage = async ({ id, url, body, secrets }: OutgoingMessage): Promise<MessageAnswer> => {
  const started = performance.now();
  const duration = () => Math.round(performance.now() - started);
  try {
    const opened = await open({
      method: 'POST',
      url,
      body,
      headers: { 'content-type': 'application/json', ...signatureHeaders({ id, body }, secrets) },
      timeoutMs,
    });
    const duration_ms = duration();
    const { status, headers } = opened;
    const delivered = status >= 200 && status < 300;
    return {
      delivered,
      status_code: status,
      duration_ms,
      error: delivered ? null : reasonOf(status),
      response: await startOfBody(opened),
      ...((status === 429 || status === 503) && { retry_after: headers['retry-after'] }),
    };
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return {
      delivered: false,
      status_code: null,
      duration_ms: duration(),
      error: error.message,
      response: null,
    };
  }
};
