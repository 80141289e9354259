import { expect, test } from 'vitest';
import { operator, organization, refusalOf } from '../../fixtures.ts';

test('a record is found by its id, but not from a sibling organization', async () => {
  const [one, other] = [await organization(), await organization()];
  const { data } = await operator.auditRecords.list({ query: { target: one.client.id } });
  const [record] = data;
  const params = { audit_record_id: record?.id ?? '' };
  expect(record).toMatchObject({ action: 'client.created', client_id: one.client.id });
  expect(await one.api.auditRecords.get({ params })).toEqual(record);
  expect(await refusalOf(other.api.auditRecords.get({ params }))).toBe('404 audit_record_not_found');
});
