import type { ScenarioResult } from '#lib/contract/test-runs.ts';

/**
 * For k = 1 … n: the probability that k attempts, drawn from n of which c passed, all pass: C(c, k) over
 * C(n, k).
 * https://arxiv.org/abs/2406.12045 defines it as pass^k.
 */
export const passHatOf = (passed: number, attempts: number): number[] => {
  let probability = 1;
  return Array.from({ length: attempts }, (_, k) => {
    probability *= Math.max(0, passed - k) / (attempts - k);
    return Math.round(probability * 1e6) / 1e6;
  });
};

/** The quantile of the normal distribution for a confidence of 95 %. */
const z = 1.959964;

/** The Wilson interval of a rate, with a confidence of 95 %. */
export const wilsonOf = (passed: number, attempts: number): readonly [low: number, high: number] => {
  const rate = passed / attempts;
  const scale = 1 + z ** 2 / attempts;
  const center = rate + z ** 2 / (2 * attempts);
  const margin = z * Math.sqrt((rate * (1 - rate)) / attempts + z ** 2 / (4 * attempts ** 2));
  return [(center - margin) / scale, (center + margin) / scale];
};

interface Rate {
  readonly passed: number;
  readonly failed: number;
}

/** The change of a scenario between two runs of the same scenario with the same models. */
export const changeOf = (before: Rate, after: Rate): NonNullable<ScenarioResult['change']> => {
  const [earlier, later] = [before.passed + before.failed, after.passed + after.failed];
  if (earlier === 0 || later === 0) return 'unclear';
  if (before.passed * later === after.passed * earlier) return 'same';
  const [low, high] = wilsonOf(before.passed, earlier);
  const [nextLow, nextHigh] = wilsonOf(after.passed, later);
  if (nextHigh < low) return 'broken';
  return nextLow > high ? 'fixed' : 'unclear';
};
