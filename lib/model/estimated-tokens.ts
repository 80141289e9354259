/** Fewer characters than almost any text has for each token, so that an estimate is rarely too low. */
const charactersPerToken = 2.5;

/** The tokens of a text, if its model does not report them. */
export const estimatedTokens = (characters: number): number => Math.ceil(characters / charactersPerToken);
