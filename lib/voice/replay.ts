import type { ReceivedFrame } from './frames.ts';
import type { VoiceState } from './state.ts';

/** A frame is repeated only if its channel lost the connection before it knew that the frame had arrived. */
const unsureMs = 10_000;

/** The frames after these, which they begin with; undefined: they do not. Some have come at the same time. */
const after = (
  frames: readonly ReceivedFrame[],
  begins: VoiceState['handled'],
): readonly ReceivedFrame[] | undefined => {
  let rest = frames;
  for (const { hash } of begins) {
    const found = rest.findIndex((frame) => frame.hash === hash && frame.at === rest[0]?.at);
    if (found === -1) return undefined;
    rest = rest.toSpliced(found, 1);
  }
  return rest;
};

/** The frames of a connection that are new: the others repeat, in their order, the last that were handled. */
export const newAmong = (
  { handled }: Pick<VoiceState, 'handled'>,
  frames: readonly ReceivedFrame[],
): readonly ReceivedFrame[] => {
  const newest = handled.at(-1)?.at ?? 0;
  if (frames.some(({ connected_at }) => newest < connected_at - unsureMs)) return frames;
  for (let count = Math.min(handled.length, frames.length); count > 0; count -= 1) {
    const rest = after(frames, handled.slice(-count));
    if (rest) return rest;
  }
  return frames;
};
