import { execFileSync } from 'node:child_process';

/* Speaks for the programs that generate recordings. Only they need espeak-ng. */

/** Samples a second. */
export const spokenRate = 22_050;

/** The samples of a WAV file as espeak-ng writes it to a pipe: a header of 44 bytes, then 16 bits each. */
const samplesOf = (wav: Buffer): Int16Array => {
  const bytes = wav.subarray(44, wav.length - (wav.length % 2));
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
};

export const speak = (text: string, voice: string): Int16Array =>
  samplesOf(execFileSync('espeak-ng', ['-v', voice, '-s', '165', '--stdout', text], { maxBuffer: 1e8 }));

/** The caller is the left channel, the agent the right one. */
export const sideOf = (role: string): 0 | 1 => (role === 'agent' ? 1 : 0);

export const toMs = (samples: number): number => Math.round((samples / spokenRate) * 1000);
