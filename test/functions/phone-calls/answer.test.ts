import twilio from 'twilio';
import { expect, test } from 'vitest';
import { lineSignature, newLineAccount } from '#lib/local/phone-line.ts';
import { injectFault, organization, suspend, unknownId } from '../../fixtures.ts';
import { eventually } from '../../support/eventually.ts';
import { numbers, phoneOf, postForm } from '../../support/phone.ts';

test('a call is connected with the agent of its number, and nothing is stored before', async () => {
  const phone = await phoneOf({ language: 'de-DE', voice: { provider: 'polly' }, voice_id: 'Vicki-Neural' });
  const { signature, url, fields } = formOf(phone);
  const response = await post(url, fields, signature);
  expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8');
  const text = await response.text();
  expect(text).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?><Response><Connect action="[^"]+\/voice\/ended">/,
  );
  expect(text).toMatch(
    /<ConversationRelay url="wss?:[^"]+" language="de-DE" ttsProvider="Amazon" voice="Vicki-Neural"/,
  );
  expect(text).toMatch(/<Parameter name="call" value="[^"]+"\/>/);
  expect(await phone.conversations()).toEqual([]);
});

type Phone = Awaited<ReturnType<typeof phoneOf>>;

const formOf = ({ account, integration }: Phone, change: Readonly<Record<string, string>> = {}) => {
  const url = integration.webhook_url;
  const fields = {
    AccountSid: account.account_id,
    CallSid: 'CA00000000000000000000000000000001',
    From: numbers.from,
    To: numbers.to,
    CallStatus: 'ringing',
    ...change,
  };
  return { url, fields, signature: lineSignature(account.auth_token, url, fields) };
};

const post = (url: string, fields: Readonly<Record<string, string>>, signature?: string) =>
  fetch(url, {
    method: 'POST',
    ...(signature !== undefined && { headers: { 'x-twilio-signature': signature } }),
    body: new URLSearchParams(fields),
  });

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

test.for([
  ['de', 'de-DE'],
  ['en', 'en-US'],
  ['pt-PT', 'pt-PT'],
  ['zh-Hant', 'zh-TW'],
  ['no', 'nb-NO'],
  ['nn-NO', 'nn-NO'],
])('an agent that speaks %s is heard as %s', async ([language, expected]) => {
  const { url, fields, signature } = formOf(await phoneOf({ language }));
  expect(await (await post(url, fields, signature)).text()).toContain(` language="${expected}"`);
});

test.for([
  ['ar', 'google', 'ar-XA-Wavenet-A', 'language="ar-EG" ttsLanguage="ar-XA" ttsProvider="Google"'],
  ['zh', 'google', 'cmn-CN-Chirp3-HD-Kore', 'language="zh-CN" ttsLanguage="cmn-CN" ttsProvider="Google"'],
  ['no', 'google', 'nb-NO-Wavenet-E', 'language="nb-NO" ttsProvider="Google"'],
  ['ar', 'polly', 'Hala-Neural', 'language="ar-EG" ttsLanguage="ar-AE" ttsProvider="Amazon"'],
  ['de', 'polly', 'Vicki-Neural', 'language="de-DE" ttsProvider="Amazon"'],
  ['ar', 'elevenlabs', 'UgBBYS2sOqTuMpoF3BR0', 'language="ar-EG" ttsProvider="ElevenLabs"'],
])(
  'an agent that speaks %s with a voice of %s has its language',
  async ([language, provider, voice_id, expected]) => {
    const { url, fields, signature } = formOf(await phoneOf({ language, voice: { provider }, voice_id }));
    const text = await (await post(url, fields, signature)).text();
    expect(text).toContain(` ${expected} voice="${voice_id}"`);
  },
);

/** A key that is shared with Twilio, with which a rule of the account lets it sign. */
const sharedKey = {
  webhook_secret: 'a-secret-of-a-shared-key',
  settings: 'key=webhooks_sharedkey_1,algorithm=HMAC_SHA256',
};

test('a call that Twilio signs with a shared key is answered, and one that it signs with another is not', async () => {
  const phone = await phoneOf();
  const params = { integration_id: phone.integration.id };
  const signed = (secret: string) => (url: string, fields: Readonly<Record<string, string>>) =>
    twilio.getExpectedTwilioSignature(secret, url, fields, twilio.getSignatureAlgorithm(sharedKey.settings));
  const sign = signed(sharedKey.webhook_secret);
  const signature_settings = sharedKey.settings;
  expect((await phone.call({ sign, signature_settings })).answered.status).toBe(401);
  const { webhook_secret } = sharedKey;
  await phone.org.api.integrations.update({ params, body: { webhook_secret } });
  await eventually(async () => {
    const line = await phone.call({ sign, signature_settings });
    expect(line.answered.status).toBe(200);
    expect(await line.hear()).toContain('Hello, this is Pia.');
    expect((await line.hangUp()).text).toContain('<Hangup/>');
  });
  // The rule decides whether it applies to a webhook, and the header names the way.
  const plain = await phone.call();
  expect(await plain.hear()).toContain('Hello, this is Pia.');
  await plain.hangUp();
  const refused = [
    { sign },
    { sign, signature_settings: 'key=webhooks_sharedkey_1,algorithm=HMAC_MD5' },
    { sign, signature_settings: 'key=webhooks_sharedkey_1' },
    { signature_settings },
    { sign: signed(phone.account.auth_token), signature_settings },
    { sign: signed('another-secret-of-a-key'), signature_settings },
  ];
  for (const options of refused) expect((await phone.call(options)).answered.status).toBe(401);
});

test('a form that the account has not signed as it is is refused', async () => {
  const phone = await phoneOf();
  const { url, fields, signature } = formOf(phone);
  const other = newLineAccount();
  const refused = [
    post(url, fields),
    post(url, fields, ''),
    post(url, fields, signature.toLowerCase()),
    post(url, { ...fields, To: '+441632960998' }, signature),
    post(url, fields, lineSignature(other.auth_token, url, fields)),
    post(url, fields, lineSignature(phone.account.auth_token, `${url}/ended`, fields)),
    // Another account that has the same token, as a subaccount may, and calls that no carrier has.
    ...[{ AccountSid: other.account_id }, { CallSid: '' }, { CallSid: 'x'.repeat(3000) }]
      .map((more) => formOf(phone, more))
      .map((form) => post(url, form.fields, form.signature)),
  ];
  for (const response of await Promise.all(refused)) {
    expect(response.status).toBe(401);
    expect(await codeOf(response)).toBe('signature_invalid');
  }
  expect((await post(url, fields, signature)).status).toBe(200);
});

test('an account that is disabled or unknown answers no calls', async () => {
  const phone = await phoneOf();
  const { org, integration } = phone;
  const unknown = integration.webhook_url.replace(integration.id, 'intg_01kag3x5ntfyxs4v4yh2m8q9ab');
  const { fields } = formOf(phone);
  const missing = await post(unknown, fields, lineSignature(phone.account.auth_token, unknown, fields));
  expect([missing.status, await codeOf(missing)]).toEqual([404, 'integration_not_found']);
  const params = { integration_id: integration.id };
  await org.api.integrations.update({ params, body: { status: 'disabled' } });
  const disabled = await phone.call();
  expect(disabled.answered.status).toBe(409);
});

test('a number without an agent is rejected, and one of a suspended organization is busy', async () => {
  const phone = await phoneOf();
  const unmapped = await phone.call({ to: '+441632960998' });
  expect(unmapped.answered.instructions.text).toContain('<Reject reason="rejected"/>');
  await suspend(phone.org);
  const suspended = await phone.call();
  expect(suspended.answered.instructions.text).toContain('<Reject reason="busy"/>');
});

test('an agent of another organization answers no number of the account', async () => {
  const phone = await phoneOf();
  const other = await organization();
  const stranger = await other.api.agents.create({ body: { name: 'Stranger' } });
  const agents = [{ provider_agent_id: '+441632960997', agent_id: stranger.id }];
  const body = { name: 'Phone', agents };
  const params = { integration_id: phone.integration.id };
  await expect(phone.org.api.integrations.replace({ params, body })).rejects.toMatchObject({
    code: 'validation_failed',
  });
});

test('an account at Twilio needs its id and its token, and may have a shared key', async () => {
  const { api } = await organization();
  const { account_id, auth_token: api_key } = newLineAccount();
  const create = (body: object) =>
    api.integrations.create({ body: { provider: 'twilio', name: 'Phone', ...body } }).then(
      ({ account_id: id }) => id,
      ({ errors }: { errors: { pointer: string; code: string }[] }) =>
        errors.map(({ pointer, code }) => `${pointer} ${code}`),
    );
  expect(await create({ api_key })).toEqual(['/account_id required']);
  expect(await create({ account_id })).toEqual(['/api_key required']);
  expect(await create({ account_id, api_key, webhook_secret: 'a secret of its own' })).toEqual([
    '/webhook_secret invalid_format',
  ]);
  const webhook_secret = 'secret-of-a-shared-key';
  expect(await create({ account_id, api_key, webhook_secret })).toBe(account_id);
  expect(await create({ account_id, api_key: 'bad-token-of-nobody' })).toEqual(['/api_key refused']);
  expect(await create({ account_id, api_key })).toBe(account_id);
  expect(await create({ provider: 'vapi', account_id })).toEqual(['/account_id not_applicable']);
});

test('an account at Twilio has no agents to deploy to, and nothing to import', async () => {
  const { org, agent, integration } = await phoneOf();
  const params = { agent_id: agent.id };
  const deploying = org.api.deployments.create({ params, body: { integration_id: integration.id } });
  await expect(deploying).rejects.toMatchObject({ code: 'provider_not_supported' });
  const importing = org.api.imports.create({
    params: { integration_id: integration.id },
    body: { resource: 'agents' },
  });
  await expect(importing).rejects.toMatchObject({ code: 'provider_not_supported' });
  const voices = org.api.voices.list({ params: { integration_id: integration.id } });
  await expect(voices).rejects.toMatchObject({ code: 'voices_not_listed' });
  const events = integration.webhook_url.replace('/voice', '/events');
  const posted = await fetch(events, { method: 'POST', body: '{}' });
  expect(posted.status).toBe(404);
});

test('an account that is unknown, disabled or cannot be read is not served', async () => {
  const phone = await phoneOf();
  await injectFault({ contains: phone.integration.id, kind: 'refused', times: 3 });
  expect(await postForm(phone, '')).toBe('503 unavailable');
  expect(await postForm(phone, '')).toBe('done');
  expect(await postForm(phone, '', unknownId('intg'))).toBe('404 integration_not_found');
  const other = await phoneOf();
  const params = { integration_id: other.integration.id };
  await other.org.api.integrations.update({ params, body: { status: 'disabled' } });
  expect(await postForm(other, '')).toBe('409 integration_disabled');
});
