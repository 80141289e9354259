import { expect, test } from 'vitest';
import { readDocuments } from '#lib/agents/documents.ts';
import { organization } from '../../fixtures.ts';

test('all documents of an agent are read, oldest first, over any number of pages', async () => {
  const { api } = await organization();
  const newAgent = async () => ({ agent_id: (await api.agents.create({ body: { name: 'A' } })).id });
  const [params, other, empty] = [await newAgent(), await newAgent(), await newAgent()];
  const texts = Array.from({ length: 10 }, (_, at) => String(at).repeat(204_800));
  const known: unknown[] = [];
  for (const text of texts) {
    const { id, name, version } = await api.documents.create({ params, body: { name: 'Part', text } });
    known.push({ id, name, text, version });
  }
  await api.documents.create({ params: other, body: { name: 'Other', text: 'Other' } });
  expect(await readDocuments(params.agent_id)).toEqual(known);
  expect(await readDocuments(empty.agent_id)).toEqual([]);
});
