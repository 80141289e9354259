import { minuteMs } from '#lib/domain/durations.ts';
import { expiring } from '#lib/store/memory.ts';

/*
 * The paths of organizations and agents never change, so a function instance caches them, which saves a
 * second round trip for the organizations above. Entries expire after a minute, because an organization may
 * be erased.
 */
export const knownMs = minuteMs;
const paths = expiring<readonly string[]>(10_000);

/** Caches the path of an organization or of an agent: the ids of the organizations from the top down. */
export const rememberPath = (id: string, path: readonly string[]): void =>
  paths.set(id, path, Date.now() + knownMs);

export const knownPath = (id: string): readonly string[] | undefined => paths.get(id);
