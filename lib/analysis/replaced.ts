import { isDeepStrictEqual } from 'node:util';
import { changeWrites } from '#lib/audit/record-change.ts';
import type { Analysis } from '#lib/contract/analyses.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import type { Actor } from '#lib/domain/audit/record.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import { ownDepth } from '#lib/domain/organizations/depth.ts';
import { currentOrigin } from '#lib/store/cause.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import type { AnalysisRecord } from './analyses.ts';

/*
 * A verdict that is replaced leaves a trace: further turns may have come from those who are judged.
 */

type ReplacedVerdicts = NonNullable<Analysis['replaced']>;

const verdictsOf = ({ analyzed_at, turns_read, successful, results }: AnalysisRecord): ReplacedVerdicts => ({
  analyzed_at,
  turns_read,
  successful,
  results: results.map(({ name, verdict }) => ({ name, verdict })),
});

/** Whether an analysis of the same version has come to other verdicts. Other versions have other criteria. */
const isReplaced = (earlier: AnalysisRecord, after: AnalysisRecord): boolean => {
  const [one, other] = [verdictsOf(earlier), verdictsOf(after)];
  return (
    earlier.version === after.version &&
    one.results.length > 0 &&
    !isDeepStrictEqual([one.successful, one.results], [other.successful, other.results])
  );
};

/** The verdicts that an analysis has replaced last; undefined if there are none. */
export const replacedBy = (earlier: AnalysisRecord, after: AnalysisRecord): ReplacedVerdicts | undefined => {
  if (isReplaced(earlier, after)) return verdictsOf(earlier);
  return earlier.version === after.version ? earlier.replaced : undefined;
};

interface Change {
  readonly earlier: AnalysisRecord | undefined;
  readonly after: AnalysisRecord;
}

/** The key whose request led to the analysis, or else the platform itself. */
const actor = (): Actor => {
  const { actor: id } = currentOrigin();
  return id?.startsWith('key_') ? { type: 'api_key', id } : { type: 'operator', id: 'analysis' };
};

/**
 * The record of replaced verdicts in the audit log. Organizations below an analyzer that is not shared do not
 * see it.
 */
export const replacementRecords = (
  { id, path }: ConversationRecord,
  changes: readonly Change[],
): Operation<never>[] => {
  const replaced = changes.filter(({ earlier, after }) => earlier && isReplaced(earlier, after));
  if (replaced.length === 0) return [];
  const seenFrom = ({ after: { shared, depth } }: Change): Depth => (shared ? ownDepth(path) : depth);
  const deepest = Math.min(...replaced.map(seenFrom));
  const change = { action: 'analysis.replaced' as const, changed: ['results'] };
  return changeWrites(actor(), { id, path: path.slice(0, deepest) }, change);
};
