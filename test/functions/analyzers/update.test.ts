import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';

test('a patch merges objects, and null resets a field', async () => {
  const { api } = await organization();
  const body = { name: 'One', when: { min_turns: 5, sample: 0.5 }, enabled: false };
  const { id: analyzer_id } = await api.analyzers.create({ body });
  const params = { analyzer_id };
  const patched = await api.analyzers.update({ params, body: { when: { sample: null }, enabled: null } });
  expect(patched).toMatchObject({ version: 2, enabled: true, when: { min_turns: 5, sample: 1 } });
  const other = (await organization()).api;
  expect(await refusalOf(other.analyzers.update({ params, body: {} }))).toBe('404 analyzer_not_found');
});
