import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { providers } from '../integrations/providers.ts';

/** The accounts at providers that can be chosen from. */
export const useIntegrations = (enabled = true) => {
  const { api } = useSession();
  const { items, query } = useList(
    ['integrations', 'options'],
    ({ limit, cursor }, signal) =>
      api.integrations.list({ query: { limit: String(limit), ...(cursor && { cursor }) }, signal }),
    { enabled },
  );
  const options = items.map(({ id, name, provider }) => ({
    value: id,
    label: `${name}, ${providers[provider].name}`,
  }));
  return { items, options, query };
};
