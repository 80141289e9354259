import { useQuery } from '@tanstack/react-query';
import { useSession } from '../api/session.ts';

/** While none has come, people look for one. */
const everyMs = 5000;

/** Whether the provider has posted anything in the days that events are kept; undefined until it is known. */
export const useFirstEvent = (integrationId: string, enabled = true): boolean | undefined => {
  const { api } = useSession();
  return useQuery({
    queryKey: ['integration-events', integrationId, 'first'],
    queryFn: async ({ signal }) => {
      const params = { integration_id: integrationId };
      const { data } = await api.integrationEvents.list({ params, query: { limit: '1' }, signal });
      return data.length > 0;
    },
    enabled,
    refetchInterval: ({ state }) => (state.data ? false : everyMs),
  }).data;
};
