import { expect, test } from 'vitest';
import type { Organization } from '../../fixtures.ts';
import {
  clientFor,
  makeKey,
  organization,
  platform,
  problemOf,
  refusalOf,
  suspend,
  unknownId,
} from '../../fixtures.ts';
import { tableOf } from '../../support/table.ts';

const newAgent = (org: Organization) =>
  org.api.agents.create({ body: { name: 'Pia', first_message: 'Hello {{name|there}}.' } });

test('a chat is a conversation with a first turn, and appears in lists', async () => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const params = { agent_id };
  const body = { channel: 'web', variables: { name: 'Ada' }, external_id: 'visit-1', tags: ['vip'] } as const;
  const chat = await org.api.chats.create({ params, body: { ...body, tags: [...body.tags] } });
  expect(chat).toMatchObject({
    agent_id,
    agent_version: 1,
    channel: 'web',
    direction: 'inbound',
    status: 'active',
    handling: 'agent',
    external_id: 'visit-1',
    tags: ['vip'],
    message: 'Hello Ada.',
    transcript: { status: 'partial', turns: 1 },
    session_token: expect.stringMatching(/^vac_[0-9A-Za-z]{49}$/),
    stream_url: `${platform.base_url}/v1/live/conversations/${chat.id}/messages`,
  });
  const listed = await org.api.conversations.list({ query: { channel: 'web', status: 'active' } });
  expect(listed.data.map(({ id }) => id)).toEqual([chat.id]);
  const got = await org.api.conversations.get({ params: { conversation_id: chat.id } });
  expect(got).toMatchObject({ handling: 'agent' });
  expect(got).not.toHaveProperty('session_token');
  expect(await refusalOf(org.api.chats.create({ params, body: { ...body, tags: [] } }))).toBe(
    '409 external_id_exists',
  );
});

test('a repeated request returns the same token, which is stored as a hash', async () => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const request = { params: { agent_id }, body: {}, idempotencyKey: `chat of ${agent_id}` };
  const first = await org.api.chats.create(request);
  expect((await org.api.chats.create(request)).session_token).toBe(first.session_token);
  const session = await tableOf(platform).get({ pk: `conversation#${first.id}`, sk: 'session' });
  expect(JSON.stringify(session)).toContain('token_hash');
  expect(JSON.stringify(session)).not.toContain(first.session_token);
});

test('only an agent in reach chats, for an organization that it serves', async () => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const other = await organization();
  const start = (api: Organization['api'], id: string, client_id?: string) =>
    refusalOf(api.chats.create({ params: { agent_id: id }, body: client_id ? { client_id } : {} }));
  expect(await start(other.api, agent_id)).toBe('404 agent_not_found');
  expect(await start(org.api, unknownId('agent'))).toBe('404 agent_not_found');
  expect(await start(org.api, agent_id, other.client.id)).toBe('404 client_not_found');
  const below = await organization(org, 'subcompany');
  const { id: lower } = await newAgent(below);
  expect(await start(org.api, lower, org.client.id)).toBe('409 agent_not_serving_client');
  await suspend(org);
  expect(await start(org.api, agent_id)).toBe('409 client_suspended');
});

test('the scope chats:write is required and sufficient', async () => {
  const org = await organization();
  const { id: agent_id } = await newAgent(org);
  const start = async (scope: 'chats:write' | 'conversations:write') =>
    clientFor(await makeKey(org.client.id, [scope])).chats.create({ params: { agent_id }, body: {} });
  expect(await refusalOf(start('conversations:write'))).toBe('403 insufficient_scope');
  expect(await start('chats:write')).toMatchObject({ status: 'active' });
});

test('a chat without a value for a variable is refused, and its caller is a value', async () => {
  const { api } = await organization();
  const { id: agent_id } = await api.agents.create({
    body: { name: 'Pia', first_message: 'Hello {{caller.name}}, {{title}}.', prompt: 'You know {{secret}}.' },
  });
  const params = { agent_id };
  const refused = await problemOf(api.chats.create({ params, body: { variables: { title: 'Dr.' } } }));
  expect(refused.errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
    '/caller/name required',
    '/variables/secret required',
  ]);
  const variables = { title: 'Dr.', secret: '' };
  const { message } = await api.chats.create({ params, body: { caller: { name: 'Ada' }, variables } });
  expect(message).toBe('Hello Ada, Dr..');
});
