import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { ProviderName } from '#lib/contract/integrations.ts';
import { providerNames } from '#lib/contract/integrations.ts';
import { problemOf, refusalOf, usersOf } from './fixtures.ts';
import { connect } from './support/connected.ts';
import type { Deliveries } from './support/deliveries.ts';
import { deliveriesOf } from './support/deliveries.ts';
import { creates, preparedDeployment } from './support/deployments.ts';
import { eventually } from './support/eventually.ts';
import { overtaken } from './support/fault-proxy.ts';
import { deploymentsOf } from './support/key-beginnings.ts';
import { dialPath, preparedCall } from './support/outbound-calls.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { fillAccount } from './support/provider-accounts.ts';
import { tableOf } from './support/table.ts';
import type { Users } from './support/users.ts';

/*
 * Providers that do what they are asked for and never answer, and functions that are killed while they wait.
 * Tasks run when a test says so, and time passes when it says so.
 */

let platform: OwnPlatform;
let users: Users;
let tasks: Deliveries;

beforeAll(async () => {
  console.warn = () => {};
  process.env.PROVIDER_URLS = JSON.stringify(
    Object.fromEntries(providerNames.map((name) => [name, `${inject('providerServers')}/${name}`])),
  );
  platform = await startOwnPlatform({ following: false, proxied: true });
  users = usersOf(platform.description);
  tasks = await deliveriesOf(platform);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => platform.close());

/** The kinds of which there is not exactly one. */
const notOnce = async (collections: () => Promise<Readonly<Record<string, object>>>) =>
  Object.entries(await collections())
    .map(([name, members]) => [name, Object.keys(members).length])
    .filter(([, count]) => count !== 1);

const steps = providerNames.flatMap((provider) => creates[provider].map((at) => ({ provider, at })));

/** The details of calls, which an import asks for one by one. */
const readPath: Readonly<Record<ProviderName, string>> = {
  elevenlabs: 'GET /v1/convai/conversations/',
  vapi: 'GET /call',
  retell: 'GET /v2/get-call/',
};

const importing = async (provider: ProviderName, calls: number) => {
  const org = await users.organization();
  const account = await fillAccount(provider, `key-of-${org.client.id}`, calls);
  const agent = await org.api.agents.create({ body: { name: 'Reception' } });
  const { id: integration_id } = await connect(
    org,
    provider,
    { [account.agent_id]: agent.id },
    { api_key: account.apiKey },
  );
  const params = { integration_id };
  const { id: import_id } = await org.api.imports.create({ params, body: { resource: 'conversations' } });
  const read = () => org.api.imports.get({ params: { integration_id, import_id } });
  const next = async () => {
    const [task] = await tasks.tasksOf(integration_id, 'imports');
    if (!task) throw new Error('There is no task');
    return task;
  };
  const idsHere = async () => {
    const { data } = await org.api.conversations.list({ query: { limit: '100' } });
    const whole = await Promise.all(
      data.map(({ id }) => org.api.conversations.get({ params: { conversation_id: id } })),
    );
    return whole.map(({ provider: from }) => from?.conversation_id).sort();
  };
  return { account, read, next, idsHere };
};

describe('A provider that never answers', { concurrent: false }, () => {
  beforeEach(() => {
    process.env.PROVIDER_TIMEOUT_MS = '1000';
  });
  /** From now on there is time enough, also on a busy machine. */
  const answersAgain = () => {
    process.env.PROVIDER_TIMEOUT_MS = '60000';
  };
  const lastSteps = steps.filter(({ provider, at }) => creates[provider].at(-1) === at);

  test.for(lastSteps)(
    '$provider, after $at: what was made is found, and not made twice',
    async ({ provider, at }) => {
      const { account, deploy, collections } = await preparedDeployment(provider, {}, users);
      await account.plan({ plans: [{ at, trouble: 'silent', times: 1 }] });
      const problem = await problemOf(deploy());
      expect([problem.status, problem.code]).toEqual([503, 'provider_unavailable']);
      answersAgain();
      expect((await deploy()).status).toBe('current');
      expect(await notOnce(collections)).toEqual([]);
    },
  );

  test.for(providerNames)('%s, after a call was asked for: it is not asked again', async (provider) => {
    const plans = [{ at: dialPath[provider], trouble: 'silent' as const }];
    const { integration, call, dialed, read } = await preparedCall(provider, plans, users);
    const { id } = await call();
    for (const task of await tasks.tasksOf(integration.id, 'calls')) await tasks.run(task);
    expect(await tasks.tasksOf(integration.id, 'calls')).toEqual([]);
    expect(await dialed()).toHaveLength(1);
    // It may ring: its webhooks will say what came of it.
    expect((await read(id)).status).toBe('active');
  });

  test.for(providerNames)(
    '%s, during an import: the import goes on later, and counts nothing twice',
    async (provider) => {
      const { account, read, next, idsHere } = await importing(provider, 5);
      await account.plan({ plans: [{ at: readPath[provider], trouble: 'silent', times: 1 }] });
      await tasks.run(await next());
      expect(await read()).toMatchObject({
        status: 'running',
        status_detail: expect.stringContaining('took too long'),
      });
      answersAgain();
      await tasks.run(await next());
      expect(await read()).toMatchObject({ status: 'completed', seen: 5, created: 5, failed: 0 });
      expect(await idsHere()).toEqual(account.ids.toSorted());
    },
  );
});

describe('A function that is killed while it waits for a provider', { concurrent: false }, () => {
  beforeEach(() => {
    // It waits until the test lets it go.
    process.env.PROVIDER_TIMEOUT_MS = '60000';
  });

  test.for(steps)('$provider, after $at: the next deployment goes on', async ({ provider, at }) => {
    const { account, deploy, collections } = await preparedDeployment(provider, {}, users);
    await account.plan({ plans: [{ at, trouble: 'silent', times: 1 }] });
    const killed = deploy().catch((error: unknown) => error);
    await eventually(async () => {
      const asked = (await account.look()).asked.map(({ method, path }) => `${method} ${path}`);
      expect(asked).toContain(at);
    });
    // Until its lease ends, nothing is deployed there.
    expect((await problemOf(deploy())).code).toBe('request_in_flight');
    vi.setSystemTime(Date.now() + 36_000);
    const { status, provider_agent_id } = await deploy();
    expect(status).toBe('current');
    expect(await notOnce(collections)).toEqual([]);
    // Had it gone on, it would have changed nothing.
    await account.plan({ release: true });
    await killed;
    expect(await deploy()).toMatchObject({ status: 'current', provider_agent_id });
    expect(await notOnce(collections)).toEqual([]);
  });

  test.for(providerNames.flatMap((provider) => [0, 1].map((dialed) => [provider, dialed] as const)))(
    '%s, with %i calls made: nobody is called again',
    async ([provider, made]) => {
      const listed = { elevenlabs: 'GET /v1/convai/phone', vapi: 'GET /phone', retell: 'GET /v2/list-phone' };
      const at = made === 1 ? dialPath[provider] : listed[provider];
      const { account, integration, call, dialed, read } = await preparedCall(
        provider,
        [{ at, trouble: 'silent', times: 1 }],
        users,
      );
      const { id } = await call();
      const [task] = await tasks.tasksOf(integration.id, 'calls');
      if (!task) throw new Error('There is no task');
      const killed = tasks.run(task).catch(() => {});
      await eventually(async () => {
        const asked = (await account.look()).asked.map(({ method, path }) => `${method} ${path}`);
        expect(asked.some((one) => one.startsWith(at))).toBe(true);
      });
      vi.setSystemTime(Date.now() + 120_000);
      await tasks.run(task);
      expect(await tasks.tasksOf(integration.id, 'calls')).toEqual([]);
      expect(await dialed()).toHaveLength(made);
      expect((await read(id)).status).toBe('active');
      await account.plan({ release: true });
      await killed;
      expect(await dialed()).toHaveLength(made);
    },
  );

  test('a call is not placed after five minutes, and has no minutes', async () => {
    const { integration, call, dialed, read } = await preparedCall('retell', [], users);
    const { id } = await call();
    const [task] = await tasks.tasksOf(integration.id, 'calls');
    if (!task) throw new Error('There is no task');
    // Ids follow the clock of the tests before, which was ahead.
    vi.setSystemTime(Date.now() + 600_000);
    await tasks.run(task);
    expect(await read(id)).toMatchObject({
      status: 'failed',
      end_reason: 'call_not_made',
      duration_ms: 0,
      provider: { metadata: { call_error: 'It could not be placed in time' } },
    });
    expect(await dialed()).toEqual([]);
  });

  test.for(providerNames)('%s, during an import: the next run imports the rest, once', async (provider) => {
    const { account, read, next, idsHere } = await importing(provider, 6);
    await account.plan({ plans: [{ at: readPath[provider], trouble: 'silent', times: 1 }] });
    const task = await next();
    const killed = tasks.run(task).catch(() => {});
    await eventually(async () => {
      const { asked } = await account.look();
      expect(asked.some(({ method, path }) => `${method} ${path}`.startsWith(readPath[provider]))).toBe(true);
    });
    vi.setSystemTime(Date.now() + 120_000);
    await tasks.run(task);
    expect(await read()).toMatchObject({ status: 'completed', seen: 6, failed: 0 });
    await account.plan({ release: true });
    await killed;
    expect(await read()).toMatchObject({ status: 'completed', seen: 6, failed: 0 });
    expect(await idsHere()).toEqual(account.ids.toSorted());
  });
});

test('an agent that is removed just before it is deployed is not made at the provider', async () => {
  const { org, params, agent, deploy, agents } = await preparedDeployment('vapi', {}, users);
  const late = overtaken(
    platform.description.dynamodb_endpoint,
    { contains: `agent#${agent.id}`, operation: 'TransactWriteItems' },
    deploy,
    () => org.api.agents.remove({ params }),
  );
  expect(await refusalOf(late)).toBe('404 agent_not_found');
  expect(await agents()).toEqual([]);
  const left = await tableOf(platform.description).partitions(`agent#${agent.id}`);
  expect(left.filter(({ sk }) => sk.startsWith('deployment#'))).toEqual([]);
});

// Without others beside it, because it holds writes by what any deployment writes.
test('a deployment that is being refreshed is not removed, and one that is being removed is not refreshed', {
  concurrent: false,
}, async () => {
  const { org, params, deploy, agents } = await preparedDeployment('vapi', {}, users);
  const { id: deployment_id } = await deploy();
  const remove = () => org.api.deployments.remove({ params: { ...params, deployment_id } });
  const list = async () => (await org.api.deployments.list({ params })).data;
  /** Holds the write that ends the lease, after everything at the provider has been done. */
  const atItsEnd = (contains: string, task: () => Promise<unknown>, meanwhile: () => Promise<unknown>) =>
    overtaken(
      platform.description.dynamodb_endpoint,
      { contains, operation: 'TransactWriteItems' },
      task,
      meanwhile,
    );

  await org.api.agents.update({ params, body: { prompt: 'You are Max.' } });
  await atItsEnd('"status_detail":{"NULL":true}', deploy, async () => {
    expect(await refusalOf(remove())).toBe('409 request_in_flight');
  });
  expect(await agents()).toHaveLength(1);
  expect(await list()).toMatchObject([{ id: deployment_id, status: 'current', agent_version: 2 }]);

  await atItsEnd('"lease":{"NULL":true}', remove, async () => {
    expect(await refusalOf(deploy())).toBe('409 request_in_flight');
  });
  expect(await agents()).toEqual([]);
  expect(await list()).toEqual([]);
});

test('an agent that is deployed again just before its deployment is removed is removed as well', async () => {
  const { org, params, agent, deploy, agents } = await preparedDeployment('vapi', {}, users);
  const { id: deployment_id } = await deploy();
  await overtaken(
    platform.description.dynamodb_endpoint,
    {
      key: deploymentsOf(agent.id),
      operation: 'TransactWriteItems',
    },
    () => org.api.deployments.remove({ params: { ...params, deployment_id } }),
    async () => {
      await deploy();
      expect(await agents()).toHaveLength(1);
    },
  );
  expect(await agents()).toEqual([]);
  expect((await org.api.deployments.list({ params })).data).toEqual([]);
});
