import { ProviderError } from './errors.ts';

/** Null where the provider does not know what was asked for. Retell answers 422 in place of 404. */
export const orNull = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    const isGone =
      error instanceof ProviderError &&
      (error.failure === 'not_found' || /cannot find asset|not found/i.test(error.message));
    if (isGone) return null;
    throw error;
  });
