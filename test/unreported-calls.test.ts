import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dayMs } from '#lib/domain/durations.ts';
import { partitionOf } from '#lib/store/keys.ts';
import { providerAccount } from './fixtures.ts';
import { backgroundOf } from './support/background.ts';
import type { PlanBody } from './support/billing.ts';
import { monthFromNow, terms } from './support/billing.ts';
import type { ModelCall } from './support/billing-model.ts';
import { BillingModel } from './support/billing-model.ts';
import { newCall, webhookSecret } from './support/connected.ts';
import { preparedDeployment } from './support/deployments.ts';
import { inject as injectFault } from './support/fault-proxy.ts';
import { changeIntegration } from './support/integrations.ts';
import type { OwnPlatform } from './support/own-platform.ts';
import { startOwnPlatform } from './support/own-platform.ts';
import { postEvent } from './support/provider-webhooks.ts';
import type { Users } from './support/users.ts';
import { usersOf } from './support/users.ts';

let platform: OwnPlatform;
let users: Users;

beforeAll(async () => {
  // Ids contain the time and never go back, so the clock must be ahead of the real one.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(new Date().getUTCFullYear() + 1, 0, 10, 9) });
  platform = await startOwnPlatform({ following: false, proxied: true });
  users = usersOf(platform.description);
});
afterAll(async () => {
  vi.useRealTimers();
  await platform.close();
});

const pass = (days: number) => vi.setSystemTime(Date.now() + days * dayMs);

const times = (count: number) => Array.from({ length: count });

/** An agent that speaks at a provider, and what its provider asks of it. */
const speakingAgent = async (more: Pick<PlanBody, 'included_minutes' | 'at_limit'> = terms) => {
  const { operator } = users;
  const { runTasks, follow } = backgroundOf(platform.description);
  const prepared = await preparedDeployment('elevenlabs', { model: null, tools: [] }, users);
  const { org, params, agent } = prepared;
  const deployTo = async (integration: typeof prepared.integration, account = prepared.account) => {
    const { provider_agent_id } = await org.api.deployments.create({
      params,
      body: { integration_id: integration.id, runs_on: 'platform' },
    });
    await changeIntegration(org, integration, { webhook_secret: webhookSecret });
    const { secrets = {} } = (await account.look()).collections;
    const [token] = Object.values(secrets).map(({ value }) => String(value));
    return { integration, token, provider_agent_id: String(provider_agent_id) };
  };
  const first = await deployTo(prepared.integration);
  const deployAgain = async () => {
    const account = providerAccount(`another-key-of-${org.client.id}`);
    const body = { provider: 'elevenlabs' as const, name: 'Another', api_key: account.apiKey };
    return deployTo(await org.api.integrations.create({ body }), account);
  };
  const statusOf = async (call: string | undefined, { token } = first) => {
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
  const ask = async (call: string | undefined, count = 1, at = first) => {
    const statuses = await Promise.all(times(count).map(() => statusOf(call, at)));
    expect(statuses).toEqual(Array(count).fill(200));
  };
  const plan = { ...terms, included_messages: 1, message_rate: '0.10', ...more };
  const { id: plan_id } = await operator.plans.create({ body: plan });
  const of = { client_id: org.client.id };
  await operator.subscriptions.replace({ params: of, body: { plan_id, start_date: monthFromNow(0) } });
  /** The messages in all statements, and in usage. */
  const billed = async () => {
    const { data } = await operator.statements.list({ params: of });
    const query = { interval: 'month', start_after: monthFromNow(-2) } as const;
    const { rows } = await operator.usage.get({ params: of, query });
    const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
    return [sum(data.map((one) => one.messages_used)), sum(rows.map((row) => row.messages))];
  };
  const look = () => runTasks('bill_usage', '/answers/');
  const lookOnDays = async (count: number) => {
    for (let at = 0; at < count; at += 1) await look();
  };
  /** The provider says that a call has just ended. Returns the id of its conversation. */
  const report = async (call: string, seconds: number, text_only = false, at = first) => {
    const [event] = newCall('elevenlabs', at.provider_agent_id).events as [
      { readonly data: { readonly metadata: object } },
    ];
    const { phone_call: _, ...metadata } = event.data.metadata as Readonly<Record<string, unknown>>;
    const now = Math.floor(Date.now() / 1000);
    const said = { start_time_unix_secs: now - seconds, call_duration_secs: seconds, text_only };
    const data = { ...event.data, conversation_id: call, metadata: { ...metadata, ...said } };
    const { webhook_url, provider } = at.integration;
    const payload = { ...event, event_timestamp: now, data };
    expect((await postEvent({ webhook_url, provider }, webhookSecret, payload)).status).toBe(200);
    await runTasks('provider_events', at.integration.id);
    const query = { provider_conversation_id: call };
    const [{ id = '' } = {}] = (await org.api.conversations.list({ query })).data;
    expect(id).not.toBe('');
    await follow('events.followWrites', id);
    return id;
  };
  const changeLength = async (conversation_id: string, seconds: number) => {
    const body = { duration_ms: seconds * 1000 };
    await org.api.conversations.update({ params: { conversation_id }, body });
    await follow('events.followWrites', conversation_id);
  };
  /** The minutes that all statements have charged or included. */
  const minutes = async () => {
    const { data } = await operator.statements.list({ params: of });
    return data.reduce((sum, { minutes_used }) => sum + Number(minutes_used), 0);
  };
  return {
    org,
    plan,
    plan_id,
    ask,
    statusOf,
    billed,
    minutes,
    look,
    lookOnDays,
    report,
    changeLength,
    deployAgain,
  };
};

// Each lets days pass.
describe('answers of a custom LLM', { concurrent: false }, () => {
  test('in a call that nobody reports are messages after a day', async () => {
    const { ask, billed, lookOnDays } = await speakingAgent();
    for (const call of ['one', 'one', 'two', undefined]) await ask(call);
    expect(await billed()).toEqual([0, 0]);
    await lookOnDays(1);
    expect(await billed()).toEqual([4, 4]);
    await lookOnDays(3);
    expect(await billed()).toEqual([4, 4]);
  });

  test('in a call that is reported are no messages, also if it is reported late', async () => {
    const { ask, billed, lookOnDays, report } = await speakingAgent();
    for (const call of ['one', 'one', 'two']) await ask(call);
    await report('one', 30);
    await lookOnDays(1);
    expect(await billed()).toEqual([1, 1]);
    await report('two', 30);
    await lookOnDays(1);
    expect(await billed()).toEqual([0, 0]);
  });

  test('are messages if a client names a call again after the last look for its report', async () => {
    const { ask, billed, look } = await speakingAgent();
    await ask('one');
    for (const days of [1, 1, 2, 4, 8, 16]) {
      pass(days);
      await look();
    }
    expect(await billed()).toEqual([1, 1]);
    pass(1);
    await ask('one', 3);
    pass(1);
    await look();
    expect(await billed()).toEqual([4, 4]);
  });

  test('are paid by the minutes of their call, twenty by each, whichever day and account they are of', async () => {
    const { plan, plan_id, ask, billed, look, report, deployAgain } = await speakingAgent();
    const other = await deployAgain();
    const model: (ModelCall & { answers: number })[] = [];
    const subscribed = Date.now();
    const billing = new BillingModel(() => model);
    expect(billing.subscribe({ plan_id, ...plan }, 'UTC', monthFromNow(0), subscribed)).toBe(true);
    const messagesOf = (lines: readonly { readonly unit: string; readonly quantity: string }[]) =>
      lines.reduce((sum, { unit, quantity }) => sum + (unit === 'message' ? Number(quantity) : 0), 0);
    const expected = () => messagesOf(billing.statements(Date.now()).flatMap(({ lines }) => lines));

    for (const [name, seconds, answers, text_only] of [
      ['short', 1, 23],
      ['longer', 61, 24],
      ['written', 60, 2, true],
      ['empty', 0, 1],
    ] as const) {
      await ask(name, answers);
      await report(name, seconds, text_only);
      const channel = text_only ? 'chat' : 'web';
      model.push({ channel, start: Date.now(), duration_ms: seconds * 1000, cost: null, answers });
    }
    // The same call at another account, which has one conversation, and pays once.
    const [short, longer] = model as [(typeof model)[0], (typeof model)[0]];
    await report('short', 1, false, other);
    await ask('short', 4, other);
    short.answers += 4;
    pass(1);
    await ask('short', 2);
    short.answers += 2;
    await ask('longer', 17);
    longer.answers += 17;
    await look();
    pass(1);
    await look();
    expect(expected()).toBe(13);
    expect(await billed()).toEqual([expected(), expected()]);

    // Nobody speaks in a call any more that ended days ago.
    await report('paid_well', 600);
    pass(3);
    await ask('paid_well', 2);
    pass(1);
    await look();
    expect(await billed()).toEqual([15, 15]);
  });

  test('keep the minutes that have paid for them in the bill, however late the call is said to be shorter', async () => {
    const { ask, billed, minutes, look, report, changeLength } = await speakingAgent();
    await ask('one', 25);
    const id = await report('one', 130);
    expect(await minutes()).toBe(3);
    pass(1);
    await look();
    await changeLength(id, 10);
    expect([await billed(), await minutes()]).toEqual([[0, 0], 2]);
    pass(45);
    // The account reports it again, as a short chat of another month.
    expect(await report('one', 1, true)).toBe(id);
    expect([await billed(), await minutes()]).toEqual([[0, 0], 2]);
    // The same minutes pay for no other answers.
    await ask('one', 20);
    pass(1);
    await look();
    expect(await billed()).toEqual([20, 20]);
  });

  test('in calls that nobody has reported are twenty for each minute of a plan that stops', async () => {
    const plan = { included_minutes: 1, at_limit: 'stop' } as const;
    const { ask, statusOf, lookOnDays, report } = await speakingAgent(plan);
    const calls = Array.from({ length: 30 }, (_, at) => `call_${at}`);
    const statuses = await Promise.all(calls.map((call) => statusOf(call)));
    expect(statuses.toSorted()).toEqual([...Array(21).fill(200), ...Array(9).fill(409)]);
    // A call that has begun has no more than others.
    const [held = '', other = ''] = calls.filter((_, at) => statuses[at] === 200);
    expect(await statusOf(held)).toBe(409);
    await report(held, 10);
    await lookOnDays(1);
    await ask(other);
    expect(await statusOf(other)).toBe(409);
  });

  test('are given back to a plan that stops once, wherever the look that does so is interrupted', async () => {
    const plan = { included_minutes: 1, at_limit: 'stop' } as const;
    const { org, ask, statusOf, look, report } = await speakingAgent(plan);
    await ask('one', 21);
    expect(await statusOf('two')).toBe(409);
    await report('one', 61);
    pass(1);
    const { dynamodb_endpoint } = platform.description;
    const key = { pk: partitionOf('plan_messages', org.client.id) };
    // Each request about the count is refused once, until a look is done without a fault.
    for (let skip = 0; ; skip += 1) {
      const fault = await injectFault(dynamodb_endpoint, { key, kind: 'invalid', times: 1, skip });
      await look().catch(() => {});
      if ((await fault.end()).length <= skip) break;
    }
    await ask('two', 21);
    expect(await statusOf('two')).toBe(409);
  });

  test('for which no minutes pay are not given back to a plan that stops', async () => {
    const plan = { included_minutes: 2, at_limit: 'stop' } as const;
    const { ask, statusOf, lookOnDays, report } = await speakingAgent(plan);
    await ask('other');
    await ask('one', 40);
    expect(await statusOf('other')).toBe(409);
    await report('one', 10);
    await lookOnDays(1);
    await ask('other', 20);
    expect(await statusOf('other')).toBe(409);
  });
});
