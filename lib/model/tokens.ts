import type { Tokens } from '#lib/domain/analysis/judge.ts';

/** Fewer characters than almost any text has for each token, so that an estimate is rarely too low. */
const charactersPerToken = 2.5;

/** The tokens of a text, if its model does not report them. */
export const estimatedTokens = (characters: number): number => Math.ceil(characters / charactersPerToken);

const count = (tokens: number | undefined): number | undefined =>
  tokens !== undefined && Number.isInteger(tokens) && tokens >= 0 && tokens < 1e9 ? tokens : undefined;

/** The tokens of a request as its model reports them; undefined: they have to be estimated. */
export const reportedTokens = (usage: {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}): Tokens | undefined => {
  const [input, output] = [count(usage.inputTokens), count(usage.outputTokens)];
  return input === undefined || output === undefined || input === 0 ? undefined : { input, output };
};
