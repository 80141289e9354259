import { toolServers as german } from './de/tool-servers.ts';
import { toolServers as english } from './en/tool-servers.ts';
import { language } from './index.ts';

/** The words of the pages of tool servers, which no other page loads. */
export const toolServerWords = (): typeof english => ({ en: english, de: german })[language];
