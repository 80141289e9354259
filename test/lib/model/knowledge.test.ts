import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KnowledgeDocument } from '#lib/model/knowledge.ts';
import { findPassages as findIn } from '#lib/model/knowledge.ts';

const document = (text: string, id = 'doc_1') => ({ id, name: 'Handbook', text });
/** The knowledge of an agent, as if it had just been changed to this. */
const known = (documents: readonly KnowledgeDocument[]) => {
  const bytes = documents.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const reads = { count: 0 };
  const read = async () => {
    reads.count += 1;
    return documents;
  };
  return { id: randomUUID(), bytes, read, reads };
};

const findPassages = (documents: readonly KnowledgeDocument[], question: string) =>
  findIn(known(documents), question);

const idsOf = (found: readonly { readonly document_id: string }[]) =>
  found.map(({ document_id }) => document_id);

const sentence = 'Whoever asks for the walrus is shown to the seaside terrace behind the house. ';

test('the passages for a model are bounded, whatever the size of the documents', async () => {
  const found = await findPassages([document(sentence.repeat(2000))], 'walrus');
  expect(found).toHaveLength(6);
  expect(found.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(5000);
  for (const { text } of found) expect(text).toMatch(/^Whoever .*house\.$/);
});

test('passages end after a sentence, or else between words, and never within a character', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 900, maxLength: 3000 }), async (text) => {
      for (const passage of await findPassages([document(`walrus ${text}`)], 'walrus')) {
        expect(passage.text.length).toBeLessThanOrEqual(800);
        expect(passage.text.isWellFormed()).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});

test('short paragraphs are joined with the following one', async () => {
  const [found] = await findPassages(
    [document('Parking\n\nBehind the house.\n\nOpen until eight.')],
    'parking',
  );
  expect(found?.text).toBe('Parking\nBehind the house.\nOpen until eight.');
});

test('words that occur everywhere do not rank passages, unless there are no others', async () => {
  const documents = ['parking', 'prices', 'whitening', 'insurance', 'holidays'].map((topic, at) =>
    document(`The practice explains ${topic} here. ${topic} ${topic}`, `doc_${at}`),
  );
  expect(await findPassages(documents, 'What is here?')).toEqual([]);
  expect(await findPassages(documents, 'Tell me of the practice')).toHaveLength(5);
  expect(idsOf(await findPassages(documents, 'What are your prices, in the practice?'))).toEqual(['doc_1']);
});

test('scripts without spaces, accents and other forms of a word are found', async () => {
  const documents = [
    document('月曜日から金曜日まで営業しています。', 'doc_ja'),
    document('Die Praxis ist über Weihnachten geschlossen.', 'doc_de'),
    document('Appointments can be moved by phone.', 'doc_en'),
  ];
  expect(idsOf(await findPassages(documents, '金曜日は営業していますか'))).toEqual(['doc_ja']);
  expect(idsOf(await findPassages(documents, 'UBER WEIHNACHTEN'))).toEqual(['doc_de']);
  expect(idsOf(await findPassages(documents, 'appointment'))).toEqual(['doc_en']);
});

test('a single letter of a script without spaces is not the beginning of other words', async () => {
  const documents = [document('営業しています。', 'doc_pair'), document('営', 'doc_single')];
  expect(idsOf(await findPassages(documents, '営'))).toEqual(['doc_single']);
  expect(
    idsOf(await findPassages([document('𠮷野', 'doc_pair'), document('𠮷', 'doc_single')], '𠮷')),
  ).toEqual(['doc_single']);
});

test('the beginning of a word is found in every script that has spaces', async () => {
  for (const [word, beginning] of [
    ['appointments', 'appoint'],
    ['Öffnungszeiten', 'offnung'],
    ['ꀀꀁꀂꀃꀄ', 'ꀀꀁꀂꀃ'],
    ['𞤀𞤁𞤂𞤃', '𞤀𞤁𞤂'],
  ] as const) {
    expect(idsOf(await findPassages([document(word)], beginning))).toEqual(['doc_1']);
  }
});

test('a changed document is found with its new text', async () => {
  expect((await findPassages([document('It costs 80 euros, the cleaning.')], 'cleaning'))[0]?.text).toContain(
    '80',
  );
  expect((await findPassages([document('It costs 90 euros, the cleaning.')], 'cleaning'))[0]?.text).toContain(
    '90',
  );
});

test('texts without words, and questions without words, find nothing', async () => {
  expect(await findPassages([], 'walrus')).toEqual([]);
  expect(await findPassages([document(' \n\n ')], 'walrus')).toEqual([]);
  expect(await findPassages([document('walrus')], '?')).toEqual([]);
});

/** Text of so many bytes in which every word is another one. */
const differentWords = (bytes: number): string =>
  Array.from({ length: bytes / 8 }, (_, at) => `w${at.toString(36).padStart(6, 'x')}`).join(' ');

test('documents are read once per version, and the cache is bounded by their size', async () => {
  const some = known([document('The walrus is fed at noon.')]);
  const large = [0, 1].map(() => known([document(differentWords(1_200_000))]));
  await findIn(some, 'walrus');
  await findIn(some, 'noon');
  expect(some.reads.count).toBe(1);
  for (const one of large) await findIn(one, 'wxxxxx0');
  // Both together are more than is remembered: the first had to go, and with it what was used before it.
  expect((await findIn(some, 'walrus'))[0]?.text).toContain('noon');
  expect(some.reads.count).toBe(2);
  await findIn(large[1] as typeof some, 'wxxxxx0');
  expect(large.map(({ reads }) => reads.count)).toEqual([1, 1]);
});

test('other requests continue while a large knowledge base is indexed', async () => {
  const large = known([document(differentWords(400_000))]);
  let turns = 0;
  let done = false;
  const indexed = findIn(large, 'wxxxxx0').then(() => {
    done = true;
  });
  while (!done) {
    await new Promise(setImmediate);
    turns += 1;
  }
  await indexed;
  // Some 500 passages, five at a time.
  expect(turns).toBeGreaterThan(50);
});

test('a knowledge base that failed to load is read again', async () => {
  const { read, ...some } = known([document('The walrus is fed at noon.')]);
  let failures = 1;
  const flaky = { ...some, read: () => (failures-- > 0 ? Promise.reject(new Error('Injected')) : read()) };
  await expect(findIn(flaky, 'walrus')).rejects.toThrow('Injected');
  expect(await findIn(flaky, 'walrus')).toHaveLength(1);
});
