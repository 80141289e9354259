import { expect, test } from 'vitest';
import { organization, platform, refusalOf, usersOf } from '../../fixtures.ts';
import { billedOrganization, monthFromNow } from '../../support/billing.ts';
import { eventually } from '../../support/eventually.ts';

test('past months become final in order, and the current one is a draft', async () => {
  const { reseller, client, params, plan_id } = await billedOrganization(usersOf(platform));
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(-3) } });
  const statements = await eventually(async () => {
    const { data } = await reseller.api.statements.list({ params });
    const old = data.filter(({ period_end }) => Date.parse(period_end) + 86_400_000 <= Date.now());
    expect(old.map(({ status }) => status)).toEqual(old.map(() => 'final'));
    expect(old.length).toBeGreaterThan(1);
    return data;
  });
  expect(statements[0]).toMatchObject({ status: 'draft', finalized_at: null });
  expect(statements.at(-1)?.period_start).toBe(`${monthFromNow(-3)}T00:00:00.000Z`);
  expect(new Set(statements.map(({ id }) => id)).size).toBe(statements.length);

  const pages = client.api.statements.list.all({ params, query: { limit: '1' } });
  const found: (typeof statements)[number][] = [];
  for await (const statement of pages) found.push(statement);
  // The billed organization does not see the costs of those above.
  expect(found).toEqual(
    statements.map(({ costs: _costs, margin: _margin, ...shown }, at) => ({
      ...shown,
      ...(shown.status === 'draft' && { updated_at: found[at]?.updated_at }),
    })),
  );
});

test('an organization that is not billed has no statements', async () => {
  const { api, client } = await organization();
  const params = { client_id: client.id };
  expect((await api.statements.list({ params })).data).toEqual([]);
  expect(await refusalOf((await organization()).api.statements.list({ params }))).toBe(
    '404 client_not_found',
  );
});
