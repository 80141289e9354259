import type { Caller, Quality } from '#lib/contract/conversations.ts';
import { isPhoneNumber } from '#lib/contract/conversations.ts';
import type { Money } from '#lib/contract/fields.ts';
import { bytesAsJson, fitted } from '#lib/domain/fitted.ts';
import type { Json } from './reading.ts';
import { isObject, numberOf, objectOf, textOf } from './reading.ts';

/* Limits data from a provider to the bounds of a conversation, so that everything can be stored. */

/** The maximum depth of API request bodies, plus the levels around an open value. */
const maxDepth = 12;

/** A copy of a JSON value without lone surrogates, dangerous names and excessive depth. */
export const cleaned = (value: unknown, depth = 1): unknown => {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) return null;
  if (Array.isArray(value)) return value.map((item) => cleaned(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '__proto__' && name !== '')
      .map(([name, member]) => [name.toWellFormed(), cleaned(member, depth + 1)]),
  );
};

/** A JSON value within a number of bytes as JSON; null in place of a larger one. */
export const openValueOf = (value: unknown, bytes: number): unknown => {
  const copy = cleaned(value ?? null);
  return bytesAsJson(copy) <= bytes ? copy : null;
};

/** An open object within a number of bytes as JSON; absent if there is none. */
export const openObjectOf = (value: unknown, bytes: number): Json | undefined => {
  if (!isObject(value)) return undefined;
  const copy = cleaned(value) as Json;
  return Object.keys(copy).length === 0 ? undefined : fitted(copy, bytes);
};

const provider_metadata_bytes = 12_288;

/** A link grants access to its target, and some links control an active call. */
const isLink = (name: string): boolean => /(^|_)urls?$|Urls?$/.test(name);

const without = (value: Json, paths: readonly string[]): Json => {
  const [here, deeper] = [new Set<string>(), new Map<string, string[]>()];
  for (const path of paths) {
    const [first = '', ...rest] = path.split('.');
    if (rest.length === 0) here.add(first);
    else deeper.set(first, [...(deeper.get(first) ?? []), rest.join('.')]);
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !here.has(name))
      .map(([name, member]) => {
        const below = deeper.get(name);
        return [name, below && isObject(member) ? without(member, below) : member];
      }),
  );
};

/** Removes null and empty values, and links. */
const pruned = (value: unknown): unknown => {
  if (!isObject(value)) return value;
  const members = Object.entries(value)
    .filter(([name]) => !isLink(name))
    .map(([name, member]) => [name, pruned(member)] as const)
    .filter(([, member]) => member !== null && member !== '' && member !== undefined)
    .filter(([, member]) => !(Array.isArray(member) && member.length === 0))
    .filter(([, member]) => !(isObject(member) && Object.keys(member).length === 0));
  return Object.fromEntries(members);
};

/**
 * The remainder that no field of a conversation represents: everything except the paths that were read, links
 * and empty values. It preserves new fields that the platform does not know yet.
 */
export const remainderOf = (value: Json, paths: readonly string[]): Json =>
  fitted(objectOf(pruned(cleaned(without(value, paths)))), provider_metadata_bytes);

const visible = /^[!-~]{1,128}$/;

/** The human side: a number in E.164 form if it is one, or else an id. */
export const callerOf = (
  address: unknown,
  { id, name }: { readonly id?: unknown; readonly name?: unknown } = {},
): Caller | undefined => {
  const text = typeof address === 'string' ? address.trim() : '';
  const number = isPhoneNumber(text) ? text : null;
  const other = [id, text].find(
    (value): value is string => typeof value === 'string' && visible.test(value) && !isPhoneNumber(value),
  );
  const known = textOf(name, 100) ?? null;
  return number === null && other === undefined && known === null
    ? undefined
    : { id: other ?? null, number, name: known };
};

/** An exact amount. Providers bill in fractions of a cent, and write them as binary numbers. */
export const moneyOf = (amount: unknown, currency: string): Money | undefined => {
  const number = numberOf(amount);
  if (number === undefined || number < 0 || number >= 1e12) return undefined;
  const decimal = number.toFixed(9).replace(/\.?0+$/, '');
  return { amount: decimal, currency };
};

/** Named figures: finite ones of a size that can be stored. */
export const metricsOf = (figures: Readonly<Record<string, unknown>>): Record<string, number> | undefined => {
  const known = Object.entries(figures)
    .map(([name, value]) => [name, numberOf(value)] as const)
    .filter((pair): pair is [string, number] => pair[1] !== undefined && Math.abs(pair[1]) <= 1e15)
    .filter(([name]) => /^[a-z][a-z0-9_.]{0,63}$/.test(name))
    .slice(0, 100);
  return known.length === 0 ? undefined : Object.fromEntries(known);
};

type Criterion = Quality['criteria'][number];

/**
 * A conversation has 360,000 bytes in total. A criterion of maximum length in control characters takes
 * 12,000.
 */
const criteriaBytes = 120_000;

/**
 * A text limited to a number of bytes as JSON, with an ellipsis if it was shortened. JSON writes some
 * characters with six bytes.
 */
const shortenedAsJson = (text: string, bytes: number): string => {
  if (bytesAsJson(text) <= bytes) return text;
  let room = bytes - bytesAsJson('…');
  let kept = '';
  for (const character of text) {
    room -= bytesAsJson(character) - bytesAsJson('');
    if (room < 0) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
};

/**
 * Criteria limited to the size of a conversation. Their rationales share the space that the names and
 * verdicts of 50 criteria leave.
 */
export const criteriaOf = (sent: readonly Criterion[]): Criterion[] => {
  const criteria = sent.slice(0, 50);
  if (bytesAsJson(criteria) <= criteriaBytes) return criteria;
  const bare = criteria.map((criterion) => ({ ...criterion, rationale: '' }));
  const share = Math.floor((criteriaBytes - bytesAsJson(bare)) / criteria.length);
  return criteria.map(({ rationale, ...criterion }) => ({
    ...criterion,
    rationale: rationale && shortenedAsJson(rationale, share),
  }));
};
