import { invalid } from '#lib/contract/errors.ts';
import { destinationOf } from './destination.ts';
import { DeliveryError } from './errors.ts';

/**
 * Refuses a URL that can never be reached. Its host name is resolved and checked only when a connection is
 * made.
 */
export const checkUrl = (url: string | null, pointer = '/url'): void => {
  try {
    if (url !== null) destinationOf(url);
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    throw invalid({ pointer, code: 'invalid', detail: error.message });
  }
};
