import type { SigningSecret } from '#lib/contract/signing-secrets.ts';
import { keyOf } from '#lib/store/keys.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { mustExist } from '#lib/store/operations/must-exist.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { putNew, putUnchanged } from '#lib/store/operations/put.ts';
import { newSigningSecret, rotated } from '#lib/store/secrets/new-signing-secret.ts';
import { readSigningSecret, secretContext, signingSecretItem } from './signing-secret.ts';

/** Gives an agent another secret, or its first one. The secret must not outlive the agent. */
export const rotateSigningSecret = async (
  agent_id: string,
  overlapSeconds: number,
): Promise<Write<SigningSecret>> => {
  const before = await readSigningSecret(agent_id);
  const { secret, sealed } = await newSigningSecret(secretContext(agent_id));
  const updated_at = new Date().toISOString();
  const secrets = before ? rotated(before, sealed, overlapSeconds) : { secret: sealed, previous: null };
  const item = signingSecretItem(agent_id, { ...secrets, updated_at });
  return {
    operations: [
      mustExist(keyOf('agent', agent_id), () => new Stale()),
      before ? putUnchanged(item, { secret: before.secret }) : putNew(item, () => new Stale()),
    ],
    reply: { agent_id, secret, updated_at },
  };
};
