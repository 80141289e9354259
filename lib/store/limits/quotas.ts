import type { ClientSettings, QuotaName } from '#lib/contract/client-settings.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { defaultQuotas, totalOf } from '#lib/domain/organizations/quotas.ts';
import { keyOf } from '../keys.ts';
import type { Operation } from '../operations/operation.ts';
import { addition } from './addition.ts';

/*
 * One item next to an organization's record counts its entities, in the transactions that add and remove
 * them. When two requests race for the last place, one is refused, and no list is read. Each organization has
 * a count of its own entities and a count that includes its descendants. A quota limits the latter, so that
 * creating children does not multiply it.
 */

interface Member {
  readonly id: string;
  readonly settings: ClientSettings;
}

/** Adds to the total of an organization, and to its own count if it is the owner. */
const add = (
  clientId: string,
  name: QuotaName,
  isOwner: boolean,
  count: number,
  room?: Readonly<Record<string, number>>,
) =>
  addition({
    key: keyOf('counts', clientId),
    add: { [totalOf(name)]: count, ...(isOwner && { [name]: count }) },
    room,
  });

const exceeded = (name: QuotaName, limit: number, whose: 'own' | 'above') => {
  const what = `${limit} ${name.replace('api_keys', 'API keys')}`;
  return new ApiError('quota_exceeded', {
    detail:
      whose === 'own'
        ? `The organization may have at most ${what}`
        : `An organization above may have at most ${what}, including those of its descendants`,
    extensions: { quota: name, limit },
  });
};

const countFor = (
  { id, settings }: Member,
  name: QuotaName,
  isOwner: boolean,
  byDefault: number | undefined,
): Operation<ApiError<'quota_exceeded'>> => {
  const quota = settings.quotas?.[name];
  const limit = quota ?? byDefault;
  if (limit === undefined) return { request: { Update: add(id, name, isOwner, 1) } };
  const counted = quota === undefined ? name : totalOf(name);
  return {
    request: { Update: add(id, name, isOwner, 1, { [counted]: limit - 1 }) },
    otherwise: () => exceeded(name, limit, isOwner ? 'own' : 'above'),
  };
};

/**
 * Adds one to the counts of an organization and its ancestors, on condition that no quota is exceeded. The
 * lineage is ordered from the top. The platform (null) has no limits.
 */
export const countOne = (
  lineage: { readonly members: readonly Member[] } | null,
  name: QuotaName,
): Operation<ApiError<'quota_exceeded'>>[] => {
  if (!lineage) return [];
  const isSet = lineage.members.some(({ settings }) => settings.quotas?.[name] !== undefined);
  return lineage.members
    .map((member, at) => {
      const isOwner = at === lineage.members.length - 1;
      return countFor(member, name, isOwner, isOwner && !isSet ? defaultQuotas[name] : undefined);
    })
    .reverse();
};

/** Counts an entity that existed before, for example at a restore. No quota refuses it. */
export const countAgain = (path: readonly string[], name: QuotaName): Operation<never>[] =>
  path.map((id, at) => ({ request: { Update: add(id, name, at === path.length - 1, 1) } }));

/** Subtracts one from the counts of the organization at the end of a path, and of its ancestors. */
export const uncountOne = (path: readonly string[], name: QuotaName): Operation<never>[] =>
  path.map((id, at) => ({ request: { Update: add(id, name, at === path.length - 1, -1) } }));
