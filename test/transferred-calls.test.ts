import { expect, test } from 'vitest';
import { operator, refusalOf, suspend } from './fixtures.ts';
import { phoneOf } from './support/phone.ts';

/* A transfer counts as a placed call, and is told from calls that could not be transferred. */

const calling = async (calls_per_day: number) => {
  const phone = await phoneOf();
  const { api, client } = phone.org;
  const settings = { quotas: { calls_per_day } };
  await operator.clients.update({ params: { client_id: client.id }, body: { settings } });
  const line = await phone.call();
  await line.hear();
  const [{ id: conversation_id } = { id: '' }] = await phone.conversations();
  const params = { conversation_id };
  type Body = Parameters<typeof api.calls.control>[0]['body'];
  const control = (body: Body) => api.calls.control({ params, body });
  const read = () => api.conversations.get({ params });
  return { ...phone, line, control, read };
};

const to = '+441632960456';
const transfer = { action: 'transfer', to } as const;
const HandoffData = JSON.stringify({ reason: 'transferred', to });

test('a person learns that no call may be transferred any more, and the call goes on', async () => {
  const { line, control, read } = await calling(0);
  expect(await refusalOf(control(transfer))).toBe('429 rate_limited');
  line.say('Are you there?');
  expect(await line.hear()).toContain('Rehearsal');
  expect(await read()).toMatchObject({ status: 'active' });
  await line.hangUp();
});

test('the transfer of a person counts once', async () => {
  const { line, control, read, call, conversations, org } = await calling(1);
  await control(transfer);
  expect((await line.finish({ HandoffData })).text).toContain(`>${to}</Dial>`);
  expect(await read()).toMatchObject({ status: 'completed', end_reason: 'transferred' });
  const other = await call();
  await other.hear();
  const [{ id: conversation_id } = { id: '' }] = await conversations();
  const params = { conversation_id };
  expect(await refusalOf(org.api.calls.control({ params, body: transfer }))).toBe('429 rate_limited');
  other.close();
});

test('a call whose transfer exceeds the quota of its organization has ended because of a limit', async () => {
  const { line, read } = await calling(0);
  expect((await line.finish({ HandoffData })).text).toContain('<Hangup/>');
  expect(await read()).toMatchObject({ status: 'completed', end_reason: 'limit_reached' });
});

test('a call of an organization that is suspended meanwhile goes on nowhere', async () => {
  const { line, conversations, org } = await calling(1);
  await suspend(org);
  expect((await line.finish({ HandoffData })).text).toContain('<Hangup/>');
  expect(await conversations()).toMatchObject([{ end_reason: 'limit_reached' }]);
});

test('a number that only the carrier’s form names counts, whatever was counted before', async () => {
  const { line, control, read } = await calling(1);
  await control(transfer);
  const elsewhere = JSON.stringify({ reason: 'transferred', to: '+441632960457' });
  expect((await line.finish({ HandoffData: elsewhere })).text).toContain('<Hangup/>');
  expect(await read()).toMatchObject({ end_reason: 'limit_reached' });
});

test('calls of one caller are transferred twenty times a day, and a person may transfer more', async () => {
  const { call, conversations, control, line, org } = await calling(100);
  const hears = async (from: string) => {
    const next = await call({ from });
    await next.hear();
    return next;
  };
  const caller = '+441632960174';
  for (let transfers = 0; transfers < 19; transfers += 1) {
    expect((await (await hears(caller)).finish({ HandoffData })).text).toContain('<Dial');
  }
  const last = [await hears(caller), await hears(caller)];
  const ended = await Promise.all(last.map((one) => one.finish({ HandoffData })));
  expect(ended.map(({ text }) => text.includes('<Dial')).sort()).toEqual([false, true]);
  const fallback = await hears(caller);
  const failed = JSON.stringify({ reason: 'agent_failed', to });
  expect((await fallback.finish({ HandoffData: failed })).text).toContain('<Hangup/>');
  const reasons = (await conversations()).slice(0, 3).map(({ end_reason }) => end_reason);
  expect(reasons.sort()).toEqual(['agent_failed', 'limit_reached', 'transferred']);

  const ordered = await hears(caller);
  const [{ id: conversation_id } = { id: '' }] = await conversations();
  await org.api.calls.control({ params: { conversation_id }, body: transfer });
  expect((await ordered.finish({ HandoffData })).text).toContain('<Dial');
  await control(transfer);
  expect((await line.finish({ HandoffData })).text).toContain('<Dial');
  expect((await (await hears('anonymous')).finish({ HandoffData })).text).toContain('<Dial');
  const { limits } = await org.api.me.get();
  expect(limits.quotas.find(({ name }) => name === 'calls_per_day')?.used).toBe(23);
});

test('the transfers of a caller are limited by a setting', async () => {
  const { call, org } = await calling(100);
  const body = { settings: { caller_limits: { transfers_per_day: 1 } } };
  await operator.clients.update({ params: { client_id: org.client.id }, body });
  const transferring = async () => {
    const line = await call({ from: '+441632960175' });
    await line.hear();
    return (await line.finish({ HandoffData })).text;
  };
  expect(await transferring()).toContain('<Dial');
  expect(await transferring()).toContain('<Hangup/>');
});

test('an intervention has the fields of its action, and no others', async () => {
  const { line, control, read, turns } = await calling(5);
  const author = 'Dana';
  const text = 'Never said.';
  for (const body of [
    { ...transfer, text },
    { ...transfer, author },
    { action: 'end', text },
    { action: 'end', author },
    { action: 'end', to },
    { action: 'say', text, author, to },
    { action: 'instruct', text, author, to },
  ] as const) {
    expect(await refusalOf(control(body))).toBe('400 validation_failed');
  }
  expect(await read()).toMatchObject({ status: 'active' });
  await line.hangUp();
  expect(JSON.stringify(await turns())).not.toContain(text);
});
