import { webhooks as german } from './de/webhooks.ts';
import { webhooks as english } from './en/webhooks.ts';
import { language } from './index.ts';

/** The words of the pages of webhooks, which no other page loads. */
export const webhookWords = (): typeof english => ({ en: english, de: german })[language];
