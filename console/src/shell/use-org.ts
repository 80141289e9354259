import { useSearch } from '@tanstack/react-router';

/** The id of the organization that was chosen; absent for everything that the key reaches. */
export const useOrg = (): string | undefined => useSearch({ strict: false, select: ({ org }) => org });
