import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';
import { newWidget } from '../../support/widgets.ts';

test('widgets are listed newest first, for their organization alone', async () => {
  const org = await organization();
  const first = await newWidget(org);
  const second = await newWidget(org);
  const { data } = await org.api.widgets.list();
  expect(data.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect((await (await organization()).api.widgets.list()).data).toEqual([]);
  const query = { client_id: unknownId('client') };
  expect(await refusalOf(org.api.widgets.list({ query }))).toBe('404 client_not_found');
});
