import type { Eraser, Kind } from './kinds.ts';
import { kinds } from './kinds.ts';

/** What takes the items of each kind away. Only bundles of functions that erase something contain it. */
export const erasers = Object.fromEntries(
  Object.entries(kinds).map(([kind, { erasedWith }]) => [kind, erasedWith]),
) as unknown as Readonly<Record<Kind, readonly Eraser[]>>;
