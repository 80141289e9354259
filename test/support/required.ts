const required = (process.env.REQUIRED ?? '').split(' ');

/**
 * The reason to skip tests that need a program which this machine lacks; undefined if it has the program.
 * `REQUIRED` names the programs whose absence is an error instead, so that nobody misses a test that did not
 * run: `browser` in `.ci/run`, `all` in nightly.yml.
 */
export const reasonToSkip = (program: string, missing: string | undefined): string | undefined => {
  if (missing !== undefined && (required.includes('all') || required.includes(program)))
    throw new Error(`REQUIRED names ${program}: ${missing}`);
  return missing;
};
