import type { Option } from '../kit/field.tsx';

/** The names of the providers, and the steps that people take at each of them. */
export const providers = {
  elevenlabs: {
    name: 'ElevenLabs',
    webhook: 'Set this URL as the post-call webhook in the workspace settings of ElevenLabs.',
    secret: 'ElevenLabs shows it once, when the webhook is created.',
  },
  vapi: {
    name: 'Vapi',
    webhook: 'Set this URL as the server URL of the organization or of the assistant at Vapi.',
    secret: 'The secret of the credential that belongs to the server URL.',
  },
  retell: {
    name: 'Retell',
    webhook: 'Set this URL as the webhook of the account or of the agent at Retell.',
    secret:
      'Retell signs with the API key that has the webhook badge. Leave this empty if that is the key of the first step.',
  },
} as const;

export type ProviderName = keyof typeof providers;

export const providerOptions: readonly Option[] = Object.entries(providers).map(([value, { name }]) => ({
  value,
  label: name,
}));
