import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchTurns } from '#lib/domain/search/matches.ts';
import {
  parseQuery,
  placedWords,
  requiredTokens,
  tokenPrefix,
  tokensOfTexts,
} from '#lib/domain/search/words.ts';

const words = (text: string) => placedWords(text).map((word) => word.text);

test.for([
  ['Hello, WORLD-wide web!', ['hello', 'world', 'wide', 'web']],
  ['don’t stop', ['don', 't', 'stop']],
  ['Straße STRASSE', ['strasse', 'strasse']],
  ['café cafe\u0301 CAFÉ', ['cafe', 'cafe', 'cafe']],
  ['ΟΔΟΣ οδός', ['οδοσ', 'οδοσ']],
  ['Ｆｕｌｌ ﬁne', ['full', 'fine']],
  ['予約を変更したい', ['予約を変更したい']],
  ['iPhone予約15', ['iphone', '予約', '15']],
  ['예약 변경', ['예약', '변경']],
  ['½ 10:30', ['1', '2', '10', '30']],
  ['… — !', []],
] as const)('%s has the words %j', ([text, expected]) => {
  expect(words(text)).toEqual(expected);
});

test('a question is its different words, with a star for a beginning', () => {
  expect(parseQuery('Resched* the the* THE 予約*')).toEqual([
    { text: 'resched', unspaced: false, prefix: true },
    { text: 'the', unspaced: false, prefix: false },
    { text: 'the', unspaced: false, prefix: true },
    { text: '予約', unspaced: true, prefix: false },
  ]);
});

const said = fc.string({
  unit: fc.constantFrom(...'abcdeéß ,.-XYZ019予約変更예약ไทย'),
  maxLength: 40,
});

test('any text can be found through the index', () => {
  fc.assert(
    fc.property(
      fc.array(said, { minLength: 1, maxLength: 4 }),
      fc.nat(),
      fc.boolean(),
      (texts, at, prefix) => {
        const all = texts.flatMap((text) => words(text));
        const word = all[at % all.length];
        fc.pre(word !== undefined);
        const [term] = parseQuery(prefix ? `${word.slice(0, 2)}*` : String(word));
        fc.pre(term !== undefined);
        const turns = texts.map((text, index) => [index, text] as const);
        expect(matchTurns(turns, [term])).toBeDefined();
        const tokens = tokensOfTexts(texts);
        for (const token of requiredTokens(term)) expect(tokens).toContain(token);
        if (requiredTokens(term).length === 0) {
          expect([...tokens].some((token) => token.startsWith(tokenPrefix(term)))).toBe(true);
        }
      },
    ),
    { numRuns: 500 },
  );
});

describe('Matches', () => {
  test('are the first ten turns with one of the words, if all of them occur', () => {
    const turns = Array.from({ length: 25 }, (_, index) => [index, index % 2 ? 'tea' : 'coffee'] as const);
    const found = matchTurns(turns, parseQuery('tea'));
    expect(found?.map(({ index }) => index)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
    expect(matchTurns(turns, parseQuery('tea milk'))).toBeUndefined();
    expect(matchTurns(turns, parseQuery('tea coffee'))?.map(({ index }) => index)).toEqual([
      ...Array(10).keys(),
    ]);
  });

  test('are cut around the word, between words, and never within a character', () => {
    const filler = 'lorem ipsum dolor '.repeat(20);
    const [match] = matchTurns([[0, `${filler}needle ${filler}`]], parseQuery('NEEDLE')) ?? [];
    expect(match?.text).toMatch(/^…\w.* needle .*\w…$/);
    expect(match?.text.length).toBeLessThan(170);
    fc.assert(
      fc.property(fc.nat({ max: 200 }), fc.nat({ max: 200 }), (before, after) => {
        const text = `${'😀'.repeat(before)} needle ${'😀'.repeat(after)}`;
        const [found] = matchTurns([[0, text]], parseQuery('needle')) ?? [];
        expect(found?.text).toContain('needle');
        expect(found?.text.isWellFormed()).toBe(true);
      }),
    );
  });
});
