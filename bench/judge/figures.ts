import type { AnalysisField } from '#lib/contract/analyzers.ts';
import { kappaOf, leastCases } from '#lib/domain/analysis/agreement.ts';
import { fold } from '#lib/domain/text.ts';

/** A slot of a dialogue, with its true value and those that a model found in each repetition. */
export interface Case {
  readonly service: string;
  readonly field: AnalysisField;
  readonly truth: unknown;
  readonly found: readonly unknown[];
}

export interface Figures {
  readonly slot: string;
  readonly type: string;
  /** The cases with a true value, and the share of answers that are equal to it. */
  readonly given: number;
  readonly exactMatch: number | null;
  /** The cases without one, and the share of answers that are null. */
  readonly absent: number;
  readonly leftNull: number | null;
  /** Of a slot with few values, null being one of them; null if there are few cases, or one value only. */
  readonly kappa: number | null;
  /** The share of cases in which not all repetitions found the same. */
  readonly flips: number | null;
}

/**
 * Normalizes a value for the comparison: a text to its words without case, accents and punctuation; any other
 * value stays as it is.
 */
const comparable = (value: unknown): string =>
  JSON.stringify(
    typeof value === 'string' ? (fold(value).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(' ') : value,
  );

const shareOf = <T>(items: readonly T[], holds: (item: T) => boolean): number | null =>
  items.length === 0 ? null : items.filter(holds).length / items.length;

/** The answers to cases, each with the truth. */
const pairsOf = (cases: readonly Case[]) =>
  cases.flatMap(({ truth, found }) =>
    found.map((value) => ({ truth: comparable(truth), value: comparable(value) })),
  );

const slotKappa = (cases: readonly Case[]): number | null => {
  if (cases.length < leastCases) return null;
  const pairs = pairsOf(cases);
  const classes = [...new Set(pairs.flatMap(({ truth, value }) => [truth, value]))];
  return kappaOf(
    classes.map((value) =>
      classes.map((truth) => pairs.filter((pair) => pair.value === value && pair.truth === truth).length),
    ),
  );
};

const isRight = ({ truth, value }: { readonly truth: string; readonly value: string }): boolean =>
  truth === value;

const isFlip = ({ found }: Case): boolean => new Set(found.map(comparable)).size > 1;

const figuresFor = (cases: readonly Case[]): Omit<Figures, 'slot' | 'type' | 'kappa'> => {
  const given = cases.filter(({ truth }) => truth !== null);
  const absent = cases.filter(({ truth }) => truth === null);
  return {
    given: given.length,
    exactMatch: shareOf(pairsOf(given), isRight),
    absent: absent.length,
    leftNull: shareOf(pairsOf(absent), isRight),
    flips: shareOf(cases, isFlip),
  };
};

/**
 * The figures of each slot, and then those of all of them: κ is the mean of the slots' κ, weighted by their
 * cases.
 */
export const figuresOf = (cases: readonly Case[]): Figures[] => {
  const bySlot = Map.groupBy(cases, ({ service, field }) => `${service}.${field.name}`);
  const slots = [...bySlot].sort().map(([slot, ofSlot]): Figures => {
    const type = ofSlot[0]?.field.type ?? '';
    const kappa = type === 'boolean' || type === 'enum' ? slotKappa(ofSlot) : null;
    return { slot, type, ...figuresFor(ofSlot), kappa };
  });
  const known = slots.flatMap(({ kappa, given, absent }) =>
    kappa === null ? [] : [{ kappa, of: given + absent }],
  );
  const weighted = known.reduce((sum, { kappa, of }) => sum + kappa * of, 0);
  const kappa = known.length === 0 ? null : weighted / known.reduce((sum, { of }) => sum + of, 0);
  return [...slots, { slot: 'all', type: '', ...figuresFor(cases), kappa }];
};
