import type { AccountProvider, Integration, IntegrationReplacement } from '#lib/contract/integrations.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { checkMappings, refuseMappings, verificationOf } from './checks.ts';
import type { WholeIntegration } from './integration-record.ts';
import type { FailingSince } from './integrations.ts';
import { replaceIntegration } from './integrations.ts';
import { sealSecrets } from './seal.ts';

/** Whose key is tried. */
interface Account {
  readonly provider: AccountProvider;
  readonly account_id?: string | null | undefined;
}

/** Changes an integration. A new API key is tried at the provider, after everything else has been checked. */
export const changeIntegration = async (
  before: WholeIntegration,
  body: IntegrationReplacement,
  tryKey: (account: Account, apiKey: string | null) => Promise<FailingSince>,
  origin: string,
): Promise<Write<Integration>> => {
  const { integration, agents } = before;
  const { id, provider, client_id } = integration;
  const input = { ...body, verification: verificationOf({ provider, verification: body.verification }) };
  refuseMappings(integration, body.agents);
  await checkMappings(client_id, body.agents, agents);
  // An unchanged key has been tried before, and its latest result is stored.
  const failing =
    body.api_key === undefined ? integration.status_detail : await tryKey(integration, body.api_key);
  return replaceIntegration(before, input, await sealSecrets(id, body, integration), failing, origin);
};
