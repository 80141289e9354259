import { dimensions } from '#lib/domain/usage/report.ts';
import { idIn, keyOf, partitionOf } from '#lib/store/keys.ts';
import { listPages, reader } from '#lib/store/lists/listing.ts';
import type { TimeLeft } from '#lib/store/lists/sweep.ts';
import { ItemContended } from '#lib/store/operations/failures.ts';
import { removeItems } from '#lib/store/operations/remove-items.ts';
import { sumTaskOf } from '#lib/store/tasks/sum-usage.ts';
import { lanesOf, readHeads } from './log.ts';
import type { Manifest } from './sums.ts';
import {
  addPages,
  generationOf,
  maxAttempts,
  readManifest,
  replaceManifest,
  sumUp,
  total,
  zoneOf,
} from './sums.ts';

const removeSums = async (owner: string, generation: string): Promise<void> => {
  for (const dimension of [total, ...dimensions]) {
    await removeItems({ pk: partitionOf('usage_days', owner, generation, dimension) });
  }
};

/** Removes the usage of an organization. The organizations above keep theirs. */
export const removeUsage = async (owner: string): Promise<void> => {
  const manifest = await readManifest(owner);
  for (const generation of [manifest?.generation, manifest?.outdated]) {
    if (generation !== undefined) await removeSums(owner, generation);
  }
  await removeItems({ pk: keyOf('usage_manifest', owner).pk });
  for (let lane = 0; lane < lanesOf(owner); lane += 1) {
    // The head first, because a page is added only together with a change of the head.
    await removeItems({ pk: keyOf('usage_head', owner, lane).pk });
    await removeItems({ pk: partitionOf('usage_page', owner, lane) });
  }
};

/** Sums that are being rebuilt, and their progress. */
export type RebuiltSums = Pick<Manifest, 'zone' | 'generation' | 'through'>;

/** Replaces the sums by the rebuilt ones, unless they have been replaced already. */
const putInPlace = async (owner: string, before: string, rebuilt: RebuiltSums): Promise<void> => {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const manifest = await readManifest(owner);
    if (manifest?.generation !== before) return;
    const { version } = manifest;
    if (await replaceManifest(owner, { ...rebuilt, outdated: before, version })) return;
  }
  throw new ItemContended();
};

const removeOutdated = async (owner: string): Promise<void> => {
  const manifest = await readManifest(owner);
  if (manifest?.outdated === undefined) return;
  await removeSums(owner, manifest.outdated);
  await replaceManifest(owner, { ...manifest, outdated: undefined });
};

export interface RebuildOptions {
  /** The state of an earlier run. */
  readonly from?: RebuiltSums | undefined;
  /** Rebuild even if the time zone has not changed. */
  readonly anyway?: boolean;
}

/**
 * Rebuilds the sums of an owner from its logs, if its time zone has changed. Until they are complete, reports
 * use the existing ones. Returns the progress if time ran out.
 */
export const rebuildSums = async (
  owner: string,
  timeLeft: TimeLeft,
  { from, anyway = false }: RebuildOptions = {},
): Promise<'done' | RebuiltSums> => {
  await removeOutdated(owner);
  const manifest = await readManifest(owner);
  if (!manifest) return 'done';
  const zone = await zoneOf(owner);
  const generation = generationOf(manifest.generation, zone);
  if (from && from.generation !== generation && from.generation !== manifest.generation) {
    await removeSums(owner, from.generation);
  }
  if (manifest.zone === zone && !anyway) return 'done';

  const through: Record<string, number> = from?.generation === generation ? { ...from.through } : {};
  for (let lane = 0; lane < lanesOf(owner); lane += 1) {
    for (;;) {
      if (!timeLeft()) return { zone, generation, through };
      const after = through[lane] ?? 0;
      const last = await addPages({ owner, lane }, after, { zone, generation });
      if (last === after) break;
      through[lane] = last;
    }
  }
  await putInPlace(owner, manifest.generation, { zone, generation, through });
  await removeOutdated(owner);
  return 'done';
};

export interface Resumable {
  /** The position in the list of the organization's descendants. */
  readonly after?: string | undefined;
  readonly rebuilding?: RebuiltSums | undefined;
}

/** The same for an organization and its descendants, which may inherit its time zone. */
export const rebuildAllSums = async (
  clientId: string,
  timeLeft: TimeLeft,
  state: Resumable = {},
): Promise<'done' | Resumable> => {
  const read = reader({ list: 'clients', owner: clientId, order: 'asc' });
  let { after, rebuilding } = state;
  for await (const { items } of listPages(read, 100, after)) {
    for (const { sk } of items) {
      if (!timeLeft()) return { after };
      const owner = idIn(sk);
      const left = await rebuildSums(owner, timeLeft, { from: rebuilding });
      if (left !== 'done') return { after, rebuilding: left };
      rebuilding = undefined;
      after = sk;
    }
  }
  return 'done';
};

/** An organization that was erased has none, and must not get sums again. */
const hasLog = async (owner: string): Promise<boolean> => {
  const lanes = Array.from({ length: lanesOf(owner) }, (_, lane) => ({ owner, lane }));
  return (await readHeads(lanes)).some(({ version }) => version > 0);
};

/** One run of a task. */
export const sumUsage = async (
  id: string,
  state: string | undefined,
  timeLeft: TimeLeft,
): Promise<'done' | Resumable> => {
  const { owner, descendants } = sumTaskOf(id);
  if (!descendants) return !(await hasLog(owner)) || (await sumUp(owner, timeLeft)) ? 'done' : {};
  return rebuildAllSums(owner, timeLeft, state === undefined ? {} : (JSON.parse(state) as Resumable));
};
