import { useQuery } from '@tanstack/react-query';
import type { StatementItem, StatementStatus } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';

interface Filters {
  /** A month such as `2026-10`. */
  readonly period?: string | undefined;
  readonly status?: StatementStatus | undefined;
  readonly sent?: 'true' | 'false' | undefined;
}

/** All statements of an organization and those below, with one request for a hundred clients. */
export const useStatements = (org: string | undefined, { period, status, sent }: Filters) => {
  const { api, may } = useSession();
  return useQuery({
    queryKey: ['statements', org, 'all', { period, status, sent }],
    queryFn: async ({ signal }) => {
      const query = {
        limit: '100',
        ...(org && { client_id: org }),
        ...(period && { period }),
        ...(status && { status: [status] }),
        ...(sent && { sent }),
      };
      const found: StatementItem[] = [];
      for await (const each of api.statements.listAll.all({ query, signal })) found.push(each);
      return found;
    },
    enabled: may('billing:read'),
    placeholderData: (previous, before) => (before?.queryKey[1] === org ? previous : undefined),
  });
};
