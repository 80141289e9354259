import type { Integration } from 'voice-agent-platform-client';
import type { Option } from '../kit/field.tsx';

/** The names of the providers. The catalog of words has the steps that people take at each of them. */
export const providers = {
  elevenlabs: { name: 'ElevenLabs' },
  vapi: { name: 'Vapi' },
  retell: { name: 'Retell' },
  twilio: { name: 'Twilio' },
  telnyx: { name: 'Telnyx' },
  deepgram: { name: 'Deepgram' },
} as const;

export type ProviderName = keyof typeof providers;

/** Whether agents of the platform answer the calls of an account, which has no agents of its own. */
export const isCarrier = (provider: ProviderName): boolean => provider === 'twilio' || provider === 'telnyx';

/** Whether an account recognizes the speech of pages, and has no calls. */
export const isRecognizer = (provider: ProviderName): provider is 'deepgram' => provider === 'deepgram';

/** Whether an account can call somebody. */
export const hasCalls = (provider: ProviderName): boolean => !isRecognizer(provider);

/** Whether an account has agents of its own, whose calls are posted. */
export const hasAgents = (provider: ProviderName): boolean => hasCalls(provider) && !isCarrier(provider);

/** Whether an account is found by its id, and its key signs as well. */
export const hasAccountId = (provider: ProviderName): boolean => provider === 'twilio';

/** Whether the platform lists the numbers of an account, and connects them. */
export const hasNumbers = (provider: ProviderName): provider is 'twilio' => provider === 'twilio';

/** An account whose agents or numbers are mapped by hand. */
export interface MappedIntegration extends Integration {
  readonly provider: Exclude<ProviderName, 'twilio' | 'deepgram'>;
}

export const isMapped = (integration: Integration): integration is MappedIntegration =>
  !hasNumbers(integration.provider) && !isRecognizer(integration.provider);

/** The provider of an agent is free text: one that the platform does not know is shown as it was given. */
export const nameOfProvider = (provider: string): string =>
  Object.hasOwn(providers, provider) ? providers[provider as ProviderName].name : provider;

export const providerOptions: readonly Option[] = Object.entries(providers).map(([value, { name }]) => ({
  value,
  label: name,
}));
