import { RE2JS } from 're2js';
import type { Analyzer } from '#lib/contract/analyzers.ts';
import type { Fault } from '#lib/contract/errors.ts';
import { invalid } from '#lib/contract/errors.ts';

/*
 * Patterns come from integrators and are matched with words of callers. RE2 takes linear time for any pattern
 * and text, so nobody can keep a function busy with them.
 */

const compiled = (pattern: string): RE2JS | undefined => {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
};

/** Whether a text is a pattern. */
export const isPattern = (pattern: string): boolean => compiled(pattern) !== undefined;

/** A place in a text that a pattern matches. */
export interface Match {
  readonly whole: string;
  /** The first group, or else the whole match. */
  readonly value: string;
}

/** Finds the first match of a pattern. A stored pattern that does not compile matches nothing. */
export const finderOf = (pattern: string): ((text: string) => Match | undefined) => {
  const expression = compiled(pattern);
  return (text) => {
    const matcher = expression?.matcher(text);
    if (!matcher?.find()) return undefined;
    const whole = matcher.group(0) ?? '';
    return { whole, value: (matcher.groupCount() > 0 ? matcher.group(1) : null) ?? whole };
  };
};

const faultsIn = (
  list: 'criteria' | 'fields',
  all: readonly { readonly pattern: string | null }[],
): Fault[] =>
  all.flatMap(({ pattern }, at) =>
    pattern === null || compiled(pattern)
      ? []
      : [
          {
            pointer: `/${list}/${at}/pattern`,
            code: 'invalid_format' as const,
            detail: 'must be a regular expression in the syntax of RE2',
          },
        ],
  );

/** Refuses patterns that do not compile. */
export const checkPatterns = ({ criteria, fields }: Pick<Analyzer, 'criteria' | 'fields'>): void => {
  const faults = [...faultsIn('criteria', criteria), ...faultsIn('fields', fields)];
  if (faults.length > 0) throw invalid(...faults);
};
