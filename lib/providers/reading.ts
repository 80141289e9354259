import type { AccountNumber } from '#lib/domain/integrations/dialer.ts';
import { parseJson } from '#lib/domain/json.ts';
import { cut } from '#lib/domain/text.ts';

/*
 * Reads providers' payloads without trusting their shape. A field that is missing, null or of another type is
 * read as absent, and nothing throws.
 */

/** The error message of a payload that a reader could not process. */
export const unreadable = 'The platform cannot read the payload';

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it is an object, or else an empty object. */
export const objectOf = (value: unknown): Json => (isObject(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * A string, a number or a boolean as text; anything else as an empty text. An object could throw, or have any
 * depth.
 */
export const wordOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** A text that is not blank, shortened to a number of characters. */
export const textOf = (value: unknown, characters: number): string | undefined => {
  if (typeof value !== 'string') return undefined;
  const text = value.slice(0, characters).toWellFormed();
  return text.trim() === '' ? undefined : text;
};

/** A text shortened to a number of UTF-8 bytes, with an ellipsis if it was shortened. */
export const bytesOf = (value: unknown, bytes: number): string | undefined => {
  const text = textOf(value, bytes);
  return text && cut(text, bytes);
};

/** An id, exactly as it was sent; null if it is too long. */
export const idOf = (value: unknown): string | null =>
  typeof value === 'string' && /^[!-~]{1,256}$/.test(value) ? value : null;

/** A finite number. Some providers send numbers as strings. */
export const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

const latest = Date.parse('9998-12-31T23:59:59.999Z');

/** Milliseconds since 1970 as RFC 3339; undefined outside the range of dates. */
export const timeOf = (milliseconds: number | undefined): string | undefined =>
  milliseconds !== undefined && milliseconds > 0 && milliseconds <= latest
    ? new Date(milliseconds).toISOString()
    : undefined;

/** The time of a report, in milliseconds since 1970; 0 if it is unknown. */
export const momentOf = (milliseconds: number | undefined): number =>
  timeOf(milliseconds) === undefined ? 0 : (milliseconds ?? 0);

/** A time that was sent as RFC 3339. Without an offset, it is in UTC. */
export const parsedTime = (value: unknown): string | undefined => {
  const [, time, offset = 'Z'] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:\d\d)?$/.exec(wordOf(value)) ?? [];
  return time === undefined ? undefined : timeOf(Date.parse(`${time}${offset}`));
};

/** The end, computed from a start and a duration. */
export const endOf = (start: string | undefined, durationMs: number | undefined): string | undefined =>
  start === undefined || durationMs === undefined || durationMs < 0
    ? undefined
    : timeOf(Date.parse(start) + Math.round(durationMs));

/** The JSON value in a text, or the text itself if it is not JSON. */
export const jsonOf = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return parseJson(value);
  } catch {
    return value;
  }
};

/** A link as a provider sends it, if it is one. */
export const linkOf = (value: unknown): string | null => {
  const url = textOf(value, 2048);
  return url !== undefined && URL.canParse(url) ? url : null;
};

/** The phone numbers in a list, with the ids by which the provider calls from them. */
export const numbersIn = (list: unknown, idField: string, numberField = 'phone_number'): AccountNumber[] =>
  listOf(list)
    .map(objectOf)
    .flatMap(({ [idField]: sent, [numberField]: text }) => {
      const [id, number] = [idOf(sent), textOf(text, 40)];
      return id === null || number === undefined ? [] : [{ id, number }];
    });

/** The cursor of the next page; undefined on the last one. */
export const nextOf = (page: Json, cursorField: string): string | undefined =>
  page.has_more === true ? textOf(page[cursorField], 4096) : undefined;

/** The entries of a page, each of which is read by its id. */
export const entriesOf = <T>(
  entries: unknown,
  idField: string,
  load: (id: string) => Promise<T>,
): { readonly id: string; readonly load: () => Promise<T> }[] =>
  listOf(entries).flatMap((entry) => {
    const id = idOf(objectOf(entry)[idField]);
    return id === null ? [] : [{ id, load: () => load(id) }];
  });
