import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import { EarsSettings } from '#lib/ears/settings.ts';
import { SpeechSettings } from '#lib/speech/settings.ts';
import type { PlatformOptions } from './platform.ts';

// zod/mini has no default language.
z.config(en());

const parsed = <S extends z.ZodMiniType>(schema: S, option: string, settings: unknown): z.output<S> => {
  const found = schema.safeParse(settings);
  if (found.success) return found.data;
  throw new Error(`${option} cannot be used\n${z.prettifyError(found.error)}`);
};

/** The servers that speak and listen, from the options that start the platform. */
export const localVoice = (
  speechUrl: string | undefined,
  speechModel: string,
  earsUrl: string | undefined,
): Pick<PlatformOptions, 'speech' | 'ears'> => ({
  ...(speechUrl !== undefined && {
    speech: parsed(SpeechSettings, '--speech-url', {
      provider: 'openai_compatible',
      base_url: speechUrl,
      model: speechModel,
    }),
  }),
  ...(earsUrl !== undefined && {
    ears: parsed(EarsSettings, '--ears-url', { provider: 'local', url: earsUrl }),
  }),
});
