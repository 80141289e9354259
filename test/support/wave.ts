const rate = 8000;

const samplesOf = (seconds: number, sample: (at: number) => number): Int16Array =>
  Int16Array.from({ length: seconds * rate }, (_, at) => Math.round(sample(at / rate) * 0x7fff));

/** A tone of so many seconds. */
export const tone = (seconds: number): Int16Array =>
  samplesOf(seconds, (at) => 0.5 * Math.sin(2 * Math.PI * 440 * at));

export const silence = (seconds: number): Int16Array => samplesOf(seconds, () => 0);

/** A WAV file with one channel of 16 bits. */
export const waveOf = (parts: readonly Int16Array[]): Uint8Array<ArrayBuffer> => {
  const samples = Buffer.concat(parts.map(({ buffer }) => Buffer.from(buffer)));
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return new Uint8Array(Buffer.concat([header, samples]));
};
