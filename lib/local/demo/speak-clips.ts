import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sideOf, speak, spokenRate, toMs } from './espeak.ts';
import type { Clip, ClipPlace } from './spoken-calls.ts';
import { clips, frame } from './spoken-calls.ts';

/*
 * Speaks the sentences of spoken-calls.json again after it has changed: node lib/local/demo/speak-clips.ts.
 * Only this program needs espeak-ng and lame, because its output is committed.
 */

/** A short silence at each end, so that a word is not cut off by the encoder. */
const edge = Math.round(0.03 * spokenRate);

/** Frames that each stand alone, so that clips can follow each other in any order. */
const encode = (stereo: Int16Array): Buffer =>
  execFileSync(
    'lame',
    [
      ...[
        '--quiet',
        '-r',
        '-s',
        String(spokenRate / 1000),
        '--bitwidth',
        '16',
        '--signed',
        '--little-endian',
      ],
      ...['-m', 's', '--resample', '16', '--cbr', '-b', '24', '--nores', '-t', '-', '-'],
    ],
    { input: Buffer.from(stereo.buffer), maxBuffer: 1e8, stdio: ['pipe', 'pipe', 'ignore'] },
  );

const spokenOf = ({ parts, overlapMs }: Clip) => {
  let at = edge;
  const spoken = parts.map(({ role, voice, text }) => {
    const samples = speak(text, voice);
    const from = at;
    at += samples.length - Math.round((overlapMs / 1000) * spokenRate);
    return { role, samples, from };
  });
  const total = Math.max(...spoken.map(({ samples, from }) => from + samples.length)) + edge;
  const stereo = new Int16Array(total * 2);
  for (const { role, samples, from } of spoken)
    for (const [offset, sample] of samples.entries()) stereo[(from + offset) * 2 + sideOf(role)] = sample;
  const times = spoken.map(({ samples, from }) => [toMs(from), toMs(from + samples.length)] as const);
  return { mp3: encode(stereo), times };
};

// Of a second of silence, the frame in the middle knows nothing of either end.
const second = encode(new Int16Array(spokenRate * 2));
const middle = Math.floor(second.length / frame.bytes / 2) * frame.bytes;
const files = [second.subarray(middle, middle + frame.bytes)];
const places: Record<string, ClipPlace> = { silence: [0, 1, []] };
let frames = 1;
for (const clip of clips()) {
  const { mp3, times } = spokenOf(clip);
  if (mp3.length % frame.bytes !== 0) throw new Error(`${clip.key} has frames of another length`);
  const length = mp3.length / frame.bytes;
  places[clip.key] = [frames, length, times];
  files.push(mp3);
  frames += length;
}
writeFileSync(join(import.meta.dirname, 'clips.mp3'), Buffer.concat(files));
writeFileSync(join(import.meta.dirname, 'clips.json'), `${JSON.stringify(places)}\n`);
