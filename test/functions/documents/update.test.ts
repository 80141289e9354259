import { expect, test } from 'vitest';
import { newAgent, organization, problemOf, refusalOf, unknownId } from '../../fixtures.ts';

test('a patch changes what it names, and the rest of the document stays', async () => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const created = await org.api.documents.create({
    params: { agent_id },
    body: { name: 'Hours', text: 'Nine to five', metadata: { keep: '1', gone: '2' } },
  });
  const params = { agent_id, document_id: created.id };
  const body = { name: 'Opening hours', metadata: { gone: null } };
  const renamed = await org.api.documents.update({ params, body });
  expect(renamed).toEqual({
    ...created,
    name: 'Opening hours',
    metadata: { keep: '1' },
    version: 2,
    updated_at: renamed.updated_at,
  });
  const closed = await org.api.documents.update({ params, body: { text: '❌' } });
  expect(closed).toMatchObject({ name: 'Opening hours', text: '❌', bytes: 3, version: 3 });
  const { knowledge_base } = await org.api.agents.get({ params: { agent_id } });
  expect(knowledge_base).toMatchObject({ documents: 1, bytes: 3 });
  // An update that changes nothing makes no version.
  for (const same of [{}, { name: closed.name }, { text: '❌', metadata: { gone: null } }]) {
    expect(await org.api.documents.update({ params, body: same })).toEqual(closed);
  }
  expect(await org.api.documents.replace({ params, body: closed })).toEqual(closed);
});

test('null for its name or text is refused, and so is a text for which there is no room', async () => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const text = 'x'.repeat(204_800);
  const add = () => org.api.documents.create({ params: { agent_id }, body: { name: 'Part', text } });
  await Promise.all(Array.from({ length: 10 }, add));
  const body = { name: 'Small', text: 'x' };
  const small = await org.api.documents.create({ params: { agent_id }, body });
  const params = { agent_id, document_id: small.id };
  const { errors } = await problemOf(
    org.api.documents.update({ params, body: { name: null, text: null } as object }),
  );
  expect(errors.map(({ pointer }) => pointer)).toEqual(['/name', '/text']);
  expect(await refusalOf(org.api.documents.update({ params, body: { text } }))).toBe(
    '409 knowledge_base_full',
  );
  const unknown = { agent_id, document_id: unknownId('doc') };
  expect(await refusalOf(org.api.documents.update({ params: unknown, body: {} }))).toBe(
    '404 document_not_found',
  );
});
