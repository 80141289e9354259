import { DeliveryError } from '#lib/delivery/errors.ts';
import { checkedFetch } from './fetch.ts';
import { keysAt } from './keys.ts';
import type { ProviderSettings } from './provider.ts';
import { connect } from './provider.ts';

/** The message of the innermost failure, as far as administrators may read it. */
const reasonOf = (error: Error & { readonly cause?: unknown }): string =>
  error.cause instanceof DeliveryError ? error.cause.message : error.message;

/** The fault of a provider; null if its documents are as a sign-in needs them. */
export const tryProvider = async (settings: ProviderSettings): Promise<string | null> => {
  try {
    const { jwks_uri = '' } = (await connect(settings)).serverMetadata();
    await keysAt(jwks_uri, checkedFetch).reload();
    return null;
  } catch (error) {
    return reasonOf(error as Error).slice(0, 500);
  }
};
