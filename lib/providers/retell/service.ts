import type { ProviderService } from '../http.ts';

export const retell: ProviderService = {
  provider: 'retell',
  title: 'Retell',
  baseUrl: 'https://api.retellai.com',
  authorization: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
};
