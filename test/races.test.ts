import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import { keyOf } from '#lib/store/keys.ts';
import { refusalOf } from './fixtures.ts';
import { backgroundOf } from './support/background.ts';
import { inject, overtaken } from './support/fault-proxy.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { peopleOf } from './support/people.ts';
import { tableOf } from './support/table.ts';
import { anyAgent } from './support/test-suites.ts';
import type { Organization, Users } from './support/users.ts';
import { usersOf } from './support/users.ts';

/*
 * Two requests at the same moment, in the order that hurts most: one of them has read and decided, and is
 * held before its write until the other one is through.
 */

let platform: OwnPlatform;
let users: Users;
let proxy: string;

beforeAll(async () => {
  platform = await startOwnPlatform({ following: false, proxied: true });
  users = usersOf(platform.description);
  proxy = platform.description.dynamodb_endpoint;
  console.error = () => {};
  console.warn = () => {};
});
afterAll(() => platform.close());

const operation = 'TransactWriteItems';

/** Holds a write that mentions a text until something else is through. */
const beforeWrite = <T>(contains: string, task: () => Promise<T>, meanwhile: () => Promise<unknown>) =>
  overtaken(proxy, { contains, operation }, task, meanwhile);

const newConversation = async (org: Organization) => {
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'A' } });
  const { id } = await org.api.conversations.create({ body: { agent_id } });
  return { conversation_id: id };
};

const turn = (text: string) => ({ role: 'user' as const, text });

test('a key that is revoked while it creates another one creates none', async () => {
  const org = await users.organization();
  const body = { name: 'Short', scopes: ['keys:write' as const] };
  const { id, key } = await org.api.apiKeys.create({ body });
  const made = beforeWrite(
    'Made by a race',
    () => users.clientFor(key).apiKeys.create({ body: { ...body, name: 'Made by a race' } }),
    () => org.api.apiKeys.revoke({ params: { api_key_id: id } }),
  );
  expect(await refusalOf(made)).toBe('401 unauthenticated');
  const { data } = await org.api.apiKeys.list({});
  expect(data.map(({ name }) => name)).toEqual(['Test']);
});

test('a key that is rotated while it rotates itself is rotated once', async () => {
  const org = await users.organization();
  const { id, key } = await org.api.apiKeys.create({ body: { name: 'R', scopes: ['keys:write'] } });
  const params = { api_key_id: id };
  const body = { overlap_seconds: 0 };
  let first = '';
  // Its first use is noted before.
  await users.clientFor(key).me.get();
  const second = beforeWrite(
    'api_key.rotated',
    () => users.clientFor(key).apiKeys.rotate({ params, body }),
    async () => {
      first = (await users.operator.apiKeys.rotate({ params, body })).key;
    },
  );
  expect(await refusalOf(second)).toBe('401 unauthenticated');
  expect((await users.clientFor(first).me.get()).key?.version).toBe(2);
});

test('a signing secret that was shown while an agent got its first tool signs its requests', async () => {
  const org = await users.organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Pia' } });
  const params = { agent_id };
  const action = { type: 'http' as const, url: 'https://tools.example/slots' };
  const tool = { name: 'find_slots', description: 'Free times', parameters: { type: 'object' }, action };
  const { get } = tableOf(platform.description);
  let shown: unknown;
  await beforeWrite(
    'agent.updated',
    () => org.api.agents.update({ params, body: { tools: [tool] } }),
    async () => {
      await org.api.signingSecrets.rotate({ params });
      shown = await get(keyOf('signing_secret', agent_id));
    },
  );
  expect(shown).toBeDefined();
  expect(await get(keyOf('signing_secret', agent_id))).toEqual(shown);
});

test('recording the use of a key does not restore a key that was revoked in the meantime', async () => {
  const org = await users.organization();
  const { id, key } = await org.api.apiKeys.create({ body: { name: 'Gone', scopes: ['agents:read'] } });
  const secret = hashSecret(key);
  // The note is written beside the request, which waits for it.
  await beforeWrite(
    secret,
    () => users.clientFor(key).agents.list(),
    () => org.api.apiKeys.revoke({ params: { api_key_id: id } }),
  );
  const { get } = tableOf(platform.description);
  expect(await get(keyOf('secret', secret))).toBeUndefined();
  expect(await get(keyOf('last_use', id))).toBeUndefined();
});

test('turns that arrive during an erasure do not restore the conversation', async () => {
  const org = await users.organization();
  const params = await newConversation(org);
  const appended = beforeWrite(
    params.conversation_id,
    () => org.api.transcripts.append({ params, body: { turns: [turn('Too late')] } }),
    () => org.api.conversations.erase({ params }),
  );
  expect(await refusalOf(appended)).toBe('404 conversation_not_found');
  expect(await refusalOf(org.api.conversations.get({ params }))).toBe('404 conversation_not_found');
  const left = (
    await tableOf(platform.description).partitions(`conversation#${params.conversation_id}`)
  ).filter(({ sk }) => sk !== 'record');
  expect(left).toEqual([]);
});

test('a patch that was overtaken by another one keeps both changes', async () => {
  const org = await users.organization();
  const params = await newConversation(org);
  await beforeWrite(
    params.conversation_id,
    () => org.api.conversations.update({ params, body: { outcome: 'won' } }),
    () => org.api.conversations.update({ params, body: { sentiment: 'positive' } }),
  );
  const { outcome, sentiment, version } = await org.api.conversations.get({ params });
  expect([outcome, sentiment, version]).toEqual(['won', 'positive', 3]);
});

test('the last place of a quota is used once', async () => {
  const settings = { quotas: { agents: 1 } };
  const org = await users.organization(undefined, 'client', { settings });
  const late = beforeWrite(
    'Late agent',
    () => org.api.agents.create({ body: { name: 'Late agent' } }),
    () => org.api.agents.create({ body: { name: 'First' } }),
  );
  expect(await refusalOf(late)).toBe('409 quota_exceeded');
});

test('a provider’s conversation that is sent twice concurrently is recorded once', async () => {
  const org = await users.organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'A' } });
  const provider = { name: 'test', conversation_id: 'raced' };
  const record = () => org.api.conversations.create({ body: { agent_id, provider } });
  const second = beforeWrite(org.client.id, record, record);
  expect(await refusalOf(second)).toBe('409 conversation_exists');
});

test('a document that arrives while its agent is removed is refused', async () => {
  const org = await users.organization();
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'A' } });
  const params = { agent_id };
  const late = beforeWrite(
    'Late document',
    () => org.api.documents.create({ params, body: { name: 'Late document', text: 'x' } }),
    () => org.api.agents.remove({ params }),
  );
  expect(await refusalOf(late)).toBe('404 agent_not_found');
});

const newSuite = async (api: Organization['api']): Promise<string> => {
  const { id } = await api.scenarios.create({ body: anyAgent });
  return (await api.testSuites.create({ body: { name: 'All', scenario_ids: [id] } })).id;
};

test.for(['saved', 'restored', 'set to follow what is saved'] as const)(
  'an agent that is %s while it gets a gate speaks with the version that the gate keeps',
  async (how) => {
    const { api } = await users.organization();
    const suite_id = await newSuite(api);
    const { id: agent_id } = await api.agents.create({ body: { name: 'A' } });
    const params = { agent_id };
    await api.agents.update({ params, body: { name: 'B' } });
    const live_version = how === 'set to follow what is saved' ? 1 : null;
    await api.gates.setLive({ params, body: { version: live_version } });
    const changes = {
      saved: () => api.agents.update({ params, body: { name: 'C' } }),
      restored: () => api.agentVersions.restore({ params: { ...params, agent_version: '1' } }),
      'set to follow what is saved': () => refusalOf(api.gates.setLive({ params, body: { version: null } })),
    };
    await beforeWrite<unknown>(agent_id, changes[how], () =>
      api.gates.replace({ params, body: { suite_id } }),
    );
    expect(await api.agents.get({ params })).toMatchObject({ live_version: live_version ?? 2 });
  },
);

test('a gate that is set while its agent begins to follow what is saved keeps the version of before', async () => {
  const { api } = await users.organization();
  const suite_id = await newSuite(api);
  const { id: agent_id } = await api.agents.create({ body: { name: 'A' } });
  const params = { agent_id };
  await api.gates.setLive({ params, body: { version: 1 } });
  await beforeWrite(
    suite_id,
    () => api.gates.replace({ params, body: { suite_id } }),
    () => api.gates.setLive({ params, body: { version: null } }),
  );
  expect(await api.agents.get({ params })).toMatchObject({ live_version: 1 });
});

/** Lets a changed rate limit reach the keys and the people of an organization. */
const limitTo = async ({ client: { id: client_id } }: Organization, requests_per_minute: number) => {
  const settings = { rate_limit: { requests_per_minute } };
  await users.operator.clients.update({ params: { client_id }, body: { settings } });
  await backgroundOf(platform.description).runTasks('limit_keys', client_id);
};

test('a key that is rotated while its rate limit changes has the new one', async () => {
  const org = await users.organization();
  const { id } = await org.api.apiKeys.create({ body: { name: 'Limited', scopes: ['agents:read'] } });
  const { key } = await beforeWrite(
    'api_key.rotated',
    () => org.api.apiKeys.rotate({ params: { api_key_id: id }, body: { overlap_seconds: 0 } }),
    () => limitTo(org, 7),
  );
  const { get } = tableOf(platform.description);
  expect(await get(keyOf('secret', hashSecret(key)))).toMatchObject({
    rate_limits: [{ client_id: org.client.id, requests_per_minute: 7 }],
  });
});

test('a member whose role changes while the rate limit does has both', async () => {
  const org = await users.organization();
  const { memberId } = await peopleOf(platform.description.base_url, users).personIn(org, 'builder');
  const params = { member_id: memberId };
  await beforeWrite(
    memberId,
    () => users.operator.members.update({ params, body: { role: 'listener' } }),
    () => limitTo(org, 7),
  );
  const { get } = tableOf(platform.description);
  const member = await get(keyOf('member', memberId));
  const grant = await get(keyOf('grant', String(member?.person_id), org.client.id));
  for (const item of [member, grant]) {
    expect(JSON.stringify(item)).toContain('listener');
    expect(JSON.stringify(item?.rate_limits)).toContain('7');
  }
});

test('a webhook that is created while the last one is removed and another one created takes the place of neither', async () => {
  const { client, api } = await users.organization();
  const create = (description: string) =>
    api.webhooks.create({ body: { description, url: null, events: ['*'] } });
  const { id: webhook_id } = await create('Removed');
  let other = '';
  const { id } = await beforeWrite(
    'Made by a race',
    () => create('Made by a race'),
    async () => {
      await api.webhooks.remove({ params: { webhook_id } });
      other = (await create('Other')).id;
    },
  );
  const item = await tableOf(platform.description).get(keyOf('listeners', client.id));
  const hooks = JSON.parse(String(item?.hooks)) as { readonly id: string }[];
  expect(hooks.map((hook) => hook.id).sort()).toEqual([id, other].sort());
});

test('twenty appends at once to one conversation all arrive', async () => {
  const org = await users.organization();
  const params = await newConversation(org);
  const texts = Array.from({ length: 20 }, (_, at) => `Turn ${at}`);
  await Promise.all(
    texts.map((text) => org.api.transcripts.append({ params, body: { turns: [turn(text)] } })),
  );
  const { data } = await org.api.transcripts.get({ params });
  expect(data.map(({ index }) => index)).toEqual(texts.map((_, at) => at));
  expect(data.map(({ text }) => text).sort()).toEqual([...texts].sort());
});

test('a read that DynamoDB puts off is repeated, and at last answered with 503 and when to come back', async () => {
  const org = await users.organization();
  const { id } = await org.api.agents.create({ body: { name: 'A' } });
  const headers = { authorization: `Bearer ${org.key}` };
  const statusAfter = async (times: number) => {
    await inject(proxy, { contains: id, operation: 'BatchGetItem', kind: 'unprocessed', times });
    const response = await fetch(`${platform.description.base_url}/v1/agents/${id}`, { headers });
    return [response.status, response.headers.get('retry-after')];
  };
  expect(await statusAfter(2)).toEqual([200, null]);
  expect(await statusAfter(8)).toEqual([503, '1']);
});

test.for(['hot', 'in-progress'] as const)(
  'a write that DynamoDB puts off (%s) is answered with 503 and when to come back, also under a key',
  async (kind) => {
    const org = await users.organization();
    for (const idempotencyKey of [undefined, `key-${kind}`]) {
      const name = `${kind} ${idempotencyKey}`;
      await inject(proxy, { contains: name, operation, kind, times: 8 });
      const response = await fetch(`${platform.description.base_url}/v1/agents`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${org.key}`,
          'content-type': 'application/json',
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        body: JSON.stringify({ name }),
      });
      const { code } = (await response.json()) as { code: string };
      expect([response.status, code, response.headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
    }
  },
);
