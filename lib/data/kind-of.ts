import { keyTemplates } from './kind-keys.static.ts';
import type { Kind } from './kinds.ts';
import type { Keyed } from './table.ts';

const matcher = (template: string): RegExp => {
  const parts = template.split(/(<[^>]+>)/).map((part) => {
    if (part.startsWith('<')) return part.endsWith('…>') ? '.+' : '[^#]+';
    return part;
  });
  return new RegExp(`^${parts.join('')}$`, 's');
};

/** Whether a key fits the templates of a kind. */
export const isOfKind = (kind: Kind): ((key: Keyed) => boolean) => {
  const [pk, sk] = keyTemplates[kind].map(matcher) as [RegExp, RegExp];
  return (key) => pk.test(key.pk) && sk.test(key.sk);
};

let fitting: readonly { readonly kind: Kind; readonly fits: (key: Keyed) => boolean }[] | undefined;

/** The kind of the item with a key. */
export const kindOf = (key: Keyed): Kind | undefined => {
  fitting ??= (Object.keys(keyTemplates) as Kind[]).map((kind) => ({ kind, fits: isOfKind(kind) }));
  return fitting.find(({ fits }) => fits(key))?.kind;
};
