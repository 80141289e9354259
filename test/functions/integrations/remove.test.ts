import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';
import { itemsLeft } from '../../support/table.ts';

test('an integration that is removed leaves no secret behind', async () => {
  const org = await organization();
  const { id } = await org.api.integrations.create({
    body: { provider: 'vapi', name: 'Gone', webhook_secret: 'soon-forgotten' },
  });
  const params = { integration_id: id };
  await org.api.integrations.remove({ params });
  expect(await refusalOf(org.api.integrations.get({ params }))).toBe('404 integration_not_found');
  expect(await refusalOf(org.api.integrations.remove({ params }))).toBe('404 integration_not_found');
  expect((await org.api.integrations.list({})).data).toEqual([]);
  expect(await itemsLeft(id)).toEqual([]);
});
