import { primaryLanguage } from '#lib/domain/speech/speech.ts';

/** The models with which ElevenLabs' agents speak English and other languages: it refuses the other one. */
const english = ['eleven_flash_v2', 'eleven_turbo_v2'] as const;
const multilingual = ['eleven_flash_v2_5', 'eleven_turbo_v2_5'] as const;

const isEnglish = (language: string | null): boolean =>
  language === null || primaryLanguage(language) === 'en';

const modelsFor = (language: string | null): readonly [string, ...string[]] =>
  isEnglish(language) ? english : multilingual;

/** The model of a voice that names none. */
export const modelFor = (language: string | null): string => modelsFor(language)[0];

/** Whether an agent can speak a language with a model. Others than these are left to ElevenLabs. */
export const speaksLanguage = (model: string, language: string | null): boolean =>
  modelsFor(language).includes(model) || ![...english, ...multilingual].some((known) => known === model);

/** Only this kind of model accepts a language. */
export const acceptsLanguage = (model: string): boolean => model === multilingual[0];
