import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentName } from './agents.ts';
import type { DemoDialogue, DemoTurn } from './dialogues.ts';
import { dated } from './dialogues.ts';

/*
 * Calls with recordings that are put together of spoken sentences, which many calls share: their greetings
 * are the same. `speak-clips.ts` speaks the sentences.
 */

interface TurnOptions {
  /** The agent’s tool. */
  readonly tool?: 'find_appointments' | 'book_appointment';
  /** The reason that the tool failed. */
  readonly failed?: string;
  /** The pause after the turn in milliseconds. Below 0: the next one begins before its end. */
  readonly pause?: number;
}

type ScriptTurn = readonly [role: 'agent' | 'user', text: string, options?: TurnOptions];

type ScriptCall = readonly [
  organization: string,
  hoursAgo: number,
  name: string,
  voice: string,
  matter: string,
  day?: string,
  time?: string,
];

interface Script
  extends Pick<DemoDialogue, 'outcome' | 'sentiment' | 'status' | 'end_reason' | 'direction' | 'summary'> {
  readonly agent: AgentName;
  readonly successful: boolean;
  readonly turns: readonly ScriptTurn[];
  readonly calls: readonly ScriptCall[];
}

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

const { voices, scripts } = JSON.parse(read('spoken-calls.json')) as {
  readonly voices: Readonly<Record<string, string>>;
  readonly scripts: readonly Script[];
};

/** Words that are spoken together: a turn, or two that overlap. */
export interface Clip {
  readonly key: string;
  readonly parts: readonly {
    readonly role: 'agent' | 'user';
    readonly voice: string;
    readonly text: string;
  }[];
  /** So much of the first part is spoken at the same time as the second one. */
  readonly overlapMs: number;
}

const clipOf = (parts: Clip['parts'], overlapMs: number): Clip => ({
  key: parts.map(({ voice, text }) => `${voice}: ${text}`).join(' / '),
  parts,
  overlapMs,
});

const defaultPauseMs = 320;

interface Piece {
  readonly clip: Clip;
  /** After it. */
  readonly pauseMs: number;
}

const piecesOf = (turns: readonly ScriptTurn[], voiceOf: (role: string) => string): readonly Piece[] =>
  turns.flatMap(([role, text, { pause = defaultPauseMs } = {}], at) => {
    const part = { role, text, voice: voiceOf(role) };
    const before = turns[at - 1];
    const overlapMs = -(before?.[2]?.pause ?? 0);
    if (before && overlapMs > 0) {
      const [earlier, words] = before;
      const first = { role: earlier, text: words, voice: voiceOf(earlier) };
      return { clip: clipOf([first, part], overlapMs), pauseMs: pause };
    }
    return pause < 0 ? [] : { clip: clipOf([part], 0), pauseMs: pause };
  });

/** The place of a clip in the file, in frames, and the beginning and end of its parts in milliseconds. */
export type ClipPlace = readonly [
  first: number,
  frames: number,
  times: readonly (readonly [number, number])[],
];

/**
 * The clips are MPEG-2, layer 3, with 24 kbit/s and 16 kHz. All of their frames have the same length, and
 * each can be decoded alone.
 */
export const frame = { bytes: 108, ms: 36 } as const;

const places = (): Readonly<Record<string, ClipPlace>> => JSON.parse(read('clips.json'));

interface ExpandedCall {
  readonly script: Script;
  readonly key: string;
  readonly call: ScriptCall;
  readonly summary: string;
  readonly turns: readonly ScriptTurn[];
  readonly pieces: readonly Piece[];
}

const expanded: readonly ExpandedCall[] = scripts.flatMap((script, number) =>
  script.calls.map((call, at) => {
    const [, , name, voice, matter, day = '', time = ''] = call;
    const details: Readonly<Record<string, string>> = { name, matter, day, time };
    const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, detail) => details[detail] ?? '');
    const turns = script.turns.map(([role, text, options]) => [role, filled(text), options] as const);
    const voiceOf = (role: string) => voices[role === 'agent' ? script.agent : voice] ?? '';
    return {
      script,
      key: `spoken-${number}-${at}`,
      call,
      summary: filled(script.summary ?? ''),
      turns: turns as readonly ScriptTurn[],
      pieces: piecesOf(turns as readonly ScriptTurn[], voiceOf),
    };
  }),
);

/** Everything that is spoken, once. */
export const clips = (): readonly Clip[] => [
  ...new Map(expanded.flatMap(({ pieces }) => pieces.map(({ clip }) => [clip.key, clip]))).values(),
];

const toolCalls = ({ tool, failed }: TurnOptions, name: string): NonNullable<DemoTurn['tool_calls']> => {
  if (!tool) return [];
  const slot = dated('{tuesday+2}T10:30');
  const [args, result] =
    tool === 'find_appointments'
      ? [{ from: dated('{tuesday}') }, [slot]]
      : [{ slot, name }, { booked: true }];
  const error = failed ?? null;
  return [{ id: 'call_1', name: tool, arguments: args, result: failed ? null : result, error }];
};

const framesOf = (ms: number): number => Math.max(0, Math.round(ms / frame.ms));

const silenceKey = 'silence';

/** A call of the demonstration, and its recording. */
const spokenCall = (
  { script, key, call, summary, turns, pieces }: ExpandedCall,
  at: number,
  known: Readonly<Record<string, ClipPlace>>,
): DemoDialogue => {
  const [organization, hoursAgo, name] = call;
  const { agent, successful, outcome, sentiment, end_reason, direction = 'inbound' } = script;
  const placeOf = (clip: string): ClipPlace => {
    const place = known[clip];
    if (!place) throw new Error(`Nobody has spoken ${clip}: run node lib/local/demo/speak-clips.ts`);
    return place;
  };
  let frames = framesOf(defaultPauseMs);
  const times = pieces.flatMap(({ clip, pauseMs }) => {
    const [, length, parts] = placeOf(clip.key);
    const begin = frames * frame.ms;
    frames += length + framesOf(pauseMs);
    return parts.map(([from, to]) => [begin + from, begin + to] as const);
  });
  const bytesOf = (file: Buffer, clip: string): Buffer => {
    const [first, length] = placeOf(clip);
    return file.subarray(first * frame.bytes, (first + length) * frame.bytes);
  };
  const number = `${agent === 'max' ? '+493023125' : '+441632960'}${600 + at}`;
  return {
    key,
    agent,
    organization,
    hoursAgo,
    direction,
    caller: { number, name },
    status: script.status ?? 'completed',
    end_reason,
    outcome,
    sentiment,
    summary,
    quality: { successful, score: successful ? 0.9 : 0.4, criteria: [] },
    metrics: { e2e_latency_p50_ms: successful ? 780 : 1640 },
    cost: { amount: ((frames * frame.ms * 0.09) / 60_000).toFixed(4), currency: 'USD' },
    turns: turns.map(([role, text, options = {}]) => ({ role, text, tool_calls: toolCalls(options, name) })),
    recording: {
      duration_ms: frames * frame.ms,
      turns: times,
      read: async () => {
        const file = await readFile(join(import.meta.dirname, 'clips.mp3'));
        const pause = bytesOf(file, silenceKey);
        const silence = (ms: number) => Array.from({ length: framesOf(ms) }, () => pause);
        return Buffer.concat([
          ...silence(defaultPauseMs),
          ...pieces.flatMap(({ clip, pauseMs }) => [bytesOf(file, clip.key), ...silence(pauseMs)]),
        ]);
      },
    },
  };
};

export const spokenCalls = (): readonly DemoDialogue[] => {
  const known = places();
  return expanded.map((each, at) => spokenCall(each, at, known));
};
