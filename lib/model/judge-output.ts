import type { JSONSchema7 } from 'ai';
import * as z from 'zod/mini';
import type { AnalysisReason, AnalysisResult, Evidence, ExtractedField } from '#lib/contract/analyses.ts';
import type { AnalysisField, Analyzer, Criterion } from '#lib/contract/analyzers.ts';
import { Sentiment } from '#lib/contract/conversations.ts';
import type { Turn } from '#lib/contract/transcripts.ts';
import { missing, quoteOf, typedValue } from '#lib/domain/analysis/checks.ts';
import { findQuote } from '#lib/domain/analysis/evidence.ts';
import { shortened } from '#lib/domain/text.ts';

/** The verdicts and values that one request asks for. */
export interface Part extends Pick<Analyzer, 'fields' | 'outcome' | 'sentiment' | 'summary'> {
  readonly criteria: readonly Criterion[];
}

const verdicts = ['passed', 'failed', 'unknown', 'not_applicable'] as const;

const evidenceSchema: JSONSchema7 = {
  type: 'array',
  maxItems: 3,
  items: {
    type: 'object',
    properties: { index: { type: 'integer' }, quote: { type: 'string', maxLength: 200 } },
    required: ['index', 'quote'],
  },
};

const named = (names: readonly string[]): JSONSchema7 => ({ type: 'string', enum: [...names] });

const listOf = (properties: Record<string, JSONSchema7>): JSONSchema7 => ({
  type: 'array',
  items: { type: 'object', properties, required: Object.keys(properties) },
});

/** The schema of the answer. Evidence and rationale come before the verdict, which then follows from them. */
export const schemaOf = ({ criteria, fields, outcome, sentiment, summary }: Part): JSONSchema7 => {
  const judged = criteria.filter(({ kind }) => kind === 'judge');
  const scored = criteria.filter(({ kind }) => kind === 'score');
  const reasoned = (names: readonly { readonly name: string }[]) => ({
    name: named(names.map(({ name }) => name)),
    evidence: evidenceSchema,
    rationale: { type: 'string', maxLength: 1000 } as JSONSchema7,
    verdict: named(verdicts),
  });
  const properties: Record<string, JSONSchema7> = {
    ...(judged.length > 0 && { results: listOf(reasoned(judged)) }),
    ...(scored.length > 0 && {
      scores: listOf({ ...reasoned(scored), score: { type: ['number', 'null'] } }),
    }),
    ...(fields.length > 0 && {
      fields: listOf({ name: named(fields.map(({ name }) => name)), evidence: evidenceSchema, value: {} }),
    }),
    ...(outcome && { outcome: named(outcome.values.map(({ value }) => value)) }),
    ...(sentiment && { sentiment: named(Sentiment.options) }),
    ...(summary && { summary: { type: 'string', maxLength: 5000 } as JSONSchema7 }),
  };
  return { type: 'object', properties, required: Object.keys(properties) };
};

const SentEvidence = z
  .array(z.object({ index: z.int().check(z.minimum(0)), quote: z.string() }))
  .check(z.maxLength(20));

const SentResult = z.object({
  name: z.string(),
  evidence: z._default(SentEvidence, []),
  rationale: z._default(z.nullable(z.string()), null),
  verdict: z.enum(verdicts),
  score: z.optional(z.nullable(z.number())),
});
type SentResult = z.output<typeof SentResult>;

const SentField = z.object({
  name: z.string(),
  evidence: z._default(SentEvidence, []),
  value: z.optional(z.unknown()),
});

const Sent = z.object({
  results: z._default(z.array(z.unknown()), []),
  scores: z._default(z.array(z.unknown()), []),
  fields: z._default(z.array(z.unknown()), []),
  outcome: z.optional(z.unknown()),
  sentiment: z.optional(z.unknown()),
  summary: z.optional(z.unknown()),
});

const maxEvidence = 3;
const maxRationale = 1000;
const maxSummary = 5000;

/**
 * The evidence of a verdict or a value; undefined if any quote is not in the turn that it cites, or there is
 * none.
 */
const proved = (sent: z.output<typeof SentEvidence>, turns: readonly Turn[]): Evidence[] | undefined => {
  const found = sent.map(({ index, quote }) =>
    findQuote(
      turns.find((turn) => turn.index === index),
      quote,
    )
      ? { index, quote: quoteOf(quote) }
      : undefined,
  );
  return found.length > 0 && found.every((one) => one !== undefined)
    ? found.slice(0, maxEvidence)
    : undefined;
};

/** The only item of a name that can be used; undefined if there is none, or several. */
const only = <T extends { readonly name: string }>(
  sent: readonly unknown[],
  schema: z.ZodMiniType<T>,
  name: string,
): T | undefined => {
  const ofName = sent.filter(
    (one) => typeof one === 'object' && one !== null && (one as { name?: unknown }).name === name,
  );
  const parsed = ofName.length === 1 ? schema.safeParse(ofName[0]) : undefined;
  return parsed?.success ? parsed.data : undefined;
};

const without = (name: string, reason: AnalysisReason): AnalysisResult => ({
  name,
  verdict: 'unscored',
  score: null,
  rationale: null,
  evidence: [],
  reason,
});

const isInRange = (score: number | null | undefined, { min, max }: Criterion): score is number =>
  typeof score === 'number' && score >= (min ?? 0) && score <= (max ?? 1);

/** The verdict by a score: the highest ones pass. */
const byScore = (score: number, { min, max, pass_at }: Criterion): 'passed' | 'failed' =>
  score >= (pass_at ?? ((min ?? 0) + (max ?? 1)) / 2) ? 'passed' : 'failed';

const resultOf = (
  criterion: Criterion,
  sent: SentResult | undefined,
  turns: readonly Turn[],
): AnalysisResult => {
  const { name, kind } = criterion;
  if (!sent) return without(name, 'invalid_output');
  const isDecided = sent.verdict === 'passed' || sent.verdict === 'failed';
  const score = kind === 'score' && isDecided ? sent.score : null;
  if (kind === 'score' && isDecided && !isInRange(score, criterion)) return without(name, 'invalid_output');
  const evidence = proved(sent.evidence, turns);
  const isProved = evidence !== undefined || (!isDecided && sent.evidence.length === 0);
  if (!isProved) return without(name, 'evidence_missing');
  return {
    name,
    verdict: typeof score === 'number' ? byScore(score, criterion) : sent.verdict,
    score: score ?? null,
    rationale: sent.rationale?.trim() ? shortened(sent.rationale.trim(), maxRationale) : null,
    evidence: evidence ?? [],
    reason: null,
  };
};

const fieldOf = (
  field: AnalysisField,
  sent: z.output<typeof SentField> | undefined,
  turns: readonly Turn[],
): ExtractedField => {
  if (!sent) return missing(field, 'invalid_output');
  if (sent.value === null || sent.value === undefined || sent.value === '') return missing(field);
  const value = typedValue(field, sent.value);
  if (value === undefined) return missing(field, 'invalid_output');
  const evidence = proved(sent.evidence, turns);
  return evidence ? { name: field.name, value, evidence, reason: null } : missing(field, 'evidence_missing');
};

/** The valid results in a model's answer, and its faults. */
export interface Output {
  readonly judged: {
    readonly results: AnalysisResult[];
    readonly fields: ExtractedField[];
    readonly outcome: string | null;
    readonly sentiment: z.output<typeof Sentiment> | null;
    readonly summary: string | null;
    readonly reason: AnalysisReason | null;
  };
  /** For the model, so that it can repair its answer. */
  readonly faults: readonly string[];
}

/**
 * Reads what a model submitted. Nothing of it is trusted: names, verdicts and quotes are compared with what
 * was asked and said.
 */
export const readOutput = (submitted: unknown, part: Part, turns: readonly Turn[]): Output => {
  const parsed = Sent.safeParse(submitted);
  const sent = parsed.success ? parsed.data : Sent.parse({});
  const results = part.criteria.map((criterion) =>
    resultOf(criterion, only([...sent.results, ...sent.scores], SentResult, criterion.name), turns),
  );
  const fields = part.fields.map((field) => fieldOf(field, only(sent.fields, SentField, field.name), turns));
  const outcome = part.outcome?.values.find(({ value }) => value === sent.outcome)?.value ?? null;
  const sentiment = part.sentiment ? Sentiment.options.find((one) => one === sent.sentiment) : undefined;
  const text = typeof sent.summary === 'string' ? sent.summary.trim() : '';
  const summary = part.summary && text !== '' ? shortened(text, maxSummary) : null;
  const lacking = [
    ...(part.outcome && outcome === null ? ['outcome'] : []),
    ...(part.sentiment && sentiment === undefined ? ['sentiment'] : []),
    ...(part.summary && summary === null ? ['summary'] : []),
  ];
  const faults = [
    ...(parsed.success ? [] : ['The tool submit was not called with an object of the given form.']),
    ...[...results, ...fields]
      .filter(({ reason }) => reason === 'invalid_output')
      .map(({ name }) => `${name} is missing, occurs twice, or has another form.`),
    ...lacking.map((name) => `${name} is missing or has another value.`),
  ];
  return {
    judged: {
      results,
      fields,
      outcome,
      sentiment: sentiment ?? null,
      summary,
      reason: lacking.length > 0 ? 'invalid_output' : null,
    },
    faults,
  };
};
