import { settings as german } from './de/settings.ts';
import { settings as english } from './en/settings.ts';
import { language } from './index.ts';

/** The words of the page of settings, which no other page loads. */
export const settingWords = (): typeof english => ({ en: english, de: german })[language];
