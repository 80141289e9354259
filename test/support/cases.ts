/**
 * The part that runs of a test that holds for every route, page or function: a few in `npm test`, a share in
 * `npm run test:deep`, and all with `EVERY_CASE=1`.
 */
export type Level = 'few' | 'share' | 'every';

/** Whether all cases run. */
export const everyCase = process.env.EVERY_CASE === '1';

export const level: Level = everyCase ? 'every' : process.env.CASES === 'few' ? 'few' : 'share';

/** Of so many cases, one is one of the few. */
const fewOf = 12;

const everyNth = <T>(cases: readonly T[], n: number, turn: number): readonly T[] => {
  // A short list has one of its cases as well.
  const first = turn % Math.min(n, Math.max(cases.length, 1));
  return cases.filter((_, at) => at % n === first);
};

/**
 * Divides cases among the tests of a file that hold for each of them. The function that it returns picks
 * every n-th case, and at its next call begins one case later, so that n calls pick all. Of few cases, each
 * call picks every twelfth, and of every case all.
 */
export const inTurns = (n: number) => {
  let turn = 0;
  return <T>(cases: readonly T[]): readonly T[] =>
    everyCase ? cases : everyNth(cases, level === 'few' ? fewOf : n, turn++);
};

let turn = 0;

/** All cases, of which `npm test` runs every twelfth. */
export const few = <T>(cases: readonly T[]): readonly T[] =>
  level === 'few' ? everyNth(cases, fewOf, turn++) : cases;
