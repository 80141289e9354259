import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Client } from 'voice-agent-platform-client';
import { isStale } from './faults.ts';
import { useSession } from './session.ts';

type Preferences = Readonly<Record<string, unknown>>;

/** Merges a part into what is stored: another tab may have changed another part meanwhile. */
const merge = async (api: Client, part: Preferences): Promise<Preferences> => {
  const { reply, response } = await api.preferences.get.withResponse();
  return api.preferences.replace({
    body: { ...reply, ...part },
    ifMatch: response.headers.get('etag') ?? '',
  });
};

/** The preferences of the person, which follow them to every browser, and a way to change a part of them. */
export const usePreferences = () => {
  const { api } = useSession();
  const queries = useQueryClient();
  const queryKey = ['preferences'];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }): Promise<Preferences> => api.preferences.get({ signal }),
  });
  const save = async (part: Preferences): Promise<void> => {
    const saved = await merge(api, part).catch((error: unknown) => {
      if (isStale(error)) return merge(api, part);
      throw error;
    });
    queries.setQueryData(queryKey, saved);
  };
  return { preferences: data, save };
};
