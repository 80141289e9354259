/** Whether all cases run: `EVERY_CASE=1 npm test`. */
export const everyCase = process.env.EVERY_CASE === '1';

/**
 * Divides the cases of a file's tests, each of which would run for the same ones. The first test gets every
 * n-th case, the next test begins with another one, so that every case has its turn. With `EVERY_CASE=1`,
 * each test gets all.
 */
export const inTurns = (n: number) => {
  let turn = 0;
  return <T>(cases: readonly T[]): readonly T[] => {
    const first = turn++ % n;
    return everyCase ? cases : cases.filter((_, at) => at % n === first);
  };
};
