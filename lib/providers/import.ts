import type { ProviderName } from '#lib/contract/integrations.ts';
import type { ImportFailure, ImportSource } from '#lib/domain/integrations/import-source.ts';
import { ProviderError } from './errors.ts';
import { importSources } from './index.ts';
import { unreadable } from './reading.ts';

/** The source of an import: the account that an API key opens. */
export const importSourceOf = (provider: ProviderName, apiKey: string): ImportSource =>
  importSources[provider](apiKey);

/**
 * The effect of a provider's failure, or of a failure to read its data, on an import; undefined for any other
 * failure.
 */
export const importFailureOf = (error: unknown): ImportFailure | undefined => {
  if (error instanceof TypeError || error instanceof RangeError) {
    // Readers depend on nothing but what was sent, so another attempt would fail as well.
    console.error({ message: 'A payload could not be read', error: error.stack });
    return { of: 'one', detail: unreadable };
  }
  if (!(error instanceof ProviderError)) return undefined;
  const { failure, message: detail, retryAfterMs } = error;
  if (failure === 'unauthorized') return { of: 'account', detail };
  if (failure === 'refused' || failure === 'not_found') return { of: 'one', detail };
  // An import only reads, so an unclear request may be repeated.
  return { of: 'moment', detail, retryAfterMs };
};
