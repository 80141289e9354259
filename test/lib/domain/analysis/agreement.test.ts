import { expect, test } from 'vitest';
import { agreementOf, emptyMatrix } from '#lib/domain/analysis/agreement.ts';

test('κ is the agreement beyond chance', () => {
  // The example of Cohen's κ with 50 cases: 20, 5, 10 and 15.
  const matrix = { both_passed: 20, wrongly_passed: 5, wrongly_failed: 10, both_failed: 15 };
  expect(agreementOf(matrix)).toEqual({
    reviewed: 50,
    agreement: 0.7,
    passed_rate: 0.6667,
    failed_rate: 0.75,
    kappa: 0.4,
  });
});

test('κ is left open below twenty reviews, and if people saw one class only', () => {
  const few = { ...emptyMatrix, both_passed: 10, both_failed: 9 };
  expect(agreementOf(few)).toMatchObject({ agreement: 1, kappa: null });
  const oneClass = { ...emptyMatrix, both_passed: 90, wrongly_failed: 10 };
  expect(agreementOf(oneClass)).toMatchObject({ agreement: 0.9, failed_rate: null, kappa: null });
  expect(agreementOf(emptyMatrix)).toEqual({
    reviewed: 0,
    agreement: null,
    passed_rate: null,
    failed_rate: null,
    kappa: null,
  });
});
