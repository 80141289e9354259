import type { QueryClient } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import type { Agent } from 'voice-agent-platform-client';
import type { Session } from '../api/access.ts';
import { firstOrganizations } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useAll } from '../api/use-list.ts';
import { hasAgents, providers } from '../integrations/providers.ts';

interface OwnersRequest {
  readonly signal: AbortSignal;
  readonly client: QueryClient;
}

/** An organization and those above it, as far as the key may read them. */
export const ownersQuery = ({ api, me, may }: Session, clientId: string) => ({
  queryKey: ['client', clientId, 'owners'],
  queryFn: async ({ signal, client }: OwnersRequest) => {
    const owners = [clientId];
    if (!may('clients:read')) return owners;
    const first = await client.fetchQuery(firstOrganizations(api));
    for (let id = clientId; id !== me.client?.id; ) {
      const listed = first.find((one) => one.id === id);
      const { parent_id } = listed ?? (await api.clients.get({ params: { client_id: id }, signal }));
      if (parent_id === null) break;
      owners.push(parent_id);
      id = parent_id;
    }
    return owners;
  },
});

/** The organization of an agent and those above it. */
export const useOwners = (clientId: string): readonly string[] =>
  useQuery(ownersQuery(useSession(), clientId)).data ?? [clientId];

/** All accounts at providers that the key reaches. */
export const useAccounts = (enabled = true) => {
  const { api, may } = useSession();
  return useAll(
    ['integrations', 'options'],
    (signal) => api.integrations.list.all({ query: { limit: '100' }, signal }),
    { enabled: enabled && may('integrations:read') },
  );
};

/**
 * The accounts of an agent's organization and of those above, at some providers: by default those that it can
 * be deployed to.
 */
export const useIntegrations = ({ client_id }: Agent, isAt = hasAgents) => {
  const owners = useOwners(client_id);
  const query = useAccounts();
  const items = (query.data ?? []).filter((item) => owners.includes(item.client_id) && isAt(item.provider));
  const options = items.map(({ id, name, provider }) => ({
    value: id,
    label: `${name}, ${providers[provider].name}`,
  }));
  return { items, options, query };
};
