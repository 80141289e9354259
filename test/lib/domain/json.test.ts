import { expect, test } from 'vitest';
import { depthCounter, isTooDeep, maxDepth, parseJson, TooDeep } from '#lib/domain/json.ts';

const nested = (depth: number, inner = '1'): string =>
  `${'{"a":['.repeat(depth / 2)}${inner}${']}'.repeat(depth / 2)}`;

test('JSON of the greatest depth is parsed, and a level more is refused before it is parsed', () => {
  const text = nested(maxDepth);
  expect(parseJson(text)).toEqual(JSON.parse(text));
  expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text));
  expect(isTooDeep(JSON.parse(text))).toBe(false);
  expect(isTooDeep(JSON.parse(nested(maxDepth, '[]')))).toBe(true);
  expect(() => parseJson(nested(maxDepth, '[]'))).toThrow(TooDeep);
  expect(() => parseJson(nested(1_000_000))).toThrow(TooDeep);
  expect(() => parseJson('{')).toThrow(SyntaxError);
});

test('brackets in strings are no levels, whatever is escaped in them and however the text is cut', () => {
  const text = JSON.stringify({
    [`"[${'['.repeat(200)}`]: ['\\', `\\"${'{'.repeat(200)}`, 'é[['.repeat(200)],
  });
  expect(parseJson(text)).toEqual(JSON.parse(text));
  const count = depthCounter();
  for (const byte of Buffer.from(text)) count(Uint8Array.of(byte));
});

test('many events after each other are as deep as the deepest', () => {
  const count = depthCounter();
  for (let at = 0; at < 300; at += 1) count(Buffer.from(`: it's "open\ndata: {"a":[${at}]}\n\n`));
  expect(() => count(Buffer.from(`data: ${'['.repeat(maxDepth + 1)}`))).toThrow(TooDeep);
});
