import type { Turn } from 'voice-agent-platform-client';
import type { Judgment } from '../analyzers/use-analyses.ts';
import { formatDuration, inWords } from '../api/format.ts';
import { words } from '../words/index.ts';
import type { Recording } from './recording.ts';
import { silencesIn } from './recording.ts';

/** From the worst to the least: where several fall together, the first one is shown. */
export const momentKinds = ['failed', 'toolFailed', 'interrupted', 'silence', 'tool', 'passed'] as const;

/** Something in a call that is worth hearing. */
export interface Moment {
  readonly kind: (typeof momentKinds)[number];
  readonly seconds: number;
  readonly name: string;
}

/** Shorter ones are pauses for thought. */
const silenceSeconds = 3;

/** The silence of a recording, or as far as it was not decoded, the time in which nobody has a turn. */
const silencesOf = (
  { channels }: Recording,
  turns: readonly Turn[],
): readonly (readonly [from: number, to: number])[] =>
  channels
    ? silencesIn(channels)
    : turns.flatMap(({ end_ms }, at) => {
        const next = turns[at + 1]?.start_ms ?? null;
        return end_ms === null || next === null ? [] : [[end_ms / 1000, next / 1000] as const];
      });

/** The second at which a turn was cut off: the platform noted unheard words, or the next turn overlaps it. */
const cutAt = ({ role, unheard, end_ms }: Turn, next: Turn | undefined): number | undefined => {
  if (role !== 'agent') return undefined;
  const start = next?.role === 'user' ? next.start_ms : null;
  if (start !== null && end_ms !== null && start < end_ms) return start / 1000;
  const at = end_ms ?? start;
  return unheard && at !== null ? at / 1000 : undefined;
};

export const momentsOf = (
  recording: Recording,
  turns: readonly Turn[],
  judgments: readonly Judgment[],
): readonly Moment[] => {
  const { marks } = words.conversations.player;
  const { names } = words.analyzers.verdicts;
  return [
    ...judgments.map(({ verdict, name, seconds }) => ({
      kind: verdict,
      seconds,
      name: `${names[verdict]}: ${inWords(name)}`,
    })),
    ...turns.flatMap(({ start_ms, tool_calls }) =>
      start_ms === null
        ? []
        : tool_calls.map(({ name, error }) => ({
            kind: error === null ? ('tool' as const) : ('toolFailed' as const),
            seconds: start_ms / 1000,
            name: error === null ? marks.tool(name) : marks.toolFailed(name),
          })),
    ),
    ...turns.flatMap((turn, at) => {
      const seconds = cutAt(turn, turns[at + 1]);
      return seconds === undefined ? [] : { kind: 'interrupted' as const, seconds, name: marks.interrupted };
    }),
    ...silencesOf(recording, turns)
      .filter(([from, to]) => to - from >= silenceSeconds)
      .map(([from, to]) => ({
        kind: 'silence' as const,
        seconds: from,
        name: marks.silence(formatDuration((to - from) * 1000)),
      })),
  ].sort((one, other) => one.seconds - other.seconds);
};
