import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { callNumber, lineSignature } from '#lib/local/phone-line.ts';
import { injectFault, operator, unknownId } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { planAnswers } from '../../support/model-server.ts';
import { answerPlaced, numbers, phoneOf, placedCall, postForm, reportStatus } from '../../support/phone.ts';

test('a report that a call is completed ends it, once', async () => {
  const phone = await phoneOf();
  const line = await phone.call();
  await line.hear();
  const url = `${phone.integration.webhook_url}/status`;
  const { account_id: AccountSid, auth_token } = phone.account;
  const fields = {
    AccountSid,
    CallSid: line.call_id,
    From: numbers.from,
    To: numbers.to,
    CallStatus: 'completed',
  };
  const report = (signature: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'x-twilio-signature': signature },
      body: new URLSearchParams(fields),
    });
  expect((await report('forged')).status).toBe(401);
  expect(await phone.conversations()).toMatchObject([{ status: 'active' }]);
  for (let time = 0; time < 2; time += 1) {
    expect((await report(lineSignature(auth_token, url, fields))).status).toBe(200);
  }
  expect(await phone.conversations()).toMatchObject([{ status: 'completed', end_reason: 'user_ended' }]);
  expect((await phone.turns()).map(({ role }) => role)).toEqual(['agent']);
  line.close();
});

/** An outbound call that Twilio has been asked to place, and its form. */
const placed = async () => {
  const marker = randomUUID();
  await planAnswers(inject('modelServer'), marker, [
    { text: 'At nine.', usage: { input: 1000, output: 500 } },
  ]);
  const phone = await phoneOf({
    first_message: 'Hello, this is {{practice}}.',
    prompt: `You are Pia (${marker}).`,
    model: { id: 'test-model' },
  });
  return { ...phone, ...(await placedCall(phone, { practice: 'Harbor Dental' })) };
};

test('an outbound call is placed from the agent’s number, and begins when it is answered', async () => {
  const { id, form, account, read, org } = await placed();
  expect(form).toMatchObject({
    From: numbers.to,
    To: numbers.from,
    StatusCallbackEvent: ['ringing', 'completed'],
  });
  const { start_time: placed_at } = await read();
  const line = await callNumber({
    voice_url: String(form.Url),
    ...account,
    from: numbers.to,
    to: numbers.from,
    direction: 'outbound-api',
    call_id: String(form.sid),
  });
  expect(await line.hear()).toContain('Hello, this is Harbor Dental.');
  const active = await read();
  expect(active).toMatchObject({ status: 'active', direction: 'outbound', handling: 'agent' });
  // It is billed from now on, and not from when it was placed.
  expect(active.start_time >= placed_at).toBe(true);
  line.say('When do you open?');
  expect(await line.hear()).toBe('At nine.');
  await line.hangUp();
  expect(await read()).toMatchObject({ status: 'completed', end_reason: 'user_ended' });
  const params = { conversation_id: id };
  const { data } = await org.api.transcripts.get({ params });
  expect(data.map(({ role }) => role)).toEqual(['agent', 'user', 'agent']);
  await eventually(async () => {
    expect(await operator.conversations.get({ params })).toMatchObject({ cost: { amount: '0.006' } });
  });
});

/** Waits until the answer to the request for a call was stored, which may come after the first reports. */
const noted = ({ read }: Pick<Awaited<ReturnType<typeof placed>>, 'read'>) =>
  eventually(async () => expect((await read()).provider?.conversation_id).toEqual(expect.any(String)));

test('an outbound call says that it rings, until it is answered or is over', async () => {
  const phone = await placed();
  const { form, account, read } = phone;
  const state = async () => (await read()).provider?.metadata.call_state;
  await noted(phone);
  for (let time = 0; time < 2; time += 1) {
    expect(await reportStatus(account, form, 'ringing')).toBe(200);
    expect(await state()).toBe('ringing');
  }
  const { version } = await read();
  expect(await reportStatus(account, form, 'ringing')).toBe(200);
  expect(await read()).toMatchObject({ status: 'active', handling: null, version });
  const line = await answerPlaced(phone, form);
  await line.hear();
  expect(await state()).toBeUndefined();
  // A report that is overtaken changes nothing.
  expect(await reportStatus(account, form, 'ringing')).toBe(200);
  expect(await state()).toBeUndefined();
  await line.hangUp();
  const other = await placed();
  await noted(other);
  await reportStatus(other.account, other.form, 'ringing');
  await reportStatus(other.account, other.form, 'no-answer');
  const failed = await other.read();
  expect(failed).toMatchObject({ status: 'failed', end_reason: 'no_answer' });
  expect(failed.provider?.metadata.call_state).toBeUndefined();
  await reportStatus(other.account, other.form, 'ringing');
  expect(await other.read()).toEqual(failed);
});

test('an outbound call that somebody ends while it rings rings no longer', async () => {
  const { id, form, account, org } = await placed();
  expect(await reportStatus(account, form, 'ringing')).toBe(200);
  const params = { conversation_id: id };
  const ended = await org.api.conversations.update({ params, body: { status: 'completed' } });
  expect(ended.status).toBe('completed');
  expect(ended.provider?.metadata.call_state).toBeUndefined();
});

test.for([
  ['busy', 'busy'],
  ['no-answer', 'no_answer'],
  ['failed', 'call_not_made'],
  ['canceled', 'canceled'],
] as const)('an outbound call that ends as %s is a failed conversation', async ([CallStatus, end_reason]) => {
  const { form, account, read } = await placed();
  expect(await reportStatus(account, form, CallStatus)).toBe(200);
  expect(await read()).toMatchObject({ status: 'failed', end_reason });
});

test('an account that is unknown, disabled or cannot be read is not served', async () => {
  const phone = await phoneOf();
  await injectFault({ contains: phone.integration.id, kind: 'refused', times: 3 });
  expect(await postForm(phone, '/status')).toBe('503 unavailable');
  expect(await postForm(phone, '/status')).toBe('done');
  expect(await postForm(phone, '/status', unknownId('intg'))).toBe('404 integration_not_found');
  const other = await phoneOf();
  const params = { integration_id: other.integration.id };
  await other.org.api.integrations.update({ params, body: { status: 'disabled' } });
  expect(await postForm(other, '/status')).toBe('409 integration_disabled');
});
