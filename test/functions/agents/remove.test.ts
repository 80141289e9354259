import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  idempotencyHash,
  newAgent,
  newConversation,
  organization,
  refusalOf,
  usersOf,
} from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { inject } from '../../support/fault-proxy.ts';
import { withOwnPlatform } from '../../support/own-platform.ts';
import { itemsLeft } from '../../support/table.ts';

test('a removed agent is gone from everywhere, and its conversations stay', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const conversation = await newConversation(org, {
    agent_id: agent.id,
    turns: [{ role: 'user', text: 'Hi' }],
  });
  const params = { agent_id: agent.id };
  const { response } = await org.api.agents.remove.withResponse({ params });
  expect(response.status).toBe(204);

  expect(await refusalOf(org.api.agents.get({ params }))).toBe('404 agent_not_found');
  expect(await refusalOf(org.api.agents.remove({ params }))).toBe('404 agent_not_found');
  expect((await org.api.agents.list()).data).toEqual([]);
  const { id } = conversation;
  expect(await org.api.conversations.get({ params: { conversation_id: id } })).toEqual(conversation);
  const listed = await org.api.conversations.list({ query: { agent_id: agent.id } });
  expect(listed.data.map((item) => item.id)).toEqual([id]);
  expect((await org.api.transcripts.get({ params: { conversation_id: id } })).data).toHaveLength(1);
  const start = org.api.conversations.create({ body: { agent_id: agent.id } });
  expect(await refusalOf(start)).toBe('404 agent_not_found');
});

test('one that learned something meanwhile is not removed unseen, nor is anything added to one that is gone', async () => {
  const org = await organization();
  const params = { agent_id: (await newAgent(org)).id };
  const { response } = await org.api.agents.get.withResponse({ params });
  const body = { name: 'Hours', text: 'Nine to five' };
  const { id } = await org.api.documents.create({ params, body });
  const remove = org.api.agents.remove({ params, ifMatch: response.headers.get('etag') ?? '' });
  expect(await refusalOf(remove)).toBe('412 precondition_failed');
  await org.api.agents.remove({ params });
  expect(await refusalOf(org.api.documents.create({ params, body }))).toBe('404 agent_not_found');
  const get = org.api.documents.get({ params: { ...params, document_id: id } });
  expect(await refusalOf(get)).toBe('404 agent_not_found');
});

test('a document that is still under way when its agent is removed is refused', () =>
  withOwnPlatform(
    async (description) => {
      const { api, client } = await usersOf(description).organization();
      const params = {
        agent_id: (await api.agents.create({ body: { name: 'A', client_id: client.id } })).id,
      };
      const idempotencyKey = randomUUID();
      const { met } = await inject(description.dynamodb_endpoint, {
        contains: idempotencyHash(idempotencyKey),
        operation: 'TransactWriteItems',
        kind: 'conflict',
        times: 7,
      });
      const body = { name: 'Hours', text: 'Nine to five' };
      const create = refusalOf(api.documents.create({ params, body, idempotencyKey }));
      await eventually(async () => expect(await met()).toBeGreaterThan(0));
      await api.agents.remove({ params });
      expect(await create).toBe('404 agent_not_found');
    },
    // Nothing removes what is left of the agent: the document must be refused all the same.
    { following: false, proxied: true },
  ));

test('of adding documents and removing the agent at the same moment nothing is left over', async () => {
  const org = await organization();
  const params = { agent_id: (await newAgent(org)).id };
  const outcomes = await Promise.allSettled([
    ...[1, 2, 3, 4].map((at) =>
      org.api.documents.create({ params, body: { name: `Number ${at}`, text: 'Known' } }),
    ),
    org.api.agents.remove({ params }),
  ]);
  expect(outcomes.at(-1)?.status).toBe('fulfilled');
  await eventually(async () => {
    expect(await itemsLeft(params.agent_id)).toEqual([]);
  });
});

test('one that was changed meanwhile is not removed unseen', async () => {
  const org = await organization();
  const params = { agent_id: (await newAgent(org)).id };
  const { response } = await org.api.agents.get.withResponse({ params });
  await org.api.agents.replace({ params, body: { name: 'Changed' } });
  const remove = org.api.agents.remove({ params, ifMatch: response.headers.get('etag') ?? '' });
  expect(await refusalOf(remove)).toBe('412 precondition_failed');
});
