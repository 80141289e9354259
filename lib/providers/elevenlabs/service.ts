import type { ProviderService } from '../http.ts';

export const elevenLabs: ProviderService = {
  provider: 'elevenlabs',
  title: 'ElevenLabs',
  baseUrl: 'https://api.elevenlabs.io',
  authorization: (apiKey) => ({ 'xi-api-key': apiKey }),
};
