import type { Kind } from './kinds.ts';
import { kinds } from './kinds.ts';

/** The key templates of each kind. Bundles contain only these, and no other declarations of a kind. */
export const keyTemplates = Object.fromEntries(
  Object.entries(kinds).map(([kind, { pk, sk }]) => [kind, [pk, sk]]),
) as unknown as Readonly<Record<Kind, readonly [pk: string, sk: string]>>;
