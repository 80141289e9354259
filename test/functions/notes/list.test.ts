import { expect, test } from 'vitest';
import { costOf, newConversation, organization, refusalOf } from '../../fixtures.ts';

test('notes are listed page by page, newest first', async () => {
  const org = await organization();
  const params = { conversation_id: (await newConversation(org)).id };
  const other = { conversation_id: (await newConversation(org)).id };
  for (const text of ['One', 'Two', 'Three']) await org.api.notes.create({ params, body: { text } });
  await org.api.notes.create({ params: other, body: { text: 'Other' } });
  const textsOf = async (query: { limit: string; order?: 'asc' }): Promise<string[]> => {
    const texts: string[] = [];
    for await (const { text } of org.api.notes.list.all({ params, query })) texts.push(text);
    return texts;
  };
  expect(await textsOf({ limit: '2' })).toEqual(['Three', 'Two', 'One']);
  expect(await textsOf({ limit: '1', order: 'asc' })).toEqual(['One', 'Two', 'Three']);
  const last = await org.api.notes.list({ params, query: { limit: '3' } });
  expect([last.has_more, last.next_cursor]).toEqual([false, null]);
});

test('notes are read without the turns of their conversation', async () => {
  const org = await organization();
  const turns = Array.from({ length: 20 }, () => ({ role: 'user' as const, text: 'Long. '.repeat(1000) }));
  const params = { conversation_id: (await newConversation(org, { turns })).id };
  await org.api.notes.create({ params, body: { text: 'Short' } });
  const cost = await costOf(org, (api) => api.notes.list.withResponse({ params }));
  expect(cost).toBe('2 calls, 2.0 RCU, 0 WCU');
});

test('another organization does not see them', async () => {
  const org = await organization();
  const params = { conversation_id: (await newConversation(org)).id };
  await org.api.notes.create({ params, body: { text: 'Ours' } });
  const other = await organization();
  expect(await refusalOf(other.api.notes.list({ params }))).toBe('404 conversation_not_found');
});
