import { expect, test } from 'vitest';
import { newSpeech } from '#lib/model/speech.ts';

test('the parts are together the text, in which each step is one line without white space around it', () => {
  const speech = newSpeech(1000);
  const parts: string[] = [];
  for (const step of [[' ', '\nGood ', 'morning', ' . '], ['  '], ['\n', '\tWhat', '  ', 'next?']]) {
    speech.begin();
    parts.push(...step.map((words) => speech.add(words)));
  }
  expect(speech.text()).toBe('Good morning .\nWhat  next?');
  expect(parts.join('')).toBe(speech.text());
});

test('a text never exceeds its maximum length', () => {
  const speech = newSpeech(5);
  speech.begin();
  expect([speech.add('four '), speech.add('five'), speech.add('six')]).toEqual(['four', ' ', '']);
  expect(speech.text()).toBe('four ');
});
