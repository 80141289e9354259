/** Another write changed the record since it was read. Read and decide again. */
export class Stale extends Error {
  override readonly name = 'Stale';
}

/** The item was throttled on each attempt. */
export class WritesThrottled extends Error {
  override readonly name = 'WritesThrottled';
}

/** Another transaction held one of the items on each attempt. The caller can retry. */
export class ItemContended extends Error {
  override readonly name = 'ItemContended';
}

/** Whether concurrent writes caused the failure. The caller can retry a moment later. */
export const isContention = (error: unknown): boolean =>
  error instanceof Stale || error instanceof ItemContended;
