import { findWholeAgent } from '#lib/agents/agents.ts';
import { get } from '#lib/contract/deployments.ts';
import { usableAccount } from '#lib/deployments/account.ts';
import { findDeployment, fingerprintOf, ledgerOf, represent } from '#lib/deployments/deployments.ts';
import { handle } from '#lib/http/handle.ts';
import { integrations } from '#lib/integrations/integrations.ts';
import { forCaller } from '#lib/providers/api-error.ts';
import { deployers } from '#lib/providers/index.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const whole = (await findWholeAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  const record = (await findDeployment(whole.agent.id, params.deployment_id)) ?? fail('deployment_not_found');
  const integration = await integrations.find(caller, record.integration_id);
  if (record.provider_agent_id === null || !integration) return represent(record, whole);
  const account = await usableAccount(integration);
  const deployer = deployers[account.integration.provider](account.apiKey);
  const found = await forCaller(deployer.look(ledgerOf(record)));
  return represent(record, whole, found === null ? null : fingerprintOf(found));
});
