import { afterAll, beforeAll, expect, test } from 'vitest';
import { backgroundOf } from './support/background.ts';
import type { PlanBody } from './support/billing.ts';
import { monthFromNow, terms } from './support/billing.ts';
import { preparedDeployment } from './support/deployments.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import type { Users } from './support/users.ts';
import { usersOf } from './support/users.ts';

let platform: OwnPlatform;
let users: Users;

beforeAll(async () => {
  platform = await startOwnPlatform({ following: false });
  users = usersOf(platform.description);
});
afterAll(() => platform.close());

/** An agent that speaks at a provider, and what its provider asks of it. */
const speakingAgent = async (more: Partial<PlanBody> = {}) => {
  const { operator } = users;
  const prepared = await preparedDeployment('elevenlabs', { model: null, tools: [] }, users);
  const { org, params, integration, agent } = prepared;
  await org.api.deployments.create({ params, body: { integration_id: integration.id, runs_on: 'platform' } });
  const { secrets = {} } = await prepared.collections();
  const [token] = Object.values(secrets).map(({ value }) => String(value));
  const statusOf = async (call: string | undefined) => {
    const url = `${platform.description.base_url}/v1/live/agents/${agent.id}/chat/completions`;
    const { status } = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(call !== undefined && { 'x-call-id': call }),
      },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] }),
    });
    return status;
  };
  const ask = async (call: string | undefined) => expect(await statusOf(call)).toBe(200);
  const messages = { included_messages: 1, message_rate: '0.10' };
  const { id: plan_id } = await operator.plans.create({ body: { ...terms, ...messages, ...more } });
  const of = { client_id: org.client.id };
  await operator.subscriptions.replace({ params: of, body: { plan_id, start_date: monthFromNow(0) } });
  const billed = async () => {
    const { data } = await operator.statements.list({ params: of });
    const { rows } = await operator.usage.get({ params: of, query: { interval: 'total' } });
    return [data[0]?.messages_used, rows[0]?.messages ?? 0];
  };
  const lookOnDays = async (count: number) => {
    const { runTasks } = backgroundOf(platform.description);
    for (let at = 0; at < count; at += 1) await runTasks('bill_usage', `${integration.id}/answers/`);
  };
  const report = async (provider_conversation_id: string) => {
    const { assignCall, readCall } = await import('#lib/integrations/calls.ts');
    const { commit } = await import('#lib/store/operations/commit.ts');
    const ids = { integration_id: integration.id, provider_conversation_id };
    await commit(assignCall(ids, await readCall(ids), 'conv_reported'));
  };
  return { ask, statusOf, billed, lookOnDays, report };
};

test('answers in a call that nobody reports are messages after a day', async () => {
  const { ask, billed, lookOnDays } = await speakingAgent();
  for (const call of ['one', 'one', 'two', undefined]) await ask(call);
  expect(await billed()).toEqual([0, 0]);
  await lookOnDays(1);
  expect(await billed()).toEqual([4, 4]);
  await lookOnDays(3);
  expect(await billed()).toEqual([4, 4]);
});

test('a call that is reported has minutes and no messages, also if it is reported late', async () => {
  const { ask, billed, lookOnDays, report } = await speakingAgent();
  for (const call of ['one', 'one', 'two']) await ask(call);
  await report('one');
  await lookOnDays(1);
  expect(await billed()).toEqual([1, 1]);
  await report('two');
  await lookOnDays(1);
  expect(await billed()).toEqual([0, 0]);
});

test('calls that nobody has reported have twenty answers for each minute of a plan that stops', async () => {
  const plan = { included_minutes: 1, at_limit: 'stop' } as const;
  const { ask, statusOf, lookOnDays, report } = await speakingAgent(plan);
  const calls = Array.from({ length: 30 }, (_, at) => `call ${at}`);
  const statuses = await Promise.all(calls.map(statusOf));
  expect(statuses.toSorted()).toEqual([...Array(21).fill(200), ...Array(9).fill(409)]);
  // A call that has begun has no more than others.
  const [held = '', other = ''] = calls.filter((_, at) => statuses[at] === 200);
  expect(await statusOf(held)).toBe(409);
  await report(held);
  await lookOnDays(1);
  await ask(other);
  expect(await statusOf(other)).toBe(409);
});
