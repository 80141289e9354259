import { useQuery } from '@tanstack/react-query';
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
