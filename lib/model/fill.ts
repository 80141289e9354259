import { invalid } from '#lib/contract/errors.ts';

/** The values that replace `{{name}}`. */
export type Variables = Readonly<Record<string, string>>;

/** The limit for instructions and messages. Longer ones would only keep a function busy. */
const longest = 200_000;

/** Refuses a text that variables have made too long. */
export const checkLength = (length: number): void => {
  if (length <= longest) return;
  throw invalid({
    pointer: '/variables',
    code: 'too_big',
    detail: `must not make the model’s instructions longer than ${longest} characters`,
  });
};

const placeholders = /{{\s{0,8}([A-Za-z_][A-Za-z0-9_.-]{0,63})\s{0,8}}}/g;

/** The variables of a text that have no value. */
export const missingIn = (text: string, variables: Variables): string[] =>
  [...text.matchAll(placeholders)]
    .map(([, name = '']) => name)
    .filter((name) => !Object.hasOwn(variables, name));

/**
 * Replaces variables in a text. Values are not expanded again, so a value cannot refer to another variable.
 * Variables without a value remain as written.
 */
export const fill = (text: string, variables: Variables): string => {
  let length = text.length;
  return text.replace(placeholders, (placeholder, name: string) => {
    const value = Object.hasOwn(variables, name) ? (variables[name] ?? '') : placeholder;
    length += value.length - placeholder.length;
    checkLength(length);
    return value;
  });
};
