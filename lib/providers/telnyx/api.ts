import { ProviderError } from '../errors.ts';
import type { ProviderService } from '../http.ts';
import { ask } from '../http.ts';

/** Telnyx's REST API (developers.telnyx.com/api-reference). */
const service: ProviderService = {
  provider: 'telnyx',
  title: 'Telnyx',
  baseUrl: 'https://api.telnyx.com/v2',
  authorization: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
};

/** Tries an API key, with the shortest list of the account's numbers. */
export const checkKey = async (apiKey: string): Promise<void> => {
  await ask(service, apiKey, { method: 'GET', path: '/phone_numbers?page%5Bsize%5D=1' });
};

/** Calls are not placed through Telnyx: that takes an application of the account for each. */
export const dialer = () => ({
  numbers: async () => [],
  dial: async (): Promise<never> => {
    throw new ProviderError('refused', 'Calls are not placed through Telnyx, only answered');
  },
});
