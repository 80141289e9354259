import { connections as german } from './de/connections.ts';
import { connections as english } from './en/connections.ts';
import { language } from './index.ts';

/** The words of the pages of connections of companies, which no other page loads. */
export const connectionWords = (): typeof english => ({ en: english, de: german })[language];
