import { AsyncLocalStorage } from 'node:async_hooks';
import type { Consumption } from './metering.ts';

/** What the work that is under way is done for: a request, an event that is followed, a run of the clock. */
export interface Cause {
  /** What DynamoDB consumes for it. */
  readonly consumed?: Consumption;
  /** The id of the request that began it, also where it is finished long after. */
  readonly requestId: string | null;
  /** Whose key asked for it; absent: nobody did, the service itself works. */
  readonly caller?: { readonly key_id: string };
}

const current = new AsyncLocalStorage<Cause>();

/** Runs a task for a cause. Tasks that run at the same time are kept apart. */
export const because = <T>(cause: Cause, task: () => Promise<T>): Promise<T> => current.run(cause, task);

/** What the running task is done for, if that is known. */
export const currentCause = (): Cause | undefined => current.getStore();

/** What is kept of a cause with an event, or with work that is left for later. */
export interface Origin {
  /** The key whose request it was; null: the service itself, such as the clock. */
  readonly actor: string | null;
  /** The request, or the run of the service, that it came from. */
  readonly request_id: string | null;
}

export const currentOrigin = (): Origin => {
  const cause = currentCause();
  return { actor: cause?.caller?.key_id ?? null, request_id: cause?.requestId ?? null };
};

/** The cause to go on with. What was written before origins were kept has none. */
export const causeOf = ({ actor, request_id }: Partial<Origin>): Cause => ({
  requestId: request_id ?? null,
  ...(actor && { caller: { key_id: actor } }),
});
