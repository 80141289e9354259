import type { AuditRecord } from '#lib/contract/audit-records.ts';
import type { Actor } from '#lib/domain/audit/record.ts';
import { viaOf } from '#lib/domain/audit/record.ts';
import { currentCause } from '#lib/store/cause.ts';

const maxAgentLength = 200;

/** The parts of a record that follow from the actor and the request. */
export const requestedBy = (
  actor: Actor,
): Pick<AuditRecord, 'actor' | 'request_id' | 'sent_request_id' | 'ip' | 'user_agent'> => {
  const cause = currentCause() ?? { requestId: null };
  const { requestId, sentRequestId, address = null, userAgent, isOfAssistant = false } = cause;
  return {
    actor: { ...actor, via: viaOf(actor, isOfAssistant) },
    request_id: requestId,
    ...(sentRequestId !== undefined && { sent_request_id: sentRequestId }),
    ip: address,
    user_agent: userAgent?.slice(0, maxAgentLength) ?? null,
  };
};
