import type { Speaker } from '#lib/domain/speech/speech.ts';
import { wavOf } from './wav.ts';

const samplesPerSecond = 8000;
const secondsPerLetter = 0.06;
const pauseSeconds = 0.08;

/** A hum as long as a word, at a pitch that its letters decide, softer at both ends. */
const hum = (word: string, speed: number): number[] => {
  const length = Math.round((word.length * secondsPerLetter * samplesPerSecond) / speed);
  const letters = [...word].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  const radians = (2 * Math.PI * (140 + (letters % 12) * 10)) / samplesPerSecond;
  return Array.from({ length }, (_, at) => 9000 * Math.sin(Math.PI * (at / length)) * Math.sin(radians * at));
};

/** Hums each word of a text, so that audio and its duration can be tested without a voice or costs. */
export const standIn: Speaker = {
  provider: 'stand_in',
  account: '',
  formats: ['wav'],
  voiceOf: async ({ voice }) => ({ id: 'hum', model: 'hum', language: null, speed: voice?.speed ?? 1 }),
  speak: async (text, { speed }) => {
    const pause = Array.from({ length: pauseSeconds * samplesPerSecond }, () => 0);
    const samples = text.split(/\s+/).flatMap((word) => [...hum(word, speed), ...pause]);
    return wavOf(new Uint8Array(Int16Array.from(samples).buffer), samplesPerSecond);
  },
};
