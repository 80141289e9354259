import { timingSafeEqual } from 'node:crypto';
import { findAgent } from '#lib/agents/agents.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import { integrations } from '#lib/integrations/integrations.ts';
import { readDeployments } from './deployments.ts';

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * The caller that a token stands for: the provider's copy of one agent. Undefined for any other token, and if
 * the account at the provider was disconnected or disabled.
 */
export const findDeploymentCaller = async (agentId: string, token: string): Promise<Caller | undefined> => {
  const hash = hashSecret(token);
  const [records, agent] = await Promise.all([
    readDeployments(agentId),
    findAgent({ client_id: null }, agentId),
  ]);
  const found = records.find(({ token_hash }) => token_hash !== null && isEqual(token_hash, hash));
  if (!found || !agent || found.runs_on !== 'platform') return undefined;
  const { id, integration_id, provider, agent_version } = found;
  const integration = await integrations.read(integration_id);
  if (!integration || integration.status === 'disabled') return undefined;
  return {
    key_id: id,
    client_id: agent.client_id,
    scopes: ['chats:write'],
    expires_at: null,
    // A call must not fall silent because others have sent many requests. The quotas of chats limit its
    // answers.
    rate_limits: [],
    deployment: { integration_id, provider, agent_version, client_id: integration.client_id },
  };
};
