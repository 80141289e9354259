import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';

test('a list has the analyzers of an organization and below, or those that apply to it', async () => {
  const top = await organization();
  const below = await organization(top);
  const one = await top.api.analyzers.create({ body: { name: 'Top' } });
  const other = await below.api.analyzers.create({ body: { name: 'Below' } });
  const ids = (page: { data: readonly { id: string }[] }) => page.data.map(({ id }) => id);
  expect(ids(await top.api.analyzers.list())).toEqual([other.id, one.id]);
  expect(ids(await below.api.analyzers.list())).toEqual([other.id]);
  const inherited = { inherited: 'true' as const };
  expect(ids(await below.api.analyzers.list({ query: inherited }))).toEqual([other.id, one.id]);
  const first = await below.api.analyzers.list({ query: { ...inherited, limit: '1' } });
  const cursor = first.next_cursor ?? '';
  const second = await below.api.analyzers.list({ query: { ...inherited, limit: '1', cursor } });
  expect([...ids(first), ...ids(second)]).toEqual([other.id, one.id]);
  const query = { client_id: unknownId('client') };
  expect(await refusalOf(top.api.analyzers.list({ query }))).toBe('404 client_not_found');
});
