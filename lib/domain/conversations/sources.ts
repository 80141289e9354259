import type { FieldSource, SourcedField, Sources } from '#lib/contract/conversations/analysis.ts';
import { sourcedFields } from '#lib/contract/conversations/analysis.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { ReportedFields } from '../integrations/merge.ts';
import { withoutFields } from '../integrations/merge.ts';

/*
 * The sources of outcome, sentiment, summary, data and quality. A review prevails over keys of the API, these
 * over an analysis that replaces, a provider's report and an analysis that only fills, in this order. The one
 * with the highest rank sets the field, whichever arrives first, so every order leads to the same
 * conversation.
 */

/** The way in which an analysis, or its review, has set a field. */
export type FieldOrigin = 'review' | 'replace' | 'fill';

/** The fields that analyses and reviews have set. All others come from a provider's report or the API. */
export type JudgedFields = Readonly<Partial<Record<SourcedField, FieldOrigin>>>;

/** The fields that reviews have set, as they would be without them: reports still change these. */
export interface UnreviewedFields {
  readonly values: Partial<Pick<Conversation, SourcedField>>;
  readonly judged: JudgedFields;
}

/** The fields of a conversation, and what is known of their origin. */
export interface SourcedConversation extends Pick<Conversation, SourcedField> {
  readonly reported: ReportedFields | null;
  readonly judged: JudgedFields | null;
  /** Null: reviews have set no field. */
  readonly unreviewed: UnreviewedFields | null;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);

export const sourceOf = (conversation: SourcedConversation, field: SourcedField): FieldSource | null => {
  if (isEmpty(conversation[field])) return null;
  const setting = conversation.judged?.[field];
  if (setting) return setting === 'review' ? 'review' : 'analysis';
  return conversation.reported?.fields[field] === undefined ? 'api' : 'provider';
};

export const sourcesOf = (conversation: SourcedConversation): Sources =>
  Object.fromEntries(sourcedFields.map((field) => [field, sourceOf(conversation, field)])) as Sources;

/** The values that analyses and reviews propose, and how. */
export type Proposals = {
  readonly [F in SourcedField]?: { readonly value: Conversation[F]; readonly setting: FieldOrigin };
};

const prevails = (source: FieldSource | null, setting: FieldOrigin): boolean => {
  if (setting === 'review') return true;
  if (source === null || source === 'analysis') return true;
  return source === 'provider' && setting === 'replace';
};

/** A conversation as it would be without reviews. */
export const withoutReviews = <T extends SourcedConversation>(conversation: T): T => {
  const { unreviewed } = conversation;
  if (!unreviewed) return conversation;
  const { values } = unreviewed;
  const judged = { ...withoutJudged(conversation.judged, Object.keys(values)), ...unreviewed.judged };
  return {
    ...conversation,
    ...values,
    judged: Object.keys(judged).length > 0 ? judged : null,
    unreviewed: null,
  };
};

/** A conversation without what analyses and reviews have set. */
export const withoutAnalyses = <T extends SourcedConversation>(conversation: T): T => {
  const base = withoutReviews(conversation);
  const empty = Object.keys(base.judged ?? {}).map((field) => [field, field === 'data' ? {} : null]);
  return { ...base, ...Object.fromEntries(empty), judged: null };
};

/** Keeps the fields that a review is about to set. */
const keeping = (before: SourcedConversation, fields: readonly SourcedField[]): UnreviewedFields | null => {
  if (fields.length === 0) return before.unreviewed;
  const { values, judged } = before.unreviewed ?? { values: {}, judged: {} };
  const settings = fields.flatMap((field) => {
    const setting = before.judged?.[field];
    return setting ? [[field, setting]] : [];
  });
  return {
    values: { ...values, ...Object.fromEntries(fields.map((field) => [field, before[field]])) },
    judged: { ...judged, ...Object.fromEntries(settings) },
  };
};

/** The change of a conversation by proposals, as far as they prevail. */
export const settledBy = (
  before: SourcedConversation,
  proposals: Proposals,
): Partial<SourcedConversation> => {
  const taken = sourcedFields.filter((field) => {
    const proposal = proposals[field];
    return proposal && !isEmpty(proposal.value) && prevails(sourceOf(before, field), proposal.setting);
  });
  if (taken.length === 0) return {};
  const isByReview = (field: SourcedField): boolean => proposals[field]?.setting === 'review';
  return {
    ...Object.fromEntries(taken.map((field) => [field, proposals[field]?.value])),
    judged: {
      ...before.judged,
      ...Object.fromEntries(taken.map((field) => [field, proposals[field]?.setting])),
    },
    reported:
      before.reported &&
      withoutFields(
        before.reported,
        taken.filter((field) => !isByReview(field)),
      ),
    unreviewed: keeping(
      before,
      taken.filter((field) => isByReview(field) && !isReviewed(before, field)),
    ),
  };
};

/** The change of a conversation by a change of what it would be without reviews, which still prevail. */
export const underReviews = <C extends Partial<SourcedConversation>>(
  before: SourcedConversation,
  change: C,
): C & Partial<SourcedConversation> => {
  const fields = Object.keys(before.unreviewed?.values ?? {}) as SourcedField[];
  const reviews = fields.map((field) => [field, { value: before[field], setting: 'review' }]);
  const after = { ...withoutReviews(before), ...change };
  return { ...change, ...settledBy(after, Object.fromEntries(reviews) as Proposals) };
};

/** The same without fields that a report or a key has set since. */
export const withoutJudged = (
  judged: JudgedFields | null,
  fields: readonly string[],
): JudgedFields | null => {
  const left = Object.entries(judged ?? {}).filter(([field]) => !fields.includes(field));
  return left.length > 0 ? (Object.fromEntries(left) as JudgedFields) : null;
};

/** Whether a key of the API may change a field. */
export const isReviewed = ({ judged }: Pick<SourcedConversation, 'judged'>, field: string): boolean =>
  judged?.[field as SourcedField] === 'review';

/** Whether a report may set a field although there is a value that no report has set. */
export const isOnlyFilled = ({ judged }: Pick<SourcedConversation, 'judged'>, field: string): boolean =>
  judged?.[field as SourcedField] === 'fill';
