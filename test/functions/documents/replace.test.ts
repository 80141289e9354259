import { expect, test } from 'vitest';
import { newAgent, organization, problemOf, refusalOf } from '../../fixtures.ts';

test('the whole document is replaced and counted again, and a document can be sent back as it was read', async () => {
  const org = await organization();
  const agent_id = (await newAgent(org)).id;
  const before = await org.api.documents.create({
    params: { agent_id },
    body: { name: 'Hours', text: 'Nine to five', metadata: { a: '1' } },
  });
  const params = { agent_id, document_id: before.id };
  const same = await org.api.documents.replace({ params, body: { ...before, name: 'Opening hours' } });
  expect(same).toEqual({ ...before, name: 'Opening hours', version: 2, updated_at: same.updated_at });
  const after = await org.api.documents.replace({ params, body: { name: 'Closed', text: '❌' } });
  expect(after).toMatchObject({ text: '❌', bytes: 3, metadata: {}, version: 3 });
  expect(await org.api.documents.get({ params })).toEqual(after);
  const { knowledge_base, version } = await org.api.agents.get({ params: { agent_id } });
  expect([knowledge_base, version]).toEqual([{ documents: 1, bytes: 3, version: 3 }, 1]);
  expect((await org.api.documents.list({ params: { agent_id } })).data).toMatchObject([
    { name: 'Closed', bytes: 3, version: 3 },
  ]);
});

test('a larger document is refused when the knowledge base is full, and a smaller one is accepted', async () => {
  const org = await organization();
  const agent_id = (await newAgent(org)).id;
  const text = 'x'.repeat(204_800);
  const add = () => org.api.documents.create({ params: { agent_id }, body: { name: 'Part', text } });
  const [first, ...others] = await Promise.all(Array.from({ length: 10 }, add));
  const small = await org.api.documents.create({
    params: { agent_id },
    body: { name: 'Small', text: 'x'.repeat(49_151) },
  });
  const replace = (document_id: string, bytes: number) =>
    org.api.documents.replace({
      params: { agent_id, document_id },
      body: { name: 'Other', text: 'x'.repeat(bytes) },
    });
  expect(await refusalOf(replace(small.id, 49_153))).toBe('409 knowledge_base_full');
  await replace(small.id, 49_152);
  await replace(first?.id ?? '', 204_800);
  await replace(others[0]?.id ?? '', 1);
  const { bytes } = (await org.api.agents.get({ params: { agent_id } })).knowledge_base;
  expect(bytes).toBe(2_097_152 - 204_799);
});

test('it stays with its agent', async () => {
  const org = await organization();
  const [one, other] = await Promise.all([newAgent(org), newAgent(org)]);
  const { id } = await org.api.documents.create({
    params: { agent_id: one.id },
    body: { name: 'Hours', text: 'Nine to five' },
  });
  const move = org.api.documents.replace({
    params: { agent_id: one.id, document_id: id },
    body: { name: 'X', text: 'X', agent_id: other.id },
  });
  expect((await problemOf(move)).errors).toMatchObject([{ pointer: '/agent_id', code: 'fixed' }]);
});
