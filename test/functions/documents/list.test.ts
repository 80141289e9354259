import { expect, test } from 'vitest';
import { costOf, newAgent, organization, refusalOf } from '../../fixtures.ts';

test('the documents of an agent are listed, newest first, without their text', async () => {
  const org = await organization();
  const params = { agent_id: (await newAgent(org)).id };
  const other = { agent_id: (await newAgent(org)).id };
  const add = (name: string) =>
    org.api.documents.create({ params, body: { name, text: 'Known', metadata: { a: '1' } } });
  const [first, second, third] = [await add('One'), await add('Two'), await add('Three')];
  await org.api.documents.create({ params: other, body: { name: 'Other', text: 'Known' } });
  const { data } = await org.api.documents.list({ params });
  const shown = [third, second, first].map(({ text: _text, metadata: _metadata, ...item }) => item);
  expect(data).toEqual(shown);
  const names: string[] = [];
  const pages = org.api.documents.list.all({ params, query: { order: 'asc', limit: '2' } });
  for await (const { name } of pages) names.push(name);
  expect(names).toEqual(['One', 'Two', 'Three']);
});

test('the cost of a page does not depend on the length of texts', async () => {
  const org = await organization();
  const params = { agent_id: (await newAgent(org)).id };
  for (const name of ['One', 'Two']) {
    await org.api.documents.create({ params, body: { name, text: name.repeat(60_000) } });
  }
  const cost = await costOf(org, (api) => api.documents.list.withResponse({ params }));
  expect(cost).toBe('2 calls, 2.0 RCU, 0 WCU');
});

test('an agent that does not exist, or was removed, has none', async () => {
  const org = await organization();
  const params = { agent_id: (await newAgent(org)).id };
  await org.api.documents.create({ params, body: { name: 'Known', text: 'Known' } });
  await org.api.agents.remove({ params });
  expect(await refusalOf(org.api.documents.list({ params }))).toBe('404 agent_not_found');
});
