import { ApiError } from '#lib/contract/errors.ts';
import type { ApiEvent } from './exchange.ts';

const maxBytes = 1_048_576;
const maxDepth = 20;

const invalidJson = (detail: string): ApiError => new ApiError('invalid_json', { detail });

const bytesOf = ({ body = '', isBase64Encoded }: ApiEvent): Buffer =>
  Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');

const decode = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidJson('The body is not UTF-8');
  }
};

/**
 * Refuses what JSON allows but nobody can keep: levels beyond any use, halves of surrogate pairs, which UTF-8 cannot
 * write, and names that JavaScript takes for something else.
 */
const guard = (root: unknown): void => {
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

/** The body's text, checked for its type and size before anything looks inside. */
export const readText = (event: ApiEvent, types: readonly string[]): string => {
  if (!event.body) throw invalidJson('There is no body');
  const [type = '', ...parameters] = (event.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const otherCharset = parameters.some((parameter) => /^charset=(?!"?utf-8"?$)/.test(parameter));
  if (!types.includes(type) || otherCharset) {
    throw new ApiError('unsupported_media_type', { detail: `Send ${types.join(' or ')} in UTF-8` });
  }
  const bytes = bytesOf(event);
  if (bytes.length > maxBytes) {
    throw new ApiError('body_too_large', { detail: `The body may have ${maxBytes} bytes` });
  }
  return decode(bytes);
};

export const parseJson = (text: string): Record<string, unknown> => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalidJson(error instanceof Error ? error.message : 'The body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidJson('The body is not a JSON object');
  }
  guard(value);
  return value as Record<string, unknown>;
};
