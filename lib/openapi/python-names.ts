/** `agentVersions` as Python writes it. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Words that Python reserves. */
const reserved = new Set([
  'from',
  'import',
  'class',
  'global',
  'in',
  'is',
  'lambda',
  'pass',
  'return',
  'with',
  'async',
  'await',
  'del',
  'as',
  'if',
  'for',
  'not',
  'or',
  'and',
  'raise',
  'try',
  'while',
  'yield',
]);

/** A valid Python name: PEP 8 adds a trailing underscore to reserved words. */
export const pythonName = (name: string): string => (reserved.has(name) ? `${name}_` : name);
