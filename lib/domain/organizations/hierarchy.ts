import type { ClientType } from '#lib/contract/clients.ts';
import { ClientSettings } from '#lib/contract/clients.ts';

/** How many levels of organizations there are at most. */
export const maxDepth = 8;

const parents: Record<ClientType, readonly (ClientType | null)[]> = {
  reseller: [null],
  client: [null, 'reseller'],
  subcompany: ['client', 'subcompany'],
  location: ['client', 'subcompany'],
};

/** Why a client of this type cannot have that parent; undefined if it can. */
export const parentFault = (
  type: ClientType,
  parent: { readonly type: ClientType; readonly path: readonly string[] } | null,
): string | undefined => {
  const allowed = parents[type];
  if (!allowed.includes(parent?.type ?? null)) {
    const names = allowed.map((name) => (name === null ? 'no parent' : `a ${name} as its parent`));
    return `A ${type} has ${names.join(' or ')}`;
  }
  if (parent && parent.path.length >= maxDepth) return `There are at most ${maxDepth} levels of clients`;
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

/** The settings that the contract names. All others are the integrator's own, and may be secrets. */
const namedIn = (settings: ClientSettings): ClientSettings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => Object.hasOwn(ClientSettings.shape, name)));

/**
 * The settings that apply to an organization, given its own and those of all organizations above it, from the top. The nearest
 * value counts, except that a promise or limit set above cannot be widened below: of those the least counts, and recordings
 * that are refused anywhere are refused. Settings that the contract does not name are not inherited.
 */
export const inheritSettings = (fromTheTop: readonly ClientSettings[]): ClientSettings => ({
  ...Object.assign({}, ...fromTheTop.map(namedIn)),
  ...fromTheTop.at(-1),
  ...leastOf(fromTheTop.map(({ retention_days }) => ({ retention_days }))),
  ...unlessEmpty('rate_limit', leastOf(fromTheTop.map(({ rate_limit }) => rate_limit))),
  ...unlessEmpty('quotas', leastOf(fromTheTop.map(({ quotas }) => quotas))),
  ...(fromTheTop.some(({ recording_enabled }) => recording_enabled === false) && {
    recording_enabled: false,
  }),
});

/** How many requests a minute an organization and its descendants may make together. */
export interface RateLimit {
  readonly client_id: string;
  readonly requests_per_minute: number;
}

/** The rate limits that bind an organization, given itself and all above it from the top: from its own to the topmost. */
export const rateLimitsOf = (
  fromTheTop: readonly { readonly id: string; readonly settings: ClientSettings }[],
): RateLimit[] =>
  fromTheTop
    .flatMap(({ id, settings: { rate_limit } }) => (rate_limit ? [{ client_id: id, ...rate_limit }] : []))
    .reverse();
