interface Remembered<T> {
  readonly value: Promise<T>;
  readonly until: number;
}

/**
 * A cache of a function instance for values that are read again after at most `ms` milliseconds. Concurrent
 * callers share one read. Failures and `undefined` are not cached, because a missing value may exist a moment
 * later.
 */
export const memoryFor = <T>(ms: number, size: number) => {
  const memory = new Map<string, Remembered<T>>();
  return (name: string, read: () => Promise<T>): Promise<T> => {
    const known = memory.get(name);
    if (known && known.until > Date.now()) return known.value;
    // Measured from before the read, which may take long.
    const remembered: Remembered<T> = { until: Date.now() + ms, value: read() };
    memory.delete(name);
    const [oldest] = memory.keys();
    if (memory.size >= size && oldest !== undefined) memory.delete(oldest);
    memory.set(name, remembered);
    const forget = (): void => {
      if (memory.get(name) === remembered) memory.delete(name);
    };
    remembered.value.then((value) => value === undefined && forget(), forget);
    return remembered.value;
  };
};
