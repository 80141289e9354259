import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newAgent, organization, platform, refusalOf } from '../../fixtures.ts';
import { allItems, itemsLeft, tableOf } from '../../support/table.ts';

test('a removed document has no items left and is no longer counted', async () => {
  const org = await organization();
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
  expect(await itemsLeft(removed.id)).toEqual([]);
});

test('a repeat under an Idempotency-Key is answered as the first request was, for a day', async () => {
  const org = await organization();
  const agent_id = (await newAgent(org)).id;
  const body = { name: 'Removed', text: 'It is known' };
  const { id: document_id } = await org.api.documents.create({ params: { agent_id }, body });
  const input = { params: { agent_id, document_id }, idempotencyKey: randomUUID() };
  await org.api.documents.remove(input);
  await org.api.documents.remove(input);
  const answers = (await allItems(org.client.id)).filter(({ pk }) => /^idempotency#.*DELETE/.test(pk));
  expect(answers).toHaveLength(1);
  // DynamoDB deletes what has expired up to two days later.
  await tableOf(platform).put({ ...answers[0], expires: Math.floor(Date.now() / 1000) - 1 });
  expect(await refusalOf(org.api.documents.remove(input))).toBe('404 document_not_found');
});
