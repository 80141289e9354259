import type { Caller } from '#lib/domain/caller.ts';
import { findWholeIntegration, mapDeployed, unmapDeployed } from '#lib/integrations/integrations.ts';
import { commit } from '#lib/store/operations/commit.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import type { DeploymentRecord } from './deployments.ts';
import { removeDeployment } from './deployments.ts';

/** Maps the provider's agent to ours, so that its calls become conversations. */
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

/** Removes a deployment and its mapping. */
export const forgetDeployment = async (
  caller: Caller,
  record: DeploymentRecord,
): Promise<readonly Operation<Stale>[]> => {
  const whole = await findWholeIntegration(caller, record.integration_id);
  return [removeDeployment(record), ...(whole ? unmapDeployed(whole, record.provider_agent_id) : [])];
};
