import { findAuditRecord } from '#lib/audit/audit-records.ts';
import { get } from '#lib/contract/audit-records.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(get, async ({ params, caller, fail }) => {
  const record = await findAuditRecord(caller, params.audit_record_id);
  return record ?? fail('audit_record_not_found');
});
