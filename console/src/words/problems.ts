import { problems as german } from './de/problems.ts';
import { problems as english } from './en/problems.ts';
import { language } from './index.ts';

/** The words for refusals, which are loaded together once somebody meets one. */
export const problemWords = (): typeof english => ({ en: english, de: german })[language];
