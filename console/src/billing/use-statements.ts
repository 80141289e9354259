import type { StatementStatus } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { useAll } from '../api/use-list.ts';

interface Filters {
  /** A month such as `2026-10`. */
  readonly period?: string | undefined;
  readonly status?: StatementStatus | undefined;
  readonly sent?: 'true' | 'false' | undefined;
}

/** All statements of an organization and those below, with one request for a hundred clients. */
export const useStatements = (org: string | undefined, { period, status, sent }: Filters) => {
  const { api, may } = useSession();
  const query = {
    limit: '100',
    ...(org && { client_id: org }),
    ...(period && { period }),
    ...(status && { status: [status] }),
    ...(sent && { sent }),
  };
  return useAll(
    ['statements', org, 'all', { period, status, sent }],
    (signal) => api.statements.listAll.all({ query, signal }),
    { enabled: may('billing:read') },
  );
};
