import { useQuery } from '@tanstack/react-query';
import type { Organization } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';

/** The branding in effect for an organization: its own, or that of the nearest one above. Null for nobody. */
export const useBranding = (clientId: string | null) => {
  const { api, me, may } = useSession();
  const isOwn = clientId === me.client?.id;
  const found = useQuery({
    queryKey: ['client', clientId, 'branding'],
    queryFn: async ({ signal }) => {
      for (let id = clientId; id !== null && id !== me.client?.id; ) {
        const { parent_id, settings }: Organization = await api.clients.get({
          params: { client_id: id },
          signal,
        });
        if (settings.branding) return settings.branding;
        id = parent_id;
      }
      return me.branding;
    },
    enabled: clientId !== null && !isOwn && may('clients:read'),
  });
  return isOwn ? me.branding : (found.data ?? null);
};
