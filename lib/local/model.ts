import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import { ModelSettings } from '#lib/model/settings.ts';
import type { LocalModel } from './platform.ts';

// zod/mini has no default language.
z.config(en());

/** The settings for an OpenAI-compatible endpoint, from the options that start the platform. */
export const localModel = (
  url: string | undefined,
  models: readonly string[],
  apiKey: string | undefined,
): LocalModel | undefined => {
  if (!url && models.length === 0) return undefined;
  const settings = ModelSettings.safeParse({ provider: 'openai_compatible', base_url: url, models });
  if (settings.success) return { settings: settings.data, apiKey };
  throw new Error(
    `--model-url and --model belong together, such as --model-url http://127.0.0.1:11434/v1 --model llama3.2\n${z.prettifyError(settings.error)}`,
  );
};
