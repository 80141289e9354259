import { expect, test } from 'vitest';
import { platform, refusalOf, unknownId, usersOf } from '../../fixtures.ts';
import { billedOrganization, monthFromNow } from '../../support/billing.ts';
import { eventually } from '../../support/eventually.ts';

test('a draft follows usage to the cent, with costs and margin for organizations above', async () => {
  const { reseller, client, params, plan_id, call } = await billedOrganization(usersOf(platform));
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
  const [draft] = (await client.api.statements.list({ params })).data;
  const statement_id = draft?.id ?? '';
  await call(11 * 60_000 + 1, { cost: { amount: '1.2345', currency: 'EUR' } });
  const statement = await eventually(async () => {
    const found = await reseller.api.statements.get({ params: { ...params, statement_id } });
    expect(found.lines).toHaveLength(3);
    return found;
  });
  expect(statement.lines.map(({ quantity, amount }) => [quantity, amount.amount])).toEqual([
    ['1', '49.00'],
    ['10', '0.00'],
    ['2', '0.24'],
  ]);
  expect(statement).toMatchObject({
    total: { amount: '49.24', currency: 'EUR' },
    costs: [{ amount: '1.2345', currency: 'EUR' }],
    margin: { amount: '48.0055', currency: 'EUR' },
  });
  const shown = await client.api.statements.get({ params: { ...params, statement_id } });
  expect(shown).not.toHaveProperty('costs');
  expect(shown).not.toHaveProperty('margin');

  const url = new URL(`/v1/clients/${params.client_id}/statements/${statement_id}`, platform.base_url);
  const headers = { authorization: `Bearer ${client.key}`, accept: 'text/csv' };
  const csv = await fetch(url, { headers });
  // That of the JSON names other bytes.
  expect(csv.headers.get('etag')).toBeNull();
  const lines = (await csv.text()).split('\r\n');
  expect(lines.slice(-3)).toEqual(['Minutes,2,minute,0.12,0.24,EUR', 'Total,,,,49.24,EUR', '']);
});

test('an unknown statement is not found', async () => {
  const { client, params } = await billedOrganization(usersOf(platform));
  const statement_id = unknownId('stmt');
  expect(await refusalOf(client.api.statements.get({ params: { ...params, statement_id } }))).toBe(
    '404 statement_not_found',
  );
});
