import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';

test('an analyzer is visible above, and below if it is shared', async () => {
  const above = await organization();
  const org = await organization(above);
  const below = await organization(org);
  const shared = await org.api.analyzers.create({ body: { name: 'Shared' } });
  const hidden = await org.api.analyzers.create({ body: { name: 'Hidden', shared: false } });
  const seen = (who: typeof org, analyzer_id: string) =>
    refusalOf(who.api.analyzers.get({ params: { analyzer_id } })).catch(() => 'seen');
  for (const { id } of [shared, hidden]) {
    expect(await above.api.analyzers.get({ params: { analyzer_id: id } })).toMatchObject({ id });
  }
  expect(await below.api.analyzers.get({ params: { analyzer_id: shared.id } })).toEqual(shared);
  expect(await seen(below, hidden.id)).toBe('404 analyzer_not_found');
  expect(await seen(await organization(), shared.id)).toBe('404 analyzer_not_found');
});
