import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Integration } from '#lib/contract/integrations.ts';
import { toContext, toEvent } from '#lib/local/event.ts';
import type { TaskItem } from '#lib/store/tasks/tasks.ts';
import { connect, deliver, newCall } from './support/connected.ts';
import { eachOf } from './support/dialogues.ts';
import type { Task } from './support/interleave.ts';
import { interleaving } from './support/interleave.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { randomOf } from './support/random.ts';
import { tableOf } from './support/table.ts';
import type { Organization } from './support/users.ts';
import { usersOf } from './support/users.ts';

/*
 * The first reports of a call at the same moment, by two integrations that receive the same webhooks, while
 * the integrator records it as well. `CALLS=1000` tries more orders than the suite has time for.
 */

let platform: OwnPlatform;
beforeAll(async () => {
  platform = await startOwnPlatform({ following: false });
});
afterAll(() => platform.close());

const calls = Number(process.env.CALLS ?? 30);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

/** Creates a conversation by the source of its route, whose calls of the table can be interleaved. */
const create = async ({ key }: Organization, body: object): Promise<APIGatewayProxyStructuredResultV2> => {
  const { handler } = await import('#functions/conversations/create.ts');
  const request = {
    method: 'POST',
    url: '/v1/conversations',
    httpVersion: '1.1',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    socket: {},
  } as unknown as IncomingMessage;
  const matched = { routeKey: 'POST /v1/conversations', pathParameters: {} };
  const event = toEvent(request, Buffer.from(JSON.stringify(body)), matched, new URL('http://127.0.0.1'));
  return (await handler(event as never, toContext('conversations.create', 10_000) as never)) as never;
};

const processEvent = async ({ pk, sk }: TaskItem): Promise<void> => {
  const { handler } = await import('#functions/tasks/process-provider-event.ts');
  const event = { Records: [{ body: JSON.stringify({ pk, sk }) }] };
  await handler(event as never, toContext('tasks.processProviderEvent', 60_000) as never);
};

test(`a call that two integrations and its integrator report at once is one conversation (SEED=${seed})`, async () => {
  const users = usersOf(platform.description);
  const table = tableOf(platform.description);
  // Only now, because the table's client takes its settings from the environment.
  const { dynamodb } = await import('#lib/store/table.ts');
  const interleave = interleaving(dynamodb);
  const random = randomOf(seed);
  const above = await users.organization(undefined, 'reseller');
  const org = await users.organization(above, 'client');
  const { id: agent_id } = await org.api.agents.create({ body: { name: 'Reception' } });
  const { agent_id: provider_agent } = newCall('retell');
  const integrations = await Promise.all(
    [above, org].map((owner) => connect(owner, 'retell', { [provider_agent]: agent_id })),
  );
  const [first, second] = integrations as [Integration, Integration];

  const reported = Array.from({ length: calls }, () => newCall('retell', provider_agent));
  await eachOf(reported, 4, async ({ events: [started, , ended, analyzed] }) => {
    for (const event of [started, ended]) await deliver(first, event);
    for (const event of [ended, analyzed]) await deliver(second, event);
  });
  const items = await table.all();
  const tasks = new Map<string, TaskItem[]>();
  for (const { sk, provider_conversation_id, id, integration_id } of items) {
    const task = items.find(
      (item) => item.kind === 'provider_events' && item.id === `${integration_id}/${id}`,
    );
    if (!task || !sk.includes('#evt_')) continue;
    const call = String(provider_conversation_id);
    tasks.set(call, [...(tasks.get(call) ?? []), task as unknown as TaskItem]);
  }

  const created = new Map<string, number | undefined>();
  for (const [at, { conversation_id }] of reported.entries()) {
    const own = { agent_id, metadata: { own: 'yes' }, provider: { name: 'retell', conversation_id } };
    const record = async () => created.set(conversation_id, (await create(org, own)).statusCode);
    const reports = (tasks.get(conversation_id) ?? []).map((task) => ({ run: () => processEvent(task) }));
    expect(reports).toHaveLength(4);
    // The integrator is first, nearly always, where it is not held back.
    const after = { calls: 1 + Math.floor(random() * 12), happens: record };
    const [one, ...others] = reports as [Task, ...Task[]];
    const orders = [[...reports, { run: record }], [{ ...one, after }, ...others], reports];
    const { results } = await interleave(random, orders[at % orders.length] ?? reports);
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 'fulfilled'));
  }

  const known = new Map<string, string[]>();
  for await (const { id } of org.api.conversations.list.all({})) {
    const conversation = await users.operator.conversations.get({ params: { conversation_id: id } });
    const call = String(conversation.provider?.conversation_id);
    known.set(call, [...(known.get(call) ?? []), id]);
    expect([call, conversation]).toMatchObject([
      call,
      {
        status: 'completed',
        duration_ms: 16_000,
        outcome: 'success',
        sentiment: 'positive',
        cost: { amount: '0.0735', currency: 'USD' },
        metadata: created.get(call) === 201 ? { own: 'yes' } : {},
        transcript: { status: 'final', turns: 4 },
      },
    ]);
  }
  expect([...known.values()].filter((ids) => ids.length !== 1)).toEqual([]);
  expect(known.size).toBe(calls);
  for (const [at, { id: integration_id }] of integrations.entries()) {
    const owner = at === 0 ? above : org;
    for await (const event of owner.api.integrationEvents.list.all({ params: { integration_id } })) {
      const { status, conversation_id, provider_conversation_id } = event;
      expect([status, [conversation_id]]).toEqual(['processed', known.get(String(provider_conversation_id))]);
    }
  }
  expect(new Set(created.values())).toEqual(new Set([201, 409]));
}, 300_000);
