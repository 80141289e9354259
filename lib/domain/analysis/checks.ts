import type { AnalysisResult, Evidence, ExtractedField } from '#lib/contract/analyses.ts';
import type { AnalysisField, Criterion } from '#lib/contract/analyzers.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { Turn } from '#lib/contract/transcripts.ts';
import { shortened } from '../text.ts';
import type { Evidential } from './conditions.ts';
import { finderOf } from './patterns.ts';

/** The facts of a conversation that checks without a model read. */
export interface CheckedCall
  extends Pick<Conversation, Evidential<'duration_ms' | 'end_reason' | 'metrics'>> {
  readonly turns: readonly Turn[];
}

const maxQuote = 200;
const maxEvidence = 3;

export const quoteOf = (text: string): string => shortened(text, maxQuote);

type DecidedResult = Pick<AnalysisResult, 'verdict' | 'evidence'>;

const decided = (holds: boolean, evidence: readonly Evidence[] = []): DecidedResult => ({
  verdict: holds ? 'passed' : 'failed',
  evidence: [...evidence],
});

const unknown: DecidedResult = { verdict: 'unknown', evidence: [] };

const heard = ({ turns }: CheckedCall, { speaker }: Pick<Criterion, 'speaker'>): readonly Turn[] =>
  turns.filter(({ role }) => (speaker === 'any' ? role === 'user' || role === 'agent' : role === speaker));

/** The places where turns contain something, as evidence. */
const foundIn = (turns: readonly Turn[], find: (text: string) => string | undefined): Evidence[] => {
  const found: Evidence[] = [];
  for (const { index, text } of turns) {
    const quote = find(text);
    if (quote !== undefined && quote !== '') found.push({ index, quote: quoteOf(quote) });
    if (found.length === maxEvidence) break;
  }
  return found;
};

const containing = (texts: readonly string[]): ((text: string) => string | undefined) => {
  const wanted = texts.map((text) => text.toLowerCase());
  return (text) => {
    const lower = text.toLowerCase();
    const match = wanted.find((one) => lower.includes(one));
    if (match === undefined) return undefined;
    const at = lower.indexOf(match);
    // A few letters have another length in lower case, so the quote may be the whole turn.
    return lower.length === text.length ? text.slice(at, at + match.length) : text;
  };
};

const compare = (value: number, op: Criterion['op'], other: number): boolean => {
  switch (op) {
    case 'lt':
      return value < other;
    case 'lte':
      return value <= other;
    case 'eq':
      return value === other;
    case 'gte':
      return value >= other;
    default:
      return value > other;
  }
};

const compared = (value: number | null | undefined, { op, value: other }: Criterion): DecidedResult =>
  value === null || value === undefined || other === null ? unknown : decided(compare(value, op, other));

const searched = (criterion: Criterion, found: readonly Evidence[]): DecidedResult =>
  decided(found.length > 0 !== criterion.absent, found);

const called = ({ turns }: CheckedCall, tool: string): Evidence[] =>
  turns
    .filter(({ tool_calls }) => tool_calls.some(({ name }) => name === tool))
    .slice(0, maxEvidence)
    .map(({ index, text }) => ({ index, quote: quoteOf(text === '' ? tool : text) }));

const check = (criterion: Criterion, call: CheckedCall): DecidedResult => {
  switch (criterion.kind) {
    case 'contains':
      return searched(criterion, foundIn(heard(call, criterion), containing(criterion.texts)));
    case 'pattern': {
      const find = finderOf(criterion.pattern ?? '');
      return searched(
        criterion,
        foundIn(heard(call, criterion), (text) => find(text)?.whole),
      );
    }
    case 'tool_called':
      return searched(criterion, called(call, criterion.tool ?? ''));
    case 'metric':
      return compared(call.metrics[criterion.metric ?? ''], criterion);
    case 'duration':
      return compared(call.duration_ms, criterion);
    case 'turns':
      return compared(call.turns.length, criterion);
    default:
      return call.end_reason === null ? unknown : decided(criterion.end_reasons.includes(call.end_reason));
  }
};

/** The verdict on a criterion that needs no model. */
export const checkCriterion = (criterion: Criterion, call: CheckedCall): AnalysisResult => ({
  name: criterion.name,
  ...check(criterion, call),
  score: null,
  rationale: null,
  reason: null,
});

const dates = /^\d{4}-\d{2}-\d{2}$/;

const isDate = (text: string): boolean =>
  dates.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** A value in the type of its field; undefined if it is none. */
export const typedValue = ({ type, values }: AnalysisField, value: unknown): unknown => {
  const text = typeof value === 'string' ? value.trim() : undefined;
  switch (type) {
    case 'text':
      return text ? shortened(text, 1000) : undefined;
    case 'number':
    case 'integer': {
      const number = text === undefined || text === '' ? value : Number(text);
      const isNumber = typeof number === 'number' && Number.isFinite(number) && Math.abs(number) <= 1e15;
      return isNumber && (type === 'number' || Number.isInteger(number)) ? number : undefined;
    }
    case 'boolean':
      return typeof value === 'boolean' ? value : { true: true, false: false }[text ?? ''];
    case 'enum':
      return values.find((one) => one === text);
    case 'date':
      return text !== undefined && isDate(text) ? text : undefined;
    default: {
      const list = Array.isArray(value) ? value : text ? [text] : [];
      const texts = list.filter((one): one is string => typeof one === 'string' && one.trim() !== '');
      return texts.length > 0 ? texts.slice(0, 20).map((one) => shortened(one.trim(), 200)) : undefined;
    }
  }
};

/** A field without a value. */
export const missing = (
  { name, required }: AnalysisField,
  reason: ExtractedField['reason'] = null,
): ExtractedField => ({
  name,
  value: null,
  evidence: [],
  reason: reason ?? (required ? 'not_found' : null),
});

/** The value that a field's pattern finds. */
export const extractField = (field: AnalysisField, { turns }: CheckedCall): ExtractedField => {
  const find = finderOf(field.pattern ?? '');
  for (const { index, text } of turns) {
    const match = find(text);
    const value = match && typedValue(field, match.value);
    if (match && value !== undefined) {
      return { name: field.name, value, evidence: [{ index, quote: quoteOf(match.whole) }], reason: null };
    }
  }
  return missing(field);
};
