import { findWholeAgent } from '#lib/agents/agents.ts';
import { remove } from '#lib/contract/deployments.ts';
import { usableAccount } from '#lib/deployments/account.ts';
import { findDeployment, removeUnderLease } from '#lib/deployments/deployments.ts';
import { forgetDeployment } from '#lib/deployments/mapping.ts';
import { reaches } from '#lib/domain/caller.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { notingHealth } from '#lib/integrations/health.ts';
import { integrations } from '#lib/integrations/integrations.ts';
import { forCaller } from '#lib/providers/api-error.ts';
import { keyRefusalOf, sentenceOf } from '#lib/providers/errors.ts';
import { deployers } from '#lib/providers/index.ts';

export const handler = handleWrite(remove, async ({ params, caller, fail }) => {
  const whole = (await findWholeAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  const record = (await findDeployment(whole.agent.id, params.deployment_id)) ?? fail('deployment_not_found');
  const integration = await integrations.read(record.integration_id);
  if (integration && !reaches(caller, integration.path)) return fail('integration_not_found');
  const removing = removeUnderLease(record, sentenceOf, async (ledger) => {
    // Without the account, what is at the provider stays there.
    if (!integration || integration.status === 'disabled') return;
    const account = await usableAccount(integration);
    const deployer = deployers[account.integration.provider](account.apiKey);
    await notingHealth(integration, keyRefusalOf, deployer.remove(ledger));
  });
  const removed = await forCaller(removing);
  const about = { id: record.id, path: whole.agent.path };
  return { operations: await forgetDeployment(caller, removed), reply: undefined, about };
});
