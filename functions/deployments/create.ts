import { findVersion, liveAgent } from '#lib/agents/agent-versions.ts';
import { findWholeAgent } from '#lib/agents/agents.ts';
import { create } from '#lib/contract/deployments.ts';
import { accountFor } from '#lib/deployments/account.ts';
import { deployUnderLease, finishDeployment, represent } from '#lib/deployments/deployments.ts';
import { mapAgent } from '#lib/deployments/mapping.ts';
import { orderOf } from '#lib/deployments/order.ts';
import { requireScopes } from '#lib/http/authorize.ts';
import { handleWrite } from '#lib/http/handle-write.ts';
import { liveUrl } from '#lib/http/live-url.ts';
import { notingHealth } from '#lib/integrations/health.ts';
import { findLineage, isSuspended } from '#lib/organizations/clients.ts';
import { forCaller } from '#lib/providers/api-error.ts';
import { keyRefusalOf, sentenceOf } from '#lib/providers/errors.ts';
import { deployers } from '#lib/providers/index.ts';
import { requirePassed } from '#lib/test-suites/gates.ts';

export const handler = handleWrite(create, async ({ params, body, caller, origin, fail }, early) => {
  const whole = (await findWholeAgent(caller, params.agent_id)) ?? fail('agent_not_found');
  const lineage = await findLineage(caller, whole.agent.client_id);
  if (!lineage || isSuspended(lineage)) return fail('client_suspended');
  const { version, runs_on, override } = body;
  const allowToken = () => requireScopes(caller, ['chats:write']);
  if (runs_on === 'platform') allowToken();
  if (override) requireScopes(caller, ['gates:write']);
  const live = await liveAgent(whole.agent);
  const agent = version === undefined ? live : await findVersion(whole.agent, version);
  if (!agent) return fail('agent_version_not_found');
  const skipped = await requirePassed(caller, whole, agent.version, override);
  const account = await accountFor(caller, whole.agent, body.integration_id);
  const { integration, apiKey } = account;
  if (runs_on === 'platform' && integration.provider === 'retell') return fail('custom_llm_not_supported');

  const deployed = { ...whole, agent };
  const deployer = deployers[integration.provider](apiKey);
  const llmUrl = liveUrl(origin, `/agents/${agent.id}`);
  const side = { runs_on, caller, allowToken, liveTools: live.tools };
  const deploying = deployUnderLease(deployed, integration, side, early, sentenceOf, async (ledger) => {
    const order = await orderOf(deployed, account, ledger, { lineage, origin, llmUrl });
    const made = await deployer.deploy(order, ledger);
    await mapAgent(caller, ledger.record(), made.provider_agent_id);
    const not_carried = [...order.not_carried, ...made.not_carried];
    return finishDeployment(ledger.record(), { ...made, not_carried }, await deployer.look(ledger));
  });
  const record = await forCaller(notingHealth(integration, keyRefusalOf, deploying));
  const about = { id: record.id, path: whole.agent.path };
  return {
    operations: skipped.map(({ operation }) => operation),
    reply: represent(record, whole),
    about,
    isDone: true,
  };
});
