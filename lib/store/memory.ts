interface RememberedValue<T> {
  readonly value: T;
  readonly until: number;
}

/**
 * A cache of a function instance for at most `size` values that expire. When it is full, the oldest value
 * makes room.
 */
export const expiring = <T>(size: number) => {
  const memory = new Map<string, RememberedValue<T>>();
  return {
    get: (name: string, now = Date.now()): T | undefined => {
      const known = memory.get(name);
      return known && known.until > now ? known.value : undefined;
    },
    /** `until` in milliseconds since 1970. Add to a time from before the read, which may take long. */
    set: (name: string, value: T, until: number): void => {
      memory.delete(name);
      const [oldest] = memory.keys();
      if (memory.size >= size && oldest !== undefined) memory.delete(oldest);
      memory.set(name, { value, until });
    },
    delete: (name: string): boolean => memory.delete(name),
  };
};

/**
 * A cache of a function instance for values that are read again after at most `ms` milliseconds. Concurrent
 * callers share one read. Failures and `undefined` are not cached, because a missing value may exist a moment
 * later.
 */
export const memoryFor = <T>(ms: number, size: number) => {
  const memory = expiring<Promise<T>>(size);
  return (name: string, read: () => Promise<T>): Promise<T> => {
    const known = memory.get(name);
    if (known) return known;
    const until = Date.now() + ms;
    const value = read();
    memory.set(name, value, until);
    const forget = (): void => {
      if (memory.get(name) === value) memory.delete(name);
    };
    value.then((one) => one === undefined && forget(), forget);
    return value;
  };
};

/**
 * The time for which an item that each owner has one of, such as its webhooks, is cached, in milliseconds. On
 * one machine it is read for each batch of events.
 */
export const ownersRememberedMs = (): number => Number(process.env.LISTENERS_REMEMBERED_MS ?? 10_000);
