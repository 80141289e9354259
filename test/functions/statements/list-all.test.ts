import { expect, test } from 'vitest';
import { organization, platform, refusalOf, unknownId, usersOf } from '../../fixtures.ts';
import { billedOrganization, monthFromOpen, terms, untilOpen } from '../../support/billing.ts';
import { eventually } from '../../support/eventually.ts';
import type { Organization } from '../../support/users.ts';

/** All statements of pages of one, which end within and between organizations. */
const inPagesOfOne = async ({ api }: Organization, query: { readonly period?: string } = {}) => {
  const found: Awaited<ReturnType<typeof api.statements.listAll>>['data'][number][] = [];
  for await (const each of api.statements.listAll.all({ query: { limit: '1', ...query } })) found.push(each);
  return found;
};

test('a reseller sees what its clients owe for a month, numbers each without a gap, and sends and settles it', async () => {
  const { reseller, client, params, plan_id } = await billedOrganization(usersOf(platform));
  const other = await organization(reseller, 'client');
  const tests = await organization(reseller, 'client', { test: true });
  const start_date = monthFromOpen(-1);
  const lastMonth = { period: start_date.slice(0, 7) };
  await reseller.api.clients.update({
    params: { client_id: reseller.client.id },
    body: {
      billing_info: {
        email: 'purchases@bright.example',
        party: { name: 'Bright Voice Ltd', address: '14 Foundry Lane\nBristol' },
        issuing: {
          email: 'billing@bright.example',
          tax: { name: 'VAT', rate: '20' },
          payment_days: 30,
          number_prefix: 'BV-',
        },
      },
    },
  });
  await reseller.api.clients.update({
    params: { client_id: other.client.id },
    body: { billing_info: { tax: { name: 'VAT', rate: '0', note: 'Reverse charge' } } },
  });
  for (const { id: client_id } of [client.client, other.client, tests.client]) {
    const body = { plan_id, start_date };
    await reseller.api.subscriptions.replace({ params: { client_id }, body });
  }
  const due = await eventually(async () => {
    const query = { ...lastMonth, status: ['final' as const], sent: 'false' as const };
    const { data } = await reseller.api.statements.listAll({ query });
    expect(data).toHaveLength(2);
    const own = await tests.api.statements.listAll({ query });
    expect(own.data[0]).toMatchObject({ status: 'final', number: null });
    return data;
  });
  // Newest organization first. That of tests is not among them, and takes no number.
  expect(due.map(({ client_id }) => client_id)).toEqual([other.client.id, client.client.id]);
  expect(due.map(({ number }) => number).sort()).toEqual(['BV-0001', 'BV-0002']);
  expect(due[0]).toMatchObject({
    total: { amount: '49.00' },
    tax: { name: 'VAT', rate: '0', note: 'Reverse charge', amount: { amount: '0.00' } },
    amount_due: { amount: '49.00' },
    plan_name: terms.name,
    minutes_used: '0',
    minutes_included: '10',
    margin: { amount: '49.00' },
  });
  expect(due[1]).toMatchObject({
    issuer_id: reseller.client.id,
    // Not the address that the issuer's own bills are sent to.
    issuer: {
      name: 'Bright Voice Ltd',
      address: '14 Foundry Lane\nBristol',
      email: 'billing@bright.example',
    },
    addressee: { name: client.client.name },
    total: { amount: '49.00' },
    tax: { name: 'VAT', rate: '20', note: null, amount: { amount: '9.80' } },
    amount_due: { amount: '58.80' },
    sent_at: null,
  });
  const days = (Date.parse(due[1]?.due_date ?? '') - Date.parse(due[1]?.finalized_at ?? '')) / 86_400_000;
  expect(Math.ceil(days)).toBe(30);

  const one = { ...params, statement_id: due[1]?.id ?? '' };
  const sent_at = '2026-11-02T10:00:00+01:00';
  const sent = await reseller.api.statements.update({ params: one, body: { sent_at } });
  expect(sent).toMatchObject({ status: 'final', sent_at: '2026-11-02T09:00:00.000Z', version: 2 });
  // Later changes of the organizations' billing information change no final statement.
  await reseller.api.clients.update({
    params: { client_id: reseller.client.id },
    body: { billing_info: { party: { name: 'Dim Voice Ltd' }, issuing: { tax: null, number_prefix: null } } },
  });
  const paid = await reseller.api.statements.update({ params: one, body: { status: 'paid' } });
  expect(paid).toEqual({ ...sent, status: 'paid', version: 3, updated_at: paid.updated_at });
  const shown = await inPagesOfOne(reseller, lastMonth);
  expect(shown.map(({ id, status }) => [id, status])).toEqual([
    [due[0]?.id, 'final'],
    [due[1]?.id, 'paid'],
  ]);

  const all = untilOpen(await inPagesOfOne(reseller));
  expect(all.map(({ client_id, status }) => [client_id, status])).toEqual([
    [other.client.id, 'draft'],
    [other.client.id, 'final'],
    [client.client.id, 'draft'],
    [client.client.id, 'paid'],
  ]);
  expect(all[0]).toMatchObject({ number: null, due_date: null, issuer: { name: 'Dim Voice Ltd' } });
  expect(all[2]).toMatchObject({ tax: null, amount_due: { amount: '49.00' } });

  const query = { client_id: client.client.id };
  const below = await reseller.api.statements.listAll({ query });
  expect(untilOpen(below.data).map(({ id }) => id)).toEqual(all.slice(2).map(({ id }) => id));
  // An organization sees its own statements without the costs, and those of no other one.
  const own = (await client.api.statements.listAll({})).data;
  expect(own.map(({ id }) => id)).toEqual(below.data.map(({ id }) => id));
  for (const statement of own) {
    expect(statement).not.toHaveProperty('costs');
    expect(statement).not.toHaveProperty('margin');
  }
  expect(await refusalOf(client.api.statements.listAll({ query: { client_id: other.client.id } }))).toBe(
    '404 client_not_found',
  );
  expect(
    await refusalOf(reseller.api.statements.listAll({ query: { client_id: unknownId('client') } })),
  ).toBe('404 client_not_found');
});

test('an organization cannot set the tax that it is charged', async () => {
  const { client, reseller } = await billedOrganization(usersOf(platform));
  const body = { billing_info: { tax: { name: 'VAT', rate: '0' } } };
  const params = { client_id: client.client.id };
  expect(await refusalOf(client.api.clients.update({ params, body }))).toBe('400 validation_failed');
  expect((await reseller.api.clients.update({ params, body })).billing_info.tax).toEqual(
    body.billing_info.tax,
  );
});

test('the parts of a tax are changed one by one, and the first change needs its name and its rate', async () => {
  const { client, reseller } = await billedOrganization(usersOf(platform));
  const params = { client_id: client.client.id };
  const patch = (tax: { name?: string; rate?: string; note?: string | null } | null) =>
    reseller.api.clients.update({ params, body: { billing_info: { tax } } });
  expect(await refusalOf(patch({ rate: '19' }))).toBe('400 validation_failed');
  await patch({ name: 'VAT', rate: '0', note: 'Reverse charge' });
  expect((await patch({ rate: '19' })).billing_info.tax).toEqual({
    name: 'VAT',
    rate: '19',
    note: 'Reverse charge',
  });
  expect((await patch({ note: null })).billing_info.tax).toEqual({ name: 'VAT', rate: '19' });
  expect((await patch(null)).billing_info.tax).toBeUndefined();
});
