import { expect, test } from 'vitest';
import { platform, refusalOf, usersOf } from './fixtures.ts';
import { billedOrganization, monthFromNow } from './support/billing.ts';
import { eventually } from './support/eventually.ts';
import { disclosure, phoneOf, tendCall } from './support/phone.ts';

/** An organization with this plan, whose agent answers calls. */
const withPlan = async (plan: Parameters<typeof billedOrganization>[1]) => {
  const { reseller, client, params, plan_id, call } = await billedOrganization(usersOf(platform), plan);
  await reseller.api.subscriptions.replace({ params, body: { plan_id, start_date: monthFromNow(0) } });
  const period = async () => (await client.api.subscriptions.get({ params })).current_period;
  return { client, period, report: call, phone: await phoneOf({}, client) };
};

test('a call is billed by its duration, and not by its messages, however many it has', async () => {
  const { client, period, phone } = await withPlan({ included_messages: 0, message_rate: '0.05' });
  const line = await phone.call();
  await line.hear();
  for (let at = 0; at < 10; at += 1) {
    line.say('When are you open?');
    await line.hear();
  }
  await line.hangUp();
  await eventually(async () => {
    const current = await period();
    expect(current).toMatchObject({ messages_used: 0 });
    expect(Number(current?.minutes_used)).toBeGreaterThan(0);
  });
  await eventually(async () => {
    const { rows } = await client.api.usage.own({ query: { interval: 'total' } });
    expect(rows).toMatchObject([{ conversations: 1, messages: 0 }]);
  });
});

test('a call goes on, and connects again, while its plan stops, and no other one begins', async () => {
  const { client, report, phone } = await withPlan({ included_minutes: 1, at_limit: 'stop' });
  const line = await phone.call();
  await line.hear();
  const [{ id: conversation_id } = { id: '' }] = await phone.conversations();
  await report(60_000);
  await eventually(async () => {
    const other = await phone.call();
    other.close();
    expect(other.answered.instructions.text).toContain('<Reject reason="busy"');
  });
  line.say('When are you open?');
  expect(await line.hear()).toContain('Rehearsal');
  expect(await tendCall(conversation_id)).toBe(false);
  const again = await line.finish({ SessionStatus: 'failed', CallStatus: 'in-progress' });
  expect(again.relay_url).toBeDefined();
  await line.hangUp();
  const ended = await client.api.conversations.get({ params: { conversation_id } });
  expect(ended).toMatchObject({ status: 'completed', end_reason: 'user_ended' });
});

test('a call under a plan whose messages are used up is answered while minutes are left', async () => {
  const plan = { included_messages: 1, message_rate: '0.05', at_limit: 'stop' } as const;
  const { client, phone } = await withPlan(plan);
  const open = () => client.api.chats.create({ params: { agent_id: phone.agent.id }, body: {} });
  const { id: conversation_id } = await open();
  await client.api.chats.send({ params: { conversation_id }, body: { text: 'Hello' } });
  await client.api.chats.end({ params: { conversation_id } });
  await eventually(async () => expect(await refusalOf(open())).toBe('409 usage_limit_reached'));
  const line = await phone.call();
  expect(await line.hear()).toBe(`${disclosure} Hello, this is Pia.`);
  line.say('When are you open?');
  expect(await line.hear()).toContain('Rehearsal');
  await line.hangUp();
});
