import { invalid } from '#lib/contract/errors.ts';

/** What stands for `{{name}}`. */
export type Variables = Readonly<Record<string, string>>;

/** What a model is told may be as long as this: more is no prompt, but a way to keep a function busy. */
const longest = 200_000;

/** Refuses a text that variables have made too long. */
export const checkLength = (length: number): void => {
  if (length <= longest) return;
  throw invalid({
    pointer: '/variables',
    code: 'too_big',
    detail: `must not make what a model is told longer than ${longest} characters`,
  });
};

/**
 * Puts variables into a text. What a variable holds is not looked at again, so that it cannot name another one; what has
 * no value stays as it is written.
 */
export const fill = (text: string, variables: Variables): string => {
  let length = text.length;
  return text.replace(/{{\s{0,8}([A-Za-z_][A-Za-z0-9_.-]{0,63})\s{0,8}}}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(variables, name) ? (variables[name] ?? '') : placeholder;
    length += value.length - placeholder.length;
    checkLength(length);
    return value;
  });
};
