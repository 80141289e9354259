/** The longest row of keys: an extension, a customer's number, and the pauses before them. */
const longest = 40;

/** The arguments of the tool by which an agent presses keys, as the language model sees them. */
export const keyParameters = {
  type: 'object',
  properties: {
    digits: {
      type: 'string',
      pattern: `^[0-9*#w]{1,${longest}}$`,
      description: 'The keys to press, in their order: digits, * and #. Each w waits for half a second',
    },
  },
  required: ['digits'],
} as const;

const pattern = new RegExp(keyParameters.properties.digits.pattern);

/** The keys that a language model has chosen; undefined: they are none, or too many. */
export const keysIn = ({ digits }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof digits === 'string' && pattern.test(digits) ? digits : undefined;
