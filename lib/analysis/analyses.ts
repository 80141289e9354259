import type { Analysis, AnalysisResult } from '#lib/contract/analyses.ts';
import type { WriteMode } from '#lib/contract/analyzers.ts';
import type { ConversationAnalysis } from '#lib/contract/conversations/analysis.ts';
import type { Quality } from '#lib/contract/conversations.ts';
import { costsShownTo } from '#lib/conversations/known-costs.ts';
import type { Rule } from '#lib/domain/analysis/verdicts.ts';
import { holdingOf, labelsOf } from '#lib/domain/analysis/verdicts.ts';
import type { Caller, Reach } from '#lib/domain/caller.ts';
import { showsCost } from '#lib/domain/conversations/cost.ts';
import type { Proposals } from '#lib/domain/conversations/sources.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import { depthOf } from '#lib/domain/organizations/depth.ts';
import { keyOf, sortOf } from '#lib/store/keys.ts';
import type { Entry } from '#lib/store/lists/listing.ts';
import { entryItems, ownersOf } from '#lib/store/lists/listing.ts';
import { get } from '#lib/store/operations/get.ts';
import { queryAll } from '#lib/store/operations/query-pages.ts';
import type { Item } from '#lib/store/table.ts';

/** An analysis as it is stored: with what is needed to add it up again, and to find its entries. */
export interface AnalysisRecord extends Analysis {
  /** The ids of the conversation's organization and its ancestors, from the top down. */
  readonly path: readonly string[];
  readonly start_time: string;
  readonly agent_id: string;
  /** The depth of the organization that owns the analyzer. */
  readonly depth: Depth;
  readonly shared: boolean;
  readonly write: Readonly<Record<'outcome' | 'sentiment' | 'summary' | 'data' | 'quality', WriteMode>>;
  readonly rule: Rule;
  /** The reason that people review it; null: nobody was asked to. */
  readonly queued: ReviewQueue | null;
  /**
   * The number of times that it was made again, or attempted, because of further turns, although an
   * organization above the conversation's pays. Absent: none.
   */
  readonly repeats?: number | undefined;
  /**
   * The version and the number of turns whose verdicts its reviewer has seen, and the depth of the reviewer's
   * organization, which reviews from before it was stored do not have; null: there is no review.
   */
  readonly reviewed: (Pick<Analysis, 'version' | 'turns_read'> & { readonly depth?: Depth }) | null;
}

/**
 * The reason for which people review an analysis: it belongs to the random sample, or a verdict asks for it.
 */
export type ReviewQueue = 'sample' | 'failed' | 'unknown' | 'unscored';

export const analysisItem = ({ conversation_id, analyzer_id, ...rest }: AnalysisRecord): Item => ({
  ...keyOf('analysis', conversation_id, analyzer_id),
  fields: JSON.stringify(rest),
});

export const analysisFromItem = ({ pk, sk, fields }: Item): AnalysisRecord => ({
  ...(JSON.parse(fields as string) as Omit<AnalysisRecord, 'conversation_id' | 'analyzer_id'>),
  conversation_id: pk.slice(pk.indexOf('#') + 1),
  analyzer_id: sk.slice(sortOf('analysis', '').length),
});

const letters = {
  passed: 'p',
  failed: 'f',
  unknown: 'u',
  not_applicable: 'n',
  unscored: 'x',
} as const satisfies Record<AnalysisResult['verdict'], string>;

const verdictOfLetter = Object.fromEntries(
  Object.entries(letters).map(([verdict, letter]) => [letter, verdict]),
) as Readonly<Record<string, AnalysisResult['verdict']>>;

/**
 * The verdicts of an analysis as reports read them: a letter for the original, and another for the
 * reviewer's.
 */
export interface ReportedAnalysis {
  readonly conversation_id: string;
  readonly start_time: string;
  readonly version: number;
  readonly status: Analysis['status'];
  readonly agent_id: string;
  readonly successful: boolean | null;
  readonly tokens: number;
  readonly verdicts: Readonly<
    Record<string, readonly [AnalysisResult['verdict'], AnalysisResult['verdict'] | null]>
  >;
}

const isReviewCurrent = ({ reviewed, version, turns_read }: AnalysisRecord): boolean =>
  reviewed?.version === version && reviewed.turns_read === turns_read;

/**
 * A review that confirms an analysis agrees with every verdict. One of another version says nothing of this
 * one.
 */
const reviewedVerdict = (analysis: AnalysisRecord, { name, verdict }: AnalysisResult) =>
  analysis.review &&
  isReviewCurrent(analysis) &&
  (analysis.review.results.find((one) => one.name === name)?.verdict ?? verdict);

const reportEntryOf = (analysis: AnalysisRecord): Entry => ({
  list: 'analyses',
  owners: [analysis.analyzer_id],
  time: analysis.start_time,
  id: analysis.conversation_id,
  shown: {
    version: analysis.version,
    status: analysis.status,
    agent_id: analysis.agent_id,
    successful: analysis.successful,
    tokens: (analysis.usage?.input_tokens ?? 0) + (analysis.usage?.output_tokens ?? 0),
    verdicts: JSON.stringify(
      Object.fromEntries(
        analysis.results.map((result) => {
          const reviewed = reviewedVerdict(analysis, result);
          return [result.name, `${letters[result.verdict]}${reviewed ? letters[reviewed] : ''}`];
        }),
      ),
    ),
  },
});

export const reportedFromEntry = (entry: Item): ReportedAnalysis => {
  const [start_time = '', conversation_id = ''] = entry.sk.split('#');
  const { version, status, agent_id, successful, tokens, verdicts } = entry as unknown as Omit<
    ReportedAnalysis,
    'verdicts'
  > & { readonly verdicts: string };
  const spelled = Object.entries(JSON.parse(verdicts) as Record<string, string>);
  return {
    conversation_id,
    start_time,
    version,
    status,
    agent_id,
    successful,
    tokens,
    verdicts: Object.fromEntries(
      spelled.map(([name, [original = '', reviewed = '']]) => [
        name,
        [verdictOfLetter[original] ?? 'unscored', verdictOfLetter[reviewed] ?? null],
      ]),
    ),
  };
};

const reviewStatusOf = ({ review }: AnalysisRecord) => (review ? 'done' : 'open');

/** The queue of reviews belongs to the organization that owns the analyzer, and to those above it. */
const queueEntryOf = (analysis: AnalysisRecord): Entry | undefined =>
  analysis.queued === null
    ? undefined
    : {
        list: 'reviews',
        owners: ownersOf(analysis.path.slice(0, analysis.depth)),
        time: analysis.start_time,
        id: `${analysis.conversation_id}.${analysis.analyzer_id}`,
        facets: () => ({ review_status: reviewStatusOf(analysis) }),
        shown: { status: reviewStatusOf(analysis) },
      };

/** The items that an analysis has besides its record: its entries for reports and in the queue of reviews. */
export const analysisFootprint = (item: Item): Item[] => {
  const analysis = analysisFromItem(item);
  const queued = queueEntryOf(analysis);
  const isReported = analysis.status !== 'skipped' && analysis.status !== 'pending';
  return [...(isReported ? entryItems(reportEntryOf(analysis)) : []), ...(queued ? entryItems(queued) : [])];
};

/** The analyses of a conversation. */
export const readAnalyses = async (conversationId: string): Promise<AnalysisRecord[]> => {
  const items = await queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :beginning)',
    ExpressionAttributeValues: {
      ':pk': keyOf('conversation', conversationId).pk,
      ':beginning': sortOf('analysis', ''),
    },
    ConsistentRead: true,
  });
  return items.map(analysisFromItem);
};

export const readAnalysis = async (
  conversationId: string,
  analyzerId: string,
): Promise<AnalysisRecord | undefined> => {
  const item = await get(keyOf('analysis', conversationId, analyzerId));
  return item && analysisFromItem(item);
};

/**
 * Whether a caller may see an analysis: only organizations from the analyzer's own upwards see one that is
 * not shared.
 */
export const isShownTo = ({ client_id }: Pick<Caller, 'client_id'>, analysis: AnalysisRecord): boolean =>
  analysis.shared || depthOf(client_id, analysis.path) <= analysis.depth;

const represent = (analysis: AnalysisRecord): Analysis => {
  const {
    path: _path,
    start_time: _start,
    agent_id: _agent,
    depth: _depth,
    shared: _shared,
    ...rest
  } = analysis;
  const { write: _write, rule: _rule, queued: _queued, reviewed: _reviewed, ...all } = rest;
  const { repeats: _repeats, ...shown } = all;
  return shown;
};

/** The depth of the platform, whose operator sets the prices of models. */
const priced: Depth = 0;

/** An analysis as a caller sees it: its cost like those that the platform reports. */
export const representTo = async (reach: Reach, analysis: AnalysisRecord): Promise<Analysis> => {
  const { cost, ...shown } = represent(analysis);
  const isShown = cost !== null && showsCost(priced, await costsShownTo(reach));
  return { ...shown, cost: isShown ? cost : null };
};

const isMade = ({ status }: Analysis): boolean => status !== 'skipped' && status !== 'pending';

/** The nearest first, of which the values prevail. */
const byNearness = (one: AnalysisRecord, other: AnalysisRecord): number =>
  other.depth - one.depth || (one.analyzer_id < other.analyzer_id ? -1 : 1);

const maxFailed = 5;

const passedOf = { passed: true, failed: false } as Readonly<Record<string, boolean | undefined>>;

/** Whether people, or the analyzer's rule by their verdicts, have decided whether a call was successful. */
const decidesSuccess = ({ review, rule, ...analysis }: AnalysisRecord): boolean => {
  if (!review) return false;
  if (review.successful !== null) return true;
  const decided = holdingOf({ ...analysis, review }, rule).successful;
  return review.results.length > 0 && rule.success !== null && decided !== null;
};

const maxQualityCriteria = 50;

/**
 * The quality of a conversation by a review: without the parts that neither the reviewer nor the analyzer's
 * rule has decided, which stay as they are.
 */
const reviewedQuality = (analysis: AnalysisRecord, before: Quality | null): Quality | null => {
  const reviewed = qualityOf(analysis);
  if (!reviewed || !before) return reviewed;
  const names = new Set(reviewed.criteria.map(({ name }) => name));
  const others = before.criteria.filter(({ name }) => !names.has(name));
  return {
    ...reviewed,
    score: analysis.rule.success === null ? before.score : reviewed.score,
    criteria: [...reviewed.criteria, ...others].slice(0, maxQualityCriteria),
  };
};

/** The quality of a conversation by an analysis; null if it has no criteria. */
const qualityOf = (analysis: AnalysisRecord): Quality | null => {
  const { results, score, successful } = holdingOf(analysis, analysis.rule);
  const judged = results.filter(({ verdict }) => verdict !== 'not_applicable');
  if (judged.length === 0 && successful === null) return null;
  return {
    successful,
    score,
    criteria: judged.map(({ name, verdict, rationale }) => ({
      name,
      passed: passedOf[verdict] ?? null,
      rationale,
    })),
  };
};

const dataOf = (analysis: AnalysisRecord): Record<string, unknown> =>
  Object.fromEntries(
    holdingOf(analysis, analysis.rule)
      .fields.filter(({ value }) => value !== null)
      .map(({ name, value }) => [name, value]),
  );

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value as object).length === 0);

/** Whether people have decided a field of the conversation, rather than only confirmed it. */
const isReviewed = (analysis: AnalysisRecord, field: keyof AnalysisRecord['write']): boolean => {
  const { review } = analysis;
  if (!review) return false;
  if (field === 'outcome' || field === 'sentiment') return review[field] !== null;
  if (field === 'data') return review.fields.length > 0;
  return field === 'quality' && decidesSuccess(analysis);
};

const proposed = {
  outcome: (analysis) => holdingOf(analysis, analysis.rule).outcome,
  sentiment: (analysis) => holdingOf(analysis, analysis.rule).sentiment,
  summary: ({ summary }) => summary,
  data: dataOf,
  quality: qualityOf,
} satisfies Record<keyof AnalysisRecord['write'], (analysis: AnalysisRecord) => unknown>;

/**
 * The values that analyses propose for the fields of their conversation. People prevail, and then the nearest
 * analyzer.
 */
export const proposalsOf = (
  analyses: readonly AnalysisRecord[],
  /** The quality that a key or a report has set; null: neither has. */
  before: Quality | null,
): Proposals => {
  const made = analyses.filter((one) => one.shared && isMade(one)).toSorted(byNearness);
  const fields = Object.keys(proposed) as (keyof AnalysisRecord['write'])[];
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const reviewed = made.find((one) => isReviewed(one, field));
      if (reviewed) {
        const value = field === 'quality' ? reviewedQuality(reviewed, before) : proposed[field](reviewed);
        return [[field, { value, setting: 'review' }]];
      }
      const writing = made.find((one) => one.write[field] !== 'none' && !isEmpty(proposed[field](one)));
      return writing ? [[field, { value: proposed[field](writing), setting: writing.write[field] }]] : [];
    }),
  ) as Proposals;
};

/** The summary of a conversation's analyses in lists, and the labels by which it is found. */
export const overviewOf = (
  analyses: readonly AnalysisRecord[],
): { readonly analysis: ConversationAnalysis | null; readonly labels: readonly string[] | null } => {
  const made = analyses.filter((one) => one.shared && isMade(one)).toSorted(byNearness);
  if (made.length === 0) return { analysis: null, labels: null };
  const holding = made.map((one) => holdingOf(one, one.rule));
  const failed = holding.flatMap(({ results }) =>
    results.filter(({ verdict }) => verdict === 'failed').map(({ name }) => name),
  );
  const status = made.every((one) => one.status === 'completed')
    ? 'completed'
    : made.every((one) => one.status === 'failed')
      ? 'failed'
      : 'partial';
  const labels = [...new Set(made.flatMap((one, at) => labelsOf(holding[at] ?? one, one.rule)))];
  return {
    analysis: {
      status,
      successful: holding.find((one) => one.successful !== null)?.successful ?? null,
      failed: [...new Set(failed)].slice(0, maxFailed),
    },
    labels: labels.length > 0 ? labels : null,
  };
};
