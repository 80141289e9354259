import { invalid } from '#lib/contract/errors.ts';
import type { ProviderName } from '#lib/contract/integrations.ts';
import { shortened } from '#lib/domain/text.ts';
import { ProviderError } from './errors.ts';
import { keyChecks } from './index.ts';

/**
 * Tries an API key before it is stored. A key that the provider refuses is a fault of the request. If the
 * provider is unreachable, the request succeeds and the integration shows the returned sentence; null: the
 * key works.
 */
export const tryKey = async (provider: ProviderName, apiKey: string | null): Promise<string | null> => {
  if (apiKey === null) return null;
  try {
    await keyChecks[provider](apiKey);
    return null;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.failure !== 'unauthorized') return shortened(error.message, 500);
    throw invalid({ pointer: '/api_key', code: 'refused', detail: error.message });
  }
};
