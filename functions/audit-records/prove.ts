import { findAuditRecord } from '#lib/audit/audit-records.ts';
import { proofOf } from '#lib/audit/prove.ts';
import { prove } from '#lib/contract/audit-records.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(prove, async ({ params, caller, fail }) => {
  const record = (await findAuditRecord(caller, params.audit_record_id)) ?? fail('audit_record_not_found');
  return (await proofOf(record)) ?? fail('audit_record_not_sealed');
});
