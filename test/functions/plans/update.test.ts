import { expect, test } from 'vitest';
import { organization, problemOf, refusalOf } from '../../fixtures.ts';
import { terms } from '../../support/billing.ts';

test('a patch changes what it names, null resets a default, and running subscriptions stay', async () => {
  const { api } = await organization(undefined, 'reseller');
  const body = { ...terms, rounding_seconds: 6, metadata: { keep: '1', gone: '2' } };
  const plan = await api.plans.create({ body });
  const params = { plan_id: plan.id };
  const patch = { minute_rate: '0.10', rounding_seconds: null, metadata: { gone: null, fresh: '3' } };
  const updated = await api.plans.update({ params, body: patch });
  expect(updated).toEqual({
    ...plan,
    minute_rate: '0.10',
    rounding_seconds: 60,
    metadata: { keep: '1', fresh: '3' },
    version: 2,
    updated_at: updated.updated_at,
  });
  expect(await api.plans.get({ params })).toEqual(updated);
  expect((await api.plans.list()).data[0]).toMatchObject({ minute_rate: '0.10', version: 2 });
});

test('a patch or replacement that changes nothing makes no version', async () => {
  const { api } = await organization(undefined, 'reseller');
  const plan = await api.plans.create({ body: terms });
  const params = { plan_id: plan.id };
  for (const body of [{}, { name: terms.name }, { metadata: { none: null } }, { at_limit: null }]) {
    expect(await api.plans.update({ params, body })).toEqual(plan);
  }
  expect(await api.plans.replace({ params, body: plan })).toEqual(plan);
});

test('null for a field without a default, and fields that are fixed, are refused', async () => {
  const { api } = await organization(undefined, 'reseller');
  const params = { plan_id: (await api.plans.create({ body: terms })).id };
  const faultsOf = async (body: object) =>
    (await problemOf(api.plans.update({ params, body }))).errors.map(
      ({ pointer, code }) => `${pointer} ${code}`,
    );
  expect(await faultsOf({ name: null, base_fee: null })).toEqual([
    '/name invalid_type',
    '/base_fee invalid_type',
  ]);
  expect(await faultsOf({ client_id: null, version: 7 })).toEqual(['/client_id unknown', '/version unknown']);
  const other = (await organization()).api;
  expect(await refusalOf(other.plans.update({ params, body: {} }))).toBe('404 plan_not_found');
});
