import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from './support/eventually.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { tableOf } from './support/table.ts';
import type { Users } from './support/users.ts';
import { upload, usersOf } from './support/users.ts';

/*
 * Every event, every consequence of it and every log line of a request names its cause: the actor and the
 * request.
 */

let platform: OwnPlatform;
let users: Users;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  platform = await startOwnPlatform();
  users = usersOf(platform.description);
  console.info = (line: Record<string, unknown>) => lines.push(line);
});
afterAll(() => platform.close());

const eventsOf = async (entity: string) =>
  (await tableOf(platform.description).events(entity)).filter((item) => item.entity === entity);

test('an event names the key and the request that caused it', async () => {
  const org = await users.organization();
  const { key } = await org.api.me.get();
  const requestId = randomUUID();
  const agent = await org.api.agents.create({ body: { name: 'Caused' }, requestId });
  const [event] = await eventsOf(agent.id);
  expect(event).toMatchObject({ type: 'agent.created', actor: key?.id, request_id: requestId });
});

test('an event of a task names the key and the request that began it', async () => {
  const { api } = await users.organization();
  const { key } = await api.me.get();
  const requestId = randomUUID();
  const { id } = await api.exports.create({ body: { resources: ['agents'] }, requestId });
  await eventually(async () => {
    const [event] = await eventsOf(id);
    expect(event).toMatchObject({ type: 'export.completed', actor: key?.id, request_id: requestId });
  });
});

test('an event of scheduled work names the run and no key', async () => {
  const { api } = await users.organization();
  const { id: agent_id } = await api.agents.create({ body: { name: 'A' } });
  const start_time = '2020-01-01T00:00:00Z';
  const { id } = await api.conversations.create({ body: { agent_id, start_time } });
  await platform.run('clock.endStaleConversations');
  const ended = (await eventsOf(id)).find(({ type }) => type === 'conversation.ended');
  expect(ended).toMatchObject({ actor: null, request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
});

test('the event of a received recording names the run', async () => {
  const { api } = await users.organization();
  const { id: agent_id } = await api.agents.create({ body: { name: 'A' } });
  const { id } = await api.conversations.create({ body: { agent_id } });
  const params = { conversation_id: id };
  const body = { content_type: 'audio/mpeg' as const, size_bytes: 4 };
  const { upload: link } = await api.recordings.create({ params, body });
  await upload(link, Buffer.from('tone'));
  await eventually(async () => {
    const event = (await eventsOf(id)).find(({ type }) => type === 'recording.available');
    expect(event).toMatchObject({ actor: null, request_id: expect.any(String) });
  });
});

test('a key names the key that created it', async () => {
  const org = await users.organization();
  const { key } = await org.api.me.get();
  const made = await org.api.apiKeys.create({ body: { name: 'Made', scopes: ['agents:read'] } });
  expect(made.created_by).toBe(key?.id);
  const { data } = await org.api.apiKeys.list({});
  expect(data.find(({ id }) => id === made.id)?.created_by).toBe(key?.id);
  expect((await users.operator.me.get()).key?.created_by).toBeNull();
});

test('the log line of a request has the ids in its path', async () => {
  const { api, client } = await users.organization();
  const agent = await api.agents.create({ body: { name: 'A' } });
  const requestId = randomUUID();
  await api.agents.get({ params: { agent_id: agent.id }, requestId });
  const line = lines.find(({ sent_request_id }) => sent_request_id === requestId);
  expect(line).toMatchObject({ client_id: client.id, path: { agent_id: agent.id } });
});
