import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentName } from './agents.ts';
import { dialogues } from './dialogues.ts';
import { sideOf, speak, spokenRate, toMs } from './espeak.ts';

/*
 * Generates the demonstration's recordings again after a dialogue has changed: node lib/local/demo/speak.ts.
 * Only this program needs espeak-ng and ffmpeg, because its output is committed. Run `npm run format`
 * afterwards.
 */

const pauseMs = 350;
const voices: Partial<Record<AgentName, readonly [agent: string, caller: string]>> = {
  pia: ['en-gb+f3', 'en-us+m3'],
  max: ['de+m3', 'de+f2'],
  recall: ['en-gb+m5', 'en-gb+f2'],
};

const spoken: Record<string, { duration_ms: number; turns: [start_ms: number, end_ms: number][] }> = {};
const scratch = mkdtempSync(join(tmpdir(), 'speak-'));

for (const { key, agent, turns } of dialogues.filter(({ recording }) => recording)) {
  const pieces = turns.map(({ role, text }) => speak(text, voices[agent]?.[role === 'agent' ? 0 : 1] ?? ''));
  const pause = Math.round((pauseMs / 1000) * spokenRate);
  const total = pieces.reduce((sum, piece) => sum + piece.length + pause, pause);
  const stereo = new Int16Array(total * 2);
  const times: [number, number][] = [];
  let at = pause;
  for (const [index, piece] of pieces.entries()) {
    const side = sideOf(turns[index]?.role ?? '');
    for (const [offset, sample] of piece.entries()) stereo[(at + offset) * 2 + side] = sample;
    times.push([toMs(at), toMs(at + piece.length)]);
    at += piece.length + pause;
  }
  const raw = join(scratch, `${key}.raw`);
  writeFileSync(raw, Buffer.from(stereo.buffer));
  const input = ['-f', 's16le', '-ar', String(spokenRate), '-ac', '2', '-i', raw];
  const output = ['-b:a', '32k', '-map_metadata', '-1', join(import.meta.dirname, `${key}.mp3`)];
  execFileSync('ffmpeg', ['-loglevel', 'error', '-y', ...input, ...output]);
  spoken[key] = { duration_ms: toMs(total), turns: times };
}

writeFileSync(join(import.meta.dirname, 'spoken.json'), `${JSON.stringify(spoken)}\n`);
rmSync(scratch, { recursive: true });
