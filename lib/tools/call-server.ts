import type { HttpAction } from '#lib/contract/tools.ts';
import { DeliveryError } from '#lib/delivery/errors.ts';
import type { Resolve } from '#lib/delivery/request.ts';
import { send } from '#lib/delivery/request.ts';
import { signatureHeaders } from '#lib/delivery/sign.ts';
import { parseJson, TooDeep } from '#lib/domain/json.ts';
import type { ToolOutcome } from '#lib/model/converse.ts';

/** The greatest length of an answer. */
const maxBytes = 65_536;

/** A call that may have been made, but whose outcome nobody knows. */
export const unknownOutcome: ToolOutcome = {
  content: null,
  error:
    'The outcome of this call is unknown: it may have been carried out. Do not call the tool again, and say that somebody has to check',
};

/** Codes of failures before the first byte of a request was sent. */
const neverConnected = /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$|CERT|ALTNAME/;

const wasNotSent = ({ failure, cause }: DeliveryError): boolean =>
  failure === 'url_refused' ||
  failure === 'address_refused' ||
  neverConnected.test(String((cause as { readonly code?: unknown } | undefined)?.code ?? ''));

/** The content of an answer, or the error if it is nested too deeply. */
const contentOf = (body: Buffer, type: string | undefined): unknown => {
  const text = body.toString();
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type ?? '')) return text === '' ? null : text;
  try {
    return parseJson(text);
  } catch (error) {
    return error instanceof TooDeep ? error : text;
  }
};

export interface ServerCall {
  /** Stable over all attempts at the same call: the header `webhook-id`. */
  readonly id: string;
  readonly body: string;
  /** Each signs the request. */
  readonly secrets: readonly string[];
  /**
   * The time by which the call must have ended; absent: only the tool has a limit. Milliseconds since 1970.
   */
  readonly deadline?: number;
  /** Replaces the system's resolver. */
  readonly resolve?: Resolve;
}

/** Calls an integrator's server once. Every failure is an outcome, never thrown. */
export const callServer = async (
  { url, timeout_seconds, effect }: Pick<HttpAction, 'url' | 'timeout_seconds' | 'effect'>,
  { id, body, secrets, deadline = Number.POSITIVE_INFINITY, resolve }: ServerCall,
): Promise<ToolOutcome> => {
  try {
    const {
      status,
      headers,
      body: answer,
      truncated,
    } = await send({
      method: 'POST',
      url,
      body,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/plain;q=0.9',
        ...signatureHeaders({ id, body }, secrets),
      },
      timeoutMs: Math.max(1, Math.min(timeout_seconds * 1000, deadline - Date.now())),
      maxBytes,
      ...(resolve && { resolve }),
    });
    const isDone = status >= 200 && status < 300;
    const unusable = (error: string): ToolOutcome => ({
      content: null,
      error: isDone && effect === 'write' ? `${error}. The call was carried out` : error,
    });
    if (truncated) return unusable(`The answer of the server is longer than ${maxBytes} bytes`);
    const content = contentOf(answer, headers['content-type']);
    if (content instanceof TooDeep) return unusable(content.message);
    return isDone ? { content } : { content, error: `The server answered ${status}` };
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return effect === 'write' && !wasNotSent(error)
      ? unknownOutcome
      : { content: null, error: error.message };
  }
};
