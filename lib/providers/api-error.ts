import { ApiError } from '#lib/contract/errors.ts';
import { ProviderError } from './errors.ts';

/** The API's error for a provider's failure. */
export const apiErrorOf = ({ failure, message: detail, retryAfterMs }: ProviderError) => {
  if (failure === 'unauthorized' || failure === 'refused' || failure === 'not_found') {
    return new ApiError('provider_refused', { detail });
  }
  const seconds = Math.max(1, Math.ceil((retryAfterMs ?? 0) / 1000));
  return new ApiError('provider_unavailable', { detail, headers: { 'retry-after': String(seconds) } });
};

/** Sends a request to a provider on behalf of an API caller: a failure becomes an error of the API. */
export const forCaller = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof ProviderError ? apiErrorOf(error) : error;
  }
};
