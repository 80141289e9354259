import type { Eraser, Kind } from './kinds.ts';
import { kinds } from './kinds.ts';

/** The erasers of each kind. Only bundles of functions that erase something contain them. */
export const erasers = Object.fromEntries(
  Object.entries(kinds).map(([kind, { erasedWith }]) => [kind, erasedWith]),
) as unknown as Readonly<Record<Kind, readonly Eraser[]>>;
