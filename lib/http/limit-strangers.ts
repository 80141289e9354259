import { ApiError } from '#lib/contract/errors.ts';
import { ownerOf } from '#lib/domain/caller.ts';
import type { StrangersRoute } from '#lib/store/limits/request-rates.ts';
import { countStranger, uncountStranger } from '#lib/store/limits/request-rates.ts';

/** A provider that answers within this time occupies no function for long. */
const shortMs = 1000;

type Wait = <T>(send: () => Promise<T>) => Promise<T>;

const tooMany = (resetSeconds: number): ApiError<'rate_limited'> =>
  new ApiError('rate_limited', {
    detail: 'Too many requests wait for the OpenID provider of the organization. Try again in a minute',
    headers: { 'retry-after': String(resetSeconds) },
  });

/**
 * Counts a request that needs no key from when it waits for a provider, so that no stranger occupies the
 * functions that all share. The count is taken back if the provider answers soon: otherwise, a flood of
 * requests would keep an organization's people from signing in.
 */
export const limitStrangers = async <T>(
  route: StrangersRoute,
  connection: { readonly client_id: string | null },
  work: (wait: Wait) => Promise<T>,
): Promise<T> => {
  const owner = ownerOf(connection);
  const now = Date.now();
  let admitted: Promise<void> | undefined;
  let isCounted = false;
  let waitedMs = 0;
  const admit = async (): Promise<void> => {
    const { exceeded, resetSeconds } = await countStranger(owner, route, now);
    if (exceeded) throw tooMany(resetSeconds);
    isCounted = true;
  };
  const wait: Wait = async (send) => {
    admitted ??= admit();
    await admitted;
    const begun = Date.now();
    try {
      return await send();
    } finally {
      waitedMs += Date.now() - begun;
    }
  };
  try {
    return await work(wait);
  } catch (error) {
    // Throws the refusal itself, and not what the OpenID library has made of it.
    await admitted;
    throw error;
  } finally {
    // If this fails, the request counts until the minute ends.
    if (isCounted && waitedMs < shortMs) await uncountStranger(owner, route, now).catch(() => undefined);
  }
};
