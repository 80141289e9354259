import { findAgent, insertAgent } from '#lib/agents/agents.ts';
import type { AgentInput } from '#lib/contract/agents.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { daySeconds } from '#lib/domain/durations.ts';
import { hasAgent } from '#lib/integrations/agent-mapping.ts';
import type { IntegrationRecord } from '#lib/integrations/integration-record.ts';
import { findLineage, isSuspended } from '#lib/organizations/clients.ts';
import { keyOf } from '#lib/store/keys.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import { putNew, putUnchanged } from '#lib/store/operations/put.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';

/** The lifetime of the list of imports. By then, the index of agents contains the agent. */
const keptSeconds = 90 * daySeconds;

/** Creates an agent from a provider's agent, unless it exists already. */
export const importAgent = (
  integration: IntegrationRecord,
  importId: string,
  providerAgentId: string,
  load: () => Promise<AgentInput | null>,
): Promise<'created' | 'skipped'> =>
  retryStale(async () => {
    const key = keyOf('imported_agent', integration.id, providerAgentId);
    const reach = { client_id: integration.client_id };
    const before = await get(key);
    const known = before && (await findAgent(reach, String(before.agent_id)));
    // After an interruption, an import encounters agents that it created itself.
    if (known) return before.import_id === importId ? 'created' : 'skipped';
    if (await hasAgent(integration, providerAgentId)) return 'skipped';

    const input = await load();
    const lineage = input && (await findLineage(reach, integration.client_id));
    if (!lineage) return 'skipped';
    if (isSuspended(lineage)) throw new ApiError('client_suspended');
    const { operations, reply } = insertAgent(reach, lineage, {
      ...input,
      provider: { name: integration.provider, agent_id: providerAgentId },
    });
    const expires = Math.floor(Date.now() / 1000) + keptSeconds;
    const claim = { ...key, agent_id: reply.id, import_id: importId, expires };
    // Agents that were imported and then removed may be imported again, by one of several imports.
    const claiming = before
      ? putUnchanged(claim, { agent_id: String(before.agent_id) })
      : putNew(claim, () => new Stale());
    await commit([...operations, claiming]);
    return 'created';
  });

/** The reason for which an agent was refused; undefined if the error is not a refusal. */
export const refusalOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? (error.details.detail ?? error.message) : undefined;
