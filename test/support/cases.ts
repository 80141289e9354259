/** Whether all cases run: `EVERY_CASE=1 npm test`. */
export const everyCase = process.env.EVERY_CASE === '1';

/**
 * Divides cases among the tests of a file that hold for each of them. The function that it returns picks
 * every n-th case, and at its next call begins one case later, so that n calls pick all. With `EVERY_CASE=1`,
 * each call picks all.
 */
export const inTurns = (n: number) => {
  let turn = 0;
  return <T>(cases: readonly T[]): readonly T[] => {
    const first = turn++ % n;
    return everyCase ? cases : cases.filter((_, at) => at % n === first);
  };
};
