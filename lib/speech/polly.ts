import type { Engine, LanguageCode, Voice, VoiceId } from '@aws-sdk/client-polly';
import {
  DescribeVoicesCommand,
  PollyClient,
  PollyServiceException,
  SynthesizeSpeechCommand,
} from '@aws-sdk/client-polly';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { SpeechFormat } from '#lib/contract/speech.ts';
import type { ChosenVoice, Speaker, VoiceSettings } from '#lib/domain/speech/speech.ts';
import { nearest, primaryLanguage } from '#lib/domain/speech/speech.ts';
import { ProviderError } from '#lib/providers/errors.ts';
import type { SpeechSettings } from './settings.ts';
import { wavOf } from './wav.ts';

type PollySettings = Extract<SpeechSettings, { provider: 'polly' }>;

/**
 * In order of preference, by the number of languages and the price: generative costs twice as much as neural,
 * long-form six times.
 */
const engines: readonly Engine[] = ['neural', 'generative', 'standard', 'long-form'];

/** The highest rate that Polly offers without a container, in hertz. */
const samplesPerSecond = 16_000;
/** For each of two attempts, of at most two requests: API Gateway waits for 30 seconds. */
const timeoutMs = 6_000;

const clients = new Map<string, PollyClient>();

const clientIn = (region: string): PollyClient => {
  const client =
    clients.get(region) ??
    new PollyClient({
      region,
      maxAttempts: 2,
      // The SDK's default is HTTP/2, whose sessions a frozen function would find half-closed.
      requestHandler: new NodeHttpHandler({
        requestTimeout: timeoutMs,
        connectionTimeout: 2000,
        throwOnRequestTimeout: true,
      }),
    });
  clients.set(region, client);
  return client;
};

/** Compares names, because Polly also answers 400 to requests that it throttles. */
const isTemporary = (error: PollyServiceException): boolean =>
  error.$fault === 'server' || /Throttl|TooManyRequests|ServiceFailure/.test(error.name);

const asked = async <T>(request: Promise<T>): Promise<T> => {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof PollyServiceException)) {
      throw new ProviderError('unavailable', 'Amazon Polly cannot be reached');
    }
    // IAM's message names the role, so it is only for the operator's log.
    if (error.name === 'AccessDeniedException') {
      console.warn({ message: 'Polly refused the function’s role', error: error.name });
      throw new ProviderError('refused', 'The platform may not use Amazon Polly');
    }
    throw isTemporary(error)
      ? new ProviderError('unavailable', `Amazon Polly cannot speak now (${error.name})`)
      : new ProviderError('refused', `Amazon Polly refuses the request: ${error.message.slice(0, 300)}`);
  }
};

const listVoices = async (client: PollyClient): Promise<Voice[]> => {
  const voices: Voice[] = [];
  let next: string | undefined;
  do {
    const page = await client.send(new DescribeVoicesCommand({ ...(next && { NextToken: next }) }));
    voices.push(...(page.Voices ?? []));
    next = page.NextToken;
  } while (next);
  return voices;
};

const remembered = new Map<string, Promise<Voice[]>>();

/** The voices of a region change every few months, so a function reads them once. */
const voicesIn = (region: string): Promise<Voice[]> => {
  const voices = remembered.get(region) ?? asked(listVoices(clientIn(region)));
  remembered.set(region, voices);
  voices.catch(() => remembered.delete(region));
  return voices;
};

const engineOf = ({ SupportedEngines = [] }: Voice, wanted: unknown): Engine | undefined =>
  SupportedEngines.find((engine) => engine === wanted) ??
  engines.find((engine) => SupportedEngines.includes(engine));

const languagesOf = ({ LanguageCode: own, AdditionalLanguageCodes = [] }: Voice): string[] => [
  ...(own ? [own] : []),
  ...AdditionalLanguageCodes,
];

/** Polly's code of the agent's language, if the voice speaks it. */
const languageFor = (voice: Voice, wanted: string): string | undefined => {
  const known = languagesOf(voice);
  return (
    known.find((code) => code.toLowerCase() === wanted.toLowerCase()) ??
    known.find((code) => primaryLanguage(code) === primaryLanguage(wanted))
  );
};

/** The first voice of the language, of its region where there is one, with the engine that comes first. */
const defaultVoice = (voices: readonly Voice[], language: string): Voice | undefined => {
  const rank = (voice: Voice): number => {
    const engine = engineOf(voice, undefined);
    return engine ? engines.indexOf(engine) : engines.length;
  };
  const isExact = (voice: Voice) => Number(languageFor(voice, language) === language);
  return voices
    .filter((voice) => languageFor(voice, language))
    .toSorted((one, other) => isExact(other) - isExact(one) || rank(one) - rank(other))[0];
};

const choose = (voices: readonly Voice[], { voice_id, voice, language }: VoiceSettings): ChosenVoice => {
  const spoken = language ?? 'en-US';
  const found =
    voice_id === null
      ? defaultVoice(voices, spoken)
      : voices.find(({ Id }) => Id?.toLowerCase() === voice_id.toLowerCase());
  const model = found && engineOf(found, voice?.engine);
  if (!found?.Id || !model) {
    throw new ProviderError(
      'refused',
      voice_id === null
        ? `Amazon Polly has no voice for the language ${spoken}`
        : `Amazon Polly has no voice ${voice_id}`,
    );
  }
  const code = languageFor(found, spoken);
  return {
    id: found.Id,
    model,
    language: code !== undefined && code !== found.LanguageCode ? code : null,
    speed: nearest(voice?.speed ?? 1, 0.2, 2),
  };
};

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Polly supports a speed only in SSML. */
const inputOf = (text: string, speed: number) =>
  speed === 1
    ? { Text: text, TextType: 'text' as const }
    : {
        Text: `<speak><prosody rate="${Math.round(speed * 100)}%">${text.replace(/[&<>]/g, (one) => escapes[one] ?? '')}</prosody></speak>`,
        TextType: 'ssml' as const,
      };

const synthesize = async (
  client: PollyClient,
  text: string,
  { id, model, language, speed }: ChosenVoice,
  format: SpeechFormat,
): Promise<Uint8Array> => {
  const { AudioStream } = await client.send(
    new SynthesizeSpeechCommand({
      ...inputOf(text, speed),
      VoiceId: id as VoiceId,
      Engine: model as Engine,
      ...(language !== null && { LanguageCode: language as LanguageCode }),
      ...(format === 'mp3'
        ? { OutputFormat: 'mp3' as const }
        : { OutputFormat: 'pcm' as const, SampleRate: String(samplesPerSecond) }),
    }),
  );
  const audio = (await AudioStream?.transformToByteArray()) ?? new Uint8Array();
  return format === 'mp3' ? audio : wavOf(audio, samplesPerSecond);
};

/**
 * Amazon Polly, called with the function's role; at `AWS_ENDPOINT_URL_POLLY` if that is set, as in AWS's
 * SDKs.
 */
export const polly = ({ region = process.env.AWS_REGION ?? '' }: PollySettings): Speaker => ({
  provider: 'polly',
  account: region,
  formats: ['mp3', 'wav'],
  voiceOf: async (agent) => choose(await voicesIn(region), agent),
  speak: (text, voice, format) => asked(synthesize(clientIn(region), text, voice, format)),
});
