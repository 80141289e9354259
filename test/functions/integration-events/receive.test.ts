import { expect, test } from 'vitest';
import { injectFault, newAgent, organization, platform, unknownId } from '../../fixtures.ts';
import { connect, deliver, eventsOf, newCall, settled, webhookSecret } from '../../support/connected.ts';
import { postEvent, signatureOf } from '../../support/provider-webhooks.ts';

const post = (url: string, headers: Record<string, string>, body: string | Buffer): Promise<Response> =>
  fetch(url, { method: 'POST', headers, body: new Uint8Array(Buffer.from(body)) });

const refusalOf = async (response: Response): Promise<string> => {
  const { code } = (await response.json()) as { code: string };
  return `${response.status} ${code}`;
};

test('of a webhook whose signature is not good nothing is kept', async () => {
  const org = await organization();
  for (const provider of ['elevenlabs', 'vapi', 'retell'] as const) {
    const integration = await connect(org, provider);
    const [payload] = newCall(provider).events;
    expect(await refusalOf(await postEvent(integration, 'another-secret', payload))).toBe(
      '401 signature_invalid',
    );
    expect(await refusalOf(await post(integration.webhook_url, {}, JSON.stringify(payload)))).toBe(
      '401 signature_invalid',
    );
    expect(await eventsOf(org, integration)).toEqual([]);
  }
});

test('an integration without a secret takes nothing', async () => {
  const org = await organization();
  const integration = await org.api.integrations.create({ body: { provider: 'vapi', name: 'Open' } });
  const response = await post(integration.webhook_url, { 'x-vapi-secret': '' }, '{}');
  expect(await refusalOf(response)).toBe('401 signature_invalid');
});

test('the signature is over the bytes, whatever their type', async () => {
  const org = await organization();
  const integration = await connect(org, 'elevenlabs');
  for (const type of [
    'application/json',
    'application/octet-stream',
    'text/plain',
    'application/x-unknown',
  ]) {
    const body = ` {"type": "sample",   "data": {"text": "Grüße ☎ ${type}"}}\r\n`;
    const headers = { 'content-type': type, ...signatureOf('elevenlabs', webhookSecret, body) };
    expect((await post(integration.webhook_url, headers, body)).status).toBe(200);
    const changed = body.replaceAll('   ', ' ');
    expect(await refusalOf(await post(integration.webhook_url, headers, changed))).toBe(
      '401 signature_invalid',
    );
  }
  const events = await settled(org, integration, ({ status }) => status !== 'received');
  expect(events.map(({ type }) => type)).toEqual(['sample', 'sample', 'sample', 'sample']);
});

test('Vapi may sign, or show a bearer token, if the integration says so', async () => {
  const org = await organization();
  const body = '{"message":{"type":"sample"}}';
  const time = String(Math.floor(Date.now() / 1000));
  const { 'elevenlabs-signature': signed = '' } = signatureOf(
    'elevenlabs',
    webhookSecret,
    body,
    Number(time) * 1000,
  );
  const proofs = {
    bearer: { authorization: `Bearer ${webhookSecret}` },
    hmac: { 'x-timestamp': time, 'x-signature': signed.split('v0=')[1] ?? '' },
    secret_header: { 'x-vapi-secret': webhookSecret },
  } as const;
  for (const verification of Object.keys(proofs) as (keyof typeof proofs)[]) {
    const { webhook_url } = await org.api.integrations.create({
      body: { provider: 'vapi', name: verification, verification, webhook_secret: webhookSecret },
    });
    for (const [name, headers] of Object.entries(proofs)) {
      const { status } = await post(webhook_url, { 'content-type': 'application/json', ...headers }, body);
      expect([verification, name, status]).toEqual([verification, name, name === verification ? 200 : 401]);
    }
  }
});

test('without a separate secret, Retell signs with its API key', async () => {
  const org = await organization();
  const api_key = `key-of-${org.client.id}`;
  const integration = await org.api.integrations.create({
    body: { provider: 'retell', name: 'One key', api_key },
  });
  expect((await postEvent(integration, api_key, { event: 'sample' })).status).toBe(200);
});

test('a webhook to an integration that is not there is refused', async () => {
  const url = `${platform.base_url}/v1/integrations/${unknownId('intg')}/events`;
  expect(await refusalOf(await post(url, {}, '{}'))).toBe('404 integration_not_found');
});

test('an event of many megabytes is kept whole, and a larger one is refused', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const call = newCall('elevenlabs');
  const integration = await connect(org, 'elevenlabs', { [call.agent_id]: agent.id });
  const [transcription, audio] = call.events as [object, { data: object }];
  const full_audio = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(3_900_000, 7)]).toString('base64');
  await deliver(integration, { ...audio, data: { ...audio.data, full_audio } });
  await deliver(integration, transcription);
  const events = await settled(org, integration);
  const { id: event_id = '' } = events.find(({ type }) => type === 'post_call_audio') ?? {};
  const event = await org.api.integrationEvents.get({ params: { integration_id: integration.id, event_id } });
  expect(event.payload).toBeNull();
  const stored = (await (await fetch(event.payload_url ?? '')).json()) as { data: { full_audio: string } };
  expect(stored.data.full_audio).toBe(full_audio);

  const body = JSON.stringify({ type: 'post_call_audio', data: { full_audio: 'A'.repeat(6_400_000) } });
  const headers = { 'content-type': 'application/json', ...signatureOf('elevenlabs', webhookSecret, body) };
  expect((await post(integration.webhook_url, headers, body)).status).toBe(413);
});

test('an event that cannot be kept is not taken, and is kept when it is posted again', async () => {
  const org = await organization();
  const integration = await connect(org, 'vapi');
  const payload = { message: { type: 'sample' } };
  await injectFault({ contains: integration.id, kind: 'refused', times: 3 });
  const refused = await postEvent(integration, webhookSecret, payload);
  expect([await refusalOf(refused), refused.headers.get('retry-after')]).toEqual(['503 unavailable', '1']);
  await deliver(integration, payload);
  expect(await eventsOf(org, integration)).toHaveLength(1);
});

test('a repeated delivery is the same event, and is processed only if it was not before', async () => {
  const org = await organization();
  const agent = await newAgent(org);
  const call = newCall('retell');
  const integration = await connect(org, 'retell');
  const [started] = call.events;
  await deliver(integration, started);
  const [parked] = await settled(org, integration, ({ status }) => status === 'parked');

  // Nothing replays it by itself: the agent is not mapped, but names the provider’s.
  const provider = { name: 'retell', agent_id: call.agent_id };
  await org.api.agents.update({ params: { agent_id: agent.id }, body: { provider } });
  await deliver(integration, started);
  const [processed, ...others] = await settled(org, integration);
  expect(others).toEqual([]);
  expect(processed?.id).toBe(parked?.id);

  await deliver(integration, started);
  expect(await eventsOf(org, integration)).toEqual([processed]);
});
