import { minuteMs } from '#lib/domain/durations.ts';
import { keyOf } from '#lib/store/keys.ts';
import { expiring } from '#lib/store/memory.ts';
import { get } from '#lib/store/operations/get.ts';

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

/**
 * The path of an organization, if it passes. A known one that does not costs the same read as an unknown id,
 * so that timing does not reveal that it exists.
 */
export const readPath = async (
  id: string,
  passes: (path: readonly string[]) => boolean,
): Promise<readonly string[] | undefined> => {
  const known = knownPath(id);
  if (known && passes(known)) return known;
  const path = (await get(keyOf('client', id)))?.path as readonly string[] | undefined;
  if (!path || !passes(path)) return undefined;
  rememberPath(id, path);
  return path;
};
