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

/** The settings of an organisation, given its own and those of all above it, from the top. */
export const inheritSettings = (fromTheTop: readonly ClientSettings[]): ClientSettings =>
  Object.assign({}, ...fromTheTop);
