import type { Turn } from '#lib/contract/transcripts.ts';
import type { Depth } from '../organizations/depth.ts';
import { depthOf } from '../organizations/depth.ts';

/*
 * An organization may add turns to a transcript that one above it records. They are marked with the
 * organization, and analyzers of those above it do not read them: otherwise, the judged could write the
 * evidence.
 */

/** The number of turns that were added, by the depth of the organization that did. */
export type AddedTurns = Readonly<Partial<Record<Depth, number>>>;

interface Transcript {
  readonly turns: number;
  readonly added: AddedTurns | null;
}

/** The number of turns that an organization at a depth has written, of all that were added. */
const sumOf = (added: AddedTurns | null, isCounted: (depth: Depth) => boolean): number =>
  Object.entries(added ?? {}).reduce(
    (sum, [depth, count = 0]) => (isCounted(Number(depth)) ? sum + count : sum),
    0,
  );

/** The number of turns that an analyzer of an organization at a depth reads. */
export const turnsReadAt = ({ turns, added }: Transcript, depth: Depth): number =>
  turns - sumOf(added, (writer) => writer > depth);

/** The number of turns that the one who records the conversation has written. */
export const recordedTurns = ({ turns, added }: Transcript): number => turns - sumOf(added, () => true);

/** Whether an analyzer of an organization at a depth reads a turn. */
export const isReadAt = (
  { added_by }: Pick<Turn, 'added_by'>,
  path: readonly string[],
  depth: Depth,
): boolean => added_by === undefined || depthOf(added_by, path) <= depth;

/** The numbers with further turns of an organization at a depth. */
export const withAdded = (added: AddedTurns | null, depth: Depth, count: number): AddedTurns => ({
  ...added,
  [depth]: (added?.[depth] ?? 0) + count,
});
