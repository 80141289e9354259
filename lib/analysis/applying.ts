import { platform } from '#lib/domain/caller.ts';
import { inheritSettings } from '#lib/domain/organizations/hierarchy.ts';
import type { ClientRecord } from '#lib/organizations/clients.ts';
import { readAll } from '#lib/organizations/clients.ts';
import { ownersOf } from '#lib/store/lists/listing.ts';
import type { AnalyzerRecord } from './analyzer-record.ts';
import type { AnalyzerSwitch } from './standing.ts';
import { standingsOf } from './standing.ts';

/** The organizations of a path as far as an owner, from the top. */
const upTo = (members: readonly ClientRecord[], owner: string): ClientRecord[] =>
  members.slice(0, members.findIndex(({ id }) => id === owner) + 1);

/** Whether analyzers of an owner may run. The platform needs nobody's permission. */
const isPermitted = (members: readonly ClientRecord[], owner: string): boolean =>
  owner === platform ||
  inheritSettings(upTo(members, owner).map(({ settings }) => settings)).analysis?.enabled === true;

/** The reason that an analyzer may not run, and the organization that it comes from. */
interface Refusal {
  readonly code: 'client_suspended' | 'analysis_disabled';
  readonly client_id: string;
}

/** The reason that an analyzer may not run at present, whatever it is asked about; undefined: it may. */
export const refusalOf = async ({
  client_id,
  path,
}: Pick<AnalyzerRecord, 'client_id' | 'path'>): Promise<Refusal | undefined> => {
  const members = await readAll(path);
  const suspended = members.find(({ status }) => status === 'suspended');
  if (suspended) return { code: 'client_suspended', client_id: suspended.id };
  const owner = client_id ?? platform;
  if (isPermitted(members, owner)) return undefined;
  const forbidding = members.find(({ settings }) => settings.analysis?.enabled === false);
  return { code: 'analysis_disabled', client_id: forbidding?.id ?? owner };
};

/** Whether an organization below an analyzer's owner excludes it. */
const isExcluded = (
  members: readonly ClientRecord[],
  owner: string,
  { id, mandatory }: AnalyzerSwitch,
): boolean =>
  !mandatory &&
  members
    .slice(upTo(members, owner).length)
    .some(({ settings }) => settings.analyzers_excluded?.includes(id) ?? false);

type Standings = ReadonlyMap<string, readonly AnalyzerSwitch[]>;

const applyingOf = async (path: readonly string[], standings: Standings): Promise<string[]> => {
  const owners = ownersOf(path);
  if (owners.every((owner) => !standings.get(owner)?.length)) return [];
  const members = await readAll(path);
  // Those above an organization for tests do not count its conversations, nor pay for their analysis.
  const from = members.at(-1)?.test_from ?? 0;
  return owners.flatMap((owner, depth) =>
    depth >= from && isPermitted(members, owner)
      ? (standings.get(owner) ?? []).filter((one) => !isExcluded(members, owner, one)).map(({ id }) => id)
      : [],
  );
};

/**
 * The ids of the analyzers that apply to conversations of the organization at the end of a path, from the top
 * down.
 */
export const analyzersFor = async (path: readonly string[]): Promise<string[]> =>
  applyingOf(path, await standingsOf(ownersOf(path)));

/** Which of several conversations have analyzers that apply. Those of one organization are decided once. */
export const analyzed = async <T extends { readonly path: readonly string[] }>(
  all: readonly T[],
): Promise<T[]> => {
  const byPath = [...Map.groupBy(all, ({ path }) => path.join()).values()];
  const standings = await standingsOf(all.flatMap(({ path }) => ownersOf(path)));
  const found = await Promise.all(
    byPath.map(async (group) =>
      (await applyingOf(group[0]?.path ?? [], standings)).length > 0 ? group : [],
    ),
  );
  return found.flat();
};
