import { expect, test } from 'vitest';
import { heardOf, playedWithin } from '#lib/voice/heard.ts';
import { readRelay, writeRelay } from '#lib/voice/relay.ts';
import { newSentences } from '#lib/voice/sentences.ts';

const piecesOf = (text: string, length = 3): string[] => {
  const sentences = newSentences();
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += length) pieces.push(...sentences.add(text.slice(at, at + length)));
  return [...pieces, ...sentences.end()];
};

test('sentences are spoken as soon as they are whole, the first one by its clause', () => {
  const text =
    'Yes, we are open until six today, and Dr. Ada is in. She has time at 3.30 p.m. Shall I book it?';
  expect(piecesOf(text)).toEqual([
    'Yes, we are open until six today, ',
    'and Dr. Ada is in. ',
    'She has time at 3.30 p.m. Shall I book it?',
  ]);
  expect(piecesOf('Am 3. Mai. Bis dann!')).toEqual(['Am 3. Mai. ', 'Bis dann!']);
  expect(piecesOf('営業中です。どうぞ。')).toEqual(['営業中です。', 'どうぞ。']);
  expect(piecesOf('  ')).toEqual([]);
});

test('pieces are the text, however it comes', () => {
  const text = `${'word '.repeat(120)}end. One, two; three.\nFour … five? “Six!” seven`;
  for (const length of [1, 2, 7, 50, 1000]) {
    const pieces = piecesOf(text, length);
    expect(pieces.join('')).toBe(text);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(241);
  }
});

test('the words that were heard are cut from the text, and the rest is unheard', () => {
  const text = 'We open at nine. Shall I note it?';
  const cut = (utterance: string) => heardOf(text, { utterance });
  expect(cut('We open at')).toEqual({ text: 'We open at', unheard: 'nine. Shall I note it?' });
  expect(cut('we  OPEN at nine')).toEqual({ text: 'We open at nine.', unheard: 'Shall I note it?' });
  // Only the last piece, which breaks off within a word.
  expect(cut('Shall I no')).toEqual({ text: 'We open at nine. Shall I', unheard: 'note it?' });
  expect(cut('')).toEqual({ text: '', unheard: text });
  // The channel has spoken other words than it was sent.
  expect(cut('We open at 9 o’clock')).toEqual({ text: 'We open at 9 o’clock', unheard: '' });
});

test('a number of characters is cut to whole words, and never within a character', () => {
  const text = 'Gern 👍🏽 geschehen.';
  expect(heardOf(text, { characters: 6 })).toEqual({ text: 'Gern', unheard: '👍🏽 geschehen.' });
  expect(heardOf(text, { characters: 16 })).toEqual({ text: 'Gern', unheard: '👍🏽 geschehen.' });
  expect(heardOf(text, { characters: 99 })).toEqual({ text, unheard: '' });
  expect(playedWithin('One two three', 200)).toEqual({ text: 'One', unheard: 'two three' });
  expect(playedWithin('One two three', -5)).toEqual({ text: '', unheard: 'One two three' });
});

const frameOf = (message: unknown) => readRelay(JSON.stringify(message))?.frame;

test('messages of Twilio and of Telnyx are read', () => {
  const setup = {
    type: 'setup',
    sessionId: 'VX1',
    callSid: 'CA1',
    from: '+441',
    to: '+442',
    customParameters: { a: 'b' },
  };
  expect(frameOf(setup)).toEqual({
    type: 'setup',
    call_id: 'CA1',
    from: '+441',
    to: '+442',
    parameters: { a: 'b' },
  });
  expect(frameOf({ type: 'setup', callControlId: 'v3:x' })).toMatchObject({ call_id: 'v3:x', from: null });
  expect(frameOf({ type: 'prompt', voicePrompt: ' Hi ', lang: 'de-DE', last: true })).toEqual({
    type: 'prompt',
    text: 'Hi',
    language: 'de-DE',
  });
  expect(frameOf({ type: 'prompt', voicePrompt: 'H', last: false })).toEqual({ type: 'note' });
  // A string in older texts.
  const interrupt = {
    type: 'interrupt',
    utteranceUntilInterrupt: 'Life is',
    durationUntilInterruptMs: '460',
  };
  expect(frameOf(interrupt)).toEqual({ type: 'interrupt', heard: { utterance: 'Life is' } });
  expect(frameOf({ type: 'dtmf', digit: '#' })).toEqual({ type: 'keys', digits: '#' });
  expect(frameOf({ type: 'info', name: 'agentSpeaking', value: 'off' })).toEqual({
    type: 'playing',
    on: false,
  });
  expect(frameOf({ type: 'error', description: 'x' })).toEqual({ type: 'fault', detail: 'x' });
});

test('malformed, large and unknown messages are no frames', () => {
  for (const text of [
    '',
    '{',
    '[]',
    'null',
    '{"type":"prompt"}',
    '{"type":"dtmf","digit":"12"}',
    '{"type":"x"}',
  ]) {
    expect(readRelay(text)).toBeUndefined();
  }
  expect(readRelay(JSON.stringify({ type: 'setup' }))).toBeUndefined();
  const large = { type: 'info', name: 'x', value: 'x'.repeat(33_000) };
  expect(readRelay(JSON.stringify(large))).toBeUndefined();
});

test('the same message has the same hash, whatever the order of its fields', () => {
  const one = readRelay('{"type":"dtmf","digit":"1"}');
  expect(readRelay('{"digit":"1","type":"dtmf"}')?.hash).toBe(one?.hash);
  expect(readRelay('{"type":"dtmf","digit":"2"}')?.hash).not.toBe(one?.hash);
});

test('what the agent does is written in the relay’s messages', () => {
  const text = { type: 'text', text: 'Hi. ', last: false, language: 'en-GB' } as const;
  const written = (output: Parameters<typeof writeRelay>[0]) =>
    JSON.parse(writeRelay(output, 'twilio')) as unknown;
  expect(written(text)).toEqual({ type: 'text', token: 'Hi. ', last: false, lang: 'en-GB' });
  expect(written({ ...text, language: null, uninterruptible: true })).toEqual({
    type: 'text',
    token: 'Hi. ',
    last: false,
    interruptible: false,
  });
  expect(written({ type: 'keys', digits: '1w2' })).toEqual({ type: 'sendDigits', digits: '1w2' });
  expect(written({ type: 'language', language: 'fr' })).toEqual({
    type: 'language',
    ttsLanguage: 'fr',
    transcriptionLanguage: 'fr',
  });
  expect(written({ type: 'end', handoff: '{}' })).toEqual({ type: 'end', handoffData: '{}' });
});
