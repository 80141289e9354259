/** Another write changed the record since it was read. Read and decide again. */
export class Stale extends Error {
  override readonly name = 'Stale';
}

/** The table took no more writes of an item for as long as it was tried. */
export class Throttled extends Error {
  override readonly name = 'Throttled';
}

/** Another transaction held one of the items on each attempt. The caller can retry. */
export class Contended extends Error {
  override readonly name = 'Contended';
}

/** Whether others were faster: what was to be done can be done a moment later. */
export const isContention = (error: unknown): boolean => error instanceof Stale || error instanceof Contended;
