import { ApiError } from '#lib/contract/errors.ts';
import type { ProviderName } from '#lib/contract/integrations.ts';
import type { Speaker, VoiceSettings } from '#lib/domain/speech/speech.ts';
import { speakers } from '#lib/providers/index.ts';
import { openAiCompatible } from './openai-compatible.ts';
import { polly } from './polly.ts';
import type { SpeechSettings } from './settings.ts';
import { speechSettings } from './settings.ts';
import { standIn } from './stand-in.ts';

/** An account at a voice provider, with its credentials. */
interface Account {
  readonly integration: { readonly provider: ProviderName };
  readonly apiKey: string;
}

/** The providers whose accounts can speak. */
export const speakingProviders: readonly ProviderName[] = (Object.keys(speakers) as ProviderName[]).filter(
  (provider) => speakers[provider],
);

const notAvailable = (detail: string): ApiError => new ApiError('speech_not_available', { detail });

/** The vendors of voices, by the names that agents use in `voice.provider`. */
const makers: Readonly<Record<string, 'elevenlabs' | 'polly'>> = {
  elevenlabs: 'elevenlabs',
  '11labs': 'elevenlabs',
  polly: 'polly',
  amazon: 'polly',
  amazon_polly: 'polly',
};

const ofSettings = (settings: SpeechSettings, { voice }: VoiceSettings): Speaker => {
  if (settings.provider === 'stand_in') return standIn;
  const maker = voice?.provider && makers[voice.provider];
  // Another voice would not represent the agent's sound.
  if (maker === 'elevenlabs') {
    throw notAvailable(
      'The agent’s voice is one of ElevenLabs. Deploy the agent to an account there, or name one in integration_id',
    );
  }
  const isOfPolly = maker === 'polly';
  if (voice?.provider && isOfPolly !== (settings.provider === 'polly')) {
    throw notAvailable(`The platform does not speak with voices of ${voice.provider}`);
  }
  return settings.provider === 'polly' ? polly(settings) : openAiCompatible(settings);
};

/** Chooses the speaker for an agent: an account at a voice provider, or else the operator's setting. */
export const chooseSpeaker = (agent: VoiceSettings, account: Account | undefined): Speaker => {
  if (account) {
    const speaker = speakers[account.integration.provider];
    if (speaker) return speaker(account.apiKey);
    throw notAvailable(`${account.integration.provider} has no API that speaks`);
  }
  const settings = speechSettings();
  if (settings) return ofSettings(settings, agent);
  throw notAvailable(
    'Nothing is set up to speak: deploy the agent to ElevenLabs, name an integration in integration_id, or ask the operator for the setting speech',
  );
};
