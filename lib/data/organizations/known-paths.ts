import { minuteMs } from '#lib/domain/durations.ts';

interface KnownPath {
  readonly path: readonly string[];
  readonly until: number;
}

/*
 * The paths of organizations and agents never change, so a function instance caches them, which saves a
 * second round trip for the organizations above. Entries expire after a minute, because an organization may
 * be erased.
 */
const knownPaths = new Map<string, KnownPath>();
const maxKnownPaths = 10_000;
export const knownMs = minuteMs;

/** Caches the path of an organization or of an agent: the ids of the organizations from the top down. */
export const rememberPath = (id: string, path: readonly string[]): void => {
  if (knownPaths.size >= maxKnownPaths) knownPaths.delete(knownPaths.keys().next().value ?? '');
  knownPaths.set(id, { path, until: Date.now() + knownMs });
};

export const knownPath = (id: string): readonly string[] | undefined => {
  const known = knownPaths.get(id);
  return known && known.until > Date.now() ? known.path : undefined;
};
