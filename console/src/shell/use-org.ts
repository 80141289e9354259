import { useSearch } from '@tanstack/react-router';
import type { ListOptions, Page, PageRequest } from '../api/use-list.ts';
import { useList } from '../api/use-list.ts';

/** The id of the organization that was chosen; absent for everything that the key reaches. */
export const useOrg = (): string | undefined => useSearch({ strict: false, select: ({ org }) => org });

/** A list of what the chosen organization and those below it have. */
export const useOrgList = <T>(
  name: string,
  read: (query: PageRequest & { client_id?: string }, signal: AbortSignal) => Promise<Page<T>>,
  options?: ListOptions,
) => {
  const org = useOrg();
  return useList(
    [name, org],
    (page, signal) => read({ ...page, ...(org && { client_id: org }) }, signal),
    options,
  );
};
