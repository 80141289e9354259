import type { Caller } from '#lib/domain/caller.ts';
import { findWholeIntegration, mapDeployed, unmapDeployed } from '../integrations/integrations.ts';
import { commit } from '../operations/commit.ts';
import { retryStale } from '../operations/retry-stale.ts';
import type { DeploymentRecord } from './deployments.ts';
import { removeDeployment } from './deployments.ts';

/** Lets calls of the provider's agent become conversations of ours. */
export const mapAgent = (
  caller: Caller,
  record: DeploymentRecord,
  provider_agent_id: string,
): Promise<void> =>
  retryStale(async () => {
    const whole = await findWholeIntegration(caller, record.integration_id);
    const operations = whole ? mapDeployed(whole, { provider_agent_id, agent_id: record.agent_id }) : [];
    if (operations.length > 0) await commit(operations);
  });

/** Removes a deployment and its mapping, under its lease. Each attempt reads the mapping again, which others may change meanwhile. */
export const forgetDeployment = (caller: Caller, record: DeploymentRecord): Promise<void> =>
  retryStale(async () => {
    const whole = await findWholeIntegration(caller, record.integration_id);
    const mapping = whole ? unmapDeployed(whole, record.provider_agent_id) : [];
    await commit([removeDeployment(record), ...mapping]);
  });
