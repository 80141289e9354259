import { createHash } from 'node:crypto';
import { readSession } from '#lib/chats/sessions.ts';
import type { CarrierName } from '#lib/contract/integrations.ts';
import { isCarrier } from '#lib/contract/integrations.ts';
import { recipientOf } from '#lib/integrations/recipient.ts';
import { carriers } from '#lib/providers/index.ts';
import { closeSocket, sendFrame } from '#lib/sockets/send-frame.ts';
import { socketUrlsAt } from '#lib/sockets/socket-url.ts';
import type { CallLine } from '#lib/store/events/events.ts';
import type { ReceivedFrame, VoiceOutput } from '#lib/voice/frames.ts';
import { giveBack, voiceMachine } from '#lib/voice/machine.ts';
import { readRelay, writeRelay } from '#lib/voice/relay.ts';
import { handleFrame } from '#lib/voice/session.ts';
import { noteCall } from './call-notes.ts';
import { lostHandoff } from './handoff.ts';
import { countIgnored } from './ignored-frames.ts';
import { leaveLine } from './leave-call.ts';
import { phoneCall } from './phone-call.ts';
import { integrationIn, provenCall } from './proof.ts';
import { beginRecording } from './record-call.ts';
import { withRings } from './ring-words.ts';
import type { CallSocket } from './sockets.ts';
import { bindSocket, keepEarly, readSocket, useProof } from './sockets.ts';
import { startPhoneCall } from './start-phone-call.ts';

/** A message of a carrier, as the gateway delivers it. */
export interface SocketMessage {
  readonly id: string;
  readonly at: number;
  readonly connection: string;
  /** The host at which the connection has arrived. */
  readonly host: string;
  readonly text: string;
}

/** The parameter of a call's instructions that carries its proof. */
export const proofParameter = 'call';

/** The gateway's id of a frame, shortened: the state of its call remembers many. */
const shortOf = (id: string): string => createHash('sha256').update(id).digest('base64url').slice(0, 8);

/** The account and the call of a proof, with the carrier's way to sign handshakes. */
const provenBy = async (proof: string, call_id: string) => {
  const recipient = await recipientOf(integrationIn(proof));
  if (!recipient) return undefined;
  const { integration, proof_keys } = recipient;
  const { provider } = integration;
  if (!isCarrier(provider) || integration.status === 'disabled') return undefined;
  const call = provenCall(proof, call_id, proof_keys);
  const { isSignedSocket } = carriers[provider];
  return call && { integration, call, recipient, carrier: provider, isSignedSocket };
};

/** The carrier that signs no handshake, if a proof lets it open a socket for a call, once. */
export const provesCall = async (
  proof: string,
  call_id: string,
  now: number,
): Promise<CarrierName | undefined> => {
  const proven = await provenBy(proof, call_id);
  if (!proven || proven.isSignedSocket || proven.call.expires_at < now) return undefined;
  return (await useProof(proof, now)) ? proven.carrier : undefined;
};

/** The call of a connection whose account has proven that it is for one. */
const callOf = async (
  { connected_at, signature, signature_settings: settings, proof }: CallSocket,
  { connection, frame }: ReceivedFrame,
  host: string,
): ReturnType<typeof startPhoneCall> => {
  if (frame.type !== 'setup') return undefined;
  const proven = await provenBy(proof ?? frame.parameters[proofParameter] ?? '', frame.call_id);
  if (!proven) return undefined;
  const { integration, call, recipient, isSignedSocket } = proven;
  const isOfCarrier = isSignedSocket
    ? signature !== undefined &&
      socketUrlsAt(host).some((url) => isSignedSocket(recipient, { url, signature, settings }))
    : proof !== undefined;
  if (!isOfCarrier) return undefined;
  return startPhoneCall(integration, call, frame, { id: connection, at: connected_at });
};

/** A setup is handled within this time, unless the function that handled it was killed. */
const setupWithinMs = 5000;

const isLost = ({ at, connected_at }: Pick<ReceivedFrame, 'at' | 'connected_at'>): boolean =>
  at - connected_at > setupWithinMs;

/** Lets the carrier connect a call again whose setup was lost: its caller would wait in silence. */
const connectAgain = async ({ connection, carrier }: CallLine): Promise<void> => {
  await sendFrame(connection, writeRelay({ type: 'end', handoff: lostHandoff }, carrier));
};

/** Refuses a connection for a call that is over: a socket that only closes looks like one that was lost. */
const refuseOver = async (line: CallLine): Promise<void> => {
  await leaveLine(line);
  await closeSocket(line.connection);
};

/**
 * Lets a carrier leave a call that is over, which ends the session itself once its last words were spoken.
 * Those of a limit come from the follower of the event, and an end before them would cut them off.
 */
const leaveOver = async (
  conversationId: string,
  line: CallLine,
  { frame: { type } }: Pick<ReceivedFrame, 'frame'>,
): Promise<void> => {
  if (type === 'playing' || type === 'speaking') return;
  // The follower knows no connection that comes after the end.
  const session = type === 'setup' ? undefined : await readSession(conversationId);
  if (session?.last_words === undefined) await leaveLine(line);
};

const handleIn = async (
  conversationId: string,
  carrier: CarrierName,
  frames: readonly [...ReceivedFrame[], ReceivedFrame],
): Promise<void> => {
  const found = await phoneCall(conversationId);
  const last = frames.at(-1) as ReceivedFrame;
  const line = { connection: last.connection, carrier };
  if (!found) return leaveOver(conversationId, line, last);
  const { paid, isSetUp, isAnnounced, isFull } = found;
  if (!isSetUp && last.frame.type !== 'setup' && isLost(last)) return connectAgain(line);
  const { call, rung } = withRings(found.call, found.conversation);
  const waited = frames.slice(0, -1);
  if (waited.length > 0) {
    await call.change((state) => ({
      state: waited.reduce((before, frame) => voiceMachine.receive(before, frame).state, state),
    }));
  }
  if (isFull && (last.frame.type === 'prompt' || last.frame.type === 'keys')) {
    // A person has the call, and the transcript no room: the agent says so, and ends it.
    await call.change((state) => ({ state: giveBack(state) }));
  }
  let isOver = false;
  const ignored: typeof call.ignored = (reason) => {
    // The call was live when it was read.
    isOver ||= reason === 'over';
    call.ignored?.(reason);
  };
  try {
    const handled = handleFrame({ ...call, ignored }, last);
    await Promise.all([handled, isAnnounced && beginRecording(conversationId, last)]);
  } finally {
    await Promise.all([paid(), rung()]);
  }
  if (isOver) await leaveOver(conversationId, line, last);
};

/** Says why nobody answers. The carrier hangs up when that was spoken. */
const apologize = async ({ connection, carrier }: CallLine, text: string): Promise<void> => {
  const outputs: readonly VoiceOutput[] = [
    { type: 'text', text, last: true, language: null, uninterruptible: true },
    { type: 'end', handoff: '{"reason":"busy"}' },
  ];
  for (const output of outputs) await sendFrame(connection, writeRelay(output, carrier));
};

/** The kind of an error of a carrier: what it quotes may be what was said. */
const kindOf = (detail: string): string => detail.replace(/\s*[:;{["'“(\d].*$/s, '').slice(0, 100);

/** Handles a message of a carrier, and speaks the answer to it. */
export const receiveMessage = async ({ id, at, connection, host, text }: SocketMessage): Promise<void> => {
  const read = readRelay(text);
  if (!read) {
    countIgnored('malformed', { connection, bytes: Buffer.byteLength(text) });
    return;
  }
  const socket = await readSocket(connection);
  if (!socket) return closeSocket(connection);
  const { connected_at, carrier, conversation_id: conversation } = socket;
  const line = { connection, carrier };
  if (read.frame.type === 'fault') {
    countIgnored('fault', { connection, conversation, detail: kindOf(read.frame.detail) });
    return;
  }
  const received: ReceivedFrame = { ...read, id: shortOf(id), at, connection, connected_at };
  if (socket.conversation_id !== undefined) return handleIn(socket.conversation_id, carrier, [received]);
  if (read.frame.type !== 'setup') {
    if (isLost(received)) {
      // A carrier that signs no handshake does not repeat why the session ends, and nothing else says so.
      const { proof, call_id } = socket;
      if (proof !== undefined && call_id !== undefined) {
        const ids = { integration_id: integrationIn(proof), provider_conversation_id: call_id };
        await noteCall(ids, 'again');
      }
      return connectAgain(line);
    }
    if (await keepEarly(received)) return;
    const now = await readSocket(connection);
    // Whoever sends so much before a setup is no carrier.
    if (now?.conversation_id === undefined) return closeSocket(connection);
    return handleIn(now.conversation_id, carrier, [received]);
  }
  const call = await callOf(socket, received, host);
  if (!call) {
    console.warn({ message: 'A connection of a carrier was refused', connection });
    return closeSocket(connection);
  }
  if (call === 'over') return refuseOver(line);
  if ('apology' in call) return apologize(line, call.apology);
  const early = await bindSocket(connection, call.conversation_id);
  await handleIn(call.conversation_id, carrier, [...early, received]);
};
