import type { Integration } from '#lib/contract/integrations.ts';
import type { Organization } from './users.ts';

/** Changes an integration, and keeps everything else of it. */
export const changeIntegration = async (
  org: Organization,
  { id }: Pick<Integration, 'id'>,
  change: {
    readonly status?: 'active' | 'disabled';
    readonly api_key?: string | null;
    readonly webhook_secret?: string;
  },
): Promise<void> => {
  const params = { integration_id: id };
  const { name, agents } = await org.api.integrations.get({ params });
  await org.api.integrations.replace({ params, body: { name, agents, ...change } });
};
