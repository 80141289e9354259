import type { WholeAgent } from '#lib/agents/agents.ts';
import { readDocuments } from '#lib/agents/documents.ts';
import type { DeploymentOrder } from '#lib/domain/integrations/deployer.ts';
import { writtenFor } from '#lib/domain/integrations/provider-variables.ts';
import { timeZoneOf } from '#lib/domain/organizations/hierarchy.ts';
import { openingVariables } from '#lib/domain/organizations/opening-hours.ts';
import { integrations, keepWebhook, webhookUrl } from '#lib/integrations/integrations.ts';
import { secretContext } from '#lib/integrations/secrets.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { hoursFor } from '#lib/organizations/opening-hours.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { sealSecret } from '#lib/store/secrets/seal-secret.ts';
import type { DeploymentAccount } from './account.ts';
import type { RecordedLedger } from './deployments.ts';
import { tokenFor } from './token.ts';

/** The order of a deployment: everything that the provider needs to create the agent. */
export const orderOf = async (
  { agent, knowledge_base }: WholeAgent,
  { integration, webhookSecret }: DeploymentAccount,
  ledger: RecordedLedger,
  {
    lineage,
    origin,
    llmUrl,
  }: { readonly lineage: Lineage; readonly origin: string; readonly llmUrl: string },
): Promise<DeploymentOrder> => {
  const { client, members } = lineage;
  const timezone = timeZoneOf(members);
  const hours = openingVariables(await hoursFor(agent, lineage), timezone, Date.now());
  const known = { client, timezone, openingWeek: hours['hours.week'] ?? null };
  const asksPlatform = ledger.record().runs_on === 'platform';
  return {
    deployment_id: ledger.record().id,
    ...writtenFor(integration.provider, agent, known, asksPlatform),
    timezone,
    custom_llm: asksPlatform ? { url: llmUrl, token: await tokenFor(ledger) } : null,
    documents: knowledge_base.documents > 0 ? await readDocuments(agent.id) : [],
    webhook: {
      url: webhookUrl(origin, integration),
      secret: webhookSecret,
      verification: integration.verification,
      provider_id: integration.provider_webhook_id ?? null,
      keep: async (secret, providerId) => {
        const sealed = await sealSecret(secret, secretContext(integration.id, 'webhook_secret'));
        await retryStale(async () => {
          const latest = await integrations.read(integration.id);
          if (latest) await commit(keepWebhook(latest, sealed, providerId));
        });
      },
    },
  };
};
