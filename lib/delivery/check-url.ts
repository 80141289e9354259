import { invalid } from '#lib/contract/errors.ts';
import { destinationOf } from './destination.ts';
import { DeliveryError } from './errors.ts';

/** Refuses a URL that would never be reached. What its name leads to is only known when a connection is made. */
export const checkUrl = (url: string | null): void => {
  try {
    if (url !== null) destinationOf(url);
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    throw invalid({ pointer: '/url', code: 'invalid', detail: error.message });
  }
};
