import type { Widget } from '#lib/contract/widgets.ts';
import type { Exchange } from './exchange.ts';

/** The origins of the pages that may show a widget: its own and, for the frame, those of the platform. */
export const pagesOf = (
  { origins, frame }: Pick<Widget, 'origins' | 'frame'>,
  { site, origin }: Pick<Exchange, 'site' | 'origin'>,
): string[] => [...origins, ...(frame ? [site, origin] : [])];
