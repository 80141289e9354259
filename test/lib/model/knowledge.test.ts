import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPassages } from '#lib/model/knowledge.ts';

const document = (text: string, id = 'doc_1') => ({ id, name: 'Handbook', text });
const idsOf = (found: readonly { readonly document_id: string }[]) =>
  found.map(({ document_id }) => document_id);

const sentence = 'Whoever asks for the walrus is shown to the seaside terrace behind the house. ';

test('what a model is given is bounded, however much there is', () => {
  const found = findPassages([document(sentence.repeat(2000))], 'walrus');
  expect(found).toHaveLength(6);
  expect(found.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(5000);
  for (const { text } of found) expect(text).toMatch(/^Whoever .*house\.$/);
});

test('passages end after a sentence, else between words, and never within a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 900, maxLength: 3000 }), (text) => {
      for (const passage of findPassages([document(`walrus ${text}`)], 'walrus')) {
        expect(passage.text.length).toBeLessThanOrEqual(800);
        expect(passage.text.isWellFormed()).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});

test('short paragraphs stay with what follows them', () => {
  const [found] = findPassages([document('Parking\n\nBehind the house.\n\nOpen until eight.')], 'parking');
  expect(found?.text).toBe('Parking\nBehind the house.\nOpen until eight.');
});

test('words that stand everywhere do not tell passages from each other, unless there is no other', () => {
  const documents = ['parking', 'prices', 'whitening', 'insurance', 'holidays'].map((topic, at) =>
    document(`The practice explains ${topic} here. ${topic} ${topic}`, `doc_${at}`),
  );
  expect(findPassages(documents, 'What is here?')).toEqual([]);
  expect(findPassages(documents, 'Tell me of the practice')).toHaveLength(5);
  expect(idsOf(findPassages(documents, 'What are your prices, in the practice?'))).toEqual(['doc_1']);
});

test('scripts without spaces, accents and other forms of a word are found', () => {
  const documents = [
    document('月曜日から金曜日まで営業しています。', 'doc_ja'),
    document('Die Praxis ist über Weihnachten geschlossen.', 'doc_de'),
    document('Appointments can be moved by phone.', 'doc_en'),
  ];
  expect(idsOf(findPassages(documents, '金曜日は営業していますか'))).toEqual(['doc_ja']);
  expect(idsOf(findPassages(documents, 'UBER WEIHNACHTEN'))).toEqual(['doc_de']);
  expect(idsOf(findPassages(documents, 'appointment'))).toEqual(['doc_en']);
});

test('a document that changes is found as it is now', () => {
  expect(findPassages([document('It costs 80 euros, the cleaning.')], 'cleaning')[0]?.text).toContain('80');
  expect(findPassages([document('It costs 90 euros, the cleaning.')], 'cleaning')[0]?.text).toContain('90');
});

test('nothing is found of nothing', () => {
  expect(findPassages([], 'walrus')).toEqual([]);
  expect(findPassages([document(' \n\n ')], 'walrus')).toEqual([]);
  expect(findPassages([document('walrus')], '?')).toEqual([]);
});
