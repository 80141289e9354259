import { expect, test } from 'vitest';
import { newAgent, organization, problemOf, refusalOf } from '../../fixtures.ts';

const megabytes = 1024 * 1024;

test('a document is stored as it was sent, and counted by the agent', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const params = { agent_id: agent.id };
  const body = { name: 'Hours', text: 'Nine to five.\n予約 🦷\u0000', metadata: { source: 'web' } };
  const { reply, response } = await org.api.documents.create.withResponse({ params, body });
  expect(response.headers.get('location')).toBe(`/v1/agents/${agent.id}/documents/${reply.id}`);
  expect(reply).toEqual({
    ...body,
    external_id: null,
    id: reply.id,
    agent_id: agent.id,
    created_at: reply.created_at,
    updated_at: reply.created_at,
    version: 1,
    bytes: Buffer.byteLength(body.text),
  });
  expect(await org.api.documents.get({ params: { ...params, document_id: reply.id } })).toEqual(reply);
  expect(await org.api.agents.get({ params })).toEqual({
    ...agent,
    knowledge_base: { documents: 1, bytes: reply.bytes, version: 1 },
  });
});

test('a document creates no version of the agent, but changes the agent’s ETag', async () => {
  const org = await organization();
  const params = { agent_id: (await newAgent(org)).id };
  const etagOf = async () =>
    (await org.api.agents.get.withResponse({ params })).response.headers.get('etag') ?? '';
  const before = await etagOf();
  await org.api.documents.create({ params, body: { name: 'Hours', text: 'Nine to five' } });
  expect(await etagOf()).not.toBe(before);
  expect((await org.api.agentVersions.list({ params })).data).toHaveLength(1);
  const replace = (ifMatch: string) => org.api.agents.replace({ params, ifMatch, body: { name: 'Changed' } });
  expect(await refusalOf(replace(before))).toBe('412 precondition_failed');
  const { version, knowledge_base } = await replace(await etagOf());
  expect([version, knowledge_base.documents]).toEqual([2, 1]);
});

test('a text has up to 200 KB in any script, and the fault is reported', async () => {
  const org = await organization();
  const params = { agent_id: (await newAgent(org)).id };
  const longest = `${'予'.repeat(68_266)}xy`;
  const { bytes } = await org.api.documents.create({ params, body: { name: 'Long', text: longest } });
  expect(bytes).toBe(204_800);
  for (const text of [`${longest}x`, 'x'.repeat(204_801), '']) {
    const { errors } = await problemOf(org.api.documents.create({ params, body: { name: 'X', text } }));
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/text']);
  }
  expect((await org.api.agents.get({ params })).knowledge_base).toMatchObject({ documents: 1, bytes });
});

test('an agent has up to 2 MB, to the byte, and removals make room', async () => {
  const org = await organization();
  const params = { agent_id: (await newAgent(org)).id };
  const add = (bytes: number) =>
    org.api.documents.create({ params, body: { name: 'Part', text: 'x'.repeat(bytes) } });
  const parts = await Promise.all(Array.from({ length: 10 }, () => add(204_800)));
  const left = 2 * megabytes - 10 * 204_800;
  const problem = await problemOf(add(left + 1));
  expect([problem.status, problem.code]).toEqual([409, 'knowledge_base_full']);
  expect(problem.problem).toMatchObject({
    detail: 'An agent has at most 100 documents with 2097152 bytes of text',
    documents: 10,
    bytes: 10 * 204_800,
  });
  await add(left);
  expect((await org.api.agents.get({ params })).knowledge_base).toMatchObject({
    documents: 11,
    bytes: 2 * megabytes,
  });
  expect(await refusalOf(add(1))).toBe('409 knowledge_base_full');
  await org.api.documents.remove({ params: { ...params, document_id: parts[0]?.id ?? '' } });
  await add(204_800);
  // Each agent has its own room.
  const other = { agent_id: (await newAgent(org)).id };
  await org.api.documents.create({ params: other, body: { name: 'Part', text: 'x' } });
});

test('of concurrent requests for the last place, only as many succeed as fit', async () => {
  const org = await organization();
  const params = { agent_id: (await newAgent(org)).id };
  const add = (bytes: number) =>
    org.api.documents.create({ params, body: { name: 'Part', text: 'x'.repeat(bytes) } });
  for (let at = 0; at < 9; at += 1) await add(204_800);
  // Two of them fit into the remaining bytes.
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => add(100_000)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  const { documents, bytes } = (await org.api.agents.get({ params })).knowledge_base;
  expect([documents, bytes]).toEqual([11, 9 * 204_800 + 200_000]);
});

test('an agent has up to 100 documents', async () => {
  const org = await organization();
  const params = { agent_id: (await newAgent(org)).id };
  const add = () => org.api.documents.create({ params, body: { name: 'Small', text: 'x' } });
  for (let at = 0; at < 100; at += 1) await add();
  const problem = await problemOf(add());
  expect([problem.status, problem.code]).toEqual([409, 'knowledge_base_full']);
  expect(problem.problem).toMatchObject({ documents: 100, bytes: 100 });
  const { data, has_more } = await org.api.documents.list({ params, query: { limit: '100' } });
  expect([data.length, has_more]).toEqual([100, false]);
});
