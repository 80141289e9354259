import { expect, test } from 'vitest';
import { newAgent, organisation, refusalOf } from '../../fixtures.ts';
import { allItems } from '../../support/table.ts';

test('a removed document has no items left and is no longer counted', async () => {
  const org = await organisation();
  const agent_id = (await newAgent(org)).id;
  const add = (name: string) =>
    org.api.documents.create({ params: { agent_id }, body: { name, text: `${name} is known` } });
  const [kept, removed] = [await add('Kept'), await add('Removed')];
  const params = { agent_id, document_id: removed.id };
  const { response } = await org.api.documents.remove.withResponse({ params });
  expect(response.status).toBe(204);
  expect(await refusalOf(org.api.documents.get({ params }))).toBe('404 document_not_found');
  expect(await refusalOf(org.api.documents.remove({ params }))).toBe('404 document_not_found');
  const { data } = await org.api.documents.list({ params: { agent_id } });
  expect(data.map(({ id }) => id)).toEqual([kept.id]);
  expect((await org.api.agents.get({ params: { agent_id } })).knowledge_base).toEqual({
    documents: 1,
    bytes: kept.bytes,
    version: 3,
  });
  const left = await allItems(removed.id);
  expect(left.every(({ pk }) => pk.startsWith('events#'))).toBe(true);
});
