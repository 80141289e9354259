import type { Agent } from '#lib/contract/agents.ts';
import type { ErrorCode } from '#lib/contract/errors.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { putNew } from '#lib/store/operations/put.ts';
import { newSigningSecret } from '#lib/store/secrets/new-signing-secret.ts';
import { checkTools } from './check-tools.ts';
import { readSigningSecret, secretContext, signingSecretItem } from './signing-secret.ts';

/** The write of a secret for the requests of an agent's tools, if it has none. */
const signingSecretWrites = async (agentId: string): Promise<Operation<Stale>[]> => {
  if (await readSigningSecret(agentId)) return [];
  const { sealed } = await newSigningSecret(secretContext(agentId));
  const updated_at = new Date().toISOString();
  const item = signingSecretItem(agentId, { secret: sealed, previous: null, updated_at });
  return [putNew(item, () => new Stale())];
};

/**
 * Checks the tools of an agent that is written, and adds the writes that they need. The write fails if the
 * agent was changed or its secret made in the meantime, so nobody knows a secret that another one has
 * replaced.
 */
export const withTools = async <Code extends ErrorCode>(
  caller: Caller,
  path: readonly string[],
  write: Write<Agent, Code>,
): Promise<Write<Agent, Code>> => {
  const { id, tools } = write.reply;
  const before = (write.replaces as Agent | undefined)?.tools ?? [];
  const destinations = await checkTools(caller, path, before, tools);
  if (!destinations.some(({ type }) => type === 'http')) return write;
  return { ...write, operations: [...write.operations, ...(await signingSecretWrites(id))] };
};
