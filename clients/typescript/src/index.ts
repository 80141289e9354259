import { callsOf } from './core.ts';
import type { FollowOptions } from './follow.ts';
import type { ConversationInput, Client as Operations, WebhookMessage } from './generated.ts';
import { routes } from './generated.ts';
import type { ImportOptions, ImportResult } from './import.ts';
import type { ClientOptions } from './options.ts';

export type { Call, ListCall, StreamCall, WithResponse } from './calls.ts';
export type { FollowOptions } from './follow.ts';
export * from './generated.ts';
export type { ImportOptions, ImportResult } from './import.ts';
export type { CallOptions, ClientOptions } from './options.ts';
export type { ProblemFault } from './problem.ts';
export { ApiProblem } from './problem.ts';
export type { DownloadOptions, Recording, UploadOptions } from './recordings.ts';
export { downloadRecording, uploadRecording } from './recordings.ts';
export { StreamError } from './stream.ts';
export type { VerifyOptions } from './webhooks.ts';
export { verifyWebhook, WebhookError } from './webhooks.ts';

/** The default number of retries after a temporary failure. */
const maxRetries = 2;

/** The operations of the API by resource, and two that take many requests. */
export interface Client extends Operations {
  readonly conversations: Operations['conversations'] & {
    /**
     * Records any number of conversations, and yields the result of each in their order. Run it again after a
     * failure, with the same conversations in the same order: none is recorded twice within a day, and none
     * with a `provider.conversation_id` ever.
     */
    readonly import: (
      conversations: Iterable<ConversationInput> | AsyncIterable<ConversationInput>,
      options?: ImportOptions,
    ) => AsyncGenerator<ImportResult, void>;
  };
  readonly events: {
    /**
     * Yields events as they happen, from a queue that the first call creates. The next run of the program
     * continues after the last event that was handled. An event may come twice.
     */
    readonly follow: (options: FollowOptions) => AsyncGenerator<WebhookMessage, void>;
  };
}

/** A client of the API: `client.agents.create({ body: { name: 'Reception' } })`. */
export const createClient = (options: ClientOptions): Client => {
  const operations = callsOf(routes, { maxRetries, ...options }) as Operations;
  return {
    ...operations,
    conversations: {
      ...operations.conversations,
      import: async function* (conversations, importing) {
        const { importConversations } = await import('./import.ts');
        yield* importConversations(operations, conversations, importing);
      },
    },
    events: {
      follow: async function* (following) {
        const { followEvents } = await import('./follow.ts');
        yield* followEvents(operations, following);
      },
    },
  };
};
