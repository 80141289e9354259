import type * as z from 'zod/mini';

/** The detail of a fault whose field is absent. */
export const missing = 'is missing';

const typeNames: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'a boolean',
  int: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};

const jsonTypeOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

const counted = (count: number | bigint, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

const units: Readonly<Record<string, string>> = { string: 'character', array: 'item' };

const bound = (
  which: 'at least' | 'at most' | 'exactly',
  origin: string,
  limit: number | bigint,
  inclusive = true,
): string => {
  const unit = units[origin];
  if (unit) return `must have ${which} ${counted(limit, unit)}`;
  if (inclusive) return `must be ${which} ${limit}`;
  return `must be ${which === 'at least' ? 'greater' : 'less'} than ${limit}`;
};

const listed = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join(', ');

/** The fault of a value, as a predicate of its field. Schemas with their own message do not use it. */
export const detailOf = (issue: z.core.$ZodRawIssue): string => {
  if (issue.input === undefined) return missing;
  switch (issue.code) {
    case 'invalid_type': {
      const expected = typeNames[issue.expected] ?? 'of another type';
      const received = jsonTypeOf(issue.input);
      // 1.5 is a number, but not an integer.
      return issue.expected === 'int' && received === 'number'
        ? `must be ${expected}`
        : `must be ${expected}, not ${typeNames[received]}`;
    }
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${listed(issue.values)}`;
    case 'too_big':
      return bound(issue.exact ? 'exactly' : 'at most', issue.origin, issue.maximum, issue.inclusive);
    case 'too_small':
      return bound(issue.exact ? 'exactly' : 'at least', issue.origin, issue.minimum, issue.inclusive);
    case 'invalid_format':
      return issue.format === 'email'
        ? 'must be an email address'
        : `must be of the form ${issue.pattern ?? issue.format}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_key':
      return 'has a key that is not allowed';
    case 'invalid_union':
      return Array.isArray(issue.options) && issue.options.length > 0
        ? `must be one of ${listed(issue.options)}`
        : 'is not allowed here';
    default:
      return 'is not valid';
  }
};
