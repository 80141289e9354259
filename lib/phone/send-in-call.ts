import { setTimeout as wait } from 'node:timers/promises';
import { readSession } from '#lib/chats/sessions.ts';
import { sendFrame } from '#lib/sockets/send-frame.ts';
import type { VoiceOutput } from '#lib/voice/frames.ts';
import { writeRelay } from '#lib/voice/relay.ts';
import { reconnecting } from '#lib/voice/speak.ts';
import { noteSent } from './changed-call.ts';
import type { LivePhoneCall } from './hold-call.ts';
import { carrierOf } from './hold-call.ts';

/**
 * Sends something in a call that goes on. A connection that was lost may be replaced within a few seconds, in
 * which this is tried again. False: it was not sent.
 */
export const sendInCall = async (
  { id, provider }: LivePhoneCall['conversation'],
  output: VoiceOutput,
): Promise<boolean> => {
  const carrier = carrierOf({ provider });
  for (let attempt = 0; attempt <= reconnecting.attempts; attempt += 1) {
    if (attempt > 0) await wait(reconnecting.everyMs);
    const session = await readSession(id);
    if (!session?.voice || session.voice.phase === 'over') return false;
    const { connection, isUntold, speaks } = session.voice;
    if (isUntold && speaks !== undefined) {
      await sendFrame(connection, writeRelay({ type: 'language', language: speaks }, carrier));
    }
    if (await sendFrame(connection, writeRelay(output, carrier))) return true;
  }
  console.warn({ message: 'Not sent in a call', conversation: id });
  return false;
};

/** Speaks the words of a person, whose turn holds this generation. Those that are not sent are unheard. */
export const sayInCall = async (
  conversation: LivePhoneCall['conversation'],
  text: string,
  claim: number,
): Promise<void> => {
  const isSent = await sendInCall(conversation, { type: 'text', text, last: true, language: null });
  if (isSent) await noteSent(conversation.id, claim);
};
