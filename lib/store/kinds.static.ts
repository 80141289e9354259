import type { Eraser, Kind, KindOfItem, ListedKind } from './kinds.ts';
import { kinds } from './kinds.ts';

/*
 * Of the declarations of kinds, a bundle contains only the columns that its function uses.
 */

type SortKey<K extends KindOfItem> = K extends { readonly sk: infer Sk extends string } ? Sk : 'record';

type Templates = {
  readonly [K in Kind]: readonly [pk: (typeof kinds)[K]['pk'], sk: SortKey<(typeof kinds)[K]>];
};

/** The key templates of each kind. */
export const keyTemplates = Object.fromEntries(
  Object.entries<KindOfItem>(kinds).map(([kind, { pk, sk = 'record' }]) => [kind, [pk, sk]]),
) as unknown as Templates;

/** The erasers of each kind. */
export const erasers = Object.fromEntries(
  Object.entries(kinds).map(([kind, { erasedWith }]) => [kind, erasedWith]),
) as unknown as Readonly<Record<Kind, readonly Eraser[]>>;

/** The kinds of what lets somebody in or sends data out, and stays when the member who made it goes. */
export const openings = Object.entries<KindOfItem>(kinds)
  .filter(([, { opens }]) => opens === 'listed')
  .map(([kind]) => kind) as ListedKind[];
