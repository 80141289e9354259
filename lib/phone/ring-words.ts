import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { ringFor } from '#lib/sockets/ring.ts';
import type { VoiceCall } from '#lib/voice/session.ts';
import type { VoiceState } from '#lib/voice/state.ts';

const ringEveryMs = 1000;

/**
 * A call whose words ring before they are in the transcript, for which there is an event. Nobody who speaks
 * waits for a doorbell: `rung` does, at the end.
 */
export const withRings = <A>(
  call: VoiceCall<A>,
  { id, path, version }: Pick<ConversationRecord, 'id' | 'path' | 'version'>,
): { readonly call: VoiceCall<A>; readonly rung: () => Promise<unknown> } => {
  let rungAt = 0;
  let isDue = false;
  let ringing = Promise.resolve();
  const ring = (): void => {
    rungAt = call.now();
    isDue = false;
    ringing = ringing.then(() => ringFor([{ type: 'turns.spoken', id, path, version }]));
  };
  const change: typeof call.change = async (step, reports) => {
    let before: VoiceState | undefined;
    const result = await call.change((state) => {
      before = state;
      return step(state);
    }, reports);
    if (result.state !== before) isDue = true;
    if (isDue && call.now() - rungAt >= ringEveryMs) ring();
    return result;
  };
  return {
    call: { ...call, change },
    rung: () => {
      if (isDue) ring();
      return ringing;
    },
  };
};
