import { expect, test } from 'vitest';
import type { WordFrequencies } from '#lib/domain/search/word-frequencies.ts';
import { frequencyOf, noFrequencies, withConversation } from '#lib/domain/search/word-frequencies.ts';

const after = (conversations: readonly (readonly string[])[]): WordFrequencies =>
  conversations.reduce(withConversation, noFrequencies);

test('tells the rarer one of two words, also of one that never occurred', () => {
  const known = after([['hello', 'walrus'], ['hello'], ['hello', 'tea']]);
  const rarity = (word: string) => frequencyOf(known, word);
  expect(rarity('hello')).toBeGreaterThan(rarity('walrus'));
  expect(rarity('walrus')).toBe(rarity('tea'));
  expect(rarity('tea')).toBeGreaterThan(rarity('unheard'));
  expect(rarity('unheard')).toBeGreaterThan(0);
});

test('keeps a bounded number of words, and the common ones of them', () => {
  const known = after(Array.from({ length: 1500 }, (_, at) => ['common', `a${at}`, `b${at}`, `c${at}`]));
  expect(known.counts.size).toBeLessThanOrEqual(4000);
  expect(known.counts.get('common')).toBe(1500);
});

test('forgets by and by what is no longer said', () => {
  const before = after(Array.from({ length: 1000 }, () => ['old']));
  const known = Array.from({ length: 3000 }, () => ['new']).reduce(withConversation, before);
  expect(frequencyOf(known, 'new')).toBeGreaterThan(5 * frequencyOf(known, 'old'));
  expect(known.conversations).toBeLessThan(2000);
});
