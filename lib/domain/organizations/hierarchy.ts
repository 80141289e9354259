import { ClientSettings } from '#lib/contract/client-settings.ts';
import type { ClientType } from '#lib/contract/clients.ts';

/** The maximum number of levels of organizations. */
export const maxDepth = 8;

const parents: Record<ClientType, readonly (ClientType | null)[]> = {
  reseller: [null],
  client: [null, 'reseller'],
  subcompany: ['client', 'subcompany'],
  location: ['client', 'subcompany'],
};

/** The reason why a client of this type cannot have that parent; undefined if it can. */
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

/** The lowest value of each bound. */
export const leastOf = (all: readonly (Bounds | undefined)[]): Record<string, number> => {
  const least: Record<string, number> = {};
  for (const [name, value] of all.flatMap((bounds) => Object.entries(bounds ?? {}))) {
    if (value !== undefined) least[name] = Math.min(value, least[name] ?? value);
  }
  return least;
};

type Prefixes = readonly string[] | undefined;

/** The prefixes that both lists allow. If one prefix begins with the other, the longer one remains. */
const narrowed = (one: Prefixes, other: Prefixes): Prefixes => {
  if (!one || !other) return one ?? other;
  const longer = one.flatMap((a) =>
    other.flatMap((b) => (a.startsWith(b) ? [a] : b.startsWith(a) ? [b] : [])),
  );
  return [...new Set(longer)].sort();
};

const commonPrefixes = (all: readonly Prefixes[]): Pick<ClientSettings, 'call_prefixes'> => {
  const call_prefixes = all.reduce(narrowed, undefined);
  return call_prefixes ? { call_prefixes: [...call_prefixes] } : {};
};

/** Analysis must be switched on somewhere, and off nowhere above. */
const analysisOf = (all: readonly ClientSettings['analysis'][]): Pick<ClientSettings, 'analysis'> => {
  const known = all.flatMap((analysis) => analysis ?? []);
  if (known.length === 0) return {};
  const { tokens_per_month } = leastOf(
    known.map((analysis) => ({ tokens_per_month: analysis.tokens_per_month })),
  );
  return {
    analysis: {
      ...Object.assign({}, ...known),
      ...(known.some(({ enabled }) => enabled === false) && { enabled: false }),
      ...(tokens_per_month !== undefined && { tokens_per_month }),
    },
  };
};

/** An organization cannot bring back an analyzer that one above excludes. */
const allExcluded = (
  all: readonly ClientSettings['analyzers_excluded'][],
): Pick<ClientSettings, 'analyzers_excluded'> => {
  const excluded = [...new Set(all.flatMap((ids) => ids ?? []))];
  return excluded.length > 0 ? { analyzers_excluded: excluded } : {};
};

const unlessEmpty = <Name extends string>(name: Name, bounds: Record<string, number>) =>
  Object.keys(bounds).length > 0 ? { [name]: bounds } : {};

/**
 * The settings that are inherited. Those that the contract does not define belong to the integrator and may
 * be secrets. The organization above, not one further up, decides which costs are shown below it.
 */
const inheritedFrom = (settings: ClientSettings): ClientSettings =>
  Object.fromEntries(
    Object.entries(settings).filter(
      ([name]) =>
        Object.hasOwn(ClientSettings.shape, name) && name !== ('costs_shown' satisfies keyof ClientSettings),
    ),
  );

/** The same settings in the order of the contract, in which answers have their fields. */
const inOrder = (settings: ClientSettings): ClientSettings => {
  const known = Object.keys(ClientSettings.shape).filter((name) => Object.hasOwn(settings, name));
  return { ...Object.fromEntries(known.map((name) => [name, settings[name]])), ...settings };
};

/**
 * The settings that apply to an organization, given its own and those of its ancestors, from the top. The
 * nearest value applies, except that limits, retention and allowed calls cannot be widened below: the lowest
 * value applies, and recordings are refused if any of the organizations refuses them. Settings that the
 * contract does not define are not inherited.
 */
export const inheritSettings = (fromTheTop: readonly ClientSettings[]): ClientSettings =>
  inOrder({
    ...Object.assign({}, ...fromTheTop.map(inheritedFrom)),
    ...fromTheTop.at(-1),
    ...leastOf(fromTheTop.map(({ retention_days }) => ({ retention_days }))),
    ...unlessEmpty('rate_limit', leastOf(fromTheTop.map(({ rate_limit }) => rate_limit))),
    ...unlessEmpty('quotas', leastOf(fromTheTop.map(({ quotas }) => quotas))),
    ...unlessEmpty('caller_limits', leastOf(fromTheTop.map(({ caller_limits }) => caller_limits))),
    ...commonPrefixes(fromTheTop.map(({ call_prefixes }) => call_prefixes)),
    ...analysisOf(fromTheTop.map(({ analysis }) => analysis)),
    ...allExcluded(fromTheTop.map(({ analyzers_excluded }) => analyzers_excluded)),
    ...(fromTheTop.some(({ recording_enabled }) => recording_enabled === false) && {
      recording_enabled: false,
    }),
    ...(fromTheTop.some(({ disclosure_required }) => disclosure_required === true) && {
      disclosure_required: true,
    }),
  });

/** The time zone that applies to an organization, given itself and its ancestors. */
export const timeZoneOf = (members: readonly { readonly settings: ClientSettings }[]): string =>
  inheritSettings(members.map(({ settings }) => settings)).timezone ?? 'UTC';

/** The number of requests per minute that an organization and its descendants may send together. */
export interface RateLimit {
  readonly client_id: string;
  readonly requests_per_minute: number;
}

/**
 * The rate limits that apply to an organization, its own first and the topmost last. The input is ordered
 * from the top.
 */
export const rateLimitsOf = (
  fromTheTop: readonly { readonly id: string; readonly settings: ClientSettings }[],
): RateLimit[] =>
  fromTheTop
    .flatMap(({ id, settings: { rate_limit } }) => (rate_limit ? [{ client_id: id, ...rate_limit }] : []))
    .reverse();
