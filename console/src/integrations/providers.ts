import type { Option } from '../kit/field.tsx';

/** What people call the providers, and where each of them wants to be told of the webhook. */
export const providers = {
  elevenlabs: {
    name: 'ElevenLabs',
    apiKey: 'ElevenLabs → Developers → API keys',
    webhook:
      'In ElevenLabs, open Agents → Settings → Post-call webhook, create a webhook with this URL, and copy its secret into the field above.',
  },
  vapi: {
    name: 'Vapi',
    apiKey: 'Vapi → Organization → API keys → private key',
    webhook:
      'In Vapi, set this URL as the server URL of the organization or of each assistant, with the secret of the field above as X-Vapi-Secret.',
  },
  retell: {
    name: 'Retell',
    apiKey: 'Retell → Settings → API keys. Webhooks are signed with the key that has the webhook badge.',
    webhook: 'In Retell, open Settings → Webhooks and set this URL, or set it for each agent.',
  },
} as const;

export type ProviderName = keyof typeof providers;

export const providerOptions: readonly Option[] = Object.entries(providers).map(([value, { name }]) => ({
  value,
  label: name,
}));
