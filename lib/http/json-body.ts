import type { Fault } from '#lib/contract/errors.ts';
import { ApiError, invalid } from '#lib/contract/errors.ts';
import type { ApiEvent } from './exchange.ts';
import { pointerTo } from './faults.ts';

const maxBodyBytes = 1_048_576;
const maxDepth = 20;

const invalidJson = (detail: string): ApiError => new ApiError('invalid_json', { detail });

/** The body, byte for byte as it was sent. */
export const bytesOf = ({ body = '', isBase64Encoded }: ApiEvent): Buffer =>
  Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');

const notUtf8 = 'The body is not UTF-8';

const decode = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidJson(notUtf8);
  }
};

const replacement = '\ufffd';

/**
 * API Gateway passes a body as text, with U+FFFD in place of bytes that are not UTF-8. Content-Length
 * distinguishes such a body from one that contains this character: the replaced bytes are rarely three.
 */
const wasReplaced = (text: string, { headers }: ApiEvent): boolean =>
  text.includes(replacement) && Number(headers['content-length']) !== Buffer.byteLength(text);

/**
 * Refuses JSON that cannot be stored exactly: too many levels, lone surrogates, which UTF-8 cannot encode,
 * and names that are special in JavaScript.
 */
export const guard = (root: unknown): void => {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && !value.isWellFormed()) {
      throw invalidJson('A string has half of a surrogate pair');
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxDepth) throw invalidJson(`The body is deeper than ${maxDepth} levels`);
    for (const [name, child] of Object.entries(value)) {
      if (name === '__proto__' || !name.isWellFormed()) throw invalidJson('A name cannot be used');
      open.push({ value: child, depth: depth + 1 });
    }
  }
};

/** Refuses a body that is larger than bodies of its kind may be. */
export const checkSize = (bytes: number, maxBytes = maxBodyBytes): void => {
  if (bytes <= maxBytes) return;
  throw new ApiError('body_too_large', { detail: `The body may have at most ${maxBytes} bytes` });
};

/** The body's text, checked for its type and size before anything looks inside. */
export const readText = (event: ApiEvent, types: readonly string[], maxBytes?: number): string => {
  if (!event.body) throw invalidJson('There is no body');
  const [type = '', ...parameters] = (event.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const otherCharset = parameters.some((parameter) => /^charset=(?!"?utf-8"?$)/.test(parameter));
  if (!types.includes(type) || otherCharset) {
    throw new ApiError('unsupported_media_type', { detail: `Send ${types.join(' or ')} in UTF-8` });
  }
  const encoding = event.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new ApiError('unsupported_media_type', {
      detail: 'Send the body without Content-Encoding',
      headers: { 'accept-encoding': 'identity' },
    });
  }
  const bytes = bytesOf(event);
  checkSize(bytes.length, maxBytes);
  const text = decode(bytes);
  if (wasReplaced(text, event)) {
    const before = text.slice(0, text.indexOf(replacement));
    throw invalidJson(`${notUtf8}: see byte ${Buffer.byteLength(before)}`);
  }
  return text;
};

/**
 * A number as it was written, if the engine provides it (V8 11.4, ECMAScript proposal "JSON.parse source text
 * access").
 */
type Reviver = (this: object, name: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Whether JavaScript's value differs from the number that was sent, in its digits or by overflow. */
const isChanged = (value: number, source: string): boolean =>
  !Number.isFinite(value) || (/^-?\d+$/.test(source) && BigInt(source) !== BigInt(value));

/**
 * Matches bodies that may contain such numbers. Reading the source text of each number takes ten times as
 * long, so it is limited to these bodies.
 */
const mayChange = /[[,:\s]-?\d(?:\d{15}|[\d.]*[eE])/;

/** The paths of the wanted objects within a value. */
const placesOf = (root: unknown, wanted: ReadonlySet<unknown>): ReadonlyMap<unknown, readonly string[]> => {
  const places = new Map<unknown, readonly string[]>();
  const open: { readonly value: unknown; readonly path: readonly string[] }[] = [{ value: root, path: [] }];
  for (let next = open.pop(); next && places.size < wanted.size; next = open.pop()) {
    const { value, path } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (wanted.has(value)) places.set(value, path);
    for (const [name, child] of Object.entries(value)) open.push({ value: child, path: [...path, name] });
  }
  return places;
};

const maxNumbers = 100;

/** Refuses numbers that would be stored with another value. */
const checkNumbers = (text: string): void => {
  if (!mayChange.test(text)) return;
  const changed: { readonly holder: object; readonly name: string; readonly source: string }[] = [];
  const look: Reviver = function (name, value, { source }) {
    if (typeof value === 'number' && source !== undefined && changed.length < maxNumbers) {
      if (isChanged(value, source)) changed.push({ holder: this, name, source });
    }
    return value;
  };
  const root: unknown = JSON.parse(text, look as (this: unknown, name: string, value: unknown) => unknown);
  if (changed.length === 0) return;
  const places = placesOf(root, new Set(changed.map(({ holder }) => holder)));
  throw invalid(
    ...changed.map(
      ({ holder, name, source }): Fault => ({
        pointer: pointerTo([...(places.get(holder) ?? []), name]),
        code: 'out_of_range',
        detail: `${source.slice(0, 40)} cannot be kept exactly: send it as a string`,
      }),
    ),
  );
};

/** The object that a text has, whatever is in it. */
export const parseObject = (text: string): Record<string, unknown> => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalidJson(error instanceof Error ? error.message : 'The body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidJson('The body is not a JSON object');
  }
  return value as Record<string, unknown>;
};

export const parseJson = (text: string): Record<string, unknown> => {
  const value = parseObject(text);
  guard(value);
  checkNumbers(text);
  return value;
};
