/** The maximum length of an answer: about 10,000 tokens of an assistant's context. */
export const maxCharacters = 40_000;

/** The maximum length of a text in an answer: a prompt or a turn may be many times as long. */
const maxText = 2_000;

const cut = (value: unknown, items: number): unknown => {
  if (typeof value === 'string' && value.length > maxText)
    return `${value.slice(0, maxText)}… (cut: ${value.length} characters)`;
  if (Array.isArray(value)) return value.slice(0, items).map((item) => cut(item, items));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cut(inner, items)]));
};

export const isTooLong = (value: unknown): boolean => JSON.stringify(value).length > maxCharacters;

/** An answer with its longest texts cut, if it is too long as it is. */
export const withShortTexts = (value: unknown): unknown =>
  isTooLong(value) ? cut(value, Number.POSITIVE_INFINITY) : value;

const listLengths = [100, 50, 20, 10, 5, 2, 1];

/**
 * An answer whose lists end early as well, so that it remains complete JSON; undefined if even that is too
 * long.
 */
export const withShortLists = (
  value: unknown,
): { readonly value: unknown; readonly note: string } | undefined => {
  for (const items of listLengths) {
    const shortened = cut(value, items);
    if (!isTooLong(shortened)) {
      const note = `The answer was too long: each list ends after ${items} items. Ask for less`;
      return { value: shortened, note };
    }
  }
  return undefined;
};
