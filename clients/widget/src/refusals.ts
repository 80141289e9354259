import type { Words } from './words.ts';

/** A refusal of the API, or a request that did not reach it (`offline`). */
export class Refusal extends Error {
  readonly code: string;
  constructor(code: string, message = code) {
    super(message);
    this.code = code;
  }
}

/**
 * The next step after a refusal. `wait`: the page, once the agent has answered; `repeat`: the page, a few
 * times; `retry`: the visitor, who may try again; `over`: the visitor, in a new chat.
 */
type Next = 'wait' | 'repeat' | 'retry' | 'over';

interface Consequence {
  readonly next: Next;
  readonly says: 'ended' | 'failed' | 'offline' | 'too_many' | 'unavailable';
}

const busy: Consequence = { next: 'wait', says: 'failed' };
const passing: Consequence = { next: 'repeat', says: 'failed' };
const failed: Consequence = { next: 'retry', says: 'failed' };
/** For the author of the page. */
const closed: Consequence = { next: 'retry', says: 'unavailable' };
const over: Consequence = { next: 'over', says: 'ended' };

/** The codes of all live routes, and `offline`: the request did not reach one. */
export const consequences: Readonly<Record<string, Consequence>> = {
  offline: { next: 'repeat', says: 'offline' },
  conversation_busy: busy,
  request_in_flight: busy,
  answer_interrupted: busy,
  unavailable: passing,
  index_not_ready: passing,
  rate_limited: { next: 'retry', says: 'too_many' },
  internal: failed,
  model_failed: failed,
  model_unavailable: failed,
  model_timed_out: failed,
  invalid_json: failed,
  validation_failed: failed,
  unknown_parameter: failed,
  not_acceptable: failed,
  body_too_large: failed,
  unsupported_media_type: failed,
  idempotency_key_reused: failed,
  agent_not_found: closed,
  client_suspended: closed,
  model_not_allowed: closed,
  origin_not_allowed: closed,
  provider_refused: closed,
  provider_unavailable: closed,
  token_required: closed,
  usage_limit_reached: closed,
  widget_not_found: closed,
  widget_unavailable: closed,
  unauthenticated: over,
  insufficient_scope: over,
  view_refused: over,
  conversation_not_found: over,
  conversation_ended: over,
  not_a_chat: over,
};

export const refusalOf = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal('failed', String(error));

export const nextAfter = (error: unknown): Next => (consequences[refusalOf(error).code] ?? failed).next;

/** The words that tell a visitor about a refusal. */
export const wordsFor = (error: unknown): keyof Words => (consequences[refusalOf(error).code] ?? failed).says;

/** Whether a refusal says that the message was not taken. After the others, it may be on its way. */
export const isRefused = (error: unknown): boolean =>
  ['retry', 'over'].includes(nextAfter(error)) || refusalOf(error).code === 'conversation_busy';
