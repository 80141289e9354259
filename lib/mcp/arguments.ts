import type { Tool } from './tool.ts';

export type Arguments = Readonly<Record<string, unknown>>;

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

const missing = (value: unknown): boolean => value === undefined || value === null;

/**
 * Ids and numbers become segments of a path, and must not change its structure: `..` would lead to another
 * route.
 */
const faultInPath = (name: string, pattern: string, value: unknown): string | undefined => {
  if (missing(value)) return `The argument ${name} is missing`;
  const fits = isScalar(value) && new RegExp(pattern).test(String(value));
  return fits ? undefined : `The argument ${name} must be a string of the form ${pattern}`;
};

/**
 * The parameters that an argument for the query becomes: one for each of several values, and `<name>.<key>`
 * for each key.
 */
export const parametersOf = (name: string, value: unknown): [name: string, value: unknown][] => {
  if (missing(value)) return [];
  if (typeof value !== 'object' || Array.isArray(value)) return [value].flat().map((one) => [name, one]);
  return Object.entries(value as object).map(([key, one]) => [`${name}.${key}`, one]);
};

const faultInQuery = (name: string, value: unknown, schema: unknown): string | undefined => {
  const hasKeys = (schema as { readonly type?: string } | undefined)?.type === 'object';
  const fits = hasKeys || Array.isArray(value) || missing(value) || isScalar(value);
  return fits && parametersOf(name, value).every(([, one]) => isScalar(one))
    ? undefined
    : `The argument ${name} must be a string, a number, true or false`;
};

const faultInBody = (body: unknown): string | undefined => {
  if (missing(body)) return 'The argument body is missing';
  return typeof body === 'object' && !Array.isArray(body) ? undefined : 'The argument body must be an object';
};

const faultInFields = (list: Tool['list'], fields: unknown): string | undefined => {
  const unknown = [fields ?? []].flat().filter((name) => !list?.fields.includes(name as string));
  return list && unknown.length > 0
    ? `The items have no such field: ${unknown.join(', ')}. They have: ${list.fields.join(', ')}`
    : undefined;
};

/** The faults that prevent a call from being sent. The API checks everything else. */
export const faultsIn = (
  { inputSchema: { properties = {}, required = [] }, params, query, list }: Tool,
  given: Arguments,
): string[] => {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(properties, name));
  return [
    unknown.length > 0 && `The tool has no such argument: ${unknown.join(', ')}`,
    ...Object.entries(params).map(([name, pattern]) => faultInPath(name, pattern, given[name])),
    ...query.map((name) => faultInQuery(name, given[name], properties[name])),
    faultInFields(list, given.fields),
    required.includes('body') && faultInBody(given.body),
  ].filter((fault) => typeof fault === 'string');
};
