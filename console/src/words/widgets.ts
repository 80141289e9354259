import { widgets as german } from './de/widgets.ts';
import { widgets as english } from './en/widgets.ts';
import { language } from './index.ts';

/** The words of the pages of widgets, which no other page loads. */
export const widgetWords = (): typeof english => ({ en: english, de: german })[language];
