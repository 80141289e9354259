import type { AgentInput } from '#lib/contract/agents.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { findAgent, insertAgent } from '../agents/agents.ts';
import { mappedAgent } from '../integrations/agent-mapping.ts';
import type { IntegrationRecord } from '../integrations/integration-record.ts';
import { importedAgentKey } from '../keys.ts';
import { commit } from '../operations/commit.ts';
import { Stale } from '../operations/failures.ts';
import { get } from '../operations/get.ts';
import { put, putNew } from '../operations/put.ts';
import { retryStale } from '../operations/retry-stale.ts';
import { findLineage } from '../organizations/clients.ts';

/** As long as the list of imports: by then the index of agents has long known the agent. */
const keptSeconds = 90 * 24 * 60 * 60;

/** Makes an agent of a provider's agent, unless there is one already. */
export const importAgent = (
  integration: IntegrationRecord,
  importId: string,
  providerAgentId: string,
  load: () => Promise<AgentInput | null>,
): Promise<'created' | 'skipped'> =>
  retryStale(async () => {
    const key = importedAgentKey(integration.id, providerAgentId);
    const reach = { client_id: integration.client_id };
    const before = await get(key);
    const known = before && (await findAgent(reach, String(before.agent_id)));
    // An import that was interrupted comes to what it has brought itself a second time.
    if (known) return before.import_id === importId ? 'created' : 'skipped';
    if (!before && (await mappedAgent(integration, providerAgentId)).found !== 'none') return 'skipped';

    const input = await load();
    const lineage = input && (await findLineage(reach, integration.client_id));
    if (!lineage) return 'skipped';
    const { operations, reply } = insertAgent(reach, lineage, {
      ...input,
      provider: { name: integration.provider, agent_id: providerAgentId },
    });
    const expires = Math.floor(Date.now() / 1000) + keptSeconds;
    const claim = { ...key, agent_id: reply.id, import_id: importId, expires };
    // What was imported and removed since may be imported again.
    await commit([...operations, before ? put(claim) : putNew(claim, () => new Stale())]);
    return 'created';
  });

/** The sentence that an agent was refused with; undefined: it was not refused, but something is wrong. */
export const refusalOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code !== 'unavailable'
    ? (error.details.detail ?? error.message)
    : undefined;
