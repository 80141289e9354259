import type { ClientSettings, ClientType } from '#lib/contract/clients.ts';

/** How many organisations stand above each other at most. */
export const maxDepth = 8;

const parents: Record<ClientType, readonly (ClientType | null)[]> = {
  reseller: [null],
  client: [null, 'reseller'],
  subcompany: ['client', 'subcompany'],
  location: ['client', 'subcompany'],
};

/** Why a client of this type cannot stand there; undefined if it can. */
export const parentFault = (
  type: ClientType,
  parent: { readonly type: ClientType; readonly path: readonly string[] } | null,
): string | undefined => {
  const allowed = parents[type];
  if (!allowed.includes(parent?.type ?? null)) {
    const names = allowed.map((name) => (name === null ? 'no parent' : `a ${name} as its parent`));
    return `A ${type} has ${names.join(' or ')}`;
  }
  if (parent && parent.path.length >= maxDepth) return `Clients stand at most ${maxDepth} deep`;
  return undefined;
};

type Bounds = Readonly<Record<string, number | undefined>>;

/** The least that is set anywhere, of each; nothing of what is set nowhere. */
const leastOf = (all: readonly (Bounds | undefined)[]): Record<string, number> => {
  const least: Record<string, number> = {};
  for (const [name, value] of all.flatMap((bounds) => Object.entries(bounds ?? {}))) {
    if (value !== undefined) least[name] = Math.min(value, least[name] ?? value);
  }
  return least;
};

const unlessEmpty = <Name extends string>(name: Name, bounds: Record<string, number>) =>
  Object.keys(bounds).length > 0 ? { [name]: bounds } : {};

/**
 * The settings of an organisation, given its own and those of all above it, from the top. The nearest counts, but what
 * is promised or limited above cannot be widened below: of those the least counts.
 */
export const inheritSettings = (fromTheTop: readonly ClientSettings[]): ClientSettings => ({
  ...(Object.assign({}, ...fromTheTop) as ClientSettings),
  ...leastOf(fromTheTop.map(({ retention_days }) => ({ retention_days }))),
  ...unlessEmpty('rate_limit', leastOf(fromTheTop.map(({ rate_limit }) => rate_limit))),
  ...unlessEmpty('quotas', leastOf(fromTheTop.map(({ quotas }) => quotas))),
});
