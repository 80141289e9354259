import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import { keyOf } from '#lib/store/keys.ts';
import { available, refusalOf } from './fixtures.ts';
import { eventually } from './support/eventually.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { tableOf } from './support/table.ts';
import type { Users } from './support/users.ts';
import { upload, usersOf } from './support/users.ts';

let platform: OwnPlatform;
let users: Users;

// The clock stands still for the functions, which run in this process, until a test sets it on.
beforeAll(async () => {
  platform = await startOwnPlatform();
  users = usersOf(platform.description);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterAll(async () => {
  vi.useRealTimers();
  await platform.close();
});

const passes = (seconds: number): void => {
  vi.setSystemTime(Date.now() + seconds * 1000);
};

const agents = (key: string) => users.clientFor(key).agents.list.withResponse();
const refused = '401 unauthenticated';

describe('A key in a function’s cache', { concurrent: false }, () => {
  test('is accepted for at most ten seconds after it is revoked', async () => {
    const { client, api } = await users.organization();
    const { id, key } = await api.apiKeys.create({
      body: { name: 'Gone', client_id: client.id, scopes: ['agents:read'] },
    });
    await agents(key);
    await api.apiKeys.revoke({ params: { api_key_id: id } });
    passes(10);
    expect(await refusalOf(agents(key))).toBe(refused);
  });

  test('is accepted until it expires, and no longer', async () => {
    const { client, api } = await users.organization();
    const expires_at = new Date(Date.now() + 5000).toISOString();
    const { key } = await api.apiKeys.create({
      body: { name: 'Short', client_id: client.id, scopes: ['agents:read'], expires_at },
    });
    await agents(key);
    passes(4.999);
    await agents(key);
    passes(0.001);
    expect(await refusalOf(agents(key))).toBe(refused);
  });

  test('is accepted after a rotation until the end of the overlap or of the key', async () => {
    const { client, api } = await users.organization();
    const make = (expires_at?: string) =>
      api.apiKeys.create({
        body: {
          name: 'Rotated',
          client_id: client.id,
          scopes: ['agents:read'],
          ...(expires_at && { expires_at }),
        },
      });
    const short = await make(new Date(Date.now() + 2000).toISOString());
    const long = await make();
    await api.apiKeys.rotate({ params: { api_key_id: short.id }, body: {} });
    await api.apiKeys.rotate({ params: { api_key_id: long.id }, body: { overlap_seconds: 2 } });
    for (const { key } of [short, long]) await agents(key);
    passes(2);
    for (const { key } of [short, long]) expect(await refusalOf(agents(key))).toBe(refused);
  });

  test('has a changed limit at most ten seconds after it was written to the key', async () => {
    const { client, key } = await users.organization();
    const policy = async () => (await agents(key)).response.headers.get('ratelimit-policy');
    const { get } = tableOf(platform.description);
    for (const limit of [50, null]) {
      const settings = limit === null ? {} : { rate_limit: { requests_per_minute: limit } };
      await policy();
      await users.operator.clients.replace({
        params: { client_id: client.id },
        body: { name: client.name, settings },
      });
      await eventually(async () => {
        const secret = await get(keyOf('secret', hashSecret(key)));
        expect(secret?.rate_limits).toEqual(
          limit === null ? [] : [{ client_id: client.id, requests_per_minute: limit }],
        );
      });
      passes(10);
      expect(await policy()).toBe(limit === null ? null : '"requests";q=50;w=60');
    }
  });
});

describe('The retention of an organization in a function’s cache', { concurrent: false }, () => {
  test('applies to the links to its recordings at most ten seconds after it was set', async () => {
    const org = await users.organization();
    const { id: agent_id } = await org.api.agents.create({
      body: { name: 'Recorded', client_id: org.client.id },
    });
    const { id } = await org.api.conversations.create({
      body: { agent_id, status: 'completed', start_time: '2020-01-01T00:00:00Z' },
    });
    const params = { conversation_id: id };
    const sound = Buffer.from('Sound');
    const { upload: link } = await org.api.recordings.create({
      params,
      body: { content_type: 'audio/ogg', size_bytes: sound.length },
    });
    await upload(link, sound);
    await available(org, id);
    await org.api.recordings.get({ params });
    for (const retention_days of [30, undefined]) {
      await users.operator.clients.replace({
        params: { client_id: org.client.id },
        body: { name: org.client.name, settings: { retention_days } },
      });
      passes(10);
      const asked = org.api.recordings.get({ params });
      if (retention_days) expect(await refusalOf(asked)).toBe('410 recording_deleted');
      else expect((await asked).size_bytes).toBe(sound.length);
    }
  });
});

test('The counts of a key’s reads cost the request of another key nothing', {
  concurrent: false,
}, async () => {
  const [org, other] = await Promise.all([users.organization(), users.organization()]);
  const readsOf = async ({ api, client }: typeof org) => {
    const { id: agent_id } = await api.agents.create({ body: { name: 'Read', client_id: client.id } });
    const { id } = await api.conversations.create({ body: { agent_id } });
    return async () => {
      const { response } = await api.conversations.get.withResponse({ params: { conversation_id: id } });
      return response.headers.get('server-timing');
    };
  };
  const [read, readOther] = await Promise.all([readsOf(org), readsOf(other)]);
  passes(10);
  for (let times = 0; times < 2; times += 1) await read();
  passes(5);
  await readOther();
  await read();
  // The function adds the counts that are ten seconds old, with whatever request comes next.
  passes(5);
  expect(await readOther()).toContain('1 calls, 1.0 RCU, 0 WCU');
});
