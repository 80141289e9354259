import { expect, test } from 'vitest';
import { platform, refusalOf, usersOf } from '../../fixtures.ts';
import { billedOrganization, monthFromNow } from '../../support/billing.ts';
import { eventually } from '../../support/eventually.ts';

test('a final statement is settled once, by an organization above; a draft is not', async () => {
  const { reseller, client, params, plan_id } = await billedOrganization(usersOf(platform));
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(-2) } });
  const { id, lines } = await eventually(async () => {
    const { data } = await reseller.api.statements.list({ params });
    const [final] = data.filter(({ status }) => status === 'final');
    if (!final) throw new Error('Not yet');
    return final;
  });
  const one = { ...params, statement_id: id };
  const body = { status: 'paid', external_reference: 'INV-7', metadata: { by: 'transfer' } } as const;
  expect(await refusalOf(client.api.statements.update({ params: one, body }))).toBe(
    '403 ancestor_key_required',
  );
  const paid = await reseller.api.statements.update({ params: one, body });
  expect(paid).toMatchObject({ ...body, version: 2, lines });
  expect(await refusalOf(reseller.api.statements.update({ params: one, body: { status: 'void' } }))).toBe(
    '409 statement_not_final',
  );
  const removed = await reseller.api.statements.update({ params: one, body: { external_reference: null } });
  expect(removed).toMatchObject({ status: 'paid', external_reference: null, metadata: { by: 'transfer' } });

  // A payment that bounces is taken back, which is recorded, and a void statement stays void.
  const unpaid = { params: one, body: { status: 'final' } } as const;
  expect(await refusalOf(client.api.statements.update(unpaid))).toBe('403 ancestor_key_required');
  expect(await reseller.api.statements.update(unpaid)).toMatchObject({ status: 'final', lines });
  const query = { target: id, action: 'statement.updated' };
  const records = (await reseller.api.auditRecords.list({ query })).data;
  expect(records.filter(({ changed }) => changed.includes('status'))).toHaveLength(2);
  await reseller.api.statements.update({ params: one, body: { status: 'void' } });
  expect(await refusalOf(reseller.api.statements.update(unpaid))).toBe('409 statement_not_final');

  const [draft] = (await reseller.api.statements.list({ params })).data;
  const other = { ...params, statement_id: draft?.id ?? '' };
  expect(await refusalOf(reseller.api.statements.update({ params: other, body }))).toBe(
    '409 statement_not_final',
  );
});
