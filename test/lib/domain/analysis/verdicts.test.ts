import { describe, expect, test } from 'vitest';
import type { AnalysisResult } from '#lib/contract/analyses.ts';
import { findQuote } from '#lib/domain/analysis/evidence.ts';
import type { Rule } from '#lib/domain/analysis/verdicts.ts';
import { scoreOf, successOf } from '#lib/domain/analysis/verdicts.ts';

type Verdict = AnalysisResult['verdict'];

/** A rule with a criterion for each letter: a capital one is required, and its weight is its place. */
const ruleOf = (letters: string, success: Rule['success']): Rule => ({
  success,
  criteria: [...letters].map((name, at) => ({
    name,
    required: name === name.toUpperCase(),
    weight: at + 1,
    labels: false,
  })),
  labeled: [],
});

const verdicts = { p: 'passed', f: 'failed', u: 'unknown', n: 'not_applicable', x: 'unscored' } as const;

/** The results of the criteria, by the letters of their verdicts. */
const resultsOf = (letters: string, given: string): AnalysisResult[] =>
  [...given].map((letter, at) => ({
    name: String(letters[at]),
    verdict: verdicts[letter as keyof typeof verdicts] satisfies Verdict,
    score: null,
    rationale: null,
    evidence: [],
    reason: null,
  }));

describe('With all_required', () => {
  test.for([
    { letters: 'AB', given: 'pp', successful: true },
    { letters: 'AB', given: 'pf', successful: false },
    { letters: 'AB', given: 'pu', successful: null },
    { letters: 'AB', given: 'px', successful: null },
    { letters: 'AB', given: 'fu', successful: false },
    // Criteria that do not apply are left out.
    { letters: 'AB', given: 'pn', successful: true },
    { letters: 'AB', given: 'fn', successful: false },
    { letters: 'AB', given: 'un', successful: null },
    { letters: 'AB', given: 'nn', successful: null },
    // So are those that are not required.
    { letters: 'Ab', given: 'pf', successful: true },
    { letters: 'Ab', given: 'pu', successful: true },
    { letters: 'ab', given: 'pp', successful: null },
  ])('$given of $letters is $successful', ({ letters, given, successful }) => {
    const rule = ruleOf(letters, { rule: 'all_required', threshold: null });
    expect(successOf(rule, resultsOf(letters, given))).toBe(successful);
  });
});

describe('With a score', () => {
  test.for([
    // The weights are 1, 2 and 3.
    { given: 'pff', score: 0.1667, successful: false },
    { given: 'fpf', score: 0.3333, successful: false },
    { given: 'ffp', score: 0.5, successful: true },
    { given: 'fpp', score: 0.8333, successful: true },
    // Criteria that do not apply have no weight.
    { given: 'pnf', score: 0.25, successful: false },
    { given: 'pfn', score: 0.3333, successful: false },
    { given: 'fnp', score: 0.75, successful: true },
    { given: 'nnp', score: 1, successful: true },
    { given: 'nnn', score: null, successful: null },
    { given: 'pup', score: 1, successful: null },
    { given: 'pxp', score: 1, successful: null },
  ])('$given is $score and $successful', ({ given, score, successful }) => {
    const rule = ruleOf('abc', { rule: 'score', threshold: 0.5 });
    const results = resultsOf('abc', given);
    expect([scoreOf(rule, results), successOf(rule, results)]).toEqual([score, successful]);
  });
});

test('without a rule, success is not decided', () => {
  expect(successOf(ruleOf('AB', null), resultsOf('AB', 'pp'))).toBeNull();
});

test.for([
  { quote: 'a', found: false },
  { quote: 'at', found: false },
  { quote: 'nin', found: true },
  { quote: 'At  “NINE”', found: true },
  { quote: 'ten', found: false },
  { quote: '', found: false },
])('the quote "$quote" is evidence: $found', ({ quote, found }) => {
  const turn = {
    ...{ index: 0, role: 'agent' as const, text: 'I can do Tuesday at "nine".' },
    ...{ start_ms: null, end_ms: null, tool_calls: [], metadata: {} },
  };
  expect(findQuote(turn, quote)).toBe(found);
  // A whole turn is evidence, however short it is.
  expect(findQuote({ ...turn, text: 'No' }, 'no')).toBe(true);
  expect(findQuote(undefined, quote)).toBe(false);
});
