import { AsyncLocalStorage } from 'node:async_hooks';

/** The DynamoDB capacity that a request consumed, and the calls. */
export interface Consumption {
  calls: number;
  /** Read units: 4 KB each for consistent reads, 8 KB for eventually consistent ones. */
  readUnits: number;
  /** Write units: one per KB, two in a transaction. */
  writeUnits: number;
  durationMs: number;
}

/** A limit on the use of an organization, which counts a request. */
export interface CountedLimit {
  /** That of a quota is its name in `GET /v1/me`. */
  readonly name: string;
  readonly limit: number;
  /** The unit of the limit; absent: requests. */
  readonly unit?: 'tokens';
  readonly windowSeconds: number;
  /** The remaining number; undefined: unknown, because transactions return no values. */
  readonly remaining: number | undefined;
  readonly resetSeconds: number;
  /** The ids of the organization on which it is set, and of those above, from the top. */
  readonly path: readonly string[];
  /** Whether it refuses the request. */
  readonly exceeded: boolean;
}

export const nothingConsumed = (): Consumption => ({ calls: 0, readUnits: 0, writeUnits: 0, durationMs: 0 });

/** The cause of the work in progress: a request, a followed event or a run of the clock. */
export interface Cause {
  /** The DynamoDB capacity that it consumes. */
  readonly consumed?: Consumption;
  /** The limits on use that count it, in the order in which they did. */
  readonly counted?: CountedLimit[];
  /** The id of the request that started the work, even if the work continues long after. */
  readonly requestId: string | null;
  /** The id that the caller gave the request. */
  readonly sentRequestId?: string | undefined;
  /** Whether the platform itself sends the request for an assistant. */
  readonly isOfAssistant?: boolean;
  /** The caller whose key sent the request; absent: the service itself started the work. */
  readonly caller?: { readonly key_id: string } | undefined;
  /** The address and the program that sent the request. */
  readonly address?: string;
  readonly userAgent?: string | undefined;
}

const current = new AsyncLocalStorage<Cause>();

/**
 * Runs a task for a cause. Concurrent tasks have separate causes, but add to the consumption that is measured
 * around them.
 */
export const because = <T>(cause: Cause, task: () => Promise<T>): Promise<T> => {
  // The cause of a request is not copied, because its caller becomes known later.
  const consumed = cause.consumed ? undefined : current.getStore()?.consumed;
  return current.run(consumed ? { ...cause, consumed } : cause, task);
};

/** The cause of the running task, if it is known. */
export const currentCause = (): Cause | undefined => current.getStore();

/** Notes a limit that counts the request in progress, if there is one, for the headers of its answer. */
export const noteCounted = (limit: CountedLimit): void => {
  currentCause()?.counted?.push(limit);
};

/** The part of a cause that is stored with an event or with deferred work. */
export interface Origin {
  /** The id of the API key that sent the request; null: the service itself, such as the clock. */
  readonly actor: string | null;
  /** The id that the caller gave the request, or else its own, or that of the run of the service. */
  readonly request_id: string | null;
}

export const currentOrigin = (): Origin => {
  const cause = currentCause();
  return {
    actor: cause?.caller?.key_id ?? null,
    request_id: cause?.sentRequestId ?? cause?.requestId ?? null,
  };
};

/** The cause for work that continues. Items written before origins were stored have none. */
export const causeOf = ({ actor, request_id }: Partial<Origin>): Cause => ({
  requestId: request_id ?? null,
  ...(actor && { caller: { key_id: actor } }),
});
