import type { AuditRecord } from '#lib/contract/audit-records.ts';
import { actorOf } from '#lib/domain/audit/record.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { currentCause } from '../cause.ts';

const maxAgentLength = 200;

/** The parts of a record that follow from the request. */
export const requestedBy = (
  caller: Pick<Caller, 'key_id' | 'person'>,
): Pick<AuditRecord, 'actor' | 'request_id' | 'ip' | 'user_agent'> => {
  const { requestId = null, address = null, userAgent } = currentCause() ?? {};
  return {
    actor: actorOf(caller),
    request_id: requestId,
    ip: address,
    user_agent: userAgent?.slice(0, maxAgentLength) ?? null,
  };
};
