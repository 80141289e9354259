import { handleTask } from '#lib/events/handle-task.ts';
import { runImport } from '#lib/imports/run-import.ts';
import { isHost } from '#lib/integrations/integration-record.ts';
import { readProviderAccount } from '#lib/integrations/recording-task.ts';
import { importFailureOf, importSourceOf } from '#lib/providers/import.ts';

/** Imports agents or conversations from a provider. */
export const handler = handleTask('imports', ({ id }, timeLeft) =>
  runImport(
    id,
    async (integrationId) => {
      const account = await readProviderAccount(integrationId);
      if (!account?.apiKey || !isHost(account.integration)) return undefined;
      const { integration, apiKey } = account;
      return {
        integration,
        source: importSourceOf(integration.provider, apiKey),
        failureOf: importFailureOf,
      };
    },
    timeLeft,
  ),
);
