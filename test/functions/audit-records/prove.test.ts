import { expect, test } from 'vitest';
import { operator, organization, refusalOf } from '../../fixtures.ts';

// Proofs of sealed records, and what they prove: test/functions/clock/seal-audit.test.ts.
test('a record of this hour is not sealed yet', async () => {
  const { client, api } = await organization();
  const { data } = await operator.auditRecords.list({ query: { target: client.id } });
  const params = { audit_record_id: data[0]?.id ?? '' };
  expect(await refusalOf(api.auditRecords.prove({ params }))).toBe('409 audit_record_not_sealed');
});
