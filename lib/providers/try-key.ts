import { invalid } from '#lib/contract/errors.ts';
import type { AccountProvider } from '#lib/contract/integrations.ts';
import { shortened } from '#lib/domain/text.ts';
import { credentialOf } from './credential.ts';
import { ProviderError } from './errors.ts';
import { keyChecks } from './index.ts';

/**
 * Tries an API key before it is stored. A key that the provider refuses is a fault of the request. If the
 * provider is unreachable, the request succeeds and the integration shows the returned sentence; null: the
 * key works.
 */
export const tryKey = async (
  { provider, account_id = null }: { provider: AccountProvider; account_id?: string | null | undefined },
  apiKey: string | null,
): Promise<string | null> => {
  if (apiKey === null) return null;
  try {
    await keyChecks[provider](credentialOf(account_id, apiKey));
    return null;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.failure !== 'unauthorized') return shortened(error.message, 500);
    throw invalid({ pointer: '/api_key', code: 'refused', detail: error.message });
  }
};
