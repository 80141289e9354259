import * as z from 'zod/mini';
import { maxBatch, maxPayloadBytes } from '#lib/contract/route.ts';
import type { ApiEvent } from './exchange.ts';
import { guard, parseObject, readText } from './json-body.ts';
import { jsonType } from './negotiate.ts';
import { parseBody } from './validate.ts';

/** The position of the quotation mark that ends the string that begins at another one. */
const endOfString = (text: string, start: number): number => {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
};

/**
 * The texts of the elements of a list in a JSON object, which is known to be valid. A parsed number may
 * differ from the one that was sent, and the size of a parsed element is unknown.
 */
const elementsOf = (text: string, list: string): string[] => {
  let elements: string[] = [];
  let name = '';
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') {
      const end = endOfString(text, at);
      if (depth === 1) name = JSON.parse(text.slice(at, end + 1)) as string;
      at = end;
    } else if (letter === '{' || letter === '[') {
      depth += 1;
      if (depth === 2 && name === list) {
        // Of two lists with this name, the last one counts, as it does for JSON.parse.
        elements = [];
        start = at + 1;
      }
    } else if (letter === '}' || letter === ']' || letter === ',') {
      if (depth === 2 && name === list) {
        elements.push(text.slice(start, at).trim());
        start = at + 1;
      }
      if (letter !== ',') depth -= 1;
    }
  }
  return elements;
};

/**
 * The bodies of the requests of a batch, as they were sent. Refuses a batch that is not a list of that many.
 */
export const readBatch = (event: ApiEvent, list: string): string[] => {
  const text = readText(event, [jsonType], maxPayloadBytes);
  const batch = z.strictObject({ [list]: z.array(z.unknown()).check(z.minLength(1), z.maxLength(maxBatch)) });
  const body = parseObject(text);
  const { [list]: _requests, ...others } = body;
  guard(others);
  parseBody(batch, body);
  return elementsOf(text, list);
};
