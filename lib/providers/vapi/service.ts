import type { ProviderService } from '../http.ts';

export const vapi: ProviderService = {
  provider: 'vapi',
  title: 'Vapi',
  baseUrl: 'https://api.vapi.ai',
  authorization: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
};
