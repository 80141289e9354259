import type { Statement } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { useOrg } from '../shell/use-org.ts';

/**
 * Whether statements or subscriptions are issued by the organization of the session or the one that is
 * chosen: only those are changed.
 */
export const useIssuing = (): ((issued: Pick<Statement, 'issuer_id'>) => boolean) => {
  const { me } = useSession();
  const org = useOrg();
  const own = me.client?.id;
  return ({ issuer_id }) => own === undefined || (issuer_id !== null && [own, org].includes(issuer_id));
};
