import { expect, test } from 'vitest';
import { operator, organization, refusalOf } from '../../fixtures.ts';

test('an erasure is found by its id, but not from a sibling organization', async () => {
  const [one, other] = [await organization(), await organization()];
  const { id } = await one.api.erasures.create({ body: { caller: 'crm-77' } });
  const params = { erasure_id: id };
  expect(await operator.erasures.get({ params })).toMatchObject({ id, client_id: one.client.id });
  expect(await refusalOf(other.api.erasures.get({ params }))).toBe('404 erasure_not_found');
});
