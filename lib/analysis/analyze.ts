import { isDeepStrictEqual } from 'node:util';
import { asksModel } from '#lib/contract/analyzers.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { isSmallEnough, readConversation, replaceConversation } from '#lib/conversations/conversations.ts';
import { readAllTurns } from '#lib/conversations/turns.ts';
import { unmetBy } from '#lib/domain/analysis/conditions.ts';
import type { Judge } from '#lib/domain/analysis/judge.ts';
import { shownTurn } from '#lib/domain/chats/author.ts';
import { turnsReadAt } from '#lib/domain/conversations/added-turns.ts';
import { durationOf, isOver } from '#lib/domain/conversations/conversation.ts';
import { settledBy, withoutAnalyses, withoutReviews } from '#lib/domain/conversations/sources.ts';
import { depthOf, ownDepth } from '#lib/domain/organizations/depth.ts';
import { keyIn, keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { mustExist } from '#lib/store/operations/must-exist.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { put, putNew, putUnchanged } from '#lib/store/operations/put.ts';
import { remove } from '#lib/store/operations/remove.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import type { Item, Key } from '#lib/store/table.ts';
import type { AnalysisRecord } from './analyses.ts';
import {
  analysisFootprint,
  analysisItem,
  overviewOf,
  proposalsOf,
  readAnalyses,
  readAnalysis,
} from './analyses.ts';
import type { AnalyzerRecord } from './analyzer-record.ts';
import { analyzers } from './analyzer-record.ts';
import { analyzersFor } from './applying.ts';
import { purseOf } from './budget.ts';
import { countUseOf } from './count-use.ts';
import { makeAnalysis, skipped } from './make.ts';
import { replacedBy, replacementRecords } from './replaced.ts';

/**
 * The request for analyses: of which analyzers, and which of them run even if nothing has changed, or all.
 */
export interface AnalysisCriteria {
  /** Absent: all that apply. */
  readonly analyzers?: readonly string[] | undefined;
  readonly again?: true | readonly string[] | undefined;
  /** The version of the analyzers; absent: the current one. */
  readonly version?: number | undefined;
}

/**
 * The number of times that an analysis is made again because of further turns. Organizations below the
 * analyzer's can add turns one by one, and do not pay.
 */
const maxRepeats = 2;

/** Whether an organization above the conversation's pays for an analysis. */
const isPaidAbove = ({ depth }: AnalysisRecord, { path }: ConversationRecord): boolean =>
  depth < ownDepth(path);

/** Whether an analysis may be made again because of further turns. */
const mayRepeat = (known: AnalysisRecord, conversation: ConversationRecord): boolean =>
  known.turns_read < turnsReadAt(conversation, known.depth) &&
  (!isPaidAbove(known, conversation) || (known.repeats ?? 0) < maxRepeats);

const isCurrent = ({ status_reason, version }: AnalysisRecord, analyzer: AnalyzerRecord): boolean =>
  status_reason !== 'budget' && version === analyzer.version;

/**
 * Whether an analysis is missing or out of date. One that its budget did not allow is made when there is
 * room.
 */
export const isDue = (
  known: AnalysisRecord | undefined,
  analyzer: AnalyzerRecord,
  conversation: ConversationRecord,
): boolean => known === undefined || !isCurrent(known, analyzer) || mayRepeat(known, conversation);

/**
 * Counts that an analysis is made again because of further turns, before a model is asked, so that requests
 * at once cannot exceed the number. Returns false if it is not to be made.
 */
const countRepeat = (analyzer: AnalyzerRecord, conversation: ConversationRecord): Promise<boolean> =>
  retryStale(async () => {
    const known = await readAnalysis(conversation.id, analyzer.id);
    if (!known || !isCurrent(known, analyzer) || !isPaidAbove(known, conversation)) return true;
    if (!mayRepeat(known, conversation)) return false;
    const { fields } = analysisItem(known);
    const after = { ...known, repeats: (known.repeats ?? 0) + 1 };
    await commit([putUnchanged(analysisItem(after), { fields: fields as string })]);
    return true;
  });

/**
 * Analyzers as they are, or as they were at a version. Their budgets and who sees their results are always
 * those of the present.
 */
const readAnalyzers = async (
  ids: readonly string[],
  version: number | undefined,
): Promise<AnalyzerRecord[]> => {
  if (ids.length === 0) return [];
  const analyzersAt = async (keyOfAnalyzer: (id: string) => Key): Promise<(AnalyzerRecord | undefined)[]> =>
    (await batchGet(ids.map(keyOfAnalyzer))).map((item) => item && analyzers.fromItem(item));
  const [present, wanted] = await Promise.all([
    analyzersAt((id) => keyOf('analyzer', id)),
    version === undefined ? undefined : analyzersAt((id) => keyOf('analyzer_version', id, version)),
  ]);
  return present.flatMap((analyzer, at) => {
    if (!analyzer || !wanted) return analyzer ?? [];
    const { tokens_per_month, shared } = analyzer;
    const earlier = wanted[at];
    return earlier ? [{ ...earlier, tokens_per_month, shared }] : [];
  });
};

/** An analysis that is stored instead of the one that was read, if there was one. */
export interface Replacement {
  readonly earlier: AnalysisRecord | undefined;
  readonly after: AnalysisRecord;
}

/** The writes of an analysis and its entries, without entries that only the earlier one had. */
const analysisWrites = ({ earlier, after }: Replacement): Operation<Stale>[] => {
  const item = analysisItem(after);
  const entries = analysisFootprint(item);
  const before = earlier && analysisItem(earlier);
  const known = before ? analysisFootprint(before) : [];
  const isIn = (items: readonly Item[], { pk, sk }: Item): boolean =>
    items.some((one) => one.pk === pk && one.sk === sk);
  return [
    // The version of the conversation guards only those that set it.
    before ? putUnchanged(item, { fields: before.fields as string }) : putNew(item, () => new Stale()),
    ...entries.filter((entry) => !known.some((one) => isDeepStrictEqual(one, entry))).map(put),
    ...known.filter((entry) => !isIn(entries, entry)).map((entry) => remove(keyIn(entry))),
  ];
};

/** The fields of a state that are not as stored. */
const differing = (state: ConversationRecord, stored: ConversationRecord): Partial<ConversationRecord> =>
  Object.fromEntries(
    (Object.keys(state) as (keyof ConversationRecord)[])
      .filter((field) => !isDeepStrictEqual(state[field], stored[field]))
      .map((field) => [field, state[field]]),
  );

/** The change of a conversation by all of its analyses and their reviews; empty if it stays as it is. */
const changeBy = (
  before: ConversationRecord,
  analyses: readonly AnalysisRecord[],
  /** Whether one is no longer shared: what it has set must not be seen below. */
  hides: boolean,
): Partial<ConversationRecord> => {
  const base = hides ? withoutAnalyses(before) : withoutReviews(before);
  const overview = overviewOf(analyses);
  const quality = base.judged?.quality ? null : base.quality;
  const after = { ...base, ...settledBy(base, proposalsOf(analyses, quality)), ...overview };
  // A conversation that is full keeps its fields. The verdicts are in the analyses all the same.
  return differing(hides || isSmallEnough(after, before) ? after : { ...before, ...overview }, before);
};

/** The operations that store analyses, and change their conversation accordingly. */
export const storing = async (
  before: ConversationRecord,
  replacements: readonly Replacement[],
  type: 'conversation.analyzed' | 'conversation.reviewed',
): Promise<readonly Operation<Stale>[]> => {
  const writes = replacements.flatMap(analysisWrites);
  const changed = replacements.map(({ after }) => after);
  // Organizations below are not to see that an analyzer ran whose results they may not see.
  const isSeen = (one: AnalysisRecord | undefined): boolean =>
    one?.shared === true && one.status !== 'skipped';
  const hides = replacements.some(({ earlier, after }) => isSeen(earlier) && !after.shared);
  if (!hides && !changed.some(isSeen))
    return [mustExist(keyOf('conversation', before.id), () => new Stale()), ...writes];
  const known = await readAnalyses(before.id);
  const all = [
    ...known.filter((one) => !changed.some(({ analyzer_id }) => analyzer_id === one.analyzer_id)),
    ...changed,
  ];
  return replaceConversation(before, changeBy(before, all, hides), type, writes).operations;
};

/** The more of an analysis there is, the higher. */
const worthOf = { pending: 0, skipped: 0, failed: 1, partial: 2, completed: 3 } as const satisfies Record<
  AnalysisRecord['status'],
  number
>;

/**
 * Whether a new analysis has less to say than an earlier one. A partial one says more of a new version or of
 * further turns.
 */
const isWorse = (one: AnalysisRecord, earlier: AnalysisRecord): boolean => {
  const isNews = one.version !== earlier.version || one.turns_read > earlier.turns_read;
  return !(one.status === 'partial' && isNews) && worthOf[one.status] < worthOf[earlier.status];
};

/**
 * Stores new analyses. Reviews that were made meanwhile stay, and so does an analysis that a new one has
 * nothing to replace with: a model that fails, or a budget that is used up, takes no verdict away.
 */
const store = (id: string, made: readonly AnalysisRecord[]): Promise<void> =>
  retryStale(async () => {
    const before = await readConversation(id);
    if (!before) return;
    const known = await readAnalyses(id);
    const better = made.flatMap((one): Replacement[] => {
      const earlier = known.find(({ analyzer_id }) => analyzer_id === one.analyzer_id);
      if (earlier && isWorse(one, earlier)) return [];
      if (!earlier) return [{ earlier, after: one }];
      const { review, reviewed, queued, repeats } = earlier;
      const replaced = replacedBy(earlier, one);
      const noted = { ...one, ...(replaced && { replaced }) };
      const counted = earlier.version === one.version ? { ...noted, repeats } : noted;
      if (!review) return [{ earlier, after: counted }];
      return [{ earlier, after: { ...counted, review, reviewed, queued: one.queued ?? queued } }];
    });
    if (better.length === 0) return;
    const writes = await storing(before, better, 'conversation.analyzed');
    await commit([...writes, ...replacementRecords(before, better)]);
  });

/**
 * The longest that an analysis takes: an analyzer asks a model up to three times, and once more each if an
 * answer cannot be used. Each request has up to 24 seconds.
 */
export const longestMs = 150_000;

/** The analyses of a conversation that were stored, and the analyzers that are left to the next run. */
export interface AnalyzedConversation {
  readonly made: readonly AnalysisRecord[];
  readonly left: readonly string[];
}

const nothing: AnalyzedConversation = { made: [], left: [] };

/**
 * The most analyses that are stored together. Each has up to eleven writes, and the conversation a few more
 * than that: together less than the hundred of a transaction.
 */
const storedAtOnce = 5;

/**
 * Makes the analyses of a conversation that are missing or out of date. It can be repeated: the same version
 * of an analyzer and the same turns make nothing new. An analysis is not begun in the last minutes of a
 * function, which would cut it off: the first one always is.
 *
 * An analysis for which a model was paid is stored at once, and others together. If one fails, the next run
 * begins with it, and repeats none before it.
 */
export const analyzeConversation = async (
  id: string,
  { analyzers: asked, again = [], version }: AnalysisCriteria,
  judge: Judge,
  millisecondsLeft: () => number,
): Promise<AnalyzedConversation> => {
  const conversation = await readConversation(id);
  if (!conversation || !isOver(conversation)) return nothing;
  const applying = await analyzersFor(conversation.path);
  const ids = asked ? applying.filter((one) => asked.includes(one)) : applying;
  const [analyzers, known] = await Promise.all([readAnalyzers(ids, version), readAnalyses(id)]);
  const isAgain = (analyzer: AnalyzerRecord): boolean => again === true || again.includes(analyzer.id);
  const due = analyzers.filter(
    (analyzer) =>
      isAgain(analyzer) ||
      isDue(
        known.find(({ analyzer_id }) => analyzer_id === analyzer.id),
        analyzer,
        conversation,
      ),
  );
  if (due.length === 0) return nothing;
  const duration_ms = durationOf(conversation);
  const turns = (await readAllTurns(id)).map(shownTurn);
  const made: AnalysisRecord[] = [];
  const refused = new Set<string>();
  const waiting: AnalysisRecord[] = [];
  const storeWaiting = async (): Promise<void> => {
    if (waiting.length === 0) return;
    await countUseOf(conversation, waiting);
    await store(id, waiting);
    made.push(...waiting.splice(0));
  };
  try {
    for (const [at, analyzer] of due.entries()) {
      if (at > 0 && millisecondsLeft() < longestMs) break;
      const read = turnsReadAt(conversation, depthOf(analyzer.client_id, conversation.path));
      const unmet = unmetBy({ ...conversation, duration_ms, turns: read }, analyzer);
      const asks = !unmet && asksModel(analyzer);
      if (asks && !isAgain(analyzer) && !(await countRepeat(analyzer, conversation))) {
        refused.add(analyzer.id);
        continue;
      }
      const one = unmet
        ? skipped(analyzer, conversation, unmet)
        : await makeAnalysis(analyzer, conversation, turns, {
            judge,
            purse: purseOf(analyzer),
            millisecondsLeft,
          });
      waiting.push(one);
      if (one.usage || waiting.length === storedAtOnce) await storeWaiting();
    }
    await storeWaiting();
  } catch (error) {
    // A run that fails is repeated as it was asked for: what is stored would be made and paid again.
    if (made.length === 0) throw error;
    console.error({ message: 'An analysis is left to the next run', error: (error as Error).stack });
  }
  const left = due.filter(({ id: one }) => !refused.has(one)).slice(made.length);
  return { made, left: left.map((analyzer) => analyzer.id) };
};
