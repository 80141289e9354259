import { remove } from '#lib/contract/deployments.ts';
import { findWholeAgent } from '#lib/data/agents/agents.ts';
import { accountFor } from '#lib/data/deployments/account.ts';
import { findDeployment, removeUnderLease } from '#lib/data/deployments/deployments.ts';
import { forgetDeployment } from '#lib/data/deployments/mapping.ts';
import { notingHealth } from '#lib/data/integrations/health.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { forCaller } from '#lib/providers/api-error.ts';
import { keyRefusalOf, sentenceOf } from '#lib/providers/errors.ts';
import { deployers } from '#lib/providers/index.ts';

export const handler = handleWrite(remove, async ({ params, caller, fail }) => {
  const whole = await findWholeAgent(caller, params.agent_id);
  if (!whole) return fail('agent_not_found');
  const record = await findDeployment(whole.agent.id, params.deployment_id);
  if (!record) return fail('deployment_not_found');
  const { integration, apiKey } = await accountFor(caller, whole.agent, record.integration_id);
  const deployer = deployers[integration.provider](apiKey);
  const removing = removeUnderLease(record, sentenceOf, (ledger) => deployer.remove(ledger));
  const removed = await forCaller(notingHealth(integration, keyRefusalOf, removing));
  const about = { id: record.id, path: whole.agent.path };
  return { operations: await forgetDeployment(caller, removed), reply: undefined, about };
});
