import type { ReceivedFrame } from './frames.ts';
import type { VoiceState } from './state.ts';

/**
 * The frames that a new connection repeats have arrived by then. They come directly after its setup, together
 * with those for which there was no connection.
 */
export const replayMs = 1500;

/** A frame is repeated only if its channel lost the connection before it knew that the frame had arrived. */
const unsureMs = 10_000;

/** Those that have come at the same time as the first, in whatever order. */
const together = <T extends { readonly at: number }>(frames: readonly T[]): readonly T[] =>
  frames.filter(({ at }) => at === frames[0]?.at);

/** The frames after these, which they begin with; undefined: they do not. */
const after = (
  frames: readonly ReceivedFrame[],
  begins: VoiceState['handled'],
): readonly ReceivedFrame[] | undefined => {
  let [rest, left] = [frames, begins];
  while (left.length > 0) {
    const known = together(left);
    const found = together(rest).find(({ hash }) => known.some((one) => one.hash === hash));
    if (!found) return undefined;
    rest = rest.toSpliced(rest.indexOf(found), 1);
    left = left.toSpliced(
      left.findIndex(({ hash }) => hash === found.hash),
      1,
    );
  }
  return rest;
};

/**
 * The frames that are new, of those of new connections in the order of their times: the others repeat, in
 * their order, the last that were handled before.
 */
export const newAmong = (
  { handled }: Pick<VoiceState, 'handled'>,
  all: readonly ReceivedFrame[],
): readonly ReceivedFrame[] => {
  const isLate = ({ at, connected_at }: ReceivedFrame) => at >= connected_at + replayMs;
  const frames = all.filter((frame) => !isLate(frame));
  const connectedAt = Math.min(...frames.map(({ connected_at }) => connected_at));
  // A later frame of these connections may have overtaken the others.
  const before = handled.filter(({ at }) => at < connectedAt);
  const newest = before.at(-1)?.at ?? 0;
  if (frames.some(({ connected_at }) => newest < connected_at - unsureMs)) return all;
  for (let count = Math.min(before.length, frames.length); count > 0; count -= 1) {
    const rest = after(frames, before.slice(-count));
    if (rest) return [...rest, ...all.filter(isLate)];
  }
  return all;
};
