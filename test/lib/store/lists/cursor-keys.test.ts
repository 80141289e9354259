import { expect, test } from 'vitest';
import { rotateCursorKeys } from '#lib/store/lists/cursor-keys.ts';
import { organization } from '../../../fixtures.ts';

test('cursors in use survive rotations of their keys', async () => {
  const { api } = await organization();
  for (const name of ['a', 'b', 'c']) await api.agents.create({ body: { name } });
  const names = ({ data }: { data: readonly { name: string }[] }) => data.map(({ name }) => name);
  const one = await api.agents.list({ query: { limit: '1' } });
  const before = await rotateCursorKeys();
  const after = await rotateCursorKeys();
  expect(after.keys.map(({ id }) => id)).toEqual([after.keys[0]?.id, ...before.keys.map(({ id }) => id)]);
  const two = await api.agents.list({ query: { limit: '1', cursor: one.next_cursor ?? '' } });
  const three = await api.agents.list({ query: { limit: '1', cursor: two.next_cursor ?? '' } });
  expect([one, two, three].flatMap(names)).toEqual(['c', 'b', 'a']);
});
