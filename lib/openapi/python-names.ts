/** `agentVersions` as Python writes it. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Words that Python does not take for names. */
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

/** A name that Python takes: PEP 8 has a trailing underscore for those that it does not. */
export const pythonName = (name: string): string => (reserved.has(name) ? `${name}_` : name);
