/** The verdicts of an analyzer and of people on the same criterion, counted where both decided. */
export interface Matrix {
  /** Both say that it passed. */
  readonly both_passed: number;
  /** The analyzer says passed, and people say failed. */
  readonly wrongly_passed: number;
  /** The analyzer says failed, and people say passed. */
  readonly wrongly_failed: number;
  readonly both_failed: number;
}

export const emptyMatrix: Matrix = { both_passed: 0, wrongly_passed: 0, wrongly_failed: 0, both_failed: 0 };

/** The fewest reviews by which agreement beyond chance is reported. */
const leastReviews = 20;

const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;

/**
 * An analyzer's agreement with people. Agreement alone says little where almost everything passes, so the rates of both classes and
 * Cohen's κ belong to it. κ is null below 20 reviews, or if people saw only one class.
 */
export const agreementOf = ({ both_passed, wrongly_passed, wrongly_failed, both_failed }: Matrix) => {
  const passes = both_passed + wrongly_failed;
  const fails = both_failed + wrongly_passed;
  const total = passes + fails;
  const observed = (both_passed + both_failed) / total;
  const saidPassed = both_passed + wrongly_passed;
  const expected = (saidPassed * passes + (total - saidPassed) * fails) / total ** 2;
  const isKnown = total >= leastReviews && passes > 0 && fails > 0 && expected < 1;
  return {
    reviewed: total,
    agreement: share(both_passed + both_failed, total),
    passed_rate: share(both_passed, passes),
    failed_rate: share(both_failed, fails),
    kappa: isKnown ? Math.round(((observed - expected) / (1 - expected)) * 10_000) / 10_000 : null,
  };
};
