import type { Widget } from '#lib/contract/widgets.ts';
import type { Exchange } from './exchange.ts';

/**
 * The origins of the pages that may show a widget: its own, and those of the platform, such as of its frame.
 */
export const pagesOf = (
  { origins }: Pick<Widget, 'origins'>,
  { site, origin }: Pick<Exchange, 'site' | 'origin'>,
): string[] => [...origins, site, origin];
