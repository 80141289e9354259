import { createHash } from 'node:crypto';
import type { CarrierName } from '#lib/contract/integrations.ts';
import { parseJson } from '#lib/domain/json.ts';
import { keyOf } from '#lib/store/keys.ts';
import { get } from '#lib/store/operations/get.ts';
import { update, updateIf } from '#lib/store/operations/update.ts';
import type { ReceivedFrame } from '#lib/voice/frames.ts';
import { keepOnce } from './call-notes.ts';

/*
 * The sockets of carriers. A carrier connects before it says which call it is for, and its messages are
 * invocations in any order, so what comes first waits here for the call.
 */

/** A connection of a carrier. */
export interface CallSocket {
  readonly connected_at: number;
  readonly carrier: CarrierName;
  /** The signature of the handshake, which is checked once the account is known; absent: it was proven. */
  readonly signature?: string;
  /** The header that names the key and the algorithm of the signature; absent: they are the usual ones. */
  readonly signature_settings?: string | undefined;
  /** The proof that came with the handshake, which was checked. */
  readonly proof?: string;
  /** The call that the proof is for. */
  readonly call_id?: string;
  /** Absent: the carrier has not said which call it is for. */
  readonly conversation_id?: string;
}

/** More frames than a caller causes before the call is known, and more words than anyone says in one. */
const maxEarly = 20;
const maxEarlyBytes = 4096;

export const openSocket = async (
  id: string,
  { connected_at, ...known }: Omit<CallSocket, 'conversation_id'>,
): Promise<void> => {
  await keepOnce(id, connected_at, { connected_at, ...known });
};

/** Uses a proof up, which opens one socket. False: it has opened one. */
export const useProof = (proof: string, now: number): Promise<boolean> =>
  keepOnce(createHash('sha256').update(proof).digest('base64url'), now);

export const readSocket = async (id: string): Promise<CallSocket | undefined> => {
  const item = await get(keyOf('call_socket', id));
  return item && (item as unknown as CallSocket);
};

/** Keeps a frame until the call is known. False: the call is known, or the frame has no room. */
export const keepEarly = async (frame: ReceivedFrame): Promise<boolean> => {
  const text = JSON.stringify(frame);
  if (Buffer.byteLength(text) > maxEarlyBytes) return false;
  return Boolean(
    await updateIf(keyOf('call_socket', frame.connection), {
      UpdateExpression: 'SET early = list_append(if_not_exists(early, :none), :frame)',
      ConditionExpression:
        'attribute_exists(pk) AND attribute_not_exists(conversation_id) AND (attribute_not_exists(early) OR size(early) < :most)',
      ExpressionAttributeValues: { ':none': [], ':frame': [text], ':most': maxEarly },
    }),
  );
};

/** Notes the conversation of a connection, and returns the frames that waited for it. */
export const bindSocket = async (id: string, conversation_id: string): Promise<readonly ReceivedFrame[]> => {
  const before = await update(keyOf('call_socket', id), {
    UpdateExpression: 'SET conversation_id = :conversation REMOVE early',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':conversation': conversation_id },
    ReturnValues: 'ALL_OLD',
  });
  return ((before?.early ?? []) as string[]).map((text) => parseJson(text) as ReceivedFrame);
};
