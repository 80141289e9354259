import type { Analysis, AnalysisResult, ExtractedField } from '#lib/contract/analyses.ts';
import type { Analyzer, Criterion } from '#lib/contract/analyzers.ts';

/** The part of an analyzer's version by which the results of an analysis are added up. */
export interface Rule {
  readonly success: Analyzer['success'];
  readonly criteria: readonly Pick<Criterion, 'name' | 'required' | 'weight' | 'labels'>[];
  /** The names of fields by whose values conversations can be found. */
  readonly labeled: readonly string[];
}

export const ruleOf = ({
  success,
  criteria,
  fields,
}: Pick<Analyzer, 'success' | 'criteria' | 'fields'>): Rule => ({
  success,
  criteria: criteria.map(({ name, required, weight, labels }) => ({ name, required, weight, labels })),
  labeled: fields.filter(({ labels }) => labels).map(({ name }) => name),
});

const isDecided = ({ verdict }: AnalysisResult): boolean => verdict === 'passed' || verdict === 'failed';

/** The weighted share of decided criteria that passed; null if none is decided. */
export const scoreOf = ({ criteria }: Rule, results: readonly AnalysisResult[]): number | null => {
  const weightOf = (name: string): number => criteria.find((one) => one.name === name)?.weight ?? 1;
  const decided = results.filter(isDecided).map(({ name, verdict }) => ({ weight: weightOf(name), verdict }));
  const total = decided.reduce((sum, { weight }) => sum + weight, 0);
  const passed = decided.filter(({ verdict }) => verdict === 'passed');
  const share = passed.reduce((sum, { weight }) => sum + weight, 0) / total;
  return total === 0 ? null : Math.round(share * 10_000) / 10_000;
};

/**
 * Whether a conversation is successful. A criterion that does not apply is left out; one that is not decided
 * leaves success open, unless another one has failed already.
 */
export const successOf = (rule: Rule, results: readonly AnalysisResult[]): boolean | null => {
  const { success, criteria } = rule;
  if (!success) return null;
  const isRequired = (name: string): boolean =>
    success.rule === 'score' || (criteria.find((one) => one.name === name)?.required ?? false);
  const relevant = results.filter(({ name, verdict }) => isRequired(name) && verdict !== 'not_applicable');
  if (success.rule === 'all_required') {
    if (relevant.some(({ verdict }) => verdict === 'failed')) return false;
    return relevant.length > 0 && relevant.every(isDecided) ? true : null;
  }
  const score = scoreOf(rule, relevant);
  return score === null || !relevant.every(isDecided) ? null : score >= (success.threshold ?? 1);
};

/** The status of an analysis that was made, and the first reason for which a verdict was not obtained. */
export const statusOf = (
  results: readonly AnalysisResult[],
  fields: readonly ExtractedField[],
  more: Analysis['status_reason'],
): Pick<Analysis, 'status' | 'status_reason'> => {
  const reasons = [...results, ...fields].flatMap(({ reason }) =>
    reason === null || reason === 'not_found' ? [] : [reason],
  );
  const reason = reasons[0] ?? more;
  if (reason === null) return { status: 'completed', status_reason: null };
  const isObtained =
    results.some(({ verdict }) => verdict !== 'unscored') || fields.some((one) => one.reason === null);
  // Without a model, what can be checked was checked.
  return { status: isObtained || reason === 'no_model' ? 'partial' : 'failed', status_reason: reason };
};

/** The verdicts and values that hold: those of people where there are any. */
export type CurrentVerdicts = Pick<
  Analysis,
  'results' | 'fields' | 'outcome' | 'sentiment' | 'successful' | 'score'
>;

export const holdingOf = (analysis: Analysis, rule: Rule): CurrentVerdicts => {
  const { review } = analysis;
  if (!review) return analysis;
  const results = analysis.results.map((result) => {
    const corrected = review.results.find(({ name }) => name === result.name);
    if (!corrected) return result;
    return {
      ...result,
      verdict: corrected.verdict,
      rationale: corrected.note ?? (corrected.verdict === result.verdict ? result.rationale : null),
      reason: corrected.verdict === 'unscored' ? result.reason : null,
    };
  });
  const fields = analysis.fields.map((field) => {
    const corrected = review.fields.find(({ name }) => name === field.name);
    return corrected ? { ...field, value: corrected.value, reason: null } : field;
  });
  return {
    results,
    fields,
    outcome: review.outcome ?? analysis.outcome,
    sentiment: review.sentiment ?? analysis.sentiment,
    successful:
      review.successful ?? (review.results.length > 0 ? successOf(rule, results) : analysis.successful),
    score: scoreOf(rule, results),
  };
};

const labelValue = (value: unknown): string | undefined => {
  if (value === null || value === undefined || typeof value === 'object') return undefined;
  const text = String(value).replace(/\s+/g, ' ').trim();
  return text === '' || text.length > 100 ? undefined : text;
};

/** The labels by which a conversation is found. */
export const labelsOf = ({ results, fields }: CurrentVerdicts, { criteria, labeled }: Rule): string[] => [
  ...results
    .filter(({ name }) => criteria.some((one) => one.name === name && one.labels))
    .map(({ name, verdict }) => `criterion.${name}:${verdict}`),
  ...fields
    .filter(({ name }) => labeled.includes(name))
    .flatMap(({ name, value }) =>
      (Array.isArray(value) ? value : [value])
        .flatMap((one) => labelValue(one) ?? [])
        .map((one) => `field.${name}:${one}`),
    ),
];
