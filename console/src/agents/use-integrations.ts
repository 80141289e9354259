import { useQuery } from '@tanstack/react-query';
import type { Agent } from 'voice-agent-platform-client';
import { organizationsNamed } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useAll } from '../api/use-list.ts';
import { hasAgents, providers } from '../integrations/providers.ts';

/** The organization of an agent and those above it, as far as the key may read them. */
export const useOwners = (clientId: string): readonly string[] => {
  const { api, me, may } = useSession();
  const found = useQuery({
    queryKey: ['client', clientId, 'owners'],
    queryFn: async ({ signal, client }) => {
      const owners = [clientId];
      const first = await client.fetchQuery(organizationsNamed(api));
      for (let id = clientId; id !== me.client?.id; ) {
        const listed = first.find((one) => one.id === id);
        const { parent_id } = listed ?? (await api.clients.get({ params: { client_id: id }, signal }));
        if (parent_id === null) break;
        owners.push(parent_id);
        id = parent_id;
      }
      return owners;
    },
    enabled: may('clients:read'),
  });
  return found.data ?? [clientId];
};

/** All accounts at providers that the key reaches. */
export const useAccounts = (enabled = true) => {
  const { api, may } = useSession();
  return useAll(
    ['integrations', 'options'],
    (signal) => api.integrations.list.all({ query: { limit: '100' }, signal }),
    { enabled: enabled && may('integrations:read') },
  );
};

/** The accounts that an agent can be deployed to: of its organization, and of those above. */
export const useIntegrations = ({ client_id }: Agent) => {
  const owners = useOwners(client_id);
  const query = useAccounts();
  const items = (query.data ?? []).filter(
    (item) => owners.includes(item.client_id) && hasAgents(item.provider),
  );
  const options = items.map(({ id, name, provider }) => ({
    value: id,
    label: `${name}, ${providers[provider].name}`,
  }));
  return { items, options, query };
};
