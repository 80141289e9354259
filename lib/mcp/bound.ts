/** What one answer may take of an assistant's context: some 10,000 tokens. */
export const maxCharacters = 40_000;

/** Where one text is cut: a prompt or a turn may have many times as much. */
const maxText = 2_000;

const cut = (_: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > maxText
    ? `${value.slice(0, maxText)}… (cut: ${value.length} characters)`
    : value;

/** An answer with its longest texts cut, where it is too long as it is. */
export const bound = (text: string): string =>
  text.length <= maxCharacters ? text : JSON.stringify(JSON.parse(text, cut));

/** What is said in place of an answer that is too long all the same. */
export const tooLong = (text: string): string =>
  `${text.slice(0, maxCharacters)}… (cut: the whole answer has ${text.length} characters; ask for less)`;
