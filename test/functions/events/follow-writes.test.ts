import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { newId } from '#lib/domain/ids.ts';
import { eventKey } from '#lib/store/keys.ts';
import { injectFault, newAgent, newConversation, organization, platform, refusalOf } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { inject, startFaultProxy } from '../../support/fault-proxy.ts';
import { withOwnPlatform } from '../../support/own-platform.ts';
import { allItems, dynamodb, itemsLeft } from '../../support/table.ts';
import { upload, usersOf } from '../../support/users.ts';

test.for(['refused', 'throttled', 'lost-answer'] as const)(
  'an erasure is done to the end, however often DynamoDB has %s a part of it',
  async (kind) => {
    const org = await organization();
    const { id } = await newConversation(org, {
      status: 'completed',
      turns: Array.from({ length: 40 }, (_, at) => ({ role: 'user' as const, text: `word${at}` })),
    });
    const params = { conversation_id: id };
    await injectFault({ contains: `conversation#${id}`, operation: 'BatchWriteItem', kind, times: 15 });
    await org.api.conversations.erase({ params });
    await eventually(async () => {
      expect(await refusalOf(org.api.conversations.erase({ params }))).toBe('404 conversation_not_found');
    });
  },
);

test.for(['refused', 'throttled', 'lost-answer'] as const)(
  'nothing is left of a removed agent, however often DynamoDB has %s a part of it',
  async (kind) => {
    const org = await organization();
    const params = { agent_id: (await newAgent(org)).id };
    for (const name of ['One', 'Two', 'Three']) {
      await org.api.documents.create({ params, body: { name, text: 'Known' } });
    }
    for (let at = 0; at < 30; at += 1) await org.api.agents.replace({ params, body: { name: `Name ${at}` } });
    await injectFault({ contains: params.agent_id, operation: 'BatchWriteItem', kind, times: 8 });
    await org.api.agents.remove({ params });
    await eventually(async () => {
      const left = await itemsLeft(params.agent_id);
      expect(left.filter(({ pk }) => !pk.startsWith('idempotency#'))).toEqual([]);
    });
  },
);

test('an event of a removal that was not asked for removes nothing', async () => {
  const org = await organization();
  const [kept, removed] = await Promise.all([newAgent(org), newAgent(org)]);
  const event = newId('evt');
  const { id: client_id } = org.client;
  const written = {
    id: event,
    type: 'agent.removed',
    entity: kept.id,
    client_id,
    path: [client_id],
    version: 1,
  };
  await dynamodb.send(
    // In the partition of the other one's events, so that those come after it.
    new PutCommand({ TableName: platform.table, Item: { ...eventKey(removed.id, event), ...written } }),
  );
  await org.api.agents.remove({ params: { agent_id: removed.id } });
  await eventually(async () => expect((await allItems(`agent#${removed.id}`)).length).toBe(0));
  const params = { agent_id: kept.id };
  expect((await org.api.agentVersions.list({ params })).data).toHaveLength(1);
});

test('an erasure is done to the end, however often S3 has refused to delete the recording', () =>
  withOwnPlatform(async ({ s3_endpoint, ...description }) => {
    const proxy = await startFaultProxy(s3_endpoint);
    process.env.AWS_ENDPOINT_URL_S3 = proxy.endpoint;
    console.error = () => {};
    const users = usersOf(description);
    const org = await users.organization();
    const agent = await users.operator.agents.create({ body: { name: 'A', client_id: org.client.id } });
    const { id } = await org.api.conversations.create({ body: { agent_id: agent.id } });
    const params = { conversation_id: id };
    const body = { content_type: 'audio/mpeg' as const, size_bytes: 4 };
    const { upload: link } = await org.api.recordings.create({ params, body });
    expect((await upload(link, Buffer.from('tone'))).status).toBe(200);
    const { url } = await eventually(() => org.api.recordings.get({ params }));
    expect((await fetch(url)).status).toBe(200);

    const { met } = await inject(proxy.endpoint, { contains: 'DeleteObject', kind: 'refused', times: 5 });
    await org.api.conversations.erase({ params });
    await eventually(async () => {
      expect(await refusalOf(org.api.conversations.erase({ params }))).toBe('404 conversation_not_found');
    });
    expect(await met()).toBeGreaterThan(5);
    expect((await fetch(url)).status).toBe(404);
    await proxy.close();
  }));

test('an event of an erasure that was not asked for erases nothing', async () => {
  const org = await organization();
  const { id } = await newConversation(org);
  const event = newId('evt');
  const { id: client_id } = org.client;
  const written = {
    id: event,
    type: 'conversation.erased',
    entity: id,
    client_id,
    path: [client_id],
    version: 1,
  };
  await dynamodb.send(
    new PutCommand({ TableName: platform.table, Item: { ...eventKey(id, event), ...written } }),
  );
  const other = await newConversation(org);
  await org.api.conversations.erase({ params: { conversation_id: other.id } });
  await eventually(async () => {
    const again = org.api.conversations.erase({ params: { conversation_id: other.id } });
    expect(await refusalOf(again)).toBe('404 conversation_not_found');
  });
  expect((await org.api.conversations.get({ params: { conversation_id: id } })).id).toBe(id);
});
