import { expect, test } from 'vitest';
import { lineSignature } from '#lib/local/phone-line.ts';
import { numbers, phoneOf } from '../../support/phone.ts';

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
