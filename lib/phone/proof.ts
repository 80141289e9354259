import { createHmac } from 'node:crypto';
import { isSameSecret } from '#lib/providers/signatures.ts';

/*
 * The instructions for a call carry a proof of which agent it is for. The carrier sends it back when it
 * connects, so that nothing has to be stored before, and a socket that somebody else opens starts no call.
 */

/** The call that a proof is for. */
export interface ProvenCall {
  readonly integration_id: string;
  readonly agent_id: string;
  /** The call's id at the carrier. */
  readonly call_id: string;
  /** The conversation of an outbound call; null: somebody has called. */
  readonly conversation_id: string | null;
  /** Scheme and host of the API, as the carrier knows it. */
  readonly origin: string;
}

/** Carriers connect within seconds. */
const goodForMs = 120_000;

const macOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`call\n${text}`).digest('base64url');

const textOf = (call: ProvenCall, expires: string): string =>
  [call.integration_id, call.agent_id, call.call_id, call.conversation_id ?? '', call.origin, expires].join(
    '\n',
  );

const writtenProof = (call: ProvenCall, expires: string, secret: string): string => {
  const { integration_id, agent_id, conversation_id, origin } = call;
  return [
    integration_id,
    agent_id,
    conversation_id ?? '',
    Buffer.from(origin).toString('base64url'),
    expires,
    macOf(secret, textOf(call, expires)),
  ].join('.');
};

/** The proof for the parameters of a call, signed with the secret of the account. */
export const proofOf = (call: ProvenCall, secret: string, now = Date.now()): string =>
  writtenProof(call, String(now + goodForMs), secret);

/** The account that a proof names, before it is checked. */
export const integrationIn = (proof: string): string => proof.split('.')[0] ?? '';

/**
 * The call of a proof; undefined: it is not the account's, or is of another call. A proof has one spelling,
 * which is remembered once it was used.
 */
export const provenCall = (
  proof: string,
  call_id: string,
  secrets: readonly string[],
): (ProvenCall & { readonly expires_at: number }) | undefined => {
  const [integration_id = '', agent_id = '', conversation = '', encoded = '', expires = ''] =
    proof.split('.');
  const origin = Buffer.from(encoded, 'base64url').toString();
  const call = { integration_id, agent_id, call_id, conversation_id: conversation || null, origin };
  const isGood = secrets
    .map((secret) => isSameSecret(proof, writtenProof(call, expires, secret)))
    .includes(true);
  return isGood ? { ...call, expires_at: Number(expires) } : undefined;
};
