import type { ProviderService } from '../http.ts';
import { ask } from '../http.ts';

/** Telnyx's REST API (developers.telnyx.com/api-reference). */
export const service: ProviderService = {
  provider: 'telnyx',
  title: 'Telnyx',
  baseUrl: 'https://api.telnyx.com/v2',
  authorization: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
};

/** Tries an API key, with the shortest list of the account's numbers. */
export const checkKey = async (apiKey: string): Promise<void> => {
  await ask(service, apiKey, { method: 'GET', path: '/phone_numbers?page%5Bsize%5D=1' });
};
