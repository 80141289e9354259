import { readSession } from '#lib/chats/sessions.ts';
import type { CallLeaving, ChatSession } from '#lib/domain/chats/session.ts';
import { sendFrame } from '#lib/sockets/send-frame.ts';
import type { CallLine, Event } from '#lib/store/events/events.ts';
import type { VoiceOutput } from '#lib/voice/frames.ts';
import { writeRelay } from '#lib/voice/relay.ts';

/** The message that ends the session of a call which is over: its conversation has the reason. */
const leaving: VoiceOutput = { type: 'end', handoff: '{"reason":"agent_ended"}' };

/** Lets a carrier leave a call that is over, after words that it still speaks. */
export const leaveLine = async (
  { connection, carrier }: CallLine,
  last_words: string | undefined = undefined,
): Promise<void> => {
  const words = { type: 'text', last: true, language: null, uninterruptible: true } as const;
  const outputs = [...(last_words === undefined ? [] : [{ ...words, text: last_words }]), leaving];
  for (const output of outputs) {
    if (!(await sendFrame(connection, writeRelay(output, carrier)))) return;
  }
};

/** The message that ends the session of a call which goes on at a number. */
export const endFor = (leaves: CallLeaving): VoiceOutput => ({
  type: 'end',
  handoff: JSON.stringify(leaves),
});

/** Lets a carrier leave a call that goes on at a number, unless somebody has spoken since then. */
const leaveForNumber = async (session: ChatSession | undefined, { carrier }: CallLine): Promise<void> => {
  const { voice, leaves } = session ?? {};
  if (!voice || voice.phase === 'over' || !leaves) return;
  await sendFrame(voice.connection, writeRelay(endFor(leaves), carrier));
};

/**
 * Lets the carriers of calls leave them that are over, whatever has ended them, or that go on at a number,
 * whatever happened to the function that was to tell them.
 */
export const leaveCalls = async (
  events: readonly Pick<Event, 'type' | 'entity' | 'line'>[],
): Promise<void> => {
  await Promise.all(
    events.map(async ({ type, entity, line }) => {
      if (!line) return;
      const session = type === 'conversation.erased' ? undefined : await readSession(entity);
      const isOver = type === 'conversation.erased' || type === 'conversation.ended';
      await (isOver ? leaveLine(line, session?.last_words) : leaveForNumber(session, line));
    }),
  );
};
