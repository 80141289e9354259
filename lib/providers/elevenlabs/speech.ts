import { createHash } from 'node:crypto';
import { createElevenLabs } from '@ai-sdk/elevenlabs';
import type { Speaker } from '#lib/domain/speech/speech.ts';
import { nearest, primaryLanguage } from '#lib/domain/speech/speech.ts';
import { libraryFetch } from '../library-fetch.ts';
import { textOf } from '../reading.ts';
import { elevenLabs } from './service.ts';
import { acceptsLanguage, modelFor } from './voice-models.ts';

/** The voice of ElevenLabs' agents without a voice, according to its OpenAPI document. */
const defaultVoice = 'cjVigY5qzO86Huf0OWal';

/** WAV of 44.1 kHz needs an account of the Pro tier. */
const formats = { mp3: 'mp3_44100_128', wav: 'wav_24000' } as const;

/** A thousand characters take a few seconds; API Gateway waits for 30. */
const timeoutMs = 22_000;

/** Speaks as the provider's agents do: with their default voice and model if the agent names none. */
export const speaker = (apiKey: string): Speaker => ({
  provider: 'elevenlabs',
  account: createHash('sha256').update(apiKey).digest('base64url'),
  formats: ['mp3', 'wav'],
  voiceOf: async ({ voice_id, voice, language }) => {
    const spoken = language === null ? 'en' : primaryLanguage(language);
    const model = textOf(voice?.model, 100) ?? modelFor(spoken);
    return {
      id: voice_id ?? defaultVoice,
      model,
      language: acceptsLanguage(model) ? spoken : null,
      speed: nearest(voice?.speed ?? 1, 0.7, 1.2),
    };
  },
  speak: async (text, { id, model, language, speed }, format) => {
    const speech = createElevenLabs({ apiKey, fetch: libraryFetch(elevenLabs, timeoutMs) }).speech(model);
    const { audio } = await speech.doGenerate({
      text,
      // The library inserts it into the path without escaping.
      voice: encodeURIComponent(id),
      outputFormat: formats[format],
      ...(language !== null && { language }),
      ...(speed !== 1 && { speed }),
    });
    return typeof audio === 'string' ? Buffer.from(audio, 'base64') : audio;
  },
});
