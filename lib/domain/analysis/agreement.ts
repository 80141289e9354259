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

/** The fewest cases by which agreement beyond chance is reported. */
export const leastCases = 20;

const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/**
 * Cohen's κ: the agreement beyond chance between verdicts (rows) and truth (columns), which are counted in a
 * square. Null if the truth has one class only.
 */
export const kappaOf = (counts: readonly (readonly number[])[]): number | null => {
  const said = counts.map(sum);
  const actual = counts.map((_, at) => sum(counts.map((row) => row[at] ?? 0)));
  if (actual.filter((count) => count > 0).length < 2) return null;
  const total = sum(said);
  const observed = sum(counts.map((row, at) => row[at] ?? 0)) / total;
  const expected = sum(said.map((count, at) => count * (actual[at] ?? 0))) / total ** 2;
  return Math.round(((observed - expected) / (1 - expected)) * 10_000) / 10_000;
};

/**
 * An analyzer's agreement with people. Agreement alone says little where almost everything passes, so the
 * rates of both classes and Cohen's κ belong to it. κ is null below 20 reviews, or if people saw only one
 * class.
 */
export const agreementOf = ({ both_passed, wrongly_passed, wrongly_failed, both_failed }: Matrix) => {
  const passes = both_passed + wrongly_failed;
  const fails = both_failed + wrongly_passed;
  const total = passes + fails;
  const counts = [
    [both_passed, wrongly_passed],
    [wrongly_failed, both_failed],
  ];
  return {
    reviewed: total,
    agreement: share(both_passed + both_failed, total),
    passed_rate: share(both_passed, passes),
    failed_rate: share(both_failed, fails),
    kappa: total >= leastCases ? kappaOf(counts) : null,
  };
};
