import { useQueries, useQuery } from '@tanstack/react-query';
import type { Organization } from 'voice-agent-platform-client';
import { useSession } from './session.ts';

const longMs = 5 * 60_000;

/** An organization by its id, if the key may read organizations. */
export const useOrganization = (id: string | undefined): Organization | undefined => {
  const { api, may } = useSession();
  return useQuery({
    queryKey: ['client', id],
    queryFn: ({ signal }) => api.clients.get({ params: { client_id: id ?? '' }, signal }),
    enabled: id !== undefined && may('clients:read'),
    staleTime: longMs,
  }).data;
};

const useAgent = (id: string) => {
  const { api, may } = useSession();
  return useQuery({
    queryKey: ['agent', id],
    queryFn: ({ signal }) => api.agents.get({ params: { agent_id: id }, signal }),
    enabled: may('agents:read'),
    staleTime: longMs,
  }).data;
};

/** The end of an id, for keys that may not read the name. */
const short = (id: string): string => `…${id.slice(-6)}`;

export const AgentName = ({ id }: { readonly id: string }) => <>{useAgent(id)?.name ?? short(id)}</>;

export const OrganizationName = ({ id }: { readonly id: string }) => (
  <>{useOrganization(id)?.name ?? short(id)}</>
);

/** Names of agents or organizations by their ids. Until a name was read, and without the scope for it: the end of the id. */
export const useNames = (
  of: 'agent' | 'client' | undefined,
  ids: readonly string[],
): ((id: string) => string) => {
  const { api, may } = useSession();
  const mayRead = of === 'agent' ? may('agents:read') : of === 'client' && may('clients:read');
  const unique = [...new Set(ids)];
  const found = useQueries({
    queries: unique.map((id) => ({
      queryKey: [of, id],
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<{ readonly name: string }> =>
        of === 'agent'
          ? api.agents.get({ params: { agent_id: id }, signal })
          : api.clients.get({ params: { client_id: id }, signal }),
      enabled: mayRead,
      staleTime: longMs,
    })),
  });
  return (id) => found[unique.indexOf(id)]?.data?.name ?? short(id);
};
