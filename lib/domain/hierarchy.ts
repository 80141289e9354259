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

/** The least that is set anywhere; undefined where nothing is. */
const least = (values: readonly (number | undefined)[]): number | undefined => {
  const set = values.filter((value) => value !== undefined);
  return set.length > 0 ? Math.min(...set) : undefined;
};

/**
 * The settings of an organisation, given its own and those of all above it, from the top. The nearest counts, but what
 * is promised above cannot be loosened below: nothing is kept longer than any of them says.
 */
export const inheritSettings = (fromTheTop: readonly ClientSettings[]): ClientSettings => {
  const nearest: ClientSettings = Object.assign({}, ...fromTheTop);
  const retention_days = least(fromTheTop.map((settings) => settings.retention_days));
  return { ...nearest, ...(retention_days !== undefined && { retention_days }) };
};
