import type { Client, ConversationBatchResult, ConversationInput, ErrorCode, Problem } from './generated.ts';
import { ApiProblem } from './problem.ts';
import { longestPauseMs, pauseMs, sleep } from './retries.ts';

/** The result of one conversation of an import. */
export interface ImportResult extends ConversationBatchResult {
  /** The position of the conversation in the import, from 0. */
  readonly index: number;
  readonly conversation: ConversationInput;
}

export interface ImportOptions {
  readonly signal?: AbortSignal;
  /**
   * The number of times that a batch is repeated without progress before its conversations fail; 8 by
   * default.
   */
  readonly maxRetries?: number;
}

/** The calls that an import makes. */
export type ImportingClient = { readonly conversations: Pick<Client['conversations'], 'batch'> };

const maxConversations = 100;

/** Half of what Lambda accepts, because each quotation mark of the body takes two bytes on its way there. */
const maxBytes = 3_000_000;

interface Batch {
  readonly first: number;
  readonly conversations: ConversationInput[];
}

const encoder = new TextEncoder();

/** Batches that depend on nothing but the conversations and their order. */
const batchesOf = async function* (
  conversations: Iterable<ConversationInput> | AsyncIterable<ConversationInput>,
): AsyncGenerator<Batch, void> {
  let batch: Batch = { first: 0, conversations: [] };
  let bytes = 0;
  for await (const conversation of conversations) {
    const size = encoder.encode(JSON.stringify(conversation)).length + 1;
    const { first, conversations: collected } = batch;
    if (collected.length === maxConversations || (collected.length > 0 && bytes + size > maxBytes)) {
      yield batch;
      batch = { first: first + collected.length, conversations: [] };
      bytes = 0;
    }
    batch.conversations.push(conversation);
    bytes += size;
  }
  if (batch.conversations.length > 0) yield batch;
};

/**
 * The same for the same batch at the same place, so that an import that runs again finds what it has written.
 */
const keyOf = async ({ first, conversations }: Batch): Promise<string> => {
  const bytes = encoder.encode(JSON.stringify([first, conversations]));
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

const inFlight: ErrorCode = 'request_in_flight';

const mayPass = ({ status, problem }: ConversationBatchResult): boolean =>
  status === 429 || status >= 500 || problem?.code === inFlight;

/**
 * The result of a conversation that alone is too large for a request; a gateway refuses it without a code.
 */
const tooLarge = (error: ApiProblem): ConversationBatchResult => {
  const problem = { title: error.message, status: error.status, code: 'body_too_large', ...error.problem };
  return { status: error.status, id: null, problem: problem as unknown as Problem };
};

/**
 * Sends a batch until each conversation is written or finally refused, with the pauses that the service asks
 * for.
 */
const send = async (
  client: ImportingClient,
  batch: Batch,
  { signal, maxRetries = 8 }: ImportOptions,
): Promise<readonly ConversationBatchResult[]> => {
  const call = {
    body: { conversations: batch.conversations },
    idempotencyKey: await keyOf(batch),
    maxRetries,
    ...(signal && { signal }),
  };
  let waiting = batch.conversations.length;
  for (let attempt = 0; ; attempt += 1) {
    const { reply, response } = await client.conversations.batch.withResponse(call);
    const left = reply.results.filter(mayPass).length;
    if (left < waiting) attempt = 0;
    waiting = left;
    const pause = pauseMs(attempt, response);
    if (left === 0 || attempt >= maxRetries || pause > longestPauseMs) return reply.results;
    await sleep(pause, signal);
  }
};

/**
 * Records conversations in batches, and yields the result of each in their order. It reads the next batch
 * only when the results of the one before have been taken.
 */
export const importConversations = async function* (
  client: ImportingClient,
  conversations: Iterable<ConversationInput> | AsyncIterable<ConversationInput>,
  options: ImportOptions = {},
): AsyncGenerator<ImportResult, void> {
  for await (const batch of batchesOf(conversations)) {
    const results = await send(client, batch, options).catch((error: unknown) => {
      if (error instanceof ApiProblem && error.status === 413 && batch.conversations.length === 1)
        return [tooLarge(error)];
      throw error;
    });
    for (const [at, conversation] of batch.conversations.entries()) {
      const result = results[at];
      if (result) yield { ...result, index: batch.first + at, conversation };
    }
  }
};
