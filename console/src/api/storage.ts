type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Keeps texts for as long as the page is open. */
const inMemory = (): KeyStorage => {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
};

/**
 * A browser that keeps nothing for pages throws at the first look, and one that is full at the first write.
 */
const available = (storage: () => Storage): KeyStorage => {
  try {
    const found = storage();
    const name = 'storage_check';
    found.setItem(name, name);
    found.removeItem(name);
    return found;
  } catch {
    return inMemory();
  }
};

/** The storage of this browser. */
export const browserStorage = available(() => window.localStorage);

/** The storage of this tab. */
export const tabStorage = available(() => window.sessionStorage);
